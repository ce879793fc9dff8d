import RandomTesting
import TableAgentTesting
import Testing

@testable import TableAgent

/// Queries of unusual sizes and values. A cost that is not linear would take hours here.
struct QueryLimitTests {
    private struct Entry: Identifiable {
        let id: Int
        let number: String
        let date: String
        let text: String
    }

    private enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with entry: Entry) {
            var number = entry.number
            number.withUTF8 { line.decimal(utf8: $0) }
            line.date(entry.date)
            line.text(entry.text)
        }
    }

    private func agent(_ entries: [Entry]) throws -> Agent<[Entry]> {
        try Agent(RecordingContainer(), list: entries, as: Line.self, columns: ["number", "date", "text"])
    }

    private func ids(_ agent: Agent<[Entry]>) -> [Int] {
        agent.tableInfo.sections.first?.rows.compactMap { $0.id.base as? Int } ?? []
    }

    private func entries(_ count: Int) -> [Entry] {
        (0..<count).map { id in
            Entry(
                id: id, number: "\(id).\(id % 10)", date: "20\(10 + id % 80)-0\(1 + id % 9)-1\(id % 10)",
                text: "text \(id)")
        }
    }

    @Test func `A filter of a million values is shown`() throws {
        let agent = try agent(entries(3_000))
        let values = (0..<1_000_000).map { String($0) }
        try agent.show(TableQuery(filters: [.column("number", .isOneOf(values))]))
        #expect(ids(agent) == (0..<300).map { $0 * 10 })
        try agent.show(TableQuery(filters: [.column("text", .isOneOf(values.map { "text \($0)" }))]))
        #expect(ids(agent).count == 3_000)
        let days = (0..<100_000).map { "20\(10 + $0 % 80)-0\(1 + $0 % 9)-10" }
        try agent.show(TableQuery(filters: [.column("date", .isOneOf(days))]))
        #expect(ids(agent) == (0..<300).map { $0 * 10 })
    }

    @Test func `A search of ten thousand characters is shown`() throws {
        let long = String(repeating: "ab", count: 50_000)
        let agent = try agent([
            Entry(id: 1, number: "1", date: "2026-10-19", text: long + "c"),
            Entry(id: 2, number: "1", date: "2026-10-19", text: long + "é"),
        ])
        for (end, found) in [("C", [1]), ("e", [2]), ("x", []), ("", [1, 2])] {
            try agent.show(TableQuery(search: long.suffix(10_000) + end))
            #expect(ids(agent) == found)
        }
    }

    @Test func `A long pattern is found as a short one would be`() {
        var random = SeededGenerator(seed: SeededGenerator.seed)
        func text(_ count: Int) -> String {
            String((0..<count).map { _ in Int.random(in: 0..<12, using: &random) == 0 ? "b" : "a" })
        }
        for _ in 0..<2_000 {
            let pattern = text(Int.random(in: 33...60, using: &random))
            let isPart = Bool.random(using: &random)
            var searched = text(40) + (isPart ? pattern.uppercased() : "") + text(60)
            var scratch = ByteBuffer()
            let isFound = searched.withUTF8 { FoldedPattern(pattern).isIn($0, &scratch) }
            #expect(isFound == searched.lowercased().contains(pattern), "\(pattern) in \(searched)")
        }
    }

    @Test func `A date is one of some periods if it is in one of them`() throws {
        let dates = [
            "2025-12-31", "2026-10-18", "2026-10-19T00:00:00.0000001", "2026-10-19T23:59:59", "2026-10-20",
            "2026-11-01T00:00:00Z", "2026-11-01T00:00:00.0000001Z",
        ]
        let agent = try agent(dates.enumerated().map { Entry(id: $0, number: "1", date: $1, text: "") })
        for (values, found) in [
            (["2026-10-19"], [2, 3]), (["2026-10", "2026-10-19"], [1, 2, 3, 4]),
            (["2026", "2026-10-20"], [1, 2, 3, 4, 5, 6]),
            (["2026-11-01T00:00:00.0000001Z", "2025"], [0, 6]), (["2026-11-01T00:00:00.000000Z"], [5]),
            ([], []),
        ] {
            try agent.show(TableQuery(filters: [.column("date", .isOneOf(values))]))
            #expect(ids(agent) == found, "\(values)")
        }
    }

    @Test func `Twenty sorts, empty ranges, and ranges that are turned round have clear results`() throws {
        let agent = try agent(entries(50))
        let sorts = (0..<20).map {
            TableQuery.Sort(["number", "date", "text"][$0 % 3], isDescending: $0 % 2 == 1)
        }
        try agent.show(TableQuery(sorts: sorts))
        #expect(ids(agent) == Array(0..<50))
        func range(_ first: TableQuery.Condition, _ second: TableQuery.Condition) throws -> [Int] {
            try agent.show(TableQuery(filters: [.column("number", first), .column("number", second)]))
            return ids(agent)
        }
        #expect(try range(.from("9"), .through("5")) == [])
        #expect(try range(.above("7"), .below("8")) == [7])
        #expect(try range(.from("8.8"), .through("8.80")) == [8])
        let digits = String(repeating: "9", count: 400)
        #expect(try range(.from("-\(digits)"), .below(digits)).count == 50)
        for value in ["NaN", "2026-02-30", "1,5", "", "0x10", "１"] {
            let error = #expect(throws: TableError.self, "\(value)") { try range(.from(value), .isEmpty) }
            #expect(error?.code == .invalidQuery && error?.description.contains("number") == true)
            let ofDates = TableQuery(filters: [.column("date", .from(value == "１" ? "2026-13" : value))])
            #expect(throws: TableError.self) { try agent.show(ofDates) }
        }
    }
}
