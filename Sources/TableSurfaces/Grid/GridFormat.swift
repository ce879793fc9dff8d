public import TableAgent

/// A way to write a table of cells, such as aligned columns, CSV, JSON or HTML.
///
/// Conform a value type whose properties are its options. A format whose writer needs no state can be its own
/// writer:
///
/// ```swift
/// struct NamesFormat: TextualFormat, GridWriter {
///     let name = "names"
///     let showsHeadsAndFeet = false
///
///     func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {
///         output.write(line.shown(at: 0) + "\n")
///     }
/// }
/// ```
///
/// The same format writes whole tables, with ``GridContainer`` and ``write(_:to:)``, and rows as they arrive, with
/// ``GridStream``. <doc:Write-a-format> has more examples.
public protocol GridFormat {
    /// The type that writes one table; by default the format itself.
    associatedtype Writer: GridWriter = Self

    /// The format's name in error messages, as in "CSV".
    var name: String { get }

    /// The media type of the format in a server's response, such as `text/csv; charset=utf-8`; plain text by
    /// default.
    var mediaType: String { get }

    /// The file extension of the format, without a dot; `txt` by default.
    var fileExtension: String { get }

    /// A Boolean value that indicates whether heads and feet are written; `true` by default.
    var showsHeadsAndFeet: Bool { get }

    /// A Boolean value that indicates whether the format is for programs; `false` by default.
    ///
    /// Such a format writes the rows of collapsed sections and the columns for programs. It leaves out the columns for people,
    /// and the sentences of empty tables and sections.
    var showsCollapsedRows: Bool { get }

    /// The words that the format writes by itself, and the words for series; English by default.
    var words: TableWords { get }

    /// Returns a writer for one table.
    ///
    /// - Parameters:
    ///   - columns: The columns of the table. If this is empty, lines can have any number of cells.
    ///   - caption: The caption of the table.
    func makeWriter(for columns: [GridColumn], caption: String?) -> Writer
}

/// A format of text, which can return a table as a string.
public protocol TextualFormat: GridFormat {}

extension GridFormat {
    /// The default: `text/plain; charset=utf-8`.
    public var mediaType: String { "text/plain; charset=utf-8" }

    /// The default: `txt`.
    public var fileExtension: String { "txt" }

    /// The default: `true`.
    public var showsHeadsAndFeet: Bool { true }

    /// The default: `false`.
    public var showsCollapsedRows: Bool { false }

    /// The default: English words.
    public var words: TableWords { .english }
}

extension GridFormat {
    /// Writes a table to a sink, and finishes the sink.
    ///
    /// ```swift
    /// try CSVFormat().write(table, to: FileSink(URL(fileURLWithPath: "orders.csv")))
    /// ```
    ///
    /// A format that measures its lines makes two passes over the rows. Up to 8 MiB of lines are kept between the
    /// passes. An item fills a kept line once, and any other line twice.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - sink: Receives the table, and discards it if an error is thrown.
    /// - Throws: `TableError` if an item is not a `GridLineItem` or a line has more cells than the table has
    ///   columns, or the error of the format or the sink.
    /// - Complexity: O(rows × columns) for the written rows. The memory does not grow with the rows.
    public func write(_ table: TableInfo, to sink: any ByteSink = HandleSink.standardOutput) throws {
        do {
            var output = GridOutput(to: sink)
            try fitting(sink).write(table, to: &output)
            try output.flush()
            try sink.finish()
        } catch {
            sink.discard()
            throw error
        }
    }

    /// Returns a table as bytes, for example for the body of a response.
    ///
    /// - Parameter table: The table.
    /// - Returns: The table in this format. The bytes of a ``TextualFormat`` are UTF-8.
    /// - Throws: The errors of ``write(_:to:)``.
    public func bytes(of table: TableInfo) throws -> [UInt8] {
        try GridOutput.bytes { try write(table, to: &$0) }
    }

    /// The readers of the format. A format for programs shows the rows of collapsed sections.
    package var audience: GridColumn.Audience { showsCollapsedRows ? .programs : .people }

    /// Returns the format with the width of the terminal that a sink leads to, if there is one.
    func fitting(_ sink: any ByteSink) -> any GridFormat {
        (self as? any SpecializedFormat)?.specialized(for: sink) ?? self
    }

    /// Returns a writer of a stream.
    func streamWriter(for columns: [GridColumn], caption: String?, measuring rowCount: Int)
        -> any StreamWriter
    {
        (self as? any SpecializedFormat)?
            .makeStreamWriter(for: columns, caption: caption, measuring: rowCount)
            ?? DirectStreamWriter(makeWriter(for: columns, caption: caption))
    }

    /// Writes a table.
    func write(_ table: TableInfo, to output: inout GridOutput) throws {
        if let format = self as? any SpecializedFormat {
            try format.writeSpecialized(table, to: &output)
        } else {
            try writeUnmeasured(table, to: &output)
        }
    }

    @inline(__always)
    fileprivate func writeUnmeasured(_ table: TableInfo, to output: inout GridOutput) throws {
        var lines = GridWalk(of: table, in: self)
        var writer = makeWriter(for: table.columns.shown(to: audience), caption: table.caption)
        try writer.begin(to: &output)
        try lines.write(with: &writer, to: &output)
    }
}

extension GridFormat where Writer == Self {
    /// Returns the format itself.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> Self { self }
}

extension TextualFormat {
    /// Returns a table as a string, without a container.
    ///
    /// ```swift
    /// let csv = try CSVFormat().string(of: LedgerReformer().reform(ledger))
    /// ```
    ///
    /// - Parameter table: The table.
    /// - Returns: The table in this format.
    /// - Throws: The errors of ``GridFormat/write(_:to:)``.
    public func string(of table: TableInfo) throws -> String {
        String(decoding: try bytes(of: table), as: UTF8.self)
    }
}

// MARK: Formats of this package

/// A format of this package.
///
/// The methods are requirements, so that the compiler specializes them for each format. The methods of other formats
/// call their writer without knowing its type.
package protocol SpecializedFormat: GridFormat {
    /// Returns the format with options that depend on the sink.
    func specialized(for sink: any ByteSink) -> Self

    /// Writes a table.
    func writeSpecialized(_ table: TableInfo, to output: inout GridOutput) throws

    /// Returns a writer of a stream.
    ///
    /// - Parameters:
    ///   - columns: The columns of the table.
    ///   - caption: The caption of the table.
    ///   - rowCount: The number of rows to measure before the first row is written.
    func makeStreamWriter(
        for columns: [GridColumn], caption: String?, measuring rowCount: Int
    ) -> any StreamWriter
}

/// A format of this package whose writer measures lines before it writes the first line.
package protocol MeasuringFormat: SpecializedFormat {
    /// The type that measures and writes one table.
    associatedtype Measurer: MeasuringWriter

    /// The maximum number of lines to measure; all lines by default.
    var measuredLineLimit: Int { get }

    /// Returns a writer for one table.
    func makeMeasurer(for columns: [GridColumn], caption: String?) -> Measurer
}

extension SpecializedFormat {
    package func specialized(for sink: any ByteSink) -> Self { self }

    package func writeSpecialized(_ table: TableInfo, to output: inout GridOutput) throws {
        try writeUnmeasured(table, to: &output)
    }

    package func makeStreamWriter(
        for columns: [GridColumn], caption: String?, measuring rowCount: Int
    ) -> any StreamWriter {
        DirectStreamWriter(makeWriter(for: columns, caption: caption))
    }
}

extension MeasuringFormat {
    package var measuredLineLimit: Int { .max }

    package func writeSpecialized(_ table: TableInfo, to output: inout GridOutput) throws {
        try writeMeasured(table, to: &output)
    }

    /// Measures a table, and then writes it.
    @inline(__always)
    func writeMeasured(_ table: TableInfo, to output: inout GridOutput) throws {
        var lines = GridWalk(of: table, in: self)
        var writer = makeMeasurer(for: table.columns.shown(to: audience), caption: table.caption)
        try lines.measure(with: &writer, upTo: measuredLineLimit)
        try writer.begin(with: lines.sample, to: &output)
        try lines.write(with: &writer, to: &output)
    }

    package func makeStreamWriter(
        for columns: [GridColumn], caption: String?, measuring rowCount: Int
    ) -> any StreamWriter {
        let writer = makeMeasurer(for: columns, caption: caption)
        return MeasuringStreamWriter(
            writer, line: GridLine(seriesText: words.series), lineLimit: measuredLineLimit,
            // If no columns are given, the sample determines their number, so the sample needs a row.
            rowLimit: columns.isEmpty ? max(rowCount, 1) : rowCount)
    }
}
