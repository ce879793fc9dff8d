import RandomTesting
import Foundation
import TableAgent
import TableSurfaces
import Testing

extension JSONFormatTests {
    private static let pieces = [
        "\"", "\\", "/", "\u{0}", "\u{1}", "\u{8}", "\t", "\n", "\r", "\u{C}", "\u{1F}", "\u{7F}", "\u{2028}",
        "a", " ", "é", "e\u{301}", "東京", "👍", "👨‍👩‍👧", "{", "}", "[", "]", ":", ",", "\u{FFFD}",
    ]

    private func cell(_ random: inout SeededGenerator) -> SampleCell {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: nil
        case 1: SampleCell(.integer(.random(in: -1_000_000...1_000_000, using: &random)))
        case 2: SampleCell(.double(.random(in: -1000...1000, using: &random)))
        case 3: SampleCell(.double([.nan, .infinity, -.infinity].randomElement(using: &random) ?? 0))
        case 4: SampleCell(.boolean(.random(using: &random)))
        case 5: SampleCell(.missing)
        case 6: SampleCell(.json(random.text(of: Self.pieces)))
        default: .text(random.text(of: Self.pieces))
        }
    }

    /// Returns whether a value that was read equals a cell's value.
    private func isSame(_ read: Any?, _ cell: SampleCell) -> Bool {
        switch cell.value {
        case .empty: read is NSNull
        case .integer(let number): read as? Int == number
        case .double(let number): number.isFinite ? isNear(read, number) : read is NSNull
        case .boolean(let flag): read as? Bool == flag
        case .text(let text): (read as? String).map { Array($0.utf8) } == Array(text.utf8)
        case .json(let text): isSame(read, json: text)
        case .series(let values): (read as? [Any])?.map { $0 as? Double } == values
        case .missing: read == nil
        case .decimal, .date: false
        }
    }

    /// Returns whether a value that was read equals Foundation's result for some JSON, or its text if it is
    /// not valid JSON.
    private func isSame(_ read: Any?, json: String) -> Bool {
        let value = try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        guard let value else { return (read as? String).map { Array($0.utf8) } == Array(json.utf8) }
        return (read as? NSObject) == (value as? NSObject)
    }

    /// Returns whether a number is equal except for its last digits, which Foundation reads differently.
    private func isNear(_ read: Any?, _ number: Double) -> Bool {
        guard let read = (read as? NSNumber)?.doubleValue else { return false }
        return abs(read - number) <= abs(number) * 1e-14
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Foundation reads back the same values`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let columns = Int.random(in: 1...5, using: &random)
            let titles = (0..<columns).map { "\($0)" + random.text(of: Self.pieces) }
            let cells = (0..<Int.random(in: 0...10, using: &random)).map { _ in
                (0..<columns).map { _ in cell(&random) }
            }
            let table = TableInfo(titles.map { GridColumn($0) }, rows: cells)

            let section = try #require(try Self.sections(table).first)
            let rows = try #require(section["rows"] as? [[String: Any]])
            try expectSame(rows, cells, titles, seed)

            let lines = try JSONLinesFormat().string(of: table).split(separator: "\n")
            let objects = try lines.map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            try expectSame(objects, cells, titles, seed)
        }
    }

    private func expectSame(
        _ rows: [[String: Any]], _ cells: [[SampleCell]], _ titles: [String], _ seed: UInt64
    ) throws {
        try #require(rows.count == cells.count, "seed \(seed)")
        for (row, cells) in zip(rows, cells) {
            let missing = cells.count { if case .missing = $0.value { true } else { false } }
            #expect(row.count == titles.count - missing, "seed \(seed)")
            for (title, cell) in zip(titles, cells) {
                #expect(isSame(row[title], cell), "seed \(seed): \(title.debugDescription), \(cell)")
            }
        }
    }
}
