import TableAgent
import TableSurfaces

/// The page that lists the keys.
struct HelpPage {
    let bindings: KeyBindings

    private static let entries: [(commands: [BrowserCommand], text: String)] = [
        ([.moveUp, .moveDown, .moveLeft, .moveRight], "move by a line or a column"),
        ([.pageUp, .pageDown], "move by a screen"),
        ([.halfPageUp, .halfPageDown], "move by half a screen"),
        ([.moveToStart, .moveToEnd, .goToLine], "first line, last line, line by number"),
        ([.searchForward, .searchBackward], "search down or up"),
        ([.findNext, .findPrevious], "next match, previous match"),
        ([.filter, .filterByValue], "only rows with a text, with this value"),
        ([.sort, .unsort], "sort by this column, original order"),
        ([.toggleSection], "fold or unfold the section"),
        ([.collapseAll, .expandAll], "fold all sections, unfold all"),
        ([.select, .showActions], "select the row, its actions"),
        ([.showDetails], "all of the row"),
        ([.mark, .copy], "mark the row, copy the cell or the marked rows"),
        ([.followEnd, .pause], "follow the end, pause updates"),
        ([.freezeColumns, .hideColumn], "freeze columns, hide this one"),
        ([.cancel], "stop, show all rows again"),
        ([.repaint, .suspend], "draw again, suspend"),
        ([.help, .leave], "this page, leave"),
    ]

    /// Lines with keys and their meaning.
    private var lines: [(keys: String, text: String)] {
        Self.entries.compactMap { commands, text in
            let keys = commands.map { command in
                bindings.keys(of: command).map(\.name).sorted { ($0.count, $0) < ($1.count, $1) }
                    .joined(separator: " ")
            }
            let shown = keys.filter { !$0.isEmpty }.joined(separator: "  ")
            return shown.isEmpty ? nil : (shown, text)
        }
    }

    /// The page as text.
    var text: String {
        lines.map { "\($0.keys): \($0.text)" }.joined(separator: "\n")
    }

    /// Paints the page. On a narrow screen, the meaning is cut at the edge.
    func paint(_ screen: inout TerminalScreen) {
        screen.clear()
        let lines = lines
        let indent = min((lines.map(\.keys.count).max() ?? 0) + 3, max(screen.width / 2, 1))
        for (index, line) in lines.prefix(max(screen.height - 1, 1)).enumerated() {
            screen.put(line.keys, column: 1, line: index, end: indent - 1, ScreenStyle(.strong))
            screen.put(line.text, column: indent, line: index)
        }
        if screen.height > 1 {
            screen.put("Any key returns", column: 0, line: screen.height - 1, ScreenStyle(.muted))
        }
        screen.cursor = (0, screen.height - 1)
    }
}

extension BrowserKey {
    /// The name of the key on the help page.
    fileprivate var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let character): "^\(character)"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .home: "Home"
        case .end: "End"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .escape: "Esc"
        case .delete: "Delete"
        case .f1: "F1"
        case .paste, .click, .wheel: ""
        }
    }
}
