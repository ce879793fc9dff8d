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
                display.removeAll()
                hasShown = false
                if panel == nil {
                    selection = nil
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
            didSet { showState() }
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

        let surface: any SurfaceView
        let display = DisplayRecord()
        /// Whether a table has been shown since the panel was attached.
        private(set) var hasShown = false
        private var registry: ViewRegistry
        private var background = StateBackground()
        /// The row that the event delegate allowed to be selected. The index paths are those of the row before and
        /// after the call of the delegate, which can move the row.
        private var selection: (source: EventSource, paths: [IndexPath])?
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
            let view: UIView? =
                switch state {
                case .table: hasShown && panel?.tableInfo.rowCount == 0 ? stateViews.empty?() : nil
                case .loading: stateViews.loading?()
                case .failed(let error): stateViews.failure?(error)
                }
            background.show(view, on: surface)
        }

        // MARK: Overridden by subclasses

        /// Whether the container is the data source of its view.
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

        /// Reloads the view with the new table.
        ///
        /// - Parameter update: The old and the new table.
        /// - Throws: `TableError` with the code `notAttached` if another container has taken over the view.
        public func reload(_ update: TableUpdate) throws {
            checkIsolation()
            try performUpdate {
                hasOtherViews = false
                update.commit()
                display.forgetViews()
                surface.reloadData()
                // Lay out now, so that the display events are sent within the update.
                layOutIfSeen()
            }
        }

        /// Applies changes as one batch, and refills updated rows, heads, and feet in place.
        ///
        /// The container reloads instead if its view has no window, because the changes are invisible then,
        /// or if views or styles were registered since the last reload.
        ///
        /// - Parameters:
        ///   - changes: The changes to apply.
        ///   - update: The old and the new table.
        /// - Throws: `TableError` with the code `notAttached` if another container has taken over the view.
        public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
            checkIsolation()
            guard surface.window != nil, !hasOtherViews else { return try reload(update) }
            try performUpdate {
                let updateCount =
                    changes.rowUpdates.count + changes.headUpdates.count + changes.footUpdates.count
                    + (changes.updatesTableFoot && update.keepsTableFoot ? 1 : 0)
                if changes.count > updateCount {
                    surface.performBatchUpdates(
                        { [surface] in
                            update.commit()
                            surface.perform(changes, in: update)
                        }, completion: nil)
                } else {
                    update.commit()
                }
                refillRows(changes, in: update)
                refillHeadsAndFeet(changes, in: update)
                fillSupplements()
            }
        }

        /// Deselects a row without posting an event.
        ///
        /// - Parameter position: The position of the visible row.
        public func deselect(_ position: RowPosition) {
            surface.deselect(position.path)
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

        private func performUpdate(_ change: () -> Void) throws(TableError) {
            guard ownsSurface else {
                throw TableError(
                    .notAttached,
                    "The view of the \(surfaceName) was given to another container or data source since; "
                        + "attach one agent to a view, and detach it before another takes over.")
            }
            display.update { keepingPosition(change) }
            hasShown = true
            state = .table
        }

        /// Refills the views of updated rows. Rows that moved to another section are refilled too, because
        /// they need a new event source. Views that are never reused are replaced.
        private func refillRows(_ changes: TableChanges, in update: TableUpdate) {
            var filled: [IndexPath] = []
            var replaced: [IndexPath] = []
            let arrived = changes.rowMoves.filter {
                update.old.section(at: $0.from.section)?.id != update.new.section(at: $0.to.section)?.id
            }
            for position in Set(changes.rowUpdates + arrived.map(\.to)).sorted() {
                guard let item = panel?.tableInfo.row(at: position)?.item else { continue }
                if viewSource(for: item)?.reuseIdentifier == nil {
                    replaced.append(position.path)
                } else {
                    filled.append(position.path)
                }
            }
            if !filled.isEmpty { surface.reconfigure(filled) }
            if !replaced.isEmpty { surface.reload(replaced) }
        }

        /// Refills the views of updated heads and feet. If a head or foot was inserted or deleted, or needs
        /// another view, its section is reloaded, because a surface can't exchange the view alone.
        private func refillHeadsAndFeet(_ changes: TableChanges, in update: TableUpdate) {
            var updates =
                changes.headUpdates.map { (HeadFootKind.head, $0) }
                + changes.footUpdates.map { (HeadFootKind.foot, $0) }
            if changes.updatesTableFoot, update.keepsTableFoot {
                updates.append((.foot, update.new.sections.count))
            }
            guard !updates.isEmpty else { return }
            let map = PositionMap(changes)
            var replaced = IndexSet()
            var isFilled = false
            for (kind, index) in updates {
                // The foot of the table is the foot of the last section of the view, in both tables.
                let old =
                    index == update.new.sections.count
                    ? update.old.foot
                    : map.oldIndex(ofSection: index).flatMap { update.old.section(at: $0)?.row(kind) }
                guard hasSameView(old, update.new.row(kind, ofViewSection: index)) else {
                    replaced.insert(index)
                    continue
                }
                guard let view = surface.visibleView(kind, ofSection: index),
                    let content = content(of: kind, ofSection: index)
                else { continue }
                fill(view, with: content)
                isFilled = true
            }
            if !replaced.isEmpty {
                surface.reload(replaced)
            } else if isFilled {
                surface.performBatchUpdates(nil, completion: nil)  // Measures the refilled views.
            }
        }

        private func hasSameView(_ old: Row?, _ new: Row?) -> Bool {
            guard let old, let new, let identifier = viewSource(for: old.item)?.reuseIdentifier else {
                return false
            }
            return identifier == viewSource(for: new.item)?.reuseIdentifier
        }
    }

    // MARK: Events

    extension ViewContainer {
        /// Returns the event source of the row at an index path, or `nil` if there is no row.
        func eventSource(at path: IndexPath) -> EventSource? {
            // The index path of a supplementary view that belongs to the whole layout has only one index.
            path.count == 2 ? try? panel?.source(.row(.at(RowPosition(path)))) : nil
        }

        func post(_ name: EventName<Void>, at path: IndexPath) {
            eventSource(at: path)?.post(name)
        }

        /// Sends an event for each of several rows, after the layout.
        func post(_ name: EventName<Void>, atAll paths: [IndexPath]) {
            let sources = paths.compactMap { eventSource(at: $0) }
            display.afterLayout { for source in sources { source.post(name) } }
        }

        func willDisplay(_ view: UIView, at path: IndexPath, supplement: String? = nil) {
            willDisplay(view, content(at: path, supplement: supplement))
        }

        func willDisplay(_ view: UIView, _ kind: HeadFootKind, ofSection index: Int) {
            willDisplay(view, content(of: kind, ofSection: index))
        }

        private func willDisplay(_ view: UIView, _ content: ViewContent?) {
            guard let content else { return }
            restore(view, with: content)
            display.willDisplay(view, content.source, supplement: content.supplement)
        }

        /// Asks the event delegate whether a row may be selected.
        ///
        /// - Returns: The index path of the row after the call, because the delegate can move the row. Returns `nil`
        ///   if the delegate refuses or removes the row.
        func shouldSelect(_ path: IndexPath) -> IndexPath? {
            selection = nil
            guard let source = eventSource(at: path), source.shouldSelect() else { return nil }
            guard let newPath = source.position?.path else { return nil }
            selection = (source, [path, newPath])
            return newPath
        }

        /// Sends `select` for the row that the event delegate allowed to be selected, at its current position.
        ///
        /// UIKit may ask without selecting, and may select without asking.
        ///
        /// - Parameter path: The index path that UIKit reports. It may be the path before or after the call of the
        ///   delegate.
        func didSelect(_ path: IndexPath) {
            let asked = selection.flatMap { $0.paths.contains(path) ? $0.source : nil }
            selection = nil
            (asked ?? eventSource(at: path))?.post(.select)
        }

        func shouldDeselect(_ path: IndexPath) -> Bool {
            eventSource(at: path)?.shouldDeselect() ?? false
        }

        /// Returns the actions of a row. If nobody can ask, actions that need an answer are left out.
        func actions(_ place: RowActionPlace, at path: IndexPath) -> [RowAction] {
            let actions = panel?.tableInfo.row(at: RowPosition(path))?.actions(place) ?? []
            return actions.filter { !$0.needsAnswer || ask != nil }
        }

        /// Performs a chosen action, or asks the user first.
        func perform(_ action: RowAction, of source: EventSource) {
            // An action that needs no answer throws no error.
            if action.needsAnswer { ask?(action, source) } else { try? source.perform(action) }
        }

        #if !os(tvOS)
            /// Returns the context menu of a row, or `nil` if the row has no actions.
            func menu(at path: IndexPath) -> UIContextMenuConfiguration? {
                let actions = actions(.menu, at: path)
                guard !actions.isEmpty, let source = eventSource(at: path) else { return nil }
                return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
                    UIMenu(
                        children: actions.map { action in
                            UIAction(
                                title: action.title, image: action.image,
                                attributes: action.isDestructive ? .destructive : []
                            ) { [weak self] _ in self?.perform(action, of: source) }
                        })
                }
            }
        #endif
    }

    extension RowAction {
        /// The system symbol that the action names, or the app's image of that name if there is no such symbol.
        @MainActor var image: UIImage? {
            symbol.flatMap { UIImage(systemName: $0) ?? UIImage(named: $0) }
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
