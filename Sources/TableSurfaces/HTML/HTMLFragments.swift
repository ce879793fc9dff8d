public import TableAgent

/// The parts of a table exactly as in the whole table, for a page that is changed in place.
///
/// ```swift
/// let fragments = try HTMLFormat(isKeyed: true).fragments(of: table)
/// let row = try fragments.row(at: position)            // <tr data-row="july/4711">…</tr>
/// ```
public struct HTMLFragments {
    private let table: TableInfo
    private let driver: GridDriver<HTMLWriter>

    fileprivate init(of table: TableInfo, in format: HTMLFormat) throws {
        self.table = table
        let writer = HTMLWriter(format, table.columns, caption: table.caption)
        var driver = GridDriver(writer, of: format, columns: table.columns, sampleSize: 0)
        let frame = try GridOutput.bytes { try driver.begin(table, &$0) }
        self.frame = String(decoding: frame, as: UTF8.self)
        self.driver = driver
    }

    /// The markup above the first section.
    package let frame: String

    /// Returns a row.
    ///
    /// - Returns: The element `tr`, or `nil` if the table shows no row at the position.
    /// - Throws: The errors of ``HTMLFormat/write(_:to:)``.
    public func row(at position: RowPosition) throws -> String? {
        let isShown = table.section(at: position.section)?.visibleRows.indices.contains(position.row) == true
        return try isShown ? line(.row, at: position) : nil
    }

    /// Returns the head of a section.
    ///
    /// - Returns: The element `tr`, or `nil` if the section has no head.
    /// - Throws: The errors of ``HTMLFormat/write(_:to:)``.
    public func head(ofSection index: Int) throws -> String? {
        try line(.head, at: RowPosition(section: index, row: 0))
    }

    /// Returns the foot of a section.
    ///
    /// - Returns: The element `tr`, or `nil` if the section has no foot.
    /// - Throws: The errors of ``HTMLFormat/write(_:to:)``.
    public func foot(ofSection index: Int) throws -> String? {
        try line(.foot, at: RowPosition(section: index, row: 0))
    }

    private func line(_ part: GridPart, at position: RowPosition) throws -> String? {
        guard let section = table.section(at: position.section) else { return nil }
        let place = GridPlace(part, of: section, at: position)
        return try place.row.map { row in try text { try $0.write(place, row, to: &$1) } }
    }

    /// Returns a section with its head, rows and foot.
    ///
    /// - Returns: The element `tbody`, or `nil` if the section does not exist.
    /// - Throws: The errors of ``row(at:)``.
    public func section(at index: Int) throws -> String? {
        guard table.section(at: index) != nil else { return nil }
        return try text { try $0.writeSection(at: index, of: table, to: &$1) }
    }

    /// Returns the foot of the table.
    ///
    /// - Returns: The element `tfoot`, or `nil` if the table has no foot.
    /// - Throws: The errors of ``row(at:)``.
    public func foot() throws -> String? {
        table.hasFoot ? try text { try $0.writeFoot(of: table, to: &$1) } : nil
    }

    private func text(
        _ write: (inout GridDriver<HTMLWriter>, inout GridOutput) throws -> Void
    ) rethrows -> String {
        var driver = driver
        return String(decoding: try GridOutput.bytes { try write(&driver, &$0) }, as: UTF8.self)
    }
}

extension HTMLFormat {
    /// Returns the parts of a table, each of which can be written separately.
    ///
    /// - Throws: The errors of ``write(_:to:)``.
    /// - Complexity: O(rows × columns), because all lines decide the columns; then O(part) for each part.
    public func fragments(of table: TableInfo) throws -> HTMLFragments {
        try HTMLFragments(of: table, in: self)
    }
}
