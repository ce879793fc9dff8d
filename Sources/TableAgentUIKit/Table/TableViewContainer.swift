#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// A container that shows tables in a `UITableView`.
    ///
    /// ```swift
    /// final class OrdersController: UIViewController, EventDelegate {
    ///     let tableView = UITableView()
    ///     let agent = Agent<[Order]>()
    ///
    ///     override func viewDidLoad() {
    ///         super.viewDidLoad()
    ///         view.addSubview(tableView)
    ///         let container = TableViewContainer(tableView)
    ///         container.register(OrderCell.self, for: OrderLine.self)
    ///         try? agent.attach(container, rawData: orders, reformer: OrdersReformer.self, eventDelegate:
    ///         self)
    ///     }
    /// }
    /// ```
    ///
    /// It is the table view's data source and delegate as long as it has a panel, and implements all that
    /// they need: cells, heads and feet with their reuse, batches, selection, highlighting, editing, swipes,
    /// menus, prefetching and scrolling. Heights are automatic unless the table info gives them.
    ///
    /// The container keeps the table view alive; a table view that keeps its own agent is a cycle.
    @MainActor
    public final class TableViewContainer: ViewContainer {
        /// The view.
        public let tableView: UITableView

        var registeredCells: Set<String> = []
        var registeredHeadFeet: Set<String> = []
        /// The row that is swiped open.
        var edited: RowSource?

        private(set) weak var formerDataSource: (any UITableViewDataSource)?
        private(set) weak var formerDelegate: (any UITableViewDelegate)?
        private(set) weak var formerPrefetching: (any UITableViewDataSourcePrefetching)?

        /// Creates a container for a table view, which it takes over when an agent is attached.
        ///
        /// - Parameter tableView: The view.
        public init(_ tableView: UITableView) {
            self.tableView = tableView
            super.init(tableView, ViewRegistry { $0 is UICollectionReusableView.Type })
        }

        override var ownsSurface: Bool { tableView.dataSource === self }

        override func takeOver() {
            let other = tableView.tableContainer
            formerDataSource = other == nil ? tableView.dataSource : other?.formerDataSource
            formerDelegate = other == nil ? tableView.delegate : other?.formerDelegate
            formerPrefetching = other == nil ? tableView.prefetchDataSource : other?.formerPrefetching
            tableView.dataSource = self
            tableView.delegate = self
            tableView.prefetchDataSource = self
        }

        override func giveBack() {
            edited = nil
            if tableView.delegate === self { tableView.delegate = formerDelegate }
            if tableView.prefetchDataSource === self { tableView.prefetchDataSource = formerPrefetching }
            guard ownsSurface else { return }
            tableView.dataSource = formerDataSource
            tableView.reloadData()
        }

        override func isOwnEntry(_ source: ViewSource) -> Bool {
            source.ownClass(UITableViewHeaderFooterView.self) != nil
        }

        override func gridContent(of kind: HeadFootKind) -> UIListContentConfiguration {
            switch (kind, tableView.style) {
            case (.head, .plain): .plainHeader()
            case (.foot, .plain): .plainFooter()
            case (.head, _): .groupedHeader()
            case (.foot, _): .groupedFooter()
            }
        }

        /// Scrolls until a row is on the screen.
        ///
        /// ```swift
        /// try container.scroll(to: .id(order.id), at: .middle)
        /// ```
        ///
        /// - Parameters:
        ///   - row: The row.
        ///   - place: Where it comes to stand; by default as near as it is.
        ///   - animated: Whether people see the way.
        /// - Throws: `TableError` when there is no such row, or it is hidden with its section.
        public func scroll(
            to row: RowReference, at place: UITableView.ScrollPosition = .none, animated: Bool = true
        ) throws {
            tableView.scrollToRow(at: try path(of: row), at: place, animated: animated)
        }
    }

    extension UITableView {
        /// The container that shows tables in the view, or `nil` while none does.
        public var tableContainer: TableViewContainer? { dataSource as? TableViewContainer }
    }
#endif
