import ShimmedTableAgentUIKit
import TableAgent
import TableSurfaces
import Testing
import UIKit

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
            "reformer", "controller", "completion", "styles", "cell", "registering", "hosting",
            "columns", "name",
            "listening",
            "task", "many", "options", "editing", "asking", "moving", "SwiftUI", "states", "loading",
            "off the main actor",
            "reminding",
            "scrolling",
            "list", "collection", "server",
        ]
        #expect(names.count == article.swift.count)
        #expect(zip(names, article.swift).filter { article.compiled[$0] != $1 }.map(\.0) == [])
    }

    @Test func `The controller receives a selected row`() throws {
        let controller = OnIOS.OrdersController()
        controller.loadViewIfNeeded()
        controller.view.frame.size = CGSize(width: 320, height: 480)
        try controller.show(orders)
        #expect(controller.tableView.shownLines == ["[Open]", "Ada | 12.5", "Grace | 3.0", "[Paid]"])
        controller.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(controller.opened == [2])
        try controller.rename(1, to: "Lovelace")
        try controller.togglePaid()
        let shown = ["[Open]", "Lovelace | 12.5", "Grace | 3.0", "[Paid]", "Edsger | 1.0"]
        #expect(controller.tableView.shownLines == shown)
    }

    @Test func `A photo is shown only in the cell of its row`() throws {
        let stage = stage()
        stage.container.register(OrderCell.self, for: OrderLine.self)
        try stage.attach(orders, OrdersReformer())
        let cell = try #require(
            stage.tableView.cellForRow(at: IndexPath(row: 0, section: 0)) as? OrderCell)
        let photos = OnIOS.Photos.waiting.filter { $0.row == AnyID(1) }
        let image = try #require(UIImage(systemName: "clock"))
        cell.source = try stage.agent.panel.source(.row(2))
        photos.last?.completion(image)
        #expect(cell.photo.image == nil)
        cell.source = try stage.agent.panel.source(.row(1))
        photos.last?.completion(image)
        #expect(cell.photo.image === image)
    }

    @Test func `An action asks in an alert`() throws {
        let stage = stage()
        let (container, controller) = (stage.container, UIViewController())
        // block: asking
        container.ask = { [weak controller] action, row in
            let alert = UIAlertController(title: action.confirmation, message: nil, preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
            alert.addAction(
                UIAlertAction(title: action.title, style: .default) { _ in
                    do {
                        try row.perform(action)
                    } catch {
                        controller?.navigationItem.prompt = "\(error)"  // the row may be gone
                    }
                })
            controller?.present(alert, animated: true)
        }
        // end of block
        try stage.attach(orders, OrdersReformer())
        container.ask?(
            RowAction("Delete", .delete, confirmation: "Delete it?"), try stage.agent.panel.source(.row(1)))
        let alert = controller.presentedViewController as? UIAlertController
        #expect(alert?.title == "Delete it?" && alert?.actions.map(\.title) == ["Cancel", "Delete"])
    }

    @Test func `A completion is called when the table is visible`() throws {
        let stage = stage()
        try stage.attach([], OrdersReformer())
        let (agent, spinner) = (stage.agent, UIView())
        // block: completion
        try agent.reload(orders, animated: false) { spinner.isHidden = true }
        // end of block
        RunLoop.main.simulateTurn()
        #expect(spinner.isHidden && stage.tableView.shownLines.count == 4)
    }

    @Test func `Grid items have styles, and the app's cells send their events`() throws {
        let styled = stage()
        let container = styled.container
        // block: styles
        container.gridStyle = .subtitle
        container.register(.value, for: TotalLine.self)
        container.register(.value, for: OrderLine.self) { content, order in
            content.image = UIImage(systemName: order.isPaid ? "checkmark.circle" : "clock")
        } accessory: { _ in
            .disclosure
        }
        // end of block
        try styled.attach(orders, OrdersReformer())
        let cell = styled.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
        let content = cell?.contentConfiguration as? UIListContentConfiguration
        #expect(content?.secondaryText == "12.5" && content?.image != nil)
        #expect(cell?.accessoryType == .disclosureIndicator)
        try payByCell()
    }

    @Test func `Titles are above the table`() throws {
        let stage = stage()
        let container = stage.container
        // block: columns
        let titles = container.makeColumnTitles(minimumWidth: 700)
        let stack = UIStackView(arrangedSubviews: [titles, container.tableView])
        stack.axis = .vertical
        // end of block
        stage.window.addSubview(stack)
        titles.frame.size.width = 800
        container.tableView.frame.size.width = 800
        try stage.attach(orders, OrdersReformer())
        for _ in 0..<3 { stage.window.layoutIfNeeded() }
        #expect(
            titles.subviews.compactMap { ($0 as? UIButton)?.configuration?.title } == ["Customer", "Total"])
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

    @Test func `Selected rows are shipped at once`() throws {
        let stage = stage()
        let (container, agent) = (stage.container, stage.agent)
        try stage.attach(orders, OrdersReformer())
        var shipped: [Int] = []
        // block: many
        agent.on(.ship, ofMany: Order.self) { orders in shipped += orders.map(\.id) }
        container.tableView.isEditing = true
        container.tableView.allowsMultipleSelectionDuringEditing = true

        /// Sends the event, for example when a button in the toolbar is touched.
        func ship() throws {
            try agent.post(.ship, fromRows: container.selectedPositions.map { .at($0) })
        }
        // end of block
        for row in 0..<2 { stage.tableView.simulateTouch(at: IndexPath(row: row, section: 0)) }
        try ship()
        #expect(shipped == [1, 2])
    }

    private struct Names: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo { TableSection(id: 0) { Rows(orders, as: OnIOS.RenamedLine.self) } }
        }
    }

    @Test func `A cell with a text field sends the edit of its row, and refuses a text that is not valid`()
        throws
    {
        let stage = stage()
        stage.container.register(OnIOS.NameCell.self, for: OnIOS.RenamedLine.self)
        var names: [String] = []
        stage.agent.on(.rename, of: Order.self) { order, name, _ in names.append("\(order.id) \(name)") }
        try stage.attach(orders, Names())
        let path = IndexPath(row: 1, section: 0)
        let cell = try #require(stage.tableView.cellForRow(at: path) as? OnIOS.NameCell)
        cell.field.text = "Hopper"
        try cell.editingEnded()
        cell.field.text = " "
        #expect(throws: TableError.self) { try cell.editingEnded() }
        #expect(names == ["2 Hopper"] && cell.field.text == "Grace")
    }

    @Test func `An action has options`() {
        let order = orders[0]
        // block: options
        var archive = RowAction("Archive", .archive, symbol: "archivebox")
        archive.role = .positive
        archive.isEnabled = order.isPaid
        archive.submenu = "More"
        archive.allowsFullSwipe = false
        // end of block
        #expect(!archive.isEnabled && archive.submenu == "More")
    }

    @Test func `A dragged row sends its former position`() throws {
        let stage = stage()
        let (container, agent) = (stage.container, stage.agent)
        var moved: [String] = []
        // block: moving
        container.canMove = { row in row.data(as: Order.self)?.isPaid == false }
        agent.on(.move, of: Order.self) { order, former, _ in
            moved.append("\(order.customer), formerly \(former)")
        }
        // end of block
        try stage.attach(orders, OrdersReformer())
        stage.tableView.isEditing = true
        stage.tableView.simulateMove(from: IndexPath(row: 1, section: 0), to: IndexPath(row: 0, section: 0))
        RunLoop.main.simulateTurn()
        #expect(moved.first?.hasPrefix("Grace, formerly ") == true)
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

    @Test func `A reformer that is not isolated works off the main actor`() async throws {
        let list = OnIOS.CustomersList()
        let tableView = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        try list.agent.attach(
            TableViewContainer(tableView), dataSource: DataSource(reformer: OnIOS.CustomersReformer()))
        try await list.show([OnIOS.Customer(id: 1, name: "Ada")])
        #expect(tableView.shownLines == ["Ada"])
    }

    @Test func `The table scrolls to a row`() throws {
        final class Follower: NSObject, UITableViewDelegate {
            func follow(_ container: TableViewContainer, _ order: OnIOS.Order) throws {
                // block: scrolling
                try container.scroll(to: .id(order.id), at: .middle)
                container.keepsScrollPosition = true  // visible rows stay where they are
                container.viewDelegate = self  // receives scrollViewDidScroll(_:), for example
                // end of block
            }
        }
        let stage = stage()
        let many = (0..<100).map { OnIOS.Order(id: $0, customer: "no. \($0)", total: 1) }
        try stage.attach(many, OrdersReformer())
        let follower = Follower()
        try follower.follow(stage.container, many[50])
        #expect(stage.tableView.shownLines.contains("no. 50 | 1.0"))
        #expect(stage.container.viewDelegate === follower)
    }

    @Test func `A collection shows a list`() throws {
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 320, height: 440),
            collectionViewLayout: UICollectionViewFlowLayout())
        // block: list
        let list = CollectionViewContainer(view)
        view.collectionViewLayout = list.listLayout(.init(appearance: .plain))
        // end of block
        let agent = try Agent(list, rawData: orders, reformer: OrdersReformer.self)
        #expect(view.shownLines == ["[Open]", "Ada | 12.5", "Grace | 3.0", "[Paid]"])
        withExtendedLifetime(agent) {}
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
