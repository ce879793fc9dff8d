import ArticleTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

extension EventName<Int> {
    fileprivate static var charge: Self { Self("charge") }
    fileprivate static var bill: Self { Self("bill") }
}

/// Returns whether the compiler considers a type `Sendable`.
private func isSendable<T>(_ type: T.Type) -> Bool { false }
private func isSendable<T: Sendable>(_ type: T.Type) -> Bool { true }

/// The examples of the article about ownership and isolation.
enum OwnershipExample {
    struct Order: Identifiable {
        let id: Int
        var total = 5
    }

    enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id)
            line.integer(order.total)
        }
    }

    struct OrdersReformer: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo { TableSection(id: "orders") { Rows(orders, as: OrderLine.self) } }
        }
    }

    // block: closures
    final class Till {
        private let agent: Agent<[Order]>
        private(set) var total = 0

        init(_ container: some TableContainer, _ orders: [Order]) throws {
            agent = try Agent(container, rawData: orders, reformer: OrdersReformer.self)
            agent.on(.charge, of: Order.self) { [weak self] _, amount, _ in
                self?.total += amount
            }
        }
    }
    // end of block

    // block: main actor
    @MainActor
    final class OrdersScreen: @MainActor EventDelegate {
        private let agent = Agent<[Order]>()
        private(set) var opened: [Int] = []
        private(set) var total = 0

        func show(_ orders: [Order], on container: some TableContainer) throws {
            agent.on(.charge, of: Order.self) { [weak self] _, amount, _ in
                self?.total += amount
            }
            try agent.attach(
                container, dataSource: DataSource(orders, reformer: OrdersReformer()), eventDelegate: self)
        }

        func didReceive(_ event: CellEvent) {
            if event.isNamed(.select), let order = event.data(as: Order.self) {
                opened.append(order.id)
            }
        }
    }
    // end of block

    // block: task of events
    @MainActor
    final class EventLog {
        private let agent: Agent<[Order]>
        private let write: (String) -> Void
        private(set) var task: Task<Void, Never>?

        init(_ agent: Agent<[Order]>, write: @escaping (String) -> Void) {
            self.agent = agent
            self.write = write
            let events = agent.events()
            task = Task { [weak self] in
                for await event in events {
                    self?.write("\(event)")
                }
            }
        }
    }
    // end of block

    // block: actor delegate
    actor Register: @preconcurrency EventDelegate {
        private let agent = Agent<[Order]>()
        private let container = RecordingContainer()
        private(set) var opened: [Int] = []

        func start(_ orders: [Order]) throws {
            try agent.attach(
                container, dataSource: DataSource(orders, reformer: OrdersReformer()), eventDelegate: self)
        }

        func select(row: Int) throws {
            try container.select(RowPosition(section: 0, row: row))
        }

        func didReceive(_ event: CellEvent) {
            if let order = event.data(as: Order.self) { opened.append(order.id) }
        }

        func shouldSelect(_ event: CellEvent) -> Bool {
            !opened.contains { event.rowID == AnyID($0) }
        }
    }
    // end of block

    // block: actor
    actor OrderService {
        private let agent = Agent<[Order]>()
        private let container = RecordingContainer()
        private var total = 0

        func start(_ orders: [Order]) throws {
            agent.on(.charge, of: Order.self) { [weak self] _, amount, _ in
                self?.assumeIsolated { $0.total += amount }
            }
            try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
        }

        func charge(_ amount: Int, row: Int) throws -> Int {
            try container.panel?.source(.row(.at(section: 0, row: row))).post(.charge, amount)
            return total
        }

        func reload(_ orders: [Order]) async throws -> Bool {
            try await agent.reload(concurrently: orders, by: OrdersReformer())
        }

        func firstCharge() async -> Int? {
            for await event in agent.events() {
                if let amount = event.payload(of: .charge) { return amount }
            }
            return nil
        }
    }
    // end of block
}

struct OwnershipArticleTests {
    typealias Order = OwnershipExample.Order
    typealias OrdersReformer = OwnershipExample.OrdersReformer

    private let position = RowPosition(section: 0, row: 0)

    // block: task
    func report(_ orders: [Order]) throws -> String {
        let sink = MemorySink()
        let agent = try Agent(GridContainer(.csv, to: sink), rawData: orders, reformer: OrdersReformer.self)
        try agent.edit { try $0.removeRow(.last()) }
        return sink.text
    }
    // end of block

    // block: sending
    func makeAgent(_ orders: [Order]) throws -> sending Agent<[Order]> {
        try Agent(RecordingContainer(), rawData: orders, reformer: OrdersReformer.self)
    }
    // end of block

    @Test func `The article's examples are the compiled code, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Ownership-and-isolation.md", test: #filePath)
        let names = [
            "closures", "main actor", "task of events", "actor", "actor delegate", "task", "sending",
            "concurrently",
        ]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `A closure that holds its owner weakly does not keep the owner alive`() throws {
        let container = RecordingContainer()
        weak var loose: OwnershipExample.Till?
        do {
            let till = try OwnershipExample.Till(container, [Order(id: 1)])
            try container.panel?.source(.row(.at(position))).post(.charge, 7)
            #expect(till.total == 7)
            loose = till
        }
        #expect(loose == nil)
        #expect(container.panel == nil)
    }

    @Test @MainActor func `A screen owns its agent and is released with it`() throws {
        let container = RecordingContainer()
        weak var loose: OwnershipExample.OrdersScreen?
        do {
            let screen = OwnershipExample.OrdersScreen()
            try screen.show([Order(id: 1)], on: container)
            try container.select(position)
            try container.panel?.source(.row(.at(position))).post(.charge, 7)
            #expect(screen.opened == [1])
            #expect(screen.total == 7)
            loose = screen
        }
        #expect(loose == nil)
        #expect(container.panel == nil)
    }

    @Test @MainActor func `A task that holds only a sequence ends with the agent`() async throws {
        let container = RecordingContainer()
        var task: Task<Void, Never>?
        weak var loose: OwnershipExample.EventLog?
        do {
            let agent = try Agent(container, rawData: [Order(id: 1)], reformer: OrdersReformer.self)
            let (lines, written) = AsyncStream<String>.makeStream()
            let log = OwnershipExample.EventLog(agent) { written.yield($0) }
            try container.select(position)
            var iterator = lines.makeAsyncIterator()
            #expect(await iterator.next() == "select of row 1 in section orders, at section 0, row 0")
            task = log.task
            loose = log
        }
        #expect(loose == nil)
        await task?.value
    }

    @Test @MainActor func `A task that creates the sequence itself holds the agent until it is cancelled`()
        async throws
    {
        weak var loose: Agent<[Order]>?
        let task: Task<Void, Never>
        let (start, started) = AsyncStream<Void>.makeStream()
        do {
            let agent = Agent<[Order]>()
            loose = agent
            task = Task {
                started.finish()
                for await _ in agent.events() {}
            }
        }
        // The task runs on the main actor until it suspends, and then the test continues.
        for await _ in start {}
        #expect(loose != nil)
        task.cancel()
        await task.value
        #expect(loose == nil)
    }

    // MARK: Actors, tasks, and shared types

    @Test func `An actor receives its agent's events, reloads concurrently, and is released`() async throws {
        weak var loose: OwnershipExample.OrderService?
        do {
            let service = OwnershipExample.OrderService()
            loose = service
            try await service.start([Order(id: 1), Order(id: 2)])
            #expect(try await service.charge(7, row: 1) == 7)
            #expect(try await service.reload([Order(id: 3)]))
            await #expect(throws: TableError.self) { try await service.charge(7, row: 1) }

            let charging = Task {
                // Sleeps, so that other tasks can use the threads of the pool.
                while !Task.isCancelled {
                    _ = try await service.charge(1, row: 0)
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            #expect(await service.firstCharge() == 1)
            charging.cancel()
            _ = await charging.result
        }
        #expect(loose == nil)
    }

    @Test func `An actor can be the delegate of its agent and answer its questions`() async throws {
        let register = OwnershipExample.Register()
        try await register.start([Order(id: 1), Order(id: 2)])
        for row in [1, 0, 1] { try await register.select(row: row) }
        #expect(await register.opened == [2, 1])
    }

    @Test func `A task can make an agent`() async throws {
        let text = try await Task.detached { try report([Order(id: 1), Order(id: 2)]) }.value
        #expect(text == "1,5\r\n")
    }

    @Test func `An agent can be made in one domain and used in another`() async throws {
        let agent = try makeAgent([Order(id: 1)])
        let count = await Task { @MainActor in agent.tableInfo.rowCount }.value
        #expect(count == 1)
    }

    @Test func `A concurrent reload returns whether its table is visible`() async throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: [], reformer: OrdersReformer.self)
        func loadOrders() -> [Order] { [Order(id: 4)] }
        var lines: [String] = []
        func print(_ line: String) { lines.append(line) }
        // block: concurrently
        let isShown = try await agent.reload(concurrently: loadOrders(), by: OrdersReformer())
        print(isShown ? "visible" : "replaced by later data")
        // end of block
        #expect(lines == ["visible"])
        #expect(container.sections[0].texts == [["4", "5"]])
    }

    @Test func `A detached agent keeps its closures and its sequences`() async throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: [Order(id: 1)], reformer: OrdersReformer.self)
        var heard: [Int] = []
        agent.on(.bill, of: Order.self) { _, amount, _ in heard.append(amount) }
        var events = agent.events().makeAsyncIterator()
        agent.detach()
        #expect(container.panel == nil)
        try agent.attach(container, dataSource: DataSource([Order(id: 2)], reformer: OrdersReformer()))
        try container.panel?.source(.row(.at(section: 0, row: 0))).post(.bill, 3)
        #expect(heard == [3])
        #expect(await events.next()?.payload(of: .bill) == 3)
    }

    @Test func `An event shares the data of its table`() throws {
        final class Document: Identifiable {}
        enum Line: GridLineItem {
            static func fill(_ line: inout GridLine, with document: Document) { line.text("document") }
        }
        final class Record: EventDelegate {
            var event: CellEvent?

            func didReceive(_ event: CellEvent) { self.event = event }
        }
        let container = RecordingContainer()
        let record = Record()
        let agent = try Agent(container, list: [Document(), Document()], as: Line.self)
        agent.eventDelegate = record
        let second = RowPosition(section: 0, row: 1)
        weak let loose = agent.tableInfo.row(.at(second))?.data(as: Document.self)
        try container.select(RowPosition(section: 0, row: 0))
        try agent.reload(nil)
        #expect(loose != nil)
        record.event = nil
        #expect(loose == nil)
    }

    @Test func `Ids, names, and changes are Sendable; tables, events, and agents are not`() {
        #expect(isSendable(AnyID.self) && isSendable(RowPosition.self) && isSendable(RowReference.self))
        #expect(
            isSendable(SectionReference.self) && isSendable(EventSender.self)
                && isSendable(EventName<Agent<Int>>.self))
        #expect(isSendable(TableChanges.self) && isSendable(TableError.self))
        #expect(isSendable(RowAnimation.self) && isSendable(SectionState.self))
        #expect(isSendable(TablePart.self) && isSendable(RowAction.Placement.self))
        #expect(isSendable(GridColumn.self) && isSendable(GridCell.self) && isSendable(GridRole.self))

        #expect(!isSendable(Agent<Int>.self) && !isSendable(DataSource<Int>.self))
        #expect(!isSendable(Panel.self) && !isSendable(RecordingContainer.self))
        #expect(!isSendable(GridContainer<TextFormat>.self) && !isSendable(EventHandler.self))
        #expect(!isSendable(AgentEvents.self))
        #expect(
            !isSendable(TableInfo.self) && !isSendable(TableEdit.self) && !isSendable(TableSection.self)
                && !isSendable(Row.self))
        #expect(!isSendable(Rows.self) && !isSendable(CellEvent.self))
        #expect(
            !isSendable(SectionEvent.self) && !isSendable(TableEvent.self) && !isSendable(EventSource.self))
        #expect(!isSendable(RowAction.self) && !isSendable(GridLine.self))
    }
}
