import TableAgent
import TableSurfaces

/// Paints the screen of a browser: the table, the details or the menu, the status, and the help. Or says the current line.
struct BrowserPainter {
    let browsed: BrowsedTable
    let showsDetails: Bool
    let mode: BrowserMode
    let message: String
    /// The details of the current row, if they are shown.
    let details: TextPage

    var view: BrowsedLines { browsed.view }
    var policy: TextFormat.WidthPolicy { browsed.widthPolicy }
    var words: BrowserWords { browsed.words.browser }

    /// Paints the parts of the screen.
    func paint(_ layout: ScreenLayout, on screen: inout TerminalScreen) {
        if case .page(let page) = mode { return page.paint(on: &screen, words.help) }
        var painter = TablePainter(browsed, layout: layout, width: screen.width)
        painter.paint(on: &screen)
        if case .actions(let dialog) = mode {
            paint(dialog, in: layout.pane, on: &screen)
        } else {
            let message = messageLines(onWidth: screen.width)
            for (line, y) in zip(message, layout.pane.suffix(message.count)) {
                screen.put(line, column: 0, line: y, ScreenStyle(.strong))
            }
            if showsDetails, view.cursorLine != nil {
                paintDetails(in: layout.pane.dropLast(message.count), on: &screen)
            }
        }
        if let y = layout.status { status(screen.width).paint(at: y, on: &screen) }
    }

    /// Paints the details on some lines of the screen, below a title.
    private func paintDetails(in range: Range<Int>, on screen: inout TerminalScreen) {
        guard !range.isEmpty else { return }
        let room = range.dropFirst()
        let hiddenCount = max(0, details.count - room.count)
        let title = hiddenCount > 0 ? words.moreDetails(hiddenCount) : words.details
        screen.put(
            title.cut(to: screen.width, policy), column: 0, line: range.lowerBound, ScreenStyle(.muted))
        screen.restyle(line: range.lowerBound, 0..<screen.width) { $0.isUnderlined = true }
        details.paint(in: room, on: &screen)
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
    private func paint(_ dialog: ActionDialog, in pane: Range<Int>, on screen: inout TerminalScreen) {
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

    /// Returns the lines of a message above the status that has no room there; otherwise, none.
    func messageLines(onWidth width: Int) -> [String] {
        guard case .browsing = mode, !message.isEmpty,
            message.displayWidth(policy) > width - Self.placeWidth
        else { return [] }
        return message.visible(policy).wrapped(to: width, policy)
    }

    /// The terminal columns of the status line for the place of the cursor.
    private static let placeWidth = 16

    private func status(_ width: Int) -> StatusLine {
        var status = StatusLine(width: width, policy: policy, words: browsed.words)
        switch mode {
        case .prompt(let prompt):
            status.ask(prompt.label(column: browsed.cursorTitle), text: prompt.text, hint: prompt.hint)
        case .actions(let dialog):
            let prompt = dialog.prompt
            let label = [message, prompt.label].filter { !$0.isEmpty }.joined(separator: " ")
            status.ask(label, text: prompt.text)
        case .browsing, .page:
            status.describe(view, message: messageLines(onWidth: width).isEmpty ? message : "")
            let markCount = view.marks.count
            if markCount > 0 { status.add(words.marked(markCount)) }
            let hiddenCount = browsed.columns.hidden.count
            if hiddenCount > 0 { status.add(words.hidden(hiddenCount)) }
            status.add(browsed.searchName)
            status.hints = hints
        }
        return status
    }

    /// The most useful keys, the most important one last.
    private var hints: [String] {
        let line = view.cursorLine
        let section = line.flatMap { view.lines.section(of: $0) }
        let row = line.flatMap { $0.position == nil ? nil : view.lines.row(of: $0) }
        var hints: [String] = []
        if row?.actions(.menu).isEmpty == false { hints.append(words.actionsHint) }
        if let section, section.hasHead {
            hints.append(section.isCollapsed ? words.unfoldHint : words.foldHint)
        }
        return hints + [words.filterHint, words.searchHint, words.quitHint, words.helpHint]
    }

    /// The cursor's line with the titles of its cells, or the current question.
    var spokenLine: String {
        switch mode {
        case .page(let page): return page.spoken(in: words)
        case .actions(let dialog):
            let selected = dialog.selectedText.map { words.currentAction($0) } ?? ""
            let prompt = dialog.prompt
            return spoken([
                message, dialog.texts.joined(separator: "; ") + ".", selected, prompt.label + prompt.text,
            ])
        case .prompt(let prompt):
            let label = prompt.label(column: browsed.cursorTitle)
            return spoken([message, label + prompt.text, prompt.text.isEmpty ? prompt.hint : ""])
        case .browsing: break
        }
        guard let line = view.cursorLine else { return spoken([words.noRowsSpoken, message]) }
        var grid = GridLine()
        let isExtending = view.lines.fill(&grid, with: line)
        let cells = grid.cells.indices.compactMap { index -> String? in
            let text = grid.shown(at: index)
            // The cells beside a sum have no values.
            if text.isEmpty, line.position == nil { return nil }
            let isOfColumn = grid.cells.count > 1 && !(isExtending && index == 0)
            return words.spoken(text, titled: isOfColumn ? view.lines.title(ofColumn: index) : "")
        }
        let place = words.place(view.viewport.cursor + 1, view.lines.count)
        let isMarked = line.position.map { view.marks.contains($0) } ?? false
        return spoken([
            place, isMarked ? words.markedRow : "", cells.joined(separator: ", "), message,
        ])
    }

    private func spoken(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: " ").visible(policy)
    }
}
