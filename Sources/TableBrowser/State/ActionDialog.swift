import TableAgent

/// The dialog from the actions of a row to the event of one of them: a menu, a line for each input, and a question.
///
/// A person may press a key twice, or before the screen shows what it means. So an action that has asked for something is
/// performed only by the key `y`.
struct ActionDialog {
    /// An action, and the place where the row offers it.
    struct Choice {
        let action: RowAction
        let place: RowActionPlace
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

    private enum Step {
        case menu
        case input(Int)
        case question
    }

    /// The actions.
    let choices: [Choice]

    /// The name of the row, for the question.
    private let rowName: String

    /// The index of the chosen action.
    private(set) var selection = 0

    private var step = Step.menu
    private var inputs: [String: String] = [:]
    /// The text of the current input.
    private var text = ""

    /// The reason why the last input was refused, or `nil`.
    private(set) var problem: String?

    /// Creates a dialog, or returns `nil` if a row has no actions.
    init?(_ row: Row, rowName: String) {
        self.rowName = rowName
        var choices: [Choice] = []
        for place in [RowActionPlace.menu, .leading, .trailing] {
            for action in row.actions(place) where !choices.contains(where: { $0.action.isSame(as: action) })
            {
                choices.append(Choice(action: action, place: place))
            }
        }
        guard !choices.isEmpty else { return nil }
        self.choices = choices
    }

    /// The lines of the menu, while the dialog shows it.
    var menu: [String]? {
        guard case .menu = step else { return nil }
        return choices.enumerated().map { index, choice in
            let title = [choice.action.submenu, choice.action.title].compactMap(\.self).joined(
                separator: ": ")
            let state = choice.action.isEnabled ? "" : " (not possible now)"
            return "\(index + 1)  \(title)\(choice.action.needsAnswer ? "…" : "")\(state)"
        }
    }

    /// The question or the label of the current input, and the text so far.
    var prompt: (label: String, text: String)? {
        let action = choices[selection].action
        switch step {
        case .menu: return nil
        case .input(let index): return ("\(action.title): \(action.inputs[index].label) ", text)
        case .question:
            let values = action.inputs.map { "\($0.label) \(inputs[$0.name] ?? "")" }.joined(separator: ", ")
            let question = action.confirmation ?? "\(action.title) \(rowName)?"
            return ("\(question)\(values.isEmpty ? "" : " (\(values))") y performs, Esc cancels ", "")
        }
    }

    /// Performs a key.
    mutating func handle(_ key: BrowserKey) -> Result {
        problem = nil
        if key == .escape || key == .control("C") { return .cancelled }
        switch step {
        case .menu: return handleMenu(key)
        case .input(let index): return handleInput(key, index)
        case .question:
            guard key == "y" else { return key == "n" || key == "q" ? .cancelled : .open(isNew: false) }
            return .perform(choices[selection], inputs: inputs)
        }
    }

    private mutating func handleMenu(_ key: BrowserKey) -> Result {
        switch key {
        case .up, "k": selection = max(selection - 1, 0)
        case .down, "j": selection = min(selection + 1, choices.count - 1)
        case "q", "a": return .cancelled
        case .character(let character):
            if let number = character.wholeNumberValue, choices.indices.contains(number - 1) {
                selection = number - 1
            }
        case .enter:
            let choice = choices[selection]
            guard choice.action.isEnabled else {
                problem = "“\(choice.action.title)” is not possible now."
                return .open(isNew: false)
            }
            guard choice.action.needsAnswer else { return .perform(choice, inputs: [:]) }
            ask(for: 0)
            return .open(isNew: true)
        default: break
        }
        return .open(isNew: false)
    }

    private mutating func handleInput(_ key: BrowserKey, _ index: Int) -> Result {
        let input = choices[selection].action.inputs[index]
        if case .choice(let titles) = input.kind, !titles.isEmpty {
            let current = titles.firstIndex(of: text) ?? 0
            switch key {
            case .down, .right, .tab, " ": text = titles[(current + 1) % titles.count]
            case .up, .left: text = titles[(current + titles.count - 1) % titles.count]
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
        if let problem = choices[selection].action.problem(with: inputs), problem == input.requirement {
            self.problem = problem
            return .open(isNew: false)
        }
        ask(for: index + 1)
        return .open(isNew: true)
    }

    private mutating func ask(for index: Int) {
        let all = choices[selection].action.inputs
        if index < all.count {
            (step, text) = (.input(index), all[index].initialText)
        } else {
            step = .question
        }
    }
}

extension String {
    /// Edits a line of text by a key: adds a character or a pasted text, or removes the last character or all of them.
    mutating func edit(_ key: BrowserKey) {
        switch key {
        case .character(let character): append(character)
        case .paste(let text):
            append(
                contentsOf: text.prefix(1_000).filter {
                    !$0.isNewline && $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
                })
        case .backspace: if !isEmpty { removeLast() }
        case .control("U"): removeAll()
        default: break
        }
    }
}
