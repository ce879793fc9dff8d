import TableAgent

/// The rows that a person marked. Marks follow their rows through changes, and go with them.
struct MarkedRows {
    private var rows: Set<RowPosition> = []
    /// Whether marks have gone with their rows.
    private var hasLost = false

    /// Whether the person has marked no row. Marks that have gone count.
    var isEmpty: Bool { rows.isEmpty && !hasLost }

    /// The number of marked rows.
    var count: Int { rows.count }

    /// The positions of the marked rows, from the top.
    var positions: [RowPosition] { rows.sorted() }

    /// Returns whether a row is marked.
    func contains(_ position: RowPosition) -> Bool { rows.contains(position) }

    /// Marks a row, or removes its mark.
    mutating func toggle(_ position: RowPosition) {
        if rows.remove(position) == nil { rows.insert(position) }
    }

    /// Removes all marks.
    mutating func removeAll() { self = MarkedRows() }

    /// Follows the rows to a new table, also to other sections. Among rows with equal ids, a mark stays with its row or goes.
    ///
    /// - Parameter changes: The changes, or `nil` if they are unknown.
    /// - Complexity: That of ``RowMatch/newPositions(of:_:from:to:)``.
    mutating func follow(_ changes: TableChanges?, from old: TableInfo, to new: TableInfo) {
        guard !rows.isEmpty else { return }
        let positions = RowMatch.newPositions(of: rows, changes, from: old, to: new)
        hasLost = hasLost || positions.count < rows.count
        rows = Set(positions.values)
    }
}
