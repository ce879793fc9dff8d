public import Foundation

/// Simulates a user's actions, with the calls in UIKit's order. These methods do not exist in UIKit.
extension UICollectionView {
    public func simulateTouch(at path: IndexPath) {
        layoutIfNeeded()
        guard let delegate, allowsSelection, exists(path),
            delegate.collectionView(self, shouldHighlightItemAt: path)
        else { return }
        shown[path]?.isHighlighted = true
        delegate.collectionView(self, didHighlightItemAt: path)
        let deselects = selected.contains(path) && allowsSeveral
        let isAllowed =
            deselects
            ? delegate.collectionView(self, shouldDeselectItemAt: path)
            : delegate.collectionView(self, shouldSelectItemAt: path)
        shown[path]?.isHighlighted = false
        delegate.collectionView(self, didUnhighlightItemAt: path)
        if isAllowed, deselects {
            deselectItem(at: path, animated: true)
            delegate.collectionView(self, didDeselectItemAt: path)
        } else if isAllowed {
            select(path)
        }
        if !isEditing { delegate.collectionView(self, performPrimaryActionForItemAt: path) }
    }

    /// Drags two fingers over items.
    public func simulateTwoFingers(over paths: [IndexPath]) {
        guard let delegate, let first = paths.first,
            delegate.collectionView(self, shouldBeginMultipleSelectionInteractionAt: first)
        else { return }
        delegate.collectionView(self, didBeginMultipleSelectionInteractionAt: first)
        for path in paths { simulateTouch(at: path) }
    }

    private var allowsSeveral: Bool {
        isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
    }

    private func select(_ path: IndexPath) {
        let old = allowsSeveral ? [] : selected.filter { $0 != path }
        selectItem(at: path, animated: true, scrollPosition: [])
        for path in old { delegate?.collectionView(self, didDeselectItemAt: path) }
        delegate?.collectionView(self, didSelectItemAt: path)
    }

    /// Touches a selected cell in a view with multiple selection.
    public func simulateDeselection(at path: IndexPath) {
        guard let delegate, selected.contains(path),
            delegate.collectionView(self, shouldDeselectItemAt: path)
        else { return }
        deselectItem(at: path, animated: true)
        delegate.collectionView(self, didDeselectItemAt: path)
    }

    /// Holds cells until their menu opens. Returns the menu.
    public func simulateContextMenu(at paths: [IndexPath]) -> UIMenu? {
        delegate?.collectionView(self, contextMenuConfigurationForItemsAt: paths, point: .zero)?.menu
    }

    public func simulatePrefetching(at paths: [IndexPath], isCancelled: Bool = false) {
        if isCancelled {
            prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: paths)
        } else {
            prefetchDataSource?.collectionView(self, prefetchItemsAt: paths)
        }
        RunLoop.main.simulateTurn()
    }

    /// Requests cells before they are visible.
    public func simulatePreparation(of items: [IndexPath]) {
        for path in items where shown[path] == nil {
            prepared[path] = dataSource?.collectionView(self, cellForItemAt: path)
        }
    }

    /// The number of cells that were made so far.
    public var simulatedCellCount: Int { cells.madeCount }

    private func exists(_ path: IndexPath) -> Bool {
        counts.indices.contains(path.section) && path.item < counts[path.section]
    }
}
