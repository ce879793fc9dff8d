import TableAgent

/// Writes the lines of a table by a layout: the second pass over a table, or the only one over rows that come
/// one by one.
///
/// `writeTitles`, then for each section `beginSection` and a `write` for each line, and `finish` at the end.
struct TextWriter {
    let layout: TextLayout
    let overflow: TextOverflow
    var frame: TextFrame
    /// Whether the frame has drawn what belongs above the line that is to be written.
    private var hasBegun = false
    /// One cell's text in lines, for each column; used when a line of the table takes several of the output.
    var texts: [CellText]
    /// The roles of these cells.
    var roles: [GridRole]
    let titles: [String]
    /// What surrounds the text of each role, by its number; nothing without colours and isolates.
    let looks: [TextLook?]
    /// How many texts were wider than the room for them, and so were wrapped or cut.
    var overflowCount = 0
    /// The bytes that a line takes at most beside the texts of its cells.
    private let lineRoom: Int

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - format: The look of the table.
    ///   - layout: The columns on show.
    ///   - columns: The columns of the table.
    init(format: TextFormat, layout: TextLayout, columns: [GridColumn]) {
        self.layout = layout
        overflow = format.overflow
        looks = GridRole.allCases.map { TextLook($0, format) }
        frame = TextFrame(format.border, layout: layout, separatesHighRows: format.separatesHighRows)
        let count = max(layout.columns.count, 1)
        texts = Array(repeating: CellText(policy: layout.policy), count: count)
        roles = Array(repeating: .plain, count: count)
        titles = (0..<layout.cellCount).map { $0 < columns.count ? columns[$0].title : "" }
        // Edges, gaps and looks have at most eight bytes each.
        lineRoom = layout.columns.reduce(16) { $0 + $1.width + 24 }
    }

    mutating func write(
        _ table: TableInfo, kept: inout KeptLines, to output: inout GridOutput
    ) throws {
        try writeTitles(&output)
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            beginSection()
            try table.walk(
                section: index, rows: section.visibleRows, line: &line, kept: &kept
            ) { kept in
                guard !layout.isStacked else { return false }
                frame.begin(.row, spansColumns: false, &output)
                hasBegun = !writeFitting(kept, &output)
                guard !hasBegun else { return false }
                try output.endLine()
                return true
            } _: { part, line in
                try write(part, line, &output)
            }
        }
        try finish(&output)
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
        if !hasBegun { frame.begin(TextFrame.Part(part), spansColumns: spans, &output) }
        hasBegun = false
        if spans {
            try line.withShown(of: cells[0]) { try writeSpan($0, cells[0].role, overflow: overflow, &output) }
            if texts[0].isBroken { overflowCount += 1 }
        } else if layout.isStacked {
            try writeStacked(line, showsAll: part == .row, &output)
        } else if writeFitting(line, cells, &output) {
            try output.endLine()
        } else {
            try writeHigh(part, line, &output)
        }
    }

    /// Writes a line each cell of which fits its column as it is; false, and nothing written, for another.
    private func writeFitting(
        _ line: borrowing GridLine, _ cells: [GridCell], _ output: inout GridOutput
    ) -> Bool {
        let policy = layout.policy
        return line.bytes.withBytes { utf8 in
            writeFitting(cells.count, ofBytes: utf8.count, &output) { index in
                let cell = cells[index]
                let text = UnsafeBufferPointer(rebasing: utf8[cell.shown])
                return (text, CellText.width(ofUnchanged: text, policy) ?? .max, cell.role)
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
            var next = 0
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { room.append(frame.gap) }
                guard column.cell < count else {
                    room.appendBlanks(column.width)
                    continue
                }
                while next < column.cell {
                    _ = cell(next)
                    next &+= 1
                }
                let cell = cell(next)
                next &+= 1
                guard cell.width <= column.width else { return false }
                let blanks = column.blanks(besideWidth: cell.width, of: cell.text, layout.policy)
                room.appendBlanks(blanks.before)
                if let look = looks[Int(cell.role.rawValue)], !cell.text.isEmpty {
                    room.append(look.start)
                    room.append(cell.text)
                    room.append(look.end)
                } else {
                    room.append(cell.text)
                }
                room.appendBlanks(blanks.after)
            }
            room.append(frame.rightEdge)
            return true
        }
    }
}
