public import TableAgent

/// A format that can write a table whose rows are not all there yet, one row after the other.
///
/// All formats of this module are. A ``GridStream`` takes the rows one by one; `write` takes those of a whole
/// sequence, which may be asynchronous.
public protocol StreamableFormat: GridFormat {
    /// Writes the parts of one table as they come.
    associatedtype Writer: StreamWriter

    /// Whether the first rows decide how all are written, as they decide on the widths of columns.
    ///
    /// A format that needs none writes the very first row at once.
    var needsSample: Bool { get }

    /// Prepares to write a table.
    ///
    /// - Parameter sample: The table as far as it is known: its columns and, if ``needsSample`` says so, its
    ///   first rows. They are written by the writer, too, so nothing but a look is taken at them here.
    /// - Returns: The writer of one table.
    /// - Throws: When such a table can't be written in this format.
    func makeWriter(for sample: TableInfo) throws -> Writer
}

/// Writes one table part by part, in the order in which a reader meets them.
///
/// The calls are `begin`, then for each section `beginSection`, `write` for its head, its rows and its foot,
/// and `endSection`, and last `end`. After a call that throws there is no other.
public protocol StreamWriter {
    /// How many texts so far were wider than the room for them, and were wrapped or cut; 0 by default.
    var overflowCount: Int { get }

    /// Writes what stands above the first section.
    ///
    /// - Parameter output: Takes the text.
    mutating func begin(_ output: inout GridOutput) throws

    /// Writes what stands above the head of a section.
    ///
    /// - Parameters:
    ///   - id: The section's id.
    ///   - output: Takes the text.
    mutating func beginSection(_ id: AnyID, _ output: inout GridOutput) throws

    /// Writes a line of the table.
    ///
    /// - Parameters:
    ///   - part: What the line is.
    ///   - line: The line, with no more cells than the columns or the sample have.
    ///   - output: Takes the text.
    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) throws

    /// Writes what stands below the foot of a section.
    ///
    /// - Parameter output: Takes the text.
    mutating func endSection(_ output: inout GridOutput) throws

    /// Writes what stands below the last section.
    ///
    /// - Parameter output: Takes the text.
    mutating func end(_ output: inout GridOutput) throws
}

extension StreamWriter {
    /// Default: 0, for a format that gives each text all the room it wants.
    public var overflowCount: Int { 0 }

    /// Default: writes nothing.
    public mutating func begin(_ output: inout GridOutput) throws {}

    /// Default: writes nothing.
    public mutating func beginSection(_ id: AnyID, _ output: inout GridOutput) throws {}

    /// Default: writes nothing.
    public mutating func endSection(_ output: inout GridOutput) throws {}

    /// Default: writes nothing.
    public mutating func end(_ output: inout GridOutput) throws {}
}
