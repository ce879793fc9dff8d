public import TableAgent

/// JSON Lines: each row of each section as an object on a line of its own.
///
/// Rows are written as in ``JSONFormat``. Heads and feet are left out.
public struct JSONLinesFormat: GridFormat, Sendable {
    /// What becomes of decimal numbers that JSON has not.
    public var notFinite: JSONNotFinite

    /// Creates a format.
    ///
    /// - Parameter notFinite: What becomes of decimal numbers that JSON has not: not-a-number and the
    ///   infinities.
    public init(notFinite: JSONNotFinite = .null) {
        self.notFinite = notFinite
    }

    /// The format's name, "JSON Lines".
    public var name: String { "JSON Lines" }

    /// Writes a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - output: Takes the text.
    /// - Throws: For a row with more cells than the table has columns, for a number that JSON has not if that
    ///   is to be refused, or what the output throws.
    /// - Complexity: O(rows × columns); memory does not grow with the rows.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        var writer = JSONLinesWriter(values: JSONValues(of: table, notFinite: notFinite))
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            writer.beginSection(section.id, &output)
            try table.walkRows(ofSection: index, rows: section.rows, line: &line) { line in
                try writer.write(.row, line, &output)
                try output.endLine()
            }
        }
    }
}

/// A container that writes tables as JSON Lines.
public typealias JSONLinesContainer = GridContainer<JSONLinesFormat>

extension JSONLinesContainer {
    /// Creates a container that writes JSON Lines.
    ///
    /// - Parameter sink: Takes the tables.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(JSONLinesFormat(), to: sink)
    }
}
