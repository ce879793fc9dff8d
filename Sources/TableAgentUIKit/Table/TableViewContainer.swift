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

        /// The app's own delegate, for the methods that the container does not implement, such as `scrollViewDidScroll(_:)`.
        public weak var viewDelegate: (any UITableViewDelegate)? {
            didSet { if viewDelegate !== oldValue { didSetOwn(viewDelegate, \.delegate) } }
        }

        /// The app's own data source, for the methods that the container does not implement: those for index titles. The view
        /// reloads its data when it is set.
        public weak var viewDataSource: (any UITableViewDataSource)? {
            didSet { if viewDataSource !== oldValue { didSetOwn(viewDataSource, \.dataSource) } }
        }

        override var ownDelegate: (any NSObjectProtocol)? { viewDelegate }
        override var ownDataSource: (any NSObjectProtocol)? { viewDataSource }

        private var registeredCells: Set<String> = []
        private var registeredHeadFeet: Set<String> = []
        /// Creates a container for a table view. The container takes over the view when an agent is attached.
        ///
        /// - Parameter tableView: The table view.
        public init(_ tableView: UITableView) {
            self.tableView = tableView
            super.init(tableView, ViewRegistry { $0 is UICollectionReusableView.Type })
        }

        override func isOwnView(_ source: ViewSource, at place: ViewPlace) -> Bool {
            if case .row = place {
                source.ownClass(UITableViewCell.self) != nil
            } else {
                source.ownClass(UITableViewHeaderFooterView.self) != nil
            }
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
            guard let content = content(at: .row(RowPosition(indexPath))),
                let source = viewSource(for: content.row.item)
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
            willDisplay(cell, at: .row(RowPosition(indexPath)))
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

        /// Sends `primaryAction` of the row.
        public func tableView(_ tableView: UITableView, performPrimaryActionForRowAt indexPath: IndexPath) {
            performPrimaryAction(at: indexPath)
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
            explicitHeight(at: indexPath) ?? tableView.rowHeight
        }

        /// Returns the row's height from the table info, or else the table view's `estimatedRowHeight`, so that explicit heights
        /// are exact before the rows are visible.
        public func tableView(
            _ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath
        ) -> CGFloat {
            // An estimate of 0 turns estimates off. This method must not return it.
            let estimate =
                tableView.estimatedRowHeight == 0 ? tableView.rowHeight : tableView.estimatedRowHeight
            return explicitHeight(at: indexPath) ?? estimate
        }

        private func explicitHeight(at path: IndexPath) -> CGFloat? {
            panel?.tableInfo.row(at: RowPosition(path))?.height.map { CGFloat($0) }
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
            willDisplay(view, at: .part(.head, section: section))
        }

        /// Sends `willDisplay` of the foot.
        public func tableView(
            _ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int
        ) {
            willDisplay(view, at: .part(.foot, section: section))
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
            guard let content = content(at: .part(kind, section: index)),
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
#endif
