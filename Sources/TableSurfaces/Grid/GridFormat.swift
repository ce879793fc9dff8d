public import TableAgent

/// A way to write a table of cells as text: aligned columns, CSV, JSON, HTML.
///
/// Conform a value type with its options as properties; ``GridContainer`` makes a container of it, and
/// ``string(of:)`` a string.
///
/// ```swift
/// struct NamesFormat: GridFormat {
///     let name = "names"
///
///     func write(_ table: TableInfo, to output: inout GridOutput) throws {
///         var line = GridLine()
///         for section in table.sections {
///             try section.rows.fillLines(&line) { line, _ in output.write(line.shown(at: 0) + "\n") }
///         }
///     }
/// }
/// ```
///
/// A ``StreamableFormat`` is written line by line, and so can write rows that are not all there yet.
public protocol GridFormat {
    /// The format's name in error messages, as in "CSV".
    var name: String { get }

    /// The media type of the format, as a server names it: `text/csv; charset=utf-8`. By default that of plain text.
    var mediaType: String { get }

    /// The end of the name of a file in the format, without a dot; `txt` by default.
    var fileExtension: String { get }

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
        String(decoding: try bytes(of: table), as: UTF8.self)
    }

    /// Returns a table as the bytes of its text, such as for the body of a response.
    ///
    /// - Parameter table: The table.
    /// - Returns: The table in this format, in UTF-8.
    /// - Throws: When the table can't be written in this format.
    public func bytes(of table: TableInfo) throws -> [UInt8] {
        let sink = MemorySink()
        var output = GridOutput(to: sink)
        try write(table, to: &output)
        try output.flush()
        sink.finish()
        return sink.bytes
    }

    /// The default: `text/plain; charset=utf-8`.
    public var mediaType: String { "text/plain; charset=utf-8" }

    /// The default: `txt`.
    public var fileExtension: String { "txt" }
}

/// A format that writes a table line by line, be it there as a whole or arriving row after row.
///
/// All formats of this module are streamable. The format makes a ``GridWriter``, which is given the parts of a
/// table one after the other: by ``GridFormat/write(_:to:)`` those of a whole table, by a ``GridStream`` those that
/// arrive. <doc:Write-a-format> has an example.
public protocol StreamableFormat: GridFormat {
    /// The type that writes one table.
    associatedtype Writer: GridWriter

    /// A Boolean value that indicates whether the lines of a table decide how all are written, as they decide
    /// on the widths of columns.
    ///
    /// The writer then measures all lines of a table before it writes the first, and those of a sample of a
    /// stream. By default `false`: the very first row is written at once.
    var needsSample: Bool { get }

    /// A Boolean value that indicates whether heads and feet are written; `true` by default.
    var showsHeadsAndFeet: Bool { get }

    /// A Boolean value that indicates whether the rows of collapsed sections are written, as in a format for
    /// programs; `false` by default.
    var showsCollapsedRows: Bool { get }

    /// Returns a writer for one table with some columns and perhaps a caption.
    func makeWriter(for columns: [GridColumn], caption: String?) -> Writer
}

/// A writer of one table, which is given the table part by part, in the order in which a reader meets them.
///
/// The calls are `measure` for each line or a sample of them, if the format asks for that, then `begin`, for
/// each section `beginSection`, `write` for its head, its rows and its foot, and `endSection`, and last `end`.
/// After a call that throws there is no other. Text goes to the output that each call is given.
public protocol GridWriter {
    /// The number of texts so far that were wider than the room for them, and were wrapped or cut; 0 by
    /// default.
    var overflowCount: Int { get }

    /// Takes note of a line that is written later; does nothing by default.
    mutating func measure(_ part: GridPart, _ line: borrowing GridLine)

    /// Writes what stands above the first section; nothing by default.
    mutating func begin(_ output: inout GridOutput) throws

    /// Writes what stands above the head of a section; nothing by default.
    ///
    /// A stream does not know the section's number of rows yet: its state says 0.
    mutating func beginSection(_ id: AnyID, _ state: SectionState, _ output: inout GridOutput) throws

    /// Writes a line of the table.
    ///
    /// It has no more cells than there are columns; in a table without columns, than a line that was measured.
    mutating func write(_ place: GridPlace, _ line: borrowing GridLine, _ output: inout GridOutput) throws

    /// Writes what stands below the foot of a section; nothing by default.
    mutating func endSection(_ output: inout GridOutput) throws

    /// Writes what stands below the last section; nothing by default.
    mutating func end(_ output: inout GridOutput) throws
}

extension StreamableFormat {
    /// The default: `false`.
    public var needsSample: Bool { false }

    /// The default: `true`.
    public var showsHeadsAndFeet: Bool { true }

    /// The default: `false`.
    public var showsCollapsedRows: Bool { false }
}

extension GridWriter {
    /// The default: 0, for a format that gives each text all the room it needs.
    public var overflowCount: Int { 0 }

    /// The default: does nothing.
    public mutating func measure(_ part: GridPart, _ line: borrowing GridLine) {}

    /// The default: writes nothing.
    public mutating func begin(_ output: inout GridOutput) throws {}

    /// The default: writes nothing.
    public mutating func beginSection(
        _ id: AnyID, _ state: SectionState, _ output: inout GridOutput
    ) throws {}

    /// The default: writes nothing.
    public mutating func endSection(_ output: inout GridOutput) throws {}

    /// The default: writes nothing.
    public mutating func end(_ output: inout GridOutput) throws {}
}
