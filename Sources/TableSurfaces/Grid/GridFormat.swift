public import TableAgent

/// A way to write a table of cells as text: aligned columns, CSV, JSON, HTML.
///
/// Conform a value type with its options as properties; ``GridContainer`` makes a container of it, and
/// ``string(of:)`` a string.
public protocol GridFormat {
    /// The format's name in error messages, as in "CSV".
    var name: String { get }

    /// Writes a table.
    ///
    /// - Parameters:
    ///   - table: The table; every item in it is a `GridLineItem`.
    ///   - output: Takes the text.
    /// - Throws: When the table can't be written in this format, or what the output throws.
    func write(_ table: TableInfo, to output: inout GridOutput) throws
}

extension GridFormat {
    /// Returns a table as one string, without any container.
    ///
    /// ```swift
    /// let csv = try CSVFormat().string(of: LedgerReformer().reform(ledger))
    /// ```
    ///
    /// - Parameter table: The table.
    /// - Returns: The table in this format.
    /// - Throws: When the table can't be written in this format.
    public func string(of table: TableInfo) throws -> String {
        let sink = MemorySink()
        var output = GridOutput(to: sink)
        try write(table, to: &output)
        try output.flush()
        sink.finish()
        return sink.text
    }
}
