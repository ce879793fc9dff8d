import TableAgent

/// The rows that a person marked. Marks follow their rows through changes, and go with them.
struct MarkedRows {
    private(set) var rows: Set<RowPosition> = []
    /// Whether marks have gone with their rows.
    private var hasLost = false

    /// Whether the person has marked no row. Marks that have gone count.
    var isEmpty: Bool { rows.isEmpty && !hasLost }

    /// The number of marked rows.
    var count: Int { rows.count }

    /// Returns whether a row is marked.
    func contains(_ position: RowPosition) -> Bool { rows.contains(position) }

    /// Marks rows, or removes their marks. Returns whether a mark has changed.
    @discardableResult
    mutating func mark(_ changed: Set<RowPosition>, isMarked: Bool) -> Bool {
        let old = rows
        if isMarked { rows.formUnion(changed) } else { rows.subtract(changed) }
        return rows != old
    }

    /// Removes all marks.
    mutating func removeAll() { self = MarkedRows() }

    /// Follows rows to their new positions. The mark of a row without a new position goes.
    mutating func follow(_ positions: [RowPosition: RowPosition]) {
        let new = Set(rows.compactMap { positions[$0] })
        hasLost = hasLost || new.count < rows.count
        rows = new
    }
}
