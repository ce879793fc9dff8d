import TableAgent
import TableSurfaces

/// The dialog from the actions of a row, or of the marked rows, to the event of one of them: a menu, a line for each input, and a
/// question.
///
/// A person may press a key twice, or before the screen shows what it means. So an action that has asked for something is
/// performed only by the key `y`, and a key without a meaning closes the menu.
struct ActionDialog {
    /// An action, and the placement in which the row offers it.
    struct Choice {
        var action: RowAction
        let placement: RowAction.Placement
        /// The actions of the marked rows with the same event; empty in the dialog of one row.
        var ofMarkedRows: [Offer] = []
    }

    /// An action that a marked row offers.
    struct Offer {
        let rowID: AnyID
        let action: RowAction
        let placement: RowAction.Placement
    }

    /// The result of a key.
    enum Result {
        /// The dialog stays. `isNew` is `true` if it asks for something else now.
        case open(isNew: Bool)
        /// The dialog is closed without an event.
        case cancelled
        /// The action is performed with inputs.
        case perform(Choice, inputs: [String: String])
    }

    /// The question that the dialog shows.
    private enum Page {
        case menu
        case input(Int)
        case question
    }

    /// The name of the row.
    private let name: String

    private let words: TableWords
    private let choices: [Choice]
    private let areMarked: Bool
    private var selection = 0
    private var page = Page.menu
    private var inputs: [String: String] = [:]
    /// The text of the current input.
    private var text = ""

    /// The reason why the last key was refused, or `nil`.
    private(set) var problem: String?

    /// Creates a dialog, or returns `nil` if a row has no actions.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - words: The words of the browser.
    init?(_ row: Row, words: TableWords) {
        name = "\(row.id)"
        self.words = words
        areMarked = false
        var choices: [Choice] = []
        for placement in [RowAction.Placement.menu, .leading, .trailing] {
            for action in row.actions(placement)
            where !choices.contains(where: { $0.action.isSame(as: action) }) {
                choices.append(Choice(action: action, placement: placement))
            }
        }
        guard !choices.isEmpty else { return nil }
        self.choices = choices
        selection = choices.firstIndex { $0.action.isEnabled } ?? 0
    }

    /// Creates a dialog that edits a cell of a row: the cell in a column, or else one that the person chooses. Returns `nil` if no
    /// cell can be edited.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - column: The key of the column.
    ///   - words: The words of the browser.
    init?(editing row: Row, column: String?, words: TableWords) {
        name = "\(row.id)"
        self.words = words
        areMarked = false
        // An edit has no placement.
        choices = row.edits.filter { $0.isEnabled && $0.column != nil }.map {
            Choice(action: $0, placement: .menu)
        }
        guard !choices.isEmpty else { return nil }
        if let index = choices.firstIndex(where: { $0.action.column == column }) {
            selection = index
            ask(for: 0)
        }
    }

    /// Creates a dialog of marked rows, or returns `nil` if they offer no action that allows several rows.
    ///
    /// - Parameters:
    ///   - rows: The marked rows, from the top.
    ///   - words: The words of the browser.
    init?(marked rows: [Row], words: TableWords) {
        let ids = rows.prefix(20).map { "\($0.id)" } + (rows.count > 20 ? ["…"] : [])
        name = "\(words.browser.marked(rows.count)) (\(ids.joined(separator: ", ")))"
        self.words = words
        areMarked = true
        var choices: [Choice] = []
        for row in rows {
            var names: Set<String> = []
            // In the order of pages, so that the first action of an event is the same one.
            for placement in [RowAction.Placement.trailing, .leading, .menu] {
                for action in row.actions(placement)
                where action.allowsMany && action.isEnabled && names.insert(action.name.text).inserted {
                    let known = choices.firstIndex { $0.action.name == action.name }
                    // Rows that ask for something else can't have the same answer.
                    if let known {
                        guard let shared = choices[known].action.shared(with: action) else { continue }
                        choices[known].action = shared
                    } else {
                        choices.append(Choice(action: action, placement: placement))
                    }
                    choices[known ?? choices.count - 1].ofMarkedRows.append(
                        Offer(rowID: row.id, action: action, placement: placement))
                }
            }
        }
        guard !choices.isEmpty else { return nil }
        self.choices = choices
    }

    // MARK: Texts

    /// The name of the row, and the actions; or the question. The first text is a title.
    var texts: [String] {
        let words = words.browser.actions
        switch page {
        case .menu:
            return [words.title(name)]
                + choices.enumerated().map { index, choice in
                    let title = [choice.action.submenu, choice.action.title].compactMap(\.self)
                        .joined(separator: ": ")
                    let state = choice.action.isEnabled ? "" : " \(words.disabled)"
                    let count = areMarked ? " \(choice.ofMarkedRows.count)" : ""
                    return "\(index + 1)  \(title)\(count)\(needsAnswer(choice) ? "…" : "")\(state)"
                }
        case .input: return ["\(action.title): \(name)"]
        case .question:
            let values = action.inputs.map { "\($0.label): \(inputs[$0.name] ?? "")" }
            let question = words.question(action.title, name)
            let confirmations = choices[selection].ofMarkedRows.compactMap(\.action.confirmation)
            return ["\(action.title): \(name)"] + values + confirmations
                + [areMarked ? question : action.confirmation ?? question]
        }
    }

    /// The index of the selected action in the texts, or `nil` if there is no menu.
    var selectedText: Int? { if case .menu = page { selection + 1 } else { nil } }

    /// Returns whether an action can be performed now, by its index in the texts.
    func isEnabled(atText index: Int) -> Bool {
        if case .menu = page, index > 0 { choices[index - 1].action.isEnabled } else { true }
    }

    /// The label of the current input and the text so far, or the keys that answer.
    var prompt: (label: String, text: String) {
        let words = words.browser.actions
        return switch page {
        case .menu: (words.menuKeys, "")
        case .question: (words.questionKeys, "")
        case .input(let index):
            if case .choice = action.inputs[index].kind {
                ("\(action.inputs[index].label) \(words.choiceKeys): ", text)
            } else {
                ("\(action.inputs[index].label): ", text)
            }
        }
    }

    private var action: RowAction { choices[selection].action }

    /// An action on several rows is always confirmed.
    private func needsAnswer(_ choice: Choice) -> Bool { areMarked || choice.action.needsAnswer }

    // MARK: Keys

    /// Performs a key.
    ///
    /// - Parameter isVisible: Whether the screen has room for the selected action, or for the whole question. A person must not
    ///   answer a question of which only a part is visible.
    mutating func handle(_ key: BrowserKey, isVisible: Bool) -> Result {
        problem = nil
        if key == .escape || key == .control("C") { return .cancelled }
        switch page {
        case .menu: return handleMenu(key, isVisible)
        case .input(let index): return handleInput(key, index)
        case .question:
            guard key == "y" else { return key == "n" || key == "q" ? .cancelled : .open(isNew: false) }
            return isVisible ? .perform(choices[selection], inputs: inputs) : tooSmall()
        }
    }

    private mutating func tooSmall() -> Result {
        problem = words.browser.actions.tooSmall
        return .open(isNew: false)
    }

    private mutating func handleMenu(_ key: BrowserKey, _ isVisible: Bool) -> Result {
        switch key {
        case .up, "k": selection = max(selection - 1, 0)
        case .down, "j": selection = min(selection + 1, choices.count - 1)
        case "a", .click, .wheel, .paste: break
        case .character(let character):
            guard let number = character.wholeNumberValue, choices.indices.contains(number - 1) else {
                return .cancelled
            }
            selection = number - 1
        case .enter:
            guard isVisible else { return tooSmall() }
            guard action.isEnabled else {
                problem = words.browser.actions.notPossible(action.title)
                return .open(isNew: false)
            }
            guard needsAnswer(choices[selection]) else { return .perform(choices[selection], inputs: [:]) }
            ask(for: 0)
            return .open(isNew: true)
        default: return .cancelled
        }
        return .open(isNew: false)
    }

    private mutating func handleInput(_ key: BrowserKey, _ index: Int) -> Result {
        let input = action.inputs[index]
        if case .choice(let titles) = input.kind, !titles.isEmpty {
            let current = titles.firstIndex(of: text)
            switch key {
            case .down, .right, .tab, " ": text = titles[((current ?? -1) + 1) % titles.count]
            case .up, .left: text = titles[((current ?? 0) + titles.count - 1) % titles.count]
            case .enter: return accept(input, index)
            default: break
            }
            return .open(isNew: false)
        }
        if key == .enter { return accept(input, index) }
        text.edit(key)
        return .open(isNew: false)
    }

    /// Keeps the text of an input if it is valid, and asks for the next one.
    private mutating func accept(_ input: ActionInput, _ index: Int) -> Result {
        inputs[input.name] = text
        // Later inputs may be empty still. Their problems are others.
        if action.invalidInput(in: inputs) == input {
            problem = input.requirement(in: words)
            return .open(isNew: false)
        }
        ask(for: index + 1)
        return .open(isNew: true)
    }

    private mutating func ask(for index: Int) {
        if index < action.inputs.count {
            page = .input(index)
            text = action.inputs[index].initialText
        } else {
            page = .question
        }
    }
}

extension String {
    /// Edits a line of text by a key: adds a character or a pasted text, or removes the last character or all of them.
    mutating func edit(_ key: BrowserKey) {
        switch key {
        case .character(let character): append(character)
        case .paste(let text):
            let isVisible = { (scalar: Unicode.Scalar) in scalar.value >= 0x20 && scalar.value != 0x7F }
            append(contentsOf: text.prefix(1_000).filter { $0.unicodeScalars.allSatisfy(isVisible) })
        case .backspace: if !isEmpty { removeLast() }
        case .control("U"): removeAll()
        default: break
        }
    }
}
