import Orders
import TableAgent
import TableLive
import TableSurfaces

/// The orders of one query for all of its viewers, and the events that the viewers send.
actor LiveOrders: LivePage {
    /// The changes of the table, for any number of viewers.
    nonisolated let feed: LiveFeed

    private let store: OrderStore
    private let agent = Agent<OrdersPage>()
    private let container: LiveContainer
    private var page: OrdersPage
    /// The HTML page, or `nil` after a change of the table.
    private var markup: LiveMarkup?

    /// Reads the orders and starts to show them.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - store: The database.
    ///   - heartbeat: The maximum time without a message to a viewer.
    init(_ query: OrderQuery, in store: OrderStore, heartbeat: Duration) async throws {
        self.store = store
        let fields = ["query": query.text, "token": store.tokens.mark]
        let actions = HTMLActions(address: "/events", fields: fields, page: query.address("/"))
        container = LiveContainer(HTMLFormat(actions: actions), heartbeat: heartbeat)
        feed = container.feed
        page = try await store.page(query)
        try agent.attach(container, dataSource: DataSource(page, reformer: OrdersReformer()))
    }

    /// Reads the orders again and shows them, if a change can touch them.
    func update(after changes: [OrderChange]) async throws {
        guard changes.contains(where: page.isTouched) else { return }
        let page = try await store.page(page.query)
        try agent.reload(page)
        (self.page, markup) = (page, nil)
    }

    /// Returns the page.
    func html() -> LiveMarkup {
        if let markup { return markup }
        let markup = store.tokens.shared(html(alert: nil))
        self.markup = markup
        return markup
    }

    /// Returns the page with an alert, or a question in place of the table.
    func html(_ notice: LiveResponse.Notice) -> String {
        switch notice {
        case .question(let question): HTMLPage.question(page).markup(around: question.form)
        case .refusal(let refusal): html(alert: refusal.message)
        }
    }

    private func html(alert: String?) -> String {
        feed.page(.orders(page, alert: alert), address: page.query.address("/live"))
    }

    /// Performs the action that a viewer requests.
    ///
    /// - Parameters:
    ///   - fields: The fields of the form.
    ///   - number: The number of the request, which is carried out only once.
    /// - Returns: The change, or `nil` if the request was carried out before.
    /// - Throws: `HTMLQuestion` if the action needs an answer. `TableError` or `LiveRefusal` if the page no longer offers
    ///   the action. ``Orders/OrderError`` if the page offers the action, but the business does not allow it.
    func receive(_ fields: [String: String], number: LiveNumber) async throws -> OrderChange? {
        // After the first time, the row may no longer offer the action.
        if try await store.isCarriedOut(number) { return nil }
        let event: CellEvent
        do {
            event = try container.receive(fields)
        } catch {
            // The same request may have been carried out just now, and have changed the row.
            if try await store.isCarriedOut(number) { return nil }
            // The viewer has an older page. The error of the business explains what has changed.
            if error is TableError, let command = OrderCommand(HTMLActions.Request(fields["action"])) {
                do { try await store.check(command) } catch let error as OrderError { throw error.refusal }
            }
            throw error
        }
        guard let command = OrderCommand(event) else {
            throw TableError(.eventNotOffered, "Nothing can be done with this row.")
        }
        return try await store.carryOut(command, number: number)
    }
}
