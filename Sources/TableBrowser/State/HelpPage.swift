import TableAgent
import TableSurfaces

/// The page that lists the keys.
struct HelpPage {
    private let bindings: KeyBindings
    /// The index of the first visible line.
    private var first = 0

    /// Creates a page of some bindings.
    init(bindings: KeyBindings) { self.bindings = bindings }

    private static let entries: [(commands: [BrowserCommand], text: String)] = [
        ([.moveUp, .moveDown, .moveLeft, .moveRight], "move by a line or a column"),
        ([.pageUp, .pageDown], "move by a screen"),
        ([.halfPageUp, .halfPageDown], "move by half a screen"),
        ([.moveToStart, .moveToEnd, .goToLine], "first line, last line, line by number"),
        ([.searchForward, .searchBackward], "search down or up"),
        ([.findNext, .findPrevious], "next match, previous match"),
        ([.filter, .filterByValue], "only rows with a text, with this value"),
        ([.sort], "sort by this column, again: downwards"),
        ([.unsort], "original order"),
        ([.toggleSection], "fold or unfold the section"),
        ([.collapseAll, .expandAll], "fold all sections, unfold all"),
        ([.select, .showActions], "select the row, its actions"),
        ([.showDetails], "all of the row"),
        ([.mark, .copy], "mark the row, copy the cell or the marked rows"),
        ([.followEnd, .pause], "follow the end, pause updates"),
        ([.freezeColumns, .hideColumn], "freeze columns, hide this one"),
        ([.cancel], "stop, or hide the details, or show all rows without marks"),
        ([.repaint, .suspend], "draw again, suspend"),
        ([.help, .leave], "this page, leave"),
    ]

    /// Lines with keys and their meaning.
    private var lines: [(keys: String, text: String)] {
        let own = bindings.postedNames.map { (commands: [BrowserCommand.post($0)], text: $0.text) }
        return (Self.entries + own).compactMap { commands, text in
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

    /// Returns the page after a key that scrolls, or `nil` for a key that hides the page.
    func scrolled(by key: BrowserKey, height: Int) -> HelpPage? {
        let room = max(height - 1, 1)
        let step: Int
        switch key {
        case .down, "j": step = 1
        case .up, "k": step = -1
        case .pageDown, " ": step = room
        case .pageUp: step = -room
        case .wheel(let count): step = count
        default: return nil
        }
        var page = self
        page.first = max(0, min(first + step, lines.count - room))
        return page
    }

    /// Paints the page. Long texts end with an ellipsis.
    func paint(_ screen: inout TerminalScreen) {
        screen.clear()
        let lines = lines
        let room = max(screen.height - 1, 1)
        let visible = lines.dropFirst(first).prefix(room)
        let indent = min((lines.map(\.keys.count).max() ?? 0) + 3, max(screen.width / 2, 1))
        for (index, line) in visible.enumerated() {
            screen.put(line.keys, column: 1, line: index, end: indent - 1, ScreenStyle(.strong))
            screen.put(line.text.cut(to: screen.width - indent, .standard), column: indent, line: index)
        }
        let place = "\(first + 1)–\(first + visible.count) of \(lines.count), ↑ ↓ scroll; "
        let text = (visible.count < lines.count ? place : "") + "any other key returns"
        if screen.height > 1 { screen.put(text, column: 0, line: screen.height - 1, ScreenStyle(.muted)) }
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
