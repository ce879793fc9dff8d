import TableAgent
import TableSurfaces

/// The last line of the screen: facts at the left, and the most useful keys at the right. Or a prompt.
struct StatusLine {
    /// The keys, the most important one last. Keys without room are left out.
    var hints: [String] = []

    private let width: Int
    private let policy: TextFormat.WidthPolicy
    private let words: TableWords
    private var facts: [String] = []
    private var prompt: (label: String, text: String, hint: String)?

    /// Creates a line for a screen of a width.
    init(width: Int, policy: TextFormat.WidthPolicy, words: TableWords) {
        self.width = width
        self.policy = policy
        self.words = words
    }

    /// Adds a fact, unless the text is empty.
    mutating func add(_ text: String) {
        if !text.isEmpty { facts.append(text) }
    }

    /// Adds the place of the cursor, a message, and the facts about the lines: the work, the updates, and the filters.
    mutating func describe(_ view: BrowsedLines, message: String) {
        let number = words.number(view.viewport.cursor + 1)
        add(view.lines.count == 0 ? "0" : "\(number)/\(words.number(view.lines.count))")
        add(message)
        let lines = view.lines
        let texts = words.browser
        if let progress = view.progress { add(texts.progress(Int(progress * 100))) }
        if view.isPaused { add(texts.paused(view.waitingCount)) }
        if view.isFollowing { add(texts.following) }
        if view.viewport.newAbove > 0 { add(texts.newAbove(view.viewport.newAbove)) }
        if let queried = lines.queried, !lines.query.filters.isEmpty {
            add(texts.filtered(queried.result.matchingRowCount, queried.result.rowCount))
            if let column = queried.outdatedColumn { add(texts.hasTexts(column)) }
            for filter in lines.query.filters.reversed() { add(filter.name) }
        }
    }

    /// Shows a prompt in place of the facts.
    mutating func ask(_ label: String, text: String, hint: String = "") {
        prompt = (label: label, text: text, hint: hint)
    }

    /// Paints the line. The cursor follows a text that is typed.
    func paint(at y: Int, on screen: inout TerminalScreen) {
        if let prompt {
            // The end of a long text stays visible.
            var text = (prompt.label + prompt.text).visible(policy)
            if !prompt.text.isEmpty {
                while text.displayWidth(policy) >= max(width, 2) { text = "…" + text.dropFirst(2) }
            }
            let end = screen.put(text, column: 0, line: y, ScreenStyle(.strong))
            if prompt.text.isEmpty {
                let hint = prompt.hint.cut(to: width - end - 1, policy)
                screen.put(hint, column: end + 1, line: y, ScreenStyle(.muted))
            }
            screen.cursor = (min(end, width - 1), y)
            return
        }
        let text = facts.joined(separator: "  ").cut(to: width, policy)
        let end = screen.put(text, column: 0, line: y)
        var shown: [String] = []
        for hint in hints.reversed() {
            let text = ([hint] + shown).joined(separator: "  ")
            if end + 2 + text.displayWidth(policy) > width { break }
            shown.insert(hint, at: 0)
        }
        let keys = shown.joined(separator: "  ")
        screen.put(keys, column: width - keys.displayWidth(policy), line: y, ScreenStyle(.muted))
    }
}

extension String {
    /// The text as one line, with visible symbols instead of control characters.
    func visible(_ policy: TextFormat.WidthPolicy) -> String { cut(to: 100_000, policy) }

    /// Returns the text as one line with visible symbols instead of control characters. A text that is wider than some terminal
    /// columns is cut and ends with an ellipsis.
    func cut(to width: Int, _ policy: TextFormat.WidthPolicy) -> String {
        lines(width: width, overflow: .cut, policy)[0]
    }

    /// Returns the text in lines that are no wider than some terminal columns.
    func wrapped(to width: Int, _ policy: TextFormat.WidthPolicy) -> [String] {
        lines(width: width, overflow: .wrap, policy)
    }

    private func lines(width: Int, overflow: TextFormat.Overflow, _ policy: TextFormat.WidthPolicy)
        -> [String]
    {
        var text = self
        var cell = CellText(policy: policy)
        text.withUTF8 { cell.set($0, width: max(width, 1), overflow: overflow) }
        return cell.lines.map { String(decoding: cell.bytes[$0.range], as: UTF8.self) }
    }

    /// Returns the number of terminal columns of a text in a cell that shows it as one line.
    func cellWidth(_ policy: TextFormat.WidthPolicy) -> Int {
        var text = self
        return text.withUTF8 { CellText.width(of: $0, policy, joined: true) }
    }

    /// Returns the number of terminal columns of a text without control characters.
    func displayWidth(_ policy: TextFormat.WidthPolicy) -> Int {
        var text = self
        return text.withUTF8 { DisplayWidth.width(of: $0, policy) }
    }
}
