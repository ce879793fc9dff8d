public import TableAgent

/// The parts of a table as the whole table has them, byte for byte, for a page that is changed in place.
///
/// ```swift
/// let fragments = try HTMLFormat(isKeyed: true).fragments(of: table)
/// let row = try fragments.row(at: position)            // <tr data-row="july/4711">…</tr>
/// ```
///
/// What stands above the first section follows from all lines, too, as columns are aligned by their cells.
public struct HTMLFragments {
    private let table: TableInfo
    private let lines: TableLines
    /// The writer as it is above the first section.
    private let writer: HTMLWriter
    /// What stands above the first section.
    package let frame: String

    fileprivate init(of table: TableInfo, in format: HTMLFormat) throws {
        self.table = table
        lines = TableLines(table, heads: format.showsHeadsAndFeet, collapsedRows: format.showsCollapsedRows)
        var writer = HTMLWriter(format, table.columns, caption: table.caption)
        var (line, kept) = (GridLine(), KeptLines(limit: 0))
        for index in table.sections.indices {
            try lines.forEach(inSection: index, &line, &kept) { writer.measure($0.part, $1) }
        }
        frame = String(decoding: GridOutput.bytes { writer.begin(&$0) }, as: UTF8.self)
        self.writer = writer
    }

    /// Returns a row.
    ///
    /// - Returns: The element `tr`; `nil` if the table shows no row there.
    /// - Throws: As ``HTMLFormat/write(_:to:)``.
    public func row(at position: RowPosition) throws -> String? {
        let isShown = table.section(at: position.section)?.visibleRows.indices.contains(position.row) == true
        return try line(.row, isShown ? table.row(at: position) : nil, at: position)
    }

    /// Returns the head of a section.
    ///
    /// - Returns: The element `tr`; `nil` if there is none.
    /// - Throws: As ``HTMLFormat/write(_:to:)``.
    public func head(ofSection index: Int) throws -> String? {
        try line(.head, table.section(at: index)?.head, at: RowPosition(section: index, row: 0))
    }

    /// Returns the foot of a section.
    ///
    /// - Returns: The element `tr`; `nil` if there is none.
    /// - Throws: As ``HTMLFormat/write(_:to:)``.
    public func foot(ofSection index: Int) throws -> String? {
        try line(.foot, table.section(at: index)?.foot, at: RowPosition(section: index, row: 0))
    }

    private func line(_ part: GridPart, _ row: Row?, at position: RowPosition) throws -> String? {
        guard let row else { return nil }
        let place = GridPlace(part, of: table.sections[position.section], at: position)
        var (writer, line) = (writer, GridLine())
        try lines.fill(&line, with: row, at: place)
        return try text { writer.writeLine(place, line, &$0) }
    }

    /// Returns a section with its head, rows and foot.
    ///
    /// - Returns: The element `tbody`, or `tfoot` for the foot of the table; `nil` if there is no such section.
    /// - Throws: As ``row(at:)``.
    public func section(at index: Int) throws -> String? {
        guard let section = table.section(at: index) else { return nil }
        var writer = writer
        writer.skip(toSection: index)
        return try text { output in
            var (line, kept) = (GridLine(), KeptLines(limit: 0))
            try lines.write(section, at: index, with: &writer, &line, &kept, to: &output)
            writer.writeLoneFoot(isLast: index == table.sections.count - 1, &output)
        }
    }

    private func text(_ write: (inout GridOutput) throws -> Void) throws -> String {
        let sink = MemorySink()
        var output = GridOutput(to: sink)
        try write(&output)
        try output.flush()
        sink.finish()
        return sink.text
    }
}

extension HTMLFormat {
    /// Returns the parts of a table, each to be written by itself.
    ///
    /// - Throws: As ``write(_:to:)``.
    /// - Complexity: O(rows × columns), as all lines decide on the columns; then that of each part.
    public func fragments(of table: TableInfo) throws -> HTMLFragments {
        try HTMLFragments(of: table, in: self)
    }
}
