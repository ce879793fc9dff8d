/// The part of an agent that shows tables on the container.
///
/// Only the panel knows the visible table and the queue of updates.
///
/// A panel makes three decisions for each table:
///
/// 1. ``prepare(_:)`` returns the table to show, or refuses it.
/// 2. ``changes(from:to:)`` compares the table with the visible one. A container that applies changes
///    receives them. Any other container receives the whole table, and so does each container if too much has
///    changed.
/// 3. The queue determines when the table is shown: immediately, or after the running update.
///
/// Before anything changes, the panel checks that the container has a view for every item.
///
/// **The queue.** One update runs at a time. A reload or edit during an update starts from the newest table,
/// and is reformed, edited, and checked immediately. Its table then waits, and replaces the table that waited
/// before. Waiting tables are shown before the outermost call returns. That call throws the container's error
/// for its own table. The failure of a waiting table is an event, ``EventName/updateFailed``. If the
/// container refuses a table, an edit of that table fails with it. A table also waits while the surface postpones updates,
/// such as while a person drags a row.
///
/// Subclass a panel to change tables before they are shown, or to find changes in another way:
///
/// ```swift
/// final class NotingPanel: Panel {
///     override func prepare(_ table: TableInfo) throws -> TableInfo {
///         var table = table
///         table.sections.append(TableSection(id: "note") { Row("as of today", id: 0, as: NoteLine.self) })
///         return table
///     }
/// }
/// let agent = try Agent(container, rawData: orders, reformer: OrdersReformer.self, panel: NotingPanel())
/// ```
///
/// A panel belongs to one agent. A subclass is not isolated, so a subclass that the main actor uses needs no
/// annotation.
open class Panel {
    /// The surface, which the panel owns; `nil` while the panel is not attached.
    public private(set) var container: (any TableContainer)?

    /// The visible table, which the container has committed.
    public private(set) var tableInfo = TableInfo()

    /// Forwards the events of the surface to their listeners.
    let eventHandler = EventHandler()

    /// The maximum number of changes to apply; the panel reloads if there are more, or if another query shows a table with more
    /// rows. The default is 1,000.
    public var changeLimit = 1_000

    /// Whether a row is deselected immediately after its selection has been delivered. The default is
    /// `false`.
    public var deselectsAutomatically = false

    /// Notifies the agent that the panel has released its container; `nil` without an agent.
    var onDetach: (() -> Void)?

    /// The number of times that the panel was detached. It identifies sources and tables of an earlier
    /// container.
    private(set) var generation = 0

    /// The visible table with its query, or `nil` without one.
    private(set) var queried: QueriedTable?

    /// The sections whose changes are known while the panel compares two tables.
    private var knownRows: [Int: KnownRows] = [:]

    /// Whether the container has committed a table since it was attached.
    private var hasShown = false
    let queue = UpdateQueue()
    /// Whether the surface postpones updates, and calls the panel when it is ready.
    var isPostponed = false
    /// Whether code is running that must not begin an update.
    private var isLocked = false

    /// Creates a panel for one agent.
    public init() {}

    /// Returns the table to show in place of a reformed table. The default returns the reformed table.
    ///
    /// Override this method to change tables, or to refuse one:
    ///
    /// ```swift
    /// override func prepare(_ table: TableInfo) throws -> TableInfo {
    ///     if let duplicate = table.duplicateIDs().first { throw duplicate }
    ///     return table
    /// }
    /// ```
    ///
    /// An edit starts from the newest table, and its result is not passed to this method.
    ///
    /// - Parameter table: The table from the reformer, or an empty table for a reload without data.
    /// - Returns: The table to show.
    /// - Throws: Any error, to refuse the table. The caller of the reload receives the error.
    open func prepare(_ table: TableInfo) throws -> TableInfo {
        table
    }

    /// Finds the changes between two tables, for a container that applies changes.
    ///
    /// Override this method to find the changes in another way. If the changes are not legal in one batch,
    /// the panel reports them, and the container reloads.
    ///
    /// - Parameters:
    ///   - old: The visible table.
    ///   - new: The table to show.
    /// - Returns: The changes, or `nil` to reload. The default returns `nil` if there are more than
    ///   ``changeLimit``.
    /// - Complexity: By default that of ``TableChanges/init(from:to:)``.
    open func changes(from old: TableInfo, to new: TableInfo) -> TableChanges? {
        TableChanges(from: old, to: new, limit: changeLimit, known: knownRows)
    }

    /// Returns the source of the events of a row, head, foot, or table, for views that send events later.
    ///
    /// - Parameter sender: The row, head, foot, or table.
    /// - Returns: A source that finds its sender again after any change.
    /// - Throws: ``TableError`` if there is no such row or section.
    public func source(_ sender: EventSender) throws(TableError) -> EventSource {
        try EventSource(self, of: sender, in: tableInfo)
    }

    /// Reports a problem that a container has solved in another way, such as a batch that it replaced with a reload.
    ///
    /// - Parameter message: A sentence, which ``EventHandler/report`` receives.
    public func report(_ message: String) { eventHandler.report(message) }
}

// MARK: Attaching

extension Panel {
    /// Attaches a container, and detaches another panel that has the container.
    func attach(_ container: any TableContainer) {
        container.panel?.detach()
        self.container = container
        container.panel = self
    }

    /// Releases the container. A running update has no effect any more, and the waiting table is removed.
    func detach() {
        guard let container else { return }
        if container.panel === self { container.panel = nil }
        // The old table is released after the change, because a `deinit` in its data may use the panel.
        withExtendedLifetime(tableInfo) {
            self.container = nil
            tableInfo = TableInfo()
            queried = nil
            hasShown = false
            generation += 1
            queue.removeAll()
            endPostponing()
        }
        onDetach?()
    }
}

// MARK: Showing

extension Panel {
    /// Shows a table that a reformer made.
    ///
    /// - Parameters:
    ///   - shown: The table as the visible query shows it, if that is known.
    ///   - query: The query by which to show the table, or `nil` for the visible query.
    ///   - transition: The way to show the table.
    ///   - onCommit: Replaces the raw data when the container commits the table.
    func show(
        _ table: TableInfo, shown: QueriedTable? = nil, by query: TableQuery? = nil, _ transition: Transition,
        onCommit: @escaping () -> Void
    ) throws {
        let generation = generation
        var queued = QueuedTable(table: try prepare(table), transition: transition, onCommit: onCommit)
        queued.shown = shown
        if let waiting = queue.waiting {
            queued.transition = waiting.transition
            queued.animations = waiting.animations
            queued.transition.add(transition)
            // A table that answers a query brings its own.
            if queued.table.queryAnswer == nil { queued.query = waiting.query }
        }
        if let query {
            queued.query = try checked(query, on: queued.table)
        }
        queued.table.keepCollapses(
            of: queue.newest?.table ?? wholeTable, orOf: queue.tableAfterFailure(visible: wholeTable))
        try submit(queued, generation)
    }

    /// Shows the newest table by another query, now or after the running update.
    func show(_ query: TableQuery, _ transition: Transition) throws {
        let generation = generation
        try checkIsAttached(generation)
        var queued = queue.newest ?? QueuedTable(table: wholeTable)
        queued.query = try checked(query, on: queued.table)
        queued.transition.add(transition)
        try submit(queued, generation)
    }

    /// Edits the newest table, for a container whose user changes the table: by folding a section, for example.
    ///
    /// The container receives the change as any other, by ``TableContainer/apply(_:in:)``. Business code edits by
    /// ``Agent/edit(animated:completion:_:)``.
    ///
    /// - Returns: The result of `change`.
    /// - Throws: The same errors as ``Agent/edit(animated:completion:_:)``.
    public func edit<Result>(_ change: (inout TableEdit) throws -> Result) throws -> Result {
        try edit(Transition(), change)
    }

    /// Shows an edit of the newest table in a given way.
    func edit<Result>(
        _ transition: Transition, _ change: (inout TableEdit) throws -> Result
    ) throws -> Result {
        let generation = generation
        try checkIsAttached(generation)
        var queued = queue.newest ?? QueuedTable(table: wholeTable)
        var edit = TableEdit(queued.table)
        edit.isQueried = changesRows(of: queued, running: queue.running?.queried)
        edit.animations = queued.animations
        let result = try locked { try change(&edit) }
        queued.table = edit.table
        queued.animations = edit.animations
        queued.transition.add(transition)
        try submit(queued, generation)
        return result
    }

    /// Shows a table now, or after the running update.
    ///
    /// - Parameter generation: The generation of the container that the table was made for. A later container does not show
    ///   it.
    private func submit(_ queued: QueuedTable, _ generation: Int) throws {
        try checkIsAttached(generation)
        try locked { try check(queued.table) }
        try checkIsAttached(generation)
        guard !queue.enqueue(queued) else { return }
        // The table waits while the surface is asked, so that an edit meanwhile starts from it.
        _ = queue.enqueue(queued)
        guard !postpones(), let next = queue.next() else { return }
        try showFirst(next)
    }

    /// Shows a table, and then those that wait.
    func showFirst(_ queued: QueuedTable) throws {
        let failed = perform(queued)
        // The caller receives the error instead.
        failed?.update.transition.completions = []
        showWaiting()
        if let failed { throw failed.error }
    }

    /// Shows the tables that wait, unless the surface postpones them.
    func showWaiting() {
        while queue.waiting == nil || !postpones(), let next = queue.next() {
            guard let failed = perform(next) else { continue }
            sendFailure(failed.error)
            // The call for this table has returned, so the completion is the only sign of its end.
            failed.update.complete()
        }
    }

    /// Shows a table on the container, and sends the events of the changes.
    ///
    /// - Returns: The update and its error if the update has failed, even after its commit.
    private func perform(_ queued: QueuedTable) -> (update: TableUpdate, error: any Error)? {
        guard let container else { return nil }
        let shown: (table: QueriedTable, known: [Int: KnownRows])?
        do {
            shown = try self.shown(queued)
        } catch {
            let update = TableUpdate(from: tableInfo, to: tableInfo) { _ in }
            update.transition = queued.transition
            return (update, error)
        }
        let update = TableUpdate(from: tableInfo, to: shown?.table.visible ?? queued.table) {
            [unowned self] in
            tableInfo = $0.new
            queried = $0.queried
            hasShown = true
            queued.onCommit?()
        }
        update.queried = shown?.table
        update.animations = queued.animations
        update.transition = queued.transition
        let oldQueried = queried
        queue.begin(update)
        if let shown, container.appliesChanges { knownRows = shown.known }
        let changes = changesToApply(in: update)
        let knownRows = self.knownRows
        if !knownRows.isEmpty { self.knownRows = [:] }
        // An override of `changes(from:to:)` may have detached the panel.
        guard queue.isRunning(update) else { return nil }
        var failure: (any Error)?
        do {
            switch changes {
            case nil: try container.reload(update)
            case let changes? where changes.isEmpty:
                update.commit()
                container.renewSources()
            case let changes?: try container.apply(changes, in: update)
            }
        } catch {
            failure = error
        }
        update.expire()
        // A listener may have detached the panel.
        if queue.isRunning(update) {
            if !update.isCommitted, failure == nil {
                failure = TableError.updateNotCommitted(surface: container.surfaceName)
            }
            let lost = queue.end(update)
            if update.isCommitted { sendNews(of: update, changes, after: oldQueried, knownRows) }
            if let lost, let failure {
                sendFailure(failure)
                for completion in lost.transition.completions { completion() }
            }
            if failure == nil, !update.postponesCompletion { update.complete() }
        }
        return failure.map { (update, $0) }
    }

    private func checkIsAttached(_ generation: Int) throws(TableError) {
        guard container != nil, generation == self.generation else { throw .notAttached }
    }

    /// Runs code that must not begin an update: the closure of an edit, or the container's answer to a check.
    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        precondition(
            !isLocked,
            "A reload or an edit began in the closure of an edit, or in a container's canShow(_:). "
                + "Begin it after they have returned.")
        isLocked = true
        defer { isLocked = false }
        return try body()
    }

    /// Returns the changes to apply, or `nil` if the container must reload.
    private func changesToApply(in update: TableUpdate) -> TableChanges? {
        guard hasShown, let container, container.appliesChanges, !replacesRows(update),
            container.showsColumns ? update.keepsColumns : update.keepsVisibleCells,
            let changes = changes(from: update.old, to: update.new)
        else { return nil }
        if let fault = changes.fault(from: update.old, to: update.new) {
            eventHandler.report(
                "The changes are not legal in one batch, and \(container.surfaceName) reloads: \(fault)")
            return nil
        }
        return changes
    }

    /// Returns whether another query shows a long table, so that most rows would move.
    private func replacesRows(_ update: TableUpdate) -> Bool {
        guard update.queried !== queried, max(update.old.rowCount, update.new.rowCount) > changeLimit else {
            return false
        }
        let query = update.queried?.query ?? TableQuery()
        return !query.hasSameRows(as: queried?.query ?? TableQuery())
    }
}

// MARK: Events

extension Panel: EventPanel {
    var attachedTable: TableInfo? { container?.panel === self ? tableInfo : nil }

    var deliversEvents: Bool { eventHandler.hasListeners || deselectsAutomatically }

    func allows(_ event: CellEvent) -> Bool { eventHandler.allows(event) }

    func deliver(_ event: AgentEvent) {
        eventHandler.deliver(event)
        guard deselectsAutomatically, event.isNamed(.select), let container,
            let position = event.content.source.position, !tableInfo.sections[position.section].isCollapsed
        else { return }
        container.deselect(position)
    }

    func deliver(together events: [AgentEvent]) { eventHandler.deliver(together: events) }

    /// Sends the events of collapsed, expanded, and removed rows and sections.
    ///
    /// - Parameters:
    ///   - changes: The applied changes, or `nil` after a reload, which sends no `removed` events.
    ///   - oldQueried: The old table with its query.
    ///   - known: The sections whose changes are known.
    private func sendNews(
        of update: TableUpdate, _ changes: TableChanges?, after oldQueried: QueriedTable?,
        _ known: [Int: KnownRows]
    ) {
        let news = changes ?? TableChanges.toggledSections(from: update.old, to: update.new)
        let generation = generation
        func send(_ name: EventName<Void>, from sender: EventSender, in table: TableInfo) {
            // A listener may detach the panel and attach it again.
            guard self.generation == generation else { return }
            try? EventSource(self, of: sender, in: table).post(name)
        }
        for index in news.collapsedSections { send(.collapse, from: .head(.at(index)), in: update.new) }
        for index in news.expandedSections { send(.expand, from: .head(.at(index)), in: update.new) }
        let hidden =
            oldQueried == nil && update.queried == nil ? nil : HiddenRows(update, after: oldQueried, known)
        if hidden?.isOtherPage == true { return }
        for position in news.removedRows where hidden?.contains(position) != true {
            send(.removed, from: .row(.at(position)), in: update.old)
        }
        for index in news.removedSections {
            guard let hidden, hidden.contains(section: index) else {
                send(.removed, from: .head(.at(index)), in: update.old)
                continue
            }
            for position in hidden.removedRows(ofHiddenSection: index) {
                send(.removed, from: .row(.at(position)), in: update.old)
            }
        }
    }

    /// Sends the failure of a table as an event, because its caller has already returned. Reports the failure if no
    /// listener receives the event.
    private func sendFailure(_ error: any Error) {
        guard attachedTable != nil, let source = try? source(.table) else { return }
        if !eventHandler.deliver(source.event(EventMessage(.updateFailed, error))) {
            eventHandler.report("A waiting table could not be shown: \("\(error)".withVisibleControls)")
        }
    }
}
