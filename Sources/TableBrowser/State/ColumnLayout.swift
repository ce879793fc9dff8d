import TableAgent
import TableSurfaces

/// The columns of the screen: their widths and alignments, the column of the cursor, and which columns are frozen, hidden, or
/// scrolled away.
///
/// Widths come from lines of all parts of the table and from those on the screen. They only grow, and only if the lines change,
/// so columns do not jump while a person reads.
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
    /// Whether the first rows were measured.
    private let isMeasured: Bool
    /// The query and the number of the lines that were measured last.
    private var measuredQuery = BrowserQuery()
    private var measuredCount = 0
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
    /// The width down to which columns shrink to fit on the screen together.
    private static let leastWidth = 20
    /// The width of a bar.
    private static let barWidth = 10
    /// The numbers of lines that are measured: the first ones, and others from all parts of the table.
    private static let firstLines = 200
    private static let spreadLines = 1_000

    /// Creates a layout for the columns of a table, and measures a sample of its rows.
    init(_ lines: TableLines = TableLines(), policy: TextFormat.WidthPolicy = .standard, cursor: Int = 0) {
        self.policy = policy
        named = lines.columns
        isMeasured = lines.count > 0
        for column in lines.columns { add(column) }
        measure(lines, visible: 0..<0, areNew: true)
        if named.contains(where: { $0.bar != nil }) { addBars(lines) }
        self.cursor = max(0, min(cursor, count - 1))
    }

    /// Returns the indices of the first lines, of lines from all parts of the table, and of those on the screen.
    private static func sample(of count: Int, visible: Range<Int>) -> [Int] {
        if count <= firstLines + spreadLines { return Array(0..<count) }
        return Array(0..<firstLines) + (0..<spreadLines).map { $0 * count / spreadLines } + [count - 1]
            + visible
    }

    /// Makes the columns wide enough for a sample of the lines. Lines that were measured before are left out, unless the query
    /// is another one, the lines are at least twice as many, or the screen shows all of them.
    ///
    /// - Parameters:
    ///   - visible: The indices of the lines on the screen.
    ///   - areNew: Whether the lines are new for another reason.
    /// - Complexity: O(1), or that of a sample of 1,200 lines.
    mutating func measure(_ lines: TableLines, visible: Range<Int>, areNew: Bool) {
        let areMany = lines.count >= 2 * measuredCount || lines.count == visible.count
        guard areNew || areMany || lines.query != measuredQuery else { return }
        measuredQuery = lines.query
        measuredCount = lines.count
        var grid = GridLine()
        for index in Self.sample(of: lines.count, visible: visible) {
            let parts = lines.parts(of: lines[index])
            for part in parts {
                lines.fillPart(&grid, with: part)
                widen(for: grid, part.part)
            }
            if parts.count > 1, lines.fill(&grid, with: parts[0]) { makeRoom(forTitleIn: grid) }
        }
    }

    /// Makes the first column wide enough for the title of a folded section, which ends before the first total.
    private mutating func makeRoom(forTitleIn line: borrowing GridLine) {
        guard let total = line.cells.indices.dropFirst().first(where: { !line.cells[$0].shown.isEmpty }),
            total < count
        else { return }
        let signWidth = 2
        let title = min(line.shown(at: 0).cellWidth(policy) + signWidth, Self.usualWidth)
        let others = columns[1..<total].reduce(0) { $0 + Self.gap + $1.naturalWidth }
        columns[0].width = max(columns[0].width, title - others)
    }

    /// Determines the scales of bars, and draws the bars. A scale does not change while a person reads.
    private mutating func addBars(_ lines: TableLines) {
        var extents = BarExtents(named)
        var grid = GridLine()
        for index in Self.sample(of: lines.count, visible: 0..<0) {
            let line = lines[index]
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
    private mutating func widen(for line: borrowing GridLine, _ part: BrowserLine.Part) {
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
        let shown = shown(onWidth: screen)
        let limit = widthLimit(of: shown, onWidth: screen)
        var start = Self.gutter
        let visible = shown.prefix { column in
            defer { start += width(of: column, limit: limit, onWidth: screen) + Self.gap }
            return start < screen
        }
        // The first cut columns take the terminal columns that are too few for all of them.
        var free = max(screen - end(of: Array(visible), limit: limit, onWidth: screen), 0)
        var spans: [Span] = []
        start = Self.gutter
        for column in visible {
            let wider = width(of: column, limit: limit + free, onWidth: screen)
            free -= wider - width(of: column, limit: limit, onWidth: screen)
            let width = min(wider, screen - start)
            // The start of a number looks like a smaller number.
            if width < wider, isNumeric(column), !spans.isEmpty, column != cursor { break }
            // A cut column has no bars.
            let barWidth = width == columns[column].naturalWidth ? columns[column].barWidth : 0
            spans.append(Span(column: column, start: start, width: width, barWidth: barWidth))
            start += width + Self.gap
        }
        return spans
    }

    /// The columns that are not hidden.
    var visible: [Int] { columns.indices.filter { !hidden.contains($0) } }

    /// Returns the frozen columns that have room, and the others but those that are scrolled away to the left.
    private func shown(onWidth screen: Int) -> [Int] {
        let visible = visible
        let frozen = visible.prefix(frozenColumnCount(onWidth: screen))
        return Array(frozen) + visible.dropFirst(frozen.count).drop { $0 < firstScrolled }
    }

    /// Returns the number of terminal columns for frozen columns, which leave a third of the screen to the others.
    private func frozenWidth(of screen: Int) -> Int { screen * 2 / 3 }

    /// Returns the number of frozen columns that have room. Further ones are scrolled. The first one may be cut.
    private func frozenColumnCount(onWidth screen: Int) -> Int {
        let visible = visible
        let limit = widthLimit(of: visible, onWidth: screen)
        if visible.count <= frozenCount { return min(frozenCount, visible.isEmpty ? 0 : 1) }
        var end = Self.gutter
        let fitting = visible.prefix(frozenCount).prefix { column in
            end += width(of: column, limit: limit, onWidth: screen) + Self.gap
            return end - Self.gap <= frozenWidth(of: screen)
        }
        return max(fitting.count, min(frozenCount, 1))
    }

    /// Whether columns are scrolled away to the left.
    var isScrolled: Bool { visible.dropFirst(frozenCount).first.map { $0 < firstScrolled } ?? false }

    /// Returns whether the screen has no room for the last columns.
    func hasMore(onWidth screen: Int) -> Bool { !fit(shown(onWidth: screen), onWidth: screen) }

    /// Returns the greatest width of a column. Shown columns that fit on the screen together use the whole screen.
    private func widthLimit(of shown: [Int], onWidth screen: Int) -> Int {
        if !fit(shown, onWidth: screen) { return min(Self.usualWidth, max(screen / 2 - Self.gutter, 1)) }
        return (1..<max(screen, 2)).partitionPoint { end(of: shown, limit: $0 + 1, onWidth: screen) > screen }
    }

    /// Returns whether columns fit on the screen together if they are cut.
    private func fit(_ shown: [Int], onWidth screen: Int) -> Bool {
        end(of: shown, limit: min(Self.leastWidth, screen / 3), onWidth: screen) <= screen
    }

    /// Returns the width of a column that is cut to a limit. Only a number that is wider than usual is cut, too.
    private func width(of column: Int, limit: Int, onWidth screen: Int) -> Int {
        let ofNumbers = min(Self.usualWidth, max(frozenWidth(of: screen) - Self.gutter, 1))
        return min(columns[column].naturalWidth, isNumeric(column) ? max(limit, ofNumbers) : limit)
    }

    /// Returns the terminal column behind some columns.
    private func end(of shown: [Int], limit: Int, onWidth screen: Int) -> Int {
        shown.reduce(Self.gutter - Self.gap) {
            $0 + width(of: $1, limit: limit, onWidth: screen) + Self.gap
        }
    }

    /// Returns the alignment of a column.
    func alignment(ofColumn column: Int) -> GridColumn.Alignment {
        columns[column].kinds.alignment(in: columns[column].options)
    }

    /// Returns whether a column has numbers, which are aligned at the right or at their decimal points.
    func isNumeric(_ column: Int) -> Bool {
        [.right, .decimal, .decimalComma].contains(alignment(ofColumn: column))
    }

    /// Returns the number of terminal columns to the right of a number, which align its decimal point.
    func padding(after utf8: UnsafeBufferPointer<UInt8>, inColumn column: Int) -> Int {
        guard let length = columns[column].options.alignment.point?.fractionLength(of: utf8) else { return 0 }
        return max(columns[column].fraction - length, 0)
    }

    /// Hides and freezes the columns of an earlier layout. Alignments may differ, and further columns may follow.
    mutating func keepChoices(of old: ColumnLayout) {
        guard !old.named.isEmpty, named.map(\.key).starts(with: old.named.map(\.key)) else { return }
        hidden = old.hidden
        frozenCount = old.frozenCount
    }

    // MARK: Moving

    /// Moves the cursor by a number of visible columns, up to the last one. Moves it from a hidden column to the next one first.
    mutating func moveCursor(by count: Int) {
        let visible = visible
        let index = visible.firstIndex { $0 >= cursor } ?? visible.count - 1
        cursor = visible.isEmpty ? 0 : visible[max(0, min(index + count, visible.count - 1))]
    }

    /// Moves the cursor to the first visible column, and shows those after it.
    mutating func moveToStart() {
        cursor = 0
        firstScrolled = 0
        moveCursor(by: 0)
    }

    /// Scrolls until the cursor's column is completely visible, if it fits on the screen.
    mutating func reveal(onWidth screen: Int) {
        let scrollable = visible.dropFirst(frozenColumnCount(onWidth: screen))
        if fit(visible, onWidth: screen) { firstScrolled = 0 }
        guard scrollable.contains(cursor) else { return }
        firstScrolled = min(firstScrolled, cursor)
        if isCursorVisible(from: firstScrolled, onWidth: screen) { return }
        let firsts = scrollable.filter { firstScrolled < $0 && $0 < cursor }
        let index = firsts.indices.partitionPoint { isCursorVisible(from: firsts[$0], onWidth: screen) }
        firstScrolled = index < firsts.count ? firsts[index] : cursor
    }

    private func isCursorVisible(from first: Int, onWidth screen: Int) -> Bool {
        var layout = self
        layout.firstScrolled = first
        let shown = layout.shown(onWidth: screen)
        let limit = widthLimit(of: shown, onWidth: screen)
        return end(of: shown.filter { $0 <= cursor }, limit: limit, onWidth: screen) <= screen
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
