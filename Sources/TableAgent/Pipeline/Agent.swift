/// The one part that business code talks to: raw data goes in, a table appears, events come back.
///
/// ```swift
/// let agent = try Agent(container, rawData: ledger, reformer: LedgerReformer.self, eventDelegate: self)
/// try agent.reload(newLedger)
/// ```
///
/// An agent that gets its container later is made without one:
///
/// ```swift
/// let agent = Agent<Ledger>()
/// try agent.attach(container, dataSource: DataSource(ledger, reformer: LedgerReformer()))
/// ```
///
/// An agent is used inside one isolation domain, any one: the main actor in an app, an actor or a task on a
/// server. It owns its data source, panel, and container; it holds the event delegate weakly. When it is
/// released, it detaches.
public final class Agent<RawData> {
    /// The panel, with its settings and the visible table.
    public let panel: Panel

    /// The data source, or `nil` while the agent is not attached.
    public private(set) var dataSource: DataSource<RawData>?

    /// Creates an agent that is not attached yet.
    ///
    /// - Parameter panel: Shows the tables; an instance of a subclass, or one with other settings.
    public init(panel: Panel = Panel()) {
        self.panel = panel
        panel.onDetach = { [weak self] in self?.releaseParts() }
    }

    deinit {
        // The last reference may go outside of the isolation domain, in which a hop keeps panel and data alive.
        let detach = { [panel, dataSource] in
            panel.detach()
            dataSource?.detach(from: panel)
            panel.eventHandler.delegate = nil
            panel.eventHandler.finish()
        }
        if let container = panel.container { container.agentWasReleased(detach) } else { detach() }
    }

    /// Creates an agent and shows the table that a reformer makes of raw data.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - rawData: The business data; without it nothing is shown until the first ``reload(_:)``.
    ///   - reformer: Makes the table.
    ///   - panel: Shows the tables.
    ///   - eventDelegate: Receives the events; held weakly.
    /// - Throws: What the reformer or the container throws.
    public convenience init(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: some Reformer<RawData>,
        panel: Panel = Panel(), eventDelegate: (any EventDelegate)? = nil
    ) throws {
        self.init(panel: panel)
        try attach(
            container, dataSource: DataSource(rawData, reformer: reformer), eventDelegate: eventDelegate)
    }

    /// Creates an agent and shows the table that a reformer without dependencies, given as a type, makes.
    ///
    /// - Throws: What the reformer or the container throws.
    public convenience init<R: StatelessReformer<RawData>>(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: R.Type,
        panel: Panel = Panel(), eventDelegate: (any EventDelegate)? = nil
    ) throws {
        try self.init(
            container, rawData: rawData, reformer: R(), panel: panel, eventDelegate: eventDelegate)
    }

    /// Creates an agent and shows a plain list: an array in, the data of a selected row out.
    ///
    /// The list becomes one section, whose id is `"list"`.
    ///
    /// ```swift
    /// let agent = try Agent(container, list: orders, as: OrderLine.self) { order in
    ///     open(order)
    /// }
    /// ```
    ///
    /// - Throws: What the container throws.
    @inlinable
    public convenience init<Item: TableItem>(
        _ container: any TableContainer, list: RawData, as item: Item.Type, columns: [GridColumn] = [],
        onSelect: ((Item.Data) -> Void)? = nil
    ) throws where RawData == [Item.Data], Item.Data: Identifiable, Item.Data.ID: Sendable {
        let reformer = ListReformer(columns: columns) { Rows($0, as: item) }
        try self.init(container, rawData: list, reformer: reformer)
        if let onSelect { on(.select, of: Item.Data.self, perform: onSelect) }
    }

    /// Attaches a container and a data source, and shows the data that this has.
    ///
    /// An agent that is attached already is detached first, which releases its delegate, too. So is an agent
    /// that has the container or the data source.
    ///
    /// - Throws: What the reformer or the container throws. The agent stays attached, with an empty table.
    public func attach(
        _ container: any TableContainer, dataSource: DataSource<RawData>,
        eventDelegate: (any EventDelegate)? = nil
    ) throws {
        detach()
        panel.attach(container)
        self.dataSource = dataSource
        dataSource.attach(to: panel)
        eventHandler.delegate = eventDelegate
        if let rawData = dataSource.rawData { try dataSource.refresh(rawData) }
    }

    /// Detaches the agent and releases its container, data source, and event delegate.
    public func detach() {
        panel.detach()
    }

    /// Releases what belongs to the container that the panel has lost.
    private func releaseParts() {
        dataSource?.detach(from: panel)
        dataSource = nil
        eventHandler.delegate = nil
    }

    /// The visible table; empty while there is none.
    public var tableInfo: TableInfo { panel.tableInfo }

    /// Forwards the events of the surface to their listeners.
    public var eventHandler: EventHandler { panel.eventHandler }

    /// Reforms new raw data and shows it.
    ///
    /// - Parameter rawData: The new business data; `nil` clears the table.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container; else what
    ///   the reformer or the container throws, and the visible table stays.
    public func reload(_ rawData: RawData?) throws {
        try attachedDataSource.refresh(rawData)
    }

    /// Reforms new raw data off the caller's actor, and shows the table on it.
    ///
    /// The latest data wins: a reload that was overtaken by another one, concurrent or not, or by the end of the
    /// attachment, is superseded and shows nothing.
    ///
    /// ```swift
    /// try await agent.reload(concurrently: service.ledger(), by: LedgerReformer())
    /// ```
    ///
    /// - Parameters:
    ///   - rawData: The new business data, which the caller gives away.
    ///   - reformer: Makes the table, on any actor.
    /// - Returns: Whether the table is visible, or waits for the one that is being shown; `false` when it was
    ///   superseded.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container,
    ///   `CancellationError` when the task was cancelled before anything was shown, or what the reformer or
    ///   the container throws; the visible table stays.
    @discardableResult
    public func reload(
        concurrently rawData: sending RawData, by reformer: some Reformer<RawData> & Sendable
    ) async throws -> Bool {
        try await attachedDataSource.refresh(concurrently: rawData, by: reformer)
    }

    /// Edits the visible table, and shows all changes as one batch.
    ///
    /// See ``TableEdit`` for an example. The raw data stays as it is: the next ``reload(_:)`` shows what the
    /// reformer makes of new data, in place of what the edit made. Sections that an edit collapsed or expanded
    /// stay so. An edit during an update edits the table of that update, and is shown after it.
    ///
    /// - Returns: What `change` returns.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container; what
    ///   `change` or the container throws, and then the visible table stays.
    /// - Complexity: O(sections + arrays), where *arrays* are those that the rows of a section consist of: an
    ///   edit of one row in a million does not walk over the others. The first look-up by id does, and so does one
    ///   edit among very many, which joins the arrays.
    @discardableResult
    public func edit<Result>(_ change: (inout TableEdit) throws -> Result) throws -> Result {
        try panel.edit(change)
    }

    private var attachedDataSource: DataSource<RawData> {
        get throws(TableError) {
            guard let dataSource, dataSource.panel === panel else { throw .notAttached }
            return dataSource
        }
    }
}
