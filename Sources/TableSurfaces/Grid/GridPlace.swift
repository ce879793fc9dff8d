public import TableAgent

/// A part of a table that is written as one line of cells.
public enum GridPart: Hashable, Sendable, CaseIterable {
    /// The head of a section.
    case head
    /// A row.
    case row
    /// The foot of a section.
    case foot
    /// The foot of the table, below all sections.
    case tableFoot
}

/// The position of a line in its table: the part that the line shows, and its section and row.
///
/// A writer receives a place with each line. The writer can use the place, for example, to write the id of
/// the row:
///
/// ```swift
/// if let row = place.row { output.write("\(place.section.id)/\(row.id): ") }
/// ```
public struct GridPlace {
    /// The part that the line shows.
    public let part: GridPart

    /// The index of the section and the index of the row, which is 0 for a head or foot. For the foot of the
    /// table, the index of the section is the number of sections.
    public let position: RowPosition

    /// The section. In a ``GridStream``, the section has only its id. The section of the table's foot is
    /// empty.
    public let section: TableSection

    /// Creates the position of a line.
    ///
    /// - Parameters:
    ///   - part: The part that the line shows.
    ///   - section: The section of the line.
    ///   - position: The index of the section and the index of the row; 0 for a head or foot.
    @inline(__always)
    public init(_ part: GridPart, of section: TableSection, at position: RowPosition) {
        (self.part, self.section, self.position) = (part, section, position)
    }

    /// The row, head or foot that the line shows; `nil` in a ``GridStream`` and for the foot of the table.
    ///
    /// - Complexity: O(log *n*) in the number of runs of rows in the section.
    public var row: Row? {
        switch part {
        case .head: section.head
        case .row: section.rows.indices.contains(position.row) ? section.rows[position.row] : nil
        case .foot: section.foot
        case .tableFoot: nil
        }
    }

    /// The position of a row, or `nil` for a head or foot.
    var rowPosition: RowPosition? { part == .row ? position : nil }

    /// The position in error messages: "section 1, row 2" or "the head of section 1".
    var text: String {
        switch part {
        case .head: "the head of section \(position.section)"
        case .row: "\(position)"
        case .foot: "the foot of section \(position.section)"
        case .tableFoot: "the foot of the table"
        }
    }
}
