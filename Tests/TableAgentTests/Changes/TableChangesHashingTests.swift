import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// Tests of rows that are matched by the hashes of their ids.
struct TableChangesHashingTests {
    /// An id with few different hashes.
    private struct Number: Hashable {
        let value: Int
        let hashes: Int

        func hash(into hasher: inout Hasher) { hasher.combine(value % hashes) }
    }

    private class Name: Hashable, @unchecked Sendable {
        let text: String

        init(_ text: String) { self.text = text }

        static func == (lhs: Name, rhs: Name) -> Bool { lhs.text == rhs.text }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    private final class Nickname: Name, @unchecked Sendable {}

    private struct Entry: Equatable {
        let number: Int
        var content = 0
    }

    private enum EntryLine: GridLineItem {
        static func fill(_ line: inout GridLine, with entry: Entry) { line.integer(entry.number) }
    }

    private func changes(_ old: Rows, _ new: Rows) -> TableChanges {
        let (old, new) = (
            TableInfo(sections: [TableSection(id: 0, rows: old)]),
            TableInfo(sections: [TableSection(id: 0, rows: new)])
        )
        let changes = TableChanges(from: old, to: new)
        #expect(BatchSimulator(from: old, to: new).violations(of: TableBatch(changes)).isEmpty)
        return changes
    }

    private func shuffled(_ count: Int) -> [Int] {
        var random = SeededGenerator(seed: 6)
        return (0..<count).shuffled(using: &random)
    }

    @Test(arguments: [20, 200, 1500], [1, 50, 1_000_000])
    func `Different ids with equal hashes are distinguished`(count: Int, hashes: Int) {
        func rows(_ numbers: [Int]) -> Rows {
            Rows(
                numbers.map { Entry(number: $0) }, id: { Number(value: $0.number, hashes: hashes) },
                as: EntryLine.self)
        }
        let changes = changes(rows(Array(0..<count)), rows([-1] + shuffled(count).dropLast(2)))
        #expect(changes.rowInserts == [.at(0, 0)])
        #expect(changes.rowDeletes.count == 2)
        #expect(changes.rowUpdates.isEmpty)
    }

    @Test(arguments: [5, 50, 4000])
    func `Rows of different types are matched by their ids`(count: Int) {
        let old = (0..<count).map { Entry(number: $0) }
        let new = shuffled(count).map { Entry(number: $0, content: 1) }
        var singles: Rows = []
        for entry in new { singles.append([Row(entry, id: entry.number, as: EntryLine.self)]) }

        for rows in [
            Rows(new, id: \.number, as: EntryLine.self), singles,
            Rows(new, id: { AnyID($0.number) }, as: EntryLine.self),
        ] {
            let changes = changes(Rows(old, id: \.number, as: EntryLine.self), rows)
            #expect(changes.rowInserts.isEmpty)
            #expect(changes.rowUpdates.count == count)
        }
        let changes = changes(
            Rows(old, id: \.number, as: EntryLine.self),
            Rows(new, id: { UInt($0.number) }, as: EntryLine.self))
        #expect(changes.rowInserts.count == count)
        #expect(changes.rowMoves.isEmpty)
    }

    @Test(arguments: [5, 50, 4000])
    func `Ids can be objects of several classes`(count: Int) {
        let old = (0..<count).map { Entry(number: $0) }
        let new = shuffled(count).map { Entry(number: $0) }
        let changes = TableChanges(
            from: .rows(Rows(old, id: { Name("\($0.number)") }, as: EntryLine.self)),
            to: .rows(
                Rows(
                    new, id: { $0.number % 2 == 0 ? Name("\($0.number)") : Nickname("\($0.number)") },
                    as: EntryLine.self)))
        #expect(changes.rowInserts.isEmpty)
        #expect(changes.rowUpdates.isEmpty)
    }

    @Test func `Each of thousands of shuffled rows is matched with its content`() {
        let count = 10_000
        let old = (0..<count).map { Entry(number: $0) }
        let new = shuffled(count).map { Entry(number: $0, content: $0 % 3 == 0 ? 1 : 0) }
        let changes = changes(
            Rows(old, id: \.number, as: EntryLine.self), Rows(new, id: \.number, as: EntryLine.self))
        #expect(changes.rowUpdates.map(\.row) == new.indices.filter { new[$0].content == 1 })
        #expect(changes.rowDeletes.isEmpty && changes.rowInserts.isEmpty)
    }
}
