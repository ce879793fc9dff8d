import Orders
import TableAgent
import TableLive
import TableSurfaces

/// The orders of one query as all of its viewers see them, and the events that the viewers send.
actor LiveOrders {
    /// The changes of the table, for any number of viewers.
    nonisolated let feed: LiveFeed

    private let store: OrderStore
    private let tokenMark: String
    private let agent = Agent<OrdersPage>()
    private let container: LiveContainer
    private var page: OrdersPage
    /// The page in HTML, until the table changes.
    private var markup: SharedMarkup?

    /// Reads the orders and begins to show them.
    ///
    /// - Parameters:
    ///   - tokenMark: What stands for the viewer's token.
    ///   - heartbeat: How long a viewer may hear nothing while nothing changes.
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

    /// Shows the orders as they are now. Who calls it must wait for it to end before the next call.
    func reload() async throws {
        let page = try await store.page(page.query)
        try agent.reload(page)
        (self.page, markup) = (page, nil)
    }

    /// Returns the page, with an alert if there is one.
    func html(alert: String? = nil) -> SharedMarkup {
        if alert == nil, let markup { return markup }
        let html = feed.page(.orders(page, alert: alert), address: page.query.address("/live"))
        let markup = SharedMarkup(Array(html.utf8), tokenMark: tokenMark)
        if alert == nil { self.markup = markup }
        return markup
    }

    /// Carries out what a viewer asks for.
    ///
    /// - Throws: `TableError` if the page does not offer it now, or ``Orders/OrderError`` if the business refuses it.
    func receive(_ fields: Fields) async throws {
        let (row, name) = (fields["row"], fields["event"])
        let event: CellEvent
        do {
            event = try container.receive(row: row, event: name, payload: fields["payload"])
        } catch let error as TableError where error.code != .payloadInvalid {
            // The viewer has an older page. The business may know what has happened since.
            if let command = OrderCommand(row: row, event: name) { try await store.check(command) }
            throw error
        }
        guard let command = OrderCommand(event) else {
            throw TableError(.eventNotOffered, "Nothing can be done with this row.")
        }
        try await store.carryOut(command)
    }
}
