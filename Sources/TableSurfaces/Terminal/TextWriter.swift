import TableAgent

/// The second pass over a table: writes its lines by a layout.
struct TextWriter {
    private let layout: TextLayout
    private let overflow: TextOverflow
    private let isColored: Bool
    private var frame: TextFrame
    /// One cell's text in lines, for each column; used when a line of the table takes several of the output.
    private var texts: [CellText]
    /// The width of each cell that fits its column as it is, in terminal columns; -1 for one that does not.
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
        var fits = true
        for (index, column) in layout.columns.enumerated() {
            widths[index] = index < line.cells.count ? line.width(ofCell: index, in: column) : 0
            if widths[index] < 0 { fits = false }
        }
        if fits {
            frame.left(&output)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { frame.between(&output) }
                guard index < line.cells.count else {
                    output.pad(column.width)
                    continue
                }
                let cell = line.cells[index]
                line.withShown(cell) {
                    write($0, width: widths[index], column: column, role: cell.role, &output)
                }
            }
            frame.right(&output)
            return try output.endLine()
        }
        var height = 1
        for (index, column) in layout.columns.enumerated() where index < line.cells.count {
            line.withShown(line.cells[index]) { texts[index].set($0, width: column.width, overflow: overflow) }
            height = max(height, texts[index].lines.count)
        }
        for number in 0..<height {
            frame.left(&output)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { frame.between(&output) }
                if index < line.cells.count {
                    write(number, of: texts[index], column: column, role: line.cells[index].role, &output)
                } else {
                    output.pad(column.width)
                }
            }
            frame.right(&output)
            try output.endLine()
        }
    }

    /// Writes a line whose one cell spans all columns.
    private mutating func writeSpan(_ line: borrowing GridLine, _ output: inout GridOutput) throws {
        let column = TextLayout.Column(width: layout.innerWidth, alignment: .left, isPlain: false)
        line.withShown(line.cells[0]) { texts[0].set($0, width: column.width, overflow: overflow) }
        for number in 0..<max(1, texts[0].lines.count) {
            frame.left(&output)
            write(number, of: texts[0], column: column, role: line.cells[0].role, &output)
            frame.right(&output)
            try output.endLine()
        }
    }

    /// Writes one line of a cell's text, or blanks below its last one.
    private func write(
        _ number: Int, of text: CellText, column: TextLayout.Column, role: GridRole, _ output: inout GridOutput
    ) {
        guard number < text.lines.count else { return output.pad(column.width) }
        let line = text.lines[number]
        text.bytes.withUnsafeBufferPointer {
            write(
                UnsafeBufferPointer(rebasing: $0[line.range]), width: line.width, column: column, role: role,
                &output)
        }
    }

    /// Writes text that fits its column.
    private func write(
        _ utf8: UnsafeBufferPointer<UInt8>, width: Int, column: TextLayout.Column, role: GridRole,
        _ output: inout GridOutput
    ) {
        let blanks = column.width - width
        let before =
            switch column.alignment {
            case .right: blanks
            case .center: blanks / 2
            case .left, .automatic: 0
            }
        output.pad(before)
        if isColored, !utf8.isEmpty, let style = role.terminalStyle {
            output.write(style)
            output.write(utf8: utf8)
            output.write(GridRole.terminalReset)
        } else {
            output.write(utf8: utf8)
        }
        output.pad(blanks - before)
    }
}

extension GridLine {
    /// The width of a cell's text if it is a single line that fits the column as it is, else -1.
    fileprivate func width(ofCell index: Int, in column: TextLayout.Column) -> Int {
        withShown(cells[index]) { utf8 in
            if column.isPlain || CellText.isPlain(utf8) {
                return utf8.count <= column.width ? utf8.count : -1
            }
            guard let width = CellText.widthOfCleanLine(utf8), width <= column.width else { return -1 }
            return width
        }
    }
}
