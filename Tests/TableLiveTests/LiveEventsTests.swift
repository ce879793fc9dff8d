import TableAgent
import TableLive
import TableSurfaces
import Testing

extension EventName<Int> {
    fileprivate static var pay: Self { Self("pay") }
    fileprivate static var rate: Self { Self("rate") }
}

extension EventName<Void> {
    fileprivate static var open: Self { Self("open") }
}

struct LiveEventsTests {
    private struct Order: Identifiable, Equatable {
        let id: Int
        var isPaid = false
    }

    private enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.boolean(order.isPaid) }

        static func actions(_ place: RowActionPlace, for order: Order) -> [RowAction] {
            place == .trailing && !order.isPaid
                ? [RowAction("Pay", .pay, 100), RowAction("Half", .pay, 50)] : []
        }
    }

    private struct OrdersReformer: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo(columns: ["Paid"]) { TableSection(id: "s") { Rows(orders, as: OrderLine.self) } }
        }
    }

    private let container = LiveContainer(HTMLFormat(actions: HTMLActions(address: "/events")))
    private let agent: Agent<[Order]>

    init() throws {
        agent = try Agent(
            container, rawData: [Order(id: 1), Order(id: 2, isPaid: true)], reformer: OrdersReformer())
        container.accept(.rate)
        container.accept(.open)
    }

    @Test func `The listeners receive an action and an accepted event before the call returns`() throws {
        var heard: [String] = []
        agent.on(.pay) { (event: CellEvent, amount) in heard.append("\(event.rowID) pays \(amount)") }
        agent.on(.rate) { (event: CellEvent, stars) in heard.append("\(event.rowID) rates \(stars)") }
        agent.on(.open) { (event: CellEvent, _) in heard.append("\(event.rowID) opens") }
        try container.receive(row: "s/1", event: "pay", payload: "50")
        try container.receive(row: "s/1", event: "pay", payload: "100")
        try container.receive(row: "s/2", event: "rate", payload: "5")
        try container.receive(row: "s/2", event: "open", payload: nil)
        #expect(heard == ["1 pays 50", "1 pays 100", "2 rates 5", "2 opens"])
    }

    @Test func `The returned event of a viewer has its payload, its data, and its position`()
        throws
    {
        let action = try container.receive(row: "s/1", event: "pay", payload: "50")
        #expect(action.payload(of: .pay) == 50)
        #expect(action.data(as: Order.self) == Order(id: 1))
        #expect(action.position == RowPosition(section: 0, row: 0))
        let accepted = try container.receive(row: "s/2", event: "rate", payload: "5")
        #expect(accepted.payload(of: .rate) == 5)
        #expect(accepted.rowID == AnyID(2))
        #expect(try container.receive(row: "s/2", event: "open", payload: nil).isNamed(.open))
    }

    @Test func `The returned event has the row as it was before its listeners changed the table`() throws {
        agent.on(.pay) { [agent] (_: CellEvent, _) in
            do { try agent.edit { try $0.removeRow(.id(1)) } } catch { Issue.record(error) }
        }
        let event = try container.receive(row: "s/1", event: "pay", payload: "100")
        #expect(event.position == RowPosition(section: 0, row: 0))
        #expect(event.data(as: Order.self) == Order(id: 1))
        #expect(agent.tableInfo.rowCount == 1)
    }

    @Test func `An event needs no listener besides the caller that receives it`() throws {
        var reports: [String] = []
        agent.eventHandler.report = { reports.append($0) }
        try container.receive(row: "s/1", event: "pay", payload: "50")
        try container.receive(row: "s/2", event: "open", payload: nil)
        #expect(reports.isEmpty)
        try agent.post(.open, from: .row(2))
        #expect(reports.count == 1)
    }

    @Test(
        arguments: [
            ("s/9", "pay", "100", TableError.Code.rowNotVisible), ("", "pay", "100", .rowNotVisible),
            (nil, "pay", nil, .rowNotVisible), ("s/1", "pay", "70", .eventNotOffered),
            ("s/2", "pay", "100", .eventNotOffered), ("s/1", "delete", nil, .eventNotOffered),
            ("s/1", nil, nil, .eventNotOffered), ("s/1", "rate", "\"five\"", .payloadInvalid),
            ("s/1", "rate", nil, .payloadInvalid), ("s/1", "rate", "{", .payloadInvalid),
        ] as [(String?, String?, String?, TableError.Code)])
    func `A missing row, a missing event, and a wrong payload are different errors without an event`(
        row: String?, event: String?, payload: String?, code: TableError.Code
    ) throws {
        var count = 0
        agent.on(.pay) { (_: CellEvent, _) in count += 1 }
        agent.on(.rate) { (_: CellEvent, _) in count += 1 }
        let error = #expect(throws: TableError.self) {
            try container.receive(row: row, event: event, payload: payload)
        }
        #expect(error?.code == code && count == 0)
    }

    @Test func `A hidden row and a detached table send no event`() throws {
        try agent.edit { try $0.collapseSection(.id("s")) }
        #expect(throws: TableError.self) { try container.receive(row: "s/1", event: "open", payload: nil) }
        agent.detach()
        let error = #expect(throws: TableError.self) {
            try container.receive(row: "s/1", event: "open", payload: nil)
        }
        #expect(error?.code == .notAttached)
    }
}
