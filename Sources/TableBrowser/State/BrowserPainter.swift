import TableAgent
import TableSurfaces

/// The meaning of the next key.
enum BrowserMode {
    /// A command.
    case browsing
    /// Keys that scroll the help, or any other key, which hides it.
    case help(HelpPage)
    /// A character of a text.
    case prompt(Prompt)
    /// An answer in the dialog about a row.
    case actions(ActionDialog)
}

/// Paints the screen of a browser: the table, the details or the menu, the status, and the help. Or says the current line.
struct BrowserPainter {
    let browsed: BrowsedLines
    let columns: ColumnLayout
    let column: Int
    let marks: MarkedRows
    let details: DetailsPane
    let pattern: TextPattern?
    let searchesForward: Bool
    let mode: BrowserMode
    let message: String
    let policy: TextFormat.WidthPolicy
    let words: TableWords

    private var table: TableInfo { browsed.lines.table }

    /// Paints the parts of the screen.
    func paint(_ layout: ScreenLayout, _ screen: inout TerminalScreen) {
        let painter = TablePainter(
            browsed: browsed, columns: columns, cursorColumn: column, pattern: pattern, marks: marks,
            policy: policy, words: words.browser)
        painter.paint(layout, &screen)
        if case .actions(let dialog) = mode {
            paint(dialog, layout.pane, &screen)
        } else if details.isVisible, let line = browsed.cursorLine {
            details.paint(line, browsed.lines, layout.pane, policy, words.browser, &screen)
        }
        if let line = layout.status { status(screen.width).paint(line, &screen) }
        if case .help(let page) = mode { page.paint(&screen) }
    }

    // MARK: The dialog

    /// Returns the texts of the dialog in lines of the screen, each with the index of its text. A menu item is one line.
    func dialogLines(onWidth width: Int) -> [(text: Int, line: String)] {
        guard case .actions(let dialog) = mode else { return [] }
        return dialog.texts.enumerated().flatMap { index, text in
            let isItem = dialog.selectedText != nil || index == 0
            let lines = isItem ? [text.cut(to: width - 2, policy)] : text.wrapped(to: width - 2, policy)
            return lines.map { (index, $0) }
        }
    }

    /// Returns whether the whole question is visible, or the whole title of the selected action.
    func showsDialog(in pane: Range<Int>, width: Int) -> Bool {
        guard case .actions(let dialog) = mode else { return false }
        guard let selected = dialog.selectedText else {
            return dialogLines(onWidth: width).count <= pane.count && width > 4
        }
        return !pane.isEmpty && dialog.texts[selected].visible(policy).displayWidth(policy) <= width - 2
    }

    /// Paints as many lines as there is room for, with the selected action among them.
    private func paint(_ dialog: ActionDialog, _ pane: Range<Int>, _ screen: inout TerminalScreen) {
        let lines = dialogLines(onWidth: screen.width)
        let first = max(0, (dialog.selectedText ?? 0) - pane.count + 1)
        for (y, (text, line)) in zip(pane, lines.dropFirst(first)) {
            var style = ScreenStyle(
                text == 0 ? .strong : dialog.isEnabled(atText: text) ? .plain : .muted)
            style.isReversed = text == dialog.selectedText
            screen.put((style.isReversed ? "> " : "  ") + line, column: 0, line: y, style)
            if style.isReversed { screen.cursor = (0, y) }
        }
    }

    // MARK: The status

    private func status(_ width: Int) -> StatusLine {
        var status = StatusLine(width: width, policy: policy, words: words)
        switch mode {
        case .prompt(let prompt):
            status.prompt(prompt.label(column: columnTitle), prompt.text, hint: prompt.hint)
        case .actions(let dialog):
            let prompt = dialog.prompt
            let label = [message, prompt.label].filter { !$0.isEmpty }.joined(separator: " ")
            status.prompt(label, prompt.text)
        case .browsing, .help:
            status.describe(browsed)
            let markCount = marks.positions(in: table).count
            if markCount > 0 { status.add(words.browser.marked(markCount)) }
            if columns.hiddenCount > 0 { status.add(words.browser.hidden(columns.hiddenCount)) }
            if let pattern { status.add((searchesForward ? "/" : "?") + pattern.text) }
            status.add(message)
            status.hints = hints
        }
        return status
    }

    private var columnTitle: String {
        table.columns.indices.contains(column)
            ? table.columns[column].title : words.browser.untitledColumn(column + 1)
    }

    /// The most useful keys, the most important one last.
    private var hints: [String] {
        let line = browsed.cursorLine
        let section = line.flatMap { browsed.lines.section(of: $0) }
        let row = line.flatMap { $0.position == nil ? nil : browsed.lines.row(of: $0) }
        let texts = words.browser
        var hints: [String] = []
        if row?.actions(.menu).isEmpty == false { hints.append(texts.actionsHint) }
        if let section, section.hasHead {
            hints.append(section.isCollapsed ? texts.unfoldHint : texts.foldHint)
        }
        return hints + [texts.searchHint, texts.quitHint, texts.helpHint]
    }

    /// The cursor's line with the titles of its cells, or the current question.
    var spokenLine: String {
        switch mode {
        case .help(let page): return page.text
        case .actions(let dialog):
            let selected = dialog.selectedText.map { words.browser.currentAction($0) } ?? ""
            let prompt = dialog.prompt
            return spoken([
                message, dialog.texts.joined(separator: "; ") + ".", selected, prompt.label + prompt.text,
            ])
        case .browsing, .prompt: break
        }
        guard let line = browsed.cursorLine else { return spoken([words.browser.noRowsSpoken, message]) }
        var grid = GridLine()
        browsed.lines.fill(&grid, with: line)
        let cells = grid.cells.indices.map { index in
            let hasTitle = grid.cells.count > 1 && table.columns.indices.contains(index)
            return (hasTitle ? "\(table.columns[index].title): " : "") + grid.shown(at: index)
        }
        let place = words.browser.place(browsed.viewport.cursor + 1, browsed.lines.count)
        let isMarked = line.position.map { marks.contains($0, in: table) } ?? false
        return spoken([
            place, isMarked ? words.browser.markedRow : "", cells.joined(separator: ", "), message,
        ])
    }

    private func spoken(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: " ").visible(policy)
    }
}
