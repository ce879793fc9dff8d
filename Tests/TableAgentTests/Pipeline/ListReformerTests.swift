import TableAgent
import Testing

struct ListReformerTests {
    private let orders = [Order(id: 4, customer: "Ada"), Order(id: 5, customer: "Grace")]

    @Test func `A list becomes one section with a row for each element`() {
        let info = ListReformer<OrderLine>().reform(orders)
        #expect(info.sections.map(\.id) == [ListReformer<OrderLine>.sectionID])
        #expect(info.sections[0].rows.map(\.id) == [4, 5])
        #expect(info.sections[0].rows.map { $0.data(as: Order.self) } == orders)
        #expect(info.columns.isEmpty)
    }

    @Test func `An empty list becomes an empty section`() {
        let info = ListReformer<OrderLine>().reform([])
        #expect(info.sections.count == 1)
        #expect(info.rowCount == 0)
    }

    @Test func `A list can have columns, which can be changed`() {
        var reformer = ListReformer<OrderLine>(columns: ["Customer"])
        #expect(reformer.reform(orders).columns.map(\.title) == ["Customer"])
        reformer.columns.append("Quantity")
        #expect(reformer.reform(orders).columns.map(\.title) == ["Customer", "Quantity"])
    }
}
