public import TableAgent
public import TableSurfaces

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

    /// The markup above the table, or `nil` after a change of the table.
    private var controlsMarkup: String?

    /// The renderer of the visible table, or `nil` before the first table.
    private var renderer: LineRenderer?

    /// For each accepted event name, a closure that sends the event.
    var accepted: [String: (EventSource, String?) throws -> AgentEvent?] = [:]

    /// Creates a container.
    ///
    /// - Parameters:
    ///   - format: The format of the table. The container enables keys, and ignores the page around the
    ///     table. The words of the format are also those of questions and of the page's messages.
    ///   - heartbeat: The interval of heartbeats, at most a day, or `nil` for none. A heartbeat is a message that viewers
    ///     receive while the table does not change. Many servers notice that a viewer has left only when they write.
    public init(_ format: HTMLFormat = HTMLFormat(), heartbeat: Duration? = .seconds(15)) {
        feed = LiveFeed(
            heartbeat: heartbeat, words: format.words,
            bottom: format.actions?.manyForm(format.words.page) ?? "")
        var format = format
        format.page = nil
        format.isKeyed = true
        self.format = format
    }

    deinit {
        feed.containerWasReleased()
    }

    /// The name of the surface in error messages.
    public var surfaceName: String { "the live page" }

    /// `true`: viewers receive changes instead of whole tables.
    public var appliesChanges: Bool { true }

    /// The markup above the table, if the format has controls: the form with the search and the filters. Otherwise, this is empty.
    ///
    /// Put it into `HTMLPage.top` of the page.
    ///
    /// - Throws: `TableError` for a row whose item fills no cells, and with the code `invalidQuery` for a column whose key can't be a
    ///   field of the page's address.
    /// - Complexity: O(1), or that of `HTMLControls.markup(for:words:)` after a change of the table.
    public func controls() throws -> String {
        if let controlsMarkup { return controlsMarkup }
        let markup =
            try format.controls.map {
                try $0.markup(for: panel?.wholeTable ?? TableInfo(), words: format.words)
            }
            ?? ""
        controlsMarkup = markup
        return markup
    }

    /// Returns whether an item fills a `GridLine`, as each `GridLineItem` does.
    public func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    /// Sends the whole new table to viewers.
    public func reload(_ update: TableUpdate) throws {
        var format = format
        format.controls?.result = update.queryResult
        let (renderer, markup) = try LineRenderer.render(update.new, in: format)
        update.commit()
        self.renderer = renderer
        controlsMarkup = nil
        feed.update(isUnique: renderer.hasUniqueKeys) {
            $0 = markup
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
        let difference = try feed.markup.flatMap { markup in
            try renderer?.difference(
                changes, from: update.old, to: update.new, result: update.queryResult, in: markup)
        }
        guard let difference else { return try reload(update) }
        update.commit()
        send(difference)
    }

    /// Sends the new numbers of rows of the query to viewers, after a change of rows that the query hides.
    public func renewSources() {
        guard format.controls != nil, let panel else { return }
        let table = panel.tableInfo
        let difference = feed.markup.flatMap { markup in
            try? renderer?.difference(
                TableChanges(), from: table, to: table, result: panel.queryResult, in: markup)
        }
        if let difference { send(difference) }
    }

    private func send(_ difference: MarkupDifference) {
        controlsMarkup = nil
        // Patches identify parts by their keys, so the keys must be unique.
        let hadUniqueKeys = renderer?.hasUniqueKeys == true
        renderer?.apply(difference)
        let isUnique = renderer?.hasUniqueKeys == true
        feed.update(isUnique: isUnique) { markup in
            markup?.apply(difference)
            guard hadUniqueKeys, isUnique, let markup else { return nil }
            return StableJSON.text(of: LivePatch.patches(of: difference, in: markup))
        }
    }
}
