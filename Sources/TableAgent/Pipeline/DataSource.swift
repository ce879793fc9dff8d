/// Holds raw data together with the reformer that makes a table of it.
///
/// An ``Agent`` makes one for itself. Make your own to share it with code that loads data and knows no agent:
/// each ``refresh(_:)`` shows the new data through the panel that the data source is attached to.
///
/// ```swift
/// let orders = DataSource(reformer: OrdersReformer())
/// try agent.attach(container, dataSource: orders)
/// try orders.refresh(await service.orders())      // the table follows
/// ```
public final class DataSource<RawData> {
    /// The raw data of the visible table; while the data source is not attached, that of the last refresh.
    public private(set) var rawData: RawData?

    private let reformer: any Reformer<RawData>
    /// Counts the refreshes, so that a concurrent one notices a later one.
    private var refreshCount = 0

    /// The panel that shows the tables.
    private(set) weak var panel: Panel?

    /// Creates a data source, whose raw data an agent shows when the data source is attached.
    public init(_ rawData: RawData? = nil, reformer: some Reformer<RawData>) {
        self.rawData = rawData
        self.reformer = reformer
    }

    /// Gives the data source to a panel; another one that had it is detached.
    func attach(to panel: Panel) {
        let old = self.panel
        self.panel = panel
        guard let old, old !== panel else { return }
        refreshCount += 1
        old.detach()
    }

    /// Takes the data source from a panel if that has it; a concurrent refresh is superseded.
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
    /// - Throws: What the reformer or the container throws. Raw data and table then stay as they were.
    public func refresh(_ rawData: RawData?) throws {
        refreshCount += 1
        let table = try rawData.map(reformer.reform) ?? TableInfo()
        guard let panel else { return take(rawData) }
        try panel.show(table) { [weak self] in self?.take(rawData) }
    }

    /// Replaces the raw data and shows its table, which is reformed off the caller's actor, in the same way as
    /// ``Agent/reload(concurrently:by:)``.
    ///
    /// - Returns: Whether the data was taken; `false` when it was superseded, whatever its outcome.
    @discardableResult
    public func refresh(
        concurrently rawData: sending RawData, by reformer: some Reformer<RawData> & Sendable
    ) async throws -> Bool {
        refreshCount += 1
        let number = refreshCount
        let reformed = await Self.reform(rawData, by: reformer)
        try Task.checkCancellation()
        guard number == refreshCount else { return false }
        let (rawData, table) = try reformed.get()
        if let panel {
            try panel.show(table) { [weak self] in self?.take(rawData) }
        } else {
            take(rawData)
        }
        return true
    }

    private func take(_ rawData: RawData?) {
        // Released only after the change, for a deinit in the old data may read the new one.
        withExtendedLifetime(self.rawData) { self.rawData = rawData }
    }

    @concurrent
    private static func reform(
        _ rawData: sending RawData, by reformer: some Reformer<RawData> & Sendable
    ) async -> sending Result<(RawData, TableInfo), any Error> {
        do {
            try Task.checkCancellation()
            let table = try reformer.reform(rawData)
            // Heads and feet are computed here, and not on the caller's actor.
            for section in table.sections { _ = (section.head, section.foot) }
            _ = table.foot
            return .success((rawData, table))
        } catch {
            return .failure(error)
        }
    }
}
