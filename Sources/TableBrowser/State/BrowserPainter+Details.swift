import TableAgent
import TableSurfaces

extension BrowserPainter {
    /// Paints all cells of the current row on some lines of the screen, one below the other, with their whole texts, and the
    /// details that its item adds.
    func paintDetails(of line: BrowserLine, in range: Range<Int>, on screen: inout TerminalScreen) {
        guard !range.isEmpty else { return }
        let lines = view.lines
        var grid = GridLine()
        lines.fill(&grid, with: line)
        let details = lines.row(of: line)?.details(in: browsed.words)?.entries ?? []
        let titles =
            grid.cells.indices.map { index in
                lines.columns.indices.contains(index) ? lines.columns[index].title.visible(policy) : ""
            } + details.map { $0.title.visible(policy) }
        let titleWidth = titles.map { $0.displayWidth(policy) }.max() ?? 0
        let indent = min(titleWidth, screen.width / 3) + 2
        screen.put(words.details, column: 0, line: range.lowerBound, ScreenStyle(.muted))
        screen.restyle(line: range.lowerBound, 0..<screen.width) { $0.isUnderlined = true }
        var y = range.lowerBound + 1
        var hiddenCount = 0
        var text = CellText(policy: policy)
        func paint(_ cell: GridCell, of grid: borrowing GridLine, titled title: String) {
            grid.withShown(of: cell) { text.set($0, width: max(1, screen.width - indent), overflow: .wrap) }
            for (number, part) in text.lines.enumerated() {
                guard y < range.upperBound else {
                    hiddenCount += 1
                    continue
                }
                if number == 0 {
                    screen.put(title, column: 0, line: y, end: indent - 1, ScreenStyle(.muted))
                }
                text.bytes[part.range].withUnsafeBufferPointer {
                    _ = screen.put($0, column: indent, line: y, end: screen.width, ScreenStyle(cell.role))
                }
                y += 1
            }
        }
        for (index, cell) in grid.cells.enumerated() { paint(cell, of: grid, titled: titles[index]) }
        for (index, detail) in details.enumerated() {
            for (number, cell) in detail.line.cells.enumerated() {
                paint(cell, of: detail.line, titled: number == 0 ? titles[grid.cells.count + index] : "")
            }
        }
        guard hiddenCount > 0 else { return }
        screen.put(words.moreDetails(hiddenCount), column: 0, line: range.lowerBound, ScreenStyle(.muted))
    }
}
