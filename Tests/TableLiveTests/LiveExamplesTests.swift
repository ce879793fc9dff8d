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

    private struct OrderQuery: Hashable {
        let isPaid: Bool

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

    private static let tokens = LiveTokens { text in Array(text.utf8) + [UInt8](repeating: 7, count: 24) }
    private static let actions = HTMLActions(address: "/events", fields: ["token": tokens.mark])

    private actor OrdersPage: LivePage {
        nonisolated let feed: LiveFeed
        private let agent = Agent<[Order]>()
        private let container = LiveContainer(HTMLFormat(actions: LiveExamplesTests.actions))
        private let query: OrderQuery
        private let store: OrderStore

        init(_ query: OrderQuery, in store: OrderStore) async throws {
            (self.query, self.store) = (query, store)
            feed = container.feed
            let orders = await store.orders(of: query)
            try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
        }

        func update(after changes: [Order]) async throws {
            guard changes.contains(where: query.contains) else { return }
            try agent.reload(await store.orders(of: query))
        }
    }

    private struct Request {
        var method = "GET"
        var headers: [String: String] = ["Host": "orders.example"]
    }

    private struct Response {
        let status: Int
        var cookie: String?
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    @Test func `A program has pages, messages, and events`() async throws {
        let origin = LiveOrigin(hosts: ["orders.example"])
        let store = OrderStore()
        let pages = LivePages { query in try await OrdersPage(query, in: store) }
        let request = Request()
        try origin.check(
            method: request.method, host: request.headers["Host"], origin: request.headers["Origin"],
            fetchSite: request.headers["Sec-Fetch-Site"])

        let query = OrderQuery(isPaid: false)
        let session = Self.tokens.session(cookies: request.headers["Cookie"])
        let feed = try await pages.page(of: query).feed
        let page = Self.tokens.shared(feed.page("Orders", address: "/live"))
        let response = Response(status: 200, cookie: session.setCookie, body: page.bytes(for: session))
        #expect(response.text.contains(">2<") && response.cookie != nil)

        let messages = try await pages.messages(of: query, after: feed.id, for: session)
        var iterator = messages.makeAsyncIterator()
        let order = Order(id: 2)
        await store.pay(order)
        await pages.update(after: order)
        let message = try #require(await iterator.next())
        let bytes = Self.tokens.shared(message.serverSentEvent).bytes(for: session)
        #expect(String(decoding: bytes, as: UTF8.self).contains("remove"))
        pages.end()
        #expect(await iterator.next() == nil)
    }
}
