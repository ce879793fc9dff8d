#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// The base class of the containers for table views and collection views.
    ///
    /// When an agent is attached, the container takes over the data source and the delegate of its view. When
    /// the agent is detached, the container restores the previous data source and delegate. See
    /// ``TableViewContainer`` and ``CollectionViewContainer``.
    @MainActor public class ViewContainer {
        /// The panel that shows tables on the container.
        public weak var panel: Panel? {
            didSet {
                guard panel !== oldValue else { return }
                checkIsolation()
                display.removeAll()
                hasShown = false
                if panel == nil {
                    touched = TouchedRows()
                    prefetched = [:]
                    state = .table
                    adapter.giveBack()
                    columnTitles?.update(replacesRows: true)
                } else {
                    adapter.takeOver()
                }
            }
        }

        /// The view controller that is passed to views that conform to ``ContextView``.
        public weak var viewController: UIViewController?

        /// A Boolean value that indicates whether every update keeps the position of the topmost visible row
        /// that remains in the table. The default is `false`: the view decides.
        ///
        /// By default, a table view with estimated heights keeps its first visible row in place during a batch.
        /// Automatic heights are estimated, too. During a reload, the table view keeps the row with the same index
        /// in the whole table, which can be another row. A table view at its top, a table view without estimated
        /// heights, and a collection view keep the content offset instead. Rows that are inserted above then push
        /// the visible rows down.
        public var keepsScrollPosition = false

        /// The state of the container. The default is the table.
        ///
        /// When the agent shows its next table, the container returns to the table state, unless ``keepsState`` is `true`.
        public var state = TableState.table { didSet { showState() } }

        /// Whether the state stays when the agent shows a table. The default is `false`.
        public var keepsState = false

        /// The views that the container shows behind its rows, one for each state.
        public var stateViews = TableStateViews() {
            didSet {
                showsEmptyView = false
                showState()
            }
        }

        /// The style of grid items for which neither a style nor a view is registered. The default is
        /// ``GridStyle/value``.
        public var gridStyle: GridStyle {
            get { registry.gridStyle }
            set {
                registry.gridStyle = newValue
                hasOtherViews = true
            }
        }

        /// Asks the user for the answer that an action needs, and then lets the row perform the action.
        /// While the property is `nil`, rows leave out actions that need an answer.
        ///
        /// ```swift
        /// container.ask = { [weak self] action, row in
        ///     self?.confirm(action.confirmation) { try row.perform(action) }      // shows your own alert, and errors
        /// }
        /// ```
        public var ask: ((_ action: RowAction, _ row: EventSource) -> Void)?

        /// Returns whether the user can select a row. Other rows are not highlighted when they are touched. While the property is
        /// `nil`, all rows can be selected, unless the event delegate refuses.
        ///
        /// ```swift
        /// container.canSelect = { row in row.data(as: Order.self) != nil }
        /// ```
        public var canSelect: ((Row) -> Bool)?

        /// Returns whether the user can move a row by dragging it. While the property is `nil`, rows can't be moved.
        ///
        /// ```swift
        /// container.canMove = { row in row.data(as: Order.self)?.isPaid == false }
        /// ```
        ///
        /// A table view moves rows in its editing mode, and a collection view by its interactive movement. The container
        /// moves the row in the visible table, and then sends `move`.
        public var canMove: ((Row) -> Bool)?

        /// Whether a tap on the head of a grid item collapses its section, or expands it. The head then has a chevron. The default
        /// is `false`.
        ///
        /// Set the property before a table is shown. A head with a view of your own sends an event, and a listener calls
        /// `TableEdit.collapseSection(_:)`.
        public var headsCollapseSections = false

        /// Receives each view that was filled, with its row, head, or foot: to set an accessibility identifier, or a font, for example.
        ///
        /// ```swift
        /// container.didFill = { view, row in view.accessibilityIdentifier = "row \(row.id)" }
        /// ```
        public var didFill: ((UIView, Row) -> Void)?

        /// Returns the preview that a row's menu shows. While the property is `nil`, or if it returns `nil`, the preview is
        /// the cell.
        ///
        /// ```swift
        /// container.preview = { row in row.data(as: Order.self).map(OrderController.init) }
        /// ```
        public var preview: ((Row) -> UIViewController?)?

        /// The positions of the selected rows, ascending.
        public var selectedPositions: [RowPosition] { surface.selectedPaths.map { RowPosition($0) }.sorted() }

        /// The words for VoiceOver; English by default.
        ///
        /// VoiceOver reads `TableWords.collapsed` after the head of a collapsed section, if its item is a grid item. A series
        /// in a grid item has the text of `TableWords.series`. Set the words before a table is shown.
        public var words = TableWords.english

        /// The data source and the delegate of the view.
        let adapter: ViewAdapter
        var surface: any SurfaceView { adapter.surface }
        let display = DisplayRecord()
        /// Whether a table has been shown since the panel was attached.
        private(set) var hasShown = false
        var registry: ViewRegistry
        /// The titles below which grid items are shown in columns.
        weak var columnTitles: ColumnTitles?
        private var background = StateBackground()
        /// Whether the background is the view for a table without rows, which is made once.
        private var showsEmptyView = false
        /// The new positions of the rows that were visible before an update that keeps the scroll position, with the rows'
        /// former origins in the view.
        var anchors: [(position: RowPosition, origin: CGPoint)] = []
        /// The number of views that are being filled. The surface then accepts no batch.
        var fillingCount = 0
        /// Whether the view itself has moved a row, and the table follows.
        var isFollowingMove = false
        /// Whether the action of a swipe is performed, after which UIKit closes the swipe.
        var isPerformingSwipe = false
        /// The rows whose prefetching began, by the index paths at which UIKit ends it.
        var prefetched: [IndexPath: RowReference] = [:]
        /// The rows that the user acts on.
        var touched = TouchedRows()
        /// Whether views or styles were registered since the last reload. Visible cells may then have the wrong
        /// class, so the container reloads instead of refilling them.
        var hasOtherViews = false

        init(_ adapter: ViewAdapter, _ registry: ViewRegistry) {
            self.adapter = adapter
            self.registry = registry
            adapter.container = self
        }

        /// Registers the views of another item for an item with the same data type.
        ///
        /// Use this method to show a grid item in the app's own cells, when the reformer is shared with a server:
        ///
        /// ```swift
        /// container.register(OrderCell.self, for: OrderLine.self)
        /// ```
        ///
        /// Register views before you attach the agent. If you register views later, visible rows change when the
        /// container shows the next table.
        ///
        /// - Parameters:
        ///   - view: An item with a UIKit view, such as a cell class that fills itself.
        ///   - item: The item in the table.
        public func register<View: TableItem, Item: TableItem>(_ view: View.Type, for item: Item.Type)
        where View.Data == Item.Data, View.Context == Item.Context, View.View: UIView {
            register(
                ViewSource(view, View.View.self) { content, target in
                    guard var target = target as? View.View else { return false }
                    return content.row.fill(&target, as: View.self, in: content.section)
                }, for: item)
        }

        /// Registers a content configuration for an item with the same data type, as views are registered.
        public func register<Content: ContentItem, Item: TableItem>(
            _ content: Content.Type, for item: Item.Type
        ) where Content.Data == Item.Data { register(ViewSource(content), for: item) }

        /// Registers a style for a grid item.
        ///
        /// ```swift
        /// container.register(.subtitle, for: CustomerLine.self) { content, customer in
        ///     content.image = UIImage(systemName: customer.isCompany ? "building" : "person")
        /// } accessory: { _ in
        ///     .disclosure
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - style: The style of the item's rows.
        ///   - item: The item.
        ///   - configure: Changes the content of a row, which already has the texts: adds an image, for example.
        ///   - accessory: Returns the accessory of a row. Without the closure, rows have no accessory.
        public func register<Item: GridLineItem>(
            _ style: GridStyle, for item: Item.Type,
            configure: ((inout UIListContentConfiguration, Item.Data) -> Void)? = nil,
            accessory: ((Item.Data) -> GridAccessory)? = nil
        ) {
            var look = GridLook(style: style)
            look.configure = configure.map { configure in
                { content, row in row.data(as: Item.Data.self).map { configure(&content, $0) } }
            }
            var source = ViewSource(look)
            source.accessory = accessory.map { accessory in
                { row in row.data(as: Item.Data.self).map(accessory) ?? .none }
            }
            register(source, for: item)
        }

        private func register(_ source: ViewSource, for item: any TableItem.Type) {
            hasOtherViews = true
            registry.register(source, for: item)
        }

        /// Returns the view source of an item, or `nil` if the item can't be shown.
        func viewSource(for item: any TableItem.Type) -> ViewSource? { registry.source(for: item) }

        /// Returns the view source of content, or `nil` if the content can't be shown.
        func viewSource(of content: ViewContent) -> ViewSource? {
            if let kind = content.supplement { return registry.supplements[kind] }
            return registry.source(for: content.row.item)
        }

        private func showState() {
            var view: UIView?
            var isEmpty = false
            switch state {
            case .table:
                isEmpty = hasShown && panel?.tableInfo.rowCount == 0
                if isEmpty, showsEmptyView { return }
                if isEmpty { view = stateViews.empty?() }
            case .loading: view = stateViews.loading?()
            case .failed(let error): view = stateViews.failure?(error)
            }
            showsEmptyView = isEmpty
            background.show(view, on: surface)
        }

        /// Records that the view shows a table.
        func didShow() {
            hasShown = true
            columnTitles?.update(replacesRows: true)
            if !keepsState { state = .table } else if case .table = state { showState() }
        }

        func checkIsolation() {
            precondition(
                MainQueue.isCurrent,
                "The agent of a \(surfaceName) is used on the main actor, to which the views belong.")
        }

        /// Throws an error if the data source or the delegate of the view was replaced.
        func checkOwnership() throws(TableError) {
            guard adapter.ownsSurface else {
                throw TableError(
                    .notAttached,
                    "The data source or the delegate of the \(surfaceName)'s view was replaced; attach one agent to a "
                        + "view, and detach it before another takes over.")
            }
        }
    }

    /// Detects whether code runs on the main actor.
    ///
    /// The isolation checks of the standard library are not used here, because on iOS 16 they fail without a message.
    enum MainQueue {
        private static let key = {
            let key = DispatchSpecificKey<Void>()
            DispatchQueue.main.setSpecific(key: key, value: ())
            return key
        }()

        /// Whether code runs on the main thread or the main queue. Each of the two can occur alone. A block of another
        /// queue can run on the main thread while the main thread waits for the block. On Linux, the main queue can
        /// run on another thread.
        static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil }
    }
#endif
