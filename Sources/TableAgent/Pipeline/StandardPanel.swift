/// The panel that an agent uses unless it is given another.
///
/// It checks that the container has a view for every item before it changes anything. To a container that
/// can carry out changes it hands what differs from the table on show, found by identity and checked for
/// legality; to others, and when too much differs, the whole table. It hands over one update at a time: a
/// table that arrives while another is being shown waits for it, and of several that wait the latest is
/// shown, also when the one before it fails.
open class StandardPanel: Panel {
    /// The surface, which the panel owns.
    public let container: any TableContainer

    /// Takes the events of the surface.
    public let eventHandler: EventHandler

    /// The table on show, as the container has committed it.
    public private(set) var tableInfo = TableInfo()

    /// Above how many changes the panel reloads instead of carrying them out. The default is 1,000.
    public var changeLimit = 1_000

    /// Takes a sentence about what the panel did otherwise than asked, such as reloading in place of changes
    /// that a surface would refuse. The default drops it.
    public var report: (String) -> Void = { _ in }

    private var hasShown = false
    private var isUpdating = false
    private var waiting: TableInfo?

    /// Creates a panel for a container.
    ///
    /// - Parameters:
    ///   - container: The surface to show tables on.
    ///   - eventHandler: Takes the events of the surface.
    public required init(container: any TableContainer, eventHandler: EventHandler) {
        self.container = container
        self.eventHandler = eventHandler
    }

    /// Shows a table, at once or right after the one that is being shown.
    ///
    /// - Parameter tableInfo: The table to show.
    /// - Throws: ``TableError`` with the code ``TableError/Code/itemNotShown`` or what the container throws;
    ///   the table on show stays.
    /// - Complexity: O(sections + items) beside the container's own work, and O(rows) to find changes for a
    ///   container that carries them out.
    open func show(_ tableInfo: TableInfo) throws {
        guard !isUpdating else {
            try checkItems(of: tableInfo)
            waiting = tableInfo
            return
        }
        isUpdating = true
        defer { isUpdating = false }
        try checkItems(of: tableInfo)
        var failure: (any Error)?
        var next: TableInfo? = tableInfo
        while let table = next {
            do { try update(to: table) } catch { failure = failure ?? error }
            next = waiting
            waiting = nil
        }
        if let failure { throw failure }
    }

    /// Lets go of the container; a table that waits is not shown any more.
    open func detach() {
        waiting = nil
        releaseContainer()
    }

    private func update(to new: TableInfo) throws {
        let update = TableUpdate(from: tableInfo, to: new) { [unowned self] in
            tableInfo = new
            tableInfo.animations = EditAnimations()
            hasShown = true
        }
        defer { update.expire() }
        let changes = changesToApply(in: update)
        defer { if update.isCommitted { tell(UpdateNews(of: update, changes)) } }
        switch changes {
        case nil: try container.reload(update)
        case let changes? where changes.isEmpty: update.commit()
        case let changes?: try container.apply(changes, in: update)
        }
        guard update.isCommitted else {
            throw TableError.updateNotCommitted(surface: container.surfaceName)
        }
    }

    /// Finds the changes between two tables; override it to leave some out or to find them in another way.
    ///
    /// Changes that a surface would refuse are reported, and the container reloads.
    ///
    /// - Parameters:
    ///   - former: The table on show.
    ///   - new: The table to show.
    /// - Returns: The changes.
    open func changes(from former: TableInfo, to new: TableInfo) -> TableChanges {
        TableChanges(from: former, to: new)
    }

    /// The changes that the container is to carry out; `nil` when it is to reload.
    private func changesToApply(in update: TableUpdate) -> TableChanges? {
        guard hasShown, container.appliesChanges, update.former.columns == update.new.columns else {
            return nil
        }
        let changes = changes(from: update.former, to: update.new)
        guard changes.count <= changeLimit else { return nil }
        if let fault = changes.fault(from: update.former, to: update.new) {
            report("The changes are not legal in one batch, and \(container.surfaceName) reloads: \(fault)")
            return nil
        }
        return changes
    }
}
