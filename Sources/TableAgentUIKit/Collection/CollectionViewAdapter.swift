#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The data source and the delegate of a collection view.
    final class CollectionViewAdapter: ViewAdapter {
        private let collectionView: UICollectionView
        /// The registered reuse identifiers, each prefixed with the kind of its views.
        private var registeredViews: Set<String> = []

        init(_ collectionView: UICollectionView) {
            self.collectionView = collectionView
            super.init(collectionView)
        }

        override var laysOutHeads: Bool { true }

        override func isOwnView(_ source: ViewSource, at place: ViewPlace) -> Bool {
            if case .row = place {
                source.ownClass(UICollectionViewCell.self) != nil
            } else {
                source.ownClass(UICollectionReusableView.self) != nil
            }
        }

        override func gridContent(of kind: HeadFootKind) -> UIListContentConfiguration {
            switch kind {
            case .head: .plainHeader()
            case .foot: .plainFooter()
            }
        }

        /// Gives a cell, head, or foot the height of its item by a constraint. A flow layout without estimated sizes asks for
        /// sizes instead.
        override func didFill(_ view: UIView, with content: ViewContent) {
            let flow = collectionView.collectionViewLayout as? UICollectionViewFlowLayout
            guard let cell = view as? UICollectionViewCell, content.supplement == nil,
                flow?.estimatedItemSize != .zero
            else { return }
            let name = "TableAgent.height"
            cell.contentView.constraints.first { $0.identifier == name }?.isActive = false
            guard let height = content.row.height else { return }
            let constraint = cell.contentView.heightAnchor.constraint(equalToConstant: height)
            constraint.identifier = name
            // While the layout measures the cell, a required constraint would contradict its estimate.
            constraint.priority = UILayoutPriority(999)
            constraint.isActive = true
        }

        override func fillSupplements() {
            for kind in container?.registry.supplementKinds ?? [] {
                for path in collectionView.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
                    guard let view = collectionView.supplementaryView(forElementKind: kind, at: path) else {
                        continue
                    }
                    fill(view, ofKind: kind, at: path)
                }
            }
        }
    }

    // MARK: Cells and supplementary views

    extension CollectionViewAdapter: UICollectionViewDataSource, UICollectionViewDataSourcePrefetching {
        func numberOfSections(in collectionView: UICollectionView) -> Int { table?.viewSectionCount ?? 0 }

        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            table?.section(at: section)?.visibleRowCount ?? 0
        }

        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            let content = container?.content(at: .row(RowPosition(indexPath)))
            let source = content.flatMap { container?.viewSource(of: $0) }
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
            if let content { container?.fill(cell, with: content) }
            return cell
        }

        func collectionView(
            _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
            at indexPath: IndexPath
        ) -> UICollectionReusableView {
            let view: UICollectionReusableView
            if let place = place(ofKind: kind, at: indexPath), case .part = place {
                let content = container?.content(at: place)
                let source = content.flatMap { container?.viewSource(of: $0) }
                view = dequeueView(from: source, ofKind: kind, at: indexPath)
                if let content { container?.fill(view, with: content) }
            } else {
                let source = container?.registry.source(forSupplementsOfKind: kind)
                precondition(
                    source != nil || container == nil,
                    "The layout asks for a supplementary view of the kind “\(kind)”; register an item for it "
                        + "by register(_:forSupplementaryViewsOfKind:data:).")
                view = dequeueView(from: source, ofKind: kind, at: indexPath)
                fill(view, ofKind: kind, at: indexPath)
            }
            return view
        }

        /// Returns the place of a supplementary view, or `nil` for a view that belongs to the whole layout. The index path of
        /// such a view has only one index.
        private func place(ofKind kind: String, at path: IndexPath) -> ViewPlace? {
            if let part = HeadFootKind(elementKind: kind) { return .part(part, section: path.section) }
            return path.count == 2 ? .supplement(RowPosition(path), kind: kind) : nil
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

        /// Fills the supplementary view of a row, or hides it without a row.
        private func fill(_ view: UICollectionReusableView, ofKind kind: String, at path: IndexPath) {
            let content = place(ofKind: kind, at: path).flatMap { container?.content(at: $0) }
            view.isHidden = content == nil
            if let content { container?.fill(view, with: content) }
        }

        func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
            container?.canMoveRow(at: indexPath) == true
        }

        func collectionView(
            _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
            to destinationIndexPath: IndexPath
        ) {
            container?.didMove(sourceIndexPath, to: destinationIndexPath)
        }

        func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
            container?.post(.prefetch, atAll: indexPaths)
        }

        func collectionView(
            _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
        ) {
            container?.post(.cancelPrefetch, atAll: indexPaths)
        }
    }

    // MARK: Rows

    extension CollectionViewAdapter: UICollectionViewDelegate {
        func collectionView(
            _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
            forItemAt indexPath: IndexPath
        ) {
            container?.willDisplay(cell, at: .row(RowPosition(indexPath)))
        }

        func collectionView(
            _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
            forItemAt indexPath: IndexPath
        ) {
            container?.display.didEndDisplay(cell)
        }

        func collectionView(
            _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
            forElementKind elementKind: String, at indexPath: IndexPath
        ) {
            if let place = place(ofKind: elementKind, at: indexPath) {
                container?.willDisplay(view, at: place)
            }
        }

        func collectionView(
            _ collectionView: UICollectionView,
            didEndDisplayingSupplementaryView view: UICollectionReusableView,
            forElementOfKind elementKind: String, at indexPath: IndexPath
        ) {
            container?.display.didEndDisplay(view)
        }

        func collectionView(
            _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
        ) -> Bool {
            container?.shouldSelect(indexPath) != nil
        }

        func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            container?.didSelect(indexPath)
        }

        func collectionView(
            _ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath
        ) -> Bool {
            container?.shouldDeselect(indexPath) != nil
        }

        func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
            container?.didDeselect(indexPath)
        }

        func collectionView(
            _ collectionView: UICollectionView, performPrimaryActionForItemAt indexPath: IndexPath
        ) {
            container?.performPrimaryAction(at: indexPath)
        }

        func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
            container?.post(.highlight, at: indexPath)
        }

        func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
            container?.post(.unhighlight, at: indexPath)
        }

        /// Returns the offset that keeps the visible rows in place, if ``ViewContainer/keepsScrollPosition`` is `true`.
        func collectionView(
            _ collectionView: UICollectionView,
            targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
        ) -> CGPoint {
            let own = ownDelegate as? any UICollectionViewDelegate
            return container?.anchoredOffset(collectionView.collectionViewLayout.collectionViewContentSize)
                ?? own?.collectionView?(
                    collectionView, targetContentOffsetForProposedContentOffset: proposedContentOffset)
                ?? proposedContentOffset
        }

        func collectionView(
            _ collectionView: UICollectionView,
            targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
            atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
        ) -> IndexPath {
            container?.target(ofMove: originalIndexPath, proposed: proposedIndexPath) ?? originalIndexPath
        }

        #if !os(tvOS)
            func collectionView(
                _ collectionView: UICollectionView,
                shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) -> Bool {
                collectionView.allowsMultipleSelectionDuringEditing
            }

            func collectionView(
                _ collectionView: UICollectionView,
                didBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) {
                collectionView.isEditing = true
            }

            /// Returns a menu of the row's actions, or `nil` unless exactly one row is given.
            func collectionView(
                _ collectionView: UICollectionView,
                contextMenuConfigurationForItemsAt indexPaths: [IndexPath], point: CGPoint
            ) -> UIContextMenuConfiguration? {
                indexPaths.count == 1 ? container?.menu(at: indexPaths[0]) : nil
            }
        #endif
    }

    // MARK: Sizes in flow layouts

    extension CollectionViewAdapter: UICollectionViewDelegateFlowLayout {
        /// Returns the height of the row's item, or else the answer of the app's own delegate, or else the layout's `itemSize`.
        func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            sizeForItemAt indexPath: IndexPath
        ) -> CGSize {
            let flow = collectionViewLayout as? UICollectionViewFlowLayout
            let own = flowDelegate?.collectionView?(
                collectionView, layout: collectionViewLayout, sizeForItemAt: indexPath)
            let row = table?.row(at: RowPosition(indexPath))
            return size(of: row, own: own, standard: flow?.sizeWithoutDelegate)
        }

        func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            referenceSizeForHeaderInSection section: Int
        ) -> CGSize {
            guard let row = table?.row(.head, ofViewSection: section) else { return .zero }
            let flow = collectionViewLayout as? UICollectionViewFlowLayout
            let own = flowDelegate?.collectionView?(
                collectionView, layout: collectionViewLayout, referenceSizeForHeaderInSection: section)
            return size(of: row, own: own, standard: flow?.headerReferenceSize)
        }

        func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            referenceSizeForFooterInSection section: Int
        ) -> CGSize {
            guard let row = table?.row(.foot, ofViewSection: section) else { return .zero }
            let flow = collectionViewLayout as? UICollectionViewFlowLayout
            let own = flowDelegate?.collectionView?(
                collectionView, layout: collectionViewLayout, referenceSizeForFooterInSection: section)
            return size(of: row, own: own, standard: flow?.footerReferenceSize)
        }

        private func size(of row: Row?, own: CGSize?, standard: CGSize?) -> CGSize {
            var size = own ?? standard ?? .zero
            if let height = row?.height { size.height = height }
            return size
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
