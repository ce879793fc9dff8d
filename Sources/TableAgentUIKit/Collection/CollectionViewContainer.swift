#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// A container that shows tables in a `UICollectionView`.
    ///
    /// Rows are shown as cells, and heads and feet as section headers and footers. The foot of the table is the footer
    /// of an additional last section, which has no items.
    ///
    /// ```swift
    /// let layout = LineFlowLayout(itemsPerLine: 3, margin: 12)
    /// let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
    /// let agent = try Agent(CollectionViewContainer(view), rawData: orders, reformer: OrdersReformer.self)
    /// ```
    ///
    /// While the container has a panel, it is the collection view's data source and delegate. The collection view may
    /// have any layout. In a flow layout, ``listLayout(_:)``, and other layouts with estimated heights, rows have the heights
    /// of their items. The animations of single edits are ignored, because the layout animates. For supplementary views of other kinds, see
    /// ``register(_:forSupplementaryViewsOfKind:data:)``.
    ///
    /// The container keeps the collection view alive. If the collection view owns its agent, this is a retain cycle.
    @MainActor
    public final class CollectionViewContainer: ViewContainer {
        /// The collection view.
        public let collectionView: UICollectionView

        /// The app's own delegate, for the methods that the container does not implement, such as `scrollViewDidScroll(_:)`.
        public weak var viewDelegate: (any UICollectionViewDelegate)? {
            didSet { if viewDelegate !== oldValue { didSetOwn(viewDelegate, \.delegate) } }
        }

        /// The app's own data source, for the methods that the container does not implement: those for index titles. The view
        /// reloads its data when it is set.
        public weak var viewDataSource: (any UICollectionViewDataSource)? {
            didSet { if viewDataSource !== oldValue { didSetOwn(viewDataSource, \.dataSource) } }
        }

        override var ownDelegate: (any NSObjectProtocol)? { viewDelegate }
        override var ownDataSource: (any NSObjectProtocol)? { viewDataSource }

        /// The registered reuse identifiers, each prefixed with the kind of its views.
        private var registeredViews: Set<String> = []
        private var supplements: [String: ViewSource] = [:]

        /// Creates a container for a collection view. The container takes over the view when an agent is
        /// attached.
        ///
        /// - Parameter collectionView: The collection view.
        public init(_ collectionView: UICollectionView) {
            self.collectionView = collectionView
            super.init(
                collectionView,
                ViewRegistry { $0 is UITableViewCell.Type || $0 is UITableViewHeaderFooterView.Type })
        }

        override func viewSource(of content: ViewContent) -> ViewSource? {
            if let kind = content.supplement { supplements[kind] } else { super.viewSource(of: content) }
        }

        override func isOwnView(_ source: ViewSource, at place: ViewPlace) -> Bool {
            if case .row = place {
                source.ownClass(UICollectionViewCell.self) != nil
            } else {
                source.ownClass(UICollectionReusableView.self) != nil
            }
        }

        override var laysOutHeads: Bool { true }

        override func gridContent(of kind: HeadFootKind) -> UIListContentConfiguration {
            switch kind {
            case .head: .plainHeader()
            case .foot: .plainFooter()
            }
        }

        override func didFill(_ view: UIView, with content: ViewContent) {
            setHeight(of: view, with: content)
        }

        override func fillSupplements() {
            for kind in supplements.keys {
                for path in collectionView.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
                    guard let view = collectionView.supplementaryView(forElementKind: kind, at: path) else {
                        continue
                    }
                    fillSupplement(view, ofKind: kind, at: path)
                }
            }
        }

        /// Scrolls until a row is visible.
        ///
        /// - Parameters:
        ///   - row: The row.
        ///   - place: The position in the view to which the row scrolls. The default is the vertical center.
        ///   - animated: Whether the scrolling is animated.
        /// - Throws: `TableError` if the row does not exist, or if its section is collapsed.
        public func scroll(
            to row: RowReference, at place: UICollectionView.ScrollPosition = .centeredVertically,
            animated: Bool = true
        ) throws(TableError) {
            collectionView.scrollToItem(at: try path(of: row), at: place, animated: animated)
        }

        /// Registers an item for a kind of supplementary view that the layout defines, such as badges.
        ///
        /// ```swift
        /// container.register(BadgeView.self, forSupplementaryViewsOfKind: "badge") { row in
        ///     row.data(as: Order.self)?.unreadCount
        /// }
        /// ```
        ///
        /// Each supplementary view belongs to the row at its index path. The view sends events of this row. The
        /// container refills the view after every change, and hides the view if `data` returns `nil`.
        ///
        /// - Parameters:
        ///   - item: The item that fills the views.
        ///   - kind: The element kind that the layout uses.
        ///   - data: Returns the data for the view of a row, or `nil` to hide the view.
        public func register<Item: TableItem>(
            _ item: Item.Type, forSupplementaryViewsOfKind kind: String,
            data: @escaping (Row) -> Item.Data?
        ) where Item.View: UIView {
            supplements[kind] = ViewSource(item, Item.View.self) { content, target in
                guard var target = target as? Item.View else { return false }
                let data = data(content.row)
                target.isHidden = data == nil
                if let data { Item.fill(&target, with: data) }
                return true
            }
        }
    }

    extension UICollectionView {
        /// The container that shows tables in the view, or `nil` if the view has no container.
        public var tableContainer: CollectionViewContainer? { dataSource as? CollectionViewContainer }
    }

    // MARK: Cells and supplementary views

    extension CollectionViewContainer: UICollectionViewDataSource, UICollectionViewDataSourcePrefetching {
        /// Returns the number of sections of the visible table.
        public func numberOfSections(in collectionView: UICollectionView) -> Int {
            panel?.tableInfo.viewSectionCount ?? 0
        }

        /// Returns the number of visible rows in a section.
        public func collectionView(
            _ collectionView: UICollectionView, numberOfItemsInSection section: Int
        ) -> Int {
            panel?.tableInfo.section(at: section)?.visibleRowCount ?? 0
        }

        /// Returns a cell that shows the row.
        public func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let content = content(at: .row(RowPosition(indexPath)))
            let source = content.flatMap { viewSource(for: $0.row.item) }
            let ownClass = source?.ownClass(UICollectionViewCell.self)
            let identifier = source?.queue ?? "TableAgent.empty"
            if source?.isPrototype != true, registeredViews.insert(identifier).inserted {
                if ownClass != nil, let nib = source?.nib {
                    collectionView.register(nib, forCellWithReuseIdentifier: identifier)
                } else {
                    collectionView.register(
                        ownClass ?? UICollectionViewListCell.self, forCellWithReuseIdentifier: identifier)
                }
            }
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
            if let content { fill(cell, with: content) }
            return cell
        }

        /// Returns a supplementary view that shows the head, the foot, or the content of the item that is registered
        /// for the kind.
        public func collectionView(
            _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
            at indexPath: IndexPath
        ) -> UICollectionReusableView {
            if let headFoot = HeadFootKind(elementKind: kind) {
                let content = content(at: .part(headFoot, section: indexPath.section))
                let source = content.flatMap { viewSource(for: $0.row.item) }
                let view = dequeueView(from: source, ofKind: kind, at: indexPath)
                if let content { fill(view, with: content) }
                return view
            }
            guard let source = supplements[kind] else {
                preconditionFailure(
                    "The layout asks for a supplementary view of the kind “\(kind)”; register an item for it "
                        + "by register(_:forSupplementaryViewsOfKind:data:).")
            }
            let view = dequeueView(from: source, ofKind: kind, at: indexPath)
            fillSupplement(view, ofKind: kind, at: indexPath)
            return view
        }

        /// Dequeues a view. Without a source, the view is empty.
        private func dequeueView(
            from source: ViewSource?, ofKind kind: String, at path: IndexPath
        ) -> UICollectionReusableView {
            let ownClass = source?.ownClass(UICollectionReusableView.self)
            let identifier = source?.queue ?? "TableAgent.empty"
            if source?.isPrototype != true, registeredViews.insert("\(kind) \(identifier)").inserted {
                if ownClass != nil, let nib = source?.nib {
                    collectionView.register(
                        nib, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
                } else {
                    // Among reusable views, only cells can show a content configuration. A list cell has a background.
                    let cell =
                        HeadFootKind(elementKind: kind) == nil
                        ? UICollectionViewCell.self : UICollectionViewListCell.self
                    collectionView.register(
                        ownClass ?? cell, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
                }
            }
            return collectionView.dequeueReusableSupplementaryView(
                ofKind: kind, withReuseIdentifier: identifier, for: path)
        }

        private func fillSupplement(
            _ view: UICollectionReusableView, ofKind kind: String, at path: IndexPath
        ) {
            // The index path of a view that belongs to the whole layout has only one index.
            let content =
                path.count == 2 ? content(at: .supplement(RowPosition(path), kind: kind)) : nil
            view.isHidden = content == nil
            if let content { fill(view, with: content) }
        }

        /// Returns whether the user can move the row.
        public func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath)
            -> Bool
        {
            canMoveRow(at: indexPath)
        }

        /// Moves the row in the table, and sends `move`.
        public func collectionView(
            _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
            to destinationIndexPath: IndexPath
        ) {
            didMove(sourceIndexPath, to: destinationIndexPath)
        }

        /// Sends `prefetch` for each row.
        public func collectionView(
            _ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]
        ) {
            post(.prefetch, atAll: indexPaths)
        }

        /// Sends `cancelPrefetch` for each row.
        public func collectionView(
            _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
        ) {
            post(.cancelPrefetch, atAll: indexPaths)
        }
    }

    // MARK: Events

    extension CollectionViewContainer: UICollectionViewDelegate {
        /// Sends `willDisplay` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
            forItemAt indexPath: IndexPath
        ) {
            willDisplay(cell, at: .row(RowPosition(indexPath)))
        }

        /// Sends `didEndDisplay` of the row that the cell showed, even if the row has moved or is removed.
        public func collectionView(
            _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
            forItemAt indexPath: IndexPath
        ) {
            display.didEndDisplay(cell)
        }

        /// Sends `willDisplay` of the head or foot, or `willDisplaySupplement` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
            forElementKind elementKind: String, at indexPath: IndexPath
        ) {
            if let kind = HeadFootKind(elementKind: elementKind) {
                willDisplay(view, at: .part(kind, section: indexPath.section))
            } else if indexPath.count == 2 {
                willDisplay(view, at: .supplement(RowPosition(indexPath), kind: elementKind))
            }
        }

        /// Sends `didEndDisplay` of the head or foot that the view showed, or `didEndDisplaySupplement` of
        /// its row.
        public func collectionView(
            _ collectionView: UICollectionView,
            didEndDisplayingSupplementaryView view: UICollectionReusableView,
            forElementOfKind elementKind: String, at indexPath: IndexPath
        ) {
            display.didEndDisplay(view)
        }

        /// Asks the event delegate whether the row may be selected.
        public func collectionView(
            _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
        ) -> Bool {
            shouldSelect(indexPath) != nil
        }

        /// Asks the event delegate whether the row may be deselected.
        public func collectionView(
            _ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath
        ) -> Bool {
            shouldDeselect(indexPath) != nil
        }

        /// Sends `select` of the row.
        public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            didSelect(indexPath)
        }

        /// Sends `primaryAction` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, performPrimaryActionForItemAt indexPath: IndexPath
        ) {
            performPrimaryAction(at: indexPath)
        }

        /// Sends `deselect` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath
        ) {
            didDeselect(indexPath)
        }

        /// Returns the offset that keeps the visible rows in place, if ``ViewContainer/keepsScrollPosition`` is `true`.
        public func collectionView(
            _ collectionView: UICollectionView,
            targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
        ) -> CGPoint {
            anchoredOffset(collectionView.collectionViewLayout.collectionViewContentSize)
                ?? viewDelegate?.collectionView?(
                    collectionView, targetContentOffsetForProposedContentOffset: proposedContentOffset)
                ?? proposedContentOffset
        }

        /// Returns the place for a dragged row: the proposed one, or its own if the section can't receive rows.
        public func collectionView(
            _ collectionView: UICollectionView,
            targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
            atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
        ) -> IndexPath {
            target(ofMove: originalIndexPath, proposed: proposedIndexPath)
        }

        /// Sends `highlight` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath
        ) {
            post(.highlight, at: indexPath)
        }

        /// Sends `unhighlight` of the row.
        public func collectionView(
            _ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath
        ) {
            post(.unhighlight, at: indexPath)
        }

        #if !os(tvOS)
            /// Returns whether items can be selected with two fingers: if the view allows the selection of several items in its
            /// editing mode.
            public func collectionView(
                _ collectionView: UICollectionView,
                shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) -> Bool {
                collectionView.allowsMultipleSelectionDuringEditing
            }

            /// Begins the editing mode, in which the selected items are marked.
            public func collectionView(
                _ collectionView: UICollectionView,
                didBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) {
                collectionView.isEditing = true
            }

            /// Returns a menu of the row's actions, or `nil` unless exactly one row is given.
            public func collectionView(
                _ collectionView: UICollectionView,
                contextMenuConfigurationForItemsAt indexPaths: [IndexPath], point: CGPoint
            ) -> UIContextMenuConfiguration? {
                indexPaths.count == 1 ? menu(at: indexPaths[0]) : nil
            }
        #endif
    }
#endif
