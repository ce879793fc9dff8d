public import TableAgent

/// JSON: an object with the sections of the table, each with its id, head, rows and foot; or an array of
/// rows.
///
/// ```json
/// {"sections": [
///   {"id": "north", "head": ["North"], "rows": [
///     {"customer": "Ada", "total": 12.50}
///   ], "foot": {"total": 12.50}}
/// ]}
/// ```
///
/// A row is an object with the column titles as keys; cells have the types of JSON. A head is an array of its
/// cells, a foot an object of those that have a value. Head and foot are left out where a section has none.
/// Rows of collapsed sections are written. Columns of the same title get keys with a number behind it
/// (`total`, `total_2`), and columns without a title are called `column_1`, `column_2` and so on, by their
/// place, so that no object has a key twice.
public struct JSONFormat: GridFormat, Sendable {
    /// What becomes of the sections of a table.
    public enum Layout: Hashable, Sendable {
        /// An object with a list of sections, each with its id, head, rows and foot.
        case sections
        /// A list of the rows of all sections, without heads and feet.
        case rows
    }

    /// What becomes of the sections of a table.
    public var layout: Layout

    /// What becomes of decimal numbers that JSON has not.
    public var notFinite: JSONNotFinite

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - layout: What becomes of the sections of a table.
    ///   - notFinite: What becomes of decimal numbers that JSON has not: not-a-number and the infinities.
    public init(layout: Layout = .sections, notFinite: JSONNotFinite = .null) {
        self.layout = layout
        self.notFinite = notFinite
    }

    /// The format's name, "JSON".
    public var name: String { "JSON" }

    /// Writes a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - output: Takes the text.
    /// - Throws: For a row with more cells than the table has columns, for a number that JSON has not if that
    ///   is to be refused, or what the output throws.
    /// - Complexity: O(rows × columns); memory does not grow with the rows.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        var writer = JSONWriter(of: table, layout: layout, notFinite: notFinite)
        var line = GridLine()
        writer.begin(&output)
        for (index, section) in table.sections.enumerated() {
            writer.beginSection(section.id, &output)
            switch layout {
            case .sections:
                try table.walk(section: index, rows: section.rows, line: &line) { part, line in
                    try writer.write(part, line, &output)
                    try output.endLine()
                }
            case .rows:
                try table.walkRows(ofSection: index, rows: section.rows, line: &line) { line in
                    try writer.write(.row, line, &output)
                    try output.endLine()
                }
            }
            writer.endSection(&output)
        }
        writer.end(&output)
    }
}

/// A container that writes tables as JSON.
public typealias JSONContainer = GridContainer<JSONFormat>

extension JSONContainer {
    /// Creates a container that writes JSON.
    ///
    /// - Parameter sink: Takes the tables.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(JSONFormat(), to: sink)
    }
}
