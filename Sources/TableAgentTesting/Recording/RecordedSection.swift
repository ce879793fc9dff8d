public import TableAgent

/// A section as it would be visible in a ``RecordingContainer``.
public struct RecordedSection {
    /// The section's id.
    public let id: AnyID

    /// A Boolean value that indicates whether the section's rows are hidden.
    public internal(set) var isCollapsed: Bool

    /// The head as it was filled.
    public let head: RecordedRow?

    /// The visible rows as they were filled; none while the section is collapsed.
    public let rows: [RecordedRow]

    /// The foot as it was filled.
    public let foot: RecordedRow?

    /// The texts of all visible rows, cell by cell, as people see them.
    public var texts: [[String]] { rows.map(\.texts) }

    private init(_ section: TableSection, head: RecordedRow?, rows: [RecordedRow], foot: RecordedRow?) {
        id = section.id
        isCollapsed = section.isCollapsed
        self.head = head
        self.rows = rows
        self.foot = foot
    }

    init(_ section: TableSection) {
        self.init(
            section, head: section.head.map { RecordedRow($0, in: section.state) },
            rows: section.visibleRows.map { RecordedRow($0) },
            foot: section.foot.map { RecordedRow($0, in: section.state) })
    }

    /// Returns the sections after changes: what the changes name is filled, and the rest stays as it was.
    static func applying(
        _ changes: TableChanges, _ origins: BatchOrigins, to old: [RecordedSection], _ table: TableInfo
    ) -> [RecordedSection] {
        let (inserted, updated) = (Set(changes.rowInserts), Set(changes.rowUpdates))
        return table.sections.enumerated().map { index, section in
            guard let origin = origins.sections[index] else { return RecordedSection(section) }
            func headOrFoot(_ kind: HeadFootKind, _ old: RecordedRow?, _ updates: [Int]) -> RecordedRow? {
                guard updates.contains(index) else { return old }
                return section.row(kind).map { RecordedRow($0, in: section.state) }
            }
            let rows = section.visibleRows.enumerated().compactMap { number, row -> RecordedRow? in
                let position = RowPosition(section: index, row: number)
                let origin = origins.rows[index][number]
                // A row that has no origin and is not inserted was missed by the changes.
                let isFilled = inserted.contains(position) || origin != nil && updated.contains(position)
                if isFilled { return RecordedRow(row) }
                return origin.map { old[$0.section].rows[$0.row] }
            }
            return RecordedSection(
                section, head: headOrFoot(.head, old[origin].head, changes.headUpdates), rows: rows,
                foot: headOrFoot(.foot, old[origin].foot, changes.footUpdates))
        }
    }
}

/// A row, head, or foot as it would be visible in a ``RecordingContainer``.
public struct RecordedRow {
    /// The row's id; that of a head or foot has no meaning.
    public let id: AnyID

    /// The item that shows the row.
    public let item: any TableItem.Type

    /// The height in the surface's unit; `nil` lets the surface decide.
    public let height: Double?

    /// The cells that the item wrote, or `nil` when it is no `GridLineItem`.
    public let cells: [RecordedCell]?

    private let row: Row

    fileprivate init(_ row: Row, in section: SectionState = SectionState()) {
        id = row.id
        item = row.item
        height = row.height
        self.row = row
        var line = GridLine()
        cells = row.fill(line: &line, in: section) ? RecordedCell.cells(of: line) : nil
    }

    /// The texts of the cells as people see them; none when the item is no `GridLineItem`.
    public var texts: [String] { cells?.map(\.shown) ?? [] }

    /// Returns the business data.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` when it is of another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        row.data(as: type)
    }
}

/// A cell that an item wrote, as a value of its own.
///
/// ```swift
/// #expect(row.cells == [RecordedCell(.text, "Ada"), RecordedCell(.decimal, "12.5", shown: "€ 12.50")])
/// ```
public struct RecordedCell: Hashable, Sendable {
    /// The kind of value.
    public let kind: GridCell.Kind

    /// The value, as data formats write it.
    public let value: String

    /// The text that people see.
    public let shown: String

    /// What the cell means to the reader.
    public let role: GridRole

    /// Creates a cell to compare a recorded one with.
    ///
    /// - Parameters:
    ///   - kind: The kind of value.
    ///   - value: The value, as data formats write it.
    ///   - shown: The text that people see. The default is the value.
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
