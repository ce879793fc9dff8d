package import TableAgent

/// The markup of a head, row or foot, and the facts about the line that ``LineCounts`` needs.
package struct HTMLLine: Sendable {
    package let part: GridPart
    /// The markup, followed by the facts. Lines that were written together share a buffer.
    package let bytes: ArraySlice<UInt8>
    private let markupCount: Int32

    init(_ part: GridPart, _ bytes: ArraySlice<UInt8>, markupCount: Int) {
        (self.part, self.bytes, self.markupCount) = (part, bytes, Int32(markupCount))
    }

    package var markup: ArraySlice<UInt8> { bytes.prefix(Int(markupCount)) }

    package var facts: ArraySlice<UInt8> { bytes.dropFirst(Int(markupCount)) }

    /// Returns the line with its bytes in another buffer.
    package func moved(to bytes: ArraySlice<UInt8>) -> HTMLLine {
        HTMLLine(part, bytes, markupCount: Int(markupCount))
    }
}

/// A writer of lines that writes the facts about each line after its markup.
struct HTMLLineCollector: GridWriter {
    fileprivate var html: HTMLWriter
    /// The part of each line, the end of its markup, and the end of its facts.
    fileprivate var ends: [(part: GridPart, markup: Int, facts: Int)] = []
    /// The number of lines before each section.
    fileprivate var sectionStarts: [Int] = []

    @inline(__always)
    mutating func measure(_ part: GridPart, _ line: borrowing GridLine) {
        html.measure(part, line)
    }

    mutating func begin(_ sample: GridSample, _ output: inout GridOutput) {
        _ = GridOutput.bytes { html.begin(sample, &$0) }
    }

    mutating func beginSection(_ id: AnyID, _ state: SectionState, _ output: inout GridOutput) {
        sectionStarts.append(ends.count)
    }

    mutating func write(_ place: GridPlace, _ line: borrowing GridLine, _ output: inout GridOutput) {
        html.write(place, line, &output)
        let markup = output.byteCount
        output.append(html.counts.facts(of: line))
        ends.append((place.part, markup, output.byteCount))
    }
}

/// Writes single lines of a table exactly as in the whole table, based on the counts of all lines.
package struct HTMLLineWriter {
    private let table: TableInfo
    private var driver: GridDriver<HTMLLineCollector>

    /// Creates a writer. With the counts of all lines, the writer can write single lines. Without counts, the
    /// writer must first write a whole table.
    package init(
        _ format: HTMLFormat, _ table: TableInfo, _ counts: LineCounts? = nil, _ bars: ColumnBars? = nil
    ) {
        self.table = table
        let html = HTMLWriter(format, table.columns, caption: table.caption, counts: counts, bars: bars)
        driver = GridDriver(HTMLLineCollector(html: html), of: format, columns: table.columns)
        if counts != nil { driver.beginWithoutSample() }
    }

    /// The bars of the columns, for later writers with the same counts.
    package var bars: ColumnBars { driver.writer.html.bars }

    /// Returns whether the markup of each line stays the same with different counts.
    package func isSame(with counts: LineCounts) -> Bool {
        driver.writer.html.decisions(for: counts) == driver.writer.html.decisions
    }

    /// Returns the markup before the first section.
    package mutating func start() -> [UInt8] {
        GridOutput.bytes { driver.writer.html.begin(GridSample(limit: 0), &$0) }
    }

    /// Returns the tags around the lines of a section.
    package mutating func tags(ofSection index: Int) -> (start: [UInt8], end: [UInt8]) {
        let section = table.sections[index]
        let start = GridOutput.bytes { driver.writer.html.beginSection(section.id, section.state, &$0) }
        return (start, GridOutput.bytes { driver.writer.html.endSection(&$0) })
    }

    /// Writes a head, row or foot of the table.
    ///
    /// - Parameter key: The key of the row, or of the section of the head or foot.
    /// - Throws: An error if the line has more cells than the table has columns, or if an item is not a
    ///   `GridLineItem`.
    package mutating func line(
        _ row: Row, _ part: GridPart, at position: RowPosition, key: String
    ) throws -> HTMLLine {
        driver.writer.html.key = key
        defer { driver.writer.html.key = nil }
        let place = GridPlace(part, of: table.sections[position.section], at: position)
        return try lines { try $0.write(place, row, to: &$1) }[0]
    }

    /// Writes the head, the visible rows and the foot of a section.
    ///
    /// - Throws: The errors of ``line(_:_:at:key:)``.
    package mutating func lines(ofSection index: Int) throws -> [HTMLLine] {
        try lines { [table] in try $0.writeSection(at: index, of: table, to: &$1) }
    }

    /// Writes the foot of the table, enclosed in the element `tfoot`.
    ///
    /// - Throws: The errors of ``line(_:_:at:key:)``.
    package mutating func foot() throws -> HTMLLine? {
        try lines { [table] in try $0.writeFoot(of: table, to: &$1) }.first
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
        var lines = try writer.lines { try $0.write(table, to: &$1) }
        let foot = lines.last?.part == .tableFoot ? lines.removeLast() : nil
        let collector = writer.driver.writer
        var counts = collector.html.counts
        for line in lines { counts.addSteps(line.part, line.facts) }
        let starts = collector.sectionStarts
        let sections = zip(starts, starts.dropFirst() + [lines.count]).map { Array(lines[$0..<$1]) }
        return (counts, writer, sections, foot)
    }

    /// Returns the lines that the driver writes when a closure calls it.
    private mutating func lines(
        _ write: (inout GridDriver<HTMLLineCollector>, inout GridOutput) throws -> Void
    ) rethrows -> [HTMLLine] {
        let bytes = try GridOutput.bytes { try write(&driver, &$0) }
        defer { driver.writer.ends = [] }
        var start = 0
        return driver.writer.ends.map { end in
            defer { start = end.facts }
            return HTMLLine(end.part, bytes[start..<end.facts], markupCount: end.markup - start)
        }
    }
}
