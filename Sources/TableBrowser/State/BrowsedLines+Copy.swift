import TableAgent

/// The number of bytes that terminals accept for the clipboard.
private let clipboardLimit = 74_994

extension BrowsedLines {
    /// Copies the marked rows, or the cell of the cursor without marked rows, unless the text is too long.
    func copy(cursorColumn: Int, _ messages: BrowserWords.Messages) -> KeyAnswer {
        guard let line = cursorLine else { return [] }
        let rows = marks.positions
        let text = rows.isEmpty ? lines.text(of: line, column: cursorColumn) : tabSeparatedText(ofRows: rows)
        guard text.utf8.count <= clipboardLimit else { return KeyAnswer(message: messages.tooLong) }
        return KeyAnswer(
            effects: [.copy(Array(text.utf8))],
            message: rows.isEmpty ? messages.copiedCell : messages.copiedRows(rows.count))
    }

    /// Returns the displayed texts of rows, with tabs between the cells and a line break after each row. A tab or a line break
    /// within a cell becomes a space.
    private func tabSeparatedText(ofRows positions: [RowPosition]) -> String {
        var grid = GridLine()
        return positions.reduce(into: "") { text, position in
            lines.fill(&grid, with: BrowserLine(position))
            let cells = grid.cells.indices.map { index in
                String(grid.shown(at: index).map { $0.isNewline || $0 == "\t" ? " " : $0 })
            }
            text += cells.joined(separator: "\t") + "\n"
        }
    }
}
