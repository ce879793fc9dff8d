import ArticleTesting
import Foundation
import TableAgent
import TableLive
import TableSurfaces
import Testing

// block: names
extension EventName<Void> {
    static var payOrder: Self { Self("pay") }
}
// end of block

struct ServiceArticleTests {
    /// A response of a server, as the article uses it.
    struct Response: Equatable, Sendable {
        var status: Int
        var type: String?
        var body: [UInt8] = []
        var location: String?

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// A business that refuses the third order.
    actor OrderStore {
        struct Refusal: Error {
            let reason: String
        }

        private(set) var paid: [Int] = []

        func pay(_ id: Int) throws -> Order {
            if id == 3 { throw Refusal(reason: "Order 3 is paid already.") }
            paid.append(id)
            return Order(id: id, customer: "C\(id)", cents: id * 1005, isPaid: true)
        }
    }

    // block: business
    struct Order: Identifiable, Sendable {
        let id: Int
        let customer: String
        let cents: Int
        var isPaid = false
    }

    enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id, link: "/orders/\(order.id)")
            line.text(order.customer)
            line.decimal(order.cents, scale: 2)
            line.boolean(order.isPaid, shown: order.isPaid ? "paid" : "open")
        }

        static func actions(_ place: RowActionPlace, for order: Order) -> [RowAction] {
            place == .trailing && !order.isPaid ? [RowAction("Pay", .payOrder)] : []
        }
    }

    enum TotalLine: GridLineItem {
        static func fill(_ line: inout GridLine, with cents: Int) {
            line.empty(shown: "Total")
            line.empty()
            line.decimal(cents, scale: 2)
        }
    }

    struct OrdersReformer: StatelessReformer {
        static let columns = [
            GridColumn("Order", key: "id"), GridColumn("Customer", key: "customer"),
            GridColumn("Total", key: "total", alignment: .decimal), GridColumn("Status", key: "is_paid"),
        ]

        func reform(_ orders: ArraySlice<Order>) -> TableInfo {
            TableInfo(caption: "Orders", columns: Self.columns) {
                TableSection(id: "orders") {
                    Rows(orders, as: OrderLine.self)
                    Foot(of: Order.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.cents } }
                }
            }
        }
    }
    // end of block

    // block: page
    actor OrdersPage {
        nonisolated let feed: LiveFeed

        private let agent = Agent<ArraySlice<Order>>()
        private let container: LiveContainer
        private let store: OrderStore

        init(_ store: OrderStore) {
            container = LiveContainer(HTMLFormat(actions: HTMLActions(address: "/events")))
            feed = container.feed
            self.store = store
        }

        func show(_ orders: ArraySlice<Order>) throws {
            try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
        }

        func receive(_ form: [String: String]) async throws {
            let event = try container.receive(form)
            guard event.isNamed(.payOrder), let asked = event.data(as: Order.self) else { return }
            let order = try await store.pay(asked.id)
            // The row may have gone while the business was asked.
            try? agent.edit { try $0.replaceData(ofRow: .id(order.id), with: order) }
        }
    }
    // end of block

    // block: routes
    /// GET /
    func page(of orders: OrdersPage) -> Response {
        let page = HTMLPage("Orders", head: "<script src=\"/live.js\" defer></script>")
        let body = orders.feed.page(page, address: "/live")
        return Response(status: 200, type: HTMLFormat().mediaType, body: Array(body.utf8))
    }

    /// POST /events
    func send(_ form: [String: String], to orders: OrdersPage, accept: String?) async throws -> Response {
        do {
            try await orders.receive(form)
            // The script of a live page needs no page.
            if accept == "application/json" { return Response(status: 204) }
            return Response(status: 303, location: "/")
        } catch let error as TableError {
            return try refusal(error.code == .rowNotVisible ? 404 : 409, error.description)
        } catch let error as OrderStore.Refusal {
            return try refusal(409, error.reason)
        }
    }

    func refusal(_ status: Int, _ message: String) throws -> Response {
        let body = try JSONEncoder().encode(["message": message])
        return Response(status: status, type: "application/json", body: Array(body))
    }
    // end of block

    // block: live
    /// GET /live.js
    func script() -> Response {
        Response(status: 200, type: LiveScript.mediaType, body: LiveScript.bytes)
    }

    /// GET /live
    func live(
        _ orders: OrdersPage, lastEventID: String?, write: ([UInt8]) async throws -> Void
    ) async throws {
        for await message in orders.feed.messages(after: lastEventID) {
            try await write(message.serverSentEvent)
        }
    }

    /// When the program receives SIGTERM
    func stop(_ orders: OrdersPage) {
        orders.feed.end()
    }
    // end of block

    // block: answer
    let formats = TableFormats([HTMLFormat(page: "Orders"), JSONFormat(), CSVFormat(guardsFormulas: true)])

    func answer(_ orders: [Order], page: Range<Int>, accept: String?) throws -> Response {
        guard let format = formats.accepted(by: accept) else { return Response(status: 406) }
        let table = OrdersReformer().reform(orders[page.clamped(to: orders.indices)])
        return Response(status: 200, type: format.mediaType, body: try format.bytes(of: table))
    }
    // end of block

    // block: export
    func export(_ batches: some AsyncSequence<[Order], any Error> & Sendable) -> GridBlocks {
        CSVFormat().blocks(of: batches, as: OrderLine.self, columns: OrdersReformer.columns)
    }
    // end of block

    private let orders = (1...4).map { Order(id: $0, customer: "C\($0)", cents: $0 * 1005) }

    @Test func `All examples are compiled unchanged and in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableLive/TableLive.docc/In-a-service.md", test: #filePath)
        let names = ["business", "names", "answer", "export", "page", "routes", "live"]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `A response has the format that the client prefers`() throws {
        let csv = try answer(orders, page: 1..<3, accept: "text/csv")
        #expect(csv.type == "text/csv; charset=utf-8; header=present")
        #expect(csv.text == "id,customer,total,is_paid\r\n2,C2,20.10,false\r\n3,C3,30.15,false\r\n")
        let html = try answer(orders, page: 2..<90, accept: nil)
        #expect(html.text.contains("<a href=\"/orders/3\">3</a>") && html.text.contains(">70.35</td>"))
        #expect(try answer(orders, page: 0..<1, accept: "image/png") == Response(status: 406))
    }

    @Test func `All rows are streamed`() async throws {
        let batches = AsyncThrowingStream<[Order], any Error> { [orders] batch in
            batch.yield(Array(orders[..<3]))
            batch.yield(Array(orders[3...]))
            batch.finish()
        }
        var bytes: [UInt8] = []
        for try await block in export(batches) { bytes += block }
        #expect(String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").count == 5)
    }

    @Test func `An event of a form changes the order, the total and the page`() async throws {
        let store = OrderStore()
        let orders = OrdersPage(store)
        try await orders.show(self.orders[..<3])
        let before = page(of: orders)
        #expect(before.type == "text/html; charset=utf-8" && before.text.contains("<script src=\"/live.js\""))
        #expect(before.text.components(separatedBy: "<form").count == 4)
        let answer = try await send(["row": "orders/2", "event": "pay"], to: orders, accept: nil)
        #expect(answer == Response(status: 303, location: "/"))
        let after = page(of: orders).text
        #expect(after.components(separatedBy: "<form").count == 3)
        #expect(after.contains(">60.30</td>"))
        #expect(await store.paid == [2])
        for (row, event, status) in [
            ("orders/2", "pay", 409), ("orders/7", "pay", 404), ("orders/1", "delete", 409), ("", "", 404),
        ] {
            let answer = try await send(["row": row, "event": event], to: orders, accept: nil)
            #expect(answer.status == status && !answer.body.isEmpty)
        }
    }

    @Test func `A refusal of the business reaches the client and does not change the order`() async throws {
        let store = OrderStore()
        let orders = OrdersPage(store)
        try await orders.show(self.orders[..<3])
        let before = page(of: orders)
        let answer = try await send(["row": "orders/3", "event": "pay"], to: orders, accept: nil)
        #expect(answer.status == 409 && answer.text == #"{"message":"Order 3 is paid already."}"#)
        #expect(page(of: orders) == before)
        #expect(await store.paid == [])
    }

    @Test func `A stream ends when the program stops`() async throws {
        let orders = OrdersPage(OrderStore())
        try await orders.show(self.orders[...])
        let id = orders.feed.id
        async let stream: Void = live(orders, lastEventID: id) { _ in }
        try await Task.sleep(for: .milliseconds(20))
        stop(orders)
        try await stream
        try await live(orders, lastEventID: id) { _ in }
    }

    @Test func `A viewer receives the changes that it lacks`() async throws {
        struct Left: Error {}
        let orders = OrdersPage(OrderStore())
        try await orders.show(self.orders[...])
        let id = orders.feed.id
        let answer = try await send(
            ["row": "orders/2", "event": "pay"], to: orders, accept: "application/json")
        #expect(answer == Response(status: 204))
        var written: [String] = []
        await #expect(throws: Left.self) {
            try await live(orders, lastEventID: id) { bytes in
                written.append(String(decoding: bytes, as: UTF8.self))
                throw Left()
            }
        }
        #expect(written.count == 1 && written[0].contains("event: patches") && written[0].contains("paid"))
        #expect(script().text.contains("EventSource") && script().type == "text/javascript; charset=utf-8")
    }
}
