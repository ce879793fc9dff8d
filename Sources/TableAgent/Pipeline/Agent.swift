/// The type that business code uses to show a table: raw data goes in, a table appears, and events come back.
///
/// ```swift
/// let agent = try Agent(container, rawData: ledger, reformer: LedgerReformer.self, eventDelegate: self)
/// try agent.reload(newLedger)
/// ```
///
/// To attach a container later, create an agent without one:
///
/// ```swift
/// let agent = Agent<Ledger>()
/// try agent.attach(container, dataSource: DataSource(ledger, reformer: LedgerReformer()))
/// ```
///
/// Use an agent in a single isolation domain: the main actor in an app, an actor or a task on a server. An
/// agent owns its data source, panel, and container, and holds the event delegate weakly. It detaches when it
/// is released.
public final class Agent<RawData> {
    /// The panel, with its settings and the visible table.
    public let panel: Panel

    /// The data source, or `nil` while the agent is not attached.
    public private(set) var dataSource: DataSource<RawData>?

    /// Creates an agent that is not attached yet.
    ///
    /// - Parameter panel: The panel that shows the tables: an instance of a subclass, or a panel with other
    ///   settings.
    public init(panel: Panel = Panel()) {
        precondition(
            panel.onDetach == nil,
            "A panel belongs to one agent, and another agent has this panel; make a new one.")
        self.panel = panel
        panel.onDetach = { [weak self] in self?.releaseParts() }
    }

    deinit {
        // The last reference may be released outside the isolation domain. During a hop to the domain, the
        // closure keeps the panel and the data source alive.
        let detach = { [panel, dataSource] in
            panel.detach()
            dataSource?.detach(from: panel)
            panel.eventHandler.delegate = nil
            panel.eventHandler.finish()
            panel.onDetach = nil
        }
        if let container = panel.container { container.agentWasReleased(detach) } else { detach() }
    }

    /// Creates an agent and shows the table that a reformer makes from raw data.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - rawData: The business data. With `nil`, nothing is shown until the first ``reload(_:animated:completion:)``.
    ///   - reformer: Makes the table.
    ///   - panel: Shows the tables.
    ///   - eventDelegate: Receives the events; held weakly.
    /// - Throws: Any error of the reformer or the container.
    public convenience init(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: some Reformer<RawData>,
        panel: Panel = Panel(), eventDelegate: (any EventDelegate)? = nil
    ) throws {
        self.init(panel: panel)
        try attach(
            container, dataSource: DataSource(rawData, reformer: reformer), eventDelegate: eventDelegate)
    }

    /// Creates an agent and shows the table of a reformer without dependencies, which is passed as a type.
    ///
    /// - Throws: Any error of the reformer or the container.
    public convenience init<R: StatelessReformer<RawData>>(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: R.Type,
        panel: Panel = Panel(), eventDelegate: (any EventDelegate)? = nil
    ) throws {
        try self.init(
            container, rawData: rawData, reformer: R(), panel: panel, eventDelegate: eventDelegate)
    }

    /// Creates an agent and shows the table that a closure makes from raw data.
    ///
    /// ```swift
    /// let agent = try Agent(container, rawData: orders) { orders in
    ///     TableInfo { TableSection(id: "open") { Rows(orders, as: OrderLine.self) } }
    /// }
    /// ```
    ///
    /// - Throws: Any error of the closure or the container.
    public convenience init(
        _ container: any TableContainer, rawData: RawData? = nil, panel: Panel = Panel(),
        eventDelegate: (any EventDelegate)? = nil, reform: @escaping (RawData) throws -> TableInfo
    ) throws {
        try self.init(
            container, rawData: rawData, reformer: ClosureReformer(reform), panel: panel,
            eventDelegate: eventDelegate)
    }

    /// Creates an agent that shows a plain list of data with its own ids.
    ///
    /// The list becomes one section, whose id is `"list"`. The closure receives the data of a selected row.
    ///
    /// ```swift
    /// let agent = try Agent(container, list: orders, as: OrderLine.self) { order in
    ///     open(order)
    /// }
    /// ```
    ///
    /// - Throws: Any error of the container.
    @inlinable
    public convenience init<Item: TableItem>(
        _ container: any TableContainer, list: RawData, as item: Item.Type, columns: [GridColumn] = [],
        onSelect: ((Item.Data) -> Void)? = nil
    ) throws
    where RawData == [Item.Data], Item.Data: Identifiable, Item.Data.ID: Sendable, Item.Context == Void {
        try self.init(container, list: list, columns: columns, onSelect: onSelect) { Rows($0, as: item) }
    }

    /// Creates an agent that shows a plain list of data with ids that are read from the data, as in `\.sku`.
    ///
    /// - Throws: Any error of the container.
    @inlinable
    public convenience init<Item: TableItem, ID: Hashable & Sendable>(
        _ container: any TableContainer, list: RawData, id: @escaping (Item.Data) -> ID, as item: Item.Type,
        columns: [GridColumn] = [], onSelect: ((Item.Data) -> Void)? = nil
    ) throws where RawData == [Item.Data], Item.Context == Void {
        try self.init(container, list: list, columns: columns, onSelect: onSelect) {
            Rows($0, id: id, as: item)
        }
    }

    /// The rows are made by a closure of the client's module, where the compiler knows the types and specializes them.
    @usableFromInline
    convenience init<Element>(
        _ container: any TableContainer, list: RawData, columns: [GridColumn],
        onSelect: ((Element) -> Void)?, makeRows: @escaping (RawData) -> Rows
    ) throws {
        try self.init(container, rawData: list) { list in
            TableInfo(columns: columns, sections: [TableSection(id: "list", rows: makeRows(list))])
        }
        if let onSelect { on(.select, of: Element.self, perform: onSelect) }
    }

    /// Attaches a container and a data source, and shows the data of the data source.
    ///
    /// If the agent is already attached, it first detaches, and releases its delegate. Another agent with the
    /// container or the data source also detaches.
    ///
    /// ```swift
    /// try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()), query: query)
    /// ```
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - dataSource: The data source.
    ///   - query: The query by which the first data is shown, so that a container never shows all rows of a long table; or `nil`
    ///     to show all. Without raw data, there is nothing to ask, and ``show(_:animated:completion:)`` shows a query later.
    ///   - eventDelegate: The object that receives the events of the table.
    /// - Throws: Any error of the reformer or the container, or those of ``show(_:animated:completion:)``. The agent stays attached,
    ///   with an empty table.
    public func attach(
        _ container: any TableContainer, dataSource: DataSource<RawData>, query: TableQuery? = nil,
        eventDelegate: (any EventDelegate)? = nil
    ) throws {
        detach()
        panel.attach(container)
        self.dataSource = dataSource
        dataSource.attach(to: panel)
        self.eventDelegate = eventDelegate
        if let rawData = dataSource.rawData {
            try dataSource.refresh(rawData, with: Transition(), by: query)
        }
    }

    /// Detaches the agent and releases its container, data source, and event delegate.
    public func detach() {
        panel.detach()
    }

    /// Releases the data source and the delegate after the panel has released its container.
    private func releaseParts() {
        dataSource?.detach(from: panel)
        dataSource = nil
        eventDelegate = nil
    }

    /// The visible table, or an empty table while no table is visible.
    public var tableInfo: TableInfo { panel.tableInfo }

    /// The query of the visible table. It changes together with ``tableInfo``.
    public var query: TableQuery { panel.query }

    /// The table without the query, which edits change.
    public var wholeTable: TableInfo { panel.wholeTable }

    /// The numbers of rows that the query found.
    public var queryResult: QueryResult { panel.queryResult }

    /// Shows the table by another query. A container that applies changes shows the difference as one batch.
    ///
    /// ```swift
    /// try agent.show(TableQuery(search: "desk", sorts: [.descending("total")]))
    /// ```
    ///
    /// The query stays for later data. A row that it hides is not removed, so ``EventName/removed`` is not sent for the row.
    /// While a query hides rows or changes their order, edits name rows and sections by their ids.
    ///
    /// - Parameters:
    ///   - query: The query; `TableQuery()` shows the table as it is.
    ///   - animated: Whether the surface may animate the change.
    ///   - completion: Called when the table is visible and its animations have ended.
    /// - Throws: ``TableError`` with the code ``TableError/Code/invalidQuery`` for a column that the table does not have, or
    ///   a value that can't be compared with those of its column; or any error of the container. The visible table and its
    ///   query then stay.
    /// - Complexity: O(*n* log *n*) in the rows. A later edit reads the edited rows and O(log *n*) others for each of them.
    public func show(_ query: TableQuery, animated: Bool = true, completion: (() -> Void)? = nil) throws {
        let transition = Transition(isAnimated: animated, completions: [completion].compactMap(\.self))
        try panel.show(query, transition)
    }

    /// The object that receives the events of the table; held weakly, and `nil` while the agent is detached.
    public var eventDelegate: (any EventDelegate)? {
        get { panel.eventHandler.delegate }
        set { panel.eventHandler.delegate = newValue }
    }

    /// Forwards the events of the surface to their listeners.
    public var eventHandler: EventHandler { panel.eventHandler }

    /// Reforms new raw data and shows it.
    ///
    /// ```swift
    /// try agent.reload(orders)
    /// try agent.reload(orders, animated: false) { spinner.stopAnimating() }
    /// ```
    ///
    /// - Parameters:
    ///   - rawData: The new business data; `nil` clears the table.
    ///   - animated: Whether the surface may animate the changes.
    ///   - completion: Called once, when the table is visible and its animations have ended. If a later table takes the
    ///     place of this one, or if this one fails after the call has returned, the closure is called then. It is not
    ///     called if the method throws, or if the agent is detached before the table is visible.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container, or any
    ///   error of the reformer or the container. The visible table then stays.
    public func reload(_ rawData: RawData?, animated: Bool = true, completion: (() -> Void)? = nil) throws {
        let transition = Transition(isAnimated: animated, completions: [completion].compactMap(\.self))
        try attachedDataSource.refresh(rawData, with: transition)
    }

    /// Reforms new raw data off the caller's actor, and shows the table on that actor.
    ///
    /// The latest data wins. A later reload, concurrent or not, or the end of the attachment supersedes this
    /// reload, which then shows nothing. An edit does not: if the data was read before the edit, the reload shows the old
    /// row again. Cancel the task of the reload before such an edit, and reload again after it.
    ///
    /// ```swift
    /// try await agent.reload(concurrently: service.ledger(), by: LedgerReformer())
    /// ```
    ///
    /// - Parameters:
    ///   - rawData: The new business data, which the caller can't use after the call.
    ///   - reformer: Makes the table, on any actor.
    /// - Returns: Whether the table is visible, or waits for the running update; `false` if the reload was
    ///   superseded.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container;
    ///   `CancellationError` if the task was cancelled before anything was shown; or any error of the
    ///   reformer or the container. The visible table then stays.
    @discardableResult
    public func reload(
        concurrently rawData: sending RawData, by reformer: some Reformer<RawData> & Sendable
    ) async throws -> Bool {
        try await attachedDataSource.refresh(concurrently: rawData, by: reformer)
    }

    /// Edits the visible table, and shows all changes as one batch.
    ///
    /// See ``TableEdit`` for an example. An edit does not change the raw data, so the next ``reload(_:animated:completion:)``
    /// replaces the edit. Sections that an edit collapsed or expanded keep their state. An edit during an
    /// update edits the table of that update, and is shown after it.
    ///
    /// - Parameters:
    ///   - animated: Whether the surface may animate the changes.
    ///   - completion: Called once, as the completion of ``reload(_:animated:completion:)``.
    ///   - change: The edit.
    /// - Returns: The result of `change`.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container, or any
    ///   error of `change` or the container. The visible table then stays.
    /// - Complexity: O(sections + arrays), where *arrays* is the number of arrays in the rows of a section.
    ///   An edit of one row in a million does not read the other rows. There are two exceptions: the first
    ///   look-up by id reads all rows, and after very many edits, an edit joins the arrays and reads their rows.
    @discardableResult
    public func edit<Result>(
        animated: Bool = true, completion: (() -> Void)? = nil,
        _ change: (inout TableEdit) throws -> Result
    ) throws -> Result {
        let transition = Transition(isAnimated: animated, completions: [completion].compactMap(\.self))
        return try panel.edit(transition, change)
    }

    private var attachedDataSource: DataSource<RawData> {
        get throws(TableError) {
            guard let dataSource, dataSource.panel === panel else { throw .notAttached }
            return dataSource
        }
    }
}
