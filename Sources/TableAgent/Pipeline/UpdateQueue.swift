/// The queue of a panel: one update runs at a time, and one table waits.
///
/// The caller that adds a table to an idle queue shows that table, and then each table that ``next()`` returns. Every
/// other caller returns at once, and its table waits.
final class UpdateQueue {
    private enum State {
        /// No update runs, and no table waits.
        case idle
        /// The container performs an update.
        case running(TableUpdate, next: QueuedTable?)
        /// One update has ended or was abandoned, and the next one has not begun. The panel may still be sending the
        /// events of the ended update.
        case betweenUpdates(next: QueuedTable?)
    }

    private var state = State.idle

    /// Whether no update runs, and no table waits.
    var isIdle: Bool { if case .idle = state { true } else { false } }

    /// The running update.
    var running: TableUpdate? {
        if case .running(let update, _) = state { update } else { nil }
    }

    /// The waiting table, which is shown after the running update, or `nil` if no table waits.
    var waiting: QueuedTable? {
        switch state {
        case .idle: nil
        case .running(_, let next), .betweenUpdates(let next): next
        }
    }

    /// The newest table that is not visible yet, from which an edit starts; `nil` if the visible table is the
    /// newest.
    var newest: QueuedTable? {
        if case .running(let update, nil) = state {
            QueuedTable(table: update.whole, isDependent: true)
        } else {
            waiting
        }
    }

    /// Returns the newest table if the running update fails, or `nil` if no update is running or it is committed.
    func tableAfterFailure(visible: TableInfo) -> TableInfo? {
        guard case .running(let update, let next) = state, !update.isCommitted else { return nil }
        return next?.isDependent == false ? next?.table : visible
    }

    /// Adds a table, and replaces the waiting table.
    ///
    /// - Returns: Whether the table waits. If not, the caller shows the table now, and then each table that ``next()``
    ///   returns.
    func enqueue(_ table: QueuedTable) -> Bool {
        switch state {
        case .idle:
            set(.betweenUpdates(next: nil))
            return false
        case .running(let update, _): set(.running(update, next: table))
        case .betweenUpdates: set(.betweenUpdates(next: table))
        }
        return true
    }

    /// Removes and returns the waiting table. Without a waiting table, the queue becomes idle.
    func next() -> QueuedTable? {
        let next = waiting
        set(next == nil ? .idle : .betweenUpdates(next: nil))
        return next
    }

    /// Begins an update with the table that was removed last.
    func begin(_ update: TableUpdate) {
        set(.running(update, next: waiting))
    }

    /// Returns whether an update is still running: it has begun, and has neither ended nor been abandoned.
    func isRunning(_ update: TableUpdate) -> Bool {
        running === update
    }

    /// Ends the running update, which is committed or has failed.
    ///
    /// - Returns: The waiting table if it failed with the update and was removed, otherwise `nil`.
    func end(_ update: TableUpdate) -> QueuedTable? {
        var next = waiting
        let isLost = !update.isCommitted && next?.isDependent == true
        next?.isDependent = false
        next?.table.settleCollapses(afterFailure: !update.isCommitted)
        set(.betweenUpdates(next: isLost ? nil : next))
        return isLost ? next : nil
    }

    /// Abandons the running update, so that its commit has no effect, and removes the waiting table.
    ///
    /// The queue stays busy until the caller that runs it asks for the next table.
    func removeAll() {
        switch state {
        case .idle: break
        case .running(let update, _):
            update.expire()
            set(.betweenUpdates(next: nil))
        case .betweenUpdates: set(.betweenUpdates(next: nil))
        }
    }

    /// Changes the state, and then releases the old state: a `deinit` in its data may use the queue.
    private func set(_ new: State) {
        withExtendedLifetime(state) { state = new }
    }
}

/// A table to show.
struct QueuedTable {
    var table: TableInfo

    /// The animations that the edits request.
    var animations = EditAnimations()

    var transition = Transition()

    /// The table as the query shows it, if that was found out off the actor of the panel.
    var shown: QueriedTable?

    /// The query to show from now on, or `nil` for that of the visible table. It takes one pointer.
    var query: TableQuery? {
        get { asked?.query }
        set { asked = newValue.map(AskedQuery.init) }
    }

    private var asked: AskedQuery?

    private final class AskedQuery {
        let query: TableQuery

        init(_ query: TableQuery) { self.query = query }
    }

    /// Replaces the raw data when the table is committed; `nil` for an edit of a visible table.
    var onCommit: (() -> Void)?

    /// Whether the table is an edit of the running update's table, and fails with the update.
    var isDependent = false

    init(
        table: TableInfo, transition: Transition = Transition(), onCommit: (() -> Void)? = nil,
        isDependent: Bool = false
    ) {
        self.table = table
        self.transition = transition
        self.onCommit = onCommit
        self.isDependent = isDependent
    }

    /// Whether the table is shown by no query, as long as the visible one is.
    var isPlain: Bool { asked == nil && table.answer == nil }
}

/// The way in which a surface shows a table.
struct Transition {
    /// Whether the surface may animate the changes.
    var isAnimated = true

    /// The closures to call when the table is visible and its animations have ended.
    var completions: [() -> Void] = []

    /// Adds a later transition, whose table replaces that of this one.
    mutating func add(_ other: Transition) {
        isAnimated = other.isAnimated
        completions += other.completions
    }
}
