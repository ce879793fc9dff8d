public import TableAgent
public import TableSurfaces

#if canImport(FoundationEssentials)
    import class FoundationEssentials.JSONEncoder
#else
    import class Foundation.JSONEncoder
#endif

/// A container that shows its table in any number of browsers and keeps the table up to date there.
///
/// A container belongs to the actor that owns its agent. Its ``feed`` crosses actors.
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
    /// The messages for viewers, starting with the first table.
    public let feed: LiveFeed

    /// The panel that shows tables on the container.
    public weak var panel: Panel?

    let format: HTMLFormat

    /// The visible table, or `nil` before the first table.
    private var table: LiveTable?

    /// For each accepted event name, a closure that sends the event.
    var accepted: [String: (EventSource, String?) throws -> CellEvent?] = [:]

    /// Creates a container.
    ///
    /// - Parameters:
    ///   - format: The format of the table. The container enables keys, and ignores the page around the
    ///     table. The words of the format are also those of questions and of the page's messages.
    ///   - heartbeat: The interval of heartbeats, at most a day, or `nil` for none. A heartbeat is a message that viewers
    ///     receive while the table does not change. Many servers notice that a viewer has left only when they write.
    public init(_ format: HTMLFormat = HTMLFormat(), heartbeat: Duration? = .seconds(15)) {
        feed = LiveFeed(heartbeat: heartbeat, words: format.words)
        var format = format
        (format.page, format.isKeyed) = (nil, true)
        self.format = format
    }

    deinit {
        feed.containerWasReleased()
    }

    /// The name of the surface in error messages.
    public var surfaceName: String { "the live page" }

    /// `true`: viewers receive changes instead of whole tables.
    public var appliesChanges: Bool { true }

    /// Returns whether an item fills a `GridLine`, as each `GridLineItem` does.
    public func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    /// Sends the whole new table to viewers.
    public func reload(_ update: TableUpdate) throws {
        let (table, lines) = try LiveTable.write(update.new, in: format)
        update.commit()
        self.table = table
        feed.update(isUnique: table.hasUniqueKeys) {
            $0 = lines
            return nil
        }
    }

    /// Sends patches to viewers.
    ///
    /// Viewers receive the whole table instead if the table is shorter than the patches, if keys are not unique, or
    /// if the columns or the caption change. They also receive the whole table if lines outside the changes get
    /// different markup, such as a different alignment.
    ///
    /// - Complexity: O(changes), or O(rows) if the whole table must be written.
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        guard let step = try feed.lines.flatMap({ try table?.step(changes, in: update, on: $0) }) else {
            return try reload(update)
        }
        update.commit()
        // Patches identify parts by their keys, so the keys must be unique.
        let hadUniqueKeys = table?.hasUniqueKeys == true
        table?.apply(step)
        let isUnique = table?.hasUniqueKeys == true
        feed.update(isUnique: isUnique) { lines in
            lines?.apply(step)
            guard hadUniqueKeys, isUnique, let lines else { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let patches = try? encoder.encode(LivePatch.patches(of: step, in: lines))
            return patches.map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
