import TableAgent

/// The use of a terminal by a browser, until the person leaves.
protocol BrowserSession: AnyObject {
    var model: BrowserModel { get }
    var terminal: any BrowserTerminal { get }

    /// Whether Enter chooses rows and leaves.
    var picksRows: Bool { get }

    /// Browses until the person leaves, and returns the chosen rows.
    func run() async throws -> [Row]

    /// Shows the newest table soon.
    func tableChanged()

    /// Begins the work that a key asked for.
    func beginWork()

    /// Puts a text in UTF-8 on the clipboard.
    func copy(_ text: [UInt8])

    /// Draws the whole screen next time.
    func repaint()
}

/// The result of keys.
enum KeyResult {
    /// The browser waits for more keys.
    case done
    /// The browser asks something that the person has not seen yet. The rest of the keys was dropped.
    case question
    /// The person leaves, and has chosen rows.
    case leave([Row])

    var isQuestion: Bool { if case .question = self { true } else { false } }
}

extension BrowserSession {
    /// Performs keys with all of their effects.
    func perform(_ keys: [BrowserKey]) -> KeyResult {
        // The end of a pause shows what waits.
        defer { if model.state.browsed.view.isBehind, !model.state.browsed.view.isPaused { tableChanged() } }
        for key in keys {
            var isQuestion = false
            for effect in model.state.handle(key) {
                switch effect {
                case .leave: return .leave([])
                case .select(let sender): if let rows = select(sender) { return .leave(rows) }
                case .copy(let text): copy(text)
                case .work: beginWork()
                case .repaint: repaint()
                case .suspend: terminal.suspend()
                case .dropTypedKeys: isQuestion = true
                case .post, .perform, .performMany, .setCollapsed, .program, .answer: model.perform(effect)
                }
            }
            if isQuestion { return .question }
        }
        return .done
    }

    /// Selects a row, and returns the chosen rows if the person leaves with them.
    private func select(_ sender: EventSender) -> [Row]? {
        let rows = model.state.browsed.pickedRows
        if picksRows, rows.isEmpty {
            model.state.message = model.state.words.browser.messages.markedRowsAreGone
            return nil
        }
        return model.select(sender) && picksRows ? rows : nil
    }
}

extension TableError {
    /// The error of a session that a message of the terminal has ended.
    static func browsingEnded(_ message: TerminalMessage) -> TableError {
        if case .ended(let signal) = message {
            return TableError(
                .browsingEnded, "Browsing has ended, because the program received the signal \(signal).")
        }
        return TableError(.browsingEnded, "Browsing has ended, because the terminal was closed.")
    }
}
