public import TableAgent
package import TableSurfaces

/// A table that a person browses, as a value: the table with its cursor, and the answers to keys.
///
/// The state reads no input and writes no output. ``handle(_:)`` returns the effects of a key on the table, the terminal,
/// and the program, and ``paint(_:)`` draws the screen.
@_spi(Internals) public struct BrowserState {
    /// The keys of the commands.
    package var bindings = KeyBindings.standard

    /// The keys of the program that shows the table, and their meaning. They precede those of the bindings.
    var programKeys: [BrowserKey: String] = [:]

    /// The message in the status line, until the next key.
    package var message = ""

    var browsed = BrowsedTable()
    private var showsDetails = false
    private var details = TextPage(titleRole: .muted)
    private(set) var mode = BrowserMode.browsing
    private(set) var size = (width: 80, height: 24)

    /// Whether the last key used the menu of actions. A second press of Enter must not select the row.
    private var hasUsedMenu = false
    /// Whether there was work before the present key, which ends a search.
    private var wasWorking = false

    /// Whether no key was pressed since the screen was painted.
    private var isPainted = false
    /// The time at which the next keys were pressed.
    package var keyTime = ContinuousClock.now
    /// The last key and its time, if it was a click that chose a line. A second click there is Enter.
    private var lastClick: (key: BrowserKey, time: ContinuousClock.Instant)?
    /// The greatest interval between two clicks on the same place that are Enter.
    private static let doubleClick = Duration.milliseconds(500)
    /// The time for which a key of the program waits for the rows.
    private static let programDelay = Duration.milliseconds(50)
    /// Whether the person has left with the key that interrupts.
    package private(set) var wasInterrupted = false

    /// Creates a state with an empty table, for a screen of 80 columns and 24 lines.
    @_spi(Internals) public init() { layOut() }

    /// The rules of the terminal for the widths of characters.
    package var widthPolicy: TextFormat.WidthPolicy {
        get { browsed.widthPolicy }
        set { browsed.widthPolicy = newValue }
    }

    /// The words on the screen, in messages, and in series; English by default.
    package var words: TableWords {
        get { browsed.words }
        set { browsed.words = newValue }
    }

    // MARK: Tables

    /// Shows a new table. The line of the cursor stays where it is on the screen.
    ///
    /// While the browser is paused, or rows are filtered, sorted, or searched, the table waits for ``settle()``.
    ///
    /// - Parameters:
    ///   - changes: The changes from the newest table, or `nil` if they are unknown.
    ///   - new: The new table.
    /// - Complexity: O(sections + changes × log changes). With marked rows and unknown changes, O(rows).
    @_spi(Internals) public mutating func update(_ changes: TableChanges?, to new: TableInfo) {
        browsed.update(changes, to: new)
        tableChanged()
    }

    /// Shows the table that waits, unless the browser is paused. All updates since the last call are one change.
    ///
    /// - Complexity: O(rows) while rows are filtered or sorted.
    @_spi(Internals) public mutating func settle() {
        browsed.settle()
        tableChanged()
    }

    /// Closes the dialog of a row that has gone.
    private mutating func tableChanged() {
        if case .actions = mode, !browsed.view.isCursorConfirmed {
            mode = .browsing
            message = words.browser.actions.rowIsGone
        }
        layOut()
    }

    /// Searches, filters, or sorts for a while.
    ///
    /// - Parameter duration: The time after which the method returns.
    /// - Returns: The effects of the finished work, or `nil` if there is more to do.
    mutating func advance(for duration: Duration) -> [BrowserEffect]? {
        guard let result = browsed.work(for: duration) else { return nil }
        let effects = answer(result)
        tableChanged()
        return effects
    }

    /// Searches, filters, or sorts for a while, and returns whether there is more to do. Effects of the work are lost.
    @_spi(Internals) public mutating func work(for duration: Duration) -> Bool {
        advance(for: duration) == nil
    }

    /// Ends what a person has begun: a search, a prompt, or a menu. Call this before a person browses again.
    package mutating func reset() {
        browsed.view.keyWasPressed()
        mode = .browsing
        message = ""
        hasUsedMenu = false
        wasInterrupted = false
        layOut()
    }

    // MARK: The screen

    /// Changes the size of the screen, in terminal columns and lines.
    @_spi(Internals) public mutating func resize(width: Int, height: Int) {
        size = (max(1, width), max(1, height))
        isPainted = false
        layOut()
    }

    /// Divides the screen between the titles, the lines, the details, and the status.
    private mutating func layOut() {
        layOutPages()
        browsed.fit(width: size.width, height: layout.lines.count)
    }

    /// Lays out the page that fills the screen, or else the details of the current row.
    private mutating func layOutPages() {
        if case .page(var page) = mode {
            page.fit(width: size.width, height: size.height, widthPolicy)
            mode = .page(page)
        } else if showsDetails, let line = browsed.view.cursorLine {
            details.show(browsed.details(of: line))
            details.fit(width: size.width, height: size.height, widthPolicy)
        }
    }

    private var layout: ScreenLayout {
        ScreenLayout(
            height: size.height, hasCaption: browsed.table.caption?.isEmpty == false,
            hasTitles: !browsed.view.lines.columns.isEmpty, paneHeight: paneHeight)
    }

    /// The number of lines of the dialog or the details.
    private var paneHeight: Int {
        if case .actions = mode { return painter.dialogLines(onWidth: size.width).count }
        let message = painter.messageLines(onWidth: size.width)
        return message.count + (showsDetails ? min(size.height / 2, details.count + 2) : 0)
    }

    private var painter: BrowserPainter {
        BrowserPainter(
            browsed: browsed, showsDetails: showsDetails, mode: mode, message: message, details: details)
    }

    /// Paints the screen, which has the size of ``resize(width:height:)``.
    @_spi(Internals) public mutating func paint(_ screen: inout TerminalScreen) {
        screen.clear()
        if !mode.isPage { browsed.measureLines(onWidth: size.width) }
        painter.paint(layout, on: &screen)
        wasPainted()
    }

    /// Call this when the lines and the message were painted or spoken. A key for a line that nobody could see asks first.
    package mutating func wasPainted() {
        browsed.view.wasPainted()
        isPainted = true
    }

    /// The cursor's line with the titles of its cells, or the current question. For screen readers and for terminals without
    /// cursor addressing.
    package var spokenLine: String { painter.spokenLine }

    // MARK: Keys

    /// Performs a key.
    ///
    /// - Returns: The effects on the table, the terminal, and the program, in order.
    @_spi(Internals) public mutating func handle(_ key: BrowserKey) -> [BrowserEffect] {
        defer { layOut() }
        let wasPainted = isPainted
        isPainted = false
        let isSecondClick = lastClick.map { $0.key == key && keyTime - $0.time <= Self.doubleClick } ?? false
        lastClick = nil
        if bindings[key] == .suspend { return [.suspend] }
        if bindings[key] == .repaint { return [.repaint] }
        switch mode {
        case .page(var page):
            mode = page.scroll(by: key) ? .page(page) : .browsing
            return []
        case .prompt(let prompt): return handle(key, in: prompt)
        case .actions(let dialog): return handle(key, in: dialog)
        case .browsing: break
        }
        message = ""
        wasWorking = browsed.isWorking
        browsed.view.keyWasPressed()
        switch key {
        case .click where isSecondClick: return handle(.enter)
        case .click(let x, let y) where y == layout.titles:
            if browsed.moveCursor(toTerminalColumn: x, onWidth: size.width) { return perform(.sort) }
        case .click(let x, let y):
            guard let line = layout.line(at: y, in: browsed.view) else { break }
            browsed.view.move { $0.move(to: line, in: $1) }
            _ = browsed.moveCursor(toTerminalColumn: x, onWidth: size.width)
            // A person who clicks on lines that are not painted means another line.
            if wasPainted, browsed.view.isCursorConfirmed { lastClick = (key, keyTime) }
        case .wheel(let count): browsed.turnWheel(by: count)
        case _ where programKeys[key] != nil:
            // The program uses the rows that the person asked for. Esc ends what the program has begun.
            guard browsed.view.isOrdering, key != .escape else { return [.program(key)] }
            let result = browsed.work(for: Self.programDelay)
            message = result.map { $0.message ?? "" } ?? words.browser.messages.stillOrdering
            if message.isEmpty { return [.program(key)] }
        default:
            guard let command = bindings[key] else {
                let name = key.name(in: words.browser.keys)
                if !name.isEmpty { message = words.browser.messages.noCommand(name) }
                break
            }
            return perform(command)
        }
        return []
    }

    /// Performs a command, as its key does.
    package mutating func perform(_ command: BrowserCommand) -> [BrowserEffect] {
        defer { layOut() }
        switch command {
        case .select: return select()
        case .showActions: return showActions()
        case .editCell: return editCell()
        case .post: break
        default: hasUsedMenu = false
        }
        if let result = browsed.perform(command) { return answer(result) }
        switch command {
        case .goToLine: ask(.line)
        case .goToColumn: ask(.column)
        case .searchForward: ask(.search(isForward: true))
        case .searchBackward: ask(.search(isForward: false))
        case .filter: ask(.filter)
        case .freezeColumns: ask(.freeze)
        case .showDetails: showsDetails.toggle()
        case .openDetails:
            guard let line = browsed.view.cursorLine else { break }
            mode = .page(TextPage(browsed.details(of: line), titleRole: .muted))
        case .help: mode = .page(TextPage(listing: bindings, programKeys, in: words.browser))
        case .cancel: return cancel()
        case .interrupt:
            wasInterrupted = !wasWorking
            return wasWorking ? cancel() : [.leave]
        case .leave:
            guard showsDetails else { return [.leave] }
            showsDetails = false
        default: break
        }
        return []
    }

    /// Shows the message of an answer, and returns its effects.
    private mutating func answer(_ answer: KeyAnswer) -> [BrowserEffect] {
        message = answer.message ?? message
        return answer.effects
    }

    /// Ends work, or else hides the details, or else removes the last filter, or else the highlighted text of a search.
    private mutating func cancel() -> [BrowserEffect] {
        if wasWorking || browsed.isWorking {
            browsed.view.stopWork()
            message = words.browser.messages.stopped
        } else if showsDetails {
            showsDetails = false
        } else {
            return answer(browsed.cancel())
        }
        return []
    }

    private mutating func select() -> [BrowserEffect] {
        guard !hasUsedMenu || browsed.view.cursorLine == nil else {
            hasUsedMenu = false
            message = words.browser.messages.pressAgain
            return []
        }
        return answer(browsed.select())
    }

    // MARK: Dialogs

    /// Asks for a text in the status line.
    mutating func ask(_ kind: Prompt.Kind) {
        mode = .prompt(Prompt(kind: kind, words: words.browser.prompts))
    }

    private mutating func handle(_ key: BrowserKey, in prompt: Prompt) -> [BrowserEffect] {
        if key == .enter {
            mode = .browsing
            return answer(browsed.finish(prompt))
        }
        if case .wheel(let count) = key { browsed.turnWheel(by: count) }
        mode = prompt.edited(by: key).map { .prompt($0) } ?? .browsing
        return []
    }

    private mutating func showActions() -> [BrowserEffect] {
        // Without an action for several rows, the menu is that of the cursor's row, which it names.
        if browsed.view.marks.count > 0, let dialog = ActionDialog(marked: browsed.pickedRows, words: words) {
            hasUsedMenu = true
            mode = .actions(dialog)
            return [.dropTypedKeys]
        }
        if browsed.view.marks.count == 0, !browsed.view.marks.isEmpty {
            message = words.browser.messages.markedRowsAreGone
            browsed.view.marks.removeAll()
            return []
        }
        return openDialog(else: words.browser.messages.noActions) { [words] in ActionDialog($0, words: words)
        }
    }

    private mutating func editCell() -> [BrowserEffect] {
        let (columns, cursor) = (browsed.view.lines.columns, browsed.columns.cursor)
        let column = columns.indices.contains(cursor) ? columns[cursor].key : nil
        return openDialog(else: words.browser.messages.noEdits) { [words] in
            ActionDialog(editing: $0, column: column, words: words)
        }
    }

    /// Opens a dialog about the cursor's row.
    ///
    /// - Parameter problem: The message about a line without such a dialog.
    private mutating func openDialog(else problem: String, _ makeDialog: (Row) -> ActionDialog?)
        -> [BrowserEffect]
    {
        guard let line = browsed.view.cursorLine else { return [] }
        if let result = browsed.confirmCursor() { return answer(result) }
        hasUsedMenu = true
        guard line.position != nil, let dialog = browsed.view.lines.row(of: line).flatMap(makeDialog) else {
            message = problem
            return []
        }
        mode = .actions(dialog)
        return [.dropTypedKeys]
    }

    private mutating func handle(_ key: BrowserKey, in old: ActionDialog) -> [BrowserEffect] {
        var dialog = old
        let result = dialog.handle(key, isVisible: painter.showsDialog(in: layout.pane, width: size.width))
        message = dialog.problem ?? ""
        switch result {
        case .open(let isNew):
            mode = .actions(dialog)
            return isNew ? [.dropTypedKeys] : []
        case .cancelled:
            mode = .browsing
            return []
        case .perform(let choice, let inputs):
            mode = .browsing
            let effects =
                choice.ofMarkedRows.isEmpty
                ? answer(browsed.answer { .perform(choice.action, choice.placement, inputs: inputs, $0) })
                : [browsed.performOnMarkedRows(choice.ofMarkedRows, inputs: inputs)]
            return effects + [.dropTypedKeys]
        }
    }
}

/// The meaning of the next key.
enum BrowserMode {
    /// A command.
    case browsing
    /// Keys that scroll a page, or any other key, which hides it.
    case page(TextPage)
    /// A character of a text.
    case prompt(Prompt)
    /// An answer in the dialog about a row.
    case actions(ActionDialog)

    /// Whether a page covers the table, whose cells can have megabytes.
    var isPage: Bool { if case .page = self { true } else { false } }

    /// Whether a line of keys that ends now belongs to a prompt.
    var isAsking: Bool {
        switch self {
        case .prompt, .actions: true
        case .browsing, .page: false
        }
    }
}
