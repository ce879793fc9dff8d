import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// Takes the place of the standard one, so that tests can see what the examples print.
private func print(_ text: String) { Printed.line(text) }

/// What is paid for an order.
struct Payment {
    var cents: Int
}

// block: names
extension EventName<Payment> {
    static var pay: Self { Self("pay") }
}

extension EventName<Int> {
    static var step: Self { Self("step") }
}

extension EventName<Void> {
    static var fold: Self { Self("fold") }
    static var remove: Self { Self("remove") }
    static var refresh: Self { Self("refresh") }
}
// end of block

/// The examples of the article about events.
enum EventsExample {
    struct Order: Identifiable {
        let id: String
        var total: Int
        var isPaid = false
    }

    final class Basket: Identifiable {
        var count = 1
    }

    // block: item
    enum BasketLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with basket: Basket) {
            line.integer(basket.count)
        }

        static func handle(_ event: CellEvent, with basket: Basket) -> Bool {
            guard let step = event.payload(of: .step) else { return false }  // goes on to the delegate
            basket.count += step
            return true
        }
    }
    // end of block

    // block: delegate
    final class OrdersController: EventDelegate {
        var lines: [String] = []

        func didReceive(_ event: CellEvent) {
            if let payment = event.payload(of: .pay), let order = event.data(as: Order.self) {
                lines.append("pay \(payment.cents) of \(order.total)")
            } else if event.isNamed(.select) {
                lines.append("open \(event.rowID)")
            }
        }

        func didReceive(_ event: SectionEvent) {
            if event.isNamed(.fold) { lines.append("fold \(event.sectionID)") }
        }

        func shouldSelect(_ event: CellEvent) -> Bool {
            event.data(as: Order.self)?.isPaid == false
        }
    }
    // end of block

    // block: actions
    enum OrderLine: GridLineItem, ActionItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.text(order.id)
            line.integer(order.total)
        }

        static func actions(_ place: RowActionPlace, for order: Order) -> [RowAction] {
            switch place {
            case .leading: order.isPaid ? [] : [RowAction("Pay", .pay, Payment(cents: order.total))]
            case .trailing: [RowAction("Remove", .remove, symbol: "trash", isDestructive: true)]
            case .menu: []
            }
        }
    }
    // end of block

    struct Orders: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            if orders.isEmpty { return TableInfo() }
            return TableInfo {
                TableSection(id: "open") {
                    Head("open", as: GridTitle.self)
                    Rows(orders, as: OrderLine.self)
                }
            }
        }
    }
}

struct EventsArticleTests {
    typealias Example = EventsExample
    typealias Order = Example.Order

    let container = RecordingContainer(appliesChanges: true)
    let controller = Example.OrdersController()
    let agent: Agent<[Order]>
    let panel: Panel
    let position = RowPosition(section: 0, row: 0)

    init() throws {
        let orders = [Order(id: "A-1", total: 900), Order(id: "A-2", total: 700, isPaid: true)]
        agent = try Agent(
            container, rawData: orders, reformer: Example.Orders.self, eventDelegate: controller)
        panel = try #require(container.panel)
        agent.eventHandler.report = { _ in }
    }

    @Test func `The examples are compiled as they stand, all of them, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Events.md", test: #filePath)
        let names = [
            "names", "post", "sources", "item", "delegate", "closures", "sequence", "question", "deselect",
            "actions", "perform", "report", "inside",
        ]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `A panel posts events of rows, of heads and of the table`() throws {
        // block: post
        try panel.source(.row(at: RowPosition(section: 0, row: 1))).post(.pay, Payment(cents: 500))
        try panel.source(.head(at: 0)).post(.fold)
        try agent.post(.refresh, from: .table)
        // end of block
        #expect(controller.lines == ["pay 500 of 700", "fold open"])
    }

    @Test func `A source finds its row and section again`() throws {
        var events: [SectionEvent] = []
        agent.on(.pay, of: Order.self) { order, payment, place in
            controller.lines.append("\(order.id) at \(place?.description ?? "no place")")
        }
        agent.on(.fold) { (event: SectionEvent) in events.append(event) }
        // block: sources
        let row = try panel.source(.row(at: RowPosition(section: 0, row: 1)))
        let head = try panel.source(.head(at: 0))

        try agent.edit { try $0.removeRow(.at(0, 0)) }
        row.post(.pay, Payment(cents: 500))  // of the same row, now at row 0
        try agent.reload([])
        row.post(.pay, Payment(cents: 700))  // its position is nil
        head.post(.fold)  // and so is the head's section number
        // end of block
        #expect(
            controller.lines == [
                "pay 500 of 700", "A-2 at section 0, row 0", "pay 700 of 700", "A-2 at no place", "fold open",
            ])
        let event = try #require(events.first)
        #expect(event.index == nil && event.isGone)
    }

    @Test func `An item handles what is its own, and the rest goes on`() throws {
        let basket = Example.Basket()
        let agent = try Agent(container, list: [basket], as: Example.BasketLine.self)
        agent.eventHandler.delegate = controller
        try container.panel?.source(.row(at: position)).post(.step, 3)
        #expect(basket.count == 4)
        #expect(controller.lines.isEmpty)
        try container.panel?.source(.row(at: position)).post(.select)
        #expect(controller.lines.count == 1)

        #expect(container.sections[0].texts == [["1"]])
        try agent.edit { try $0.reloadRow(.at(0, 0)) }
        #expect(container.sections[0].texts == [["4"]])
    }

    @Test func `Closures hear of rows, heads and the table until they are cancelled`() async throws {
        let (agent, panel, position) = (agent, panel, position)
        let lines = try await Printed.lines {
            // block: closures
            agent.on(.pay, of: Order.self) { order, payment in
                print("\(payment.cents) of \(order.total)")
            }
            agent.on(.remove, of: Order.self) { order, _, position in
                print("remove \(order.id) at \(position?.description ?? "no place")")
            }
            agent.on(.step) { (event: CellEvent, count) in
                print("\(count) in row \(event.rowID), whatever its data")
            }
            agent.on(.fold) { (event: SectionEvent) in
                print("fold the \(event.kind) of \(event.sectionID)")
            }
            let observation = agent.on(.refresh) { (_: TableEvent) in
                print("refresh")
            }
            observation.cancel()
            // end of block
            try agent.post(.refresh, from: .table)
            try panel.source(.row(at: position)).post(.pay, Payment(cents: 500))
            try panel.source(.row(at: position)).post(.remove)
            try panel.source(.row(at: position)).post(.step, 2)
            try panel.source(.foot(at: 0)).post(.fold)
        }
        #expect(
            lines == [
                "500 of 900", "remove A-1 at section 0, row 0", "2 in row A-1, whatever its data",
                "fold the foot of open",
            ])
        #expect(controller.lines == ["pay 500 of 900", "fold open"])
    }
}
