import Orders
import TableAgent
import TableLive
import TableSurfaces

/// The orders of one query for all of its viewers, and the events that the viewers send.
actor LiveOrders {
    /// The changes of the table, for any number of viewers.
    nonisolated let feed: LiveFeed

    private let store: OrderStore
    private let tokenMark: String
    private let agent = Agent<OrdersPage>()
    private let container: LiveContainer
    private var page: OrdersPage
    /// The HTML page, or `nil` after a change of the table.
    private var markup: SharedMarkup?

    /// Reads the orders and starts to show them.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - store: The database.
    ///   - tokenMark: The mark that a viewer's token replaces.
    ///   - heartbeat: The maximum time without a message to a viewer.
    init(
        _ query: OrderQuery, in store: OrderStore, tokenMark: String, heartbeat: Duration
    ) async throws {
        self.store = store
        self.tokenMark = tokenMark
        let fields = ["query": query.text, "token": tokenMark]
        let format = HTMLFormat(actions: HTMLActions(address: "/events", fields: fields))
        container = LiveContainer(format, heartbeat: heartbeat)
        feed = container.feed
        page = try await store.page(query)
        container.accept(.refund)
        try agent.attach(container, dataSource: DataSource(page, reformer: OrdersReformer()))
    }

    /// Reads the orders again and shows them. A caller must wait until the previous call has returned.
    func reload() async throws {
        let page = try await store.page(page.query)
        try agent.reload(page)
        (self.page, markup) = (page, nil)
    }

    /// Returns the page, optionally with an alert.
    func html(alert: String? = nil) -> SharedMarkup {
        if alert == nil, let markup { return markup }
        let html = feed.page(.orders(page, alert: alert), address: page.query.address("/live"))
        let markup = SharedMarkup(Array(html.utf8), tokenMark: tokenMark)
        if alert == nil { self.markup = markup }
        return markup
    }

    /// Performs the action that a viewer requests.
    ///
    /// - Throws: `TableError` if the page no longer offers the action, or ``Orders/OrderError`` if the
    ///   business does not allow it.
    func receive(_ fields: Fields) async throws {
        let (row, name) = (fields["row"], fields["event"])
        let event: CellEvent
        do {
            event = try container.receive(row: row, event: name, payload: fields["payload"])
        } catch let error as TableError where error.code != .payloadInvalid {
            // The viewer has an older page. The error of the business explains what has changed.
            if let command = OrderCommand(row: row, event: name) { try await store.check(command) }
            throw error
        }
        guard let command = OrderCommand(event) else {
            throw TableError(.eventNotOffered, "Nothing can be done with this row.")
        }
        try await store.carryOut(command)
    }
}
