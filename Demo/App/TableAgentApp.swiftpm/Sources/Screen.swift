import TableAgent
import UIKit

#if canImport(ShimmedTableAgentUIKit)
    import ShimmedTableAgentUIKit
#else
    import TableAgentUIKit
#endif

/// The list of all screens. A tap opens a screen.
final class ScreenList: UIViewController {
    nonisolated deinit {}

    private let container = table()
    private var agent: Agent<[Screen]>?

    override func loadView() { view = container.tableView }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "TableAgent"
        let screens =
            cellScreens() + columnScreens() + changeScreens() + actionScreens() + collectionScreens()
        container.register(.subtitle, for: ScreenLine.self, accessory: { _ in .disclosure })
        agent = try? Agent(container, list: screens, as: ScreenLine.self) { [weak self] screen in
            self?.navigationController?.pushViewController(screen, animated: true)
        }
        agent?.panel.deselectsAutomatically = true
    }
}

private enum ScreenLine: GridLineItem {
    static func fill(_ line: inout GridLine, with screen: Screen) {
        line.text(screen.title, role: .strong)
        line.text(screen.task)
    }
}

/// A screen that shows its task and the latest event above a table view or collection view.
final class Screen: UIViewController, Identifiable {
    nonisolated deinit {}

    /// The text that tells a person what to do on the screen, and what must happen.
    let task: String
    var orders = (1...12).map { Order($0) }
    let agent = Agent<[Order]>()
    private let tableView: UITableView?
    private let containerView: UIView
    private let start: (Screen) throws -> Void
    private let eventLabel = UILabel("No event yet")

    /// Creates a screen. It attaches its agent after `setUp`.
    ///
    /// - Parameter titles: The titles of columns, above the table.
    init<Container: ViewContainer>(
        _ container: Container, _ title: String, _ task: String,
        _ reformer: any Reformer<[Order]> = OrdersReformer<OrderLine>(), titles: UIView? = nil,
        setUp: @escaping (Screen, Container) throws -> Void
    ) {
        self.task = task
        tableView = (container as? TableViewContainer)?.tableView
        let view = tableView ?? (container as? CollectionViewContainer)?.collectionView ?? UIView()
        let stack = UIStackView(arrangedSubviews: [titles, view].compactMap(\.self))
        stack.axis = .vertical
        containerView = stack
        start = { screen in
            container.ask = { [weak screen] action, row in screen?.ask(action, row) }
            try setUp(screen, container)
            let dataSource = DataSource(screen.orders, reformer: reformer)
            try screen.agent.attach(container, dataSource: dataSource, eventDelegate: screen)
        }
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    required init?(coder: NSCoder) { return nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        let labels = UIStackView(arrangedSubviews: [UILabel(task), eventLabel])
        (labels.axis, eventLabel.textColor) = (.vertical, .secondaryLabel)
        for part in [labels, containerView] {
            part.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(part)
        }
        NSLayoutConstraint.activate([
            labels.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 8),
            labels.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
            labels.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
            containerView.topAnchor.constraint(equalTo: labels.bottomAnchor, constant: 8),
            containerView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            containerView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            containerView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        ])
        run { try start(self) }
    }

    override func setEditing(_ editing: Bool, animated: Bool) {
        super.setEditing(editing, animated: animated)
        tableView?.setEditing(editing, animated: animated)
    }

    /// Shows the orders, or others in their place.
    func show(_ others: [Order]? = nil) throws {
        if let others { orders = others }
        try agent.reload(orders)
    }

    /// Replaces all cells, after a view or a style was registered.
    func showOtherViews() throws { try agent.edit { try $0.reloadSection(.at(0)) } }

    /// Adds a new order at the top, without showing it.
    func addOrder() { orders.insert(Order((orders.map(\.id).max() ?? 0) + 1), at: 0) }

    /// Changes an order, moves it to another index if there is one, and shows the orders.
    func change(_ order: Order, at newIndex: Int? = nil, _ change: (inout Order) -> Void = { _ in }) {
        guard let index = orders.firstIndex(where: { $0.id == order.id }) else { return }
        var changed = orders.remove(at: index)
        change(&changed)
        orders.insert(changed, at: newIndex ?? index)
        run { try show() }
    }

    /// Shows an event.
    func note(_ text: String) { eventLabel.text = text }

    /// Runs code, and shows its error above the title.
    func run(_ action: () throws -> Void) {
        do { try action() } catch { navigationItem.prompt = "\(error)" }
    }

    /// Adds a button. The action receives the number of earlier taps.
    func addButton(_ title: String, _ action: @escaping (Screen, Int) throws -> Void) {
        var tapCount = 0
        let button = UIBarButtonItem(
            primaryAction: UIAction(title: title) { [weak self] _ in
                guard let self else { return }
                run { try action(self, tapCount) }
                tapCount += 1
            })
        navigationItem.rightBarButtonItems = (navigationItem.rightBarButtonItems ?? []) + [button]
    }
}

extension Screen: EventDelegate {
    func didReceive(_ event: CellEvent) {
        guard let order = event.data(as: Order.self) else { return }
        switch event.name {
        case .select, .primaryAction, .accessory: break
        case .pay: change(order) { $0.isPaid = true }
        case .rename: change(order) { $0.customer = event.payload(of: .rename) ?? $0.customer }
        case .place: change(order, at: event.payload(of: .place))
        case .delete: run { try show(orders.filter { $0.id != order.id }) }
        case .move:
            orders = agent.tableInfo.sections.flatMap { $0.rows.compactMap { $0.data(as: Order.self) } }
        default: return
        }
        note("\(event.name) of \(order.customer)")
    }
}

/// Creates a container for a new table view.
func table(_ style: UITableView.Style = .insetGrouped) -> TableViewContainer {
    TableViewContainer(UITableView(frame: .zero, style: style))
}

/// Creates a container for a new collection view.
func collection(_ layout: UICollectionViewLayout) -> CollectionViewContainer {
    CollectionViewContainer(UICollectionView(frame: .zero, collectionViewLayout: layout))
}

extension UILabel {
    /// Creates a label with as many lines as the text needs.
    convenience init(_ text: String, alignment: NSTextAlignment = .natural) {
        self.init(frame: .zero)
        (self.text, textAlignment, numberOfLines) = (text, alignment, 0)
        font = .preferredFont(forTextStyle: .footnote)
    }
}
