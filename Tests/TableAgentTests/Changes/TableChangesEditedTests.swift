import RandomTesting
import TableAgentTesting
import Testing

@testable import TableAgent

/// An edited table shares its unchanged parts with the original table.
struct TableChangesEditedTests {
    private final class Counter {
        var count = 0
    }

    private struct Entry {
        let number: Int
        let reads: Counter
    }

    private enum EntryLine: GridLineItem {
        static func fill(_ line: inout GridLine, with entry: Entry) { line.integer(entry.number) }
    }

    private let reads = Counter()

    private func rows(_ numbers: some Sequence<Int>) -> Rows {
        let entries = numbers.map { Entry(number: $0, reads: reads) }
        return Rows(
            entries,
            id: { entry in
                entry.reads.count += 1
                return entry.number
            }, as: EntryLine.self)
    }

    @Test func `Edits far apart in a million rows are found without reading the rows between`() {
        let old = rows(0..<1_000_000)
        var new = old
        new.replaceSubrange(999_000..<999_002, with: rows([-1]))
        new.replaceSubrange(500_000..<500_000, with: rows(2_000_000..<2_000_100))
        new.replaceSubrange(1000..<1001, with: rows([-2]))

        let changes = TableChanges(from: .rows(old), to: .rows(new))
        #expect(changes.rowDeletes == [.at(0, 1000), .at(0, 999_000), .at(0, 999_001)])
        #expect(changes.rowInserts.count == 102)
        #expect(changes.count == 105)
        #expect(reads.count < 2000)
    }

    @Test func `A row that moves far is one move`() {
        let old = rows(0..<1_000_000)
        var new = old
        let row = new.part(900_000..<900_001)
        new.replaceSubrange(900_000..<900_001, with: [])
        new.replaceSubrange(100..<100, with: row)

        let expected = TableChanges.with {
            $0.rowMoves = [.init(from: .at(0, 900_000), to: .at(0, 100))]
        }
        #expect(TableChanges(from: .rows(old), to: .rows(new)) == expected)
        #expect(TableChanges(from: .rows(new), to: .rows(old)).rowMoves.count == 1)
    }

    @Test func `Two different selections from one array are compared slice by slice`() {
        let all = rows(0..<10_000)
        var (even, odd): (Rows, Rows) = ([], [])
        for row in 0..<5000 {
            even.append(all.part(2 * row..<2 * row + 1))
            odd.append(all.part(2 * row + 1..<2 * row + 2))
        }
        var both = even
        both.append(odd)

        #expect(TableChanges(from: .rows(even), to: .rows(odd)).count == 10_000)
        #expect(TableChanges(from: .rows(all), to: .rows(both)).rowMoves.count == 4999)
        #expect(TableChanges(from: .rows(both), to: .rows(all)).rowMoves.count == 4999)
    }

    @Test func `Rows that occur several times in a table are matched in order`() {
        let divider = rows([7])
        var (old, new): (Rows, Rows) = ([], [])
        for number in 0..<50_000 {
            old.append(divider)
            new.append(rows([100 + number]))
            new.append(divider)
        }
        let changes = TableChanges(from: .rows(old), to: .rows(new))
        #expect(changes.rowInserts.count == 50_000)
        #expect(changes.count == 50_000)
    }

    @Test func `Random edits are found`() {
        let seed = SeededGenerator.seed
        for pair in 0..<1000 {
            var random = SeededGenerator(seed: seed &+ UInt64(pair))
            var last = 0
            func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
            func fresh() -> Rows {
                let count = number(0...30)
                defer { last += count }
                return rows(last..<last + count)
            }
            func edit(_ rows: inout Rows) {
                let start = number(0...rows.count)
                let range = start..<min(rows.count, start + number(0...20))
                let part = rows.part(range)
                switch number(0...4) {
                case 0: rows.replaceSubrange(range, with: [])
                case 1: rows.replaceSubrange(range, with: fresh())
                case 2: rows.replaceSubrange(start..<start, with: fresh())
                case 3: rows.replaceSubrange(start..<start, with: part)
                default:
                    rows.replaceSubrange(range, with: [])
                    let place = number(0...rows.count)
                    rows.replaceSubrange(place..<place, with: part)
                }
            }
            var old = fresh()
            for _ in 0..<number(0...6) { edit(&old) }
            var new = old
            for _ in 0..<number(0...6) { edit(&new) }

            let (before, after) = (TableInfo.rows(old), TableInfo.rows(new))
            let changes = TableChanges(from: before, to: after)
            let violations = BatchSimulator(from: before, to: after).violations(of: TableBatch(changes))
            let (most, found) = (matches(old, new), new.count - changes.rowInserts.count)
            guard violations.isEmpty, most == found else {
                Issue.record(
                    "TABLE_SEED=\(seed), pair \(pair): \(violations), \(found) of \(most) rows match")
                return
            }
        }
    }

    /// Returns the number of rows that can be matched.
    private func matches(_ old: Rows, _ new: Rows) -> Int {
        var free: [AnyID: Int] = [:]
        for row in old { free[row.id, default: 0] += 1 }
        return new.count { row in
            free[row.id, default: 0] -= 1
            return free[row.id, default: 0] >= 0
        }
    }
}
