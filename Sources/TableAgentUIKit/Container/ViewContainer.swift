#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// What the containers of table views and collection views have in common.
    ///
    /// When an agent is attached, a container becomes the data source and the delegate of its view. When the
    /// agent is detached, the view gets back those that it had before. See ``TableViewContainer`` and
    /// ``CollectionViewContainer``.
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

        /// The view controller for views that are a ``ContextView``.
        public weak var viewController: UIViewController?

        /// Receives the calls about scrolling that a delegate of the view itself would receive.
        public weak var scrollDelegate: (any UIScrollViewDelegate)?

        /// A Boolean value that indicates whether the topmost visible row that remains in the table keeps its
        /// place in every update. The default is `false`: the view decides.
        ///
        /// A table view with estimated heights, as automatic ones are, keeps its first visible row in a batch by
        /// itself. In a reload it keeps the row with the same number in the whole table, which may be another one.
        /// At its top, without estimated heights, and in a collection view, the offset stays, and rows that are
        /// inserted above push the visible ones down.
        public var keepsScrollPosition = false

        /// What the container shows: its table, or a view in its place. The default is the table.
        ///
        /// The next table that the agent shows sets it back.
        public var state = TableState.table {
            didSet { showState() }
        }

        /// The views that the container shows behind its rows.
        public var stateViews = TableStateViews() {
            didSet { showState() }
        }

        /// The style of grid items that have neither a style nor a view of their own. The default is
        /// ``GridStyle/value``.
        public var gridStyle: GridStyle {
            get { registry.gridStyle }
            set {
                registry.gridStyle = newValue
                hasOtherViews = true
            }
        }

        let surface: any SurfaceView
        let display = DisplayRecord()
        /// Whether a table has been shown since the panel was attached.
        private(set) var hasShown = false
        private var registry: ViewRegistry
        private var background = StateBackground()
        /// The row that the event delegate allowed to be selected, and where it was before and after the question.
        private var selection: (source: EventSource, paths: [IndexPath])?
        /// Whether items have other views than when the table was loaded, so that cells can't be filled again.
        private var hasOtherViews = false

        init(_ surface: any SurfaceView, _ registry: ViewRegistry) {
            self.surface = surface
            self.registry = registry
            super.init()
        }

        /// Shows an item by the views of another one that takes the same data.
        ///
        /// A reformer that knows only grid items, and serves a server too, gets the app's cells here:
        ///
        /// ```swift
        /// container.register(OrderCell.self, for: OrderLine.self)
        /// ```
        ///
        /// Register before the agent is attached; visible rows change with the next table.
        ///
        /// - Parameters:
        ///   - view: An item with a view of UIKit, such as a cell class that fills itself.
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

        /// Shows a grid item in a style of its own.
        ///
        /// ```swift
        /// container.register(.subtitle, for: CustomerLine.self)
        /// ```
        ///
        /// - Parameters:
        ///   - style: The style of its rows.
        ///   - item: The item.
        public func register<Item: GridLineItem>(_ style: GridStyle, for item: Item.Type) {
            register(ViewSource(style), for: item)
        }

        private func register(_ source: ViewSource, for item: any TableItem.Type) {
            hasOtherViews = true
            registry.register(source, for: item)
        }

        /// Returns how an item is shown; `nil` if it can't be.
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

        // MARK: For a container to override

        /// Whether the container is the data source of its view.
        var ownsSurface: Bool { false }
        /// Makes the container the data source and the delegate of its view.
        func takeOver() {}
        /// Restores the data source and the delegate that the view had before.
        func giveBack() {}

        /// Returns how content is shown; `nil` if it can't be.
        func viewSource(of content: ViewContent) -> ViewSource? { viewSource(for: content.row.item) }

        /// Returns whether the views of an item are of the surface's own kind for such content.
        func isOwnView(_ source: ViewSource, of content: ViewContent) -> Bool { false }

        /// Fills the visible supplementary views that show rows, after every change.
        func fillSupplements() {}

        /// Returns the content of a head or foot that is a grid item.
        func gridContent(of kind: HeadFootKind) -> UIListContentConfiguration { .cell() }
    }

    // MARK: Updates

    extension ViewContainer: @MainActor TableContainer {
        /// The name of the container's class.
        public var surfaceName: String { String(describing: type(of: self)) }

        /// Returns whether an item has a view of the surface or one that is no cell, or is a `GridLineItem`.
        public func canShow(_ item: any TableItem.Type) -> Bool {
            viewSource(for: item) != nil
        }

        /// A Boolean value that indicates whether the view can be changed by batches, which is `true`.
        public var appliesChanges: Bool { true }

        /// Reloads the view with the new table.
        ///
        /// - Parameter update: The old and the new table.
        /// - Throws: `TableError` with the code `notAttached` when the view belongs to another container.
        public func reload(_ update: TableUpdate) throws {
            checkIsolation()
            try performUpdate {
                hasOtherViews = false
                update.commit()
                display.forgetViews()
                surface.reloadData()
                // At once, so that the events of what appears and disappears are sent within the update.
                layOutIfSeen()
            }
        }

        /// Applies changes as one batch, and fills updated rows, heads, and feet in place.
        ///
        /// The container reloads when its view has no window, where nobody sees the changes, and when items were
        /// registered with other views.
        ///
        /// - Parameters:
        ///   - changes: What to change.
        ///   - update: The old and the new table.
        /// - Throws: `TableError` with the code `notAttached` when the view belongs to another container.
        public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
            checkIsolation()
            guard surface.window != nil, !hasOtherViews else { return try reload(update) }
            try performUpdate {
                let updateCount =
                    changes.rowUpdates.count + changes.headUpdates.count + changes.footUpdates.count
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

        /// Shows a row as not selected, without an event.
        ///
        /// - Parameter position: The position of the row, which is visible.
        public func deselect(_ position: RowPosition) {
            surface.deselect(position.path)
        }

        /// Detaches the container on the main actor: at once if that is where the agent was released, else later.
        ///
        /// - Parameter detach: Detaches the container and releases what the agent owned.
        public nonisolated func agentWasReleased(_ detach: @escaping () -> Void) {
            if MainQueue.isCurrent { return detach() }
            // Safe, for the released agent and its parts were used on the main actor alone.
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

        /// Fills the views of updated rows, and of rows that moved to another section, which need a new source
        /// of events. Views that are never reused are replaced.
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

        /// Fills the views of updated heads and feet. Where one was inserted or deleted, or needs another view,
        /// its section is reloaded, since a surface can't exchange the view alone.
        private func refillHeadsAndFeet(_ changes: TableChanges, in update: TableUpdate) {
            let updates =
                changes.headUpdates.map { (HeadFootKind.head, $0) }
                + changes.footUpdates.map { (HeadFootKind.foot, $0) }
            guard !updates.isEmpty else { return }
            let oldIndexes = Self.oldIndexes(changes, in: update)
            var replaced = IndexSet()
            var isFilled = false
            for (kind, index) in updates {
                let old = oldIndexes[index].flatMap { update.old.section(at: $0)?.row(kind) }
                guard hasSameView(old, update.new.section(at: index)?.row(kind)) else {
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
                surface.performBatchUpdates(nil, completion: nil)  // Measures them.
            }
        }

        private func hasSameView(_ old: Row?, _ new: Row?) -> Bool {
            guard let old, let new, let identifier = viewSource(for: old.item)?.reuseIdentifier else {
                return false
            }
            return identifier == viewSource(for: new.item)?.reuseIdentifier
        }

        /// Returns the old index of each section of the new table that stays, by its new index.
        private static func oldIndexes(_ changes: TableChanges, in update: TableUpdate) -> [Int: Int] {
            let (deletes, inserts) = (Set(changes.sectionDeletes), Set(changes.sectionInserts))
            let old = update.old.sections.indices.filter { !deletes.contains($0) }
            let new = update.new.sections.indices.filter { !inserts.contains($0) }
            return Dictionary(uniqueKeysWithValues: zip(new, old))
        }
    }

    // MARK: Events

    extension ViewContainer {
        /// Returns what sends the events of the row at an index path; `nil` when there is no row.
        func eventSource(at path: IndexPath) -> EventSource? {
            // The index path of a view that belongs to the whole layout has one index only.
            path.count == 2 ? try? panel?.source(.row(.at(RowPosition(path)))) : nil
        }

        func post(_ name: EventName<Void>, at path: IndexPath) {
            eventSource(at: path)?.post(name)
        }

        /// Sends an event of several rows, after the view's layout.
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
        /// - Returns: The index path of the row, which the delegate may have moved; `nil` if it refused.
        func shouldSelect(_ path: IndexPath) -> IndexPath? {
            selection = nil
            guard let source = eventSource(at: path), source.shouldSelect() else { return nil }
            guard let newPath = source.position?.path else { return nil }
            selection = (source, [path, newPath])
            return newPath
        }

        /// Sends `select` of the row that was allowed to be selected, at its current position.
        ///
        /// - Parameter path: The index path as it was at the question; UIKit may also ask and not select, and select
        ///   without asking.
        func didSelect(_ path: IndexPath) {
            let asked = selection.flatMap { $0.paths.contains(path) ? $0.source : nil }
            selection = nil
            (asked ?? eventSource(at: path))?.post(.select)
        }

        func shouldDeselect(_ path: IndexPath) -> Bool {
            eventSource(at: path)?.shouldDeselect() ?? false
        }

        func actions(_ place: RowActionPlace, at path: IndexPath) -> [RowAction] {
            panel?.tableInfo.row(at: RowPosition(path))?.actions(place) ?? []
        }

        #if !os(tvOS)
            /// Returns the context menu of a row; `nil` if it offers none.
            func menu(at path: IndexPath) -> UIContextMenuConfiguration? {
                let actions = actions(.menu, at: path)
                guard !actions.isEmpty, let source = eventSource(at: path) else { return nil }
                return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
                    UIMenu(
                        children: actions.map { action in
                            UIAction(
                                title: action.title, image: action.image,
                                attributes: action.isDestructive ? .destructive : []
                            ) { _ in source.perform(action) }
                        })
                }
            }
        #endif
    }

    extension RowAction {
        /// The system's symbol with the action's name, or else the app's image.
        @MainActor var image: UIImage? {
            symbol.flatMap { UIImage(systemName: $0) ?? UIImage(named: $0) }
        }
    }

    /// The queue of the main actor, which the standard library of iOS 16 checks without a sentence.
    private enum MainQueue {
        private static let key = {
            let key = DispatchSpecificKey<Void>()
            DispatchQueue.main.setSpecific(key: key, value: ())
            return key
        }()

        /// The main thread is also there in a block of another queue that waits for it; on Linux, the main queue may have
        /// another thread.
        static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil }
    }
#endif
