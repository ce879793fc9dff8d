import TableAgent
import TableAgentTesting
import Testing

/// Tests of information about heads and feet that does not compute them.
struct HeadFootPresenceTests {
    private final class Count {
        var value = 0
    }

    private enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    private let count = Count()

    private func section(_ id: Int, _ numbers: [Int]) -> TableSection {
        let count = count
        func sum(_ numbers: [Int]) -> Int {
            count.value += 1
            return numbers.reduce(0, +)
        }
        return TableSection(id: id, isCollapsed: id == 1) {
            Head(of: Int.self, as: NumberLine.self, compute: sum)
            Rows(numbers, id: \.self, as: NumberLine.self)
            Foot(of: Int.self, as: NumberLine.self, compute: sum)
        }
    }

    private func table() -> TableInfo {
        let count = count
        return TableInfo(
            sections: (0..<3).map { section($0, [1, 2]) },
            foot: Foot(of: Int.self, as: NumberLine.self) { numbers in
                count.value += 1
                return numbers.count
            })
    }

    @Test func `Checking for heads and feet, or counting visible rows, computes nothing`() {
        let table = table()
        #expect(table.hasFoot)
        #expect(table.sections.allSatisfy { $0.hasHead && $0.hasFoot })
        #expect(table.sections.map(\.visibleRowCount) == [2, 0, 2])
        #expect(!TableSection(id: 1).hasHead)
        #expect(!TableSection(id: 1).hasFoot)
        #expect(count.value == 0)
    }

    @Test func `Finding the section of a foot computes no other head or foot`() throws {
        let table = table()
        let foot = try #require(table.sections[2].foot)
        #expect(table.index(ofSectionWith: foot) == 2)
        #expect(count.value == 1)
        let head = try #require(table.sections[1].head)
        #expect(table.index(ofSectionWith: head) == 1)
        #expect(table.index(ofSectionWith: foot) == 2)
        #expect(table.index(ofSectionWith: Row(1, id: 1, as: NumberLine.self)) == nil)
        #expect(count.value == 2)
    }

    @Test func `An inserted or deleted head or foot is found without computing it`() throws {
        let old = table()
        var new = old
        try new.edit { edit in
            try edit.setHead(nil, of: .at(0))
            try edit.setFoot(nil, of: .at(0))
            edit.setFoot(nil)
        }
        let changes = TableChanges(from: old, to: new)
        #expect((changes.headUpdates, changes.footUpdates) == ([0], [0]))
        #expect(changes.updatesTableFoot)
        #expect(count.value == 0)
    }

    @Test func `A container's table is checked and compared without computing unchanged parts`() throws {
        struct Reformed: Reformer {
            let table: TableInfo
            func reform(_ rawData: Void) -> TableInfo { table }
        }
        final class Blind: TableContainer {
            weak var panel: Panel?
            var appliesChanges: Bool { true }
            func canShow(_ item: any TableItem.Type) -> Bool { true }
            func reload(_ update: TableUpdate) { update.commit() }
            func apply(_ changes: TableChanges, in update: TableUpdate) { update.commit() }
        }
        let agent = try Agent(Blind(), rawData: (), reformer: Reformed(table: table()))
        #expect(count.value == 0)
        try agent.edit { try $0.removeRow(.at(section: 0, row: 0)) }
        // The head and the foot of the section, and the foot of the table, each in the old and the new table.
        #expect(count.value == 6)
    }
}
