package import TableAgent

/// The markup of a head, row or foot, and the facts about the line that ``HTMLCounts`` needs.
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

    /// The key of a row, escaped as in the markup: the text of the first attribute.
    package var key: ArraySlice<UInt8> {
        markup.drop { $0 != UInt8(ascii: "\"") }.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
    }

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

    /// Returns the written lines and removes them from the collector.
    fileprivate mutating func takeLines(of bytes: [UInt8]) -> [HTMLLine] {
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
    private let counts: HTMLCounts
    private var driver: GridDriver<HTMLLineCollector>

    package init(_ format: HTMLFormat, _ table: TableInfo, _ counts: HTMLCounts) {
        (self.table, self.counts) = (table, counts)
        let html = HTMLWriter(format, table.columns, caption: table.caption, counts: counts)
        driver = GridDriver(HTMLLineCollector(html: html), of: format, columns: table.columns)
        driver.beginWithoutSample()
    }

    /// Returns whether all lines look the same with different counts.
    package func isSame(with counts: HTMLCounts) -> Bool {
        driver.writer.html.decisions(for: counts) == driver.writer.html.decisions(for: self.counts)
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
    /// - Throws: An error if the line has more cells than the table has columns, or if an item is not a
    ///   `GridLineItem`.
    package mutating func line(_ row: Row, _ part: GridPart, at position: RowPosition) throws -> HTMLLine {
        let place = GridPlace(part, of: table.sections[position.section], at: position)
        let bytes = try GridOutput.bytes { try driver.write(place, row, to: &$0) }
        return driver.writer.takeLines(of: bytes)[0]
    }

    /// Writes the head, the visible rows and the foot of a section.
    ///
    /// - Throws: The errors of ``line(_:_:at:)``.
    package mutating func lines(ofSection index: Int) throws -> [HTMLLine] {
        let bytes = try GridOutput.bytes { try driver.writeSection(at: index, of: table, to: &$0) }
        return driver.writer.takeLines(of: bytes)
    }

    /// Writes the foot of the table, enclosed in the element `tfoot`.
    ///
    /// - Throws: As ``line(_:_:at:)``.
    package mutating func foot() throws -> HTMLLine? {
        let bytes = try GridOutput.bytes { try driver.writeFoot(of: table, to: &$0) }
        return driver.writer.takeLines(of: bytes).first
    }

    /// Writes all lines of a table into one buffer.
    ///
    /// - Returns: The counts of the lines, a writer for more lines, the lines of each section, and the foot of the table.
    /// - Throws: The errors of ``line(_:_:at:)``.
    package static func write(
        _ table: TableInfo, in format: HTMLFormat
    ) throws -> (counts: HTMLCounts, writer: HTMLLineWriter, sections: [[HTMLLine]], foot: HTMLLine?) {
        let html = HTMLWriter(format, table.columns, caption: table.caption)
        var driver = GridDriver(HTMLLineCollector(html: html), of: format, columns: table.columns)
        let bytes = try GridOutput.bytes { try driver.write(table, to: &$0) }
        var lines = driver.writer.takeLines(of: bytes)
        let foot = lines.last?.part == .tableFoot ? lines.removeLast() : nil
        let starts = driver.writer.sectionStarts
        let sections = zip(starts, starts.dropFirst() + [lines.count]).map { Array(lines[$0..<$1]) }
        let counts = driver.writer.html.counts
        return (counts, HTMLLineWriter(format, table, counts), sections, foot)
    }
}
