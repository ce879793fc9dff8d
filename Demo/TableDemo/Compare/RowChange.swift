import TableAgent

/// A row that was added, removed, moved or changed.
struct RowChange {
    /// The row as it was; `nil` if it was added.
    let old: VersionRecord?
    /// The row as it is; `nil` if it was removed.
    let new: VersionRecord?
    /// The row's place in the new version or, if it was removed, in the old one.
    let position: RowPosition
    /// Whether the row left its place among the others.
    var isMoved = false

    /// Whether the row's values are other ones than before.
    var isChanged: Bool {
        guard let old, let new else { return false }
        return !old.isSame(as: new)
    }
}

/// A group of rows that was added, removed or moved.
struct GroupChange {
    let name: String
    let rowCount: Int
    /// The rows that came or went with the group; none if it moved.
    let rows: [RowChange]
}
