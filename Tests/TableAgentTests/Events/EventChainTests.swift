import TableAgent
import TableAgentTesting
import Testing

extension EventName<Int> {
    fileprivate static var step: Self { Self("step") }
    fileprivate static var pay: Self { Self("pay") }
}

/// Tests of the listeners of an event and their order.
struct EventChainTests {
    final class Counter: Identifiable {
        let id: Int
        var value = 0

        init(_ id: Int) { self.id = id }
    }

    enum CounterLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with counter: Counter) { line.integer(counter.value) }

        static func handle(_ event: CellEvent, with counter: Counter) -> Bool {
            guard let step = event.payload(of: .step) else { return false }
            counter.value += step
            return true
        }
    }

    enum CounterTitle: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with counter: Counter) { line.integer(counter.value) }

        static func handle(_ event: SectionEvent, with counter: Counter) -> Bool {
            counter.value = event.payload(of: .step) ?? counter.value
            return event.isNamed(.step)
        }
    }

    struct Counters: StatelessReformer {
        func reform(_ counters: [Counter]) -> TableInfo {
            TableInfo {
                TableSection(id: "s") {
                    if let first = counters.first { Head(first, as: CounterTitle.self) }
                    Rows(counters, as: CounterLine.self)
                }
            }
        }
    }

    /// A delegate that records some events and answers questions.
    final class Listener: EventDelegate {
        var heard: (String) -> Void = { _ in }
        var refused: Set<Int> = []

        func didReceive(_ event: CellEvent) { heard("delegate: \(event.name)") }
        func shouldSelect(_ event: CellEvent) -> Bool {
            event.position.map { !refused.contains($0.row) } ?? false
        }
    }

    private let container = RecordingContainer()
    private let listener = Listener()
    private let counters = [Counter(1), Counter(2)]
    private let agent: Agent<[Counter]>
    private let first = RowPosition(section: 0, row: 0)

    init() throws {
        agent = try Agent(container, rawData: counters, reformer: Counters.self, eventDelegate: listener)
    }

    private var panel: Panel { get throws { try #require(container.panel) } }

    @Test func `An item receives an event first, and delivery ends if it handles the event`() throws {
        var heard: [String] = []
        listener.heard = { heard.append($0) }
        agent.on(.step, of: Counter.self) { _, step, _ in heard.append("closure: \(step)") }
        try panel.source(.row(.at(first))).post(.step, 5)
        try panel.source(.row(.at(first))).post(.pay, 7)
        try panel.source(.head(.at(0))).post(.step, 9)

        #expect(counters[0].value == 9)
        #expect(heard == ["delegate: pay"])
    }

    @Test func `The delegate, the closures in their order, and the sequences follow the item`() async throws {
        var heard: [String] = []
        listener.heard = { heard.append($0) }
        agent.on(.pay, of: Counter.self) { _, amount, _ in heard.append("first: \(amount)") }
        agent.on(.pay, of: Counter.self) { counter, amount, position in
            heard.append("second: \(amount) of \(counter.id) in row \(position?.row ?? -1)")
        }
        agent.on(.pay, of: String.self) { _, _, _ in heard.append("never") }
        agent.on(.step, of: Counter.self) { _, _, _ in heard.append("never") }
        var events = agent.events().makeAsyncIterator()
        try panel.source(.row(.at(first))).post(.pay, 3)
        let event = await events.next()

        #expect(heard == ["delegate: pay", "first: 3", "second: 3 of 1 in row 0"])
        #expect(event?.payload(of: .pay) == 3)
    }

    @Test func `A closure receives an event without a payload, with its data, or with its position`() throws {
        var heard: [String] = []
        agent.on(.select, of: Counter.self) { heard.append("\($0.id)") }
        agent.on(.select, of: Counter.self) { counter, _, position in
            heard.append("\(counter.id) at \(position?.row ?? -1)")
        }
        try container.select(RowPosition(section: 0, row: 1))
        #expect(heard == ["2", "2 at 1"])
    }

    @Test func `Closures receive events of heads, feet, and the table until they are cancelled`() throws {
        var heard: [String] = []
        let section = agent.on(.pay) { (event: SectionEvent, amount) in
            heard.append("\(event.part.rawValue) of \(event.sectionID): \(amount)")
        }
        let table = agent.on(.pay) { (_: TableEvent, amount) in heard.append("table: \(amount)") }
        try panel.source(.head(.at(0))).post(.pay, 1)
        try panel.source(.foot(.at(0))).post(.pay, 2)
        try panel.source(.table).post(.pay, 3)
        section.cancel()
        table.cancel()
        try panel.source(.head(.at(0))).post(.pay, 4)
        try panel.source(.table).post(.pay, 5)

        #expect(heard == ["head of s: 1", "foot of s: 2", "table: 3"])
    }

    @Test func `The delegate decides whether a row may be selected, and without a delegate it may`() throws {
        listener.refused = [1]
        #expect(try panel.source(.row(.at(first))).shouldSelect())
        #expect(try !panel.source(.row(.at(section: 0, row: 1))).shouldSelect())
        #expect(try panel.source(.row(.at(section: 0, row: 1))).shouldDeselect())
        #expect(try !panel.source(.row(.at(section: 0, row: 1))).select())
        var heard: [String] = []
        listener.heard = { heard.append($0) }
        #expect(try panel.source(.row(.at(first))).select())
        #expect(try panel.source(.row(.at(first))).deselect())
        #expect(heard == ["delegate: select", "delegate: deselect"])
        agent.eventDelegate = nil
        #expect(try panel.source(.row(.at(section: 0, row: 1))).shouldSelect())
        #expect(throws: TableError.self) {
            try panel.source(.row(.at(section: 3, row: 1))).shouldSelect()
        }
    }

    @Test func `A selected row is deselected automatically if the panel is set to do so`() throws {
        final class SelectingContainer: TableContainer {
            weak var panel: Panel?
            var log: [String] = []

            func canShow(_ item: any TableItem.Type) -> Bool { true }
            func reload(_ update: TableUpdate) { update.commit() }
            func deselect(_ position: RowPosition) { log.append("deselect \(position)") }
        }
        let container = SelectingContainer()
        let agent = try Agent(container, rawData: counters, reformer: Counters.self)
        agent.on(.select, of: Counter.self) { container.log.append("select \($0.id)") }
        try container.panel?.source(.row(.at(first))).post(.select)
        agent.panel.deselectsAutomatically = true
        try container.panel?.source(.row(.at(first))).post(.select)
        try container.panel?.source(.row(.at(first))).post(.pay, 1)

        #expect(container.log == ["select 1", "select 1", "deselect section 0, row 0"])
    }

    @Test(arguments: [
        EventName.select, .deselect, .highlight, .unhighlight, .willDisplay, .didEndDisplay, .beginEditing,
        .endEditing, .removed, .expand, .collapse,
    ])
    func `Every built-in event reaches the delegate under its name`(name: EventName<Void>) throws {
        let record = EventRecord()
        agent.eventDelegate = record
        try panel.source(.row(.at(first))).post(name)
        try panel.source(.head(.at(0))).post(name)
        try panel.source(.table).post(name)
        #expect(record.cellEvents.map { $0.isNamed(name) } == [true])
        #expect(record.sectionEvents.map { $0.isNamed(name) } == [true])
        #expect(record.tableEvents.map { $0.isNamed(name) } == [true])
    }
}
