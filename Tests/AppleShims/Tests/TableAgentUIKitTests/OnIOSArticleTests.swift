import ShimmedTableAgentUIKit
import TableAgent
import TableSurfaces
import Testing
import UIKit

/// The examples of the article "On iOS".
enum OnIOS {
    // block: reformer
    struct Order: Identifiable, Equatable {
        let id: Int
        var customer: String
        var total: Double
        var isPaid = false
    }

    enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.text(order.customer)
            line.decimal(order.total, role: order.isPaid ? .muted : .strong)
        }
    }

    struct OrdersReformer: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo(columns: ["Customer", "Total"]) {
                TableSection(id: "open") {
                    Head("Open", as: GridTitle.self)
                    Rows(orders.filter { !$0.isPaid }, as: OrderLine.self)
                }
                TableSection(id: "paid", isCollapsed: true) {
                    Head("Paid", as: GridTitle.self)
                    Rows(orders.filter(\.isPaid), as: OrderLine.self)
                }
            }
        }
    }
    // end of block

    // block: controller
    final class OrdersController: UIViewController {
        let tableView = UITableView()
        let agent = Agent<[Order]>()
        private(set) var opened: [Int] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            view.addSubview(tableView)
            agent.on(.select, of: Order.self) { [weak self] order in self?.opened.append(order.id) }
            try? agent.attach(
                TableViewContainer(tableView), dataSource: DataSource(reformer: OrdersReformer()))
        }

        func show(_ orders: [Order]) throws {
            try agent.reload(orders)
        }
    }
    // end of block

    // block: cell
    final class OrderCell: UITableViewCell, EventView, @MainActor TableItem {
        var source: EventSource?
        let label = UILabel()

        static func fill(_ cell: inout OrderCell, with order: Order) {
            cell.label.text = order.customer
        }

        func payTapped() { source?.post(.pay) }
    }
    // end of block

    // block: task
    enum TaskLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: String) { line.text(task) }

        static func actions(_ place: RowActionPlace, for task: String) -> [RowAction] {
            place == .leading ? [] : [RowAction("Delete", .delete, symbol: "trash", isDestructive: true)]
        }
    }
    // end of block

    enum TotalLine: GridLineItem {
        static func fill(_ line: inout GridLine, with total: Double) { line.decimal(total) }
    }

    final class Message: UILabel {
        convenience init(_ text: String) {
            self.init(frame: .zero)
            self.text = text
        }
    }

    struct Service {
        var isBroken = false

        func orders() throws -> [Order] {
            if isBroken { throw TableError(.idNotFound, "no line") }
            return [Order(id: 1, customer: "Ada", total: 3)]
        }
    }
}

// block: name
extension EventName<Void> {
    static var pay: Self { Self("pay") }
}
// end of block

@MainActor
@Suite struct OnIOSArticleTests {
    private typealias Order = OnIOS.Order
    private typealias OrderCell = OnIOS.OrderCell
    private typealias OrderLine = OnIOS.OrderLine
    private typealias TotalLine = OnIOS.TotalLine
    private typealias OrdersReformer = OnIOS.OrdersReformer
    private typealias Message = OnIOS.Message

    private let orders = [
        OnIOS.Order(id: 1, customer: "Ada", total: 12.5), OnIOS.Order(id: 2, customer: "Grace", total: 3),
        OnIOS.Order(id: 3, customer: "Edsger", total: 1, isPaid: true),
    ]

    private func stage() -> TableStage<[OnIOS.Order]> { TableStage() }

    @Test func `Every example of the article is compiled unchanged and in order`() throws {
        let article = try DocumentedCode(
            document: "../../Sources/TableAgentUIKit/TableAgentUIKit.docc/On-iOS.md", test: #filePath)
        let names = [
            "reformer", "controller", "styles", "cell", "registering", "name", "listening", "task",
            "states", "loading", "scrolling", "collection", "server",
        ]
        #expect(names.count == article.swift.count)
        #expect(zip(names, article.swift).filter { article.compiled[$0] != $1 }.map(\.0) == [])
    }

    @Test func `The controller receives a selected row`() throws {
        let controller = OnIOS.OrdersController()
        controller.loadViewIfNeeded()
        controller.tableView.frame = controller.view.bounds
        try controller.show(orders)
        #expect(controller.tableView.shownLines == ["[Open]", "Ada | 12.5", "Grace | 3.0", "[Paid]"])
        controller.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(controller.opened == [2])
    }

    @Test func `Grid items have styles, and the app's cells send their events`() throws {
        let styled = stage()
        let container = styled.container
        // block: styles
        container.gridStyle = .subtitle
        container.register(.value, for: TotalLine.self)
        // end of block
        try styled.attach(orders, OrdersReformer())
        let path = IndexPath(row: 0, section: 0)
        let content = styled.tableView.cellForRow(at: path)?.contentConfiguration
        #expect((content as? UIListContentConfiguration)?.secondaryText == "12.5")
        try payByCell()
    }

    private func payByCell() throws {
        let stage = stage()
        let (container, agent) = (stage.container, stage.agent)
        var paid: [Int] = []
        // block: registering
        container.register(OrderCell.self, for: OrderLine.self)
        // end of block
        // block: listening
        agent.on(.pay, of: Order.self) { order in
            paid.append(order.id)
        }
        // end of block
        try stage.attach(orders, OrdersReformer())
        let path = IndexPath(row: 0, section: 0)
        (stage.tableView.cellForRow(at: path) as? OrderCell)?.payTapped()
        #expect(paid == [1])
    }

    @Test func `A swipe offers the actions of a row`() throws {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Row("task", id: 0, as: OnIOS.TaskLine.self) } })
        let path = IndexPath(row: 0, section: 0)
        #expect(stage.tableView.simulateSwipe(fromLeading: false, at: path).map(\.title) == ["Delete"])
        #expect(stage.tableView.simulateSwipe(fromLeading: true, at: path).isEmpty)
    }

    @Test(arguments: [true, false])
    func `A state is shown until the next table`(isBroken: Bool) async throws {
        let stage = stage()
        let (container, agent) = (stage.container, stage.agent)
        // block: states
        container.stateViews = TableStateViews(
            empty: { Message("No orders yet") },
            loading: { Message("Loading…") },
            failure: { error in Message("\(error)") })
        // end of block
        try stage.attach([], OrdersReformer())
        #expect((stage.tableView.backgroundView as? UILabel)?.text == "No orders yet")
        let service = OnIOS.Service(isBroken: isBroken)
        // block: loading
        container.state = .loading
        do {
            try await agent.reload(concurrently: service.orders(), by: OrdersReformer())
        } catch {
            container.state = .failed(error)
        }
        // end of block
        let shown = (stage.tableView.backgroundView as? UILabel)?.text
        #expect(shown == (isBroken ? "no line" : nil))
    }

    @Test func `The table scrolls to a row`() throws {
        final class Follower: NSObject, UIScrollViewDelegate {
            func follow(_ container: TableViewContainer, _ order: OnIOS.Order) throws {
                // block: scrolling
                try container.scroll(to: .id(order.id), at: .middle)
                container.keepsScrollPosition = true  // visible rows stay where they are
                container.scrollDelegate = self  // held weakly
                // end of block
            }
        }
        let stage = stage()
        let many = (0..<100).map { OnIOS.Order(id: $0, customer: "no. \($0)", total: 1) }
        try stage.attach(many, OrdersReformer())
        let follower = Follower()
        try follower.follow(stage.container, many[50])
        #expect(stage.tableView.shownLines.contains("no. 50 | 1.0"))
        #expect(stage.container.scrollDelegate === follower)
    }

    @Test func `A collection and a server show the same table`() throws {
        // block: collection
        let layout = LineFlowLayout(itemsPerLine: 3, margin: 12)
        layout.headerReferenceSize.height = 44
        let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
        let container = CollectionViewContainer(view)
        // end of block
        view.frame.size = CGSize(width: 320, height: 440)
        let agent = try Agent(container, rawData: orders, reformer: OrdersReformer.self)
        #expect(view.shownLines == ["[Open]", "Ada | 12.5", "Grace | 3.0", "[Paid]"])
        withExtendedLifetime(agent) {}
        // block: server
        let text = try CSVFormat().string(of: OrdersReformer().reform(orders))
        // end of block
        #expect(text.hasPrefix("Customer,Total\r\nAda,12.5\r\n"))
    }
}
