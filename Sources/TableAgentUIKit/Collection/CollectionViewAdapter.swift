#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The data source and the delegate of a collection view.
    final class CollectionViewAdapter: ViewAdapter {
        private let collectionView: UICollectionView

        init(_ collectionView: UICollectionView) {
            self.collectionView = collectionView
            super.init(collectionView)
        }

        override var laysOutHeads: Bool { true }

        override func isOwnView(_ source: ViewSource, at place: ViewPlace) -> Bool {
            (place.isRow
                ? source.ownClass(UICollectionViewCell.self) : source.ownClass(UICollectionReusableView.self))
                != nil
        }

        override func gridContent(of kind: TablePart) -> UIListContentConfiguration {
            kind == .head ? .plainHeader() : .plainFooter()
        }

        /// Gives a cell, head, or foot the height of its item by a constraint. A flow layout without estimated sizes asks for
        /// sizes instead.
        override func didFill(_ view: UIView, with content: ViewContent) {
            // UIKit measures a visible view again if its content configuration changes, but not for its own views.
            view.invalidateIntrinsicContentSize()
            let flow = collectionView.collectionViewLayout as? UICollectionViewFlowLayout
            guard let cell = view as? UICollectionViewCell, content.supplement == nil,
                flow?.estimatedItemSize != .zero
            else { return }
            let name = "TableAgent.height"
            cell.contentView.constraints.first { $0.identifier == name }?.isActive = false
            guard let height = container?.height(of: content.row) else { return }
            let constraint = cell.contentView.heightAnchor.constraint(equalToConstant: height)
            constraint.identifier = name
            // While the layout measures the cell, a required constraint would contradict its estimate.
            constraint.priority = UILayoutPriority(999)
            constraint.isActive = true
        }

        override func fillSupplements() {
            for kind in container?.registry.supplements.keys.map(\.self) ?? [] {
                for path in collectionView.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
                    guard let view = collectionView.supplementaryView(forElementKind: kind, at: path) else {
                        continue
                    }
                    fill(view, ofKind: kind, at: path)
                    // A view that was hidden has not been displayed with a row or section.
                    if let place = place(ofKind: kind, at: path) { container?.willDisplay(view, at: place) }
                }
            }
        }
    }

    // MARK: Cells and supplementary views

    extension CollectionViewAdapter: UICollectionViewDataSource, UICollectionViewDataSourcePrefetching {
        func numberOfSections(in collectionView: UICollectionView) -> Int { table?.viewSectionCount ?? 0 }

        func collectionView(_ view: UICollectionView, numberOfItemsInSection index: Int) -> Int {
            table?.section(.at(index))?.visibleRowCount ?? 0
        }

        func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
            let content = container?.content(at: .row(RowPosition(path)))
            let source = content.flatMap { container?.viewSource(of: $0) }
            let ownClass = source?.ownClass(UICollectionViewCell.self)
            let identifier = source?.queue ?? "TableAgent.empty"
            registerOnce(identifier, ofKind: "cell", of: source, isOwn: ownClass != nil) { nib in
                if let nib { return collectionView.register(nib, forCellWithReuseIdentifier: identifier) }
                collectionView.register(
                    ownClass ?? UICollectionViewListCell.self, forCellWithReuseIdentifier: identifier)
            }
            let cell = collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: path)
            if let content { container?.fill(cell, with: content, isReused: true) }
            return cell
        }

        func collectionView(
            _ view: UICollectionView, viewForSupplementaryElementOfKind kind: String, at path: IndexPath
        ) -> UICollectionReusableView {
            let view: UICollectionReusableView
            if let place = place(ofKind: kind, at: path), case .part = place {
                let content = container?.content(at: place)
                let source = content.flatMap { container?.viewSource(of: $0) }
                view = dequeueView(from: source, ofKind: kind, at: path)
                if let content { container?.fill(view, with: content, isReused: true) }
            } else {
                let source = container?.registry.supplements[kind]
                precondition(
                    source != nil || container == nil,
                    "The layout asks for a supplementary view of the kind “\(kind)”; register an item for it "
                        + "by register(_:forSupplementaryViewsOfKind:data:).")
                view = dequeueView(from: source, ofKind: kind, at: path)
                fill(view, ofKind: kind, at: path)
            }
            return view
        }

        /// Returns the place of a supplementary view, or `nil` for a view that belongs to the whole layout. The index path of
        /// such a view has only one index.
        private func place(ofKind kind: String, at path: IndexPath) -> ViewPlace? {
            if let part = TablePart(elementKind: kind) { return .part(part, section: path.section) }
            if path.count == 2, container?.registry.sectionRows[kind] != nil {
                return .boundary(path.section, kind: kind)
            }
            return path.count == 2 ? .supplement(RowPosition(path), kind: kind) : nil
        }

        /// Dequeues a view. Without a source, the view is empty.
        private func dequeueView(from source: ViewSource?, ofKind kind: String, at path: IndexPath)
            -> UICollectionReusableView
        {
            let ownClass = source?.ownClass(UICollectionReusableView.self)
            let identifier = source?.queue ?? "TableAgent.empty"
            registerOnce(identifier, ofKind: kind, of: source, isOwn: ownClass != nil) { nib in
                // Among reusable views, only cells can show a content configuration. A list cell has a background.
                let cell =
                    TablePart(elementKind: kind) == nil
                    ? UICollectionViewCell.self : UICollectionViewListCell.self
                if let nib {
                    collectionView.register(
                        nib, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
                } else {
                    collectionView.register(
                        ownClass ?? cell, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
                }
            }
            return collectionView.dequeueReusableSupplementaryView(
                ofKind: kind, withReuseIdentifier: identifier, for: path)
        }

        /// Fills the supplementary view of a row or section, or hides it without content.
        private func fill(_ view: UICollectionReusableView, ofKind kind: String, at path: IndexPath) {
            let content = place(ofKind: kind, at: path).flatMap { container?.content(at: $0) }
            view.isHidden = content == nil
            if let content { container?.fill(view, with: content) }
        }

        func collectionView(_ view: UICollectionView, canMoveItemAt path: IndexPath) -> Bool {
            container?.canMoveRow(at: path) == true
        }

        func collectionView(_ view: UICollectionView, moveItemAt path: IndexPath, to newPath: IndexPath) {
            container?.didMove(path, to: newPath)
        }

        func collectionView(_ view: UICollectionView, prefetchItemsAt paths: [IndexPath]) {
            container?.prefetch(paths)
        }

        func collectionView(_ view: UICollectionView, cancelPrefetchingForItemsAt paths: [IndexPath]) {
            container?.cancelPrefetch(paths)
        }
    }

    // MARK: Rows

    extension CollectionViewAdapter: UICollectionViewDelegate {
        func collectionView(
            _ view: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt path: IndexPath
        ) { container?.willDisplay(cell, at: .row(RowPosition(path))) }

        func collectionView(
            _ view: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt path: IndexPath
        ) { container?.display.didEndDisplay(cell) }

        func collectionView(
            _ view: UICollectionView, willDisplaySupplementaryView part: UICollectionReusableView,
            forElementKind kind: String, at path: IndexPath
        ) { if let place = place(ofKind: kind, at: path) { container?.willDisplay(part, at: place) } }

        func collectionView(
            _ view: UICollectionView, didEndDisplayingSupplementaryView part: UICollectionReusableView,
            forElementOfKind kind: String, at path: IndexPath
        ) { container?.display.didEndDisplay(part) }

        func collectionView(_ view: UICollectionView, shouldSelectItemAt path: IndexPath) -> Bool {
            container?.shouldSelect(path) != nil
        }

        func collectionView(_ view: UICollectionView, didSelectItemAt path: IndexPath) {
            container?.didSelect(path)
        }

        func collectionView(_ view: UICollectionView, shouldDeselectItemAt path: IndexPath) -> Bool {
            container?.shouldDeselect(path) != nil
        }

        func collectionView(_ view: UICollectionView, didDeselectItemAt path: IndexPath) {
            container?.didDeselect(path)
        }

        func collectionView(_ view: UICollectionView, performPrimaryActionForItemAt path: IndexPath) {
            container?.performPrimaryAction(at: path)
        }

        func collectionView(_ view: UICollectionView, shouldHighlightItemAt path: IndexPath) -> Bool {
            container?.canSelectRow(at: path) == true
        }

        func collectionView(_ view: UICollectionView, didHighlightItemAt path: IndexPath) {
            container?.post(.highlight, at: path)
        }

        func collectionView(_ view: UICollectionView, didUnhighlightItemAt path: IndexPath) {
            container?.post(.unhighlight, at: path)
        }

        /// Returns the offset that keeps the visible rows in place, if ``ViewContainer/keepsScrollPosition`` is `true`.
        func collectionView(
            _ view: UICollectionView, targetContentOffsetForProposedContentOffset proposed: CGPoint
        ) -> CGPoint {
            let own = ownDelegate as? any UICollectionViewDelegate
            return container?.anchoredOffset(collectionView.collectionViewLayout.collectionViewContentSize)
                ?? own?.collectionView?(collectionView, targetContentOffsetForProposedContentOffset: proposed)
                ?? proposed
        }

        func collectionView(
            _ view: UICollectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath path: IndexPath,
            atCurrentIndexPath current: IndexPath, toProposedIndexPath proposed: IndexPath
        ) -> IndexPath { container?.target(ofMove: path, proposed: proposed) ?? path }

        #if !os(tvOS)
            func collectionView(
                _ view: UICollectionView, shouldBeginMultipleSelectionInteractionAt path: IndexPath
            ) -> Bool { collectionView.allowsMultipleSelectionDuringEditing }

            func collectionView(
                _ view: UICollectionView, didBeginMultipleSelectionInteractionAt path: IndexPath
            ) { collectionView.isEditing = true }

            /// Returns a menu of the row's actions, or `nil` unless exactly one row is given.
            func collectionView(
                _ view: UICollectionView, contextMenuConfigurationForItemsAt paths: [IndexPath],
                point: CGPoint
            ) -> UIContextMenuConfiguration? { paths.count == 1 ? container?.menu(at: paths[0]) : nil }

            func collectionView(
                _ view: UICollectionView,
                willPerformPreviewActionForMenuWith menu: UIContextMenuConfiguration,
                animator: any UIContextMenuInteractionCommitAnimating
            ) { container?.openPreview(of: menu, animator) }

            func collectionView(
                _ view: UICollectionView, contextMenuConfiguration menu: UIContextMenuConfiguration,
                dismissalPreviewForItemAt path: IndexPath
            ) -> UITargetedPreview? { container?.dismissalPreview(of: menu) }
        #endif
    }

    // MARK: Sizes in flow layouts

    extension CollectionViewAdapter: UICollectionViewDelegateFlowLayout {
        /// Returns the height of the row's item, or else the answer of the app's own delegate, or else the layout's `itemSize`.
        func collectionView(
            _ view: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt path: IndexPath
        ) -> CGSize {
            let flow = layout as? UICollectionViewFlowLayout
            let own = flowDelegate?.collectionView?(collectionView, layout: layout, sizeForItemAt: path)
            let row = table?.row(.at(RowPosition(path)))
            return size(own ?? flow?.sizeWithoutDelegate, of: row)
        }

        func collectionView(
            _ view: UICollectionView, layout: UICollectionViewLayout,
            referenceSizeForHeaderInSection index: Int
        ) -> CGSize {
            guard let row = table?.row(.head, ofViewSection: index) else { return .zero }
            let flow = layout as? UICollectionViewFlowLayout
            let own = flowDelegate?.collectionView?(
                collectionView, layout: layout, referenceSizeForHeaderInSection: index)
            return size(own ?? flow?.headerReferenceSize, of: row)
        }

        func collectionView(
            _ view: UICollectionView, layout: UICollectionViewLayout,
            referenceSizeForFooterInSection index: Int
        ) -> CGSize {
            guard let row = table?.row(.foot, ofViewSection: index) else { return .zero }
            let flow = layout as? UICollectionViewFlowLayout
            let own = flowDelegate?.collectionView?(
                collectionView, layout: layout, referenceSizeForFooterInSection: index)
            return size(own ?? flow?.footerReferenceSize, of: row)
        }

        /// Returns a size with the height of a row's item, if it has one.
        private func size(_ size: CGSize?, of row: Row?) -> CGSize {
            CGSize(width: size?.width ?? 0, height: container?.height(of: row) ?? size?.height ?? 0)
        }

        private var flowDelegate: (any UICollectionViewDelegateFlowLayout)? {
            ownDelegate as? any UICollectionViewDelegateFlowLayout
        }
    }

    extension UICollectionViewFlowLayout {
        /// The size of an item if the delegate gives no size: the estimate, if it is a size, or else `itemSize`.
        fileprivate var sizeWithoutDelegate: CGSize {
            estimatedItemSize == .zero || estimatedItemSize == Self.automaticSize
                ? itemSize : estimatedItemSize
        }
    }
#endif
