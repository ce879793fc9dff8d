import TableAgent
import TableSurfaces

/// A table that a person reads: its lines and columns with a cursor on a cell, and the last search.
struct BrowsedTable {
    var view = BrowsedLines()
    private(set) var columns = ColumnLayout()
    /// Whether a fold or a reload has changed the lines since the columns were measured.
    private var hasNewLines = false

    /// The text of the last search.
    private var pattern: TextPattern?
    /// Whether the text of the last search is shown and highlighted. A filter that is newer hides the text.
    private var showsPattern = false
    /// The direction of the last search.
    private var searchesForward = true

    /// The rules of the terminal for the widths of characters.
    var widthPolicy = TextFormat.WidthPolicy.standard {
        didSet { if widthPolicy != oldValue { measureColumns() } }
    }

    /// The words on the screen, in messages, and in series.
    var words = TableWords.english {
        didSet {
            view.seriesText = words.series
            measureColumns()
        }
    }

    /// Returns the plain values of a typed condition; `nil` if they are plain as they are typed.
    var conditionValues: ConditionValues?

    private var messages: BrowserWords.Messages { words.browser.messages }

    /// The visible table.
    var table: TableInfo { view.lines.table }

    // MARK: Tables

    /// Shows a new table, or lets it wait for ``settle()``.
    mutating func update(_ changes: TableChanges?, to new: TableInfo) {
        view.update(changes, to: new)
        let isFold = changes.map { !$0.collapsedSections.isEmpty || !$0.expandedSections.isEmpty }
        if isFold ?? true || view.changes.duration != nil { hasNewLines = true }
        measureNewColumns()
    }

    /// Shows the table that waits, unless the person has paused.
    mutating func settle() {
        view.settle()
        measureNewColumns()
    }

    private mutating func measureNewColumns() {
        if columns.isOutdated(for: view.lines) { measureColumns() }
    }

    private mutating func measureColumns() {
        let old = columns
        columns = ColumnLayout(view.lines, policy: widthPolicy, cursor: old.cursor)
        columns.keepChoices(of: old)
    }

    // MARK: The screen

    /// Scrolls, so that the cursor is on a screen with some lines of the table.
    mutating func fit(width: Int, height: Int) {
        view.resize(height: height)
        columns.reveal(onWidth: width)
    }

    /// Makes the columns as wide as new lines need. Lines that wait are measured when they are visible.
    mutating func measureLines(onWidth width: Int) {
        let areNew = hasNewLines && !view.isBehind
        if areNew { hasNewLines = false }
        columns.measure(view.lines, visible: view.visibleLines, areNew: areNew)
        columns.reveal(onWidth: width)
    }

    // MARK: Work

    /// Searches, filters, or sorts for a while. Returns `nil` if there is more to do.
    mutating func work(for duration: Duration) -> KeyAnswer? {
        defer { measureNewColumns() }
        switch view.work(for: duration) {
        case .unfinished: return nil
        case .notFound(let text): return KeyAnswer(message: messages.notFound(text))
        case .failed(let error): return KeyAnswer(message: "\(error)")
        case .found(let line, let column, let hasWrapped):
            return show(line, column: column, hasWrapped: hasWrapped)
        case .done: return []
        }
    }

    /// Moves the cursor to a line that a search has found. The section of a folded row is unfolded first.
    private mutating func show(_ line: BrowserLine, column: Int, hasWrapped: Bool) -> KeyAnswer {
        var answer = KeyAnswer()
        if view.isFolded(line) {
            if view.isPaused { return KeyAnswer(message: messages.pausedMatch) }
            guard let index = view.newestIndex(ofSection: line.section) else {
                return KeyAnswer(message: messages.rowIsGone)
            }
            answer = fold(isCollapsed: false) { number, _ in number == index } ?? []
        }
        view.reveal(line)
        if !columns.hidden.contains(column) { columns.cursor = column }
        if hasWrapped { answer.message = messages.wrapped }
        return answer
    }

    /// Whether rows are searched, filtered, or sorted.
    var isWorking: Bool { view.progress != nil }

    // MARK: The cursor

    /// Moves the cursor to the column at a column of the terminal. Returns `false` beside the columns.
    mutating func moveCursor(toTerminalColumn x: Int, onWidth width: Int) -> Bool {
        let span = columns.spans(onWidth: width).first { $0.range.contains(x) }
        columns.cursor = span?.column ?? columns.cursor
        return span != nil
    }

    /// Moves the cursor to a column, or to a visible column beside a hidden one. An invalid index is ignored.
    mutating func moveCursor(toColumn column: Int) {
        guard 0..<columns.count ~= column else { return }
        columns.cursor = column
        columns.moveCursor(by: 0)
    }

    /// Moves the cursor to the first column whose title begins with a text, or else contains it, in any case.
    private mutating func moveCursor(toColumnNamed text: String) -> KeyAnswer {
        if text.isEmpty { return [] }
        let name = text.lowercased()
        let titles = view.lines.columns.map { $0.title.lowercased() }
        // The same text again goes to the next column.
        let order = titles.indices.map { ($0 + columns.cursor + 1) % titles.count }
        let found = titles.firstIndex { $0 == name } ?? order.first { titles[$0].hasPrefix(name) }
        guard let column = found ?? order.first(where: { titles[$0].contains(name) }) else {
            return KeyAnswer(message: messages.noColumn(text))
        }
        if columns.hidden.contains(column) {
            return KeyAnswer(message: messages.columnIsHidden(view.lines.title(ofColumn: column)))
        }
        moveCursor(toColumn: column)
        return []
    }

    /// Moves the lines under the cursor, as a mouse wheel does.
    mutating func turnWheel(by count: Int) { view.move { $0.turn(by: count, in: $1) } }

    // MARK: Commands

    /// Performs a command that concerns only the table, or returns `nil` for another command.
    mutating func perform(_ command: BrowserCommand) -> KeyAnswer? {
        switch command {
        case .moveUp, .moveDown, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .moveToStart, .moveToEnd:
            view.move { $0.move(command, in: $1) }
        case .moveLeft: columns.moveCursor(by: -1)
        case .moveRight: columns.moveCursor(by: 1)
        case .moveToFirstColumn: columns.moveToStart()
        case .moveToLastColumn: moveCursor(toColumn: columns.count - 1)
        case .hideColumn: columns.hideCursor()
        case .findNext: return search(isForward: searchesForward)
        case .findPrevious: return search(isForward: !searchesForward)
        case .filterByValue: return filterByValue()
        case .sort: return sort(view.query.sorts(byColumn: columns.cursor))
        case .addSort: return sort(view.query.sorts(alsoByColumn: columns.cursor))
        case .unsort: return sort([])
        case .toggleSection: return toggleSection()
        case .collapseAll, .expandAll:
            return fold(isCollapsed: command == .collapseAll) { $1.hasHead } ?? []
        case .mark: return mark()
        case .unmarkAll:
            if view.marks.count > 0 { view.history.append(.mark(view.marks.rows, isMarked: true)) }
            view.marks.removeAll()
        case .undo: return undo()
        case .copy, .copyWithTitles:
            let answer = view.copy(columns, withTitles: command == .copyWithTitles, messages)
            return view.marks.count > 0 ? answer : confirmCursor() ?? answer
        case .post(let name):
            guard view.cursorLine?.position != nil else { return KeyAnswer(message: messages.noRow) }
            return confirmCursor() ?? answer { .post(name, $0) }
        case .followEnd: view.isFollowing.toggle()
        case .pause: view.isPaused.toggle()
        default: return nil
        }
        return []
    }

    /// Returns an answer if the person has not chosen or not seen the line under the cursor. The next key is for this line.
    mutating func confirmCursor() -> KeyAnswer? {
        view.confirmCursor() ? nil : KeyAnswer(message: messages.replaced)
    }

    /// Selects the cursor's row. For a head, toggles its section.
    mutating func select() -> KeyAnswer {
        if view.cursorLine?.part == .head { return toggleSection() }
        guard view.cursorLine?.position != nil else { return [] }
        return confirmCursor() ?? answer { .select($0) }
    }

    /// Returns the effect of a key on the cursor's row, which the newest table may not contain any more.
    func answer(_ effect: (EventSender) -> BrowserEffect) -> KeyAnswer {
        view.newestCursorPosition.map { [effect(.row(.at($0)))] } ?? KeyAnswer(message: messages.rowIsGone)
    }

    private mutating func toggleSection() -> KeyAnswer {
        guard let line = view.cursorLine, let section = view.lines.section(of: line), section.hasHead else {
            return KeyAnswer(message: messages.noSection)
        }
        if let answer = confirmCursor() { return answer }
        guard let index = view.newestIndex(ofSection: line.section) else {
            return KeyAnswer(message: messages.noSection)
        }
        return fold(isCollapsed: !section.isCollapsed) { number, _ in number == index } ?? []
    }

    /// Returns the effect that folds or unfolds sections of the newest table, or `nil` if none of them changes. A fold is an
    /// update, which a pause would hold back.
    private mutating func fold(
        isCollapsed: Bool, isUndo: Bool = false, where isMeant: (Int, TableSection) -> Bool
    ) -> KeyAnswer? {
        if view.isPaused { return KeyAnswer(message: messages.paused) }
        let sections = view.newestTable.sections
        let changed = sections.indices.filter {
            sections[$0].isCollapsed != isCollapsed && isMeant($0, sections[$0])
        }
        if changed.isEmpty { return nil }
        let ids = Set(changed.map { sections[$0].id })
        if !isUndo { view.history.append(.fold(ids, isCollapsed: !isCollapsed)) }
        return [.setCollapsed(changed.map { .at($0) }, isCollapsed)]
    }

    /// Takes back the last fold, mark, filter, or sort. Steps without an effect are passed over.
    private mutating func undo() -> KeyAnswer {
        while let step = view.history.last {
            var answer: KeyAnswer?
            switch step {
            case .fold(let ids, let isCollapsed):
                answer = fold(isCollapsed: isCollapsed, isUndo: true) { ids.contains($1.id) }
                if view.isPaused { return answer ?? [] }
            case .mark(let rows, let isMarked):
                if view.marks.mark(rows, isMarked: isMarked) { answer = [] }
            case .show(let query):
                if query != view.query { answer = show(query, isUndo: true) }
            }
            view.history.removeLast()
            if let answer { return answer }
        }
        return KeyAnswer(message: messages.nothingToUndo)
    }

    private mutating func mark() -> KeyAnswer {
        guard let position = view.cursorLine?.position else { return KeyAnswer(message: messages.onlyRows) }
        if let answer = confirmCursor() { return answer }
        let isMarked = view.marks.contains(position)
        view.history.append(.mark([position], isMarked: isMarked))
        view.marks.mark([position], isMarked: !isMarked)
        view.move { $0.move(.moveDown, in: $1) }
        return []
    }

    /// The rows that Enter chooses in a picker: the marked rows from the top, or the row of the cursor if no row was marked.
    var pickedRows: [Row] {
        let marks = view.marks
        let positions = marks.isEmpty ? [view.cursorLine?.position].compactMap(\.self) : view.markedPositions
        return positions.compactMap { table.row(.at($0)) }
    }

    /// Returns the effect of an action on marked rows, and removes the marks.
    ///
    /// - Parameters:
    ///   - offers: The actions. A row that is not marked any more, or that has the id of another marked row, is left out.
    ///   - inputs: The texts of the inputs, by name.
    mutating func performOnMarkedRows(
        _ offers: [ActionDialog.Offer], inputs: [String: String]
    ) -> BrowserEffect {
        var positions: [AnyID: [RowPosition?]] = [:]
        for (old, new) in zip(view.markedPositions, view.newestMarkedPositions) {
            if let id = table.row(.at(old))?.id { positions[id, default: []].append(new) }
        }
        view.marks.removeAll()
        let counts = Dictionary(offers.map { ($0.rowID, 1) }, uniquingKeysWith: +)
        return .performMany(
            offers.map { offer in
                let found = positions[offer.rowID] ?? []
                let isKnown = found.count == 1 && counts[offer.rowID] == 1
                return (offer.action, offer.placement, isKnown ? found[0].map { .row(.at($0)) } : nil)
            }, inputs: inputs)
    }

    // MARK: Searching and ordering

    /// Does what a person has asked for in a prompt.
    mutating func finish(_ prompt: Prompt) -> KeyAnswer {
        switch prompt.kind {
        case .search(let isForward):
            pattern = prompt.pattern(ofColumn: columns.cursor) ?? pattern
            searchesForward = isForward
            return search(isForward: isForward)
        case .filter: return addFilter(of: prompt)
        case .line:
            guard let number = Int(prompt.text) else {
                return KeyAnswer(message: prompt.text.isEmpty ? nil : messages.noLine(prompt.text))
            }
            view.move { $0.reveal(max(1, min(number, $1.count)) - 1, in: $1) }
        case .column: return moveCursor(toColumnNamed: prompt.text)
        case .question: return [.answer(prompt.text), .dropTypedKeys]
        case .freeze:
            if prompt.text.isEmpty {
                columns.reset()
            } else if let count = Int(prompt.text), 0...columns.count ~= count {
                columns.freeze(count)
            } else {
                return KeyAnswer(message: messages.freezeRange(columns.count))
            }
        }
        return []
    }

    /// Removes the last filter, or else the highlighted text.
    mutating func cancel() -> KeyAnswer {
        var query = view.query
        if query.filters.popLast() != nil { return show(query) }
        if showsPattern { pattern = nil }
        return []
    }

    /// The texts that the screen highlights.
    var highlights: [TextPattern] {
        [showsPattern ? pattern : nil].compactMap(\.self) + view.query.filters.compactMap(\.pattern)
    }

    /// The direction, the column, and the text of the last search, or an empty text if it is not shown.
    var searchName: String {
        guard showsPattern, let pattern else { return "" }
        let column = pattern.column.map { "\(title(ofColumn: $0)) ~ " } ?? ""
        return (searchesForward ? "/" : "?") + column + pattern.text
    }

    /// The title of the cursor's column.
    var cursorTitle: String { title(ofColumn: columns.cursor) }

    private func title(ofColumn column: Int) -> String {
        view.lines.columns.indices.contains(column)
            ? view.lines.columns[column].title : words.browser.untitledColumn(column + 1)
    }

    private mutating func search(isForward: Bool) -> KeyAnswer {
        guard let pattern, view.lines.count > 0 else { return [] }
        showsPattern = true
        view.search(for: pattern, isForward: isForward)
        return [.work]
    }

    private mutating func sort(_ sorts: [TableQuery.Sort]) -> KeyAnswer {
        var query = view.query
        query.sorts = sorts
        var answer = show(query)
        if !sorts.isEmpty, table.sections.count(where: \.hasHead) > 1 {
            answer.message = messages.sortedInSections
        }
        return answer
    }

    /// Shows the rows that meet a query.
    ///
    /// - Parameters:
    ///   - isStrict: Whether a value of another kind than its column's is an error.
    ///   - isUndo: Whether the query takes back a step.
    private mutating func show(_ query: BrowserQuery, isStrict: Bool = false, isUndo: Bool = false)
        -> KeyAnswer
    {
        if !isUndo, query != view.query { view.history.append(.show(view.query)) }
        columns.makeRoomForSigns(of: query)
        view.show(query, isStrict: isStrict)
        return isWorking ? [.work] : []
    }

    /// Shows only those of the visible rows that meet a filter.
    mutating func add(_ filter: BrowserQuery.Filter, isStrict: Bool = false) -> KeyAnswer {
        var query = view.query
        query.filters.append(filter)
        showsPattern = false
        return show(query, isStrict: isStrict)
    }

    private mutating func addFilter(of prompt: Prompt) -> KeyAnswer {
        do throws(TableError) {
            let titled = TitledColumns(lines: view.lines, cursor: columns.cursor, words: messages)
            let filter = try prompt.filter(for: titled, title: cursorTitle, values: conditionValues)
            guard let filter else { return [] }
            let plan = BrowserQuery(filters: [filter]).plan(for: table, seriesText: words.series)
            try plan.checkExpressions()
            return add(filter, isStrict: true)
        } catch {
            return KeyAnswer(message: "\(error)")
        }
    }

    private mutating func filterByValue() -> KeyAnswer {
        guard let line = view.cursorLine, line.position != nil else {
            return KeyAnswer(message: messages.noValue)
        }
        if let answer = confirmCursor() { return answer }
        return add(
            view.lines.filter(
                byValueOf: line, column: columns.cursor, title: cursorTitle, words: words.browser))
    }
}
