import TableAgent

/// The number of bytes that terminals accept for the clipboard.
private let clipboardLimit = 74_994

extension BrowsedLines {
    /// Copies the visible cells of the marked rows, or the cell of the cursor without marked rows, unless the text is too long.
    ///
    /// - Parameter withTitles: Whether a line with the titles comes first. The text of a head belongs to no column.
    func copy(_ columns: ColumnLayout, withTitles: Bool, _ messages: BrowserWords.Messages) -> KeyAnswer {
        guard let line = cursorLine else { return [] }
        let rows = markedPositions
        let copied = rows.isEmpty ? [columns.cursor] : columns.visible
        var text =
            rows.isEmpty
            ? lines.text(of: line, column: columns.cursor) : tabSeparatedText(ofRows: rows, columns: copied)
        if withTitles, !rows.isEmpty || line.part != .head {
            text = tabSeparated(copied.map { lines.title(ofColumn: $0) }) + text
        }
        guard text.utf8.count <= clipboardLimit else { return KeyAnswer(message: messages.tooLong) }
        return KeyAnswer(
            effects: [.copy(Array(text.utf8))],
            message: rows.isEmpty ? messages.copiedCell : messages.copiedRows(rows.count))
    }

    /// Returns the displayed texts of rows in some columns, with a line for each row.
    private func tabSeparatedText(ofRows positions: [RowPosition], columns: [Int]) -> String {
        var grid = GridLine()
        return positions.reduce(into: "") { text, position in
            lines.fill(&grid, with: BrowserLine(position))
            text += tabSeparated(columns.map { grid.shown(at: $0) })
        }
    }

    /// Returns a line of texts with tabs between them. A tab or a line break within a text becomes a space.
    private func tabSeparated(_ texts: [String]) -> String {
        let clean = texts.map { text in String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
        return clean.joined(separator: "\t") + "\n"
    }
}
