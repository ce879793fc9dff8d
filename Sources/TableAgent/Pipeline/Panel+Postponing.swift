// Updates that wait for the surface.
extension Panel {
    /// Returns whether the surface postpones updates. If it does, it calls the panel when it is ready.
    func postpones() -> Bool {
        let generation = generation
        isPostponed =
            container?.postpone { [weak self] in
                guard let self, isPostponed, self.generation == generation else { return }
                isPostponed = false
                showWaiting()
            } == true
        return isPostponed
    }

    /// Makes the queue idle after its container was released.
    func endPostponing() {
        guard isPostponed else { return }
        isPostponed = false
        _ = queue.next()
    }

    /// Moves a row of the visible table, as the surface has moved it already: after a person has dragged it, for example.
    ///
    /// The container receives the change at once by ``TableContainer/apply(_:in:)``, also while it postpones updates. A table
    /// that waits then has the row beside the same neighbor, if it has both.
    ///
    /// - Parameters:
    ///   - old: The position of the row.
    ///   - new: The position of the row after the move.
    /// - Throws: The same errors as ``Agent/edit(animated:completion:_:)``.
    public func moveRow(from old: RowPosition, to new: RowPosition) throws {
        guard queue.isIdle || isPostponed else { return try edit { try $0.moveRow(.at(old), to: new) } }
        let before = wholeTable
        var edit = TableEdit(before)
        edit.isQueried = query.changesRows
        try edit.moveRow(.at(old), to: new)
        let queued = QueuedTable(table: edit.table)
        if queue.isIdle {
            _ = queue.enqueue(queued)
        } else if var waiting = queue.waiting {
            var later = TableEdit(waiting.table)
            let section = edit.table.sections[new.section]
            let row = RowReference.id(section.rows[new.row].id, in: .id(before.sections[old.section].id))
            later.follow(row, to: new.row, of: section)
            waiting.table = later.table
            _ = queue.enqueue(waiting)
        }
        try showFirst(queued)
    }
}

extension TableEdit {
    /// Moves a row to the place that it has in a section of another table, beside the same neighbor.
    fileprivate mutating func follow(_ row: RowReference, to index: Int, of section: TableSection) {
        func neighbor(_ index: Int) -> RowReference? {
            section.rows.indices.contains(index) ? .id(section.rows[index].id, in: .id(section.id)) : nil
        }
        if let above = neighbor(index - 1), (try? moveRow(row, after: above)) != nil { return }
        if let below = neighbor(index + 1), (try? moveRow(row, before: below)) != nil { return }
        try? moveRow(row, toEndOf: .id(section.id))
    }
}
