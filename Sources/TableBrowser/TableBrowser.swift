public import TableAgent
import TableSurfaces

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.Data
#else
    import struct Foundation.Data
#endif

/// A container that shows a table in the terminal, and lets a person browse it.
///
/// ```swift
/// let browser = TableBrowser()
/// let agent = try Agent(browser, rawData: ledger, reformer: LedgerReformer.self, eventDelegate: self)
/// try await browser.run()
/// ```
///
/// Make the browser first, and attach the agent to it. A browser that is attached later starts from the raw data, without
/// edits and without collapsed sections of the earlier container.
///
/// A browser is not `Sendable`. It belongs to the isolation domain of its agent. While ``run()`` waits for keys, other tasks of
/// this domain can reload and edit. The line of the cursor then stays where it is on the screen.
///
/// Enter selects a row, as a tap does: the delegate is asked first. The key `a` shows the actions of an `EventItem`. Space
/// collapses or expands a section by an edit, so that listeners receive the events of the table.
public final class TableBrowser: TableContainer {
    /// The panel that shows tables in the browser.
    public weak var panel: Panel? {
        didSet { if panel == nil { displays.removeAll() } }
    }

    /// The keys of the commands.
    public var bindings: KeyBindings {
        get { state.bindings }
        set { state.bindings = newValue }
    }

    /// The words on the screen, in messages, and in series; English by default.
    public var words: TableWords {
        get { state.words }
        set { state.words = newValue }
    }

    /// Whether the browser writes a line at a time instead of a screen, and reads a line of keys at a time. For screen readers
    /// and for terminals that can't address a cursor. If `nil`, which is the default, the browser does so if `TERM` is `dumb`.
    public var isPlain: Bool?

    /// Whether the terminal reports clicks and the wheel of the mouse. The terminal's own selection of text then needs another
    /// key, usually Shift. The default is `false`.
    public var usesMouse = false

    /// Receives the bytes of each frame and its screen, for tests.
    package var onFrame: (([UInt8], TerminalScreen) -> Void)?

    private var state = BrowserState()
    private var displays = DisplayedLines()
    private var terminal: Terminal?
    /// The screen that the terminal shows, or `nil` if it must be painted completely.
    private var shown: TerminalScreen?
    private var palette = TextFormat.Palette.basic
    /// Whether the lines are on a screen, so that they send the events of display.
    private var isVisible = false
    /// Whether events of display are being sent, and whether lines have changed meanwhile.
    private var isReporting = false
    private var mustReport = false
    /// Whether the table has changed since the last frame.
    private var isOutdated = false
    private var isFrameScheduled = false
    /// Whether the browser writes a line at a time.
    private var isLinear = false
    /// Whether a question waits for the frame that shows it.
    private var hidesQuestion = false
    /// The time at which the last question was visible.
    private var questionTime: ContinuousClock.Instant?
    private var isWorkScheduled = false
    private var nextFrame = ContinuousClock.now

    /// The interval between two frames that updates cause. Keys are shown immediately.
    private static let frameInterval = Duration.milliseconds(33)
    /// The duration of a slice of work, after which keys are read.
    private static let workSlice = Duration.milliseconds(8)

    /// Creates a browser without a table.
    public init() {}

    // MARK: Container

    /// The name of the surface in error messages.
    public var surfaceName: String { "the terminal browser" }

    /// `true`: the line of the cursor stays on the screen.
    public var appliesChanges: Bool { true }

    /// Returns whether an item fills a `GridLine`, as each `GridLineItem` does.
    public func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    /// Shows a new table.
    public func reload(_ update: TableUpdate) throws {
        update.commit()
        state.update(nil, to: update.new)
        displays.forgetPositions()
        tableChanged()
    }

    /// Shows a table after changes.
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        update.commit()
        state.update(changes, to: update.new)
        displays.apply(changes)
        tableChanged()
    }

    /// Takes over a table whose rows have the same positions.
    public func renewSources() {
        guard let table = panel?.tableInfo else { return }
        state.update(TableChanges(), to: table)
        tableChanged()
    }

    /// Draws the table in the next frame.
    private func tableChanged() {
        isOutdated = true
        guard let terminal, !isLinear else { return reportDisplays() }
        guard !isFrameScheduled else { return }
        isFrameScheduled = true
        let time = nextFrame
        Task {
            try? await Task.sleep(until: time, clock: .continuous)
            terminal.send(.frame)
        }
    }

    /// Sends `willDisplay` and `didEndDisplay` for the lines that came to the screen and left it.
    ///
    /// A listener may change the table. The events of that change follow the present ones.
    private func reportDisplays() {
        guard let panel, !isVisible || !state.isBehind else { return }
        mustReport = true
        guard !isReporting else { return }
        isReporting = true
        while mustReport {
            mustReport = false
            let lines = isVisible ? state.visibleLines.map { state.lines[$0] } : []
            let (left, came) = displays.show(lines, of: state.lines, panel)
            for source in left { source.post(.didEndDisplay) }
            for source in came { source.post(.willDisplay) }
        }
        isReporting = false
    }

    /// Shows a message in the status line until the next key.
    public func show(_ message: String) {
        state.message = message
        tableChanged()
    }

    // MARK: Browsing

    /// Shows the table in the terminal until the person leaves.
    ///
    /// The terminal is that of standard input, output, or error, or else the controlling terminal of the process. So standard
    /// input and output can be pipes. Whatever ends the program, the terminal then has its former settings and content.
    ///
    /// - Throws: `TableError` with the code `noTerminal` if there is no terminal, or `browsingEnded` if the terminal was closed
    ///   or a signal that the program handles has arrived; `CancellationError` if the task was cancelled.
    public func run() async throws {
        _ = try await browse(untilPicked: false)
    }

    /// Shows the table in the terminal until the person chooses rows with Enter, or leaves.
    ///
    /// - Returns: The marked rows from the top, or the row of the cursor without marks. Empty if the person left.
    /// - Throws: The same errors as ``run()``.
    public func pickRows() async throws -> [Row] {
        try await browse(untilPicked: true)
    }

    /// Shows a table in the terminal until the person chooses rows with Enter, or leaves.
    ///
    /// ```swift
    /// let customers = try await TableBrowser.pick(from: table).compactMap { $0.data(as: Customer.self) }
    /// ```
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - words: The words on the screen.
    /// - Returns: The marked rows from the top, or the row of the cursor without marks. Empty if the person left.
    /// - Throws: The same errors as ``run()``.
    public static func pick(from table: TableInfo, words: TableWords = .english) async throws -> [Row] {
        struct Unchanged: Reformer {
            func reform(_ table: TableInfo) -> TableInfo { table }
        }
        let browser = TableBrowser()
        browser.words = words
        let agent = try Agent(browser, rawData: table, reformer: Unchanged())
        let rows = try await browser.pickRows()
        return withExtendedLifetime(agent) { rows }
    }

    /// Ends browsing, as the key `q` does, after the keys that have already arrived.
    ///
    /// A listener can so show another table for a while. A later ``run()`` continues at the same line and column:
    ///
    /// ```swift
    /// browser.bindings["d"] = .post(.showDetails)
    /// agent.on(.showDetails, of: Order.self) { order in
    ///     next = order
    ///     browser.leave()
    /// }
    /// ```
    ///
    /// Does nothing unless a person is browsing.
    public func leave() {
        terminal?.send(.leave)
    }

    /// Moves the cursor to a column. If the person has hidden the column, the cursor moves to a visible one beside it.
    ///
    /// - Parameter column: The index of the column in the table. An invalid index is ignored.
    public func moveCursor(toColumn column: Int) {
        state.moveCursor(toColumn: column)
        tableChanged()
    }

    private func browse(untilPicked: Bool) async throws -> [Row] {
        isLinear = isPlain ?? TerminalTraits.standardOutput.isDumb
        let terminal = try Terminal(isPlain: isLinear, usesMouse: usesMouse)
        state.reset()
        (hidesQuestion, questionTime) = (false, nil)
        let traits = terminal.traits
        (palette, state.widthPolicy) = (traits.isColored ? traits.palette : .basic, traits.widthPolicy)
        (self.terminal, isVisible, shown) = (terminal, true, nil)
        defer {
            terminal.close()
            (self.terminal, isVisible) = (nil, false)
            (isFrameScheduled, isWorkScheduled) = (false, false)
            reportDisplays()
        }
        let rows = try await isLinear ? readLines(terminal, untilPicked) : readKeys(terminal, untilPicked)
        try Task.checkCancellation()
        return rows
    }

    private func readKeys(_ terminal: Terminal, _ untilPicked: Bool) async throws -> [Row] {
        var parser = KeyParser()
        // A table may wait since the last time.
        tableChanged()
        resize(terminal)
        var messages = terminal.messages.makeAsyncIterator()
        while let message = await messages.next() {
            switch message {
            case .bytes(let bytes, let time):
                // Keys that were typed before a question was visible do not answer it.
                if hidesQuestion || questionTime.map({ time < $0 }) == true {
                    parser = KeyParser()
                } else if let rows = performAndDraw(parser.add(bytes), terminal, untilPicked) {
                    return rows
                }
            case .quiet:
                if let rows = performAndDraw(parser.flush(), terminal, untilPicked) { return rows }
            case .resized, .resumed: resize(terminal)
            case .writable:
                if isOutdated || hidesQuestion { draw(terminal) }
            case .frame: drawFrame(terminal)
            case .work: await work(terminal)
            case .leave: return []
            case .ended, .closed: throw Self.ended(message)
            }
        }
        return []
    }

    private func performAndDraw(_ keys: [BrowserKey], _ terminal: Terminal, _ untilPicked: Bool) -> [Row]? {
        guard !keys.isEmpty else { return nil }
        let result = perform(keys, on: terminal, untilPicked)
        if case .leave(let rows) = result { return rows }
        hidesQuestion = result.isQuestion
        draw(terminal)
        return nil
    }

    /// The result of keys.
    private enum KeyResult {
        /// The browser waits for more keys.
        case done
        /// The browser asks something that the person has not seen yet. The rest of the keys was dropped.
        case question
        /// The person leaves, and has chosen rows.
        case leave([Row])

        var isQuestion: Bool { if case .question = self { true } else { false } }
    }

    private func perform(_ keys: [BrowserKey], on terminal: Terminal, _ untilPicked: Bool) -> KeyResult {
        // The end of a pause shows what waits.
        defer { if state.isBehind, !state.isPaused { tableChanged() } }
        for key in keys {
            var isQuestion = false
            for effect in state.handle(key) {
                switch effect {
                case .leave: return .leave([])
                case .select(let place):
                    let rows = state.pickedRows
                    if untilPicked, rows.isEmpty {
                        state.message = words.browser.messages.markedRowsAreGone
                    } else if select(place), untilPicked {
                        return .leave(rows)
                    }
                case .copy(let text): copy(text, terminal)
                case .work: scheduleWork(terminal)
                case .repaint: shown = nil
                case .suspend: terminal.suspend()
                case .dropTypedKeys: isQuestion = true
                case .post, .perform, .setCollapsed, .setAllCollapsed: change(effect)
                }
            }
            if isQuestion { return .question }
        }
        return .done
    }

    /// Puts a text on the clipboard of the terminal (OSC 52 of xterm).
    private func copy(_ text: [UInt8], _ terminal: Terminal) {
        guard !isLinear else {
            state.message = words.browser.messages.noClipboard
            return
        }
        terminal.write(Array("\u{1B}]52;c;\(Data(text).base64EncodedString())\u{07}".utf8))
    }

    /// Asks for a slice of work, once.
    private func scheduleWork(_ terminal: Terminal) {
        guard state.hasWork, !isWorkScheduled else { return }
        isWorkScheduled = true
        terminal.send(.work)
    }

    /// Works for a slice of time. Keys and updates that have arrived meanwhile precede the next slice.
    private func work(_ terminal: Terminal) async {
        isWorkScheduled = false
        if state.work(for: Self.workSlice) {
            if ContinuousClock.now >= nextFrame { draw(terminal) }
        } else {
            state.settle()
            draw(terminal)
        }
        scheduleWork(terminal)
        // A message that waits is returned at once, and so other tasks of the actor would not run.
        await Task.yield()
    }

    private static func ended(_ message: TerminalMessage) -> TableError {
        if case .ended(let signal) = message {
            return TableError(
                .browsingEnded, "Browsing has ended, because the program received the signal \(signal).")
        }
        return TableError(.browsingEnded, "Browsing has ended, because the terminal was closed.")
    }

    // MARK: Drawing

    private func resize(_ terminal: Terminal) {
        let size = terminal.size
        state.resize(width: size.width, height: size.height)
        shown = nil
        draw(terminal)
    }

    /// Draws the newest table. Sorted rows of a long table take a fifth of the time at most.
    private func drawFrame(_ terminal: Terminal) {
        isFrameScheduled = false
        let start = ContinuousClock.now
        if state.isBehind { isOutdated = true }
        state.settle()
        scheduleWork(terminal)
        if isOutdated { draw(terminal) }
        nextFrame = max(nextFrame, start.advanced(by: start.duration(to: .now) * 5))
    }

    /// Draws the difference to the shown screen. Frames are left out while the terminal does not read.
    private func draw(_ terminal: Terminal) {
        isOutdated = true
        guard !terminal.isBusy else { return }
        isOutdated = false
        nextFrame = .now + Self.frameInterval
        let size = terminal.size
        state.resize(width: size.width, height: size.height)
        let last = shown.flatMap { ($0.width, $0.height) == size ? $0 : nil }
        // A copy keeps the clusters of the last screen.
        var screen =
            last
            ?? TerminalScreen(
                width: size.width, height: size.height, palette: palette, widthPolicy: state.widthPolicy)
        state.paint(&screen)
        var bytes = last.map { screen.difference(from: $0) } ?? screen.repaint()
        // Short frames arrive at once anyway (synchronized output, DEC private mode 2026).
        if bytes.count > 256 { bytes = Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8) }
        if !bytes.isEmpty { terminal.write(bytes) }
        shown = screen
        if hidesQuestion, !terminal.isBusy { (hidesQuestion, questionTime) = (false, .now) }
        onFrame?(bytes, screen)
        reportDisplays()
    }

    // MARK: A line at a time

    /// Reads lines of keys, and writes the cursor's line after each of them. An empty line moves down, and a period is Enter.
    private func readLines(_ terminal: Terminal, _ untilPicked: Bool) async throws -> [Row] {
        func speak() {
            state.settle()
            reportDisplays()
            terminal.write(Array((state.spokenLine + "\n").utf8))
        }
        speak()
        var line: [UInt8] = []
        var messages = terminal.messages.makeAsyncIterator()
        while let message = await messages.next() {
            switch message {
            case .bytes(let bytes, let time):
                if let questionTime, time < questionTime { continue }
                line += bytes
            case .closed, .leave: return []
            case .ended: throw Self.ended(message)
            default: continue
            }
            while let end = line.firstIndex(of: 0x0A) {
                let keys = Array(line[..<end])
                line.removeFirst(end + 1)
                hidesQuestion = false
                if let rows = await perform(line: keys, terminal, untilPicked) { return rows }
                speak()
                // Lines that were typed before a question was spoken do not answer it.
                if hidesQuestion { (line, questionTime) = ([], .now) }
            }
        }
        return []
    }

    /// Performs the keys of a line, and returns the chosen rows, or an empty array if the person leaves. Returns `nil` to go on.
    ///
    /// The end of the line is Enter for a prompt. It does not answer a question that the line has opened.
    private func perform(line: [UInt8], _ terminal: Terminal, _ untilPicked: Bool) async -> [Row]? {
        var parser = KeyParser()
        let keys = parser.add(line) + parser.flush()
        let typed: [BrowserKey] = line.isEmpty && !state.isAsking ? [.down] : keys
        for key in typed {
            let meant: BrowserKey = key == "." && !state.isAsking ? .enter : key
            let result = perform([meant], on: terminal, untilPicked)
            if case .leave(let rows) = result { return rows }
            hidesQuestion = result.isQuestion
            if hidesQuestion { return nil }
            while state.work(for: Self.workSlice) { await Task.yield() }
        }
        guard state.isAsking else { return nil }
        let result = perform([.enter], on: terminal, untilPicked)
        if case .leave(let rows) = result { return rows }
        hidesQuestion = result.isQuestion
        while state.work(for: Self.workSlice) { await Task.yield() }
        return nil
    }

    // MARK: Events

    /// Selects a row, and returns whether the delegate allowed it.
    private func select(_ place: EventPlace) -> Bool {
        guard let source = try? panel?.source(place) else {
            state.message = words.browser.messages.rowIsGone
            return false
        }
        return source.select()
    }

    /// Performs an effect on the table. An error becomes a message.
    private func change(_ effect: BrowserEffect) {
        do {
            switch effect {
            case .post(let name, let place): try panel?.source(place).post(name)
            case .perform(let action, let offer, let inputs, let place):
                try perform(action, offer, inputs, place)
            case .setCollapsed(let section, let isCollapsed):
                try panel?.edit {
                    try isCollapsed ? $0.collapseSection(section) : $0.expandSection(section)
                }
            case .setAllCollapsed(let isCollapsed):
                try panel?.edit { edit in
                    for (index, section) in edit.table.sections.enumerated()
                    where section.hasHead && section.isCollapsed != isCollapsed {
                        try isCollapsed ? edit.collapseSection(.at(index)) : edit.expandSection(.at(index))
                    }
                }
            default: break
            }
        } catch {
            state.message = words.browser.actions.failed(error)
        }
    }

    /// Performs an action as the row offers it now. A listener may show another message.
    private func perform(
        _ action: RowAction, _ offer: RowActionPlace, _ inputs: [String: String], _ place: EventPlace
    ) throws {
        guard let panel else { return }
        let source = try panel.source(place)
        let row = source.position.flatMap { panel.tableInfo.row(at: $0) }
        guard let current = row?.currentAction(action, offer) else {
            state.message = words.browser.actions.notOffered(action.title)
            return
        }
        state.message = words.browser.actions.done(action.title)
        try source.perform(current, inputs: inputs)
    }

    // MARK: Tests

    /// Shows the lines on a screen without a terminal.
    package func appear(width: Int, height: Int) {
        isVisible = true
        state.resize(width: width, height: height)
        reportDisplays()
    }

    /// The text of all lines, without the cursor, the status, and the widths.
    package var text: String {
        var grid = GridLine()
        return (0..<state.lines.count).map { index in
            state.lines.fill(&grid, with: state.lines[index])
            return grid.cells.indices.map { grid.shown(at: $0) }.joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Selects a row that the person sees, as Enter does. Does nothing without such a row.
    package func touch(_ position: RowPosition) {
        guard state.table.row(at: position) != nil else { return }
        var screen = TerminalScreen(width: 80, height: 24)
        state.paint(&screen)
        scroll(to: position)
        for case .select(let place) in state.perform(.select) { _ = select(place) }
    }

    /// Scrolls to a row.
    package func scroll(to position: RowPosition) {
        state.scroll(to: position)
        reportDisplays()
    }
}

extension TableError.Code {
    /// There is no terminal to browse a table in.
    public static let noTerminal = Self(rawValue: "noTerminal")

    /// The terminal was closed while a person browsed a table, or a signal that the program handles has arrived.
    public static let browsingEnded = Self(rawValue: "browsingEnded")
}
