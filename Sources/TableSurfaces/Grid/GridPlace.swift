public import TableAgent

/// A part of a table that is one line of cells.
public enum GridPart: Hashable, Sendable, CaseIterable {
    /// The head of a section.
    case head
    /// A row.
    case row
    /// The foot of a section.
    case foot
}

/// The position of a line in its table: the part that the line shows, and its section and row.
///
/// A writer receives a place with each line, and so can write the row's id without a table of its own:
///
/// ```swift
/// if let row = place.row { output.write("\(place.section.id)/\(row.id): ") }
/// ```
public struct GridPlace {
    /// The part that the line shows.
    public let part: GridPart

    /// The index of the section, and that of the row in the section; 0 for a head or foot.
    public let position: RowPosition

    /// The section; in a ``GridStream``, a section that has its id alone.
    public let section: TableSection

    /// Creates the position of a line.
    ///
    /// - Parameters:
    ///   - part: The part that the line shows.
    ///   - section: The section of the line.
    ///   - position: The index of the section, and that of the row; 0 for a head or foot.
    @inline(__always)
    public init(_ part: GridPart, of section: TableSection, at position: RowPosition) {
        (self.part, self.section, self.position) = (part, section, position)
    }

    /// The row, head or foot that the line shows; `nil` in a ``GridStream``.
    ///
    /// - Complexity: O(log runs of the section). Only a writer that reads the row pays for it.
    public var row: Row? {
        switch part {
        case .head: section.head
        case .row: section.rows.indices.contains(position.row) ? section.rows[position.row] : nil
        case .foot: section.foot
        }
    }

    /// The position in error messages: "section 1, row 2" or "the head of section 1".
    var text: String { part == .row ? "\(position)" : "the \(part) of section \(position.section)" }
}
