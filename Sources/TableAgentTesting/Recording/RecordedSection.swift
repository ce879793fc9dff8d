public import TableAgent

/// A section as it would be on show in a ``RecordingContainer``.
public struct RecordedSection {
    /// The section's id.
    public let id: AnyID

    /// Whether the section's rows are hidden.
    public let isCollapsed: Bool

    /// The head as it was filled.
    public let head: RecordedEntry?

    /// The rows on show as they were filled; none while the section is collapsed.
    public let rows: [RecordedRow]

    /// The foot as it was filled.
    public let foot: RecordedEntry?

    init(_ section: TableSection) {
        id = section.id
        isCollapsed = section.isCollapsed
        head = section.head.map { RecordedEntry($0, in: section.state) }
        rows = section.visibleRows.map(RecordedRow.init)
        foot = section.foot.map { RecordedEntry($0, in: section.state) }
    }

    init(_ section: TableSection, head: RecordedEntry?, rows: [RecordedRow], foot: RecordedEntry?) {
        id = section.id
        isCollapsed = section.isCollapsed
        self.head = head
        self.rows = rows
        self.foot = foot
    }

    /// The texts for people of all rows on show, cell by cell.
    public var texts: [[String]] { rows.map(\.texts) }
}

extension TableInfo {
    /// The number of rows on show in each section.
    var visibleRowCounts: [Int] { sections.map(\.visibleRows.count) }
}
