/// Shows tables on a container: the only part that knows the visible table, and the queue of those that arrive
/// during an update.
///
/// A panel checks that the container has a view for every item before anything changes. A container that applies
/// changes gets what differs from the visible table, found by identity and checked for legality; others, and
/// all when too much differs, get the whole table.
///
/// **The queue.** One update runs at a time. A reload or edit that arrives during it is reformed, edited, and checked
/// at once, from the newest table, and waits in the place of what waited before. The waiting table is shown
/// next, until none waits, before the outermost call returns. That call throws what the container threw for its
/// own table; the failure of a waiting table is sent as an event, ``EventName/updateFailed``. An edit of a table
/// that the container refuses fails with it.
///
/// Subclass it to change tables before they are shown, or to find changes in another way:
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
/// A panel belongs to one agent. A subclass is not isolated; one that the main actor uses needs no annotation.
open class Panel {
    /// The surface, which the panel owns; `nil` while its agent is not attached.
    public private(set) var container: (any TableContainer)?

    /// The visible table, as the container has committed it.
    public private(set) var tableInfo = TableInfo()

    /// Forwards the events of the surface to their listeners.
    public let eventHandler = EventHandler()

    /// The number of changes above which the panel reloads instead of applying them. The default is 1,000.
    public var changeLimit = 1_000

    /// Receives the errors of a table's rows and sections with equal ids, before the table is shown.
    ///
    /// By default, `nil`, equal ids are told apart by order, and nobody looks for them. A closure costs a pass
    /// over the rows of each table. It may throw, which refuses the table with all that the closure made of it; or
    /// edit the table, which is then checked again.
    public var onDuplicateIDs: (([TableError]) throws -> Void)?

    /// Whether a row is deselected as soon as its selection has been delivered. The default is `false`.
    public var deselectsAutomatically = false

    /// Tells the agent that the panel has released its container.
    var onDetach: () -> Void = {}

    /// Counts how often the panel was detached, so that what belongs to an earlier container is noticed.
    private(set) var attachment = 0

    private var collapses = CollapseMemory()
    /// Whether the container has taken over a table since it was attached.
    private var hasShown = false
    /// The update that the container performs.
    private var running: (pending: PendingTable, update: TableUpdate)?
    /// The table to show next.
    private var waiting: PendingTable?
    /// Whether an update runs or its events are sent, from the first update until no table waits.
    private var isUpdating = false
    /// Whether the closure of an edit runs.
    private var isEditing = false
    /// Whether a table is checked.
    private var isChecking = false
    /// Counts the tables that were to wait, so that a check notices another one.
    private var submissionCount = 0

    /// Creates a panel, for one agent.
    public init() {}

    /// Returns the table to show in place of one that a reformer made. The default returns the same.
    ///
    /// Override it to change tables, or to refuse one. Edits start from the visible table and are not passed
    /// here.
    ///
    /// - Parameter table: The table as the reformer made it; an empty one for a reload without data.
    /// - Returns: The table to show.
    /// - Throws: Any error, which refuses the table and reaches the caller of the reload.
    open func prepare(_ table: TableInfo) throws -> TableInfo {
        table
    }

    /// Finds the changes between two tables, for a container that applies changes.
    ///
    /// Override it to find them in another way. Changes that are not legal in one batch are reported, and the
    /// container reloads.
    ///
    /// - Parameters:
    ///   - old: The visible table.
    ///   - new: The table to show.
    /// - Returns: The changes; `nil` to reload, by default when there are more than ``changeLimit``.
    /// - Complexity: By default that of ``TableChanges/init(from:to:)``.
    open func changes(from old: TableInfo, to new: TableInfo) -> TableChanges? {
        TableChanges(from: old, to: new, limit: changeLimit)
    }

    /// Returns what sends the events of a row, head, foot, or table, for views that send some later.
    ///
    /// - Parameter place: The row, head, foot, or table.
    /// - Returns: A source that finds itself again wherever it stands by then.
    /// - Throws: ``TableError`` when there is no such row or section.
    public func source(_ place: EventPlace) throws(TableError) -> EventSource {
        try EventSource(self, place, in: tableInfo)
    }
}

/// A table that is to be shown.
private struct PendingTable {
    var table: TableInfo
    /// The sections that the edits of the table collapsed and expanded.
    var collapses = CollapseMemory()
    /// Whether these were edits of the table that is being shown, and count only if that is committed.
    var collapsesDependOnRunning = false
    var animations = EditAnimations()
    /// Takes over the raw data that the table was made of, together with the table.
    var onCommit: (() -> Void)?
    /// Whether it is an edit of the table that is being shown, and fails with it.
    var dependsOnRunning = false
}

// MARK: Attaching

extension Panel {
    /// Takes a container, from another panel if that has it.
    func attach(_ container: any TableContainer) {
        container.panel?.detach()
        self.container = container
        container.panel = self
    }

    /// Releases the container; what runs has no effect any more, and nothing waits.
    func detach() {
        guard let container else { return }
        running?.update.expire()
        if container.panel === self { container.panel = nil }
        // Released only after the change, for a deinit in the old data may use the panel.
        withExtendedLifetime((tableInfo, running, waiting)) {
            (self.container, running, waiting) = (nil, nil, nil)
            (tableInfo, collapses, hasShown) = (TableInfo(), CollapseMemory(), false)
            attachment += 1
        }
        onDetach()
    }
}

// MARK: The queue

extension Panel {
    /// Shows a table that a reformer made.
    ///
    /// - Parameter onCommit: Takes over the raw data when the container takes over the table.
    func show(_ table: TableInfo, onCommit: @escaping () -> Void) throws {
        let attachment = attachment
        var pending = PendingTable(table: try prepare(table), onCommit: onCommit)
        if let waiting {
            pending.collapses = waiting.collapses
            pending.collapsesDependOnRunning = waiting.collapsesDependOnRunning
        }
        try submit(pending, attachment)
    }

    /// Shows an edit of the newest table.
    func edit<Result>(_ change: (inout TableEdit) throws -> Result) throws -> Result {
        guard container != nil else { throw TableError.notAttached }
        checkIsNotEditing()
        let attachment = attachment
        var pending = newest
        var edit = TableEdit(pending.table)
        (edit.animations, edit.collapses) = (pending.animations, pending.collapses)
        isEditing = true
        defer { isEditing = false }
        let result = try change(&edit)
        isEditing = false
        (pending.table, pending.animations, pending.collapses) = (edit.table, edit.animations, edit.collapses)
        try submit(pending, attachment)
        return result
    }

    /// What an edit starts from: the waiting table, else the one that is being shown, else the visible one.
    private var newest: PendingTable {
        if let waiting { return waiting }
        if let pending = running?.pending {
            return PendingTable(
                table: pending.table, collapsesDependOnRunning: true, dependsOnRunning: true)
        }
        return PendingTable(table: tableInfo)
    }

    /// Shows a table at once, or after the one that is being shown.
    ///
    /// - Parameter attachment: That for which the table was made; it does not come on a later container.
    private func submit(_ pending: PendingTable, _ attachment: Int) throws {
        checkIsNotEditing()
        guard container != nil, attachment == self.attachment else { throw TableError.notAttached }
        guard !isUpdating else { return try setWaiting(pending) }
        isUpdating = true
        defer { isUpdating = false }
        let result = Result {
            try setWaiting(pending)
            try showWaiting()
        }
        while waiting != nil {
            do { try showWaiting() } catch { sendFailure(error) }
        }
        try result.get()
    }

    /// Has a table wait to be shown, in the place of what waited, unless its check fails.
    ///
    /// What a check itself submits is an edit of this table, and is checked after it.
    private func setWaiting(_ pending: PendingTable) throws {
        let replaced = waiting
        waiting = pending
        submissionCount += 1
        guard !isChecking else { return }
        isChecking = true
        defer { isChecking = false }
        let attachment = attachment
        do {
            var checkedCount = 0
            while let table = waiting?.table, checkedCount < submissionCount {
                checkedCount = submissionCount
                if let onDuplicateIDs, case let duplicates = table.duplicateIDs(), !duplicates.isEmpty {
                    try onDuplicateIDs(duplicates)
                }
                if checkedCount == submissionCount { try check(table) }
            }
        } catch {
            // Released only after the change, for a deinit in the data may use the panel.
            if attachment == self.attachment { withExtendedLifetime(waiting) { waiting = replaced } }
            throw error
        }
        guard attachment == self.attachment else { throw TableError.notAttached }
    }

    private func checkIsNotEditing() {
        precondition(
            !isEditing,
            "The closure of an edit changes what it is given; it does not reload or edit otherwise.")
    }

    /// Shows the waiting table, if one waits still.
    private func showWaiting() throws {
        guard let container, var pending = waiting else { return }
        waiting = nil
        var collapses = collapses
        collapses.add(pending.collapses)
        // A reformed table, edited since or not, has its sections as the reformer made them.
        if pending.onCommit != nil { collapses.apply(to: &pending.table) }
        let update = TableUpdate(from: tableInfo, to: pending.table) {
            [unowned self, pending, collapses] in
            tableInfo = pending.table
            self.collapses = collapses
            hasShown = true
            pending.onCommit?()
        }
        update.animations = pending.animations
        running = (pending, update)
        let changes = changesToApply(in: update)
        // Who finds the changes may have detached the panel.
        guard running?.update === update else { return }
        var failure: (any Error)?
        do {
            switch changes {
            case nil: try container.reload(update)
            case let changes? where changes.isEmpty: update.commit()
            case let changes?: try container.apply(changes, in: update)
            }
        } catch {
            failure = error
        }
        update.expire()
        // A listener may have detached the panel.
        if running?.update === update {
            running = nil
            if update.isCommitted {
                waiting?.dependsOnRunning = false
                waiting?.collapsesDependOnRunning = false
                sendNews(of: update, changes)
            } else {
                let error = failure ?? TableError.updateNotCommitted(surface: container.surfaceName)
                failure = error
                if waiting?.collapsesDependOnRunning == true { waiting?.collapses = CollapseMemory() }
                if waiting?.dependsOnRunning == true {
                    waiting = nil
                    sendFailure(error)
                }
            }
        }
        if let failure { throw failure }
    }

    /// The changes to apply; `nil` when the container is to reload.
    private func changesToApply(in update: TableUpdate) -> TableChanges? {
        guard hasShown, let container, container.appliesChanges, update.old.columns == update.new.columns,
            (update.old.caption ?? "") == (update.new.caption ?? ""),
            let changes = changes(from: update.old, to: update.new)
        else { return nil }
        if let fault = changes.fault(from: update.old, to: update.new) {
            eventHandler.report(
                "The changes are not legal in one batch, and \(container.surfaceName) reloads: \(fault)")
            return nil
        }
        return changes
    }
}

// MARK: Checking

extension Panel {
    /// Throws for the first item that the container has no view for.
    ///
    /// A section that is a copy of the visible one at its index was checked when that was shown.
    ///
    /// - Complexity: O(sections + arrays); the container is asked once for each item.
    private func check(_ table: TableInfo) throws(TableError) {
        guard let container else { return }
        var known = Set<ObjectIdentifier>()
        func check(_ item: any TableItem.Type, at place: @autoclosure () -> String, _ position: RowPosition?)
            throws(TableError)
        {
            guard !known.contains(ObjectIdentifier(item)) else { return }
            guard container.canShow(item) else {
                throw TableError.itemNotShown(
                    item, place: place(), surface: container.surfaceName, position: position)
            }
            known.insert(ObjectIdentifier(item))
        }
        let visible = tableInfo.sections
        for (index, section) in table.sections.enumerated() {
            if index < visible.count, section.isCopy(of: visible[index]) { continue }
            if let head = section.parts.head { try check(head.item, at: "the head of section \(index)", nil) }
            for item in section.rows.items where !known.contains(ObjectIdentifier(item)) {
                guard let row = section.rows.firstIndex(of: item) else { continue }
                let position = RowPosition(section: index, row: row)
                try check(item, at: "\(position)", position)
            }
            if let foot = section.parts.foot { try check(foot.item, at: "the foot of section \(index)", nil) }
        }
        if let foot = table.footPart { try check(foot.item, at: "the foot of the table", nil) }
    }
}

// MARK: Events

extension Panel: EventPanel {
    var attachedTable: TableInfo? { container?.panel === self ? tableInfo : nil }

    func didSelect(_ source: EventSource) {
        guard deselectsAutomatically, let container, let position = source.position,
            !tableInfo.sections[position.section].isCollapsed
        else { return }
        container.deselect(position)
    }

    /// Sends the events of what an update collapsed, expanded, and removed.
    ///
    /// - Parameter changes: What the container applied; `nil` when it reloaded, which tells of no removal.
    private func sendNews(of update: TableUpdate, _ changes: TableChanges?) {
        let news = changes ?? TableChanges.toggledSections(from: update.old, to: update.new)
        let attachment = attachment
        func send(_ name: EventName<Void>, _ place: EventPlace, in table: TableInfo) {
            // A listener may detach the panel, and attach it again.
            guard self.attachment == attachment else { return }
            try? EventSource(self, place, in: table).post(name)
        }
        for index in news.collapsedSections { send(.collapse, .head(.at(index)), in: update.new) }
        for index in news.expandedSections { send(.expand, .head(.at(index)), in: update.new) }
        for position in news.removedRows { send(.removed, .row(.at(position)), in: update.old) }
        for index in news.removedSections { send(.removed, .head(.at(index)), in: update.old) }
    }

    /// Sends the failure of a table whose caller has returned.
    private func sendFailure(_ error: any Error) {
        try? source(.table).post(.updateFailed, error)
    }
}
