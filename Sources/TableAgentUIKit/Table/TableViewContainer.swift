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
    ///         try? agent.attach(
    ///             container, dataSource: DataSource(reformer: OrdersReformer()), eventDelegate: self)
    ///     }
    /// }
    /// ```
    ///
    /// While the container has a panel, it is the table view's data source and delegate. It creates and reuses
    /// cells, heads, and feet, and applies changes as batches. It handles selection, highlighting, editing,
    /// swipes, menus, prefetching, and scrolling. A row has the height in the table info, or else the table
    /// view's `rowHeight`, which is automatic by default. The foot of the table is the footer of an additional last
    /// section, which has no rows.
    ///
    /// The container keeps the table view alive. If the table view owns its agent, this is a retain cycle.
    @MainActor
    public final class TableViewContainer: ViewContainer {
        /// The table view.
        public let tableView: UITableView

        private var registeredCells: Set<String> = []
        private var registeredHeadFeet: Set<String> = []
        /// The row whose swipe actions are visible.
        private var editedRow: EventSource?

        private weak var originalDataSource: (any UITableViewDataSource)?
        private weak var originalDelegate: (any UITableViewDelegate)?
        private weak var originalPrefetching: (any UITableViewDataSourcePrefetching)?

        /// Creates a container for a table view. The container takes over the view when an agent is attached.
        ///
        /// - Parameter tableView: The table view.
        public init(_ tableView: UITableView) {
            self.tableView = tableView
            super.init(tableView, ViewRegistry { $0 is UICollectionReusableView.Type })
        }

        override var ownsSurface: Bool { tableView.dataSource === self && tableView.delegate === self }

        override func takeOver() {
            let other = tableView.tableContainer
            originalDataSource = other == nil ? tableView.dataSource : other?.originalDataSource
            originalDelegate = other == nil ? tableView.delegate : other?.originalDelegate
            originalPrefetching = other == nil ? tableView.prefetchDataSource : other?.originalPrefetching
            tableView.dataSource = self
            tableView.delegate = self
            tableView.prefetchDataSource = self
        }

        override func giveBack() {
            editedRow = nil
            if tableView.delegate === self { tableView.delegate = originalDelegate }
            if tableView.prefetchDataSource === self { tableView.prefetchDataSource = originalPrefetching }
            guard tableView.dataSource === self else { return }
            tableView.dataSource = originalDataSource
            tableView.reloadData()
        }

        override func isOwnView(_ source: ViewSource, of content: ViewContent) -> Bool {
            content.headFoot == nil
                ? source.ownClass(UITableViewCell.self) != nil
                : source.ownClass(UITableViewHeaderFooterView.self) != nil
        }

        override func gridContent(of kind: HeadFootKind) -> UIListContentConfiguration {
            switch (kind, tableView.style) {
            case (.head, .plain): .plainHeader()
            case (.foot, .plain): .plainFooter()
            case (.head, _): .groupedHeader()
            case (.foot, _): .groupedFooter()
            }
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
        ) throws(TableError) {
            tableView.scrollToRow(at: try path(of: row), at: place, animated: animated)
        }
    }

    extension UITableView {
        /// The container that shows tables in the view, or `nil` if the view has no container.
        public var tableContainer: TableViewContainer? { dataSource as? TableViewContainer }
    }

    // MARK: Cells

    extension TableViewContainer: UITableViewDataSource, UITableViewDataSourcePrefetching {
        /// Returns the number of sections of the visible table.
        public func numberOfSections(in tableView: UITableView) -> Int {
            panel?.tableInfo.viewSectionCount ?? 0
        }

        /// Returns the number of visible rows in a section.
        public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
            panel?.tableInfo.section(at: section)?.visibleRowCount ?? 0
        }

        /// Returns a cell that shows the row.
        public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
        {
            guard let content = content(at: indexPath), let source = viewSource(for: content.row.item)
            else { return UITableViewCell() }
            let cell = cell(from: source, at: indexPath)
            fill(cell, with: content)
            return cell
        }

        private func cell(from source: ViewSource, at indexPath: IndexPath) -> UITableViewCell {
            let ownClass = source.ownClass(UITableViewCell.self)
            guard let identifier = source.reuseIdentifier else {
                guard let ownClass else { return UITableViewCell(style: .default, reuseIdentifier: nil) }
                return source.makeView { ownClass.init(style: .default, reuseIdentifier: nil) }
            }
            if !source.isPrototype, registeredCells.insert(identifier).inserted {
                if ownClass != nil, let nib = source.nib {
                    tableView.register(nib, forCellReuseIdentifier: identifier)
                } else {
                    tableView.register(ownClass ?? UITableViewCell.self, forCellReuseIdentifier: identifier)
                }
            }
            return tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
        }

        /// Returns whether the user can move the row.
        public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
            canMoveRow(at: indexPath)
        }

        /// Moves the row in the table, and sends `move`.
        public func tableView(
            _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
        ) {
            didMove(sourceIndexPath, to: destinationIndexPath)
        }

        /// Sends `prefetch` for each row.
        public func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            post(.prefetch, atAll: indexPaths)
        }

        /// Sends `cancelPrefetch` for each row.
        public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
            post(.cancelPrefetch, atAll: indexPaths)
        }
    }

    // MARK: Rows

    extension TableViewContainer: UITableViewDelegate {
        /// Sends `willDisplay` of the row.
        public func tableView(
            _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            willDisplay(cell, at: indexPath)
        }

        /// Sends `didEndDisplay` of the row that the cell showed, even if the row has moved or is removed.
        public func tableView(
            _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            display.didEndDisplay(cell)
        }

        /// Asks the event delegate whether the row may be selected.
        public func tableView(
            _ tableView: UITableView, willSelectRowAt indexPath: IndexPath
        ) -> IndexPath? {
            shouldSelect(indexPath)
        }

        /// Sends `select` of the row.
        public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            didSelect(indexPath)
        }

        /// Asks the event delegate whether the row may be deselected.
        public func tableView(
            _ tableView: UITableView, willDeselectRowAt indexPath: IndexPath
        ) -> IndexPath? {
            shouldDeselect(indexPath)
        }

        /// Sends `deselect` of the row.
        public func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            didDeselect(indexPath)
        }

        /// Sends `highlight` of the row.
        public func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
            post(.highlight, at: indexPath)
        }

        /// Sends `unhighlight` of the row.
        public func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
            post(.unhighlight, at: indexPath)
        }

        /// Sends `accessory` of the row.
        public func tableView(
            _ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath
        ) {
            post(.accessory, at: indexPath)
        }

        /// Returns the row's height from the table info, or else the table view's `rowHeight`, which is automatic by
        /// default.
        public func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
            panel?.tableInfo.row(at: RowPosition(indexPath))?.height.map { CGFloat($0) }
                ?? tableView.rowHeight
        }
    }

    // MARK: Heads and feet

    extension TableViewContainer {
        /// Returns a view that shows the head, or `nil` if the section has no head.
        public func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
            view(of: .head, ofSection: section)
        }

        /// Returns a view that shows the foot, or `nil` if the section has no foot.
        public func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
            view(of: .foot, ofSection: section)
        }

        /// Returns the head's height from the table info, or else an automatic height. In a plain table, a section
        /// without a head needs no space, so the height is 0.
        public func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
            height(of: .head, ofSection: section)
        }

        /// Returns the foot's height from the table info, or else an automatic height. In a plain table, a section
        /// without a foot needs no space, so the height is 0.
        public func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
            height(of: .foot, ofSection: section)
        }

        /// Sends `willDisplay` of the head.
        public func tableView(
            _ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int
        ) {
            willDisplay(view, .head, ofSection: section)
        }

        /// Sends `willDisplay` of the foot.
        public func tableView(
            _ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int
        ) {
            willDisplay(view, .foot, ofSection: section)
        }

        /// Sends `didEndDisplay` of the head that the view showed.
        public func tableView(
            _ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int
        ) {
            display.didEndDisplay(view)
        }

        /// Sends `didEndDisplay` of the foot that the view showed.
        public func tableView(
            _ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int
        ) {
            display.didEndDisplay(view)
        }

        private func view(of kind: HeadFootKind, ofSection index: Int) -> UIView? {
            guard let content = content(of: kind, ofSection: index),
                let source = viewSource(for: content.row.item), let view = headFootView(from: source)
            else { return nil }
            fill(view, with: content)
            return view
        }

        private func headFootView(from source: ViewSource) -> UITableViewHeaderFooterView? {
            let ownClass = source.ownClass(UITableViewHeaderFooterView.self)
            guard let identifier = source.reuseIdentifier else {
                guard let ownClass else { return UITableViewHeaderFooterView(reuseIdentifier: nil) }
                return source.makeView { ownClass.init(reuseIdentifier: nil) }
            }
            if registeredHeadFeet.insert(identifier).inserted {
                if ownClass != nil, let nib = source.nib {
                    tableView.register(nib, forHeaderFooterViewReuseIdentifier: identifier)
                } else {
                    tableView.register(
                        ownClass ?? UITableViewHeaderFooterView.self,
                        forHeaderFooterViewReuseIdentifier: identifier)
                }
            }
            return tableView.dequeueReusableHeaderFooterView(withIdentifier: identifier)
        }

        /// Returns the height of a head or foot.
        ///
        /// In a grouped table, heads and feet contain the space between two groups. A section without a head or foot
        /// therefore has an automatic height there, and the height 0 only in a plain table.
        private func height(of kind: HeadFootKind, ofSection index: Int) -> CGFloat {
            let row = panel?.tableInfo.row(kind, ofViewSection: index)
            if row == nil, tableView.style == .plain { return 0 }
            return row?.height.map { CGFloat($0) } ?? UITableView.automaticDimension
        }
    }

    // MARK: Editing

    extension TableViewContainer {
        /// Returns whether the row has actions for a swipe from either edge, or can be selected or moved in the editing mode.
        public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
            tableView.isEditing
                && (tableView.allowsMultipleSelectionDuringEditing || canMoveRow(at: indexPath))
                || !actions(.trailing, at: indexPath).isEmpty || !actions(.leading, at: indexPath).isEmpty
        }

        /// Returns the place for a dragged row: the proposed one, or its own if the section can't receive rows.
        public func tableView(
            _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
            toProposedIndexPath proposedDestinationIndexPath: IndexPath
        ) -> IndexPath {
            target(ofMove: sourceIndexPath, proposed: proposedDestinationIndexPath)
        }

        /// Returns the delete style if one of the row's trailing actions is destructive.
        public func tableView(
            _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
        ) -> UITableViewCell.EditingStyle {
            deletion(at: indexPath) == nil ? .none : .delete
        }

        /// Performs the row's first destructive trailing action.
        public func tableView(
            _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
            forRowAt indexPath: IndexPath
        ) {
            guard editingStyle == .delete, let action = deletion(at: indexPath) else { return }
            if let source = eventSource(at: indexPath) { perform(action, of: source) }
        }

        private func deletion(at path: IndexPath) -> RowAction? {
            actions(.trailing, at: path).first { $0.isDestructive }
        }

        #if !os(tvOS)
            /// Returns whether rows can be selected with two fingers: if the view allows the selection of several rows in its
            /// editing mode.
            public func tableView(
                _ tableView: UITableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) -> Bool {
                tableView.allowsMultipleSelectionDuringEditing
            }

            /// Begins the editing mode, in which the selected rows are marked.
            public func tableView(
                _ tableView: UITableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) {
                tableView.setEditing(true, animated: true)
            }

            /// Sends `beginEditing` of the row.
            public func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {
                editedRow = eventSource(at: indexPath)
                editedRow?.post(.beginEditing)
            }

            /// Sends `endEditing` of the edited row, even if the row has moved or is removed.
            public func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) {
                let source = editedRow
                editedRow = nil
                source?.post(.endEditing)
            }

            /// Returns the row's actions for a swipe from the leading edge.
            public func tableView(
                _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
            ) -> UISwipeActionsConfiguration? {
                swipeActions(.leading, at: indexPath)
            }

            /// Returns the row's actions for a swipe from the trailing edge.
            public func tableView(
                _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
            ) -> UISwipeActionsConfiguration? {
                swipeActions(.trailing, at: indexPath)
            }

            /// Returns the swipe actions of a row.
            ///
            /// The configuration of a row without actions is empty. With `nil`, UIKit would show its own delete action.
            private func swipeActions(
                _ place: RowActionPlace, at path: IndexPath
            ) -> UISwipeActionsConfiguration? {
                guard let source = eventSource(at: path) else { return nil }
                return UISwipeActionsConfiguration(
                    actions: actions(place, at: path).map { action in
                        let contextual = UIContextualAction(
                            style: action.isDestructive ? .destructive : .normal, title: action.title
                        ) { [weak self] _, _, done in
                            self?.perform(action, of: source)
                            // After a completed destructive action, UIKit removes the cell. The action is therefore
                            // reported as not completed if the row still exists.
                            done(!action.isDestructive || source.position == nil)
                        }
                        contextual.image = action.image
                        return contextual
                    })
            }

            /// Returns a menu of the row's actions.
            public func tableView(
                _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath,
                point: CGPoint
            ) -> UIContextMenuConfiguration? {
                menu(at: indexPath)
            }
        #endif
    }
#endif
