/// Keeps raw data and reformer together and tells its delegate when there is a new table.
///
/// An ``Agent`` makes one for itself. Make one of your own to share it with code that loads data and knows
/// no agent: each ``refresh(_:)`` shows the new data through the agent that it is attached to.
///
/// ```swift
/// let orders = DataSource(reformer: OrdersReformer())
/// try agent.attach(container, dataSource: orders)
/// try orders.refresh(await service.orders())      // the table follows
/// ```
public final class DataSource<RawData> {
    /// The latest raw data, or `nil` when there is none.
    public private(set) var rawData: RawData?

    /// The table made of the latest raw data; empty when there is none.
    public private(set) var tableInfo = TableInfo()

    /// Who is told of new tables; the agent, once the data source is attached to one.
    public weak var delegate: (any DataSourceDelegate)?

    private let reform: (RawData) throws -> TableInfo
    /// Counts the tables, so that a failed refresh does not undo one that came in meanwhile.
    private var version = 0

    /// Creates a data source without data.
    ///
    /// - Parameter reformer: Makes the table of raw data.
    public init(reformer: some Reformer<RawData>) {
        reform = { try reformer.reform($0) }
    }

    /// Replaces the raw data, reforms it and tells the delegate.
    ///
    /// - Parameter rawData: The new raw data; `nil` clears the table.
    /// - Throws: The reformer's error or that of the delegate's surface. In both cases the data source keeps
    ///   its former data and table, and what is on show stays.
    public func refresh(_ rawData: RawData?) throws {
        let former = (self.rawData, tableInfo)
        let table = try rawData.map(reform) ?? TableInfo()
        version += 1
        let current = version
        (self.rawData, tableInfo) = (rawData, table)
        do {
            try delegate?.dataSourceDidRefresh(table)
        } catch {
            if version == current { (self.rawData, tableInfo) = former }
            throw error
        }
    }
}

/// Is told when a data source has a new table.
public protocol DataSourceDelegate: AnyObject {
    /// Takes over a new table.
    ///
    /// - Parameter tableInfo: The new table.
    /// - Throws: When the table can't be shown; the data source then returns to its former one.
    func dataSourceDidRefresh(_ tableInfo: TableInfo) throws
}
