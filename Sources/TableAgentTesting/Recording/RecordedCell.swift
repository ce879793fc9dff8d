public import TableAgent

/// A cell that an item wrote, with its texts cut out of the line.
public struct RecordedCell: Hashable, Sendable {
    /// The kind of value.
    public let kind: GridCell.Kind

    /// The value, as data surfaces write it.
    public let value: String

    /// The text that people are shown.
    public let shown: String

    /// What the cell means to the reader.
    public let role: GridRole

    /// Creates a cell to compare a recorded one with.
    ///
    /// - Parameters:
    ///   - kind: The kind of value.
    ///   - value: The value, as data surfaces write it.
    ///   - shown: The text that people are shown; the value unless another is given.
    ///   - role: What the cell means to the reader.
    public init(
        _ kind: GridCell.Kind, _ value: String, shown: String? = nil, role: GridRole = .plain
    ) {
        self.kind = kind
        self.value = value
        self.shown = shown ?? value
        self.role = role
    }

    /// Returns the cells of a line.
    ///
    /// - Parameter line: A line that an item has filled.
    /// - Returns: The cells, from the left.
    public static func cells(of line: GridLine) -> [RecordedCell] {
        line.cells.enumerated().map { index, cell in
            RecordedCell(
                cell.kind, line.value(at: index), shown: line.shown(at: index), role: cell.role)
        }
    }
}
