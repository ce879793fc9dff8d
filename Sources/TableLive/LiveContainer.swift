public import TableAgent
public import TableSurfaces

#if canImport(FoundationEssentials)
    import class FoundationEssentials.JSONEncoder
#else
    import class Foundation.JSONEncoder
#endif

/// A container whose table any number of viewers see in their browsers, and see change.
///
/// It belongs to the actor that owns its agent. What crosses actors is its ``feed``.
///
/// ```swift
/// actor OpenOrders {
///     private let agent = Agent<[Order]>()
///     private let container = LiveContainer()
///     nonisolated let feed: LiveFeed
///
///     init(_ orders: [Order]) throws {
///         feed = container.feed
///         try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
///     }
/// }
/// ```
public final class LiveContainer: TableContainer {
    /// The messages for viewers, which begin with the first table.
    public let feed: LiveFeed

    /// The panel that shows tables on the container.
    public weak var panel: Panel?

    private let format: HTMLFormat

    /// The visible table, or `nil` before the first one.
    private var table: LiveTable?

    /// What sends the events that viewers may send, by name.
    var accepted: [String: (EventSource, String?) throws -> CellEvent?] = [:]

    /// Creates a container.
    ///
    /// - Parameters:
    ///   - format: The format of the table, which gets keys. A page around it is left out: it is written once.
    ///   - heartbeat: How often viewers who wait are told that nothing has changed, so that the program writes something,
    ///     and notices who has left; `nil` for never.
    public init(_ format: HTMLFormat = HTMLFormat(), heartbeat: Duration? = .seconds(15)) {
        feed = LiveFeed(heartbeat: heartbeat)
        var format = format
        (format.page, format.isKeyed) = (nil, true)
        self.format = format
    }

    deinit {
        feed.end()
    }

    /// The name of the surface in error messages.
    public var surfaceName: String { "the live page" }

    /// `true`: viewers get what changes.
    public var appliesChanges: Bool { true }

    /// Returns whether an item fills a `GridLine`, as each `GridLineItem` does.
    public func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    /// Shows viewers the whole new table.
    public func reload(_ update: TableUpdate) throws {
        let (table, lines) = try LiveTable.write(update.new, in: format)
        update.commit()
        self.table = table
        feed.update(patches: nil, isUnique: table.hasUniqueKeys) { $0 = lines }
    }

    /// Sends viewers patches, or the whole table if it is shorter, or if lines that stay look different.
    ///
    /// - Complexity: O(changes), and O(rows) if the table must be written as a whole.
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        guard let hadUniqueKeys = table?.hasUniqueKeys,
            let step = try table?.step(changes, in: update, on: feed)
        else { return try reload(update) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let patches = try encoder.encode(LivePatch.patches(of: step, from: update.old, to: update.new))
        update.commit()
        table?.apply(step)
        let isUnique = table?.hasUniqueKeys == true
        // Patches name parts by keys.
        let json = hadUniqueKeys && isUnique ? String(decoding: patches, as: UTF8.self) : nil
        feed.update(patches: json, isUnique: isUnique) { $0?.apply(step) }
    }
}
