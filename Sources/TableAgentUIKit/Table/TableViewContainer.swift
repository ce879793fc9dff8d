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
    ///     override func loadView() { view = tableView }
    ///
    ///     override func viewDidLoad() {
    ///         super.viewDidLoad()
    ///         let container = TableViewContainer(tableView)
    ///         container.register(OrderCell.self, for: OrderLine.self)
    ///         do {
    ///             try agent.attach(
    ///                 container, dataSource: DataSource(reformer: OrdersReformer()), eventDelegate: self)
    ///         } catch {
    ///             container.state = .failed(error)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// While the container has a panel, it handles what the table view asks its data source and its delegate. It creates
    /// and reuses cells, heads, and feet, and applies changes as batches. It handles selection, highlighting, editing,
    /// swipes, menus, prefetching, and scrolling. A row has the height in the table info, or else the table
    /// view's `rowHeight`, which is automatic by default. The foot of the table is the footer of an additional last
    /// section, which has no rows.
    ///
    /// The container keeps the table view alive. If the table view owns its agent, this is a retain cycle.
    @MainActor public final class TableViewContainer: ViewContainer {
        /// The table view.
        public let tableView: UITableView

        /// The animation of inserted and removed rows and sections, for reloads, and for edits that name no animation. The default is
        /// `automatic`: UIKit decides.
        public var rowAnimation = RowAnimation.automatic

        /// The app's own delegate, for the methods that the container does not handle, such as `scrollViewDidScroll(_:)`.
        /// The container holds the delegate weakly.
        public var viewDelegate: (any UITableViewDelegate)? {
            get { adapter.ownDelegate as? any UITableViewDelegate }
            set { adapter.ownDelegate = newValue }
        }

        /// The app's own data source, for the methods that the container does not handle: those for index titles. The view
        /// reloads its data when it is set. The container holds the data source weakly.
        public var viewDataSource: (any UITableViewDataSource)? {
            get { adapter.ownDataSource as? any UITableViewDataSource }
            set { adapter.ownDataSource = newValue }
        }

        /// Creates a container for a table view. The container takes over the view when an agent is attached.
        ///
        /// - Parameter tableView: The table view.
        public init(_ tableView: UITableView) {
            self.tableView = tableView
            super.init(TableViewAdapter(tableView), ViewRegistry { $0 is UICollectionReusableView.Type })
        }

        /// Scrolls until a row is visible.
        ///
        /// ```swift
        /// try container.scroll(to: .id(order.id), at: .middle)
        /// ```
        ///
        /// - Parameters:
        ///   - row: The row.
        ///   - place: The position in the view to which the row scrolls. By default, the view scrolls as
        ///     little as possible.
        ///   - animated: Whether the scrolling is animated.
        /// - Throws: `TableError` if the row does not exist, or if its section is collapsed.
        public func scroll(
            to row: RowReference, at place: UITableView.ScrollPosition = .none, animated: Bool = true
        ) throws(TableError) { tableView.scrollToRow(at: try path(of: row), at: place, animated: animated) }
    }

    extension UITableView {
        /// The container that shows tables in the view, or `nil` if the view has no container.
        public var tableContainer: TableViewContainer? {
            (dataSource as? ViewAdapter)?.container as? TableViewContainer
        }
    }
#endif
