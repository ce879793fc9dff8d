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
        private(set) lazy var container = TableViewContainer(tableView)
        let agent = Agent<[Order]>()
        private var orders: [Order] = []
        private(set) var opened: [Int] = []

        override func loadView() { view = tableView }

        override func viewDidLoad() {
            super.viewDidLoad()
            agent.on(.primaryAction, of: Order.self) { [weak self] order in self?.opened.append(order.id) }
            do {
                try agent.attach(container, dataSource: DataSource(reformer: OrdersReformer()))
            } catch {
                container.state = .failed(error)
            }
        }

        func show(_ orders: [Order]) throws {
            self.orders = orders
            try agent.reload(orders)
        }

        /// Changes one row by its id, and the data that the next reload shows.
        func rename(_ id: Int, to customer: String) throws {
            guard let index = orders.firstIndex(where: { $0.id == id }) else { return }
            orders[index].customer = customer
            try agent.edit { try $0.replaceData(ofRow: .id(id), with: self.orders[index]) }
        }

        /// Shows or hides the rows of the paid orders.
        func togglePaid() throws {
            try agent.edit { try $0.toggleSection(.id("paid")) }
        }
    }
    // end of block

    // block: off the main actor
    nonisolated struct Customer: Identifiable {
        let id: Int
        var name: String
    }

    nonisolated enum CustomerLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with customer: Customer) {
            line.text(customer.name)
        }

        static func actions(_ place: RowAction.Placement, for customer: Customer) -> [RowAction] {
            [RowAction("Remind", .remind)]
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
        let photo = UIImageView()

        static func fill(_ cell: inout OrderCell, with order: Order) {
            var content = cell.defaultContentConfiguration()
            content.text = order.customer
            cell.contentConfiguration = content
            cell.loadPhoto()
        }

        /// The target of a button.
        func payTapped() { source?.post(.pay) }

        /// Shows an image, unless the cell belongs to another row when the image arrives.
        private func loadPhoto() {
            let row = source?.rowID
            photo.image = nil
            Photos.load(row) { [weak self] image in
                if self?.source?.rowID == row { self?.photo.image = image }
            }
        }
    }
    // end of block

    // block: editing
    /// A row whose customer can be edited: on a page, in a terminal, and in the cell below.
    enum RenamedLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.text(order.customer) }

        static func edits(for order: Order) -> [RowAction] {
            let customer = ActionField.text("customer", label: "Customer", initial: order.customer)
            return [RowAction(editing: "customer", .rename, asking: customer)]
        }
    }

    final class NameCell: UITableViewCell, EventView, @MainActor TableItem {
        var source: EventSource?
        let field = UITextField()
        private var edit: RowAction?

        static func fill(_ cell: inout NameCell, with order: Order) {
            // A change that arrives while a person types does not take the text.
            guard !cell.field.isFirstResponder else { return }
            cell.edit = RenamedLine.edits(for: order).first
            cell.field.text = order.customer
        }

        /// The target of the field when its editing ends. A text that is not valid is replaced by the old one.
        func editingEnded() throws {
            guard let edit else { return }
            defer { field.text = edit.inputs.first?.initialText }
            try source?.perform(edit, inputs: ["customer": field.text ?? ""])
        }
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

    /// Photos that arrive when a test lets them.
    @MainActor
    enum Photos {
        private(set) static var waiting: [(row: AnyID?, completion: (UIImage) -> Void)] = []

        static func load(_ row: AnyID?, completion: @escaping (UIImage) -> Void) {
            waiting.append((row, completion))
        }
    }

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
    static var ship: Self { Self("ship") }
}
// end of block

// block: reminding
nonisolated extension EventName<Void> {
    static var remind: Self { Self("remind") }
}
// end of block

extension EventName<String> {
    static var rename: Self { Self("rename") }
}
