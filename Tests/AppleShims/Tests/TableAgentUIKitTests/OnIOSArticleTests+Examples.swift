import ShimmedTableAgentUIKit
import TableAgent
import TableSurfaces
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

        override func loadView() { view = tableView }

        override func viewDidLoad() {
            super.viewDidLoad()
            agent.on(.select, of: Order.self) { [weak self] order in self?.opened.append(order.id) }
            try? agent.attach(
                TableViewContainer(tableView), dataSource: DataSource(reformer: OrdersReformer()))
        }

        func show(_ orders: [Order]) throws {
            try agent.reload(orders)
        }
    }
    // end of block

    // block: off the main actor
    nonisolated struct Customer: Identifiable {
        let id: Int
        var name: String
    }

    nonisolated enum CustomerLine: GridLineItem {
        static func fill(_ line: inout GridLine, with customer: Customer) {
            line.text(customer.name)
        }
    }

    nonisolated struct CustomersReformer: StatelessReformer {
        func reform(_ customers: [Customer]) -> TableInfo {
            TableInfo { TableSection(id: "customers") { Rows(customers, as: CustomerLine.self) } }
        }
    }

    @MainActor
    final class CustomersList {
        let agent = Agent<[Customer]>()

        func show(_ customers: [Customer]) async throws {
            try await agent.reload(concurrently: customers, by: CustomersReformer())
        }
    }
    // end of block

    // block: cell
    final class OrderCell: UITableViewCell, EventView, @MainActor TableItem {
        var source: EventSource?

        static func fill(_ cell: inout OrderCell, with order: Order) {
            var content = cell.defaultContentConfiguration()
            content.text = order.customer
            cell.contentConfiguration = content
        }

        func payTapped() { source?.post(.pay) }
    }
    // end of block

    // block: task
    enum TaskLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: String) { line.text(task) }

        static func actions(_ place: RowAction.Placement, for task: String) -> [RowAction] {
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
    static var delete: Self { Self("delete") }
    static var archive: Self { Self("archive") }
}
// end of block
