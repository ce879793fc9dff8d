import Foundation
public import TableAgent
public import TableSurfaces

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

    /// What sends the events that viewers may send, by name.
    var accepted: [String: (EventSource, String?) throws -> Void] = [:]

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
        let table = try format.string(of: update.new)
        update.commit()
        feed.replace(table, patches: nil)
    }

    /// Sends viewers patches, or the whole table where that is shorter or its frame has changed.
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        let table = try format.string(of: update.new)
        let patches = try LivePatcher.patches(from: update.old, to: update.new, changes, in: format)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try patches.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        update.commit()
        feed.replace(table, patches: data.flatMap { $0.utf8.count < table.utf8.count ? $0 : nil })
    }
}
