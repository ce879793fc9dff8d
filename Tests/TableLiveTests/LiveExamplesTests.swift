import TableAgent
import TableLive
import TableSurfaces
import Testing

/// The examples of the documentation of pages, origins, and tokens, as a program.
struct LiveExamplesTests {
    private struct Order: Identifiable {
        let id: Int
        var isPaid = false
    }

    private struct OrderQuery: LiveQuery {
        let isPaid: Bool

        init(_ fields: [String: String]) { isPaid = fields["paid"] == "yes" }

        var fields: [String: String] { ["paid": isPaid ? "yes" : "no"] }

        func contains(_ order: Order) -> Bool { true }
    }

    private actor OrderStore {
        private var orders = [Order(id: 1), Order(id: 2)]

        func orders(of query: OrderQuery) -> [Order] { orders.filter { $0.isPaid == query.isPaid } }

        func pay(_ order: Order) { orders[order.id - 1].isPaid = true }
    }

    private enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.integer(order.id) }
    }

    private struct OrdersReformer: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo(columns: [GridColumn("Order")]) {
                TableSection(id: "orders") { Rows(orders, as: OrderLine.self) }
            }
        }
    }

    private static let tokens = LiveTokens { bytes in bytes + [UInt8](repeating: 7, count: 24) }
    private static let actions = HTMLActions(address: "/events", fields: ["token": tokens.mark])

    private actor OrdersPage: LivePage {
        nonisolated let feed: LiveFeed
        private let agent = Agent<[Order]>()
        private let container = LiveContainer(HTMLFormat(actions: LiveExamplesTests.actions))
        private let query: OrderQuery
        private let store: OrderStore
        private let tokens: LiveTokens

        init(_ query: OrderQuery, in store: OrderStore, tokens: LiveTokens) async throws {
            (self.query, self.store, self.tokens) = (query, store, tokens)
            feed = container.feed
            let orders = await store.orders(of: query)
            try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
        }

        func update(after changes: [Order]) async throws {
            guard changes.contains(where: query.contains) else { return }
            try agent.reload(await store.orders(of: query))
        }

        func html(_ notice: LiveNotice?) -> LiveMarkup {
            LiveMarkup(feed.page("Orders", of: query, notice: notice), tokens: tokens)
        }

        func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }
    }

    @Test func `A program has pages, messages, and events`() async throws {
        let origin = LiveOrigin(hosts: ["orders.example"])
        let store = OrderStore()
        let tokens = Self.tokens
        let pages = LivePages { query in try await OrdersPage(query, in: store, tokens: tokens) }
        let request = LiveRequest(method: "GET", target: "/", host: "orders.example")
        try origin.check(request)

        let query = OrderQuery(["paid": "no"])
        let session = Self.tokens.session(cookies: request.header("Cookie"))
        let page = try await pages.page(of: query)
        let bytes = await page.html(nil).bytes(for: session)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(">2<") && text.contains("data-live=\"/live?paid=no\""))
        #expect(session.setCookie != nil)

        let messages = try await pages.messages(of: query, after: page.feed.id, for: session)
        var iterator = messages.makeAsyncIterator()
        let order = Order(id: 2)
        await store.pay(order)
        await pages.update(after: order)
        let message = try #require(await iterator.next())
        #expect(String(decoding: message.serverSentEvent, as: UTF8.self).contains("remove"))
        pages.end()
        #expect(await iterator.next() == nil)
    }
}
