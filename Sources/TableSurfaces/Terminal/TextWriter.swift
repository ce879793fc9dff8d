import TableAgent

/// A writer of aligned text: it measures all lines, or a sample of them, and writes them by the layout that
/// follows from that.
struct TextWriter: GridWriter {
    private let format: TextFormat
    private let columns: [GridColumn]
    private let caption: String
    private var measure: TextMeasure
    /// Made when the table begins; `nil` without any column, when there is nothing to write.
    private var lines: TextLines?

    init(_ format: TextFormat, _ columns: [GridColumn], _ caption: String?) {
        self.format = format
        self.columns = columns
        self.caption = caption ?? ""
        measure = TextMeasure(columns, policy: format.widthPolicy, spansHeads: format.border != .markdown)
    }

    var overflowCount: Int { lines?.overflowCount ?? 0 }

    @inline(__always)
    mutating func measure(_ part: GridPart, _ line: borrowing GridLine) {
        measure.add(part, line)
    }

    mutating func begin(_ output: inout GridOutput) throws {
        if !caption.isEmpty { writeCaption(&output) }
        guard !measure.columns.isEmpty else { return }
        let layout = TextLayout(
            measure, columns: columns, border: format.border.strokes(format.widthPolicy), format: format)
        lines = TextLines(format: format, layout: layout, columns: columns)
        try lines?.writeTitles(&output)
    }

    /// Writes the caption in lines above the table, as wide as that may be.
    private func writeCaption(_ output: inout GridOutput) {
        var (caption, text) = (caption, CellText(policy: format.widthPolicy))
        caption.withUTF8 { text.set($0, width: format.width ?? Int(Int32.max), overflow: .wrap) }
        let look = TextLook(.strong, format)
        for line in text.lines {
            if let look { output.append(look.start) }
            output.append(Array(text.bytes[line.range]))
            if let look { output.append(look.end) }
            output.append(literal: "\n")
        }
        // Markdown would take the caption for a row.
        if format.border == .markdown { output.append(literal: "\n") }
    }

    mutating func beginSection(_ id: AnyID, _ state: SectionState, _ output: inout GridOutput) {
        lines?.beginSection()
    }

    @inline(__always)
    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) throws {
        try lines?.write(part, line, &output)
    }

    mutating func end(_ output: inout GridOutput) throws {
        try lines?.finish(&output)
    }
}

/// The lines of a text table in a layout, whether they were measured or not.
private struct TextLines {
    private let layout: TextLayout
    private let overflow: TextOverflow
    private var frame: TextFrame
    /// One cell's text in lines, for each column; used when a line of the table takes several of the output.
    private var texts: [CellText]
    /// The roles of these cells.
    private var roles: [GridRole]
    private let titles: [String]
    /// What surrounds the text of each role, by its number; nothing without colours and isolates.
    private let looks: [TextLook?]
    /// The number of texts that were wider than the room for them, and so were wrapped or cut.
    private(set) var overflowCount = 0

    init(format: TextFormat, layout: TextLayout, columns: [GridColumn]) {
        self.layout = layout
        overflow = format.overflow
        looks = GridRole.allCases.map { TextLook($0, format) }
        frame = TextFrame(format.border, layout: layout, separatesHighRows: format.separatesHighRows)
        let count = max(layout.columns.count, 1)
        texts = Array(repeating: CellText(policy: layout.policy), count: count)
        roles = Array(repeating: .plain, count: count)
        titles = (0..<layout.cellCount).map { $0 < columns.count ? columns[$0].title : "" }
    }

    mutating func beginSection() {
        frame.beginSection()
    }

    /// Writes a head, row or foot.
    ///
    /// - Throws: `TableError` for more cells than the layout has columns for, or what the output throws.
    mutating func write(
        _ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput
    ) throws {
        let cells = line.cells
        let spans = part != .row && cells.count == 1 && frame.canSpan
        guard spans || cells.count <= layout.cellCount else {
            throw TableError(
                .tooManyCells,
                "An item wrote \(cells.count) cells, where it wrote \(layout.cellCount) at most while the "
                    + "widths were measured; let an item write the same cells each time for the same data.")
        }
        frame.begin(.part(part), spansColumns: spans, &output)
        if spans {
            try line.withShown(of: cells[0]) { try writeSpan($0, cells[0].role, overflow: overflow, &output) }
            if texts[0].isBroken { overflowCount += 1 }
        } else if layout.isStacked {
            try writeStacked(line, showsAll: part == .row, &output)
        } else if writeFitting(line, cells, &output) {
            try output.flushIfFull()
        } else {
            try writeHigh(part, line, &output)
        }
    }

    /// Writes a line each cell of which fits its column as it is.
    ///
    /// - Returns: Whether it was written; nothing is for any other line.
    @inline(__always)
    private func writeFitting(
        _ line: borrowing GridLine, _ cells: [GridCell], _ output: inout GridOutput
    ) -> Bool {
        let start = output.count
        return line.bytes.withBytes { utf8 in
            output.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { output.append(frame.gap) }
                guard column.cell < cells.count else {
                    output.appendBlanks(column.width)
                    continue
                }
                let cell = cells[column.cell]
                let text = UnsafeBufferPointer(rebasing: utf8[cell.shown])
                let width =
                    cell.showsNumber
                    ? text.count : CellText.width(ofUnchanged: text, layout.policy) ?? .max
                guard width <= column.width else {
                    output.truncate(to: start)
                    return false
                }
                write(text, in: column, width: width, cell.role, numbers: text, &output)
            }
            output.append(frame.rightEdge)
            return true
        }
    }

    /// Writes a text that fits its column, with blanks on either side.
    @inline(__always)
    private func write(
        _ text: UnsafeBufferPointer<UInt8>, in column: TextLayout.Column, width: Int, _ role: GridRole,
        numbers: UnsafeBufferPointer<UInt8>, _ output: inout GridOutput
    ) {
        let blanks = column.blanks(besideWidth: width, of: numbers, layout.policy)
        output.appendBlanks(blanks.before)
        if let look = looks[Int(role.rawValue)], !text.isEmpty {
            output.append(look.start)
            output.append(text)
            output.append(look.end)
        } else {
            output.append(text)
        }
        output.appendBlanks(blanks.after)
    }

    /// Writes the line of titles, if there is one.
    mutating func writeTitles(_ output: inout GridOutput) throws {
        guard titles.contains(where: { !$0.isEmpty }) else { return }
        guard !layout.isStacked else {
            // Each row has them; those that do not fit beside their cells are counted once.
            for title in titles { set(title, .strong, in: 0) }
            return
        }
        frame.begin(.titles, spansColumns: false, &output)
        for (index, column) in layout.columns.enumerated() {
            set(titles[column.cell], .strong, in: index)
        }
        try writeTexts(byPoint: false, &output)
    }

    /// Writes what is to be said of the table, and the line below it.
    mutating func finish(_ output: inout GridOutput) throws {
        if !layout.leftOut.isEmpty {
            frame.begin(.note, spansColumns: true, &output)
            let names = layout.leftOut.map { titles[$0].isEmpty ? "no. \($0 + 1)" : titles[$0] }
            let count = names.count == 1 ? "1 column" : "\(names.count) columns"
            var note = "\(count) left out: \(names.joined(separator: ", "))"
            // Wrapped at any rate: what is left out has to be said.
            try note.withUTF8 { try writeSpan($0, .muted, overflow: .wrap, &output) }
        }
        frame.end(&output)
    }

    /// Writes a line as several lines of the output.
    private mutating func writeHigh(
        _ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput
    ) throws {
        let cells = line.cells
        for (index, column) in layout.columns.enumerated() {
            texts[index].removeAll()
            guard column.cell < cells.count else { continue }
            let cell = cells[column.cell]
            line.withShown(of: cell) {
                texts[index].set($0, width: column.width, overflow: column.overflow)
            }
            if texts[index].isBroken { overflowCount += 1 }
            roles[index] = cell.role
        }
        let isHighRow = part == .row && texts.contains { $0.lines.count > 1 }
        if isHighRow { frame.separate(&output) }
        try writeTexts(&output)
        if isHighRow { frame.endHighRow() }
    }

    /// Writes a line as a line for each cell, or for each with a text, with the title beside it.
    private mutating func writeStacked(
        _ line: borrowing GridLine, showsAll: Bool, _ output: inout GridOutput
    ) throws {
        let cells = line.cells
        // A head that would span the columns belongs to none of them.
        let isAlone = !showsAll && cells.count == 1
        let column = layout.columns.count - 1
        let width = layout.columns[column].width
        var isEmpty = true
        for index in 0..<(column > 0 && showsAll ? layout.cellCount : cells.count) {
            texts[column].removeAll()
            if index < cells.count, !cells[index].shown.isEmpty {
                line.withShown(of: cells[index]) {
                    texts[column].set($0, width: width, overflow: overflow)
                }
                if texts[column].isBroken { overflowCount += 1 }
                roles[column] = cells[index].role
            } else if column == 0 || !showsAll {
                continue
            }
            if column > 0 { set(isAlone ? "" : titles[index], .strong, in: 0, counts: false) }
            try writeTexts(&output)
            isEmpty = false
        }
        if isEmpty {
            for index in texts.indices { texts[index].removeAll() }
            try writeTexts(&output)
        }
    }

    /// Writes text that spans all columns.
    private mutating func writeSpan(
        _ utf8: UnsafeBufferPointer<UInt8>, _ role: GridRole, overflow: TextOverflow,
        _ output: inout GridOutput
    ) throws {
        let column = TextLayout.Column(
            cell: 0, width: layout.innerWidth, alignment: .left, overflow: overflow, tail: 0)
        texts[0].set(utf8, width: column.width, overflow: overflow)
        for number in texts[0].lines.indices {
            output.append(frame.leftEdge)
            write(line: number, of: texts[0], in: column, role, byPoint: false, &output)
            output.append(frame.rightEdge)
            try output.flushIfFull()
        }
    }

    private mutating func set(_ text: String, _ role: GridRole, in index: Int, counts: Bool = true) {
        var text = text
        let column = layout.columns[index]
        text.withUTF8 { texts[index].set($0, width: column.width, overflow: column.overflow) }
        roles[index] = role
        if counts, texts[index].isBroken { overflowCount += 1 }
    }

    /// Writes the texts of all columns beside each other.
    private func writeTexts(byPoint: Bool = true, _ output: inout GridOutput) throws {
        let height = texts.reduce(1) { max($0, $1.lines.count) }
        for number in 0..<height {
            output.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { output.append(frame.gap) }
                write(line: number, of: texts[index], in: column, roles[index], byPoint: byPoint, &output)
            }
            output.append(frame.rightEdge)
            try output.flushIfFull()
        }
    }

    /// Writes one line of a cell's text, or blanks below its last one.
    private func write(
        line number: Int, of text: CellText, in column: TextLayout.Column, _ role: GridRole, byPoint: Bool,
        _ output: inout GridOutput
    ) {
        guard number < text.lines.count else { return output.appendBlanks(column.width) }
        let line = text.lines[number]
        text.bytes.withUnsafeBufferPointer { bytes in
            let shown = UnsafeBufferPointer(rebasing: bytes[line.range])
            // The rest of a number must not stand like a number of its own.
            let isNumber = byPoint && !text.isBroken
            let numbers = isNumber ? shown : UnsafeBufferPointer(rebasing: shown[..<0])
            write(shown, in: column, width: line.width, role, numbers: numbers, &output)
        }
    }
}

/// What surrounds the text of a cell: nothing that takes a column.
private struct TextLook {
    let start: ShortText
    let end: ShortText

    /// Creates the look of a role; `nil` where the text stands by itself.
    init?(_ role: GridRole, _ format: TextFormat) {
        let style = format.isColored ? role.terminalStyle : nil
        guard style != nil || format.isolatesCells else { return nil }
        // FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE of UAX #9; the end of a style of ECMA-48.
        start = ShortText((format.isolatesCells ? "\u{2068}" : "") + (style ?? ""))
        end = ShortText((style == nil ? "" : "\u{1B}[0m") + (format.isolatesCells ? "\u{2069}" : ""))
    }
}

extension GridRole {
    /// The escape sequence that switches to the role's look (ECMA-48, SGR); `nil` for plain text.
    fileprivate var terminalStyle: String? {
        switch self {
        case .plain: nil
        case .strong: "\u{1B}[1m"
        case .muted: "\u{1B}[2m"
        case .positive: "\u{1B}[32m"
        case .negative: "\u{1B}[31m"
        case .warning: "\u{1B}[33m"
        case .link: "\u{1B}[4m"
        }
    }
}
