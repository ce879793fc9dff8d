/// The panel that an agent uses unless it is given another.
///
/// It checks that the container has a view for every item before it changes anything, and hands the
/// container one update at a time: a table that arrives while another is being shown waits for it, and of
/// several that wait the latest is shown, also when the one before it fails.
open class StandardPanel: Panel {
    /// The surface, which the panel owns.
    public let container: any TableContainer

    /// Takes the events of the surface.
    public let eventHandler: EventHandler

    /// The table on show, as the container has committed it.
    public private(set) var tableInfo = TableInfo()

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
    /// - Complexity: O(runs) beside the container's own work.
    open func show(_ tableInfo: TableInfo) throws {
        try checkItems(of: tableInfo)
        guard !isUpdating else {
            waiting = tableInfo
            return
        }
        isUpdating = true
        defer { isUpdating = false }
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
            self.tableInfo = new
        }
        defer { update.expire() }
        try container.reload(update)
        guard update.isCommitted else {
            throw TableError.updateNotCommitted(surface: container.surfaceName)
        }
    }
}
