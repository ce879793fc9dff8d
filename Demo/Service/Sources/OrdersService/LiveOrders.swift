import Orders
import TableAgent
import TableLive
import TableSurfaces

/// The orders of one query as all of its viewers see them, and what they want done with them.
actor LiveOrders: @preconcurrency EventDelegate {
    /// The changes of the table, for any number of viewers.
    nonisolated let feed: LiveFeed

    private let store: OrderStore
    private let tokenMark: String
    private let agent = Agent<OrdersPage>()
    private let container: LiveContainer
    private var page: OrdersPage
    /// The page in HTML, until the table changes.
    private var markup: SharedMarkup?
    /// What the event that is being received asks for.
    private var command: OrderCommand?

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
        let source = DataSource(page, reformer: OrdersReformer())
        try agent.attach(container, dataSource: source, eventDelegate: self)
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

    /// Takes what a viewer has sent, and carries it out.
    ///
    /// - Throws: `TableError` if the page offers no such thing now, or ``Orders/OrderError`` if the business refuses it.
    func receive(_ fields: Fields) async throws {
        command = nil
        let (row, event) = (fields["row"], fields["event"])
        do {
            try container.receive(row: row, event: event, payload: fields["payload"])
        } catch let error as TableError where error.code != .payloadInvalid {
            // The page was another one. The business may know what has happened since.
            if let command = OrderCommand(row: row, event: event) { try await store.check(command) }
            throw error
        }
        guard let command else {
            throw TableError(.eventNotOffered, "Nothing can be done with this row.")
        }
        try await store.carryOut(command)
    }

    /// Notes what is wanted. The answer of the business takes a while, and events don't wait.
    func didReceive(_ event: CellEvent) {
        command = OrderCommand(event)
    }
}
