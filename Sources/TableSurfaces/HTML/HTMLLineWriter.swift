package import TableAgent

/// The markup of a head, row or foot, and the facts about it that ``HTMLCounts`` needs.
package struct HTMLLine: Sendable {
    package let part: GridPart
    /// The markup, followed by the facts. Lines that are written together share a buffer.
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

/// Writes single lines of a table as the whole table has them, from the counts of all lines.
package struct HTMLLineWriter {
    private let table: TableInfo
    private let lines: TableLines
    private let counts: HTMLCounts
    private var writer: HTMLWriter
    private var line = GridLine()

    package init(_ format: HTMLFormat, _ table: TableInfo, _ counts: HTMLCounts) {
        self.table = table
        self.counts = counts
        lines = TableLines(table, heads: format.showsHeadsAndFeet, collapsedRows: format.showsCollapsedRows)
        writer = HTMLWriter(format, table.columns, caption: table.caption, counts: counts)
    }

    /// Returns whether all lines look the same with other counts.
    package func isSame(with counts: HTMLCounts) -> Bool {
        writer.decisions(for: counts) == writer.decisions(for: self.counts)
    }

    /// The markup that precedes the first section.
    package mutating func start() -> [UInt8] { GridOutput.bytes { writer.begin(&$0) } }

    /// The tags around the lines of a section.
    package mutating func tags(ofSection index: Int) -> (start: [UInt8], end: [UInt8]) {
        // With a row, the tag is written before the first line.
        let state = SectionState(rowCount: 1)
        let start = GridOutput.bytes { writer.beginSection(table.sections[index].id, state, &$0) }
        let end = GridOutput.bytes { writer.endSection(&$0) }
        guard index == Self.total(of: table) else { return (start, end) }
        return (Array("<tfoot".utf8) + start.dropFirst("<tbody".utf8.count), Array("</tfoot>\n".utf8))
    }

    /// The index of the section that is the foot of the table.
    package static func total(of table: TableInfo) -> Int? {
        guard table.sections.count > 1, let last = table.sections.last, last.head == nil,
            last.rows.isEmpty, last.foot != nil
        else { return nil }
        return table.sections.count - 1
    }

    /// Writes a head, row or foot of the table.
    ///
    /// - Throws: For a line with more cells than the table has columns, and for an item that is no `GridLineItem`.
    package mutating func line(_ row: Row, _ part: GridPart, at position: RowPosition) throws -> HTMLLine {
        let place = GridPlace(part, of: table.sections[position.section], at: position)
        try lines.fill(&line, with: row, at: place)
        let markup = GridOutput.bytes { writer.writeLine(place, line, &$0) }
        return HTMLLine(part, (markup + counts.facts(of: line))[...], markupCount: markup.count)
    }

    /// Writes all lines of a table into one buffer.
    ///
    /// - Returns: The counts of the lines, a writer for more lines, and the lines of each section.
    /// - Throws: As ``line(_:_:at:)``.
    package static func write(
        _ table: TableInfo, in format: HTMLFormat
    ) throws -> (counts: HTMLCounts, writer: HTMLLineWriter, sections: [[HTMLLine]]) {
        let lines = TableLines(
            table, heads: format.showsHeadsAndFeet, collapsedRows: format.showsCollapsedRows)
        var (counts, line) = (HTMLCounts(table.columns), GridLine())
        var (kept, none) = (KeptLines(), KeptLines(limit: 0))
        for index in table.sections.indices {
            try lines.forEach(inSection: index, &line, &none) { place, line in
                counts.add(place.part, line)
                kept.append(line)
            }
        }
        let result = HTMLLineWriter(format, table, counts)
        var writer = result.writer
        var ends: [[(part: GridPart, markup: Int, facts: Int)]] = table.sections.map { _ in [] }
        let bytes = try GridOutput.bytes { output in
            for index in table.sections.indices {
                try lines.forEach(inSection: index, &line, &kept) { place, line in
                    writer.writeLine(place, line, &output)
                    let markup = output.byteCount
                    output.append(counts.facts(of: line))
                    ends[index].append((place.part, markup, output.byteCount))
                }
            }
        }
        var start = 0
        let sections = ends.map { section in
            section.map { end in
                defer { start = end.facts }
                return HTMLLine(end.part, bytes[start..<end.facts], markupCount: end.markup - start)
            }
        }
        return (counts, result, sections)
    }
}
