extension Agent {
    /// Attaches a container, raw data and a reformer that can work on any actor, and shows the table.
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
        _ container: any TableContainer, rawData: RawData? = nil, reformer: some Reformer<RawData> & Sendable,
        panel: any Panel.Type = StandardPanel.self, eventDelegate: (any EventDelegate)? = nil
    ) throws {
        try attach(
            container, dataSource: DataSource(reformer: reformer), panel: panel, eventDelegate: eventDelegate)
        if let rawData {
            try reload(rawData)
        }
    }

    /// Attaches a container, raw data and the type of a reformer that can work on any actor, and shows it.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - rawData: The business data; without it nothing is shown until the first ``reload(_:)``.
    ///   - reformer: The type that makes the table.
    ///   - panel: The type of the panel between them.
    ///   - eventDelegate: Takes the events; held weakly.
    /// - Throws: What the reformer or the container throws. The agent stays attached, with an empty table on
    ///   show, and can be reloaded.
    public func attach<R: StatelessReformer<RawData> & Sendable>(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: R.Type,
        panel: any Panel.Type = StandardPanel.self, eventDelegate: (any EventDelegate)? = nil
    ) throws {
        try attach(
            container, rawData: rawData, reformer: reformer.init(), panel: panel, eventDelegate: eventDelegate
        )
    }

    /// Creates an agent and shows a table with it, by a reformer that can work on any actor.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - rawData: The business data; without it nothing is shown until the first ``reload(_:)``.
    ///   - reformer: Makes the table.
    ///   - panel: The type of the panel between them.
    ///   - eventDelegate: Takes the events; held weakly.
    /// - Throws: What the reformer or the container throws.
    @_disfavoredOverload
    public convenience init(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: some Reformer<RawData> & Sendable,
        panel: any Panel.Type = StandardPanel.self, eventDelegate: (any EventDelegate)? = nil
    ) throws {
        self.init()
        try attach(
            container, rawData: rawData, reformer: reformer, panel: panel, eventDelegate: eventDelegate)
    }

    /// Creates an agent and shows a table with it, by the type of a reformer that can work on any actor.
    ///
    /// - Parameters:
    ///   - container: The surface.
    ///   - rawData: The business data; without it nothing is shown until the first ``reload(_:)``.
    ///   - reformer: The type that makes the table.
    ///   - panel: The type of the panel between them.
    ///   - eventDelegate: Takes the events; held weakly.
    /// - Throws: What the reformer or the container throws.
    public convenience init<R: StatelessReformer<RawData> & Sendable>(
        _ container: any TableContainer, rawData: RawData? = nil, reformer: R.Type,
        panel: any Panel.Type = StandardPanel.self, eventDelegate: (any EventDelegate)? = nil
    ) throws {
        try self.init(
            container, rawData: rawData, reformer: reformer.init(), panel: panel, eventDelegate: eventDelegate
        )
    }

    /// Reforms new raw data off the caller's actor and shows the table on it.
    ///
    /// The latest data wins: a reload that was overtaken by another one, concurrent or not, is superseded and
    /// shows nothing. Each call ends in exactly one way.
    ///
    /// ```swift
    /// let outcome = try await agent.reload(concurrently: service.ledger())
    /// ```
    ///
    /// - Parameter rawData: The new business data, which the caller gives away.
    /// - Returns: Whether the table was applied or superseded.
    /// - Throws: ``TableError`` with the code ``TableError/Code/notAttached`` without a container,
    ///   `CancellationError` when the task was cancelled before anything was shown, or what the reformer or
    ///   the container throws; what is on show stays.
    @discardableResult
    public func reload(concurrently rawData: sending RawData) async throws -> ReloadOutcome {
        try await requireDataSource().refresh(concurrently: rawData)
    }
}
