public import TableAgent

/// A section as a ``RecordingContainer`` would show it.
public struct RecordedSection {
    /// The section's id.
    public let id: AnyID

    /// A Boolean value that indicates whether the section's rows are hidden.
    public internal(set) var isCollapsed: Bool

    /// The head with its filled cells.
    public let head: RecordedRow?

    /// The visible rows with their filled cells. A collapsed section has no visible rows.
    public let rows: [RecordedRow]

    /// The foot with its filled cells.
    public let foot: RecordedRow?

    /// The visible texts of all visible rows, cell by cell.
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

    /// Returns the sections after changes. Only the rows that the changes name are filled; all others stay as
    /// they were.
    static func applying(
        _ changes: TableChanges, origins: BatchOrigins, to old: [RecordedSection], showing table: TableInfo
    ) -> [RecordedSection] {
        let inserted = Set(changes.rowInserts)
        let updated = Set(changes.rowUpdates)
        return table.sections.enumerated().map { index, section in
            guard let origin = origins.sections[index] else { return RecordedSection(section) }
            func part(
                _ kind: TablePart, from old: RecordedRow?, updates: [Int]
            ) -> RecordedRow? {
                guard updates.contains(index) else { return old }
                return section.row(of: kind).map { RecordedRow($0, in: section.state) }
            }
            let rows = section.visibleRows.enumerated().compactMap { number, row -> RecordedRow? in
                let position = RowPosition(section: index, row: number)
                let origin = origins.rows[index][number]
                // A row without an origin that is also not inserted is missing from the changes.
                let isFilled = inserted.contains(position) || origin != nil && updated.contains(position)
                if isFilled { return RecordedRow(row) }
                return origin.map { old[$0.section].rows[$0.row] }
            }
            return RecordedSection(
                section, head: part(.head, from: old[origin].head, updates: changes.headUpdates), rows: rows,
                foot: part(.foot, from: old[origin].foot, updates: changes.footUpdates))
        }
    }
}

/// A row, head, or foot as a ``RecordingContainer`` would show it.
public struct RecordedRow {
    /// The row's id. The id of a head or foot has no meaning.
    public let id: AnyID

    /// The item that shows the row.
    public let item: any TableItem.Type

    /// The height in the surface's unit, or `nil` if the surface decides.
    public let height: Double?

    /// The cells that the item wrote, or `nil` if the item is not a `GridLineItem`.
    public let cells: [RecordedCell]?

    private let row: Row

    init(_ row: Row, in section: SectionState = SectionState()) {
        id = row.id
        item = row.item
        height = row.height
        self.row = row
        var line = GridLine()
        cells = row.fill(&line, in: section) ? RecordedCell.cells(of: line) : nil
    }

    /// The visible texts of the cells. The array is empty if the item is not a `GridLineItem`.
    public var texts: [String] { cells?.map(\.shown) ?? [] }

    /// Returns the business data.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` if it has another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        row.data(as: type)
    }
}

/// A copy of a cell that an item wrote.
///
/// ```swift
/// #expect(row.cells == [RecordedCell(.text, "Ada"), RecordedCell(.decimal, "12.5", shown: "€ 12.50")])
/// ```
public struct RecordedCell: Hashable, Sendable {
    /// The kind of the value.
    public let kind: GridCell.Kind

    /// The value, as data formats write it.
    public let value: String

    /// The text that a reader sees.
    public let shown: String

    /// The meaning of the cell to the reader.
    public let role: GridRole

    /// Creates a cell to compare with a recorded cell.
    ///
    /// - Parameters:
    ///   - kind: The kind of the value.
    ///   - value: The value, as data formats write it.
    ///   - shown: The text that a reader sees. The default is the value.
    ///   - role: The meaning of the cell to the reader.
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
    /// - Returns: The cells, from left to right.
    public static func cells(of line: GridLine) -> [RecordedCell] {
        line.cells.enumerated().map { index, cell in
            RecordedCell(
                cell.kind, line.value(at: index), shown: line.shown(at: index), role: cell.role)
        }
    }
}
