import TableAgent
import TableAgentTesting
import Testing

/// A list with a tap closure takes three lines.
struct AgentListTests {
    private let orders = [Order(id: 4, customer: "Ada"), Order(id: 5, customer: "Grace", quantity: 3)]

    @Test func `A tap passes the data of its row to the closure`() throws {
        let container = RecordingContainer()
        var tapped: [Order] = []

        let agent = try Agent(container, list: orders, as: OrderLine.self) { order in
            tapped.append(order)
        }

        #expect(container.sections.map(\.texts) == [[["Ada", "1"], ["Grace", "3"]]])
        try container.select(RowPosition(section: 0, row: 1))
        #expect(tapped == [orders[1]])
        #expect(agent.tableInfo.sections.map(\.id) == ["list"])
    }

    @Test func `A list can have columns and no listener`() throws {
        let container = RecordingContainer()
        let agent = try Agent(container, list: orders, as: OrderLine.self, columns: ["Customer", "Quantity"])
        #expect(container.columns.map(\.title) == ["Customer", "Quantity"])
        try container.select(RowPosition(section: 0, row: 0))
        #expect(agent.panel.container != nil)
    }

    @Test func `After a reload, taps pass the new data`() throws {
        let container = RecordingContainer()
        var tapped: [Int] = []
        let agent = try Agent(container, list: orders, as: OrderLine.self) { tapped.append($0.id) }
        try agent.reload([Order(id: 77, customer: "Alan")])
        try container.select(RowPosition(section: 0, row: 0))
        #expect(tapped == [77])
    }

    @Test func `A tap on a row that a reload removed is an error`() throws {
        let container = RecordingContainer()
        var tapped: [Int] = []
        let agent = try Agent(container, list: orders, as: OrderLine.self) { tapped.append($0.id) }
        try agent.reload([orders[0]])
        let position = RowPosition(section: 0, row: 1)
        let error = #expect(throws: TableError.self) { try container.select(position) }
        #expect(error?.code == .positionOutOfRange)
        #expect(error?.position == position)
        #expect(tapped.isEmpty)
    }

    @Test func `A list becomes one section with a row for each element`() throws {
        let info = try Agent(RecordingContainer(), list: orders, as: OrderLine.self).tableInfo
        #expect(info.sections.map(\.id) == ["list"])
        #expect(info.sections[0].rows.map(\.id) == [4, 5])
        #expect(info.sections[0].rows.map { $0.data(as: Order.self) } == orders)
        #expect(info.columns.isEmpty)
    }

    @Test func `An empty list becomes an empty section`() throws {
        let info = try Agent(RecordingContainer(), list: [], as: OrderLine.self).tableInfo
        #expect(info.sections.count == 1)
        #expect(info.rowCount == 0)
    }
}
