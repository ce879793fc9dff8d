import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// Tables share unedited sections as values.
struct TableSectionsTests {
    private func section(_ id: Int) -> TableSection {
        TableSection(id: id) { Row(id, id: id, as: NumberLine.self) }
    }

    @Test func `A change of a section does not affect its copies`() {
        let original = TableInfo(sections: [section(0), section(1)])
        let changes: [(inout TableSection) -> Void] = [
            { $0.setHead(Head(0, as: NumberLine.self)) }, { $0.setFoot(Foot(0, as: NumberLine.self)) },
            { $0.isCollapsed = true },
            { $0.rows.append(Rows([2], id: \.self, as: NumberLine.self)) },
        ]
        for change in changes {
            var table = original
            change(&table.sections[1])
            var further = table
            for change in changes { change(&further.sections[1]) }
            #expect(original.sections[1].head == nil && original.sections[1].foot == nil)
            #expect(!original.sections[1].isCollapsed)
            #expect(original.sections[1].rows.map(\.id) == [1])
            let section = table.sections[1]
            let changed = [
                section.head != nil, section.foot != nil, section.isCollapsed, section.rows.count == 2,
            ]
            #expect(changed.filter { $0 }.count == 1)
            #expect(further.sections[1].isCollapsed && further.sections[1].rows.last?.id == 2)
        }
    }

    @Test(arguments: 0..<40)
    func `Tables that share sections have the same changes as tables that do not`(seed: Int)
        throws
    {
        var random = SeededGenerator(seed: UInt64(seed))
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        var ids = Array(0..<(seed % 2 == 0 ? 3000 : 20))
        let old = TableInfo(sections: ids.map(section))
        var new = old
        for _ in 0..<number(0..<6) {
            let index = number(0..<ids.count)
            switch number(0..<4) {
            case 0:
                ids.remove(at: index)
                try new.edit { try $0.removeSection(.at(index)) }
            case 1:
                ids.insert(ids.count + 10_000, at: index)
                try new.edit { [ids] in try $0.insert(section(ids[index]), at: index) }
            case 2:
                try new.edit { try $0.replaceRows(of: .at(index), with: section(number(0..<5000)).rows) }
            default:
                let target = number(0..<ids.count)
                guard target != index else { continue }
                ids.insert(ids.remove(at: index), at: target)
                try new.edit { edit in
                    if index < target {
                        try edit.moveSection(.at(index), after: .at(target))
                    } else {
                        try edit.moveSection(.at(index), before: .at(target))
                    }
                }
            }
        }
        let unshared = TableInfo(
            sections: new.sections.map { section in
                let numbers = section.rows.compactMap { $0.data(as: Int.self) }
                return TableSection(id: section.id, rows: Rows(numbers, id: \.self, as: NumberLine.self))
            })
        let changes = TableChanges(from: old, to: new)
        #expect(changes == TableChanges(from: old, to: unshared))
        #expect(changes.fault(from: old, to: new) == nil)
        #expect(TableChanges(from: new, to: new).isEmpty)
    }

    /// Counts the comparisons of ids.
    private struct ComparedID: Hashable {
        // A single test uses the counter, without concurrency.
        final class Counter: @unchecked Sendable {
            var count = 0
        }

        let number: Int
        let counter: Counter

        static func == (lhs: ComparedID, rhs: ComparedID) -> Bool {
            lhs.counter.count += 1
            return lhs.number == rhs.number
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func `An edit of one row does not compare the ids of other sections`() throws {
        let counter = ComparedID.Counter()
        let ids = (0..<2_000).map { ComparedID(number: $0, counter: counter) }
        let table = TableInfo(sections: ids.map { TableSection(id: $0, rows: section($0.number).rows) })
        var new = table
        try new.edit { try $0.replaceRows(of: .at(1_000), with: section(-1).rows) }
        let changes = TableChanges(from: table, to: new)
        #expect(changes.rowInserts == [RowPosition(section: 1_000, row: 0)])
        #expect(changes.fault(from: table, to: new) == nil)
        #expect(counter.count < 5)
    }
}
