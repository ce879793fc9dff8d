import TableAgent

/// What the first pass over a table learns about its columns.
struct TextSurvey {
    struct Column {
        /// The width of the widest text in the column, title included, in terminal columns.
        var width = 0
        /// Whether each cell of a row that has a value holds a number.
        var isNumeric = true
        /// Whether a cell of a row has a value.
        var hasValue = false
    }

    private(set) var columns: [Column] = []
    /// The width of the widest head or foot that spans all columns.
    private(set) var spanWidth = 0

    init(of table: TableInfo, spansHeads: Bool) throws {
        columns = Array(repeating: Column(), count: table.columns.count)
        for (index, column) in table.columns.enumerated() {
            var title = column.title
            title.withUTF8 { columns[index].add($0) }
        }
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            try table.walk(section: index, rows: section.visibleRows, line: &line) { part, line in
                add(line, part, spansHeads: spansHeads)
            }
        }
    }

    private mutating func add(_ line: borrowing GridLine, _ part: GridPart, spansHeads: Bool) {
        if part != .row, spansHeads, line.cells.count == 1 {
            var column = Column()
            line.withShown(of: line.cells[0]) { column.add($0) }
            spanWidth = max(spanWidth, column.width)
            if columns.isEmpty { columns = [Column()] }
            return
        }
        while columns.count < line.cells.count { columns.append(Column()) }
        let cells = line.cells
        line.bytes.withBytes { utf8 in
            for (index, cell) in cells.enumerated() {
                columns[index].add(UnsafeBufferPointer(rebasing: utf8[cell.shown]))
                if part == .row, cell.kind != .empty {
                    columns[index].hasValue = true
                    if !cell.isNumber { columns[index].isNumeric = false }
                }
            }
        }
    }
}

extension TextSurvey.Column {
    mutating func add(_ utf8: UnsafeBufferPointer<UInt8>) {
        width = max(width, CellText.isPlain(utf8) ? utf8.count : CellText.measure(utf8).width)
    }
}
