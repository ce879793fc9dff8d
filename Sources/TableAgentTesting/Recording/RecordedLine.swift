import TableAgent

/// A head, row or foot that is on show, in a view of its own.
final class RecordedLine {
    /// What tells a line from others; lines with the same id follow each other in their order.
    struct Key: Hashable {
        let section: AnyID
        let row: AnyID?
        let kind: HeadFootKind?
        let item: ItemType
    }

    private var source: EventSource
    private(set) var key: Key
    /// Where the line's row stands in the table that was shown last; `nil` for a head or foot.
    private(set) var position: RowPosition?
    /// The number of the line's section in that table.
    private(set) var section: Int

    /// - Throws: When there is no row at the position.
    init(rowAt position: RowPosition, on panel: Panel, _ row: Row) throws {
        source = try panel.source(.row(at: position))
        let section = panel.tableInfo.sections[position.section].id
        key = Key(section: section, row: row.id, kind: nil, item: row.item)
        self.position = position
        self.section = position.section
    }

    /// - Throws: When there is no such section.
    init(_ kind: HeadFootKind, ofSection number: Int, on panel: Panel, _ entry: Row) throws {
        source = try panel.source(.section(kind, at: number))
        key = Key(section: panel.tableInfo.sections[number].id, row: nil, kind: kind, item: entry.item)
        section = number
    }

    /// Has the view show another line.
    func show(_ other: RecordedLine) {
        source = other.source
        key = other.key
        position = other.position
        section = other.section
    }

    func post(_ name: EventName<Void>) {
        source.post(name)
    }
}

extension TableSection {
    /// How many lines the section takes: its head, the rows on show and its foot.
    var lineCount: Int { (head == nil ? 0 : 1) + visibleRowCount + (foot == nil ? 0 : 1) }

    /// The number of a row's line, from the section's first.
    func line(ofRow row: Int) -> Int { (head == nil ? 0 : 1) + row }

    /// Some of the section's lines.
    ///
    /// - Parameters:
    ///   - lines: The numbers of the lines, from the section's first.
    ///   - number: The section's number.
    func lines(_ lines: Range<Int>, ofSection number: Int, on panel: Panel) throws -> [RecordedLine] {
        let first = line(ofRow: 0)
        return try lines.compactMap { line in
            if line < first, let head { return try RecordedLine(.head, ofSection: number, on: panel, head) }
            let row = line - first
            guard row < visibleRowCount else {
                return try foot.map { try RecordedLine(.foot, ofSection: number, on: panel, $0) }
            }
            return try RecordedLine(
                rowAt: RowPosition(section: number, row: row), on: panel, rows[row])
        }
    }
}
