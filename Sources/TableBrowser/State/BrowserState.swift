public import TableAgent
public import TableSurfaces

/// A table that a person browses, as a value: the visible lines, the cursor, and the answers to keys.
///
/// The state reads no input and writes no output, so a program with an event loop of its own can use it:
///
/// ```swift
/// var state = BrowserState()
/// state.update(nil, to: table)
/// var screen = TerminalScreen(width: 80, height: 24)
/// state.paint(&screen)
/// write(screen.repaint())
///
/// let effects = state.handle("G")          // for each key
/// ```
///
/// ``TableBrowser`` is a container with a state and a terminal.
public struct BrowserState {
    /// The keys of the commands.
    public var bindings: KeyBindings

    /// The message in the status line, until the next key.
    public var message = ""

    private var browsed = BrowsedLines()
    private var columns: ColumnLayout
    /// The column of the cursor.
    private var column = 0
    private var marks = MarkedRows()
    private var details = DetailsPane()
    private var pattern: TextPattern?
    private var searchesForward = true
    private var mode = BrowserMode.browsing
    /// The rules of the terminal for the widths of characters.
    public var widthPolicy: TextFormat.WidthPolicy {
        didSet {
            if widthPolicy != oldValue { columns = ColumnLayout(browsed.lines, policy: widthPolicy) }
        }
    }
    private(set) var size = (width: 80, height: 24)

    /// The words on the screen, in messages, and in series; English by default.
    public var words: TableWords {
        didSet {
            browsed.seriesText = words.series
            columns = ColumnLayout(browsed.lines, policy: widthPolicy)
        }
    }

    /// Whether the last key used the menu of actions. A second press of Enter must not select the row.
    private var hasUsedMenu = false
    /// Whether there was work before the present key, which ends a search.
    private var wasWorking = false

    /// Creates a state with an empty table, for a screen of 80 columns and 24 lines.
    ///
    /// - Parameters:
    ///   - bindings: The keys of the commands.
    ///   - widthPolicy: The rules of the terminal for the widths of characters.
    ///   - words: The words on the screen.
    public init(
        bindings: KeyBindings = .standard, widthPolicy: TextFormat.WidthPolicy = .standard,
        words: TableWords = .english
    ) {
        (self.bindings, self.widthPolicy, self.words) = (bindings, widthPolicy, words)
        browsed.seriesText = words.series
        columns = ColumnLayout(policy: widthPolicy)
        layOut()
    }

    /// The visible table. While the browser is paused, or sorts a new table, a newer table exists.
    public var table: TableInfo { browsed.lines.table }

    /// Whether updates wait because the person has paused them.
    public var isPaused: Bool { browsed.isPaused }

    /// Whether a newer table than the visible one exists. Effects then name rows by their ids.
    public var isBehind: Bool { browsed.isBehind }

    // MARK: Tables

    /// Shows a new table. The line of the cursor stays where it is on the screen.
    ///
    /// While the browser is paused, or rows are filtered, sorted, or searched, the table waits for ``settle()``.
    ///
    /// - Parameters:
    ///   - changes: The changes from the newest table, or `nil` if they are unknown.
    ///   - new: The new table.
    /// - Complexity: O(changes × log sections), or O(sections) if sections change or the changes are unknown.
    public mutating func update(_ changes: TableChanges?, to new: TableInfo) {
        browsed.update(changes, to: new)
        tableChanged()
    }

    /// Shows the table that waits, unless the browser is paused. All updates since the last call are one change.
    ///
    /// - Complexity: O(rows) while rows are filtered or sorted.
    public mutating func settle() {
        browsed.settle()
        tableChanged()
    }

    private mutating func tableChanged() {
        if columns.isOutdated(for: browsed.lines) {
            columns = ColumnLayout(browsed.lines, policy: widthPolicy)
            column = max(0, min(column, columns.count - 1))
        }
        if case .actions(let dialog) = mode, cursorKey != dialog.row {
            (mode, message) = (.browsing, words.browser.actions.rowIsGone)
        }
        layOut()
    }

    /// The ids of the cursor's row, or `nil` for a head or foot.
    private var cursorKey: RowKey? {
        browsed.cursorLine?.position.map { RowKey($0, in: table) }
    }

    /// Searches, filters, or sorts for a while.
    ///
    /// - Parameter duration: The time after which the method returns.
    /// - Returns: Whether there is more to do.
    public mutating func work(for duration: Duration) -> Bool {
        let result = browsed.work(for: duration)
        if result == .unfinished { return true }
        switch result {
        case .notFound(let text): message = words.browser.messages.notFound(text)
        case .found(let column, let hasWrapped):
            if !columns.hidden.contains(column) { self.column = column }
            if hasWrapped { message = words.browser.messages.wrapped }
        case .unfinished, .done: break
        }
        tableChanged()
        return false
    }

    /// Ends what a person has begun: work, a prompt, or a menu. Call this before a person browses again.
    public mutating func reset() {
        browsed.stopWork()
        (mode, message, hasUsedMenu) = (.browsing, "", false)
        layOut()
    }

    /// Whether ``work(for:)`` has something to do.
    public var hasWork: Bool { browsed.progress != nil }

    /// Changes the size of the screen, in terminal columns and lines.
    public mutating func resize(width: Int, height: Int) {
        size = (max(1, width), max(1, height))
        layOut()
    }

    /// Divides the screen between the titles, the lines, the details, and the status.
    private mutating func layOut() {
        browsed.resize(height: layout.lines.count)
        columns.reveal(column, onWidth: size.width)
    }

    private var layout: ScreenLayout {
        ScreenLayout(
            height: size.height, hasCaption: table.caption?.isEmpty == false,
            hasTitles: !table.columns.isEmpty,
            paneHeight: paneHeight)
    }

    /// The number of lines of the dialog or the details.
    private var paneHeight: Int {
        if case .actions = mode { return painter.dialogLines(onWidth: size.width).count }
        return details.isVisible ? min(size.height / 2, columns.count + 2) : 0
    }

    // MARK: Keys

    /// Performs a key.
    ///
    /// - Returns: The effects on the table, the terminal, and the program, in order.
    public mutating func handle(_ key: BrowserKey) -> [BrowserEffect] {
        defer { layOut() }
        switch bindings[key] {
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        default: break
        }
        switch mode {
        case .help(let page):
            mode = page.scrolled(by: key, height: size.height).map { .help($0) } ?? .browsing
            return []
        case .prompt(let prompt): return handle(key, prompt)
        case .actions(let dialog): return handle(key, dialog)
        case .browsing: break
        }
        message = ""
        wasWorking = hasWork
        browsed.keyWasPressed()
        switch key {
        case .click(let column, let line): click(column, line)
        case .wheel(let count): browsed.move { $0.turn(by: count, in: $1) }
        default:
            guard let command = bindings[key] else { break }
            return perform(command)
        }
        return []
    }

    /// Performs a command, as its key does.
    public mutating func perform(_ command: BrowserCommand) -> [BrowserEffect] {
        defer { layOut() }
        switch command {
        case .select: return select()
        case .showActions: return showActions()
        case .post(let name): return post(name)
        default: hasUsedMenu = false
        }
        switch command {
        case .moveUp: move(by: -1)
        case .moveDown: move(by: 1)
        case .pageUp: scroll(by: 1 - browsed.viewport.height)
        case .pageDown: scroll(by: browsed.viewport.height - 1)
        case .halfPageUp: scroll(by: -browsed.viewport.height / 2)
        case .halfPageDown: scroll(by: browsed.viewport.height / 2)
        case .moveToStart: browsed.move { $0.move(to: 0, in: $1) }
        case .moveToEnd: browsed.move { $0.move(to: $1.count - 1, in: $1) }
        case .moveLeft: column = columns.column(column, movedBy: -1)
        case .moveRight: column = columns.column(column, movedBy: 1)
        case .goToLine: ask(.line)
        case .searchForward: ask(.search(isForward: true))
        case .searchBackward: ask(.search(isForward: false))
        case .filter: ask(.filter)
        case .freezeColumns: ask(.freeze)
        case .findNext: return search(isForward: searchesForward)
        case .findPrevious: return search(isForward: !searchesForward)
        case .filterByValue: return filterByValue()
        case .sort:
            var new = browsed.ordering
            let isSame = new.sort?.column == column
            new.sort = RowSort(column: column, isDescending: isSame && new.sort?.isDescending == false)
            columns.makeRoomForSign(inColumn: column)
            return order(by: new)
        case .unsort: return order(by: RowOrdering(filter: browsed.ordering.filter))
        case .toggleSection: return toggleSection()
        case .collapseAll: return setAllCollapsed(true)
        case .expandAll: return setAllCollapsed(false)
        case .showDetails: details.isVisible.toggle()
        case .mark: mark()
        case .copy: return copy()
        case .followEnd: browsed.isFollowing.toggle()
        case .pause: browsed.isPaused.toggle()
        case .hideColumn:
            columns.hide(column)
            column = columns.column(column, movedBy: 0)
        case .help: mode = .help(HelpPage(bindings: bindings, words: words.browser))
        case .cancel: return cancel()
        case .interrupt: return wasWorking ? cancel() : [.leave]
        case .leave: return [.leave]
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        case .select, .showActions, .post: break
        }
        return []
    }

    /// Moves the cursor to a column. If the column is hidden, the cursor moves to a visible column beside it.
    ///
    /// - Parameter column: The index of the column in the table. An invalid index is ignored.
    public mutating func moveCursor(toColumn column: Int) {
        guard 0..<columns.count ~= column else { return }
        self.column = columns.column(column, movedBy: 0)
        layOut()
    }

    private mutating func ask(_ kind: Prompt.Kind) {
        mode = .prompt(Prompt(kind: kind, words: words.browser.prompts))
    }

    private mutating func move(by count: Int) {
        browsed.move { $0.move(to: $0.cursor + count, in: $1) }
    }

    private mutating func scroll(by count: Int) {
        browsed.move { $0.scroll(to: $0.cursor + count, in: $1) }
    }

    /// Moves the cursor to a clicked cell.
    private mutating func click(_ x: Int, _ y: Int) {
        guard let line = layout.line(at: y, in: browsed) else { return }
        browsed.move { $0.move(to: line, in: $1) }
        if let place = columns.places(onWidth: size.width).first(where: { $0.range.contains(x) }) {
            column = place.column
        }
    }

    /// Ends a search, or else hides the details, or else removes the filter, the marks, and the highlighted text.
    private mutating func cancel() -> [BrowserEffect] {
        if wasWorking || hasWork {
            browsed.stopWork()
            message = words.browser.messages.stopped
        } else if details.isVisible {
            details.isVisible = false
        } else {
            pattern = nil
            marks.removeAll()
            if browsed.ordering.filter != nil { return filter(by: nil) }
        }
        return []
    }

    // MARK: Searching and ordering

    private mutating func handle(_ key: BrowserKey, _ old: Prompt) -> [BrowserEffect] {
        var prompt = old
        mode = .browsing
        switch key {
        case .escape, .control("C"): return []
        case .backspace where prompt.text.isEmpty: return []
        case .tab where prompt.canLimitColumn: prompt.isOfColumn.toggle()
        case .enter: return finish(prompt)
        default: prompt.text.edit(key)
        }
        mode = .prompt(prompt)
        return []
    }

    private mutating func finish(_ prompt: Prompt) -> [BrowserEffect] {
        let text = prompt.text
        let typed = text.isEmpty ? nil : TextPattern(text, column: prompt.isOfColumn ? column : nil)
        switch prompt.kind {
        case .search(let isForward):
            (pattern, searchesForward) = (typed ?? pattern, isForward)
            return search(isForward: isForward)
        case .filter:
            pattern = typed
            return filter(by: typed.map { .text($0) })
        case .line:
            guard let number = Int(text) else {
                if !text.isEmpty { message = words.browser.messages.noLine(text) }
                return []
            }
            browsed.move { $0.reveal(max(1, min(number, $1.count)) - 1, in: $1) }
        case .freeze:
            if text.isEmpty {
                columns.reset()
            } else if let count = Int(text), 0...columns.count ~= count {
                columns.freeze(count)
            } else {
                message = words.browser.messages.freezeRange(columns.count)
            }
        }
        return []
    }

    private mutating func search(isForward: Bool) -> [BrowserEffect] {
        guard let pattern, browsed.lines.count > 0 else { return [] }
        browsed.search(for: pattern, isForward: isForward)
        return [.work]
    }

    private mutating func order(by ordering: RowOrdering) -> [BrowserEffect] {
        browsed.order(by: ordering)
        return hasWork ? [.work] : []
    }

    private mutating func filter(by filter: RowFilter?) -> [BrowserEffect] {
        order(by: RowOrdering(filter: filter, sort: browsed.ordering.sort))
    }

    private mutating func filterByValue() -> [BrowserEffect] {
        guard let line = browsed.cursorLine, line.position != nil else {
            message = words.browser.messages.noValue
            return []
        }
        guard !isCursorReplaced() else { return [] }
        var grid = GridLine()
        browsed.lines.fill(&grid, with: line)
        let value = Array(grid.shown(at: column).utf8)
        return filter(by: .value(column: column, text: value))
    }

    // MARK: Events

    /// The source of the cursor's row: its position, or its ids if the visible table is not the newest one.
    private var rowPlace: EventPlace? {
        guard let position = browsed.cursorLine?.position else { return nil }
        guard isBehind else { return .row(.at(position)) }
        let section = table.sections[position.section]
        return .row(section.rows[position.row].id, in: .id(section.id))
    }

    private func reference(toSection index: Int) -> SectionReference {
        isBehind ? .id(table.sections[index].id) : .at(index)
    }

    /// Returns whether the row under the cursor is another one than the person chose, and says so. The second key is for this
    /// row.
    private mutating func isCursorReplaced() -> Bool {
        guard browsed.isCursorReplaced else { return false }
        message = words.browser.messages.replaced
        browsed.acceptCursor()
        return true
    }

    private mutating func select() -> [BrowserEffect] {
        guard let line = browsed.cursorLine else { return [] }
        if hasUsedMenu {
            hasUsedMenu = false
            message = words.browser.messages.pressAgain
            return []
        }
        if line.part == .head { return toggleSection() }
        guard let rowPlace, !isCursorReplaced() else { return [] }
        return [.select(rowPlace)]
    }

    private mutating func post(_ name: EventName<Void>) -> [BrowserEffect] {
        guard let rowPlace else {
            message = words.browser.messages.noRow
            return []
        }
        return isCursorReplaced() ? [] : [.post(name, rowPlace)]
    }

    private mutating func toggleSection() -> [BrowserEffect] {
        guard let line = browsed.cursorLine, let section = browsed.lines.section(of: line), section.hasHead
        else {
            message = words.browser.messages.noSection
            return []
        }
        return canFold() ? [.setCollapsed(reference(toSection: line.section), !section.isCollapsed)] : []
    }

    private mutating func setAllCollapsed(_ isCollapsed: Bool) -> [BrowserEffect] {
        canFold() ? [.setAllCollapsed(isCollapsed)] : []
    }

    /// A fold is an update, which a pause would hold back.
    private mutating func canFold() -> Bool {
        if isPaused { message = words.browser.messages.paused }
        return !isPaused
    }

    private mutating func showActions() -> [BrowserEffect] {
        guard let line = browsed.cursorLine, !isCursorReplaced() else { return [] }
        hasUsedMenu = true
        guard let cursorKey, let row = browsed.lines.row(of: line),
            let dialog = ActionDialog(row, cursorKey, words: words)
        else {
            message = words.browser.messages.noActions
            return []
        }
        mode = .actions(dialog)
        return [.dropTypedKeys]
    }

    private mutating func handle(_ key: BrowserKey, _ old: ActionDialog) -> [BrowserEffect] {
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
            guard let rowPlace, cursorKey == dialog.row else { return [] }
            return [.perform(choice.action, choice.place, inputs: inputs, rowPlace), .dropTypedKeys]
        }
    }

    // MARK: Marks

    /// The rows that Enter chooses in a picker: the marked rows from the top, or the row of the cursor if no row was marked.
    public var pickedRows: [Row] {
        if marks.count > 0 { return marks.positions(in: table).compactMap { table.row(at: $0) } }
        let line = browsed.cursorLine.flatMap { $0.position == nil ? nil : $0 }
        return [line.flatMap { browsed.lines.row(of: $0) }].compactMap(\.self)
    }

    private mutating func mark() {
        guard let position = browsed.cursorLine?.position else {
            message = words.browser.messages.onlyRows
            return
        }
        guard !isCursorReplaced() else { return }
        marks.toggle(position, in: table)
        move(by: 1)
    }

    /// The number of bytes that terminals accept for the clipboard.
    private static let clipboardLimit = 74_994

    private mutating func copy() -> [BrowserEffect] {
        guard let line = browsed.cursorLine else { return [] }
        let marked = marks.positions(in: table)
        var text = browsed.lines.tabSeparatedText(ofRows: marked)
        if marked.isEmpty {
            var grid = GridLine()
            browsed.lines.fill(&grid, with: line)
            text = grid.shown(at: line.position == nil && grid.cells.count == 1 ? 0 : column)
        }
        guard text.utf8.count <= Self.clipboardLimit else {
            message = words.browser.messages.tooLong
            return []
        }
        let messages = words.browser.messages
        message = marked.isEmpty ? messages.copiedCell : messages.copiedRows(marked.count)
        return [.copy(Array(text.utf8))]
    }

    // MARK: Painting

    /// The indices of the lines on the screen.
    var visibleLines: Range<Int> { browsed.viewport.range(in: browsed.lines) }

    /// All lines, for the events of display and for tests.
    var lines: TableLines { browsed.lines }

    /// The line of the cursor, and its distance from the first visible line.
    var cursorLine: BrowserLine? { browsed.cursorLine }
    var cursorOffset: Int { browsed.viewport.cursor - browsed.viewport.top }

    /// Scrolls to a row.
    mutating func scroll(to position: RowPosition) {
        let line = BrowserLine(section: position.section, part: .row(position.row))
        browsed.move { $0.reveal($1.index(of: line), in: $1) }
    }

    /// Paints the screen, which has the size of ``resize(width:height:)``.
    public mutating func paint(_ screen: inout TerminalScreen) {
        screen.clear()
        var grid = GridLine()
        for index in visibleLines {
            browsed.lines.fill(&grid, with: browsed.lines[index])
            columns.widen(for: grid, browsed.lines[index].part)
        }
        columns.reveal(column, onWidth: size.width)
        painter.paint(layout, &screen)
        browsed.cursorWasShown()
    }

    /// The cursor's line with the titles of its cells, or the current question. For screen readers and for terminals without
    /// cursor addressing.
    public var spokenLine: String { painter.spokenLine }

    private var painter: BrowserPainter {
        BrowserPainter(
            browsed: browsed, columns: columns, column: column, marks: marks, details: details,
            pattern: pattern, searchesForward: searchesForward, mode: mode, message: message,
            policy: widthPolicy, words: words)
    }

    /// Whether a line of keys that ends now belongs to a prompt.
    var isAsking: Bool {
        switch mode {
        case .prompt, .actions: true
        case .browsing, .help: false
        }
    }
}
