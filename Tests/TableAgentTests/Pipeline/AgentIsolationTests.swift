import TableAgent
import TableAgentTesting
import Testing

/// An agent can be used in any single isolation domain.
struct AgentIsolationTests {
    private struct OrdersReformer: Reformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo { TableSection(id: "orders") { Rows(orders, as: OrderLine.self) } }
        }
    }

    private actor Server {
        private let container = RecordingContainer()
        private let agent = Agent<[Order]>()
        private var selected: [Int] = []

        func start(_ orders: [Order]) throws {
            agent.on(.select, of: Order.self) { [weak self] order in
                self?.assumeIsolated { $0.selected.append(order.id) }
            }
            try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
        }

        func select(_ row: Int) throws -> [Int] {
            try container.select(RowPosition(section: 0, row: row))
            return selected
        }

        func reload(_ orders: [Order]) throws -> [[String]] {
            try agent.reload(orders)
            return container.sections[0].texts
        }
    }

    @Test func `An actor can own an agent`() async throws {
        let server = Server()
        try await server.start([Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Grace")])
        #expect(try await server.select(1) == [2])
        #expect(try await server.reload([Order(id: 3, customer: "Alan")]) == [["Alan", "1"]])
    }

    @Test func `A task can use an agent and return the result`() async throws {
        let texts = try await Task.detached {
            let container = RecordingContainer()
            let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
            try agent.reload(.sample)
            return container.sections[0].texts
        }.value
        #expect(texts == [["Ada", "1"], ["Ada", "5"]])
    }

    @Test func `An agent can be created in one domain and sent to another`() async throws {
        func makeAgent() throws -> sending Agent<Ledger> {
            try Agent(RecordingContainer(), rawData: .sample, reformer: LedgerReformer.self)
        }
        let agent = try makeAgent()
        let count = await Task { @MainActor in agent.tableInfo.rowCount }.value
        #expect(count == 3)
    }

    @Test @MainActor func `Cells, reformer, container, and delegate can all belong to the main actor`()
        throws
    {
        let screen = Screen()
        try screen.show([Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Grace")])
        #expect(screen.container.cells.map(\.title) == ["Ada", "Grace"])
        try screen.container.tap(row: 1)
        #expect(screen.opened == [2])
        #expect(screen.tapped == ["Grace"])
    }

    @Test func `A container that detaches later from a released agent shows its table until then`()
        async throws
    {
        let container = LaterContainer()
        let source = DataSource([Order(id: 1, customer: "Ada")], reformer: OrdersReformer())
        var agent: Agent<[Order]>? = Agent()
        try agent?.attach(container, dataSource: source)
        let events = agent?.events()
        agent = nil
        #expect(container.panel?.tableInfo.rowCount == 1)
        try container.panel?.source(.row(.at(section: 0, row: 0))).post(.select)
        container.detach?()
        container.detach = nil
        #expect(container.panel == nil)
        try source.refresh([])
        #expect(source.rawData?.count == 0)
        var names: [String] = []
        if let events { for await event in events { names.append(event.name.text) } }
        #expect(names == ["select"])
    }
}

private final class LaterContainer: TableContainer {
    weak var panel: Panel?
    var detach: (() -> Void)?

    func canShow(_ item: any TableItem.Type) -> Bool { true }
    func reload(_ update: TableUpdate) { update.commit() }
    func agentWasReleased(_ detach: @escaping () -> Void) { self.detach = detach }
}

/// A substitute for a table view cell.
@MainActor private class Cell {
    var title = ""
}

@MainActor private final class OrderCell: Cell, TableItem {
    static func fill(_ cell: inout OrderCell, with order: Order) {
        cell.title = order.customer
    }

    static func height(of order: Order) -> Double? { 44 }
}

@MainActor private struct ScreenReformer: StatelessReformer {
    func reform(_ orders: [Order]) -> TableInfo {
        TableInfo {
            TableSection(id: 0) { Rows(orders, as: OrderCell.self) }
        }
    }
}

/// A substitute for a table view.
@MainActor private final class CellContainer: TableContainer {
    private(set) var cells: [Cell] = []
    weak var panel: Panel?

    func canShow(_ item: any TableItem.Type) -> Bool { item.viewType is Cell.Type }

    func reload(_ update: TableUpdate) {
        update.commit()
        cells = update.new.sections.flatMap(\.visibleRows).map { row in
            var cell: Cell = OrderCell()
            row.fill(&cell)
            return cell
        }
    }

    func tap(row: Int) throws {
        try panel?.source(.row(.at(section: 0, row: row))).post(.select)
    }
}

@MainActor private final class Screen: EventDelegate {
    let container = CellContainer()
    private let agent = Agent<[Order]>()
    var opened: [Int] = []
    var tapped: [String] = []

    func show(_ orders: [Order]) throws {
        agent.on(.select, of: Order.self) { [weak self] order in self?.tapped.append(order.customer) }
        try agent.attach(
            container, dataSource: DataSource(orders, reformer: ScreenReformer()), eventDelegate: self)
    }

    func didReceive(_ event: CellEvent) {
        if event.isNamed(.select), let order = event.data(as: Order.self) { opened.append(order.id) }
    }
}
