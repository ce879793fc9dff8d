#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// The base class of the containers for table views and collection views.
    ///
    /// When an agent is attached, the container becomes the data source and the delegate of its view. When
    /// the agent is detached, the container restores the previous data source and delegate. See
    /// ``TableViewContainer`` and ``CollectionViewContainer``.
    @MainActor
    public class ViewContainer: NSObject {
        /// The panel that shows tables on the container.
        public weak var panel: Panel? {
            didSet {
                guard panel !== oldValue else { return }
                checkIsolation()
                display.removeAll()
                hasShown = false
                if panel == nil {
                    (selection, deselection) = (nil, nil)
                    state = .table
                    giveBack()
                } else {
                    takeOver()
                }
            }
        }

        /// The view controller that is passed to views that conform to ``ContextView``.
        public weak var viewController: UIViewController?

        /// The delegate that receives the view's scrolling calls.
        public weak var scrollDelegate: (any UIScrollViewDelegate)?

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
        /// When the agent shows its next table, the container returns to the table state.
        public var state = TableState.table {
            didSet { showState() }
        }

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
        ///     self?.confirm(action.confirmation) { try? row.perform(action) }      // shows your own alert
        /// }
        /// ```
        public var ask: ((_ action: RowAction, _ row: EventSource) -> Void)?

        /// Returns whether the user can move a row by dragging it. While the property is `nil`, rows can't be moved.
        ///
        /// ```swift
        /// container.canMove = { row in row.data(as: Order.self)?.isPaid == false }
        /// ```
        ///
        /// A table view moves rows in its editing mode, and a collection view by its interactive movement. The container
        /// moves the row in the visible table, and then sends `move`.
        public var canMove: ((Row) -> Bool)?

        let surface: any SurfaceView
        let display = DisplayRecord()
        /// Whether a table has been shown since the panel was attached.
        private(set) var hasShown = false
        private var registry: ViewRegistry
        private var background = StateBackground()
        /// Whether the background is the view for a table without rows, which is made once.
        private var showsEmptyView = false
        /// The number of views that are being filled. The surface then accepts no batch.
        var fillingCount = 0
        /// Whether the view itself has moved a row, and the table follows.
        var isFollowingMove = false
        /// The rows that the event delegate allowed to be selected or deselected. The index paths are those of the row
        /// before and after the call of the delegate, which can move the row.
        var selection, deselection: (source: EventSource, paths: [IndexPath])?
        /// Whether views or styles were registered since the last reload. Visible cells may then have the wrong
        /// class, so the container reloads instead of refilling them.
        private var hasOtherViews = false

        init(_ surface: any SurfaceView, _ registry: ViewRegistry) {
            self.surface = surface
            self.registry = registry
            super.init()
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
        where View.Data == Item.Data, View.View: UIView {
            register(
                ViewSource(view, View.View.self) { content, target in
                    guard var target = target as? View.View, let data = content.row.data(as: View.Data.self)
                    else { return false }
                    View.fill(&target, with: data, in: content.section)
                    return true
                }, for: item)
        }

        /// Registers a style for a grid item.
        ///
        /// ```swift
        /// container.register(.subtitle, for: CustomerLine.self)
        /// ```
        ///
        /// - Parameters:
        ///   - style: The style of the item's rows.
        ///   - item: The item.
        public func register<Item: GridLineItem>(_ style: GridStyle, for item: Item.Type) {
            register(ViewSource(style), for: item)
        }

        private func register(_ source: ViewSource, for item: any TableItem.Type) {
            hasOtherViews = true
            registry.register(source, for: item)
        }

        /// Returns the view source of an item, or `nil` if the item can't be shown.
        func viewSource(for item: any TableItem.Type) -> ViewSource? {
            registry.source(for: item)
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

        // MARK: Overridden by subclasses

        /// Whether the container is the data source and the delegate of its view.
        var ownsSurface: Bool { false }
        /// Makes the container the data source and the delegate of its view, and stores the previous ones.
        func takeOver() {}
        /// Restores the data source and the delegate that the view had before.
        func giveBack() {}

        /// Returns the view source of content, or `nil` if the content can't be shown.
        func viewSource(of content: ViewContent) -> ViewSource? { viewSource(for: content.row.item) }

        /// Returns whether the surface shows the item's views directly, without a cell around them.
        func isOwnView(_ source: ViewSource, of content: ViewContent) -> Bool { false }

        /// Refills the visible supplementary views of rows, after the container has applied changes.
        func fillSupplements() {}

        /// Returns the default content configuration for the head or foot of a grid item.
        func gridContent(of kind: HeadFootKind) -> UIListContentConfiguration { .cell() }
    }

    // MARK: Updates

    extension ViewContainer: @MainActor TableContainer {
        /// The name of the container's class.
        public var surfaceName: String { String(describing: type(of: self)) }

        /// Returns whether the container can show an item. The item must be a `GridLineItem`, or have a `UIView` of its
        /// own or by registration. The view must not be a cell of another kind of surface.
        public func canShow(_ item: any TableItem.Type) -> Bool {
            viewSource(for: item) != nil
        }

        /// A Boolean value that indicates whether the container applies changes as batches. It is `true`.
        public var appliesChanges: Bool { true }

        /// A Boolean value that indicates whether the container shows columns and a caption. It is `false`.
        public var showsColumns: Bool { false }

        /// Reloads the view with the new table.
        ///
        /// - Parameter update: The old and the new table.
        /// - Throws: `TableError` with the code `notAttached` if the data source or the delegate of the view was replaced.
        public func reload(_ update: TableUpdate) throws {
            checkIsolation()
            try checkOwnership()
            performUpdate {
                hasOtherViews = false
                update.commit()
                display.replaceViews { surface.reloadData() }
                // Lay out now, so that the display events are sent within the update.
                if fillingCount == 0 { layOutIfSeen() }
            }
        }

        /// Applies changes as one batch, and refills updated rows, heads, and feet in place.
        ///
        /// The container reloads instead in these cases:
        ///
        /// - The view has no window. The changes are then invisible.
        /// - Views or styles were registered since the last reload.
        /// - The view is filling its views, or has postponed a reload. It then accepts no batch.
        ///
        /// - Parameters:
        ///   - changes: The changes to apply.
        ///   - update: The old and the new table.
        /// - Throws: `TableError` with the code `notAttached` if the data source or the delegate of the view was replaced.
        public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
            checkIsolation()
            try checkOwnership()
            if isFollowingMove { return follow(changes, in: update) }
            guard surface.window != nil, !hasOtherViews else { return try reload(update) }
            guard fillingCount == 0, surface.hasCounts(of: update.old) else {
                panel?.eventHandler.report(
                    "The \(surfaceName) reloads, because its view has not shown the previous table yet. "
                        + "Change the table after its views are filled.")
                return try reload(update)
            }
            performUpdate {
                let map = PositionMap(changes)
                let (refills, replaced) = refilledHeadsAndFeet(changes, in: update, map)
                let rows = refilledRows(changes, in: update, map)
                let complete = update.postponeCompletion()
                // All changes are one batch, which also measures the refilled views.
                let perform = {
                    self.surface.performBatchUpdates(
                        {
                            update.commit()
                            self.surface.perform(changes.replacing(replaced, map), in: update)
                            if !replaced.isEmpty { self.surface.reload(IndexSet(replaced.map(\.old))) }
                            for (view, content) in rows + refills {
                                if let content = content() { self.fill(view, with: content) }
                            }
                        }, completion: { _ in complete() })
                }
                if update.isAnimated { perform() } else { UIView.performWithoutAnimation(perform) }
                display.forgetPreparedViews()
                fillSupplements()
            }
        }

        /// Deselects a row without posting an event.
        ///
        /// - Parameter position: The position of the visible row.
        public func deselect(_ position: RowPosition) {
            surface.deselect(position.path, animated: true)
        }

        /// Detaches the container on the main actor: immediately if the agent was released on the main actor,
        /// otherwise in a later task.
        ///
        /// - Parameter detach: Detaches the container and releases the objects that the agent owned.
        public nonisolated func agentWasReleased(_ detach: @escaping () -> Void) {
            if MainQueue.isCurrent { return detach() }
            // This is safe, because the program used the agent and its parts only on the main actor.
            nonisolated(unsafe) let detach = detach
            Task { @MainActor in detach() }
        }

        private func checkIsolation() {
            precondition(
                MainQueue.isCurrent,
                "The agent of a \(surfaceName) is used on the main actor, to which the views belong.")
        }

        /// Throws an error if the container is not the data source and the delegate of its view any more.
        func checkOwnership() throws(TableError) {
            guard ownsSurface else {
                throw TableError(
                    .notAttached,
                    "The data source or the delegate of the \(surfaceName)'s view was replaced; attach one agent to a "
                        + "view, and detach it before another takes over.")
            }
        }

        private func performUpdate(_ change: () -> Void) {
            display.update { keepingSelection { keepingPosition(change) } }
            hasShown = true
            state = .table
        }

        /// Performs a change, and then selects the selected rows again. A reload empties the selection of a view, and so
        /// does the move of a section.
        private func keepingSelection(_ change: () -> Void) {
            let selected = surface.selectedPaths.compactMap { eventSource(at: $0) }
            change()
            guard !selected.isEmpty else { return }
            let paths = Set(surface.selectedPaths)
            for position in selected.compactMap(\.position) where isExpanded(position) {
                if !paths.contains(position.path) { surface.select(position.path) }
            }
        }

        /// A visible view, and its content after an update.
        private typealias Refill = (view: UIView, content: () -> ViewContent?)

        /// Returns the visible views of updated rows. Rows that moved to another section are refilled too, because they
        /// need a new event source.
        private func refilledRows(
            _ changes: TableChanges, in update: TableUpdate, _ map: PositionMap
        ) -> [Refill] {
            let arrived = changes.rowMoves.filter {
                update.old.section(at: $0.from.section)?.id != update.new.section(at: $0.to.section)?.id
            }
            return Set(changes.rowUpdates + arrived.map(\.to)).sorted().compactMap { position in
                guard let old = map.oldPosition(ofRow: position),
                    let view = surface.visibleCell(at: old.path)
                else { return nil }
                return (view, { [weak self] in self?.content(at: position.path) })
            }
        }

        /// Returns the visible views of updated heads and feet, and the sections to replace. A section is replaced if its
        /// head or foot was inserted or deleted or needs another view, because a surface can't exchange the view alone.
        private func refilledHeadsAndFeet(
            _ changes: TableChanges, in update: TableUpdate, _ map: PositionMap
        ) -> (refills: [Refill], replaced: [(old: Int, new: Int)]) {
            let feet = (update.old.sections.count, update.new.sections.count)
            var updates = [(HeadFootKind.head, changes.headUpdates), (.foot, changes.footUpdates)]
                .flatMap { kind, sections in
                    sections.compactMap { new in
                        map.oldIndex(ofSection: new).map { (kind, old: $0, new: new) }
                    }
                }
            // The foot of the table is the foot of the last section of the view, in both tables.
            if changes.updatesTableFoot, update.keepsTableFoot { updates.append((.foot, feet.0, feet.1)) }
            var refills: [Refill] = []
            var replaced: [Int: Int] = [:]
            for (kind, old, new) in updates {
                if !hasSameView(
                    update.old.row(kind, ofViewSection: old), update.new.row(kind, ofViewSection: new))
                {
                    replaced[old] = new
                } else if let view = surface.visibleView(kind, ofSection: old) {
                    refills.append((view, { [weak self] in self?.content(of: kind, ofSection: new) }))
                }
            }
            return (refills, replaced.map { (old: $0, new: $1) })
        }

        private func hasSameView(_ old: Row?, _ new: Row?) -> Bool {
            guard let old, let new, let identifier = viewSource(for: old.item)?.reuseIdentifier else {
                return false
            }
            return identifier == viewSource(for: new.item)?.reuseIdentifier
        }
    }

    extension TableChanges {
        /// Returns the changes for a batch that replaces sections, and therefore does not change their rows one by one.
        fileprivate func replacing(_ sections: [(old: Int, new: Int)], _ map: PositionMap) -> TableChanges {
            guard !sections.isEmpty else { return self }
            let (old, new) = (Set(sections.map(\.old)), Set(sections.map(\.new)))
            var changes = self
            changes.rowMoves.removeAll { old.contains($0.from.section) || new.contains($0.to.section) }
            for move in rowMoves where old.contains(move.from.section) != new.contains(move.to.section) {
                if old.contains(move.from.section) {
                    changes.rowInserts.append(move.to)
                } else {
                    changes.rowDeletes.append(move.from)
                }
            }
            changes.rowDeletes.removeAll { old.contains($0.section) }
            changes.rowInserts.removeAll { new.contains($0.section) }
            return changes
        }
    }

    /// Detects whether code runs on the main actor.
    ///
    /// The isolation checks of the standard library are not used here, because on iOS 16 they fail without a message.
    private enum MainQueue {
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
