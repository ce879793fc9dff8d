package import TableAgent

/// A writer of a stream, which does not know the format of the writer.
///
/// Call ``beginIfReady(to:)`` before each call of another method.
package protocol StreamWriter {
    /// The number of cells in the widest measured line, once the table has begun; `nil` if no lines are measured.
    var measuredCellCount: Int? { get }
    /// The number of texts that did not fit.
    var overflowCount: Int { get }
    /// The number of columns whose bars were omitted.
    var omittedBarCount: Int { get }
    /// Begins the table, unless it has begun or must still be measured.
    mutating func beginIfReady(to output: inout GridOutput) throws
    /// Begins a section, which has only its id.
    mutating func beginSection(_ section: TableSection, to output: inout GridOutput) throws
    /// Measures or writes a line.
    mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) throws
    /// Ends a section.
    mutating func endSection(to output: inout GridOutput) throws
    /// Ends the table, and begins it if necessary.
    mutating func end(to output: inout GridOutput) throws
}

/// A writer of a stream that writes each line at once.
struct DirectStreamWriter<Writer: GridWriter>: StreamWriter {
    private var writer: Writer
    private var hasBegun = false

    init(_ writer: Writer) {
        self.writer = writer
    }

    var measuredCellCount: Int? { nil }
    var overflowCount: Int { 0 }
    var omittedBarCount: Int { 0 }

    mutating func beginIfReady(to output: inout GridOutput) throws {
        guard !hasBegun else { return }
        hasBegun = true
        try writer.begin(to: &output)
    }

    mutating func beginSection(_ section: TableSection, to output: inout GridOutput) throws {
        try writer.beginSection(section.id, state: section.state, to: &output)
        try output.flushIfFull()
    }

    mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) throws {
        try output.write(line, at: position, with: &writer)
    }

    mutating func endSection(to output: inout GridOutput) throws {
        try writer.endSection(to: &output)
        try output.flushIfFull()
    }

    mutating func end(to output: inout GridOutput) throws {
        try writer.end(to: &output)
    }
}

/// A writer of a stream that keeps the first lines until they are measured.
struct MeasuringStreamWriter<Writer: MeasuringWriter>: StreamWriter {
    /// A call that waits until the lines are measured. The line of the call is in the sample.
    private enum Call {
        case beginSection(TableSection)
        case write(GridPosition)
        case endSection
    }

    private var writer: Writer
    /// The line that the lines of the sample are read into.
    private var line: GridLine
    private let lineLimit: Int
    private let rowLimit: Int
    private var sample: GridSample
    /// The number of sections that have begun before the table.
    private var sectionCount = 0
    private var waitingCalls: [Call] = []
    private(set) var measuredCellCount: Int?

    /// Creates a writer that measures a number of lines or a number of rows, whichever are fewer lines.
    ///
    /// - Parameter size: The maximum size of the sample in bytes. It ends with the first line that does not fit.
    init(_ writer: Writer, line: GridLine, lineLimit: Int, rowLimit: Int, size: Int = .max) {
        self.writer = writer
        self.line = line
        self.lineLimit = lineLimit
        self.rowLimit = rowLimit
        sample = GridSample(limit: size, isStream: true)
    }

    var overflowCount: Int { writer.overflowCount }
    var omittedBarCount: Int { writer.omittedBarCount }
    private var hasBegun: Bool { measuredCellCount != nil }

    mutating func beginIfReady(to output: inout GridOutput) throws {
        // A million sections without rows would otherwise wait in memory.
        let isFull =
            sample.rowCount == rowLimit || sample.lineCount == lineLimit
            || sectionCount > max(rowLimit, Self.mostSections)
        if !hasBegun, isFull { try begin(to: &output) }
    }

    /// The number of sections in a sample of fewer rows.
    private static var mostSections: Int { 1000 }

    /// Begins the table, and makes the calls that have waited.
    private mutating func begin(to output: inout GridOutput) throws {
        measuredCellCount = sample.cellCount
        try writer.begin(with: sample, to: &output)
        for call in waitingCalls {
            switch call {
            case .beginSection(let section):
                try writer.beginSection(section.id, state: section.state, to: &output)
            case .write(let position):
                _ = sample.readNext(&line)
                try writer.write(line, at: position, to: &output)
            case .endSection: try writer.endSection(to: &output)
            }
            try output.flushIfFull()
        }
        sample = GridSample(limit: 0, isStream: true)
        waitingCalls = []
    }

    mutating func beginSection(_ section: TableSection, to output: inout GridOutput) throws {
        guard hasBegun else {
            sectionCount += 1
            return waitingCalls.append(.beginSection(section))
        }
        try writer.beginSection(section.id, state: section.state, to: &output)
        try output.flushIfFull()
    }

    mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) throws {
        guard hasBegun else {
            sample.measure(line, of: position.part, with: &writer)
            guard !sample.isComplete else { return waitingCalls.append(.write(position)) }
            // The line does not fit in the sample.
            try begin(to: &output)
            return try output.write(line, at: position, with: &writer)
        }
        try output.write(line, at: position, with: &writer)
    }

    mutating func endSection(to output: inout GridOutput) throws {
        guard hasBegun else { return waitingCalls.append(.endSection) }
        try writer.endSection(to: &output)
        try output.flushIfFull()
    }

    mutating func end(to output: inout GridOutput) throws {
        if !hasBegun { try begin(to: &output) }
        try writer.end(to: &output)
    }
}
