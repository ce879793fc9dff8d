import TableAgent

/// All of a browser but its terminal: the state, the panel of its table, and the lines that are on display.
final class BrowserModel {
    var state = BrowserState()

    weak var panel: Panel? {
        didSet { if panel == nil { displays = DisplayedLines() } }
    }

    /// The commands of the program, by their keys.
    var commands: [BrowserKey: ProgramCommand] = [:] {
        didSet { state.programKeys = commands.mapValues(\.help) }
    }

    /// Receives the answer to the last question of the program.
    var receiveAnswer: ((String) -> Void)?

    /// Whether the lines are on a screen, so that they send the events of display.
    var isVisible = false

    private var displays = DisplayedLines()
    /// Whether events of display are being sent, and whether lines have changed meanwhile.
    private var isReporting = false
    private var mustReport = false

    /// Shows a new table.
    ///
    /// - Parameter changes: The changes to the table, or `nil` if they are unknown.
    func update(_ changes: TableChanges?, to new: TableInfo) {
        state.update(changes, to: new)
        displays.apply(changes)
    }

    /// Sends `willDisplay` and `didEndDisplay` for the lines that came to the screen and left it.
    ///
    /// A listener may change the table. The events of that change follow the present ones.
    func reportDisplays() {
        guard let panel, !isVisible || !state.browsed.view.isBehind else { return }
        mustReport = true
        guard !isReporting else { return }
        isReporting = true
        while mustReport {
            mustReport = false
            let view = state.browsed.view
            let lines = isVisible ? view.visibleLines.flatMap { view.lines.parts(of: view.lines[$0]) } : []
            let (left, came) = displays.show(lines, of: view.lines, in: panel)
            for source in left { source.post(.didEndDisplay) }
            for source in came { source.post(.willDisplay) }
        }
        isReporting = false
    }

    // MARK: Effects

    /// Selects a row, and returns whether the delegate allowed it.
    func select(_ sender: EventSender) -> Bool {
        guard let source = try? panel?.source(sender) else {
            state.message = state.words.browser.messages.rowIsGone
            return false
        }
        return source.select()
    }

    /// Searches, filters, or sorts for a while with all effects, and returns whether there is more to do.
    func work(for duration: Duration) -> Bool {
        guard let effects = state.advance(for: duration) else { return true }
        effects.forEach(perform)
        return false
    }

    /// Performs an effect on the table. An error becomes a message.
    func perform(_ effect: BrowserEffect) {
        if case .program(let key) = effect { commands[key]?.perform() }
        if case .answer(let text) = effect { receiveAnswer?(text) }
        guard let panel else { return }
        do {
            switch effect {
            case .post(let name, let sender): try panel.source(sender).post(name)
            case .perform(let action, let placement, let inputs, let sender):
                try perform(action, placement, from: panel.source(sender), inputs: inputs)
            case .performMany(let actions, let inputs): try perform(actions, inputs: inputs)
            case .setCollapsed(let sections, let isCollapsed):
                let shown = panel.query.changesRows ? panel.tableInfo : nil
                try panel.edit { edit in
                    for section in sections {
                        let name = shown?.section(section).map { .id($0.id) } ?? section
                        try isCollapsed ? edit.collapseSection(name) : edit.expandSection(name)
                    }
                }
            default: break
            }
        } catch {
            state.message = state.words.browser.actions.failed(error)
        }
    }

    /// Performs an action of several rows, as those rows offer it now that still offer it. A listener may show another message.
    private func perform(
        _ actions: [(RowAction, RowAction.Placement, EventSender?)], inputs: [String: String]
    ) throws {
        guard let panel, let title = actions.first?.0.title else {
            state.message = state.words.browser.actions.rowIsGone
            return
        }
        let current = actions.compactMap { action, placement, sender -> (EventSource, RowAction)? in
            guard let sender, let source = try? panel.source(sender), let position = source.position,
                let current = panel.tableInfo.row(.at(position))?.currentAction(action, at: placement)
            else { return nil }
            return (source, current)
        }
        guard !current.isEmpty else {
            state.message = state.words.browser.actions.notOffered(title)
            return
        }
        state.message = state.words.browser.actions.done("\(title) \(current.count)/\(actions.count)")
        _ = try EventSource.send(current.map { (source: $0, action: $1) }, inputs: inputs)
    }

    /// Performs an action as the row offers it now. A listener may show another message.
    private func perform(
        _ action: RowAction, _ placement: RowAction.Placement, from source: EventSource,
        inputs: [String: String]
    ) throws {
        let row = source.position.flatMap { panel?.tableInfo.row(.at($0)) }
        // An edit of a value that has changed throws an error with the present value.
        let current = row.flatMap { action.column == nil ? $0.currentAction(action, at: placement) : action }
        guard let current else {
            state.message = state.words.browser.actions.notOffered(action.title)
            return
        }
        state.message = state.words.browser.actions.done(action.title)
        try source.perform(current, inputs: inputs)
    }
}
