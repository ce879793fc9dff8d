/// The step from the visible table to the next one, which a container performs.
public final class TableUpdate {
    /// The table that is visible until the commit.
    public let old: TableInfo

    /// The table to show.
    public let new: TableInfo

    /// Whether the surface has taken over the new table.
    package private(set) var isCommitted = false

    /// How edits want the changes animated.
    var animations = EditAnimations()

    /// Swaps the tables; `nil` once the container has returned.
    private var onCommit: (() -> Void)?

    /// Creates an update, as a panel does.
    package init(from old: TableInfo, to new: TableInfo, onCommit: @escaping () -> Void) {
        self.old = old
        self.new = new
        self.onCommit = onCommit
    }

    /// Replaces the old table by the new one; a container calls it once, when its surface does the same.
    ///
    /// After the container has returned from the update, it has no effect.
    public func commit() {
        guard let onCommit else { return }
        precondition(!isCommitted, "A container commits an update once, and this one is committed already.")
        isCommitted = true
        onCommit()
    }

    /// Makes a later commit have no effect.
    func expire() {
        // Released only after the change, for a deinit in the refused data may use the panel.
        withExtendedLifetime(onCommit) { onCommit = nil }
    }

    /// Returns how a row that the changes delete goes out, by its position in the old table.
    public func animation(ofDeletedRow position: RowPosition) -> RowAnimation {
        animations.deletes.animation(ofRow: position, in: old)
    }

    /// Returns how a row that the changes insert comes in, by its position in the new table.
    public func animation(ofInsertedRow position: RowPosition) -> RowAnimation {
        animations.inserts.animation(ofRow: position, in: new)
    }

    /// Returns how a section that the changes delete goes out, by its index in the old table.
    public func animation(ofDeletedSection index: Int) -> RowAnimation {
        animations.deletes.animation(ofSection: index, in: old)
    }

    /// Returns how a section that the changes insert comes in, by its index in the new table.
    public func animation(ofInsertedSection index: Int) -> RowAnimation {
        animations.inserts.animation(ofSection: index, in: new)
    }
}
