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

extension EventName<Int> {
    /// Requests a refund of an amount in cents.
    static var refundOrder: Self { Self("refund") }
}
// end of block

struct ServiceArticleTests {
    /// A request that a server has received, as the article uses it.
    struct Request: Sendable {
        var method = "GET"
        var query: [String: String] = [:]
        var form: [String: String] = [:]
        var headers = ["Host": "orders.example"]
    }

    /// A response of a server, as the article uses it.
    struct Response: Equatable, Sendable {
        var status: Int
        var type: String?
        var body: [UInt8] = []
        var location: String?
        var cookie: String?

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// A business that refuses to take money for the third order.
    actor OrderStore {
        struct OrderError: RefusalConvertible {
            let id: Int

            var refusal: LiveRefusal { LiveRefusal(409, "orderIsPaid", "Order \(id) is paid already.") }
        }

        private(set) var log: [String] = []
        private var done: [String: String] = [:]
        private var orders = (1...4).map { Order(id: $0, customer: "C\($0)", cents: $0 * 1005) }

        func orders(of query: OrderQuery) -> [Order] { orders.filter { query == .all || !$0.isPaid } }

        func isDone(_ number: LiveNumber) throws -> Bool {
            try done[number.id].map(number.checkRepetition) != nil
        }

        func pay(_ id: Int, _ number: LiveNumber) throws -> Int {
            if id == 3 { throw OrderError(id: id) }
            done[number.id] = number.content
            orders[id - 1].isPaid = true
            log.append("pay \(id)")
            return id
        }

        func refund(_ id: Int, _ cents: Int, _ number: LiveNumber) -> Int {
            done[number.id] = number.content
            orders[id - 1].cents -= cents
            log.append("refund \(cents) of \(id)")
            return id
        }
    }

    // block: business
    struct Order: Identifiable, Sendable {
        let id: Int
        let customer: String
        var cents: Int
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
            guard place == .trailing else { return [] }
            guard order.isPaid else { return [RowAction("Pay", .payOrder)] }
            guard order.cents > 0 else { return [] }
            let amount = ActionField.amount("amount", label: "Amount in €", in: 1...order.cents, scale: 2)
            return [RowAction("Refund", .refundOrder, asking: amount, isDestructive: true)]
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
                    Rows(orders, as: OrderLine.self)
                    Foot(of: Order.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.cents } }
                }
            }
        }
    }
    // end of block

    // block: page
    enum OrderQuery: String {
        case all, open
    }

    actor OrdersPage: LivePage {
        nonisolated let feed: LiveFeed

        private let agent = Agent<[Order]>()
        private let container: LiveContainer
        private let query: OrderQuery
        private let store: OrderStore

        init(_ query: OrderQuery, in store: OrderStore, tokenMark: String) async throws {
            (self.query, self.store) = (query, store)
            let fields = ["query": query.rawValue, "token": tokenMark]
            let actions = HTMLActions(address: "/events", fields: fields, page: "/?query=\(query)")
            container = LiveContainer(HTMLFormat(actions: actions))
            feed = container.feed
            let orders = await store.orders(of: query)
            try agent.attach(container, dataSource: DataSource(orders, reformer: OrdersReformer()))
        }

        func update(after changes: [Order.ID]) async throws {
            try agent.reload(await store.orders(of: query))
        }

        func receive(_ form: [String: String], _ number: LiveNumber) async throws -> Order.ID? {
            if try await store.isDone(number) { return nil }
            let event: CellEvent
            do {
                event = try container.receive(form)
            } catch {
                // The same request may have been carried out just now, and have changed the row.
                if try await store.isDone(number) { return nil }
                throw error
            }
            guard let order = event.data(as: Order.self) else { return nil }
            if let cents = event.payload(of: .refundOrder) {
                return await store.refund(order.id, cents, number)
            }
            return try await store.pay(order.id, number)
        }

        func html(_ notice: LiveResponse.Notice? = nil) -> String {
            var page = HTMLPage("Orders", head: "<script src=\"/live.js\" defer></script>")
            switch notice {
            case .question(let question): return page.markup(around: question.form)
            case .refusal(let refusal):
                page.top = "<p role=\"alert\">\(HTMLFormat.escape(refusal.message))</p>"
            case nil: break
            }
            return feed.page(page, address: "/live?query=\(query)")
        }
    }
    // end of block

    // block: service
    struct OrdersService {
        let tokens: LiveTokens
        let pages: LivePages<OrderQuery, OrdersPage>
        let origin = LiveOrigin(hosts: ["orders.example"])

        init(_ store: OrderStore, tokens: LiveTokens) {
            self.tokens = tokens
            pages = LivePages { query in
                try await OrdersPage(query, in: store, tokenMark: tokens.mark)
            }
        }

        /// Each request, before any other step
        func check(_ request: Request) throws {
            try origin.check(
                method: request.method, host: request.headers["Host"], origin: request.headers["Origin"],
                fetchSite: request.headers["Sec-Fetch-Site"])
        }

        /// GET /
        func page(_ request: Request) async throws -> Response {
            let session = tokens.session(cookies: request.headers["Cookie"])
            let html = try await pages.page(of: query(request.query)).html()
            return Response(
                status: 200, type: HTMLFormat().mediaType, body: tokens.shared(html).bytes(for: session),
                cookie: session.setCookie)
        }

        /// POST /events
        func receive(_ request: Request) async throws -> Response {
            let (form, session) = (request.form, tokens.session(cookies: request.headers["Cookie"]))
            let query = try query(form)
            let (page, location) = (try await pages.page(of: query), "/?query=\(query)")
            let answer = try await LiveResponse(accept: request.headers["Accept"], location: location) {
                let number = try tokens.number(in: form, for: session)
                if let order = try await page.receive(form, number) { await pages.update(after: order) }
            } page: { notice in
                await page.html(notice)
            }
            return Response(
                status: answer.status, type: answer.mediaType,
                body: tokens.shared(answer.body).bytes(for: session),
                location: answer.location, cookie: session.setCookie)
        }

        /// GET /live, with `LiveMessage.mediaType` and the cookie of the session
        func live(_ request: Request, write: ([UInt8]) async throws -> Void) async throws {
            let session = tokens.session(cookies: request.headers["Cookie"])
            let id = request.headers["Last-Event-ID"] ?? request.query["after"]
            let messages = try await pages.messages(of: query(request.query), after: id, for: session)
            for await message in messages {
                try await write(tokens.serverSentEvent(of: message, for: session))
            }
        }

        /// GET /live.js
        func script() -> Response {
            Response(status: 200, type: LiveScript.mediaType, body: LiveScript.bytes)
        }

        /// Each error
        func response(to error: any Error) -> Response {
            guard let refusal = LiveRefusal(error) else { return Response(status: 500) }
            return Response(status: refusal.status, type: "application/json", body: refusal.json)
        }

        /// When the program receives SIGTERM
        func stop() {
            pages.end()
        }

        private func query(_ fields: [String: String]) throws -> OrderQuery {
            let text = fields["query"] ?? OrderQuery.all.rawValue
            guard let query = OrderQuery(rawValue: text) else {
                throw LiveRefusal(400, "invalidQuery", "There is no query \(text).")
            }
            return query
        }
    }
    // end of block

    // block: answer
    let formats = TableFormats([HTMLFormat(page: "Orders"), JSONFormat(), CSVFormat(guardsFormulas: true)])

    func answer(_ orders: [Order], page: Range<Int>, accept: String?) throws -> Response {
        guard let format = formats.accepted(by: accept) else { return Response(status: 406) }
        let table = OrdersReformer().reform(Array(orders[page.clamped(to: orders.indices)]))
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
        let names = ["business", "names", "answer", "export", "page", "service"]
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

    private let store = OrderStore()
    private let tokens = LiveTokens { text in
        var random = SeededGenerator(seed: text.utf8.reduce(7) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        return (0..<24).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    private var service: OrdersService { OrdersService(store, tokens: tokens) }

    /// A browser without the script.
    private struct Browser {
        let service: OrdersService
        let cookie: String
        private(set) var page: Response

        init(_ service: OrdersService) async throws {
            self.service = service
            page = try await service.page(Request())
            cookie = try #require(page.cookie?.split(separator: ";").first.map(String.init))
        }

        /// Sends the form of the page.
        mutating func send(
            _ action: String, _ inputs: [String: String] = [:], accept: String = "text/html"
        ) async throws -> Response {
            var request = Request(method: "POST", form: inputs)
            request.headers["Cookie"] = cookie
            request.headers["Accept"] = accept
            request.form["action"] = action
            request.form["token"] = try #require(
                page.text.firstMatch(of: /name=\\?"token\\?" value=\\?"([^"\\]*)/)?.1.description)
            let response = try await service.receive(request)
            if !response.body.isEmpty { page = response }
            return response
        }
    }

    @Test func `An event of a form changes the order, the total and the page`() async throws {
        let service = service
        var browser = try await Browser(service)
        #expect(
            browser.page.type == "text/html; charset=utf-8" && browser.page.text.contains("src=\"/live.js\""))
        #expect(browser.page.text.components(separatedBy: "<button").count == 5)
        let answer = try await browser.send("pay/orders/2")
        #expect((answer.status, answer.location, answer.cookie) == (303, "/?query=all", nil))
        #expect(try await browser.send("pay/orders/2").status == 303)
        #expect(await store.log == ["pay 2"])
        let after = try await service.page(Request()).text
        #expect(after.contains("value=\"refund/orders/2\"") && after.contains(">100.50</td>"))
        for (action, status) in [
            ("pay/orders/7", 404), ("delete/orders/1", 409), ("", 404), ("pay/orders/3", 409),
        ] {
            let answer = try await browser.send(action)
            #expect(answer.status == status && answer.text.contains("role=\"alert\""))
        }
        #expect(browser.page.text.contains("Order 3 is paid already."))
        let script = try await browser.send("pay/orders/3", accept: "application/json")
        #expect(script.text == #"{"code":"orderIsPaid","message":"Order 3 is paid already."}"#)
        #expect(await store.log == ["pay 2"])
    }

    @Test func `A refund asks for its amount, and is carried out once`() async throws {
        var browser = try await Browser(service)
        _ = try await browser.send("pay/orders/2")
        let question = try await browser.send("refund/orders/2")
        #expect(question.status == 200 && question.text.contains("name=\"input.amount\""))
        let inputs = ["confirmed": "Refund", "input.amount": "20.11"]
        #expect(try await browser.send("refund/orders/2", inputs).status == 422)
        let valid = ["confirmed": "Refund", "input.amount": "5"]
        for _ in 0..<2 { #expect(try await browser.send("refund/orders/2", valid).status == 303) }
        #expect(await store.log == ["pay 2", "refund 500 of 2"])
        let form = try await browser.send("refund/orders/2", inputs, accept: "application/json")
        #expect(form.status == 409 && form.text.contains("formUsed"))
    }

    @Test func `Requests from other sites, without a token, and for other queries are refused`() async throws
    {
        let service = service
        var request = Request(method: "POST", form: ["action": "pay/orders/2"])
        request.headers["Accept"] = "application/json"
        #expect(try await service.receive(request).status == 403)
        request.headers["Origin"] = "https://evil.example"
        #expect(throws: LiveRefusal.self) { try service.check(request) }
        request.headers["Origin"] = "https://orders.example"
        #expect(throws: Never.self) { try service.check(request) }
        do {
            _ = try await service.page(Request(query: ["query": "x"]))
            Issue.record("There is no such query.")
        } catch {
            #expect(service.response(to: error).status == 400)
        }
        #expect(service.response(to: CancellationError()).status == 500)
        #expect(await store.log == [])
    }

    @Test func `A stream has the changes that a viewer lacks, and ends when the program stops`() async throws
    {
        let service = service
        var browser = try await Browser(service)
        let id = try #require(browser.page.text.firstMatch(of: /data-version="([^"]*)"/)?.1.description)
        var request = Request(query: ["after": id])
        request.headers["Cookie"] = browser.cookie
        let (written, write) = AsyncStream.makeStream(of: String.self)
        async let stream: Void = service.live(request) { write.yield(String(decoding: $0, as: UTF8.self)) }
        #expect(try await browser.send("pay/orders/2", accept: "application/json").status == 204)
        let message = try #require(await written.first { _ in true })
        #expect(message.hasPrefix("id: ") && message.contains("refund/orders/2"))
        service.stop()
        try await stream
        try await service.live(request) { _ in }
        #expect(
            service.script().text.contains("EventSource")
                && service.script().type?.hasPrefix("text/java") == true)
    }
}
