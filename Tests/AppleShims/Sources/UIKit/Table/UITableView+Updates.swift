public import Foundation

extension UITableView {
    public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        let isOutermost = begin()
        isLastPassAnimated = UIView.areAnimationsEnabled
        updates?()
        if isOutermost { end() }
        guard let completion else { return }
        nonisolated(unsafe) let complete = completion
        RunLoop.main.perform(inModes: [.common]) { complete(true) }
    }

    /// Begins a batch unless one is already in progress. Returns whether a batch has begun.
    private func begin() -> Bool {
        guard batch == nil else { return false }
        if isLayingOut {
            UIKitException.raise("Batch updates were begun while the table view lays out its cells.")
        }
        layoutIfNeeded()
        batch = UpdateBatch()
        simulatedPassCount += 1
        animations = []
        return true
    }

    private func end() {
        guard let batch else { return }
        self.batch = nil
        finish(batch, from: geometry.counts)
    }

    public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        record(animation) { $0.insertRows(indexPaths) }
    }

    public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        record(animation) { $0.deleteRows(indexPaths) }
    }

    public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        record(animation) { $0.reloadRows(indexPaths) }
    }

    public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        record(nil) { $0.moveRow(indexPath, newIndexPath) }
    }

    public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
        record(animation) { $0.insertSections(sections) }
    }

    public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        record(animation) { $0.deleteSections(sections) }
    }

    public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        record(animation) { $0.reloadSections(sections) }
    }

    public func moveSection(_ section: Int, toSection newSection: Int) {
        record(nil) { $0.moveSection(section, newSection) }
    }

    /// Records an operation. Outside a batch, the operation is its own batch.
    private func record(_ animation: RowAnimation?, _ operation: (inout UpdateBatch) -> Void) {
        let isAlone = begin()
        if let animation { animations.append(animation) }
        var batch = self.batch ?? UpdateBatch()
        operation(&batch)
        self.batch = batch
        if isAlone { end() }
    }

    /// Drags a row in the editing mode to another position. UIKit has no such method.
    public func simulateMove(from path: IndexPath, to proposed: IndexPath) {
        simulateGrab(of: path)
        simulateDrop(at: proposed)
    }

    /// Begins to drag a row in the editing mode.
    public func simulateGrab(of path: IndexPath) {
        layoutIfNeeded()
        guard isEditing, let dataSource, dataSource.tableView(self, canEditRowAt: path),
            dataSource.tableView(self, canMoveRowAt: path)
        else { return }
        dragged = path
        draggedCell = shown[path]
        draggedCell?.configurationState.isReordering = true
    }

    /// Drops the dragged row at a position.
    public func simulateDrop(at proposed: IndexPath) {
        guard let path = dragged else { return }
        defer {
            dragged = nil
            draggedCell?.configurationState.isReordering = false
        }
        guard let delegate, let dataSource else { return }
        let target = delegate.tableView(
            self, targetIndexPathForMoveFromRowAt: path, toProposedIndexPath: proposed)
        guard target != path else { return }
        let old = geometry.counts
        if Self.endsDragBeforeMove {
            dragged = nil
            draggedCell?.configurationState.isReordering = false
        }
        dataSource.tableView(self, moveRowAt: path, to: target)
        var batch = UpdateBatch()
        batch.moveRow(path, target)
        finish(batch, from: old)
    }

    private func finish(_ batch: UpdateBatch, from old: [Int]) {
        let oldGeometry = geometry
        let new = measured()
        let faults = batch.faults(from: old, to: new.counts)
        if let fault = faults.first {
            geometry = oldGeometry
            UIKitException.raise(fault)
            return reloadData()
        }
        let anchor = anchor
        simulateEndOfPreparation()
        geometry = new
        let plan = UpdatePlan(batch, from: old, to: new.counts)
        let carried = carry(plan)
        if let anchor { scroll(plan.target(of: anchor.path), to: anchor.top) }
        isLayingOut = true
        updateCells { showWindow() }
        isLayingOut = false
        disappearing += carried
        guard !carried.isEmpty else { return }
        RunLoop.main.perform(inModes: [.common]) { [weak self] in
            MainActor.assumeIsolated { self?.endAnimation() }
        }
    }

    /// Ends the display of the removed views, as UIKit does at the end of an animation.
    private func endAnimation() {
        let ends = disappearing
        disappearing = []
        updateCells { for end in ends { end() } }
    }

    /// Moves the visible views to their new positions. Returns closures that report views without a new
    /// position.
    private func carry(_ plan: UpdatePlan) -> [() -> Void] {
        var leaving: [() -> Void] = []
        let (cells, heads, feet) = (shown, self.heads, self.feet)
        (shown, self.heads, self.feet) = ([:], [:], [:])
        for (path, cell) in cells.sorted(by: { $0.key < $1.key }) {
            if let target = plan.target(of: path) {
                shown[target] = cell
            } else {
                leaving.append(end(cell, path))
            }
        }
        for (section, view) in heads {
            if let target = plan.target(ofSection: section) {
                self.heads[target] = view
            } else {
                leaving.append(endHead(view, section))
            }
        }
        for (section, view) in feet {
            if let target = plan.target(ofSection: section) {
                self.feet[target] = view
            } else {
                leaving.append(endFoot(view, section))
            }
        }
        selected = selected.compactMap(plan.target)
        prefetched = Set(prefetched.compactMap(plan.target))
        prepared = Dictionary(
            prepared.compactMap { path, cell in plan.target(of: path).map { ($0, cell) } },
            uniquingKeysWith: { $1 })
        return leaving
    }
}
