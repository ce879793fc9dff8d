public import TableAgent

/// A writer of one table, which receives the lines from the top to the bottom.
///
/// The first call is ``begin(to:)``. For each section, ``beginSection(_:state:to:)`` precedes its lines and
/// ``endSection(to:)`` follows them. The last call is ``end(to:)``. If a call throws, no other call follows.
public protocol GridWriter {
    /// Writes the text above the first section; nothing by default.
    mutating func begin(to output: inout GridOutput) throws

    /// Writes the text above the head of a section; nothing by default.
    ///
    /// - Parameters:
    ///   - id: The id of the section.
    ///   - state: The state of the section. In a stream, its number of rows is 0.
    ///   - output: Receives the text.
    mutating func beginSection(_ id: AnyID, state: SectionState, to output: inout GridOutput) throws

    /// Writes a line of the table.
    ///
    /// - Parameters:
    ///   - line: The line. It has at most as many cells as the table has columns.
    ///   - position: The part, section and row that the line shows.
    ///   - output: Receives the text.
    mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) throws

    /// Writes the text below the foot of a section; nothing by default.
    mutating func endSection(to output: inout GridOutput) throws

    /// Writes the text below the last section; nothing by default.
    mutating func end(to output: inout GridOutput) throws
}

extension GridWriter {
    /// The default: writes nothing.
    public mutating func begin(to output: inout GridOutput) throws {}

    /// The default: writes nothing.
    public mutating func beginSection(
        _ id: AnyID, state: SectionState, to output: inout GridOutput
    ) throws {}

    /// The default: writes nothing.
    public mutating func endSection(to output: inout GridOutput) throws {}

    /// The default: writes nothing.
    public mutating func end(to output: inout GridOutput) throws {}
}

/// A writer that measures lines before it writes the first line.
///
/// First, ``measure(_:of:)`` receives each measured line. Then ``begin(with:to:)`` is called in place of
/// ``GridWriter/begin(to:)``, and the lines follow as for any other writer.
package protocol MeasuringWriter: GridWriter {
    /// The number of texts so far that did not fit and were wrapped or cut; 0 by default.
    var overflowCount: Int { get }

    /// The number of columns whose bars were omitted although their rows have them; 0 by default.
    var omittedBarCount: Int { get }

    /// Measures a line that is written later.
    mutating func measure(_ line: borrowing GridLine, of part: TablePart)

    /// Writes the text above the first section.
    ///
    /// - Parameters:
    ///   - sample: The measured lines that fit in memory.
    ///   - output: Receives the text.
    mutating func begin(with sample: GridSample, to output: inout GridOutput) throws
}

extension MeasuringWriter {
    package var overflowCount: Int { 0 }

    package var omittedBarCount: Int { 0 }

    package mutating func begin(to output: inout GridOutput) throws {
        try begin(with: GridSample(limit: 0, isStream: true), to: &output)
    }
}
