import RandomTesting
import TableAgent
import TableAgentTesting
import TableLive
import TableSurfaces
import Testing

extension EventName<Void> {
    static var payOrder: Self { Self("pay") }
}

extension EventName<Int> {
    /// Requests a refund of an amount in cents.
    static var refundOrder: Self { Self("refund") }
}

struct NewOrder {
    let customer: String
    let cents: Int
}

extension EventName<NewOrder> {
    static var newOrder: Self { Self("new") }
}

/// The forms of a page with actions of rows and of a head, and its stream.
struct LiveFormsTests {
    struct Order: Identifiable, Sendable {
        let id: Int
        let customer: String
        var cents: Int
        var isPaid = false

        mutating func pay() throws {
            guard !isPaid else { throw OrderError(message: "Order \(id) is paid already.") }
            isPaid = true
        }

        mutating func refund(_ amount: Int) throws {
            guard isPaid, amount > 0, amount <= cents else {
                throw OrderError(message: "This amount of order \(id) can't be refunded.")
            }
            cents -= amount
        }
    }

    struct OrderError: RefusalConvertible {
        let message: String

        var refusal: LiveRefusal { LiveRefusal(409, "orderUnchanged", message) }
    }

    enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id, link: "/orders/\(order.id)")
            line.text(order.customer)
            line.decimal(order.cents, scale: 2)
            line.boolean(order.isPaid, shown: order.isPaid ? "paid" : "open")
        }

        static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
            guard place == .trailing else { return [] }
            guard order.isPaid else { return [RowAction("Pay", .payOrder)] }
            guard order.cents > 0 else { return [] }
            let amount = ActionField.amount("amount", label: "Amount in €", in: 1...order.cents, scale: 2)
            return [RowAction("Refund", .refundOrder, asking: amount, isDestructive: true)]
        }
    }

    enum OrdersTitle: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with title: String) { line.text(title) }

        static func actions(_ place: RowAction.Placement, for title: String) -> [RowAction] {
            let customer = ActionField.text("customer", label: "Customer", maximumLength: 50)
            let amount = ActionField.amount("amount", label: "Amount in €", in: 1...1_000_000, scale: 2)
            let new = RowAction("New order", .newOrder, asking: customer, amount, payload: NewOrder.init)
            return place == .trailing ? [new] : []
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

        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo(caption: "Orders", columns: Self.columns) {
                TableSection(id: "orders") {
                    Head("Orders", as: OrdersTitle.self)
                    Rows(orders, as: OrderLine.self)
                    Foot(of: Order.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.cents } }
                }
            }
        }
    }

    actor OrderStore {
        private var orders: [Order]
        /// The fingerprints of the requests that were carried out, by id. A database removes them after a week.
        private var fingerprints: [String: String] = [:]

        init(_ orders: [Order]) { self.orders = orders }

        func orders(of query: OrderQuery) -> [Order] { orders.filter { !query.isOpen || !$0.isPaid } }

        func fingerprint(of key: IdempotencyKey) -> String? { fingerprints[key.id] }

        func change(_ id: Int, once key: IdempotencyKey, _ change: (inout Order) throws -> Void) throws {
            // The same request may have been carried out just now.
            if try key.isRepetition(of: fingerprints[key.id]) { return }
            guard let index = orders.firstIndex(where: { $0.id == id }) else {
                throw LiveRefusal(404, "noSuchOrder", "There is no order \(id).")
            }
            try change(&orders[index])
            fingerprints[key.id] = key.fingerprint
        }

        func add(_ new: NewOrder, once key: IdempotencyKey) throws -> Order.ID {
            let id = (orders.map(\.id).max() ?? 0) + 1
            if try key.isRepetition(of: fingerprints[key.id]) { return id }
            orders.append(Order(id: id, customer: new.customer, cents: new.cents))
            fingerprints[key.id] = key.fingerprint
            return id
        }
    }

    struct OrderQuery: LiveQuery {
        var isOpen = false

        init(_ fields: [String: String]) throws {
            guard ["yes", "no", "", nil].contains(fields["open"]) else {
                throw LiveRefusal(400, "invalidQuery", "The field “open” must be yes or no.")
            }
            isOpen = fields["open"] == "yes"
        }

        var fields: [String: String] { isOpen ? ["open": "yes"] : [:] }
    }

    actor OrdersPage: LivePage {
        nonisolated let feed: LiveFeed

        private let agent = Agent<[Order]>()
        private let container: LiveContainer
        private let query: OrderQuery
        private let store: OrderStore
        private let tokens: LiveTokens

        init(_ query: OrderQuery, in store: OrderStore, tokens: LiveTokens) async throws {
            (self.query, self.store, self.tokens) = (query, store, tokens)
            container = LiveContainer(HTMLFormat(actions: query.actions(tokens)))
            feed = container.feed
            let orders = await store.orders(of: query)
            try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
        }

        func update(after changes: [Order.ID]) async throws {
            try agent.reload(await store.orders(of: query))
        }

        func html(_ notice: LiveNotice?) -> LiveMarkup {
            let filters = "<nav><a href=\"/\">All orders</a> <a href=\"/?open=yes\">Open orders</a></nav>"
            let page = HTMLPage("Orders", top: filters)
            return LiveMarkup(feed.page(page, of: query, notice: notice), tokens: tokens)
        }

        func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }

        func carryOut(_ form: LiveForm) async throws -> Order.ID? {
            let event = try container.receive(form)
            if let new = event.payload(of: .newOrder) {
                return try await store.add(new, once: form.idempotencyKey)
            }
            guard let order = event.data(as: Order.self) else { return nil }
            if event.isNamed(.payOrder) {
                try await store.change(order.id, once: form.idempotencyKey) { try $0.pay() }
            } else if let cents = event.payload(of: .refundOrder) {
                try await store.change(order.id, once: form.idempotencyKey) { try $0.refund(cents) }
            }
            return order.id
        }
    }

    struct OrdersService: LiveService {
        let store: OrderStore
        let tokens: LiveTokens
        let pages: LivePages<OrderQuery, OrdersPage>
        let origin = LiveOrigin(hosts: ["orders.example"])

        func storedFingerprint(of key: IdempotencyKey) async -> String? { await store.fingerprint(of: key) }

        func carryOut(_ form: LiveForm, on page: OrdersPage) async throws -> Order.ID? {
            try await page.carryOut(form)
        }

        func report(_ error: any Error) { print("A request failed: \(error)") }
    }

    func ordersService(_ store: OrderStore, tokens: LiveTokens) -> OrdersService {
        let pages = LivePages { query in try await OrdersPage(query, in: store, tokens: tokens) }
        return OrdersService(store: store, tokens: tokens, pages: pages)
    }

    private let orders = (1...4).map { Order(id: $0, customer: "C\($0)", cents: $0 * 1005) }

    private let tokens = LiveTokens { bytes in
        var random = SeededGenerator(seed: bytes.reduce(7) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        return (0..<24).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    private var service: OrdersService { ordersService(OrderStore(orders), tokens: tokens) }

    /// Returns the amounts of all orders in cents, negative for a paid order.
    private func amounts(_ service: OrdersService) async throws -> [Int] {
        try await service.store.orders(of: OrderQuery([:])).map { $0.isPaid ? -$0.cents : $0.cents }
    }

    private func viewer(of service: OrdersService) async throws -> LiveViewer {
        try await LiveViewer(host: "orders.example") { await service.response(to: $0) }
    }

    /// A program, such as the script, with the cookie and the token of a page.
    private struct Program {
        let service: OrdersService
        let cookie: String
        /// The version of the page.
        let version: String
        var token: Substring

        init(_ service: OrdersService) async throws {
            self.service = service
            let response = await service.response(
                to: LiveRequest(
                    method: "GET", target: "/", host: "orders.example", headers: [("Accept", "text/html")]))
            cookie = try #require(response["Set-Cookie"]?.prefix { $0 != ";" }).description
            let page = try await response.text
            version = try #require(page.firstMatch(of: /data-version="([^"]*)"/)?.1).description
            token = try #require(page.firstMatch(of: /name="token" value="([^"]*)/)?.1)
        }

        func send(
            _ action: String, _ inputs: [String: String] = [:]
        ) async throws -> (status: Int, text: String) {
            let form = inputs.merging(["action": action, "token": String(token)]) { $1 }
            let type = ("Content-Type", "application/x-www-form-urlencoded")
            let response = await service.response(
                to: LiveRequest(
                    method: "POST", target: "/events", host: "orders.example",
                    headers: [("Cookie", cookie), ("Accept", "application/json"), type],
                    body: LiveRequest.encodedQuery(form).utf8))
            return (response.status, try await response.text)
        }
    }

    @Test func `An event of a form changes the order, the total and the page`() async throws {
        let service = service
        var viewer = try await viewer(of: service)
        #expect(viewer.page.contains("src=\"/live.js\"") && viewer.page.contains("Open orders"))
        #expect(viewer.page.matches(of: /<button/).count == 5)
        var earlier = viewer
        try await viewer.press("Pay", in: "2")
        #expect(viewer.status == 200 && viewer.page.contains("value=\"refund/orders/2\""))
        #expect(viewer.page.contains(">100.50</td>"))
        try await earlier.press("Pay", in: "C2")
        #expect(earlier.status == 200 && earlier.page.contains("value=\"refund/orders/2\""))
        #expect(try await amounts(service) == [1005, -2010, 3015, 4020])
        // Another program has paid the order.
        try await service.store.change(3, once: .ofAnotherProgram) { $0.isPaid = true }
        try await viewer.press("Pay", in: "3")
        #expect(viewer.status == 409 && viewer.page.contains("role=\"alert\">Order 3 is paid already."))
        let program = try await Program(service)
        for (action, status) in [("pay/orders/7", 404), ("delete/orders/1", 409), ("", 404)] {
            #expect(try await program.send(action).status == status)
        }
        let paid = try await program.send("pay/orders/3").text
        #expect(paid == #"{"code":"orderUnchanged","message":"Order 3 is paid already."}"#)
        #expect(try await amounts(service) == [1005, -2010, -3015, 4020])
    }

    @Test func `The head of the section adds an order once, with the answers to its question`() async throws {
        let service = service
        var viewer = try await viewer(of: service)
        try await viewer.press("New order", in: "Orders")
        #expect(viewer.status == 200 && viewer.page.contains("name=\"input.customer\""))
        let question = viewer
        try await viewer.press("New order", inputs: ["customer": "C<5>", "amount": "0"])
        #expect(viewer.status == 422 && viewer.page.contains("role=\"alert\""))
        #expect(viewer.page.contains("value=\"C&lt;5&gt;\""))
        viewer = question
        for _ in 0..<2 {
            var viewer = question
            try await viewer.press("New order", inputs: ["customer": "C<5>", "amount": "1.5"])
            #expect(viewer.status == 200 && viewer.page.contains("C&lt;5&gt;"))
        }
        #expect(try await amounts(service) == [1005, 2010, 3015, 4020, 150])
        try await viewer.press("New order", inputs: ["customer": "C6", "amount": "1.5"])
        #expect(viewer.status == 409)
        let program = try await Program(service)
        #expect(try await program.send("new/orders/%head").text.contains("answerNeeded"))
        #expect(try await program.send("new/orders/%foot").status == 409)
    }

    @Test func `A refund asks for its amount, and is carried out once`() async throws {
        let service = service
        var viewer = try await viewer(of: service)
        try await viewer.press("Pay", in: "2")
        try await viewer.press("Refund", in: "2")
        #expect(viewer.status == 200 && viewer.page.contains("name=\"input.amount\""))
        let question = viewer
        try await viewer.press("Refund", inputs: ["amount": "20.11"])
        #expect(viewer.status == 422)
        for _ in 0..<2 {
            viewer = question
            try await viewer.press("Refund", inputs: ["amount": "5"])
            #expect(viewer.status == 200)
        }
        #expect(try await amounts(service) == [1005, -1510, 3015, 4020])
        viewer = question
        try await viewer.press("Refund", inputs: ["amount": "20.11"])
        #expect(viewer.status == 409)
        // Another program refunds most of the order, and the page does not show it.
        try await viewer.open("/")
        try await viewer.press("Refund", in: "2")
        try await service.store.change(2, once: .ofAnotherProgram) { try $0.refund(1500) }
        try await viewer.press("Refund", inputs: ["amount": "5"])
        #expect(viewer.status == 409)
        #expect(viewer.page.contains("This amount of order 2 can&#39;t be refunded."))
        #expect(try await amounts(service) == [1005, -10, 3015, 4020])
    }

    @Test func `A question for a script has a token`() async throws {
        let service = service
        var program = try await Program(service)
        _ = try await program.send("pay/orders/2")
        let question = try await program.send("refund/orders/2")
        #expect(question.status == 422 && question.text.contains("answerNeeded"))
        #expect(!question.text.contains(tokens.mark))
        #expect(question.text.contains("\"field\":\"input.amount\""))
        // The next form has the token of the question.
        program.token = try #require(
            question.text.firstMatch(of: /name=\\"token\\" value=\\"([^"\\]*)/)?.1)
        for inputs in [["input.amount": "5"], ["confirmed": "Pay", "input.amount": "5"]] {
            let again = try await program.send("refund/orders/2", inputs)
            #expect(again.status == 422 && again.text.contains("\"field\":\"confirmed\""))
        }
        let valid = ["confirmed": "Refund", "input.amount": "5"]
        #expect(try await program.send("refund/orders/2", valid).status == 204)
        #expect(try await amounts(service) == [1005, -1510, 3015, 4020])
    }

    @Test func `The body of streamed rows has no length`() async throws {
        let batches = AsyncThrowingStream<[Order], any Error> { [orders] batch in
            batch.yield(Array(orders[..<3]))
            batch.yield(Array(orders[3...]))
            batch.finish()
        }
        let format = CSVFormat()
        let blocks = format.blocks(of: batches, as: OrderLine.self, columns: OrdersReformer.columns)
        let response = LiveResponse(status: 200, mediaType: format.mediaType, blocks: blocks)
        #expect(response.body.count == nil)
        #expect(try await response.text.split(separator: "\r\n").count == 5)
    }

    @Test func `A stream has the changes that a viewer lacks, and ends when the program stops`() async throws
    {
        let service = service
        let program = try await Program(service)
        let request = LiveRequest(
            method: "GET", target: "/live?version=\(program.version)",
            headers: [("Host", "orders.example"), ("Cookie", program.cookie)])
        let response = await service.response(to: request)
        var iterator = response.body.makeAsyncIterator()
        #expect(try await program.send("pay/orders/2").status == 204)
        let message = String(decoding: try #require(try await iterator.next()), as: UTF8.self)
        #expect(message.hasPrefix("id: ") && message.contains("refund/orders/2"))
        service.pages.end()
        let retry = String(decoding: try #require(try await iterator.next()), as: UTF8.self)
        #expect(retry.wholeMatch(of: /retry: [1-5]\d\d\d\n\n/) != nil)
        #expect(try await iterator.next() == nil)
        #expect(try await service.response(to: request).text.hasPrefix("retry: "))
    }
}

extension LiveResponse {
    /// The body as text.
    var text: String {
        get async throws {
            String(decoding: try await body.reduce(into: []) { $0 += $1 }, as: UTF8.self)
        }
    }
}
