public import TableAgent

/// The position of a line in its table: the part that the line shows, and its section and row.
///
/// A writer receives a position with each line. The writer can use the position, for example, to write the id of
/// the row:
///
/// ```swift
/// if let row = position.row { output.write("\(row.id): ") }
/// ```
public struct GridPosition {
    /// The part that the line shows.
    public let part: TablePart

    /// The index of the section. For the foot of the table, this is the number of sections.
    public let sectionIndex: Int

    /// The index of the row in its section; 0 for a head or foot.
    public let rowIndex: Int

    /// The section. The foot of the table is the foot of a section of its own. The section of a stream has only its id.
    private let section: TableSection?

    /// Creates the position of a line.
    @inline(__always)
    init(_ part: TablePart, of section: TableSection?, at sectionIndex: Int, row rowIndex: Int = 0) {
        self.part = part
        self.section = section
        self.sectionIndex = sectionIndex
        self.rowIndex = rowIndex
    }

    /// The id of the section; `nil` for the foot of the table.
    public var sectionID: AnyID? { part == .tableFoot ? nil : section?.id }

    /// The row that sends the events of a head or foot.
    var sender: Row? { section?.sender(of: part == .tableFoot ? .foot : part) }

    /// The row, head or foot that the line shows; `nil` in a ``GridStream``.
    ///
    /// - Complexity: O(log *n*) in the number of runs of rows in the section.
    public var row: Row? {
        guard let section else { return nil }
        return switch part {
        case .head: section.head
        case .row: section.rows.indices.contains(rowIndex) ? section.rows[rowIndex] : nil
        case .foot, .tableFoot: section.foot
        }
    }

    /// The position of a row, or `nil` for a head or foot.
    package var rowPosition: RowPosition? {
        part == .row ? RowPosition(section: sectionIndex, row: rowIndex) : nil
    }

    /// The position in error messages: "section 1, row 2" or "the head of section 1".
    var text: String {
        switch part {
        case .head: "the head of section \(sectionIndex)"
        case .row: "\(RowPosition(section: sectionIndex, row: rowIndex))"
        case .foot: "the foot of section \(sectionIndex)"
        case .tableFoot: "the foot of the table"
        }
    }
}
