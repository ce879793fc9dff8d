import TableAgent
import Testing

/// Tests of the changes for listeners: removed, collapsed, and expanded rows and sections.
struct TableChangesListenersTests {
    private typealias Fruit = ChangesSample.Fruit

    private func section(_ id: String, _ rows: [String], isCollapsed: Bool = false) -> TableSection {
        TableSection(
            id: id, rows: Rows(rows.map { Fruit(id: $0) }, as: ChangesSample.Line.self),
            isCollapsed: isCollapsed)
    }

    private func changes(_ old: [TableSection], _ new: [TableSection]) -> TableChanges {
        TableChanges(from: TableInfo(sections: old), to: TableInfo(sections: new))
    }

    @Test func `Changes for listeners alone leave the surface unchanged`() {
        let changes = changes([section("A", [], isCollapsed: true)], [section("A", [])])
        #expect(changes.expandedSections == [0])
        #expect(changes.isEmpty && changes.count == 0)
    }

    @Test func `A deleted row that is nowhere else is removed`() {
        #expect(changes([section("A", ["a", "b"])], [section("A", ["b"])]).removedRows == [.at(0, 0)])
    }

    @Test func `A row that gets another item is not removed`() {
        let card = TableSection(id: "A", rows: Rows([Fruit(id: "a")], as: ChangesSample.Card.self))
        let changes = changes([section("A", ["a", "b"])], [card])
        #expect(changes.rowDeletes == [.at(0, 0), .at(0, 1)])
        #expect(changes.removedRows == [.at(0, 1)])
    }

    @Test func `A row that gets another item in another section is not removed`() {
        let card = TableSection(id: "B", rows: Rows([Fruit(id: "a")], as: ChangesSample.Card.self))
        let changes = changes(
            [section("A", ["a"]), section("B", ["b"])], [section("A", []), card])
        #expect(changes.removedRows == [.at(1, 0)])
    }

    @Test func `A row hidden by collapsing is not removed, and a deleted row of the section is`() {
        let changes = changes(
            [section("A", ["a", "b", "c"])], [section("A", ["a", "c"], isCollapsed: true)])
        #expect(changes.rowDeletes.count == 3)
        #expect(changes.removedRows == [.at(0, 1)])
        #expect(changes.collapsedSections == [0])
    }

    @Test func `A hidden row that is deleted is not removed, because it was not visible`() {
        let changes = changes(
            [section("A", ["a", "b"], isCollapsed: true)], [section("A", ["a"], isCollapsed: true)])
        #expect(changes == TableChanges())
    }

    @Test func `A row in a collapsed, new, or moved section is not removed`() {
        let old = [
            section("A", ["a", "b", "c", "d"]), section("B", [], isCollapsed: true), section("C", ["x"]),
        ]
        let new = [
            section("C", ["x", "c"]), section("A", ["d"]), section("B", ["a"], isCollapsed: true),
            section("D", ["b"]),
        ]
        #expect(changes(old, new).removedRows == [])
    }

    @Test func `A row deleted from a moved section is removed`() {
        let old = [section("A", ["a", "b", "c"]), section("B", ["x", "y"])]
        let new = [section("B", ["x"]), section("A", ["a", "b", "c"])]
        let changes = changes(old, new)
        #expect(changes.sectionDeletes == [1])
        #expect(changes.removedSections == [])
        #expect(changes.removedRows == [.at(1, 1)])
    }

    @Test func `A removed section is listed without its rows`() {
        let changes = changes([section("A", ["a"]), section("B", ["b"])], [section("A", ["a"])])
        #expect(changes.removedSections == [1])
        #expect(changes.removedRows == [])
    }

    @Test func `A row is removed even if a row with the same id stays in another section`() {
        let changes = changes(
            [section("A", ["a"]), section("B", ["a"])], [section("A", ["a"]), section("B", [])])
        #expect(changes.removedRows == [.at(1, 0)])
    }

    @Test func `Moved sections are collapsed and expanded at their new indices`() {
        let old = [section("A", ["a"]), section("B", ["b"], isCollapsed: true), section("C", ["c", "d"])]
        let new = [section("C", ["c", "d"]), section("B", ["b"]), section("A", ["a"], isCollapsed: true)]
        let changes = changes(old, new)
        #expect(changes.collapsedSections == [2])
        #expect(changes.expandedSections == [1])
        #expect(changes.removedRows == [])
    }

    @Test func `A row that moves to another section is not removed, even if its id was repeated`() {
        func section<Item: TableItem<Fruit, GridLine>>(
            _ id: Int, _ fruits: [String], _ item: Item.Type
        ) -> TableSection where Item.Context == Void {
            TableSection(id: id, rows: Rows(byPosition: fruits.map { Fruit(id: $0) }, as: item))
        }
        let changes = changes(
            [
                section(0, ["a", "b"], ChangesSample.Line.self),
                section(1, ["c", "d"], ChangesSample.Card.self),
                section(2, ["e"], ChangesSample.Card.self),
            ],
            [
                section(0, ["a"], ChangesSample.Line.self), section(1, ["c"], ChangesSample.Card.self),
                section(2, ["e", "d"], ChangesSample.Card.self),
            ])
        #expect(changes.rowMoves == [.init(from: .at(1, 1), to: .at(2, 1))])
        #expect(changes.removedRows == [.at(0, 1)])
    }

    @Test func `Above the limit, there are no changes`() {
        let (old, new) = (
            TableInfo.fruits(["A": (0..<100).map(String.init)]),
            TableInfo.fruits(["A": (200..<300).map(String.init)])
        )
        #expect(TableChanges(from: old, to: new, limit: 200)?.count == 200)
        #expect(TableChanges(from: old, to: new, limit: 199) == nil)
        #expect(TableChanges(from: old, to: new, limit: 0) == nil)
        #expect(TableChanges(from: old, to: old, limit: 0) == TableChanges())
    }
}
