/// The one thing that business code talks to: raw data goes in, a table appears, events come back.
///
/// ```swift
/// let agent = Agent<Ledger>()
/// try agent.attach(container, rawData: ledger, reformer: LedgerReformer.self, eventDelegate: self)
/// try agent.reload(newLedger)
/// ```
///
/// An agent is used inside one isolation domain, any one: the main actor in an app, an actor or a task on a
/// server. It owns its data source, panel and container; it holds the event delegate weakly. When it is
/// released, it detaches.
public final class Agent<RawData> {
    /// The data source, or `nil` while the agent is not attached.
    public private(set) var dataSource: DataSource<RawData>?

    /// Forwards the events of the surface to their listeners.
    public let eventHandler = EventHandler()

    /// The panel, or `nil` while the agent is not attached; for settings of a panel's own type.
    public private(set) var panel: (any Panel)?

    /// What the agent does about rows or sections with the same id. The default tells them apart in order.
    public var duplicatePolicy = DuplicatePolicy.tellApart

    /// Whether a row is shown as not selected again as soon as its selection has been told. The default is
    /// no.
    public var deselectsAutomatically: Bool {
        get { eventHandler.deselectsAutomatically }
        set { eventHandler.deselectsAutomatically = newValue }
    }

    /// Creates an agent that is attached to nothing yet.
    public init() {}

    deinit {
        panel?.detach()
        eventHandler.delegate = nil
        eventHandler.finish()
    }

    /// Whether the agent has a container.
    public var isAttached: Bool { panel != nil }

    /// The table on show; empty while there is none.
    public var tableInfo: TableInfo { panel?.tableInfo ?? TableInfo() }

    /// Attaches a container and a data source, and shows the table of the data source.
    ///
    /// An agent that is attached already is detached first, which lets go of its delegate, too.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - dataSource: The data source; its table is shown if it has data.
    ///   - panel: The type of the panel between them.
    ///   - eventDelegate: Takes the events; held weakly.
    /// - Throws: What the container throws. The agent stays attached, with an empty table on show.
    public func attach(
        _ container: any TableContainer, dataSource: DataSource<RawData>,
        panel: any Panel.Type = StandardPanel.self, eventDelegate: (any EventDelegate)? = nil
    ) throws {
        connect(container, dataSource, panel, eventDelegate)
        if let table = dataSource.latestTable {
            try dataSourceDidRefresh(table)
        }
    }

    /// Attaches a container, raw data and the reformer that makes a table of it, and shows the table.
    ///
    /// An agent that is attached already is detached first.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - rawData: The business data; without it nothing is shown until the first ``reload(_:)``.
    ///   - reformer: Makes the table.
    ///   - panel: The type of the panel between them.
    ///   - eventDelegate: Takes the events; held weakly.
    /// - Throws: What the reformer or the container throws. The agent stays attached, with an empty table on
    ///   show, and can be reloaded.
    @_disfavoredOverload
    public func attach(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: some Reformer<RawData>,
        panel: any Panel.Type = StandardPanel.self, eventDelegate: (any EventDelegate)? = nil
    ) throws {
        try attach(
            container, dataSource: DataSource(reformer: reformer), panel: panel, eventDelegate: eventDelegate)
        if let rawData {
            try reload(rawData)
        }
    }

    /// Attaches a container, raw data and the type of a reformer without dependencies, and shows the table.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - rawData: The business data; without it nothing is shown until the first ``reload(_:)``.
    ///   - reformer: The type that makes the table.
    ///   - panel: The type of the panel between them.
    ///   - eventDelegate: Takes the events; held weakly.
    /// - Throws: What the reformer or the container throws. The agent stays attached, with an empty table on
    ///   show, and can be reloaded.
    public func attach<R: StatelessReformer<RawData>>(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: R.Type,
        panel: any Panel.Type = StandardPanel.self, eventDelegate: (any EventDelegate)? = nil
    ) throws {
        try attach(
            container, rawData: rawData, reformer: reformer.init(), panel: panel, eventDelegate: eventDelegate
        )
    }

    /// Lets go of container, data source, panel and event delegate.
    public func detach() {
        panel?.detach()
        panel = nil
        dataSource?.drawTicket()
        if dataSource?.delegate === self { dataSource?.delegate = nil }
        dataSource = nil
        eventHandler.delegate = nil
    }

    /// Reforms new raw data and shows it.
    ///
    /// - Parameter rawData: The new business data; `nil` clears the table.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container; else what
    ///   the reformer or the container throws, and what is on show stays.
    public func reload(_ rawData: RawData?) throws {
        try requireDataSource().refresh(rawData)
    }

    private func connect(
        _ container: any TableContainer, _ dataSource: DataSource<RawData>, _ panelType: any Panel.Type,
        _ delegate: (any EventDelegate)?
    ) {
        detach()
        let panel = panelType.init(container: container, eventHandler: eventHandler)
        container.panel = panel
        self.panel = panel
        self.dataSource = dataSource
        dataSource.delegate = self
        eventHandler.delegate = delegate
    }
}

extension Agent: DataSourceDelegate, TableShowing {
    var versionOnShow: Int { tableInfo.version }

    /// Shows a table of the agent's data source; called by it.
    public func dataSourceDidRefresh(_ tableInfo: TableInfo) throws {
        guard let panel else { throw TableError.notAttached }
        guard panel.container.panel === panel else { throw TableError.containerLost }
        try duplicatePolicy.check(tableInfo)
        try panel.show(tableInfo)
        duplicatePolicy.report(tableInfo)
    }
}
