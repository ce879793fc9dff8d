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

    /// The table made of the latest raw data, as edits changed it since; empty without either.
    public private(set) var tableInfo = TableInfo()

    /// Who is told of new tables; the agent, once the data source is attached to one.
    public weak var delegate: (any DataSourceDelegate)? {
        didSet { shower = delegate as? any TableShowing }
    }

    /// The delegate, if it knows which table is on show.
    private weak var shower: (any TableShowing)?

    let reform: (RawData) throws -> TableInfo
    /// The same for use on any actor; `nil` for a reformer that can't leave its own.
    let concurrentReform: (@Sendable (RawData) throws -> TableInfo)?
    /// Numbers the refreshes, so that one that takes its time learns of a later one.
    private(set) var ticket = 0

    private var latestVersion = 0
    /// What the delegate is being told of: one table, and those that come in meanwhile.
    private var told: [Refresh] = []
    /// The version of the latest of those tables that came in meanwhile and that the delegate took.
    private var latestTaken: Int?

    /// Creates a data source without data.
    ///
    /// - Parameter reformer: Makes the table of raw data.
    public init(reformer: some Reformer<RawData>) {
        reform = { try reformer.reform($0) }
        concurrentReform = nil
    }

    /// Creates a data source without data, whose reformer can work on any actor.
    ///
    /// - Parameter reformer: Makes the table of raw data.
    public init(reformer: some Reformer<RawData> & Sendable) {
        reform = { try reformer.reform($0) }
        concurrentReform = { try reformer.reform($0) }
    }

    /// Draws the number of a new refresh; those before it are late from now on.
    @discardableResult
    func drawTicket() -> Int {
        ticket += 1
        return ticket
    }

    /// Replaces the raw data, reforms it and tells the delegate.
    ///
    /// - Parameter rawData: The new raw data; `nil` clears the table.
    /// - Throws: The reformer's error or that of the delegate's surface. The data source then keeps the data
    ///   and table of what is on show, which are the former ones unless the surface failed after it had taken
    ///   over.
    public func refresh(_ rawData: RawData?) throws {
        drawTicket()
        try take(rawData, rawData.map(reform) ?? TableInfo())
    }

    /// Changes the table and tells the delegate, which shows what changed as one batch.
    ///
    /// The raw data stays as it is: the next refresh shows what the reformer makes of the new data, in place
    /// of what the edit made. Sections that an edit collapsed or expanded stay so.
    ///
    /// - Parameter change: Changes the table, by as many verbs as needed.
    /// - Returns: What `change` returns.
    /// - Throws: What `change` throws, or the error of the delegate's surface. The data source then keeps the
    ///   table of what is on show, which is the former one unless the surface failed after it had taken over.
    /// - Complexity: O(sections + arrays) beside what the verbs cost, where *arrays* are those that the rows
    ///   of the sections consist of.
    @discardableResult
    public func edit<Result>(_ change: (inout TableInfo) throws -> Result) throws -> Result {
        var table = told.last?.table ?? tableInfo
        if versionOnShow == table.version { table.animations = EditAnimations() }
        let version = latestVersion
        let result = try change(&table)
        precondition(
            version == latestVersion,
            "The closure of an edit changes the table that it is given; it does not reload or edit by another way."
        )
        try tell(table, keepData: told.last?.keepData)
        return result
    }

    /// Takes over data with its table and tells the delegate.
    func take(_ rawData: RawData?, _ table: TableInfo) throws {
        var table = table
        table.animations = EditAnimations()
        table.keepCollapsed(from: told.last?.table ?? tableInfo)
        try tell(table) { [unowned self] in self.rawData = rawData }
    }

    /// - Parameter keepData: Takes over the raw data that the table was made of, if it is other data.
    private func tell(_ table: TableInfo, keepData: (() -> Void)?) throws {
        var table = table
        latestVersion += 1
        table.version = latestVersion
        told.append(Refresh(table: table, keepData: keepData))
        if told.count > 1 {
            // The delegate refreshes while it shows a table; the outer call sees what came of it.
            do {
                try delegate?.dataSourceDidRefresh(table)
            } catch {
                told.removeAll { $0.table.version == table.version && versionOnShow != table.version }
                throw error
            }
            latestTaken = table.version
            return
        }
        defer {
            told = []
            latestTaken = nil
        }
        do {
            try delegate?.dataSourceDidRefresh(table)
        } catch {
            // The table may be on show all the same, or a later one that came in meanwhile.
            settle(on: versionOnShow ?? latestTaken)
            throw error
        }
        // A panel may show a table of its own making, which has no version.
        if !settle(on: versionOnShow) { settle(on: latestTaken ?? table.version) }
    }

    /// The table that a new delegate has to show: the latest that any was told of; `nil` without any.
    var latestTable: TableInfo? {
        if let latest = told.last { return latest.table }
        return rawData == nil && tableInfo.sections.isEmpty ? nil : tableInfo
    }

    /// The version of the table on show, if the delegate knows it.
    private var versionOnShow: Int? { shower?.versionOnShow }

    /// Takes over the data and table with a version; false if the delegate has not been told of it.
    @discardableResult
    private func settle(on version: Int?) -> Bool {
        guard let entry = told.first(where: { $0.table.version == version }) else { return false }
        entry.keepData?()
        tableInfo = entry.table
        tableInfo.animations = EditAnimations()
        return true
    }
}

/// A table that the delegate of a data source is told of.
private struct Refresh {
    let table: TableInfo
    /// Takes over the raw data that the table was made of; `nil` when that is the former data.
    let keepData: (() -> Void)?
}

/// A delegate that knows which version of its data source's tables is on show.
protocol TableShowing: AnyObject {
    var versionOnShow: Int { get }
}

/// Is told when a data source has a new table.
public protocol DataSourceDelegate: AnyObject {
    /// Takes over a new table.
    ///
    /// - Parameter tableInfo: The new table.
    /// - Throws: When the table can't be shown; the data source then keeps what is on show.
    func dataSourceDidRefresh(_ tableInfo: TableInfo) throws
}
