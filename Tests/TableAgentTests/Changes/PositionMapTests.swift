import RandomTesting
import TableAgent
import Testing

struct PositionMapTests {
    private static let profile = RandomTables.Profile(
        name: "moves", pairs: 0, sections: 0...5, rows: 0...8, edits: 0...8, allowsBlocks: true,
        allowsShuffles: true)

    @Test func `Empty changes keep every index and position`() {
        let map = PositionMap(TableChanges())
        #expect(map.newIndex(ofSection: 3) == 3)
        #expect(map.oldIndex(ofSection: 3) == 3)
        #expect(map.newPosition(ofRow: .at(1, 2)) == .at(1, 2))
        #expect(map.oldPosition(ofRow: .at(1, 2)) == .at(1, 2))
    }

    @Test func `Sections shift by the deleted and inserted sections before them`() {
        let map = PositionMap(
            .with { ($0.sectionDeletes, $0.sectionInserts) = ([0, 3], [1, 2]) })
        #expect((0..<5).map(map.newIndex) == [nil, 0, 3, nil, 4])
        #expect((0..<5).map(map.oldIndex) == [1, nil, nil, 2, 4])
    }

    @Test func `Rows shift by the deleted and inserted rows before them in their section`() {
        let map = PositionMap(
            .with {
                $0.sectionInserts = [0]
                $0.rowDeletes = [.at(0, 1)]
                $0.rowInserts = [.at(1, 0), .at(2, 2)]
                $0.rowMoves = [.init(from: .at(1, 0), to: .at(1, 2))]
            })
        #expect((0..<4).map { map.newPosition(ofRow: .at(0, $0)) } == [.at(1, 1), nil, .at(1, 3), .at(1, 4)])
        #expect(
            (0..<4).map { map.newPosition(ofRow: .at(1, $0)) } == [
                .at(1, 2), .at(2, 0), .at(2, 1), .at(2, 3),
            ])
        #expect((0..<4).map { map.oldPosition(ofRow: .at(2, $0)) } == [.at(1, 1), .at(1, 2), nil, .at(1, 3)])
        #expect(map.oldPosition(ofRow: .at(1, 2)) == .at(1, 0))
        #expect(map.oldPosition(ofRow: .at(0, 0)) == nil)
    }

    @Test func `Random changes map every row and section to the position in plain arrays`() {
        let seed = SeededGenerator.seed
        for pair in 0..<1_500 {
            var tables = RandomTables(Self.profile, seed: seed &* 1_000_003 &+ UInt64(pair))
            var renderer = ModelRenderer()
            var before = tables.table()
            let old = renderer.render(&before)
            var after = tables.edited(before)
            let new = renderer.render(&after)
            let changes = TableChanges(from: old, to: new)
            if let problem = Self.problem(changes, from: old, to: new) {
                Issue.record("TABLE_SEED=\(seed), pair \(pair): \(problem) of \(changes)")
                return
            }
        }
    }

    /// Compares the map with arrays from which the changes remove elements, and into which they insert others.
    private static func problem(_ changes: TableChanges, from old: TableInfo, to new: TableInfo) -> String? {
        let map = PositionMap(changes)
        var sections = old.sections.indices.filter { !changes.sectionDeletes.contains($0) }.map(Int?.some)
        for index in changes.sectionInserts { sections.insert(nil, at: index) }
        if new.sections.indices.map(map.oldIndex) != sections { return "other old indices than \(sections)" }
        for index in old.sections.indices
        where map.newIndex(ofSection: index) != sections.firstIndex(of: index) {
            return "another new index of section \(index)"
        }
        let leaving = Set(changes.rowDeletes + changes.rowMoves.map(\.from))
        let arriving =
            changes.rowInserts.map { (to: $0, from: RowPosition?.none) }
            + changes.rowMoves.map { (to: $0.to, from: RowPosition?.some($0.from)) }
        var targets: [RowPosition: RowPosition] = [:]
        for (index, oldIndex) in sections.enumerated() {
            let rows = oldIndex.map { 0..<old.sections[$0].visibleRowCount } ?? 0..<0
            var origins = rows.map { RowPosition.at(oldIndex ?? 0, $0) }
                .filter { !leaving.contains($0) }.map(RowPosition?.some)
            for arrival in arriving.filter({ $0.to.section == index }).sorted(by: { $0.to < $1.to }) {
                origins.insert(arrival.from, at: arrival.to.row)
            }
            for (row, origin) in origins.enumerated() {
                if map.oldPosition(ofRow: .at(index, row)) != origin {
                    return "another origin of row \(index), \(row)"
                }
                if let origin { targets[origin] = .at(index, row) }
            }
        }
        for (index, section) in old.sections.enumerated() {
            for row in 0..<section.visibleRowCount
            where map.newPosition(ofRow: .at(index, row)) != targets[.at(index, row)] {
                return "another target of row \(index), \(row)"
            }
        }
        return nil
    }
}
