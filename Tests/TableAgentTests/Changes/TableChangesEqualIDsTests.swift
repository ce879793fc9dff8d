import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// Tests of tables with a hundred thousand equal ids. With a cost for each pair of them, these tests would
/// not end.
struct TableChangesEqualIDsTests {
    private static let count = 100_000

    private struct Entry: Identifiable, Equatable {
        let id: Int
    }

    private enum EntryLine: GridLineItem {
        static func fill(_ line: inout GridLine, with entry: Entry) { line.integer(entry.id) }
    }

    private enum EntryCard: GridLineItem {
        static func fill(_ line: inout GridLine, with entry: Entry) { line.integer(entry.id) }
    }

    private func table(_ sections: [[Int]]) -> TableInfo {
        TableInfo(
            sections: sections.enumerated().map { number, ids in
                TableSection(id: number, rows: Rows(ids.map { Entry(id: $0) }, as: EntryLine.self))
            })
    }

    /// Returns changes after checking that they are legal and produce the new table.
    private func changes(
        _ old: TableInfo, _ new: TableInfo, sourceLocation: SourceLocation = #_sourceLocation
    ) -> TableChanges {
        let changes = TableChanges(from: old, to: new)
        let violations = BatchSimulator(from: old, to: new).violations(of: TableBatch(changes))
        #expect(violations.isEmpty, sourceLocation: sourceLocation)
        return changes
    }

    @Test(arguments: [(100_000, 120_000), (120_000, 100_000)])
    func `Changes are found if all rows of a section have the same id`(old: Int, new: Int) {
        let changes = changes(
            table([Array(repeating: 7, count: old)]), table([Array(repeating: 7, count: new)]))
        #expect(changes.count == abs(old - new))
    }

    @Test func `Changes are found if one id occurs between shuffled ids`() {
        var random = SeededGenerator(seed: 1)
        let old = (0..<Self.count).flatMap { [-1, $0] }
        let new = (0..<Self.count).shuffled(using: &random).flatMap { [$0, -1] } + [-1]
        let changes = changes(table([old]), table([new]))
        #expect(changes.rowDeletes.isEmpty)
        #expect(changes.rowInserts.count == 1)
    }

    @Test func `Changes are found if two ids alternate in one table and are grouped in the other`() {
        let turns = (0..<2 * Self.count).map { $0 % 2 }
        let blocks = Array(repeating: 1, count: Self.count) + Array(repeating: 0, count: Self.count)
        for (old, new) in [(turns, blocks), (blocks, turns), (turns, turns.reversed())] {
            let changes = changes(table([old]), table([new]))
            #expect(changes.rowDeletes.isEmpty && changes.rowInserts.isEmpty)
        }
    }

    @Test func `Changes are found if a few ids are shuffled`() {
        var random = SeededGenerator(seed: 2)
        let old = (0..<Self.count).map { $0 % 5 }
        let changes = changes(table([old]), table([old.shuffled(using: &random)]))
        #expect(changes.rowDeletes.isEmpty && changes.rowInserts.isEmpty)
    }

    @Test func `Changes are found if rows with the same id change their item`() {
        let entries = (0..<Self.count).map { Entry(id: $0 % 2) }
        let others = (0..<Self.count).map { Entry(id: $0 / 2 % 2) }
        let changes = changes(
            TableInfo(sections: [TableSection(id: 0, rows: Rows(entries, as: EntryLine.self))]),
            TableInfo(sections: [TableSection(id: 0, rows: Rows(others, as: EntryCard.self))]))
        #expect(changes.rowDeletes.count == Self.count)
        #expect(changes.rowInserts.count == Self.count)
    }

    @Test func `Changes are found if one id moves from many sections to others`() {
        let some = Array(repeating: -1, count: 10)
        let old = (0..<Self.count / 5).map { $0 % 2 == 0 ? some + [$0] : [$0] }
        let new = (0..<Self.count / 5).map { $0 % 2 == 0 ? [$0] : some + [$0] }
        let changes = changes(table(old), table(new))
        #expect(changes.count == Self.count)
        #expect(changes.rowMoves.count == Self.count)
    }

    @Test func `Changes are found if one id moves from many sections to a single one`() {
        let some = Array(repeating: -1, count: 10)
        let old = [[]] + (1...Self.count / 10).map { some + [$0] }
        let new = [Array(repeating: -1, count: Self.count)] + (1...Self.count / 10).map { [$0] }
        let changes = changes(table(old), table(new))
        #expect(changes.count == Self.count)
        #expect(changes.rowMoves.map(\.from) == (0..<Self.count).map { .at(1 + $0 / 10, $0 % 10) })
    }

    @Test func `Changes are found if sections have the same id`() {
        func table(_ ids: [Int]) -> TableInfo { TableInfo(sections: ids.map { TableSection(id: $0) }) }
        let old = (0..<Self.count).map { $0 % 2 }
        let changes = changes(table(old), table([5] + old.reversed()))
        #expect(changes.sectionInserts.first == 0)
    }
}
