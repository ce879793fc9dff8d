import TableAgent

/// The text that a person copies: the marked rows, or the cell of the cursor without marked rows.
struct CopiedText {
    private let text: String
    /// The number of marked rows.
    private let rowCount: Int

    /// The number of bytes that terminals accept for the clipboard.
    private static let limit = 74_994

    /// Reads the text, or returns `nil` if there are no lines.
    init?(_ view: BrowsedLines, marks: MarkedRows, cursorColumn: Int) {
        guard let line = view.cursorLine else { return nil }
        let rows = marks.positions(in: view.lines.table)
        rowCount = rows.count
        text =
            rows.isEmpty
            ? view.lines.text(of: line, column: cursorColumn)
            : Self.tabSeparatedText(ofRows: rows, in: view.lines)
    }

    /// Returns the text for the clipboard, unless the text is too long.
    func answer(in messages: BrowserWords.Messages) -> KeyAnswer {
        guard text.utf8.count <= Self.limit else { return KeyAnswer(message: messages.tooLong) }
        let message = rowCount == 0 ? messages.copiedCell : messages.copiedRows(rowCount)
        return KeyAnswer(effects: [.copy(Array(text.utf8))], message: message)
    }

    /// Returns the displayed texts of rows, with tabs between the cells and a line break after each row. A tab or a line break
    /// within a cell becomes a space.
    private static func tabSeparatedText(ofRows positions: [RowPosition], in lines: TableLines) -> String {
        var grid = GridLine()
        return positions.reduce(into: "") { text, position in
            lines.fill(&grid, with: BrowserLine(section: position.section, part: .row(position.row)))
            let cells = grid.cells.indices.map { index in
                String(grid.shown(at: index).map { $0.isNewline || $0 == "\t" ? " " : $0 })
            }
            text += cells.joined(separator: "\t") + "\n"
        }
    }
}
