public import Foundation

extension UICollectionView {
    public var numberOfSections: Int {
        loadIfStale()
        return counts.count
    }

    public func numberOfItems(inSection section: Int) -> Int {
        loadIfStale()
        return counts[section]
    }

    public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        layoutIfNeeded()
        return shown[indexPath] ?? prepared[indexPath]
    }

    public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
        shown.first { $0.value === cell }?.key
    }

    public var visibleCells: [UICollectionViewCell] {
        layoutIfNeeded()
        return shown.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The index paths are unordered, as in UIKit.
    public var indexPathsForVisibleItems: [IndexPath] {
        layoutIfNeeded()
        return Array(shown.keys)
    }

    public func supplementaryView(
        forElementKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView? {
        layoutIfNeeded()
        return shownSupplements[Place(kind: elementKind, path: indexPath)]
    }

    public func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
        layoutIfNeeded()
        return shownSupplements.keys.filter { $0.kind == elementKind }.map(\.path)
    }

    public func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        layoutIfNeeded()
        return collectionViewLayout.layoutAttributesForItem(at: indexPath)
    }

    public func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        guard let attributes = layoutAttributesForItem(at: indexPath) else {
            UIKitException.raise(
                "Attempted to scroll the collection view to an out-of-bounds item: \(indexPath)")
            return
        }
        let place: UITableView.ScrollPosition =
            switch scrollPosition.subtracting(.centeredHorizontally) {
            case .top: .top
            case .centeredVertically: .middle
            case .bottom: .bottom
            default: .none
            }
        reveal(attributes.frame, place, animated: animated)
    }

    public var indexPathsForSelectedItems: [IndexPath]? { selected }

    public func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if !(isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection) {
            for path in selected { deselectItem(at: path, animated: animated) }
        }
        guard let indexPath, !selected.contains(indexPath) else { return }
        selected.append(indexPath)
        shown[indexPath]?.isSelected = true
    }

    public func deselectItem(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
        shown[indexPath]?.isSelected = false
    }

    private func loadIfStale() {
        guard isStale, !isLayingOut else { return }
        layoutIfNeeded()
    }
}
