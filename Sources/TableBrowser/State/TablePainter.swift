import TableAgent
import TableSurfaces

/// Paints the caption, the titles, and the lines of a table.
struct TablePainter {
    let browsed: BrowsedLines
    let columns: ColumnLayout
    let cursorColumn: Int
    let pattern: TextPattern?
    let marks: MarkedRows
    let policy: TextWidthPolicy
    let words: BrowserWords

    private var lines: TableLines { browsed.lines }

    /// Paints the parts of a screen, and moves its cursor to the current cell.
    func paint(_ layout: ScreenLayout, _ screen: inout TerminalScreen) {
        let places = columns.places(onWidth: screen.width)
        var text = CellText(policy: policy)
        if let line = layout.caption, let caption = lines.table.caption {
            screen.put(caption.cut(to: screen.width, policy), column: 0, line: line, ScreenStyle(.strong))
        }
        if let line = layout.titles { paintTitles(line, places, &screen, &text) }
        var grid = GridLine()
        let hasHeadOnTop = browsed.viewport.showsHeadOnTop(lines)
        for (offset, index) in browsed.viewport.range(in: lines).enumerated() {
            var line = lines[index]
            if offset == 0, hasHeadOnTop { line.part = .head }
            let y = layout.lines.lowerBound + offset
            lines.fill(&grid, with: line)
            paint(grid, line, y, places, &screen, &text)
            if index == browsed.viewport.cursor { paintCursor(line, grid.cells.count, y, places, &screen) }
        }
        if lines.count == 0 {
            screen.put(
                words.noRows, column: ColumnLayout.gutter, line: layout.lines.lowerBound, ScreenStyle(.muted))
            screen.cursor = (0, layout.lines.lowerBound)
        }
    }

    private func paintTitles(
        _ y: Int, _ places: [ColumnLayout.Place], _ screen: inout TerminalScreen, _ text: inout CellText
    ) {
        var style = ScreenStyle(.strong)
        style.isUnderlined = true
        for place in places where lines.table.columns.indices.contains(place.column) {
            var title = lines.table.columns[place.column].title
            let sort = browsed.ordering.sort.flatMap { $0.column == place.column ? $0 : nil }
            let mark = sort.map { $0.isDescending ? "↓" : "↑" } ?? ""
            let markWidth = mark.isEmpty ? 0 : 1
            // A title that is wider than the cells extends over the bars, at the left.
            let isWide =
                title.withUTF8 { CellText.width(of: $0, policy, joined: true) } + markWidth
                > place.ofText.width
            let place = isWide ? place : place.ofText
            let width = max(1, place.width - markWidth)
            title.withUTF8 { text.set($0, width: width, overflow: .cut) }
            let isRight = [.right, .decimal, .decimalComma].contains(
                columns.alignment(ofColumn: place.column))
            let free = isWide ? 0 : place.width - text.lines[0].width - markWidth
            let end = screen.put(
                text, column: place.start + (isRight ? max(free, 0) : 0), line: y,
                end: place.range.upperBound,
                style)
            screen.put(mark, column: end, line: y, end: place.range.upperBound, style)
        }
        if columns.isScrolled { screen.put("‹", column: 1, line: y, style) }
        if columns.hasMore(behind: places.last, onWidth: screen.width) {
            screen.put("›", column: screen.width - 1, line: y, style)
        }
        screen.restyle(line: y, 0..<screen.width) { $0.isUnderlined = true }
    }

    /// Paints a line: a single cell of a head or foot across all columns, other cells in their columns.
    private func paint(
        _ grid: borrowing GridLine, _ line: BrowserLine, _ y: Int, _ places: [ColumnLayout.Place],
        _ screen: inout TerminalScreen, _ text: inout CellText
    ) {
        let cells = grid.cells
        if let position = line.position {
            if marks.contains(position, in: lines.table) {
                screen.put("*", column: 1, line: y, ScreenStyle(.strong))
            }
        } else if cells.count == 1 {
            let isCollapsed = lines.section(of: line)?.isCollapsed == true
            let sign = line.part == .head ? (isCollapsed ? "▸ " : "▾ ") : ""
            let start = screen.put(sign, column: ColumnLayout.gutter, line: y, ScreenStyle(.muted))
            let place = ColumnLayout.Place(column: 0, start: start, width: max(screen.width - start, 0))
            return paint(cells[0], grid, place, y, .left, &screen, &text)
        }
        for place in places where place.column < cells.count {
            let alignment =
                cells[place.column].hasValue ? columns.alignment(ofColumn: place.column) : .automatic
            let cell = cells[place.column]
            paint(cell, grid, place.ofText, isRow: line.position != nil, y, alignment, &screen, &text)
            guard place.barWidth > 0, line.position != nil else { continue }
            var style = ScreenStyle()
            style.isFaint = true
            _ = columns.bars.withBar(of: grid, cell, inColumn: place.column) {
                _ = screen.put($0, column: place.ofText.range.upperBound + 1, line: y, style)
            }
        }
    }

    private func paint(
        _ cell: GridCell, _ grid: borrowing GridLine, _ place: ColumnLayout.Place, isRow: Bool = false,
        _ y: Int,
        _ alignment: GridColumn.Alignment, _ screen: inout TerminalScreen, _ text: inout CellText
    ) {
        guard place.width > 0 else { return }
        if grid.hasSeries, var chart = columns.chart(of: grid, cell, inColumn: place.column, isRow: isRow) {
            chart.withUTF8 { text.set($0, width: place.width, overflow: .cut) }
        } else {
            grid.withShown(of: cell) { text.set($0, width: place.width, overflow: .cut) }
        }
        let line = text.lines[0]
        let free = place.width - line.width
        let indent: Int
        switch alignment {
        case .left, .automatic: indent = 0
        case .center: indent = free / 2
        case .right: indent = free
        case .decimal, .decimalComma:
            let padding = text.bytes[line.range].withUnsafeBufferPointer {
                columns.padding(after: $0, inColumn: place.column)
            }
            indent = text.isBroken ? free : max(free - padding, 0)
        }
        let start = place.start + max(indent, 0)
        screen.put(text, column: start, line: y, end: place.range.upperBound, ScreenStyle(cell.role))
        guard let pattern, pattern.column.map({ $0 == place.column }) ?? true else { return }
        text.bytes[line.range].withUnsafeBufferPointer { utf8 in
            var end = 0
            while let range = pattern.firstRange(in: utf8, from: end) {
                let first = DisplayWidth.width(
                    of: UnsafeBufferPointer(rebasing: utf8[..<range.lowerBound]), policy)
                let width = DisplayWidth.width(of: UnsafeBufferPointer(rebasing: utf8[range]), policy)
                screen.restyle(line: y, start + first..<start + first + max(width, 1)) { $0.isMatch = true }
                end = range.upperBound
            }
        }
    }

    /// Marks the cursor's line in the first column, and reverses its cell. A reversed line would be twice as many bytes.
    private func paintCursor(
        _ line: BrowserLine, _ cellCount: Int, _ y: Int, _ places: [ColumnLayout.Place],
        _ screen: inout TerminalScreen
    ) {
        screen.put(">", column: 0, line: y, ScreenStyle(.strong))
        let isSpanning = line.position == nil && cellCount == 1
        let place = places.first { $0.column == cursorColumn }
        let range = isSpanning ? ColumnLayout.gutter..<ColumnLayout.gutter + 1 : place?.range ?? 0..<1
        screen.restyle(line: y, range) { $0.isReversed = true }
        screen.cursor = (min(range.lowerBound, screen.width - 1), y)
    }
}

extension TerminalScreen {
    /// Puts the first line of a cell's text on the screen, and returns the column behind it.
    @discardableResult
    mutating func put(_ text: CellText, column: Int, line: Int, end: Int, _ style: ScreenStyle) -> Int {
        text.bytes[text.lines[0].range].withUnsafeBufferPointer {
            put($0, column: column, line: line, end: end, style)
        }
    }
}
