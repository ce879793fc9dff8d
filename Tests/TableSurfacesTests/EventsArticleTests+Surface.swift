import TableAgent
import TableAgentTesting
import Testing

/// Takes the place of the standard one, so that tests can see what the examples print.
private func print(_ text: String) { Printed.line(text) }

/// What the article about events says of surfaces, of sequences and of what happens inside an event.
extension EventsArticleTests {
    @Test func `A sequence gets the events from when it was made`() async throws {
        var lines: [String] = []
        func print(_ line: String) { lines.append(line) }
        // block: sequence
        let events = agent.events
        try panel.source(.row(at: RowPosition(section: 0, row: 0))).post(.pay, Payment(cents: 500))
        for await event in events {
            guard case .row(let row) = event.origin, let payment = event.payload(of: .pay) else { continue }
            print("\(payment.cents) for \(row.rowID)")
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
            try panel.source(.row(at: position)).select()       // asks, and sends `select` if it may
            // end of block
        }
        #expect(controller.lines == lines)
    }

    @Test func `A portable container asks, too, and without a delegate the answer is yes`()
        throws
    {
        try container.select(RowPosition(section: 0, row: 1))
        #expect(controller.lines.isEmpty)
        try container.select(RowPosition(section: 0, row: 0))
        #expect(controller.lines == ["open A-1"])
        agent.eventHandler.delegate = nil
        #expect(try panel.source(.row(at: RowPosition(section: 0, row: 1))).shouldSelect())
    }

    @Test func `A row is deselected once its selection was delivered`() throws {
        final class Keys: TableContainer {
            weak var panel: Panel?
            var deselected: [RowPosition] = []

            func canShow(_ item: ItemType) -> Bool { true }
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
        try container.panel?.source(.row(at: position)).post(.select)
        #expect(container.deselected == [position])
    }

    @Test func `The panel tells of what an update removed and collapsed`() throws {
        var events: [String] = []
        let delegate = Log { events.append($0) }
        agent.eventHandler.delegate = delegate
        try agent.edit { try $0.removeRow(.id("A-1")) }
        try agent.edit { try $0.collapseSection(.id("open")) }
        try panel.source(.row(at: position)).post(.select)
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
        let row = try panel.source(.row(at: position))
        let lines = await Printed.lines {
            // block: perform
            for action in agent.tableInfo.row(at: position)?.actions(.leading) ?? [] {
                print(action.title)
                row.perform(action)
            }
            // end of block
        }
        #expect(lines == ["Pay"])
        #expect(controller.lines == ["pay 900 of 900"])
        #expect(agent.tableInfo.row(at: RowPosition(section: 0, row: 1))?.actions(.leading).isEmpty == true)
    }

    @Test func `An event that nobody listens to is reported, but not those that come by themselves`()
        async throws
    {
        let (agent, panel) = (agent, panel)
        agent.eventHandler.delegate = nil
        let lines = try await Printed.lines {
            // block: report
            agent.eventHandler.report = { sentence in print(sentence) }
            try panel.source(.row(at: RowPosition(section: 0, row: 0))).post(.remove)
            // end of block
            let names: [EventName<Void>] = [
                .highlight, .unhighlight, .willDisplay, .didEndDisplay, .removed, .deselect, .beginEditing,
                .endEditing, .select,
            ]
            for name in names { try panel.source(.row(at: RowPosition(section: 0, row: 0))).post(name) }
        }
        #expect(
            lines
                == ["remove", "select"].map {
                    "Nobody listens to \($0) of row A-1 in section open, at section 0, row 0."
                })
    }

    @Test func `A listener edits, and later listeners get the position from before`() throws {
        // block: inside
        agent.on(.remove, of: Order.self) { [weak agent] order in
            try? agent?.edit { try $0.removeRow(.id(order.id)) }
        }
        // end of block
        var heard: [RowPosition?] = []
        agent.on(.remove, of: Order.self) { [agent] order, _, position in
            heard = [position, agent.tableInfo.position(ofRow: order.id, inSection: "open")]
        }
        try panel.source(.row(at: position)).post(.remove)
        #expect(heard == [position, nil])
        #expect(container.sections[0].texts == [["A-2", "700"]])
    }

    @Test func `What a listener shows during an update follows right after it`() throws {
        var counts: [Int] = []
        agent.on(.removed, of: Order.self) { [agent] _ in
            if counts.isEmpty { try? agent.edit { try $0.removeRow(.at(0, 0)) } }
            counts.append(agent.tableInfo.rowCount)
        }
        try agent.edit { try $0.removeRow(.at(0, 0)) }
        #expect(counts == [1, 0])
        #expect(container.sections[0].rows.isEmpty)
    }

    @Test func `A closure that is cancelled or set inside an event does not hear of it`() throws {
        var heard: [String] = []
        var second: EventObservation?
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
