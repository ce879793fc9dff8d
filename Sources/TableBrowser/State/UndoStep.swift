import TableAgent

/// A change that takes back a step of the person.
enum UndoStep {
    /// Folds or unfolds sections, by their ids.
    case fold(Set<AnyID>, isCollapsed: Bool)
    /// Marks rows, or removes their marks.
    case mark(Set<RowPosition>, isMarked: Bool)
    /// Shows the rows by the filters and the sorts before the step.
    case show(BrowserQuery)

    /// The rows that the step names.
    var rows: Set<RowPosition> { if case .mark(let rows, _) = self { rows } else { [] } }

    /// Whether the step names columns, by their indices.
    var namesColumns: Bool { if case .show = self { true } else { false } }

    /// Returns the step after rows have moved to new positions, or `nil` if it names only rows without a new position.
    func following(_ positions: [RowPosition: RowPosition]) -> UndoStep? {
        guard case .mark(let rows, let isMarked) = self else { return self }
        let new = Set(rows.compactMap { positions[$0] })
        return new.isEmpty ? nil : .mark(new, isMarked: isMarked)
    }
}
