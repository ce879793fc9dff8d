import TableAgent

/// The second pass over a table: writes its lines by a layout.
struct TextWriter {
    private let layout: TextLayout
    private let overflow: TextOverflow
    private let isColored: Bool
    private var frame: TextFrame
    /// One cell's text in lines, for each column; used when a line of the table takes several of the output.
    private var texts: [CellText]
    /// The width of each cell that fits its column as it is, in terminal columns.
    private var widths: [Int]

    init(format: TextFormat, layout: TextLayout) {
        self.layout = layout
        overflow = format.overflow
        isColored = format.isColored
        frame = TextFrame(format.border, layout: layout)
        texts = Array(repeating: CellText(), count: layout.columns.count)
        widths = Array(repeating: 0, count: layout.columns.count)
    }

    mutating func write(_ table: TableInfo, to output: inout GridOutput) throws {
        var line = GridLine()
        if table.columns.contains(where: { !$0.title.isEmpty }) {
            for column in table.columns { line.text(column.title, role: .strong) }
            frame.begin(.titles, spansColumns: false, &output)
            try write(line, &output)
        }
        for (index, section) in table.sections.enumerated() {
            frame.beginSection()
            try table.walk(section: index, rows: section.visibleRows, line: &line) { part, line in
                let spans = part != .row && line.cells.count == 1 && frame.canSpan
                frame.begin(TextFrame.Part(part), spansColumns: spans, &output)
                try spans ? writeSpan(line, &output) : write(line, &output)
            }
        }
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
        let fits = line.bytes.withBytes { utf8 in
            for (index, cell) in cells.enumerated() {
                let text = UnsafeBufferPointer(rebasing: utf8[cell.shown])
                guard let width = layout.columns[index].width(ofFitting: text) else { return false }
                widths[index] = width
            }
            return true
        }
        try fits ? writeFitting(line, cells, &output) : writeHigh(line, cells, &output)
    }

    /// Writes a line each cell of which fits its column as it is.
    private func writeFitting(
        _ line: borrowing GridLine, _ cells: [GridCell], _ output: inout GridOutput
    ) throws {
        output.bytes.append(frame.leftEdge)
        line.bytes.withBytes { utf8 in
            for index in layout.columns.indices {
                if index > 0 { output.bytes.append(frame.gap) }
                guard index < cells.count else {
                    output.pad(layout.columns[index].width)
                    continue
                }
                let cell = cells[index]
                output.write(
                    UnsafeBufferPointer(rebasing: utf8[cell.shown]), width: widths[index],
                    in: layout.columns[index], style: isColored ? cell.role.terminalStyle : nil)
            }
        }
        output.bytes.append(frame.rightEdge)
        try output.endLine()
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
            height = max(height, texts[index].lines.count)
        }
        for number in 0..<height {
            output.bytes.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { output.bytes.append(frame.gap) }
                if index < cells.count {
                    output.write(
                        line: number, of: texts[index], in: column,
                        style: isColored ? cells[index].role.terminalStyle : nil)
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
        for number in texts[0].lines.indices {
            output.bytes.append(frame.leftEdge)
            output.write(
                line: number, of: texts[0], in: column, style: isColored ? cell.role.terminalStyle : nil)
            output.bytes.append(frame.rightEdge)
            try output.endLine()
        }
    }
}

extension GridOutput {
    /// Writes one line of a cell's text, or blanks below its last one.
    fileprivate mutating func write(
        line number: Int, of text: CellText, in column: TextLayout.Column, style: String?
    ) {
        guard number < text.lines.count else { return pad(column.width) }
        let line = text.lines[number]
        text.bytes.withUnsafeBufferPointer {
            write(UnsafeBufferPointer(rebasing: $0[line.range]), width: line.width, in: column, style: style)
        }
    }

    /// Writes text that fits its column.
    @inline(__always)
    fileprivate mutating func write(
        _ utf8: UnsafeBufferPointer<UInt8>, width: Int, in column: TextLayout.Column, style: String?
    ) {
        let blanks = column.width - width
        let before =
            switch column.alignment {
            case .right: blanks
            case .center: blanks / 2
            case .left, .automatic: 0
            }
        pad(before)
        if let style, !utf8.isEmpty {
            write(style)
            bytes.append(utf8)
            write(GridRole.terminalReset)
        } else {
            bytes.append(utf8)
        }
        pad(blanks - before)
    }
}

extension TextLayout.Column {
    /// The width of a text if it is a single line that fits the column as it is.
    fileprivate func width(ofFitting utf8: UnsafeBufferPointer<UInt8>) -> Int? {
        if CellText.isPlain(utf8) { return utf8.count <= width ? utf8.count : nil }
        let scan = DisplayWidth.scan(utf8)
        guard !scan.hasControls else { return nil }
        let needed = DisplayWidth.width(of: utf8, scan)
        return needed <= width ? needed : nil
    }
}
