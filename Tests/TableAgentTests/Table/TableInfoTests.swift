import TableAgent
import Testing

/// Tests that read a table without a view.
@Suite struct TableInfoTests {
    private let info = LedgerReformer().reform(.sample)

    @Test func `A table has sections, rows, and counts that include hidden rows`() {
        #expect(info.sections.count == 2)
        #expect(info.sections.map(\.rows.count) == [2, 1])
        #expect(info.rowCount == 3)
        #expect(TableInfo().rowCount == 0)
    }

    @Test func `A row returns its id and its typed data`() throws {
        let row = try #require(info.row(.at(RowPosition(section: 0, row: 1))))
        #expect(row.id == 2)
        #expect(row.id.base as? Int == 2)
        #expect(row.data(as: Order.self) == Order(id: 2, customer: "Ada", quantity: 5))
        #expect(row.data(as: Customer.self) == nil)
        #expect(row.item is OrderLine.Type)
        let order: Order? = row.data()
        #expect(order?.quantity == 5)
    }

    @Test(arguments: [(0, 2), (0, -1), (1, 1), (2, 0), (-1, 0), (Int.max, Int.max), (Int.min, 0)])
    func `A position outside the table has no row`(_ section: Int, _ row: Int) {
        #expect(info.row(.at(RowPosition(section: section, row: row))) == nil)
        #expect(TableInfo().row(.at(RowPosition(section: section, row: row))) == nil)
    }

    @Test(arguments: [-1, 2, Int.max, Int.min])
    func `An index outside the table has no section`(_ index: Int) {
        #expect(info.section(.at(index)) == nil)
        #expect(info.section(.at(1))?.id == "grace")
    }

    @Test func `Sections and rows are found by their ids`() {
        #expect(info.index(of: .id("grace")) == 1)
        #expect(info.index(of: .id("nobody")) == nil)
        #expect(info.position(of: .id(3)) == RowPosition(section: 1, row: 0))
        #expect(info.position(of: .id(3, in: .id("ada"))) == nil)
        #expect(info.position(of: .id(2, in: .id("ada"))) == RowPosition(section: 0, row: 1))
        #expect(info.position(of: .id("3")) == nil)
        #expect(info.position(of: .id(AnyID(Optional(3)))) == nil)
        #expect(info.position(of: .id(AnyID(1))) == RowPosition(section: 0, row: 0))
    }

    @Test func `Of two rows with one id, the first is found unless a section is given`() {
        let table = TableInfo(
            sections: TableInfo.numbers(1, 2).sections + [
                TableSection(id: "more") {
                    Row(2, id: 2, as: NumberLine.self)
                }
            ])
        #expect(table.position(of: .id(2)) == RowPosition(section: 0, row: 1))
        #expect(table.position(of: .id(2, in: .id("more"))) == RowPosition(section: 1, row: 0))
    }

    @Test func `Data is found by a row's id and type`() {
        #expect(info.row(.id(3))?.data(as: Order.self)?.customer == "Grace")
        #expect(info.row(.id(3))?.data(as: String.self) == nil)
        #expect(info.row(.id(4)) == nil)
    }

    @Test func `A change of a copy does not change the original table`() {
        var copy = info
        copy.sections[0].rows.append([copy.sections[1].rows[0]])
        copy.sections[0].isCollapsed = true
        copy.sections.remove(at: 1)
        #expect(info.sections.map(\.rows.count) == [2, 1])
        #expect(info.sections[0].isCollapsed == false)
        #expect(copy.sections.map(\.rows.count) == [3])
    }

    @Test func `A table has columns`() {
        let table = TableInfo(columns: ["A", GridColumn("B", alignment: .right)]) {}
        #expect(table.columns.map(\.title) == ["A", "B"])
        #expect(TableInfo().columns.isEmpty)
    }

    @Test(arguments: 0..<2)
    func `A row that is found by its position has an id with this position`(_ index: Int) throws {
        let section = try #require(info.section(.at(index)))
        for row in section.rows.indices {
            let position = RowPosition(section: index, row: row)
            let id = try #require(info.row(.at(position))?.id)
            #expect(info.position(of: .id(id)) == position)
        }
    }
}
