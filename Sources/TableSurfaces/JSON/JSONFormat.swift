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
public struct JSONFormat: GridFormat {
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
        var keys = JSONKeys(of: table)
        var line = GridLine()
        output.write("{\"sections\": [")
        for (index, section) in table.sections.enumerated() {
            output.write(index > 0 ? ",\n  {\"id\": " : "\n  {\"id\": ")
            output.writeJSON(section.id)
            if let head = section.head {
                try table.fill(&line, with: head, .head, ofSection: index)
                output.write(", \"head\": ")
                output.writeJSONArray(line)
            }
            output.write(", \"rows\": [")
            var isFirst = true
            try table.walkRows(ofSection: index, rows: section.rows, line: &line) { line in
                output.write(isFirst ? "\n    " : ",\n    ")
                isFirst = false
                output.writeJSONRow(line, keys: &keys)
                try output.endLine()
            }
            output.write(isFirst ? "]" : "\n  ]")
            if let foot = section.foot {
                try table.fill(&line, with: foot, .foot, ofSection: index)
                output.write(", \"foot\": ")
                output.writeJSONObject(line, keys: &keys)
            }
            output.write("}")
            try output.endLine()
        }
        output.write(table.sections.isEmpty ? "]}\n" : "\n]}\n")
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
