import TableAgent
import TableSurfaces

/// The last line of the screen: facts at the left, and the most useful keys at the right. Or a prompt.
struct StatusLine {
    /// The keys, the most important one last. Keys without room are left out.
    var hints: [String] = []

    private let width: Int
    private let policy: TextWidthPolicy
    private var facts: [String] = []
    private var prompt: (label: String, text: String, hint: String)?

    /// Creates a line for a screen of a width.
    init(width: Int, policy: TextWidthPolicy) {
        (self.width, self.policy) = (width, policy)
    }

    /// Adds a fact, unless the text is empty.
    mutating func add(_ text: String) {
        if !text.isEmpty { facts.append(text) }
    }

    /// Adds the facts about the lines: the place of the cursor, the work, and the updates.
    mutating func describe(_ browsed: BrowsedLines) {
        let (lines, viewport) = (browsed.lines, browsed.viewport)
        add(lines.count == 0 ? "0" : "\((viewport.cursor + 1).grouped)/\(lines.count.grouped)")
        if let progress = browsed.progress { add("\(Int(progress * 100)) %, Esc stops") }
        if browsed.isPaused {
            add(browsed.waitingCount > 0 ? "paused, \(browsed.waitingCount.grouped) updates wait" : "paused")
        }
        if browsed.isFollowing { add("following") }
        if viewport.newAbove > 0 { add("\(viewport.newAbove.grouped) new above") }
        if let order = lines.order {
            let rows = "\(order.rowCount.grouped) of \(lines.tableRowCount.grouped) rows"
            if order.isFiltered { add("\(order.rowCount == 0 ? "nothing matches" : rows), Esc: all") }
        }
    }

    /// Shows a prompt in place of the facts.
    mutating func prompt(_ label: String, _ text: String, hint: String = "") {
        prompt = (label, text, hint)
    }

    /// Paints the line, and moves the cursor to the end of the prompt.
    func paint(_ line: Int, _ screen: inout TerminalScreen) {
        if let prompt {
            let label = screen.put(prompt.label.visible(policy), column: 0, line: line, ScreenStyle(.strong))
            let end = screen.put(prompt.text.visible(policy), column: label, line: line)
            if prompt.text.isEmpty {
                screen.put(prompt.hint, column: end + 1, line: line, ScreenStyle(.muted))
            }
            screen.cursor = (min(end, width - 1), line)
            return
        }
        let end = screen.put(facts.joined(separator: "  ").visible(policy), column: 0, line: line)
        var shown: [String] = []
        for hint in hints.reversed() {
            let text = ([hint] + shown).joined(separator: "  ")
            if end + 2 + text.count > width { break }
            shown.insert(hint, at: 0)
        }
        let text = shown.joined(separator: "  ")
        screen.put(text, column: width - text.count, line: line, ScreenStyle(.muted))
    }
}

extension Int {
    /// The number with a comma between groups of three digits: `1,234,567`.
    var grouped: String {
        let digits = String(magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
            digits.dropLast(digits.count - end).suffix(3)
        }
        return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }
}
