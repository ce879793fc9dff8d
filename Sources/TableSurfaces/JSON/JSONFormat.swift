public import TableAgent

/// JSON: an object with the sections of the table, each with its id, head, rows and foot.
///
/// ```json
/// {"sections": [
///   {"id": "north", "head": ["North"], "rows": [
///     {"customer": "Ada", "total": 12.50}
///   ], "foot": {"total": 12.50}}
/// ]}
/// ```
///
/// A row is an object with the column titles as keys; cells have the types of JSON, and not-a-number and
/// infinities become `null`. A head is an array of its cells, a foot an object of those that have a value.
/// Head and foot are left out where a section has none. Rows of collapsed sections are written. Columns of
/// the same title get keys with a number behind it (`total`, `total_2`), and columns without a title are
/// called `column_1`, `column_2` and so on, by their place.
public struct JSONFormat: GridFormat, Sendable {
    /// Creates a format.
    public init() {}

    /// The format's name, "JSON".
    public var name: String { "JSON" }

    /// Writes a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - output: Takes the text.
    /// - Throws: For a row with more cells than the table has columns, or what the output throws.
    /// - Complexity: O(rows × columns); memory does not grow with the rows.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        var writer = JSONWriter(of: table)
        var line = GridLine()
        writer.begin(&output)
        for (index, section) in table.sections.enumerated() {
            writer.beginSection(section.id, &output)
            try table.walk(section: index, rows: section.rows, line: &line) { part, line in
                writer.write(part, line, &output)
                try output.endLine()
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
