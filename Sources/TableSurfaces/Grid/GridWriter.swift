public import TableAgent

/// A writer of one table, which receives the lines from the top to the bottom.
///
/// First, ``measure(_:_:)`` receives each line of the sample, if the format has a sample. Then
/// ``begin(_:_:)`` is called. For each section, ``beginSection(_:_:_:)`` precedes its lines and
/// ``endSection(_:)`` follows them. The last call is ``end(_:)``. If a call throws, no other call follows.
public protocol GridWriter {
    /// The number of texts so far that were wider than their column and were wrapped or cut; 0 by default.
    var overflowCount: Int { get }

    /// The number of columns whose bars were omitted although their rows have them; 0 by default.
    var omittedBarCount: Int { get }

    /// Measures a line that is written later; does nothing by default.
    mutating func measure(_ part: GridPart, _ line: borrowing GridLine)

    /// Reserves width for an omission, which ``write(_:_:)`` will receive; does nothing by default.
    mutating func measureOmission()

    /// Writes the text above the first section; nothing by default.
    ///
    /// - Parameters:
    ///   - sample: The measured lines that fit in memory.
    ///   - output: Receives the text.
    mutating func begin(_ sample: GridSample, _ output: inout GridOutput) throws

    /// Returns the number of rows to show at each end of the table; by default the number that the format
    /// allows.
    ///
    /// This is called after ``begin(_:_:)``, when the writer knows the number of lines in a row.
    func rowCount(ofEnd count: Int) -> Int

    /// Writes the text above the head of a section; nothing by default.
    ///
    /// In a stream, the number of rows in the section's state is 0.
    mutating func beginSection(_ id: AnyID, _ state: SectionState, _ output: inout GridOutput) throws

    /// Writes a line of the table.
    ///
    /// - Parameters:
    ///   - place: The part, section and row that the line shows.
    ///   - line: The line. It has at most as many cells as the table has columns or, in a table without
    ///     columns, as the widest measured line.
    ///   - output: Receives the text.
    mutating func write(_ place: GridPlace, _ line: borrowing GridLine, _ output: inout GridOutput) throws

    /// Writes the number of omitted rows; nothing by default.
    mutating func write(_ omission: GridOmission, _ output: inout GridOutput) throws

    /// Writes the text below the foot of a section; nothing by default.
    mutating func endSection(_ output: inout GridOutput) throws

    /// Writes the text below the last section; nothing by default.
    mutating func end(_ output: inout GridOutput) throws
}

/// A number of consecutive rows that a format with ``GridRows/ends(_:)`` does not write.
public struct GridOmission: Hashable, Sendable {
    /// The number of omitted rows.
    public internal(set) var rowCount = 0

    /// The number of sections that are omitted as a whole, or 0 if the rows belong to one shown section.
    public internal(set) var sectionCount = 0

    /// A description in English: `1,851 more rows`, `12 rows in 3 sections`.
    public var text: String { text(in: .english) }

    /// Returns a description in the words of a format.
    public func text(in words: TableWords) -> String { words.text.omission(rowCount, sectionCount) }
}

extension GridWriter {
    /// The default: 0.
    public var overflowCount: Int { 0 }

    /// The default: 0.
    public var omittedBarCount: Int { 0 }

    /// The default: does nothing.
    public mutating func measure(_ part: GridPart, _ line: borrowing GridLine) {}

    /// The default: does nothing.
    public mutating func measureOmission() {}

    /// The default: writes nothing.
    public mutating func begin(_ sample: GridSample, _ output: inout GridOutput) throws {}

    /// The default: the number that the format allows.
    public func rowCount(ofEnd count: Int) -> Int { count }

    /// The default: writes nothing.
    public mutating func beginSection(
        _ id: AnyID, _ state: SectionState, _ output: inout GridOutput
    ) throws {}

    /// The default: writes nothing.
    public mutating func write(_ omission: GridOmission, _ output: inout GridOutput) throws {}

    /// The default: writes nothing.
    public mutating func endSection(_ output: inout GridOutput) throws {}

    /// The default: writes nothing.
    public mutating func end(_ output: inout GridOutput) throws {}
}
