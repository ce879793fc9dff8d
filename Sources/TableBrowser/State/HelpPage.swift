import TableAgent
import TableSurfaces

/// The page that lists the keys.
struct HelpPage {
    private let bindings: KeyBindings
    /// The keys of the program, and their meaning.
    private let programKeys: [BrowserKey: String]
    private let words: BrowserWords
    /// The index of the first visible line.
    private var first = 0

    /// Creates a page of some bindings.
    init(bindings: KeyBindings, programKeys: [BrowserKey: String], words: BrowserWords) {
        self.bindings = bindings
        self.programKeys = programKeys
        self.words = words
    }

    private var entries: [(commands: [BrowserCommand], text: String)] {
        let texts = words.help
        return [
            ([.moveUp, .moveDown, .moveLeft, .moveRight], texts.move),
            ([.pageUp, .pageDown], texts.page),
            ([.halfPageUp, .halfPageDown], texts.halfPage),
            ([.moveToStart, .moveToEnd, .goToLine], texts.ends),
            ([.moveToFirstColumn, .moveToLastColumn, .goToColumn], texts.columns),
            ([.searchForward, .searchBackward], texts.search),
            ([.findNext, .findPrevious], texts.find),
            ([.filter, .filterByValue], texts.filter),
            ([.sort, .addSort], texts.sort),
            ([.unsort], texts.unsort),
            ([.toggleSection], texts.fold),
            ([.collapseAll, .expandAll], texts.foldAll),
            ([.select, .showActions], texts.select),
            ([.showDetails, .openDetails], texts.details),
            ([.editCell], texts.edit),
            ([.mark, .unmarkAll], texts.mark),
            ([.copy], texts.copy),
            ([.copyWithTitles], texts.copyWithTitles),
            ([.undo], texts.undo),
            ([.followEnd, .pause], texts.follow),
            ([.freezeColumns, .hideColumn], texts.freeze),
            ([.cancel], texts.cancel),
            ([.repaint, .suspend], texts.repaint),
            ([.help, .leave], texts.leave),
        ]
    }

    /// Lines with keys and their meaning.
    private var lines: [(keys: String, text: String)] {
        let own = bindings.postedNames.map { (commands: [BrowserCommand.post($0)], text: $0.text) }
        let listed = (entries + own).compactMap { commands, text -> (keys: String, text: String)? in
            let keys = commands.map { command in
                bindings.keys(of: command).map { $0.name(in: words.keys) }.sorted {
                    ($0.count, $0) < ($1.count, $1)
                }
                .joined(separator: " ")
            }
            let shown = keys.filter { !$0.isEmpty }.joined(separator: "  ")
            return shown.isEmpty ? nil : (shown, text)
        }
        let others = programKeys.map { (keys: $0.name(in: words.keys), text: $1) }
        return others.sorted { $0.keys < $1.keys } + listed
    }

    /// The page as text.
    var text: String {
        lines.map { "\($0.keys): \($0.text)" }.joined(separator: "\n")
    }

    /// The terminal columns before the texts.
    private func indent(onWidth width: Int) -> Int {
        min((lines.map(\.keys.count).max() ?? 0) + 3, max(width / 2, 1))
    }

    /// Returns the lines of the page on a screen, where a long text takes several.
    private func lines(onWidth width: Int) -> [(keys: String, text: String)] {
        let indent = indent(onWidth: width)
        return lines.flatMap { line in
            line.text.wrapped(to: width - indent, .standard).enumerated().map {
                ($0 == 0 ? line.keys : "", $1)
            }
        }
    }

    /// Returns the page after a key that scrolls, or `nil` for a key that hides the page.
    func scrolled(by key: BrowserKey, width: Int, height: Int) -> HelpPage? {
        let count = lines(onWidth: width).count
        guard let next = key.scrolled(from: first, of: count, room: max(height - 1, 1)) else { return nil }
        var page = self
        page.first = next
        return page
    }

    /// Paints the page.
    func paint(_ screen: inout TerminalScreen) {
        screen.clear()
        let lines = lines(onWidth: screen.width)
        let room = max(screen.height - 1, 1)
        let visible = lines.dropFirst(first).prefix(room)
        let indent = indent(onWidth: screen.width)
        for (index, line) in visible.enumerated() {
            let keys = line.keys.cut(to: indent - 2, .standard)
            screen.put(keys, column: 1, line: index, ScreenStyle(.strong))
            screen.put(line.text, column: indent, line: index)
        }
        let place = words.help.place(first + 1, first + visible.count, lines.count)
        let text = (visible.count < lines.count ? place : "") + words.help.returns
        if screen.height > 1 {
            screen.put(
                text.cut(to: screen.width, .standard), column: 0, line: screen.height - 1, ScreenStyle(.muted)
            )
        }
        screen.cursor = (0, screen.height - 1)
    }
}

extension BrowserKey {
    /// Returns the first visible line of a page after a key that scrolls, or `nil` for another key.
    ///
    /// - Parameters:
    ///   - first: The index of the first visible line.
    ///   - count: The number of lines.
    ///   - room: The number of visible lines.
    func scrolled(from first: Int, of count: Int, room: Int) -> Int? {
        if case .wheel = self, count <= room { return first }
        guard count > room else { return nil }
        let next: Int
        switch self {
        case .down, "j": next = first + 1
        case .up, "k": next = first - 1
        case .pageDown, " ": next = first + room
        case .pageUp: next = first - room
        case .home, "g": next = 0
        case .end, "G": next = count
        case .wheel(let distance): next = first + distance
        default: return nil
        }
        return max(0, min(next, count - room))
    }

    /// Returns the name of the key on the help page; empty for a paste, a click, and the wheel.
    func name(in words: BrowserWords.Keys) -> String {
        switch self {
        case .character(" "): words.space
        case .character(let character): String(character)
        case .control(let character): "^\(character)"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: words.pageUp
        case .pageDown: words.pageDown
        case .home: words.home
        case .end: words.end
        case .enter: words.enter
        case .tab: words.tab
        case .backspace: words.backspace
        case .escape: words.escape
        case .delete: words.delete
        case .f1: "F1"
        case .paste, .click, .wheel: ""
        }
    }
}
