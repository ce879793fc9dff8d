import TableAgent

/// The visible lines of a table with the line of the cursor and the marked rows. They follow new tables, and can be filtered,
/// sorted, and searched.
struct BrowsedLines {
    /// The visible lines.
    private(set) var lines = TableLines()

    /// The words of series.
    var seriesText = TableWords.english.series {
        didSet { lines.seriesText = seriesText }
    }

    /// The part of the lines that the screen shows, with the cursor.
    private(set) var viewport = Viewport()

    /// The rows that the person marked.
    var marks = MarkedRows()

    /// The last steps of the person, which can be taken back.
    var history: [UndoStep] = [] {
        didSet { if history.count > 100 { history.removeFirst() } }
    }

    /// The rows that the last update changed or added.
    var changes = ChangeMarks()

    /// The rows with signs: all changes of the last update until their time is over, and during a pause.
    var shownChanges: ChangeMarks? { isPaused || !changes.isOver ? changes : nil }

    /// The filters and the sorts.
    private(set) var query = BrowserQuery()

    /// Whether new tables wait until the pause ends.
    var isPaused = false

    /// Whether the cursor stays on the last line while rows are added.
    var isFollowing = false {
        didSet { if isFollowing { viewport.move(to: lines.count - 1, in: lines) } }
    }

    /// Whether the cursor is on another line than the person chose, because the line was removed or the cursor followed the end.
    private var isCursorReplaced = false

    /// Whether the person can't have seen the line of the cursor: the line came with a table that was not painted yet.
    private var isCursorUnseen = false

    /// Whether the next table is shown from its first line on, because the person has asked for another one.
    var showsNextFromTop = false

    /// Whether the lines have changed since they were painted.
    private var isUnpainted = false

    /// Whether keys were pressed while rows were filtered or sorted.
    private var wasUsedDuringWork = false

    /// The last line of the cursor while a filter shows no lines, for the next filter.
    private var lineBeforeNone: BrowserLine?

    /// The search that begins when the rows are filtered and sorted.
    private var nextSearch: (pattern: TextPattern, isForward: Bool)?

    /// The match of a search in a section that is being unfolded. The cursor moves to the row once it is visible.
    private var awaitedMatch: RowPosition?

    /// The newest table, if it waits, and the number of updates that wait.
    private var pending: (table: TableInfo, count: Int)?
    private var work: Work?

    /// Work on all rows, in slices.
    private enum Work {
        case search(LineSearch)
        /// The table is a newer one if it was not visible when the work began.
        case query(QueriedTable.Work, isNewTable: Bool)
    }

    /// The maximum number of changes that are applied one by one.
    private static let changeLimit = 1_000

    // MARK: Tables

    /// Shows a new table, or lets it wait for ``settle()``.
    ///
    /// - Parameter changes: The changes from the newest table, or `nil` if they are unknown.
    mutating func update(_ changes: TableChanges?, to new: TableInfo) {
        if isPaused || work != nil || pending != nil || !query.isEmpty {
            pending = (table: new, count: waitingCount + 1)
        } else {
            replace(with: new, changes)
        }
    }

    /// Shows the table that waits, unless the person has paused.
    mutating func settle() {
        guard !isPaused, work == nil, let new = pending?.table else { return }
        pending = nil
        replace(with: new, TableChanges(from: lines.table, to: new, limit: Self.changeLimit))
    }

    /// Whether a newer table than the visible one exists.
    var isBehind: Bool { newest != nil }

    /// The newest table, visible or not.
    var newestTable: TableInfo { newest ?? lines.table }

    /// The newest table, if it is not visible yet.
    private var newest: TableInfo? {
        if let pending { return pending.table }
        return if case .query(let work, isNewTable: true) = work { work.whole } else { nil }
    }

    /// The number of updates that wait.
    var waitingCount: Int { pending?.count ?? 0 }

    private mutating func replace(with new: TableInfo, _ changes: TableChanges?) {
        // The columns of more rows can have other alignments, and further columns behind the known ones.
        let keys = new.columns.shown(to: .people).map(\.key)
        if !keys.starts(with: lines.columns.map(\.key)) {
            query = BrowserQuery()
            history.removeAll(where: \.namesColumns)
        }
        if query.isEmpty {
            follow(TableLines(new), changes)
        } else if changes != nil,
            let queried = try? lines.queried?.following(new, limit: Self.changeLimit)
        {
            follow(TableLines(queried.whole, query: query, queried: queried), changes)
        } else {
            // The old table stays visible until the new one is sorted.
            work = .query(newWork(on: new), isNewTable: true)
        }
    }

    private func newWork(on table: TableInfo, isStrict: Bool = false) -> QueriedTable.Work {
        QueriedTable.Work(
            query.plan(for: table, seriesText: seriesText), of: table, isStrict: isStrict,
            after: lines.queried)
    }

    /// Shows the lines of a new table, and follows the cursor's line and the marked rows, also to other sections. Among rows with
    /// equal ids, a mark stays with its row or goes.
    private mutating func follow(_ new: TableLines, _ changes: TableChanges?) {
        var rows = history.reduce(into: marks.rows) { $0.formUnion($1.rows) }
        if let awaitedMatch { rows.insert(awaitedMatch) }
        if !rows.isEmpty {
            let positions = RowMatch.newPositions(of: rows, changes, from: lines.table, to: new.table)
            marks.follow(positions)
            history = history.compactMap { $0.following(positions) }
            awaitedMatch = awaitedMatch.flatMap { positions[$0] }
        }
        lineBeforeNone = nil
        self.changes.update(changes, from: lines, to: new)
        let successor = cursorLine?.successor(changes, from: lines.table, to: new.table)
        show(new, cursor: successor, countsNew: new.table.rowCount > lines.table.rowCount)
        if showsNextFromTop { moveToTop() }
        if let awaitedMatch { reveal(BrowserLine(awaitedMatch)) }
    }

    /// Replaces the lines, and moves the cursor to a line.
    private mutating func show(_ new: TableLines, cursor successor: BrowserLine.Successor?, countsNew: Bool) {
        let hadCursor = cursorLine != nil
        lines = new
        lines.seriesText = seriesText
        isUnpainted = true
        viewport.follow(successor.map { lines.index(of: $0.line) } ?? 0, in: lines, countsNew: countsNew)
        if let successor, !successor.isSame || cursorLine != successor.line { replaceCursor() }
        if isFollowing, viewport.cursor < lines.count - 1 {
            viewport.move(to: lines.count - 1, in: lines)
            replaceCursor()
        }
        if !hadCursor, cursorLine != nil { isCursorUnseen = true }
    }

    /// Moves the cursor to the first line, which the person accepts as soon as it was painted.
    private mutating func moveToTop() {
        viewport.move(to: 0, in: lines)
        isCursorReplaced = false
        isCursorUnseen = true
        showsNextFromTop = false
    }

    private mutating func replaceCursor() {
        isCursorReplaced = true
        isCursorUnseen = true
    }

    /// Whether the person has chosen and seen the line under the cursor.
    var isCursorConfirmed: Bool { !isCursorReplaced && !isCursorUnseen }

    /// Call this when the lines and the message were painted or spoken.
    mutating func wasPainted() {
        isUnpainted = false
        isCursorUnseen = false
        changes.wasPainted()
    }

    /// Returns whether the person has chosen and seen the line under the cursor. If not, the caller shows a message. Once the
    /// message was painted, the next key is for this line.
    mutating func confirmCursor() -> Bool {
        guard !isCursorConfirmed else { return true }
        isCursorReplaced = false
        isCursorUnseen = true
        isFollowing = false
        return false
    }

    // MARK: Work on all rows

    /// The result of a slice of work.
    enum WorkResult: Equatable {
        case unfinished
        case done
        /// A line, maybe of a folded section, with the first column that has the text.
        case found(BrowserLine, column: Int, hasWrapped: Bool)
        case notFound(String)
        case failed(TableError)
    }

    /// The share of the work that is done, from 0 to 1, or `nil` without work.
    var progress: Double? {
        switch work {
        case nil: nil
        case .search(let search): search.progress
        case .query(let work, _): work.progress
        }
    }

    /// Filters and sorts the rows. With an empty query, the rows of the table are visible immediately.
    ///
    /// - Parameter isStrict: Whether a value of another kind than its column's is an error, which ends the work.
    mutating func show(_ new: BrowserQuery, isStrict: Bool) {
        postponeWork()
        wasUsedDuringWork = false
        query = new
        if query.isEmpty {
            showOrder(TableLines(lines.table))
        } else {
            work = .query(newWork(on: lines.table, isStrict: isStrict), isNewTable: false)
        }
    }

    /// Searches for a text from the cursor on, after the rows are filtered and sorted.
    mutating func search(for pattern: TextPattern, isForward: Bool) {
        if isOrdering {
            nextSearch = (pattern, isForward)
            return
        }
        postponeWork()
        guard let cursorLine else { return }
        work = .search(LineSearch(pattern, from: cursorLine, isForward: isForward, in: lines))
    }

    /// Moves the cursor to a line. If the line is a row of a folded section, the cursor moves once the section is unfolded.
    mutating func reveal(_ line: BrowserLine) {
        awaitedMatch = isFolded(line) ? line.position : nil
        let index = lines.index(of: line)
        if lines.count > 0, lines[index] == line { move { $0.reveal(index, in: $1) } }
    }

    /// Returns whether a line is a row of a folded section.
    func isFolded(_ line: BrowserLine) -> Bool {
        line.position != nil && lines.section(of: line)?.isCollapsed == true
    }

    /// Whether the rows are being filtered or sorted, so that those on the screen are not the rows that the person asked for.
    var isOrdering: Bool { if case .query(_, isNewTable: false) = work { true } else { false } }

    /// Makes room for other work. A new table that is being sorted waits again.
    private mutating func postponeWork() {
        let postponed = work
        work = nil
        guard case .query(let work, let isNewTable) = postponed else { return }
        query = lines.query
        if isNewTable { pending = pending ?? (work.whole, 1) }
    }

    /// Ends the work. Rows stay in their present order. A new table is visible in its own order, which undo takes back.
    mutating func stopWork() {
        let stopped = work
        work = nil
        guard case .query(let work, let isNewTable) = stopped else { return }
        if isNewTable {
            history.append(.show(query))
            query = BrowserQuery()
            replace(with: work.whole, nil)
        } else {
            query = lines.query
        }
    }

    /// Searches, filters, or sorts for a while.
    mutating func work(for duration: Duration) -> WorkResult {
        let deadline = ContinuousClock.now + duration
        let current = work
        // The work is moved out, so that its arrays are not copied.
        work = nil
        switch consume current {
        case nil: return .done
        case .search(var search):
            let result = search.run(until: deadline)
            if result == .unfinished { work = .search(search) }
            return result
        case .query(var showing, let isNewTable):
            do throws(TableError) {
                guard let queried = try showing.run(until: deadline) else {
                    work = .query(showing, isNewTable: isNewTable)
                    return .unfinished
                }
                let new = TableLines(queried.whole, query: query, queried: queried)
                if isNewTable { follow(new, nil) } else { showOrder(new) }
            } catch {
                work = .query(showing, isNewTable: isNewTable)
                stopWork()
                return .failed(error)
            }
        }
        guard let search = nextSearch else { return .done }
        nextSearch = nil
        self.search(for: search.pattern, isForward: search.isForward)
        return work == nil ? .done : .unfinished
    }

    /// Shows the same table in another order. If a filter hides the cursor's row, the cursor moves to the next visible row.
    ///
    /// The person expects this, unless keys were pressed meanwhile. After a sort at the top, the cursor is on the new first row.
    private mutating func showOrder(_ new: TableLines) {
        let wasReplaced = isCursorReplaced
        let wasUnseen = isCursorUnseen
        let isSorted = new.query.sorts != lines.query.sorts
        let staysAtTop = isSorted && firstRowAtTop.map { viewport.cursor <= $0 } ?? false
        let last = cursorLine ?? lineBeforeNone
        lineBeforeNone = new.count == 0 ? last : nil
        let line = last.map { BrowserLine.Successor(line: lines.next($0, visibleIn: new), isSame: true) }
        show(new, cursor: line, countsNew: false)
        if staysAtTop {
            viewport.move(to: 0, in: lines)
            viewport.move(to: firstRowAtTop ?? 0, in: lines)
            replaceCursor()
        }
        if !wasUsedDuringWork {
            isCursorReplaced = wasReplaced
            isCursorUnseen = wasUnseen || staysAtTop
        }
        let next = viewport.cursor + 1
        if !new.query.filters.isEmpty, let line = cursorLine, line.part == .head, next < lines.count,
            lines[next].section == line.section
        {
            viewport.move(to: next, in: lines)
        }
    }

    /// The index of the first row if the first lines are on the screen, or `nil`.
    private var firstRowAtTop: Int? {
        viewport.top == 0 ? visibleLines.first { lines[$0].position != nil } : nil
    }

    /// Ends a search, since the person goes on. A filter or a sort continues.
    mutating func keyWasPressed() {
        if case .search = work { work = nil }
        nextSearch = nil
        awaitedMatch = nil
        wasUsedDuringWork = work != nil
    }

    // MARK: The cursor

    /// The line of the cursor, or `nil` if there are no lines.
    var cursorLine: BrowserLine? { lines.count > 0 ? lines[viewport.cursor] : nil }

    /// The position of the cursor's row in the newest table; `nil` for a head or foot, or if the row is gone.
    ///
    /// - Complexity: O(1), or that of ``RowMatch/newPositions(of:_:from:to:)`` if the visible table is not the newest one.
    var newestCursorPosition: RowPosition? {
        guard let position = cursorLine?.position, let newest else { return cursorLine?.position }
        return RowMatch.newPositions(of: [position], nil, from: lines.table, to: newest)[position]
    }

    /// The positions of the marked rows, from the top. Rows that a filter hides are the last ones.
    var markedPositions: [RowPosition] { lines.ordered(marks.rows) }

    /// The positions of the marked rows in the newest table, from the top of the visible one; `nil` for a row that is gone.
    ///
    /// - Complexity: That of ``newestCursorPosition``.
    var newestMarkedPositions: [RowPosition?] {
        let positions = markedPositions
        guard let newest else { return positions }
        let new = RowMatch.newPositions(of: Set(positions), nil, from: lines.table, to: newest)
        return positions.map { new[$0] }
    }

    /// Returns the index of a section in the newest table, or `nil` if the section is gone.
    func newestIndex(ofSection index: Int) -> Int? {
        guard let newest else { return index }
        return RowMatch.newIndices(ofSectionsIn: lines.table, newest)[index]
    }

    /// Moves the cursor with the functions of the viewport.
    ///
    /// A line that replaced the cursor's line is accepted only if the person has seen it.
    mutating func move(_ body: (inout Viewport, TableLines) -> Void) {
        isFollowing = false
        if !isCursorUnseen { isCursorReplaced = false }
        body(&viewport, lines)
        // The person meant a move in the table that was painted.
        if isUnpainted { isCursorUnseen = true }
    }

    /// The indices of the lines on the screen.
    var visibleLines: Range<Int> { viewport.range(in: lines) }

    /// Changes the number of lines on the screen.
    mutating func resize(height: Int) {
        viewport.resize(height: height, in: lines)
    }
}
