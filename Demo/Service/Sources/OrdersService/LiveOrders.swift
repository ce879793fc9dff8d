import Metrics
package import Orders
import TableAgent
package import TableLive
package import TableSurfaces

/// The orders of one query for all of its viewers, and the events that the viewers send.
package actor LiveOrders: LivePage {
    /// The changes of the table, for any number of viewers.
    package nonisolated let feed: LiveFeed

    private let store: OrderStore
    private let tokens: LiveTokens
    private let metrics: ServiceMetrics
    private let failures: ReadFailures
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
    ///   - tokens: The tokens of forms.
    ///   - heartbeat: The maximum time without a message to a viewer.
    ///   - metrics: The metrics of the service.
    ///   - failures: Receives the failures of updates.
    init(
        _ query: OrderQuery, in store: OrderStore, tokens: LiveTokens, heartbeat: Duration,
        metrics: ServiceMetrics, failures: ReadFailures
    ) async throws {
        self.store = store
        self.tokens = tokens
        self.metrics = metrics
        self.failures = failures
        page = try await store.page(query)
        let actions = query.actions(tokens, allowsMany: true)
        let controls = try query.controls(
            query.table, sizes: [25, 50, 100], files: ["csv", "xlsx", "json", "txt"])
        let format = HTMLFormat(actions: actions, controls: controls, words: query.words)
        container = LiveContainer(format, heartbeat: heartbeat)
        feed = container.feed
        try agent.attach(container, dataSource: DataSource(page, reformer: OrdersReformer()))
    }

    /// Reads the orders again and shows them, if a change can touch them.
    ///
    /// If the database is unavailable, the page stays as it is. The service then says that pages may be out of date, and
    /// updates the page again.
    package func update(after changes: [OrderChange]) async throws {
        guard changes.contains(where: page.isTouched) else { return }
        let start = ContinuousClock.now
        let version = feed.id
        let page: OrdersPage
        do {
            page = try await store.page(self.page.query)
        } catch is DatabaseUnavailable {
            return failures.record()
        }
        try agent.reload(page)
        self.page = page
        markup = nil
        metrics.refreshTime.record(duration: .now - start)
        if feed.id != version { metrics.versions.increment() }
    }

    /// Returns the page.
    package func html(_ notice: LiveNotice?) throws -> LiveMarkup {
        let isStale = feed.isStale
        if notice == nil, !isStale, let markup { return markup }
        let shell: HTMLPage =
            if case .question = notice {
                .orders(page.query)
            } else {
                .orders(page.query, controls: try container.controls(), isStale: isStale)
            }
        let result = LiveMarkup(feed.page(shell, of: page.query, notice: notice), tokens: tokens)
        if notice == nil, !isStale { markup = result }
        return result
    }

    package func details(ofRowWithKey key: String) throws -> String {
        try container.details(ofRowWithKey: key)
    }

    package func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }

    /// Carries out the action that a viewer requests.
    ///
    /// - Throws: `HTMLQuestion` if the action needs an answer. `TableError` or `LiveRefusal` if the page no longer offers
    ///   the action. ``Orders/OrderError`` if the page offers the action, but the business does not allow it.
    func perform(_ form: LiveForm) async throws {
        let event: AgentEvent
        do {
            event = try container.receive(form)
        } catch let error as TableError {
            // The viewer has an older page. The error of the business explains what has changed.
            if let event = form.eventName, let order = form.rowID(as: Order.ID.self),
                let command = OrderCommand(eventNamed: event, order: order)
            {
                do { try await store.check(command) } catch let error as OrderError { throw error.refusal }
            }
            throw error
        }
        guard let command = OrderCommand(event) else {
            throw LiveRefusal(409, "eventNotOffered") {
                $0.text("Nothing can be done with this row.", "Mit dieser Zeile lässt sich nichts machen.")
            }
        }
        try await store.carryOut(command, once: form.idempotencyKey)
    }

    /// Carries out the action that a viewer requests of several rows.
    ///
    /// - Returns: The outcome of each row, which is stored with the key of the request.
    /// - Throws: `HTMLQuestion` if the viewer has not confirmed the action, and the errors of `LiveContainer.receiveMany`.
    func performMany(_ form: LiveForm) async throws -> LiveOutcome {
        // The orders of other pages are in the sections where the viewer has seen them, unless they have changed.
        let shown = Set(page.orders.map(\.id))
        let others = form.rowIDs(as: Order.ID.self).filter { !shown.contains($0) }.prefix(1_000)
        let table: TableInfo? =
            others.isEmpty
            ? nil : OrdersReformer().reform(OrdersPage(page.query, try await store.orders(Array(others))))
        let (events, outcome) = try container.receiveMany(form, in: table)
        return try await store.carryOut(
            events.compactMap { OrderCommand($0) }, once: form.idempotencyKey, after: outcome)
    }
}
