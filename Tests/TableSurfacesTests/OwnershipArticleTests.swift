import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

extension EventName<Int> {
    fileprivate static var charge: Self { Self("charge") }
}

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
            agent.on(.charge, of: Order.self) { [weak self] _, amount in
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
            agent.on(.charge, of: Order.self) { [weak self] _, amount in
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
            let events = agent.events
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
            agent.on(.charge, of: Order.self) { [weak self] _, amount in
                self?.assumeIsolated { $0.total += amount }
            }
            try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
        }

        func charge(_ amount: Int, row: Int) throws -> Int {
            try container.panel?.source(.row(at: RowPosition(section: 0, row: row))).post(.charge, amount)
            return total
        }

        func reload(_ orders: [Order]) async throws -> ReloadOutcome {
            try await agent.reload(concurrently: orders, by: OrdersReformer())
        }

        func firstCharge() async -> Int? {
            for await event in agent.events {
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
        let agent = try Agent(CSVContainer(to: sink), rawData: orders, reformer: OrdersReformer.self)
        try agent.edit { try $0.removeRow(.last()) }
        return sink.text
    }
    // end of block

    // block: sending
    func makeAgent(_ orders: [Order]) throws -> sending Agent<[Order]> {
        try Agent(RecordingContainer(), rawData: orders, reformer: OrdersReformer.self)
    }
    // end of block

    @Test func `The examples are compiled as they stand, all of them, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Ownership-and-isolation.md", test: #filePath)
        let names = [
            "closures", "main actor", "task of events", "actor", "actor delegate", "task", "sending",
            "concurrently",
        ]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `A closure that holds its owner weakly lets it go`() throws {
        let container = RecordingContainer()
        weak var loose: OwnershipExample.Till?
        do {
            let till = try OwnershipExample.Till(container, [Order(id: 1)])
            try container.panel?.source(.row(at: position)).post(.charge, 7)
            #expect(till.total == 7)
            loose = till
        }
        #expect(loose == nil)
        #expect(container.panel == nil)
    }

    @Test @MainActor func `A screen owns its agent and is freed with it`() throws {
        let container = RecordingContainer()
        weak var loose: OwnershipExample.OrdersScreen?
        do {
            let screen = OwnershipExample.OrdersScreen()
            try screen.show([Order(id: 1)], on: container)
            try container.select(position)
            try container.panel?.source(.row(at: position)).post(.charge, 7)
            #expect(screen.opened == [1])
            #expect(screen.total == 7)
            loose = screen
        }
        #expect(loose == nil)
        #expect(container.panel == nil)
    }

    @Test @MainActor func `A task that holds a sequence alone ends with the agent`() async throws {
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

    @Test @MainActor func `A task that asks for the sequence itself holds the agent until it is cancelled`()
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
                for await _ in agent.events {}
            }
        }
        // The task runs on the main actor until it waits, and then the test goes on.
        for await _ in start {}
        #expect(loose != nil)
        task.cancel()
        await task.value
        #expect(loose == nil)
    }
}
