import TableAgent
import TableSurfaces

/// The columns of the screen: their widths and alignments, the column of the cursor, and which columns are frozen, hidden, or
/// scrolled away.
///
/// Widths come from a sample of rows and from the lines that were visible. A column never becomes narrower, so columns do not
/// jump while a person reads.
struct ColumnLayout {
    /// The terminal columns that a column takes on the screen.
    struct Span: Equatable {
        /// The index of the column in the table.
        let column: Int
        /// The first terminal column.
        let start: Int
        /// The number of terminal columns.
        let width: Int
        /// The terminal columns at the right for bars, with a space before them; 0 for no bars.
        var barWidth = 0

        /// The span of the text, without the bars.
        var ofText: Span { Span(column: column, start: start, width: width - barWidth) }

        /// The terminal columns.
        var range: Range<Int> { start..<start + width }
    }

    private struct Column {
        let options: GridColumn
        var kinds = ColumnKinds()
        /// The width of the title and the sign of a sort, in terminal columns.
        var titleWidth: Int
        /// The width of the widest text, in terminal columns.
        var width = 1
        /// The width of the longest fraction, including its decimal point.
        var fraction = 0
        /// The width of the widest number without its fraction.
        var whole = 0

        /// The width for bars, with a space before them; 0 for no bars.
        var barWidth = 0

        /// The width that shows all texts, within the bounds of the column, and bars. A title extends over the bars.
        var naturalWidth: Int {
            let text = max(width, whole + fraction, titleWidth - barWidth)
            return min(max(text, options.width.lowerBound), options.width.upperBound) + barWidth
        }
    }

    private var columns: [Column] = []
    /// The columns that the table names.
    private let named: [GridColumn]
    /// Whether a sample of rows was measured.
    private let isMeasured: Bool
    private let policy: TextFormat.WidthPolicy
    /// The scales of bars and series, and the bars.
    private var scales = BarScales()
    private(set) var bars = ColumnBars.none

    /// The column of the cursor.
    var cursor = 0

    /// The hidden columns.
    private(set) var hidden: Set<Int> = []

    /// The number of columns at the left that are always visible.
    private(set) var frozenCount = 1

    /// The first column to the right of the frozen ones.
    private var firstScrolled = 0

    /// The terminal columns for the marks at the left.
    static let gutter = 2
    /// The terminal columns between two columns.
    static let gap = 2
    /// The width up to which columns grow if the table is wider than the screen.
    private static let usualWidth = 40
    /// The width of a bar.
    private static let barWidth = 10
    /// The number of rows that determine the widths, and the number of those that determine the scales of bars.
    private static let sampledRows = 200
    private static let scaledRows = 1_000

    /// Creates a layout for the columns of a table, and measures a sample of its rows.
    init(_ lines: TableLines = TableLines(), policy: TextFormat.WidthPolicy = .standard, cursor: Int = 0) {
        self.policy = policy
        named = lines.columns
        isMeasured = lines.count > 0
        for column in lines.columns { add(column) }
        var grid = GridLine()
        for index in 0..<min(lines.count, Self.sampledRows) {
            for line in lines.parts(of: lines[index]) {
                lines.fillPart(&grid, with: line)
                widen(for: grid, line.part)
            }
        }
        if named.contains(where: { $0.bar != nil }) { addBars(lines, &grid) }
        self.cursor = max(0, min(cursor, count - 1))
    }

    /// Measures lines from all parts of the table, and draws the bars. A scale does not change while a person reads.
    private mutating func addBars(_ lines: TableLines, _ grid: inout GridLine) {
        var extents = BarExtents(named)
        let count = min(lines.count, Self.scaledRows)
        for number in 0..<count {
            let line = lines[number * lines.count / count]
            guard case .row = line.part else { continue }
            lines.fill(&grid, with: line)
            extents.add(grid)
        }
        scales = extents.scales
        for index in 0..<scales.count where scales[index] != nil && columns[index].kinds.hasNumbers {
            columns[index].barWidth = Self.barWidth + 1
        }
        bars = .text(
            on: scales, isASCII: policy.hasWideAmbiguous,
            widths: { [columns] in columns[$0].barWidth > 0 ? Self.barWidth : 0 }, decorate: { $0 })
    }

    /// Returns the chart of a series, or `nil` for another cell and for a series that only words can show.
    func chart(
        of line: borrowing GridLine, _ cell: GridCell, inColumn index: Int, isRow: Bool
    ) -> String? {
        let scale = isRow ? scales[index] : nil
        return line.textChart(of: cell, on: scale)?
            .text(on: scale, policy.hasWideAmbiguous ? .ascii : .blocks)
    }

    private mutating func add(_ options: GridColumn) {
        columns.append(Column(options: options, titleWidth: options.title.cellWidth(policy)))
    }

    /// Returns whether the layout belongs to other columns, or has measured no rows although there are rows now.
    func isOutdated(for lines: TableLines) -> Bool {
        named != lines.columns || !isMeasured && lines.count > 0
    }

    /// The number of columns.
    var count: Int { columns.count }

    /// Makes columns as wide as the cells of a line, and adds columns for further cells.
    mutating func widen(for line: borrowing GridLine, _ part: BrowserLine.Part) {
        // A single cell of a head or foot belongs to no column.
        let isRow = if case .row = part { true } else { false }
        guard isRow || line.cells.count > 1 else { return }
        for (index, cell) in line.cells.enumerated() {
            if index == columns.count { add(GridColumn("")) }
            if isRow { columns[index].kinds.insert(cell.kind) }
            if line.hasSeries, let chart = chart(of: line, cell, inColumn: index, isRow: isRow) {
                columns[index].width = max(columns[index].width, chart.unicodeScalars.count)
                continue
            }
            let (width, fraction) = line.withShown(of: cell) { utf8 in
                (
                    CellText.width(of: utf8, policy, joined: true),
                    columns[index].options.alignment.point?.fractionLength(of: utf8)
                )
            }
            columns[index].width = max(columns[index].width, width)
            if let fraction {
                columns[index].fraction = max(columns[index].fraction, fraction)
                columns[index].whole = max(columns[index].whole, width - fraction)
            }
        }
    }

    /// Makes the columns that a query sorts by wide enough for their titles and the signs of the sort.
    mutating func makeRoomForSigns(of query: BrowserQuery) {
        for index in columns.indices {
            let title = columns[index].options.title + query.sign(ofColumn: index)
            columns[index].titleWidth = max(columns[index].titleWidth, title.cellWidth(policy))
        }
    }

    // MARK: Spans

    /// Returns the spans of the columns on a screen, from the left. The last one may be cut.
    func spans(onWidth screen: Int) -> [Span] {
        let limit = widthLimit(onWidth: screen)
        let frozen = visible.prefix(frozenColumnCount(onWidth: screen))
        let scrolled = visible.dropFirst(frozen.count).drop { $0 < firstScrolled }
        var spans: [Span] = []
        var start = Self.gutter
        for column in frozen + scrolled where start < screen {
            let isOnlyFrozen = frozen.count == 1 && column == frozen.first && !scrolled.isEmpty
            let end = isOnlyFrozen ? max(frozenWidth(of: screen), start + 1) : screen
            let width = min(columns[column].naturalWidth, limit, end - start)
            // A cut column has no bars.
            let barWidth = width == columns[column].naturalWidth ? columns[column].barWidth : 0
            spans.append(Span(column: column, start: start, width: width, barWidth: barWidth))
            start += width + Self.gap
        }
        return spans
    }

    /// The columns that are not hidden.
    private var visible: [Int] { columns.indices.filter { !hidden.contains($0) } }

    /// Returns the number of terminal columns for frozen columns, which leave a third of the screen to the others.
    private func frozenWidth(of screen: Int) -> Int { screen * 2 / 3 }

    /// Returns the number of frozen columns that have room. Further ones are scrolled. The first one may be cut.
    private func frozenColumnCount(onWidth screen: Int) -> Int {
        let limit = widthLimit(onWidth: screen)
        let visible = visible
        if visible.count <= frozenCount { return min(frozenCount, visible.isEmpty ? 0 : 1) }
        var end = Self.gutter
        let fitting = visible.prefix(frozenCount).prefix { column in
            end += min(columns[column].naturalWidth, limit) + Self.gap
            return end - Self.gap <= frozenWidth(of: screen)
        }
        return max(fitting.count, min(frozenCount, 1))
    }

    /// Whether columns are scrolled away to the left.
    var isScrolled: Bool { visible.dropFirst(frozenCount).first.map { $0 < firstScrolled } ?? false }

    /// Returns whether more columns follow the last visible one.
    func hasMore(behind last: Span?, onWidth screen: Int) -> Bool {
        guard let last else { return false }
        let isCut = last.width < min(columns[last.column].naturalWidth, widthLimit(onWidth: screen))
        return isCut || visible.last.map { $0 > last.column } ?? false
    }

    /// Returns the greatest width of a column. Columns may be wider than usual if all of them fit on the screen.
    private func widthLimit(onWidth screen: Int) -> Int {
        guard fits(on: screen, limit: Self.usualWidth) else { return Self.usualWidth }
        let widths = Self.usualWidth..<max(screen, Self.usualWidth + 1)
        return widths.partitionPoint { !fits(on: screen, limit: $0 + 1) }
    }

    /// Returns whether all columns that are not hidden fit on a screen, if none is wider than a limit.
    private func fits(on screen: Int, limit: Int) -> Bool {
        let width = visible.reduce(-Self.gap) { $0 + min(columns[$1].naturalWidth, limit) + Self.gap }
        return Self.gutter + width <= screen
    }

    /// Returns the alignment of a column.
    func alignment(ofColumn column: Int) -> GridColumn.Alignment {
        columns[column].kinds.alignment(in: columns[column].options)
    }

    /// Returns the number of terminal columns to the right of a number, which align its decimal point.
    func padding(after utf8: UnsafeBufferPointer<UInt8>, inColumn column: Int) -> Int {
        guard let length = columns[column].options.alignment.point?.fractionLength(of: utf8) else { return 0 }
        return max(columns[column].fraction - length, 0)
    }

    // MARK: Moving

    /// Moves the cursor by a number of visible columns, up to the last one. Moves it from a hidden column to the next one first.
    mutating func moveCursor(by count: Int) {
        let visible = visible
        let index = visible.firstIndex { $0 >= cursor } ?? visible.count - 1
        cursor = visible.isEmpty ? 0 : visible[max(0, min(index + count, visible.count - 1))]
    }

    /// Scrolls until the cursor's column is completely visible, if it fits on the screen.
    mutating func reveal(onWidth screen: Int) {
        let scrollable = visible.dropFirst(frozenColumnCount(onWidth: screen))
        if fits(on: screen, limit: widthLimit(onWidth: screen)) { firstScrolled = 0 }
        guard scrollable.contains(cursor) else { return }
        firstScrolled = min(firstScrolled, cursor)
        while firstScrolled < cursor, !isCursorVisible(onWidth: screen) {
            firstScrolled = scrollable.first { $0 > firstScrolled } ?? cursor
        }
    }

    private func isCursorVisible(onWidth screen: Int) -> Bool {
        let width = min(columns[cursor].naturalWidth, Self.usualWidth)
        return spans(onWidth: screen).contains { $0.column == cursor && $0.width >= width }
    }

    /// Hides the cursor's column, unless it is the only one.
    mutating func hideCursor() {
        if hidden.count + 1 < columns.count { hidden.insert(cursor) }
        moveCursor(by: 0)
    }

    /// Freezes a number of columns.
    mutating func freeze(_ count: Int) {
        frozenCount = count
        firstScrolled = 0
    }

    /// Shows all columns, and freezes the first one.
    mutating func reset() {
        hidden = []
        freeze(1)
    }
}
