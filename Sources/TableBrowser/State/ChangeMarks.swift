import TableAgent
import TableSurfaces

/// The rows that the last update changed or added. They have a sign for a while.
struct ChangeMarks {
    /// The time for which the signs are visible, or `nil` to mark nothing.
    var duration: Duration?

    /// The time at which the signs disappear, or `nil` before they were painted.
    private(set) var end: ContinuousClock.Instant?

    /// The columns whose texts changed, by the rows that changed.
    private var changed: [RowPosition: Set<Int>] = [:]
    private var added: Set<RowPosition> = []
    private var addedSections: Set<Int> = []

    /// Whether the signs have been visible for their time.
    var isOver: Bool { end.map { $0 <= .now } ?? false }

    /// Returns the sign of a row: `+` if the row is new, and `~` if it has changed.
    func sign(ofRow position: RowPosition) -> String? {
        if changed[position] != nil { return "~" }
        return added.contains(position) || addedSections.contains(position.section) ? "+" : nil
    }

    /// Returns whether the text of a changed row in a column is another one.
    func contains(column: Int, ofRow position: RowPosition) -> Bool {
        changed[position]?.contains(column) == true
    }

    /// Marks the rows of an update in place of those of the last one. Folding changes no row, and keeps the signs.
    ///
    /// - Parameter changes: The changes, or `nil` if they are unknown. Then, no row has a sign.
    mutating func update(_ changes: TableChanges?, from old: TableLines, to new: TableLines) {
        guard duration != nil else { return }
        let last = self
        self = ChangeMarks(duration: duration)
        guard let changes else { return }
        let oldSections = old.table.sections
        let newSections = new.table.sections
        let unfolded = Set(changes.expandedSections)
        added = Set(changes.rowInserts.filter { !unfolded.contains($0.section) })
        // A section that moved is inserted, too.
        let known = changes.sectionInserts.isEmpty ? [] : Set(oldSections.map(\.id))
        addedSections = Set(changes.sectionInserts.filter { !known.contains(newSections[$0].id) })
        // The value that a row is grouped by is not in its cells.
        for move in changes.rowMoves + changes.relocatedRows
        where oldSections[move.from.section].id != newSections[move.to.section].id {
            changed[move.to] = []
        }
        let map = PositionMap(changes)
        for row in changes.rowUpdates {
            let oldLine = map.oldPosition(ofRow: row).map { BrowserLine($0) }
            changed[row] = oldLine.map { old.columns(of: $0, differingFrom: BrowserLine(row), in: new) } ?? []
        }
        let isSame = changes.removedRows.isEmpty && changes.rowMoves.isEmpty && changes.sectionDeletes.isEmpty
        if isEmpty, isSame { self = last }
    }

    private var isEmpty: Bool { changed.isEmpty && added.isEmpty && addedSections.isEmpty }

    /// Call this when the lines were painted.
    mutating func wasPainted() {
        if end == nil, !isEmpty { end = duration.map { .now + $0 } }
    }
}

extension TableLines {
    /// Returns the columns in which a line shows other texts than a line of other lines.
    fileprivate func columns(
        of line: BrowserLine, differingFrom other: BrowserLine, in others: TableLines
    ) -> Set<Int> {
        var grid = GridLine()
        fill(&grid, with: line)
        let texts = grid.cells.indices.map { grid.shown(at: $0) }
        others.fill(&grid, with: other)
        return Set(
            grid.cells.indices.filter { !texts.indices.contains($0) || texts[$0] != grid.shown(at: $0) })
    }
}
