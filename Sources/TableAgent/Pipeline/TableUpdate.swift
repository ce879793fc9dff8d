/// The change from the visible table to the next one, which a container performs.
public final class TableUpdate {
    /// The table that is visible until the commit.
    public let old: TableInfo

    /// The table to show.
    public let new: TableInfo

    /// Whether the surface has switched to the new table.
    package private(set) var isCommitted = false

    /// Whether both tables have the same columns and the same caption.
    var keepsColumns: Bool {
        old.columns == new.columns && (old.caption ?? "") == (new.caption ?? "")
    }

    /// Whether the rows of both tables show the same of their cells.
    var keepsVisibleCells: Bool {
        old.columns.visibleCells(for: .people) == new.columns.visibleCells(for: .people)
    }

    /// Whether the surface may animate the changes.
    public var isAnimated: Bool { transition.isAnimated }

    /// Whether the new table is animated, and the closures to call afterwards.
    var transition = Transition()

    /// Whether the container calls the completion itself.
    private(set) var postponesCompletion = false

    /// The animations that edits request.
    var animations = EditAnimations()

    /// The new table with its query, or `nil` without one.
    var queried: QueriedTable?

    /// The new table without its query.
    var whole: TableInfo { queried?.whole ?? new }

    /// The numbers of rows that the query of the new table has found.
    package var queryResult: QueryResult { queried?.result ?? QueryResult(of: new) }

    /// Replaces the tables; `nil` after the container has returned.
    private var onCommit: ((TableUpdate) -> Void)?

    /// Creates an update, as a panel does.
    package init(from old: TableInfo, to new: TableInfo, onCommit: @escaping (TableUpdate) -> Void) {
        self.old = old
        self.new = new
        self.onCommit = onCommit
    }

    /// Finds a row of the old table in the new one by its ids, for a surface that reloads and keeps its selection.
    ///
    /// A row that has left its section is found in another section if no other row of the old or new table has its id.
    ///
    /// - Parameter position: The position of the row in the old table.
    /// - Returns: The position in the new table, or `nil` if the row is not in the new table.
    /// - Complexity: O(1) for a row near its old position; otherwise that of ``TableInfo/position(of:)``.
    public func newPosition(ofRow position: RowPosition) -> RowPosition? {
        guard let row = old.row(.at(position)) else { return nil }
        if let replacement = replacements.first(where: { $0.old == position }) { return replacement.new }
        let section = old.sections[position.section].id
        if let new = new.position(ofRow: row.id, inSection: section, near: position) { return new }
        let found = Array(new.index.positions(ofRow: row.id, in: new.content).prefix(2))
        guard found.count == 1, old.index.positions(ofRow: row.id, in: old.content).prefix(2).count == 1
        else { return nil }
        return found[0]
    }

    /// Returns changes that update the rows that edits have replaced in their places, in place of deletes and inserts.
    ///
    /// A surface calls this method if it fills the views of updated rows again, whatever their ids are. See
    /// ``TableEdit/replaceRow(_:keepingPlace:)``.
    ///
    /// - Parameter changes: The changes of the update.
    /// - Complexity: O(replaced rows × changes).
    public func keepingPlaces(_ changes: TableChanges) -> TableChanges {
        var result = changes
        for (old, new) in replacements {
            // The row is not removed, even if it has another place.
            result.removedRows.removeAll { $0 == old }
            var other = result
            other.rowDeletes.removeAll { $0 == old }
            other.rowInserts.removeAll { $0 == new }
            other.rowUpdates = (other.rowUpdates + [new]).sorted()
            // Without a delete and an insert, the other rows may lead to another place.
            let isShorter = other.count == result.count - 1
            if isShorter, PositionMap(other).newPosition(ofRow: old) == new { result = other }
        }
        return result
    }

    /// The visible rows that edits have replaced in their places, by another one of the same item.
    private var replacements: [(old: RowPosition, new: RowPosition)] {
        animations.replacements.compactMap { replacement in
            let section = SectionReference.id(replacement.section)
            guard let from = try? old.resolve(.id(replacement.old, in: section)),
                let to = try? new.resolve(.id(replacement.new, in: section)),
                old.row(.at(from))?.item == new.row(.at(to))?.item
            else { return nil }
            return (from, to)
        }
    }

    /// Replaces the old table with the new one. A container calls this method once, when its surface switches
    /// to the new table.
    ///
    /// The method has no effect after the container has returned from the update.
    public func commit() {
        guard let onCommit else { return }
        precondition(!isCommitted, "A container commits an update once, and this one is committed already.")
        isCommitted = true
        onCommit(self)
    }

    /// Returns a closure that reports the end of the animations. A surface that animates calls this method before it
    /// returns from the update, and the closure once, when the new table is completely visible. Without this, the update
    /// is complete when the container returns.
    public func postponeCompletion() -> () -> Void {
        postponesCompletion = true
        return { [self] in complete() }
    }

    /// Calls the closures that wait for the table, once.
    func complete() {
        let completions = transition.completions
        transition.completions = []
        for completion in completions { completion() }
    }

    /// Makes later commits have no effect.
    func expire() {
        // The closure is released after the change, because a `deinit` in the refused data may use the panel.
        withExtendedLifetime(onCommit) { onCommit = nil }
    }

    /// Returns the animation of a deleted row, by its position in the old table.
    public func animation(ofDeletedRow position: RowPosition) -> RowAnimation {
        animations.deletes.animation(ofRow: position, in: old)
    }

    /// Returns the animation of an inserted row, by its position in the new table.
    public func animation(ofInsertedRow position: RowPosition) -> RowAnimation {
        animations.inserts.animation(ofRow: position, in: new)
    }

    /// Returns the animation of a deleted section, by its index in the old table.
    public func animation(ofDeletedSection index: Int) -> RowAnimation {
        animations.deletes.animation(ofSection: index, in: old)
    }

    /// Returns the animation of an inserted section, by its index in the new table.
    public func animation(ofInsertedSection index: Int) -> RowAnimation {
        animations.inserts.animation(ofSection: index, in: new)
    }
}
