import TableAgent
import TableSurfaces

/// Paints the caption, the titles, and the lines of a table.
struct TablePainter {
    private let browsed: BrowsedTable
    private let lines: TableLines
    private let columns: ColumnLayout
    private let layout: ScreenLayout
    private let spans: [ColumnLayout.Span]
    private let changes: ChangeMarks?
    /// The text of the cell that is being painted.
    private var text: CellText

    /// Creates a painter for a screen of a width.
    init(_ browsed: BrowsedTable, layout: ScreenLayout, width: Int) {
        self.browsed = browsed
        self.layout = layout
        lines = browsed.view.lines
        changes = browsed.view.shownChanges
        columns = browsed.columns
        spans = columns.spans(onWidth: width)
        text = CellText(policy: browsed.widthPolicy)
    }

    /// Paints the parts of a screen, and moves its cursor to the current cell.
    mutating func paint(on screen: inout TerminalScreen) {
        if let y = layout.caption, let caption = lines.table.caption {
            let caption = caption.cut(to: screen.width, browsed.widthPolicy)
            screen.put(caption, column: 0, line: y, ScreenStyle(.strong))
        }
        if let y = layout.titles { paintTitles(at: y, on: &screen) }
        var grid = GridLine()
        let viewport = browsed.view.viewport
        let hasHeadOnTop = viewport.showsHeadOnTop(lines)
        for (offset, index) in browsed.view.visibleLines.enumerated() {
            var line = lines[index]
            if offset == 0, hasHeadOnTop { line.part = .head }
            let y = layout.lines.lowerBound + offset
            let isExtending = lines.fill(&grid, with: line)
            paint(grid, of: line, isExtending: isExtending, at: y, on: &screen)
            if index == viewport.cursor {
                let isOnFirst = columns.cursor == 0 || grid.shown(at: columns.cursor).isEmpty
                paintCursor(isSpanning: isExtending && isOnFirst, at: y, on: &screen)
            }
        }
        if lines.count == 0 {
            let y = layout.lines.lowerBound
            screen.put(
                browsed.words.browser.noRows, column: ColumnLayout.gutter, line: y, ScreenStyle(.muted))
            screen.cursor = (0, y)
        }
    }

    private mutating func paintTitles(at y: Int, on screen: inout TerminalScreen) {
        var style = ScreenStyle(.strong)
        style.isUnderlined = true
        let hasMore = columns.hasMore(onWidth: screen.width)
        for span in spans where lines.columns.indices.contains(span.column) {
            var title = lines.columns[span.column].title
            let sign = browsed.view.query.sign(ofColumn: span.column)
            // A title that is wider than the cells extends over the bars, at the left.
            let isWide = title.cellWidth(browsed.widthPolicy) + sign.count > span.ofText.width
            let span = isWide ? span : span.ofText
            let end = min(span.range.upperBound, screen.width - (hasMore ? 1 : 0))
            let width = max(1, end - span.start - sign.count)
            title.withUTF8 { text.set($0, width: width, overflow: .cut) }
            let free = isWide ? 0 : end - span.start - text.firstLine.width - sign.count
            let start = span.start + (columns.isNumeric(span.column) ? max(free, 0) : 0)
            let signStart = screen.put(text, column: start, line: y, end: span.range.upperBound, style)
            screen.put(sign, column: signStart, line: y, end: span.range.upperBound, style)
        }
        if columns.isScrolled { screen.put("‹", column: 1, line: y, style) }
        if hasMore { screen.put("›", column: screen.width - 1, line: y, style) }
        screen.restyle(line: y, 0..<screen.width) { $0.isUnderlined = true }
    }

    /// Paints a line: the first text of a head or foot up to the next text if it extends, and other cells in their columns.
    private mutating func paint(
        _ grid: borrowing GridLine, of line: BrowserLine, isExtending: Bool, at y: Int,
        on screen: inout TerminalScreen
    ) {
        let cells = grid.cells
        let isRow = line.position != nil
        if let position = line.position {
            let sign = browsed.view.marks.contains(position) ? "*" : changes?.sign(ofRow: position) ?? ""
            screen.put(sign, column: 1, line: y, ScreenStyle(.strong))
        }
        var spans = spans[...]
        if isExtending {
            spans = spans.dropFirst().drop { grid.shown(at: $0.column).isEmpty }
            let end = spans.first.map { $0.start - ColumnLayout.gap } ?? screen.width
            let isCollapsed = lines.section(of: line)?.isCollapsed == true
            let sign = line.part == .head ? (isCollapsed ? "▸ " : "▾ ") : ""
            let start = screen.put(sign, column: ColumnLayout.gutter, line: y, ScreenStyle(.muted))
            let span = ColumnLayout.Span(column: 0, start: start, width: max(end - start, 0))
            setText(of: cells[0], in: grid, span, isRow: false)
            paintText(of: cells[0], in: grid, span, alignment: .left, at: y, on: &screen)
        }
        for span in spans where span.column < cells.count {
            let cell = cells[span.column]
            setText(of: cell, in: grid, span.ofText, isRow: isRow)
            let alignment = cell.hasValue ? columns.alignment(ofColumn: span.column) : .automatic
            paintText(of: cell, in: grid, span.ofText, alignment: alignment, at: y, on: &screen)
            if let position = line.position, changes?.contains(column: span.column, ofRow: position) == true {
                screen.restyle(line: y, span.ofText.range) { $0.isUnderlined = true }
            }
            guard span.barWidth > 0, isRow else { continue }
            var style = ScreenStyle()
            style.isFaint = true
            _ = columns.bars.withBar(of: grid, cell, inColumn: span.column) {
                _ = screen.put($0, column: span.ofText.range.upperBound + 1, line: y, style)
            }
        }
    }

    /// Sets the text to that of a cell, or to the chart of a series, cut to the width of a span.
    private mutating func setText(
        of cell: GridCell, in grid: borrowing GridLine, _ span: ColumnLayout.Span, isRow: Bool
    ) {
        let width = max(span.width, 1)
        if grid.hasSeries, var chart = columns.chart(of: grid, cell, inColumn: span.column, isRow: isRow) {
            chart.withUTF8 { text.set($0, width: width, overflow: .cut) }
        } else {
            grid.withShown(of: cell) { text.set($0, width: width, overflow: .cut) }
        }
    }

    /// Paints the text in a span, and highlights the matches of the last search. Highlights the ellipsis if more of them follow.
    private func paintText(
        of cell: GridCell, in grid: borrowing GridLine, _ span: ColumnLayout.Span,
        alignment: GridColumn.Alignment, at y: Int, on screen: inout TerminalScreen
    ) {
        guard span.width > 0 else { return }
        let line = text.firstLine
        let start = span.start + indent(in: span, alignment: alignment)
        screen.put(text, column: start, line: y, end: span.range.upperBound, ScreenStyle(cell.role))
        let policy = browsed.widthPolicy
        let highlights = browsed.highlights
        let end = text.bytes[line.range].withUnsafeBufferPointer { utf8 in
            let ranges = highlights.flatMap { $0.ranges(in: utf8, ofColumn: span.column) }
            for range in ranges {
                let first = DisplayWidth.width(
                    of: UnsafeBufferPointer(rebasing: utf8[..<range.lowerBound]), policy)
                let width = DisplayWidth.width(of: UnsafeBufferPointer(rebasing: utf8[range]), policy)
                screen.restyle(line: y, start + first..<start + first + max(width, 1)) { $0.isMatch = true }
            }
            return ranges.map(\.upperBound).max() ?? 0
        }
        guard text.isBroken, !highlights.isEmpty else { return }
        // A symbol for a control character has more bytes than the character, so the end may be within a character.
        let hasMore = grid.withShown(of: cell) { utf8 in
            let rest = UnsafeBufferPointer(rebasing: utf8.dropFirst(end).drop { $0 & 0xC0 == 0x80 })
            return highlights.contains { $0.isIn(rest, ofColumn: span.column) }
        }
        guard hasMore else { return }
        screen.restyle(line: y, start + line.width - 1..<start + line.width) { $0.isMatch = true }
    }

    /// Returns the number of terminal columns before the text in a span.
    private func indent(in span: ColumnLayout.Span, alignment: GridColumn.Alignment) -> Int {
        let line = text.firstLine
        let free = max(span.width - line.width, 0)
        switch alignment {
        case .left, .automatic: return 0
        case .center: return free / 2
        case .right: return free
        case .decimal, .decimalComma:
            guard !text.isBroken else { return free }
            return text.bytes[line.range].withUnsafeBufferPointer {
                max(free - columns.padding(after: $0, inColumn: span.column), 0)
            }
        }
    }

    /// Marks the cursor's line in the first column, and reverses its cell. A reversed line would be twice as many bytes.
    ///
    /// - Parameter isSpanning: Whether the cell is a text that extends over columns.
    private func paintCursor(isSpanning: Bool, at y: Int, on screen: inout TerminalScreen) {
        screen.put(">", column: 0, line: y, ScreenStyle(.strong))
        let span = spans.first { $0.column == columns.cursor }
        let range = isSpanning ? ColumnLayout.gutter..<ColumnLayout.gutter + 1 : span?.range ?? 0..<1
        screen.restyle(line: y, range) { $0.isReversed = true }
        screen.cursor = (min(range.lowerBound, screen.width - 1), y)
    }
}

extension TerminalScreen {
    /// Puts the first line of a cell's text on the screen, and returns the column behind it.
    @discardableResult
    mutating func put(_ text: CellText, column: Int, line: Int, end: Int, _ style: ScreenStyle) -> Int {
        text.bytes[text.firstLine.range].withUnsafeBufferPointer {
            put($0, column: column, line: line, end: end, style)
        }
    }
}
