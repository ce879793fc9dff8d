import TableAgent

/// What the first pass over a table learns about its columns.
struct TextSurvey: ~Copyable {
    struct Column {
        /// The width of the widest text in the column, title included, in terminal columns.
        var width = 0
        /// Whether each cell of a row that has a value holds a number.
        var isNumeric = true
        /// Whether a cell of a row has a value.
        var hasValue = false
    }

    let columns: [Column]
    /// The width of the widest head or foot that spans all columns.
    let spanWidth: Int
    /// The lines, as far as memory allows.
    var kept: KeptLines

    /// Walks a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - spansHeads: Whether a head or foot of one cell spans all columns.
    ///   - measuresWidths: Whether widths are wanted.
    ///   - kept: Takes the lines.
    init(
        of table: TableInfo, spansHeads: Bool, measuresWidths: Bool = true,
        keeping kept: consuming KeptLines = KeptLines()
    ) throws {
        var columns = table.columns.map { column in
            var title = column.title
            return title.withUTF8 { Column(width: Self.measure($0).needed) }
        }
        var spanWidth = 0
        var kept = kept
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            try table.walk(section: index, rows: section.visibleRows, line: &line) { part, line in
                if part != .row, spansHeads, line.cells.count == 1 {
                    if columns.isEmpty { columns = [Column()] }
                    kept.append(line) { _, _, utf8 in
                        let width = Self.measure(utf8)
                        spanWidth = max(spanWidth, width.needed)
                        return width.unchanged
                    }
                } else {
                    while columns.count < line.cells.count { columns.append(Column()) }
                    columns.withUnsafeMutableBufferPointer { columns in
                        kept.append(line) { index, cell, utf8 in
                            if part == .row { columns[index].add(cell.kind) }
                            return measuresWidths ? columns[index].add(cell, utf8) : KeptLines.noWidth
                        }
                    }
                }
            }
        }
        (self.columns, self.spanWidth) = (columns, spanWidth)
        self.kept = kept
    }

    /// The columns that a text needs, and its width in a line if it stands there unchanged, or `noWidth`.
    fileprivate static func measure(_ utf8: UnsafeBufferPointer<UInt8>) -> (needed: Int, unchanged: Int) {
        if let width = CellText.width(ofUnchanged: utf8) { return (width, width) }
        return (CellText.measure(utf8).width, KeptLines.noWidth)
    }
}

extension TextSurvey.Column {
    fileprivate mutating func add(_ kind: GridCell.Kind) {
        guard kind != .empty else { return }
        hasValue = true
        if kind != .integer, kind != .decimal { isNumeric = false }
    }

    /// Makes the column wide enough for a cell; returns the width of the text that stands unchanged.
    @inline(__always)
    fileprivate mutating func add(_ cell: GridCell, _ utf8: UnsafeBufferPointer<UInt8>) -> Int {
        let width = cell.showsNumber ? (utf8.count, utf8.count) : TextSurvey.measure(utf8)
        self.width = max(self.width, width.0)
        return width.1
    }
}
