import TableAgent

/// The second pass over a table: writes its lines by a layout.
struct TextWriter {
    private let layout: TextLayout
    private let overflow: TextOverflow
    /// The escape sequence of each role, by its number; none without colours.
    private let styles: [ShortText?]
    private let styleEnd = ShortText(GridRole.terminalReset)
    private var frame: TextFrame
    /// One cell's text in lines, for each column; used when a line of the table takes several of the output.
    private var texts: [CellText]
    /// The bytes that a line takes at most beside the texts of its cells.
    private let lineRoom: Int
    /// How many texts were wider than the room for them.
    private(set) var overflowCount = 0

    init(format: TextFormat, layout: TextLayout) {
        self.layout = layout
        overflow = format.overflow
        styles = GridRole.allCases.map { format.isColored ? $0.terminalStyle.map(ShortText.init) : nil }
        frame = TextFrame(format.border, layout: layout)
        texts = Array(repeating: CellText(), count: layout.columns.count)
        // Edges, gaps and styles have at most eight bytes each.
        lineRoom = layout.columns.reduce(16) { $0 + $1.width + 24 }
    }

    mutating func write(
        _ table: TableInfo, kept: inout KeptLines, to output: inout GridOutput
    ) throws {
        try writeTitles(of: table.columns, &output)
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            frame.beginSection()
            try table.walk(
                section: index, rows: section.visibleRows, line: &line, kept: &kept
            ) { kept in
                frame.begin(.row, spansColumns: false, &output)
                guard writeFitting(kept, &output) else { return false }
                try output.endLine()
                return true
            } _: { part, line in
                try write(part, line, &output)
            }
        }
        end(&output)
    }

    mutating func writeTitles(of columns: [GridColumn], _ output: inout GridOutput) throws {
        guard columns.contains(where: { !$0.title.isEmpty }) else { return }
        var line = GridLine()
        for column in columns { line.text(column.title, role: .strong) }
        frame.begin(.titles, spansColumns: false, &output)
        try write(line, &output)
    }

    mutating func beginSection() {
        frame.beginSection()
    }

    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) throws {
        let spans = part != .row && line.cells.count == 1 && frame.canSpan
        frame.begin(TextFrame.Part(part), spansColumns: spans, &output)
        try spans ? writeSpan(line, &output) : write(line, &output)
    }

    mutating func end(_ output: inout GridOutput) {
        frame.end(&output)
    }

    /// Writes a line whose cells stand in the columns.
    private mutating func write(_ line: borrowing GridLine, _ output: inout GridOutput) throws {
        let cells = line.cells
        guard cells.count <= layout.columns.count else {
            throw TableError(
                .tooManyCells,
                "An item wrote \(cells.count) cells, where it wrote \(layout.columns.count) at most while the "
                    + "widths were measured; let an item write the same cells each time for the same data.")
        }
        if writeFitting(line, cells, &output) {
            try output.endLine()
        } else {
            try writeHigh(line, cells, &output)
        }
    }

    /// Writes a line each cell of which fits its column as it is; false, and nothing written, for another.
    private func writeFitting(
        _ line: borrowing GridLine, _ cells: [GridCell], _ output: inout GridOutput
    ) -> Bool {
        line.bytes.withBytes { utf8 in
            writeFitting(cells.count, ofBytes: utf8.count, &output) { index in
                let cell = cells[index]
                let text = UnsafeBufferPointer(rebasing: utf8[cell.shown])
                return (text, CellText.width(ofUnchanged: text) ?? .max, cell.role)
            }
        }
    }

    private func writeFitting(_ line: KeptLines.Line, _ output: inout GridOutput) -> Bool {
        var start = 0
        return writeFitting(line.cellCount, ofBytes: line.text.count, &output) { index in
            let cell = line[index]
            let text = UnsafeBufferPointer(rebasing: line.text[cell.shown(from: &start)])
            return (text, cell.width == KeptLines.noWidth ? .max : cell.width, cell.role)
        }
    }

    /// Writes a line each cell of which fits its column as it is; false, and nothing written, for another.
    ///
    /// - Parameters:
    ///   - count: How many cells there are.
    ///   - textSize: The bytes of the line's text.
    ///   - output: Takes the line.
    ///   - cell: Returns the text, its width and the role of each cell in turn.
    @inline(__always)
    private func writeFitting(
        _ count: Int, ofBytes textSize: Int, _ output: inout GridOutput,
        cell: (Int) -> (text: UnsafeBufferPointer<UInt8>, width: Int, role: GridRole)
    ) -> Bool {
        output.bytes.append(atMost: textSize + lineRoom) { room in
            room.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { room.append(frame.gap) }
                guard index < count else {
                    room.appendBlanks(column.width)
                    continue
                }
                let cell = cell(index)
                guard cell.width <= column.width else { return false }
                let blanks = column.blanks(besideWidth: cell.width)
                room.appendBlanks(blanks.before)
                if let style = styles[Int(cell.role.rawValue)], !cell.text.isEmpty {
                    room.append(style)
                    room.append(cell.text)
                    room.append(styleEnd)
                } else {
                    room.append(cell.text)
                }
                room.appendBlanks(blanks.after)
            }
            room.append(frame.rightEdge)
            return true
        }
    }

    /// Writes a line as several lines of the output.
    private mutating func writeHigh(
        _ line: borrowing GridLine, _ cells: [GridCell], _ output: inout GridOutput
    ) throws {
        var height = 1
        for (index, cell) in cells.enumerated() {
            line.withShown(of: cell) {
                texts[index].set($0, width: layout.columns[index].width, overflow: overflow)
            }
            count(cell, of: line, ifWiderThan: layout.columns[index].width)
            height = max(height, texts[index].lines.count)
        }
        for number in 0..<height {
            output.bytes.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { output.bytes.append(frame.gap) }
                if index < cells.count {
                    write(line: number, of: texts[index], in: column, cells[index].role, &output)
                } else {
                    output.pad(column.width)
                }
            }
            output.bytes.append(frame.rightEdge)
            try output.endLine()
        }
    }

    /// Writes a line whose one cell spans all columns.
    private mutating func writeSpan(_ line: borrowing GridLine, _ output: inout GridOutput) throws {
        let column = TextLayout.Column(width: layout.innerWidth, alignment: .left)
        let cell = line.cells[0]
        line.withShown(of: cell) { texts[0].set($0, width: column.width, overflow: overflow) }
        count(cell, of: line, ifWiderThan: column.width)
        for number in texts[0].lines.indices {
            output.bytes.append(frame.leftEdge)
            write(line: number, of: texts[0], in: column, cell.role, &output)
            output.bytes.append(frame.rightEdge)
            try output.endLine()
        }
    }

    private mutating func count(_ cell: GridCell, of line: borrowing GridLine, ifWiderThan width: Int) {
        if line.withShown(of: cell, { CellText.measure($0).width }) > width { overflowCount += 1 }
    }

    /// Writes one line of a cell's text, or blanks below its last one.
    private func write(
        line number: Int, of text: CellText, in column: TextLayout.Column, _ role: GridRole,
        _ output: inout GridOutput
    ) {
        guard number < text.lines.count else { return output.pad(column.width) }
        let line = text.lines[number]
        let blanks = column.blanks(besideWidth: line.width)
        output.pad(blanks.before)
        let style = line.range.isEmpty ? nil : styles[Int(role.rawValue)]
        if let style { output.bytes.append(style) }
        text.bytes.withUnsafeBufferPointer {
            output.bytes.append(UnsafeBufferPointer(rebasing: $0[line.range]))
        }
        if style != nil { output.bytes.append(styleEnd) }
        output.pad(blanks.after)
    }
}

extension TextLayout.Column {
    /// The blanks on either side of a text that fits the column.
    @inline(__always)
    fileprivate func blanks(besideWidth textWidth: Int) -> (before: Int, after: Int) {
        let blanks = width - textWidth
        switch alignment {
        case .right: return (blanks, 0)
        case .center: return (blanks / 2, blanks - blanks / 2)
        case .left, .automatic: return (0, blanks)
        }
    }
}
