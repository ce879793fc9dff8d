import TableAgent

/// The texts of one line of a table, laid out for their columns. Wrapped texts take several lines of the output.
struct LineTexts {
    /// The text of each column.
    private(set) var cells: [CellText]
    /// The roles of these texts, or `nil` for the sign for a missing value.
    private(set) var roles: [GridRole?]
    /// The drawing of the bar in each column; empty without a bar.
    private(set) var bars: [[UInt8]]
    /// The number of texts so far that were wider than their column and were wrapped or cut.
    private(set) var overflowCount = 0
    private let glyphs: Series.Glyphs

    init(_ layout: TextLayout, glyphs: Series.Glyphs) {
        self.glyphs = glyphs
        cells = layout.columns.map { _ in CellText(policy: layout.policy) }
        roles = layout.columns.map { _ in .plain }
        bars = layout.columns.map { _ in [] }
    }

    /// The maximum number of lines of a cell in the first columns.
    func height(ofFirst count: Int) -> Int { cells.prefix(count).reduce(1) { max($0, $1.lines.count) } }

    /// Whether a row is high. A row of two lines is not high if only one of its cells has two lines: nobody
    /// mistakes the second line for a row.
    var isHigh: Bool { cells.count { $0.lines.count > 1 } > 1 || cells.contains { $0.lines.count > 2 } }

    /// Removes all texts, which leaves an empty line.
    mutating func removeAll() {
        for index in cells.indices { cells[index].removeAll() }
    }

    /// Lays out a text, and counts the text if it does not fit.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - role: The role of the text, or `nil` for the sign for a missing value.
    ///   - index: The index of the column.
    ///   - column: The column.
    ///   - wraps: Whether the text is wrapped even if the column cuts its texts, as titles are.
    ///   - counts: Whether to count the text.
    mutating func set(
        _ text: UnsafeBufferPointer<UInt8>, role: GridRole?, at index: Int, in column: TextLayout.Column,
        wraps: Bool = false, counts: Bool = true
    ) {
        let overflow = wraps && column.overflow == .cut ? .wrap : column.overflow
        cells[index].set(text, width: column.width, overflow: overflow)
        roles[index] = role
        if counts, cells[index].isBroken { overflowCount += 1 }
    }

    /// Lays out a title, which is wrapped.
    mutating func setTitle(_ title: String, in column: TextLayout.Column, counts: Bool = true) {
        var title = title
        title.withUTF8 { set($0, role: .strong, at: 0, in: column, wraps: true, counts: counts) }
    }

    /// Sets the chart of a series as a text, and returns whether the cell has a chart.
    mutating func setChart(
        of line: borrowing GridLine, cell: Int, at index: Int, width: Int, scale: BarScale?
    ) -> Bool {
        guard cell < line.cells.count, let series = line.textChart(of: line.cells[cell], on: scale) else {
            return false
        }
        var chart = series.text(width: width, on: scale, glyphs)
        chart.withUTF8 { cells[index].set($0, width: width, overflow: .cut) }
        roles[index] = line.cells[cell].role
        return true
    }

    /// Sets the drawing of each bar.
    mutating func setBars(
        of line: borrowing GridLine, in columns: [TextLayout.Column], _ drawings: ColumnBars
    ) {
        for (index, column) in columns.enumerated()
        where column.barWidth > 0 && column.cell < line.cells.count {
            _ = drawings.withBar(of: line, line.cells[column.cell], inColumn: column.cell) {
                bars[index] = Array($0)
            }
        }
    }

    mutating func removeBars() {
        for index in bars.indices { bars[index] = [] }
    }
}
