package import TableAgent

/// The markup of a head, row or foot, and the facts about the line that ``LineCounts`` needs.
package struct HTMLLine: Sendable {
    package let part: TablePart
    /// The markup, followed by the facts. Lines that were written together share a buffer.
    package let bytes: ArraySlice<UInt8>
    private let markupCount: Int32
    /// Whether the line is of the table, and not only of the controls of a query.
    package let isMeasured: Bool

    init(_ part: TablePart, _ bytes: ArraySlice<UInt8>, markupCount: Int, isMeasured: Bool = true) {
        self.part = part
        self.bytes = bytes
        self.markupCount = Int32(markupCount)
        self.isMeasured = isMeasured
    }

    package var markup: ArraySlice<UInt8> { bytes.prefix(Int(markupCount)) }

    package var facts: ArraySlice<UInt8> { bytes.dropFirst(Int(markupCount)) }

    /// Returns the line with its bytes in another buffer.
    package func moved(to bytes: ArraySlice<UInt8>) -> HTMLLine {
        HTMLLine(part, bytes, markupCount: Int(markupCount), isMeasured: isMeasured)
    }
}

/// A writer of lines that writes the facts about each line after its markup.
private struct HTMLLineCollector: MeasuringWriter {
    var html: HTMLWriter
    /// The part of each line, the end of its markup, and the end of its facts.
    var ends: [(part: TablePart, markup: Int, facts: Int)] = []
    /// The number of lines before each section.
    var sectionStarts: [Int] = []

    @inline(__always)
    mutating func measure(_ line: borrowing GridLine, of part: TablePart) {
        html.measure(line, of: part)
    }

    mutating func begin(with sample: GridSample, to output: inout GridOutput) {
        _ = GridOutput.bytes { html.begin(with: sample, to: &$0) }
    }

    mutating func beginSection(_ id: AnyID, state: SectionState, to output: inout GridOutput) {
        sectionStarts.append(ends.count)
    }

    mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) {
        html.write(line, at: position, to: &output)
        let markup = output.byteCount
        output.append(html.counts.facts(of: line))
        ends.append((position.part, markup, output.byteCount))
    }

    /// Returns the lines that a closure writes.
    mutating func lines(
        _ write: (inout HTMLLineCollector, inout GridOutput) throws -> Void
    ) rethrows -> [HTMLLine] {
        let bytes = try GridOutput.bytes { try write(&self, &$0) }
        defer { ends = [] }
        var start = 0
        return ends.map { end in
            defer { start = end.facts }
            return HTMLLine(end.part, bytes[start..<end.facts], markupCount: end.markup - start)
        }
    }
}

/// Writes single lines of a table exactly as in the whole table, based on the counts of all lines.
package struct HTMLLineWriter {
    private let table: TableInfo
    private var lines: GridWalk
    private var collector: HTMLLineCollector

    /// Creates a writer. With the counts of all lines, the writer can write single lines. Without counts, the
    /// writer must first write a whole table.
    package init(
        _ format: HTMLFormat, _ table: TableInfo, _ counts: LineCounts? = nil, _ bars: ColumnBars? = nil
    ) {
        self.table = table
        lines = GridWalk(of: table, in: format)
        // Patches find lines by their keys, which only the other styling has.
        var format = format
        format.styling = .stylesheet
        collector = HTMLLineCollector(
            html: HTMLWriter(
                format, table.columns.shown(to: .people), caption: table.caption, counts: counts, bars: bars))
    }

    /// Whether the table has controls, so that its caption and foot depend on the result of a query.
    package var hasControls: Bool { collector.html.hasControls }

    /// The bars of the columns, for later writers with the same counts.
    package var bars: ColumnBars { collector.html.bars }

    /// Returns whether the markup of each line stays the same with different counts.
    package func isSame(with counts: LineCounts) -> Bool {
        collector.html.decisions(for: counts) == collector.html.decisions
    }

    /// The caption.
    package var caption: [UInt8] { GridOutput.bytes(collector.html.writeCaption) }

    /// The columns with their titles.
    package var columns: [UInt8] { GridOutput.bytes(collector.html.writeColumns) }

    /// Returns the tags around the lines of a section.
    package mutating func tags(ofSection index: Int) -> (start: [UInt8], end: [UInt8]) {
        let section = table.sections[index]
        let start = GridOutput.bytes {
            collector.html.beginSection(section.id, state: section.state, to: &$0)
        }
        return (start, GridOutput.bytes { collector.html.endSection(to: &$0) })
    }

    /// Writes a head, row or foot of the table.
    ///
    /// - Parameter key: The key of the row, or of the section of the head or foot.
    /// - Throws: An error if the line has more cells than the table has columns, or if an item is not a
    ///   `GridLineItem`.
    package mutating func line(
        _ row: Row, _ part: TablePart, at position: RowPosition, key: String
    ) throws -> HTMLLine {
        collector.html.key = key
        defer { collector.html.key = nil }
        let section = table.sections[position.section]
        let place = GridPosition(part, of: section, at: position.section, row: position.row)
        return try collector.lines { collector, output in
            try lines.read(row, at: place, in: section.state) { collector.write($0, at: $1, to: &output) }
        }[0]
    }

    /// Writes the head, the visible rows and the foot of a section.
    ///
    /// - Throws: The errors of ``line(_:_:at:key:)``.
    package mutating func lines(ofSection index: Int) throws -> [HTMLLine] {
        try collector.lines { try lines.writeSection(at: index, with: &$0, to: &$1) }
    }

    /// Writes the foot of the table, enclosed in the element `tfoot`.
    ///
    /// - Throws: The errors of ``line(_:_:at:key:)``.
    package mutating func foot() throws -> HTMLLine? {
        try collector.lines { try lines.writeFoot(with: &$0, to: &$1) }.first ?? footOfControls
    }

    /// The foot of a table that has only the controls of a query, without facts.
    private var footOfControls: HTMLLine? {
        let bytes = GridOutput.bytes(collector.html.writeFootOfControls)
        return bytes.isEmpty
            ? nil : HTMLLine(.tableFoot, bytes[...], markupCount: bytes.count, isMeasured: false)
    }

    /// Writes all lines of a table into one buffer.
    ///
    /// - Returns: The counts of the lines, a writer for more lines, the lines of each section, and the foot of the
    ///   table.
    /// - Throws: The errors of ``line(_:_:at:key:)``.
    package static func write(
        _ table: TableInfo, in format: HTMLFormat
    ) throws -> (counts: LineCounts, writer: HTMLLineWriter, sections: [[HTMLLine]], foot: HTMLLine?) {
        var writer = HTMLLineWriter(format, table)
        var lines = try writer.collector.lines { collector, output in
            try writer.lines.measure(with: &collector)
            collector.begin(with: writer.lines.sample, to: &output)
            try writer.lines.write(with: &collector, to: &output)
        }
        writer.lines.dropSample()
        let foot = lines.last?.part == .tableFoot ? lines.removeLast() : writer.footOfControls
        var counts = writer.collector.html.counts
        for line in lines { counts.addSteps(line.part, line.facts) }
        let starts = writer.collector.sectionStarts
        let sections = zip(starts, starts.dropFirst() + [lines.count]).map { Array(lines[$0..<$1]) }
        return (counts, writer, sections, foot)
    }
}
