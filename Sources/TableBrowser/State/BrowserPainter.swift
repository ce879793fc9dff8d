import TableAgent
import TableSurfaces

/// The meaning of the next key.
enum BrowserMode {
    /// A command.
    case browsing
    /// Any key hides the help.
    case help
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
    let mode: BrowserMode
    let message: String
    let bindings: KeyBindings
    let policy: TextWidthPolicy

    private var table: TableInfo { browsed.lines.table }

    /// Paints the parts of the screen.
    func paint(_ layout: ScreenLayout, _ screen: inout TerminalScreen) {
        let painter = TablePainter(
            browsed: browsed, columns: columns, cursorColumn: column, pattern: pattern, marks: marks,
            policy: policy)
        painter.paint(layout, &screen)
        if case .actions(let dialog) = mode, let menu = dialog.menu {
            paint(menu, of: dialog, layout.pane, &screen)
        } else if details.isVisible, let line = browsed.cursorLine {
            details.paint(line, browsed.lines, layout.pane, policy, &screen)
        }
        if let line = layout.status { status(screen.width).paint(line, &screen) }
        if case .help = mode { HelpPage(bindings: bindings).paint(&screen) }
    }

    private func paint(
        _ menu: [String], of dialog: ActionDialog, _ lines: Range<Int>, _ screen: inout TerminalScreen
    ) {
        // A low screen shows the part of the menu with the selection.
        let first = max(0, dialog.selection - lines.count + 1)
        for (line, index) in zip(lines, first..<menu.count) {
            let isSelected = index == dialog.selection
            var style = ScreenStyle(dialog.choices[index].action.isEnabled ? .plain : .muted)
            style.isReversed = isSelected
            let text = (isSelected ? "> " : "  ") + menu[index].visible(policy) + " "
            screen.put(text, column: 0, line: line, style)
            if isSelected { screen.cursor = (0, line) }
        }
    }

    private func status(_ width: Int) -> StatusLine {
        var status = StatusLine(width: width, policy: policy)
        switch mode {
        case .prompt(let prompt):
            status.prompt(prompt.label(column: columnTitle), prompt.text, hint: prompt.hint)
        case .actions(let dialog):
            if let prompt = dialog.prompt {
                status.prompt(
                    [message, prompt.label].filter { !$0.isEmpty }.joined(separator: " "), prompt.text)
            } else {
                status.add(message)
                status.hints = ["Enter performs", "Esc cancels"]
            }
        case .browsing, .help:
            status.describe(browsed)
            if marks.count > 0 { status.add("\(marks.count.grouped) marked") }
            if let pattern { status.add("/\(pattern.text)") }
            status.add(message)
            status.hints = hints
        }
        return status
    }

    private var columnTitle: String {
        table.columns.indices.contains(column) ? table.columns[column].title : "column \(column + 1)"
    }

    /// The most useful keys, the most important one last.
    private var hints: [String] {
        let line = browsed.cursorLine
        let section = line.flatMap { browsed.lines.section(of: $0) }
        let row = line.flatMap { $0.position == nil ? nil : browsed.lines.row(of: $0) }
        var hints: [String] = []
        if row?.actions(.menu).isEmpty == false { hints.append("a actions") }
        if let section, section.hasHead { hints.append(section.isCollapsed ? "Space unfold" : "Space fold") }
        return hints + ["/ search", "q quit", "F1 help"]
    }

    /// The cursor's line with the titles of its cells, or the current question.
    var spokenLine: String {
        switch mode {
        case .help: return HelpPage(bindings: bindings).text
        case .actions(let dialog):
            let question =
                dialog.prompt.map { $0.label + $0.text }
                ?? "Actions: \((dialog.menu ?? []).joined(separator: ". ")). Now \(dialog.selection + 1)."
            return spoken([message, question])
        case .browsing, .prompt: break
        }
        guard let line = browsed.cursorLine else { return spoken(["No rows.", message]) }
        var grid = GridLine()
        browsed.lines.fill(&grid, with: line)
        let cells = grid.cells.indices.map { index in
            let hasTitle = grid.cells.count > 1 && table.columns.indices.contains(index)
            return (hasTitle ? "\(table.columns[index].title): " : "") + grid.shown(at: index)
        }
        let place = "\((browsed.viewport.cursor + 1).grouped) of \(browsed.lines.count.grouped)."
        let isMarked = line.position.map { marks.contains($0, in: table) } ?? false
        return spoken([place, isMarked ? "marked" : "", cells.joined(separator: ", "), message])
    }

    private func spoken(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: " ").visible(policy)
    }
}
