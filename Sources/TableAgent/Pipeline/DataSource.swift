/// Raw data together with the reformer that makes its table.
///
/// An ``Agent`` creates a data source for itself. Create your own to share it with code that loads data and
/// knows no agent. Each ``refresh(_:)`` shows the new data through the panel of the attached data source.
///
/// ```swift
/// let orders = DataSource(reformer: OrdersReformer())
/// try agent.attach(container, dataSource: orders)
/// try orders.refresh(await service.orders())      // the table follows
/// ```
public final class DataSource<RawData> {
    /// The raw data of the visible table or, while the data source is not attached, of the last refresh.
    public private(set) var rawData: RawData?

    private let reformer: any Reformer<RawData>
    /// The number of refreshes, by which a concurrent refresh detects a later one.
    private var refreshCount = 0

    /// The panel that shows the tables.
    private(set) weak var panel: Panel?

    /// Creates a data source. An agent shows the raw data when the data source is attached.
    public init(_ rawData: RawData? = nil, reformer: some Reformer<RawData>) {
        self.rawData = rawData
        self.reformer = reformer
    }

    /// Attaches the data source to a panel, and detaches its previous panel.
    func attach(to panel: Panel) {
        let old = self.panel
        self.panel = panel
        guard let old, old !== panel else { return }
        refreshCount += 1
        old.detach()
    }

    /// Detaches the data source from a panel, if it is attached to that panel, and supersedes a concurrent
    /// refresh.
    func detach(from panel: Panel) {
        guard self.panel === panel else { return }
        refreshCount += 1
        self.panel = nil
    }

    /// Replaces the raw data and shows its table.
    ///
    /// ``rawData`` changes together with the visible table.
    ///
    /// - Parameter rawData: The new raw data; `nil` clears the table.
    /// - Throws: Any error of the reformer or the container. The raw data and the table are then unchanged.
    public func refresh(_ rawData: RawData?) throws {
        try refresh(rawData, with: Transition())
    }

    /// Reforms data, and shows it by a query; `nil` for the visible query.
    func refresh(_ rawData: RawData?, with transition: Transition, by query: TableQuery? = nil) throws {
        refreshCount += 1
        let table = try rawData.map(reformer.reform) ?? TableInfo()
        guard let panel else { return take(rawData) }
        try panel.show(table, by: query, transition) { [weak self] in self?.take(rawData) }
    }

    /// Replaces the raw data and shows its table, which is made off the caller's actor.
    ///
    /// See ``Agent/reload(concurrently:by:)``.
    ///
    /// - Returns: Whether the data was accepted; `false` if the refresh was superseded, even if the reformer
    ///   threw.
    @discardableResult
    public func refresh(
        concurrently rawData: sending RawData, by reformer: some Reformer<RawData> & Sendable
    ) async throws -> Bool {
        refreshCount += 1
        let number = refreshCount
        let reformed = await Self.reform(rawData, by: reformer, shownBy: panel?.queryRequest)
        try Task.checkCancellation()
        guard number == refreshCount else { return false }
        let (rawData, table, shown) = try reformed.get()
        if let panel {
            try panel.show(table, shown: shown, Transition()) { [weak self] in self?.take(rawData) }
        } else {
            take(rawData)
        }
        return true
    }

    private func take(_ rawData: RawData?) {
        // The old data is released after the change, because a `deinit` in it may read the new data.
        withExtendedLifetime(self.rawData) { self.rawData = rawData }
    }

    @concurrent
    private static func reform(
        _ rawData: sending RawData, by reformer: some Reformer<RawData> & Sendable,
        shownBy request: QueriedTable.Request?
    ) async -> sending Result<(RawData, TableInfo, QueriedTable?), any Error> {
        do {
            try Task.checkCancellation()
            let table = try reformer.reform(rawData)
            // Heads and feet are computed here, off the caller's actor.
            for section in table.sections { _ = (section.head, section.foot) }
            _ = table.foot
            let shown = try request?.show(table)
            return .success((rawData, table, shown))
        } catch {
            return .failure(error)
        }
    }
}
