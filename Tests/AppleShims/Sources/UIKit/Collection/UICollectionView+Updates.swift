public import Foundation

extension UICollectionView {
    public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        let isOutermost = begin()
        isLastPassAnimated = UIView.areAnimationsEnabled
        updates?()
        if isOutermost { end() }
        guard let completion else { return }
        nonisolated(unsafe) let complete = completion
        RunLoop.main.perform(inModes: [.common]) { complete(true) }
    }

    public func insertItems(at indexPaths: [IndexPath]) { record { $0.insertRows(indexPaths) } }
    public func deleteItems(at indexPaths: [IndexPath]) { record { $0.deleteRows(indexPaths) } }
    public func reloadItems(at indexPaths: [IndexPath]) { record { $0.reloadRows(indexPaths) } }
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        record { $0.moveRow(indexPath, newIndexPath) }
    }
    public func insertSections(_ sections: IndexSet) { record { $0.insertSections(sections) } }
    public func deleteSections(_ sections: IndexSet) { record { $0.deleteSections(sections) } }
    public func reloadSections(_ sections: IndexSet) { record { $0.reloadSections(sections) } }
    public func moveSection(_ section: Int, toSection newSection: Int) {
        record { $0.moveSection(section, newSection) }
    }

    /// Begins a batch unless one is already in progress. Returns whether a batch has begun.
    private func begin() -> Bool {
        guard batch == nil else { return false }
        if isLayingOut {
            UIKitException.raise("Batch updates were begun while the collection view lays out its cells.")
        }
        layoutIfNeeded()
        batch = UpdateBatch()
        simulatedPassCount += 1
        return true
    }

    private func end() {
        guard let batch else { return }
        self.batch = nil
        finish(batch)
    }

    /// Drags an item to another position. UIKit has no such method.
    public func simulateMove(from path: IndexPath, to proposed: IndexPath) {
        simulateGrab(of: path)
        simulateDrop(at: proposed)
    }

    /// Begins to drag an item.
    public func simulateGrab(of path: IndexPath) {
        layoutIfNeeded()
        if dataSource?.collectionView(self, canMoveItemAt: path) == true { dragged = path }
    }

    /// Drops the dragged item at a position.
    public func simulateDrop(at proposed: IndexPath) {
        guard let path = dragged else { return }
        defer { dragged = nil }
        guard let delegate, let dataSource else { return }
        let target = delegate.collectionView(
            self, targetIndexPathForMoveOfItemFromOriginalIndexPath: path, atCurrentIndexPath: path,
            toProposedIndexPath: proposed)
        guard target != path else { return }
        dataSource.collectionView(self, moveItemAt: path, to: target)
        var batch = UpdateBatch()
        batch.moveRow(path, target)
        finish(batch)
    }

    private func finish(_ batch: UpdateBatch) {
        let (old, new) = (counts, countedData())
        if let fault = batch.faults(from: old, to: new).first {
            UIKitException.raise(fault)
            return reloadData()
        }
        simulatedBatchCount += 1
        counts = new
        // A batch without operations prepares the layout only if it was invalidated.
        if !batch.isEmpty { collectionViewLayout.isValid = false }
        let leaving = carry(UpdatePlan(batch, from: old, to: new))
        isLayingOut = true
        collectionViewLayout.prepareIfNeeded()
        contentSize = collectionViewLayout.collectionViewContentSize
        if let offset = delegate?.collectionView(
            self, targetContentOffsetForProposedContentOffset: contentOffset)
        {
            contentOffset = offset
        }
        showWindow()
        isLayingOut = false
        for end in leaving { end() }
    }

    /// Records an operation. Outside a batch, the operation is its own batch.
    private func record(_ operation: (inout UpdateBatch) -> Void) {
        let isAlone = begin()
        var batch = self.batch ?? UpdateBatch()
        operation(&batch)
        self.batch = batch
        if isAlone { end() }
    }

    /// Moves the visible views to their new positions. Returns closures that report views without a new
    /// position.
    ///
    /// Heads and feet move with their section. Other supplementary views stay at their index path, regardless
    /// of the row that is there afterwards, unless the section is removed.
    private func carry(_ plan: UpdatePlan) -> [() -> Void] {
        var leaving: [() -> Void] = []
        let (cells, supplements) = (shown, shownSupplements)
        (shown, shownSupplements) = ([:], [:])
        for (path, cell) in cells.sorted(by: { $0.key < $1.key }) {
            if let target = plan.target(of: path) {
                shown[target] = cell
            } else {
                leaving.append(end(cell, path))
            }
        }
        for (place, view) in supplements {
            if let section = plan.target(ofSection: place.path.section) {
                let path = IndexPath(item: place.path.item, section: section)
                shownSupplements[Place(kind: place.kind, path: path)] = view
            } else {
                leaving.append(end(view, place))
            }
        }
        selected = selected.compactMap(plan.target)
        prepared = Dictionary(
            prepared.compactMap { path, cell in plan.target(of: path).map { ($0, cell) } },
            uniquingKeysWith: { $1 })
        return leaving
    }
}
