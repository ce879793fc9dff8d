import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// Replaces the standard function, so that tests can read the output of the examples.
private func print(_ text: String) { Printed.line(text) }

/// The payment for an order.
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

// block: refund
extension EventName<Int> {
    /// Requests a refund of an amount in cents.
    static var refund: Self { Self("refund") }
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
            guard let step = event.payload(of: .step) else { return false }  // the delegate receives it
            basket.count += step
            return true
        }
    }
    // end of block

    // block: delegate
    final class OrdersController: EventDelegate {
        var lines: [String] = []

        func didReceive(_ event: CellEvent) {
            switch event.name {
            case .pay:
                if let payment = event.payload(of: .pay), let order = event.data(as: Order.self) {
                    lines.append("pay \(payment.cents) of \(order.total)")
                }
            case .select: lines.append("open \(event.rowID)")
            default: break
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
    enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.text(order.id)
            line.integer(order.total)
        }

        static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
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

    @Test func `The article's examples are the compiled code, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Events.md", test: #filePath)
        let names = [
            "names", "post", "sources", "item", "delegate", "closures", "sequence", "question", "deselect",
            "actions", "perform", "refund", "ask", "inside",
        ]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `A panel posts events of rows, heads, and the table`() throws {
        // block: post
        try panel.source(.row(.at(section: 0, row: 1))).post(.pay, Payment(cents: 500))
        try panel.source(.head(.at(0))).post(.fold)
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
        let row = try panel.source(.row(.at(section: 0, row: 1)))
        let head = try panel.source(.head(.at(0)))

        try agent.edit { try $0.removeRow(.at(section: 0, row: 0)) }
        row.post(.pay, Payment(cents: 500))  // the same row, now at row 0
        try agent.reload([])
        row.post(.pay, Payment(cents: 700))  // the event has no position
        head.post(.fold)  // the event has no section index
        // end of block
        #expect(
            controller.lines == [
                "pay 500 of 700", "A-2 at section 0, row 0", "pay 700 of 700", "A-2 at no place", "fold open",
            ])
        let event = try #require(events.first)
        #expect(event.index == nil)
    }

    @Test func `An item handles its own events, and other events reach the delegate`() throws {
        let basket = Example.Basket()
        let agent = try Agent(container, list: [basket], as: Example.BasketLine.self)
        agent.eventDelegate = controller
        try container.panel?.source(.row(.at(position))).post(.step, 3)
        #expect(basket.count == 4)
        #expect(controller.lines.isEmpty)
        try container.panel?.source(.row(.at(position))).post(.select)
        #expect(controller.lines.count == 1)

        #expect(container.sections[0].texts == [["1"]])
        try agent.edit { try $0.reloadRow(.at(section: 0, row: 0)) }
        #expect(container.sections[0].texts == [["4"]])
    }

    @Test func `Closures receive events until they are cancelled`()
        async throws
    {
        let (agent, panel, position) = (agent, panel, position)
        let lines = try await Printed.lines {
            // block: closures
            agent.on(.pay, of: Order.self) { order, payment, _ in
                print("\(payment.cents) of \(order.total)")
            }
            agent.on(.remove, of: Order.self) { order, _, position in
                print("remove \(order.id) at \(position?.description ?? "no place")")
            }
            agent.on(.step) { (event: CellEvent, count) in
                print("\(count) in row \(event.rowID), whatever its data")
            }
            agent.on(.fold) { (event: SectionEvent) in
                print("fold the \(event.part) of \(event.sectionID)")
            }
            let refreshes = agent.on(.refresh) { (_: TableEvent) in
                print("refresh")
            }
            refreshes.cancel()
            // end of block
            try agent.post(.refresh, from: .table)
            try panel.source(.row(.at(position))).post(.pay, Payment(cents: 500))
            try panel.source(.row(.at(position))).post(.remove)
            try panel.source(.row(.at(position))).post(.step, 2)
            try panel.source(.foot(.at(0))).post(.fold)
        }
        #expect(
            lines == [
                "500 of 900", "remove A-1 at section 0, row 0", "2 in row A-1, whatever its data",
                "fold the foot of open",
            ])
        #expect(controller.lines == ["pay 500 of 900", "fold open"])
    }

    // MARK: Surfaces, sequences, and calls during an event

    @Test func `A sequence receives the events from its creation on`() async throws {
        var lines: [String] = []
        func print(_ line: String) { lines.append(line) }
        // block: sequence
        let events = agent.events()
        try panel.source(.row(.at(section: 0, row: 0))).post(.pay, Payment(cents: 500))
        for await event in events {
            guard case .cell(let event) = event, let payment = event.payload(of: .pay) else { continue }
            print("\(payment.cents) for \(event.rowID)")
            break
        }
        // end of block
        #expect(lines == ["500 for A-1"])
    }

    @Test(arguments: [(0, ["open A-1"]), (1, [])])
    func `A container asks whether a row may be selected`(row: Int, lines: [String]) throws {
        let position = RowPosition(section: 0, row: row)
        // swift-format-ignore
        do {
            // block: question
            try agent.select(.at(position))  // asks the delegate first
            // end of block
        }
        #expect(controller.lines == lines)
    }

    @Test func `A portable container also asks, and without a delegate the row is selected`()
        throws
    {
        try container.select(RowPosition(section: 0, row: 1))
        #expect(controller.lines.isEmpty)
        try container.select(RowPosition(section: 0, row: 0))
        #expect(controller.lines == ["open A-1"])
        agent.eventDelegate = nil
        #expect(try panel.source(.row(.at(section: 0, row: 1))).shouldSelect())
    }

    @Test func `A row is deselected after its selection was delivered`() throws {
        final class Keys: TableContainer {
            weak var panel: Panel?
            var deselected: [RowPosition] = []

            func canShow(_ item: any TableItem.Type) -> Bool { true }
            func reload(_ update: TableUpdate) { update.commit() }
            func deselect(_ position: RowPosition) { deselected.append(position) }
        }
        let container = Keys()
        let agent = try Agent(
            container, rawData: [Order(id: "A-1", total: 9)], reformer: Example.Orders.self)
        agent.on(.select, of: Order.self) { _ in #expect(container.deselected.isEmpty) }
        // block: deselect
        agent.panel.deselectsAutomatically = true
        // end of block
        try container.panel?.source(.row(.at(position))).post(.select)
        #expect(container.deselected == [position])
    }

    @Test func `The panel sends the events of the parts that an update removed and collapsed`() throws {
        var events: [String] = []
        let delegate = Log { events.append($0) }
        agent.eventDelegate = delegate
        try agent.edit { try $0.removeRow(.id("A-1")) }
        try agent.edit { try $0.collapseSection(.id("open")) }
        try panel.source(.row(.at(position))).post(.select)
        try agent.edit { try $0.expandSection(.id("open")) }
        try agent.edit { try $0.removeSection(.id("open")) }
        #expect(
            events == [
                "removed of row A-1 in section open, which is gone", "collapse of the head of section open",
                "select of row A-2 in section open, at section 0, row 0",
                "expand of the head of section open",
                "removed of the head of section open, which is gone",
            ])
    }

    private final class Log: EventDelegate {
        private let log: (String) -> Void

        init(_ log: @escaping (String) -> Void) { self.log = log }

        func didReceive(_ event: CellEvent) { log("\(event)") }
        func didReceive(_ event: SectionEvent) { log("\(event)") }
    }

    @Test func `An action sends the event of its row`() async throws {
        let (agent, position) = (agent, position)
        let row = try panel.source(.row(.at(position)))
        let lines = try await Printed.lines {
            // block: perform
            for action in agent.tableInfo.row(.at(position))?.actions(.leading) ?? [] {
                print(action.title)
                try row.perform(action)
            }
            // end of block
        }
        #expect(lines == ["Pay"])
        #expect(controller.lines == ["pay 900 of 900"])
        #expect(agent.tableInfo.row(.at(RowPosition(section: 0, row: 1)))?.actions(.leading).isEmpty == true)
    }

    @Test func `An action with inputs sends their typed values`() throws {
        let row = try panel.source(.row(.at(position)))
        var refunds: [Int] = []
        agent.on(.refund) { (_: CellEvent, cents) in refunds.append(cents) }
        // block: ask
        let refund = RowAction(
            "Refund", .refund, asking: .amount("cents", label: "Amount in €", in: 1...900, scale: 2),
            confirmation: "Refund a part of the order?")
        try row.perform(refund, inputs: ["cents": "4.50"])
        // end of block
        #expect(refunds == [450])
        let error = #expect(throws: TableError.self) { try row.perform(refund, inputs: ["cents": "9.01"]) }
        #expect(error?.description.contains("from 0.01 to 9.00") == true)
        #expect(refunds == [450])
    }

    @Test func `A listener edits, and later listeners receive the old position`() throws {
        // block: inside
        agent.on(.remove, of: Order.self) { [weak agent] order in
            do {
                try agent?.edit { try $0.removeRow(.id(order.id)) }
            } catch {
                agent?.panel.report("Order \(order.id) was not removed: \(error)")
            }
        }
        // end of block
        var heard: [RowPosition?] = []
        agent.on(.remove, of: Order.self) { [agent] order, _, position in
            heard = [position, agent.tableInfo.position(of: .id(order.id, in: .id("open")))]
        }
        try panel.source(.row(.at(position))).post(.remove)
        #expect(heard == [position, nil])
        #expect(container.sections[0].texts == [["A-2", "700"]])
    }

    @Test func `A table that a listener shows during an update follows directly after the update`() throws {
        var counts: [Int] = []
        agent.on(.removed, of: Order.self) { [agent] _ in
            if counts.isEmpty { try? agent.edit { try $0.removeRow(.at(section: 0, row: 0)) } }
            counts.append(agent.tableInfo.rowCount)
        }
        try agent.edit { try $0.removeRow(.at(section: 0, row: 0)) }
        #expect(counts == [1, 0])
        #expect(container.sections[0].rows.isEmpty)
    }

    @Test func `A closure that is cancelled or added during an event does not receive the event`() throws {
        var heard: [String] = []
        var second: EventSubscription?
        let first = agent.on(.select, of: Order.self) { [agent] _ in
            second?.cancel()
            agent.on(.select, of: Order.self) { _ in heard.append("new") }
        }
        second = agent.on(.select, of: Order.self) { _ in heard.append("second") }
        try container.select(position)
        #expect(heard.isEmpty)
        first.cancel()
        try container.select(position)
        #expect(heard == ["new"])
    }
}
