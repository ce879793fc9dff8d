import TableAgent
import TableAgentTesting
import Testing

extension EventName<Double> {
    fileprivate static var pay: Self { Self("pay") }
}

extension EventName<String> {
    fileprivate static var fold: Self { Self("fold") }
}

/// Tests of cell, section, and table events with a typed payload, and of the delegate.
struct EventTests {
    private let container = RecordingContainer()
    private let record = EventRecord()
    private let agent = Agent<Ledger>()
    private let panel: Panel

    init() throws {
        try agent.attach(
            container, dataSource: DataSource(.sample, reformer: LedgerReformer()), eventDelegate: record)
        panel = try #require(container.panel)
    }

    @Test func `A row's event has its payload, and the row's id, data, and position`() throws {
        try panel.source(.row(.at(section: 0, row: 1))).post(.pay, 12.5)
        let event = try #require(record.cellEvents.first)
        #expect(record.cellEvents.count == 1)
        #expect(event.name.text == "pay")
        #expect(event.isNamed(.pay))
        #expect(event.payload(of: .pay) == 12.5)
        #expect(event.rowID == 2)
        #expect(event.sectionID == "ada")
        #expect(event.position == RowPosition(section: 0, row: 1))
        #expect(event.data(as: Order.self)?.quantity == 5)
        #expect(event.data(as: String.self) == nil)
    }

    @Test func `An event does not match another name`() throws {
        try panel.source(.row(.at(section: 0, row: 0))).post(.pay, 12.5)
        let event = try #require(record.cellEvents.first)
        #expect(!event.isNamed(.select))
        #expect(!event.isNamed(.fold))
        #expect(event.payload(of: .fold) == nil)
    }

    @Test func `A select event has a position and no payload`() throws {
        try container.panel?.source(.row(.at(section: 1, row: 0))).select()
        let event = try #require(record.cellEvents.first)
        #expect(event.isNamed(.select))
        #expect(event.payload(of: .select) != nil)
        #expect(event.rowID == 3)
        #expect(event.sectionID == "grace")
    }

    @Test(arguments: [
        TablePart.head, .foot,
    ])
    func `Events of a head and a foot have their kind, section, and data`(_ kind: TablePart) throws {
        try panel.source(kind == .head ? .head(.at(0)) : .foot(.at(0))).post(.fold, "now")
        let event = try #require(record.sectionEvents.first)
        #expect(event.name.text == "fold")
        #expect(event.part == kind)
        #expect(event.index == 0)
        #expect(event.sectionID == "ada")
        #expect(event.isNamed(.fold))
        #expect(event.payload(of: .fold) == "now")
        #expect(event.payload(of: .pay) == nil)
        #expect(event.data(as: String.self) == (kind == .head ? "ada" : "pays late"))
        #expect(event.data(as: Int.self) == nil)
    }

    @Test func `A section without a foot has no data of a foot`() throws {
        try panel.source(.foot(.at(1))).post(.fold, "now")
        #expect(record.sectionEvents.first?.data(as: String.self) == nil)
    }

    @Test func `A table event has its payload`() throws {
        try panel.source(.table).post(.fold, "all")
        let event = try #require(record.tableEvents.first)
        #expect(event.name.text == "fold")
        #expect(event.isNamed(.fold))
        #expect(!event.isNamed(.pay))
        #expect(event.payload(of: .fold) == "all")
        #expect(record.cellEvents.isEmpty && record.sectionEvents.isEmpty)
    }

    @Test func `An optional payload of nil is distinguished from the payload of another event`() throws {
        let name = EventName<Int?>("choose")
        try panel.source(.table).post(name, nil)
        let event = try #require(record.tableEvents.first)
        #expect(event.payload(of: name) == .some(nil))
    }

    @Test func `A delegate can implement a single method`() throws {
        final class Indifferent: EventDelegate {}
        let delegate = Indifferent()
        agent.eventDelegate = delegate
        try panel.source(.row(.at(section: 0, row: 0))).post(.pay, 1)
        try panel.source(.head(.at(0))).post(.fold, "")
        try panel.source(.table).post(.fold, "")
        #expect(record.cellEvents.isEmpty)
    }

    @Test func `Closures receive the events of rows with their type of data, after the delegate`() throws {
        var heard: [String] = []
        agent.on(.pay, of: Order.self) { [record] order, amount, _ in
            heard.append("order \(order.id), \(amount), \(record.cellEvents.count)")
        }
        agent.on(.pay, of: String.self) { text, _, _ in heard.append(text) }
        agent.on(.select, of: Order.self) { heard.append("select \($0.id)") }
        try panel.source(.row(.at(section: 0, row: 1))).post(.pay, 1)
        #expect(heard == ["order 2, 1.0, 1"])
    }

    @Test func `A closure receives no event after its subscription is cancelled`() throws {
        var heard: [String] = []
        let first = agent.on(.select, of: Order.self) { _ in heard.append("first") }
        agent.on(.select, of: Order.self) { _ in heard.append("second") }
        try panel.source(.row(.at(section: 0, row: 1))).post(.select)
        first.cancel()
        try panel.source(.row(.at(section: 0, row: 1))).post(.select)
        #expect(heard == ["first", "second", "second"])
    }

    @Test func `A cancelled subscription releases the captures of its closure`() throws {
        final class Captured {}
        var subscriptions: [EventSubscription] = []
        var captured: [Captured] = []
        for number in 0..<10 {
            let object = Captured()
            captured.append(object)
            subscriptions.append(
                agent.on(.select) { (_: CellEvent) in #expect(number >= 0 && object === object) })
        }
        for subscription in subscriptions.reversed() {
            weak let last = captured.removeLast()
            #expect(last != nil)
            subscription.cancel()
            subscription.cancel()
            #expect(last == nil)
            try panel.source(.row(.at(section: 0, row: 1))).post(.select)
        }
    }

    @Test func `Events of any sender can be posted without a payload`() throws {
        try panel.source(.head(.at(0))).post(.select)
        try panel.source(.table).post(.select)
        #expect(record.sectionEvents.map(\.name.text) == ["select"])
        #expect(record.tableEvents.map(\.name.text) == ["select"])
    }

    @Test(arguments: [
        RowPosition(section: 0, row: 2), RowPosition(section: 0, row: -1),
        RowPosition(section: 2, row: 0), RowPosition(section: -1, row: 0),
    ])
    func `A position outside the table posts nothing`(_ position: RowPosition) {
        let error = #expect(throws: TableError.self) { try panel.source(.row(.at(position))).post(.pay, 1) }
        #expect(error?.code == .positionOutOfRange)
        #expect(record.cellEvents.isEmpty)
    }
}
