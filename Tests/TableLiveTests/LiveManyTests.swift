import Foundation
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

@testable import TableLive

/// Actions on several rows: what a service does with the rows that a viewer has checked.
struct LiveManyTests {
    struct Order: Identifiable, Equatable, Sendable {
        let id: Int
        var cents = 100
        var status = "open"
    }

    enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id)
            line.decimal(order.cents, scale: 2)
            line.text(order.status)
        }

        static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
            guard place == .trailing, order.status == "open" else { return [] }
            let reason = ActionField.text(
                "reason", label: "Reason", maximumLength: 9, initial: "of \(order.id)")
            return [
                RowAction("Ship", .ship, accessibilityLabel: "Ship order \(order.id)", allowsMany: true),
                RowAction("Pay", .pay, order.cents, allowsMany: true),
                RowAction("Pay half", .pay, order.cents / 2, allowsMany: true),
                RowAction("Cancel", .cancel, asking: reason, isDestructive: true, allowsMany: true),
                RowAction("Print", EventName<Void>("print")),
            ]
        }
    }

    struct OrdersReformer: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo(caption: "Orders", columns: [GridColumn("No."), GridColumn("€"), GridColumn("Status")])
            {
                for (status, orders) in Dictionary(grouping: orders, by: \.status).sorted(by: {
                    $0.key < $1.key
                }) {
                    TableSection(id: status) {
                        Head(status, as: GridTitle.self)
                        Rows(orders, as: OrderLine.self)
                        Foot(of: Order.self, as: TotalLine.self) { $0.count }
                    }
                }
            }
        }
    }

    enum TotalLine: GridLineItem {
        static func fill(_ line: inout GridLine, with count: Int) {
            line.empty(shown: "Orders")
            line.integer(count)
        }
    }

    struct Query: LiveQuery {
        init(_ fields: [String: String]) {}
        var fields: [String: String] { [:] }
    }

    actor Store {
        var orders: [Order]
        var stored: [String: String] = [:]
        private(set) var calls: [[Int]] = []
        /// Whether an answer is lost after its change.
        private var losesAnswer = false

        init(_ orders: [Order]) { self.orders = orders }

        func set(_ id: Int, _ change: @Sendable (inout Order) -> Void) {
            if let index = orders.firstIndex(where: { $0.id == id }) { change(&orders[index]) }
        }

        func loseAnswer() { losesAnswer = true }

        func change(_ ids: [Int], to status: String, _ key: IdempotencyKey, _ outcome: LiveOutcome) throws
            -> LiveOutcome
        {
            if let outcome = try key.outcome(of: stored[key.id]) { return outcome }
            calls.append(ids)
            var outcome = outcome
            for id in ids {
                if id == 3 {
                    outcome.refuse(id, because: LiveRefusal(409, "blocked", "Order 3 is <blocked>."))
                } else {
                    set(id) { $0.status = status }
                }
            }
            stored[key.id] = key.fingerprint(with: outcome)
            if losesAnswer { throw Lost() }
            return outcome
        }

        struct Lost: Error {}
    }

    actor Page: LivePage {
        nonisolated let feed: LiveFeed
        let agent = Agent<[Order]>()
        let container: LiveContainer
        let store: Store
        private(set) var received: [[Int]] = []

        init(_ store: Store) async throws {
            self.store = store
            let actions = Query([:]).actions(tokens, allowsMany: true)
            container = LiveContainer(HTMLFormat(actions: actions))
            feed = container.feed
            try agent.attach(
                container, dataSource: DataSource(await store.orders, reformer: OrdersReformer()))
        }

        func update(after changes: [Int]) async throws { try agent.reload(await store.orders) }

        func html(_ notice: LiveNotice?) -> LiveMarkup {
            LiveMarkup(feed.page("Orders", of: Query([:]), notice: notice), tokens: tokens)
        }

        func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }

        func carryOutMany(_ form: LiveForm) async throws -> (changes: [Int], outcome: LiveOutcome) {
            let (events, outcome) = try container.receiveMany(form)
            let ids = events.compactMap { $0.data(as: Order.self)?.id }
            let status =
                events.first?.payload(of: .cancel) ?? events.first?.payload(of: .pay).map { "paid \($0)" }
                ?? "shipped"
            let result = try await store.change(ids, to: status, form.idempotencyKey, outcome)
            return (ids, result)
        }
    }

    struct Service: LiveService {
        let store: Store
        let pages: LivePages<Query, Page>
        let tokens = LiveManyTests.tokens
        let origin = LiveOrigin(hosts: ["orders.example"])

        init(_ orders: [Order]) {
            let store = Store(orders)
            self.store = store
            pages = LivePages { _ in try await Page(store) }
        }

        func storedFingerprint(of key: IdempotencyKey) async -> String? { await store.stored[key.id] }

        func carryOutMany(
            _ form: LiveForm, on page: Page
        ) async throws -> (changes: [Int], outcome: LiveOutcome) {
            try await page.carryOutMany(form)
        }

        func report(_ error: any Error) {}
    }

    static let tokens = LiveTokens { bytes in
        (0..<24).map { UInt8(truncatingIfNeeded: bytes.reduce(Int($0)) { $0 &* 31 &+ Int($1) }) }
    }

    private static let orders = (1...5).map { Order(id: $0, cents: 100 * $0) }

    private func viewer(of service: Service) async throws -> LiveViewer {
        try await LiveViewer(host: "orders.example") { await service.response(to: $0) }
    }

    // MARK: Without a script

    @Test func `Checked rows are named, confirmed, and changed by one call`() async throws {
        let service = Service(Self.orders)
        var viewer = try await viewer(of: service)
        try await viewer.press("Act on checked rows", checking: ["1", "2", "4"])
        #expect(viewer.status == 200 && viewer.page.contains("<li dir=\"auto\">4</li>"))
        #expect(!viewer.page.contains("Print"))
        try await viewer.press("Ship 3")
        #expect(
            viewer.page.contains("Ship: 3 rows?")
                && viewer.page.contains("<li dir=\"auto\">Ship order 2</li>"))
        #expect(await service.store.calls.isEmpty)
        try await viewer.press("Ship 3")
        #expect(await service.store.calls == [[1, 2, 4]])
        #expect(viewer.page.contains("data-row=\"shipped/4\"") && viewer.page.contains("data-row=\"open/5\""))
    }

    @Test func `Refused rows have reasons, and the others are done`() async throws {
        let service = Service(Self.orders)
        var viewer = try await viewer(of: service)
        try await viewer.press("Act on checked rows", checking: ["2", "3", "5"])
        try await viewer.press("Ship 3")
        // Another person ships a row while this one reads the question.
        await service.store.set(5) { $0.status = "shipped" }
        await service.pages.update(after: 5).value
        try await viewer.press("Ship 3")
        #expect(viewer.status == 409)
        #expect(
            viewer.page.contains(
                "1 of 3 rows: done. Order 3 is &lt;blocked&gt;. 5: The row is not there any more"))
        #expect(await service.store.calls == [[2, 3]])
    }

    @Test func `An input is asked once for all rows`() async throws {
        let service = Service(Self.orders)
        var viewer = try await viewer(of: service)
        try await viewer.press("Act on checked rows", checking: ["1", "2"])
        try await viewer.press("Cancel 2")
        // The initial texts of the rows differ, so none of them is proposed for all rows.
        #expect(viewer.page.contains("name=\"input.reason\" maxlength=\"9\" value=\"\" required>"))
        try await viewer.press("Cancel 2", inputs: ["reason": ""])
        #expect(viewer.status == 422 && viewer.page.contains("role=\"alert\""))
        try await viewer.press("Cancel 2", inputs: ["reason": "late"])
        #expect(await service.store.orders.map(\.status) == ["late", "late", "open", "open", "open"])
    }

    @Test func `Without checked rows, nothing is done`() async throws {
        let service = Service(Self.orders)
        var viewer = try await viewer(of: service)
        try await viewer.press("Act on checked rows")
        #expect(viewer.status == 422 && viewer.page.contains("Check the rows first."))
    }

    // MARK: With the script

    /// Sends the form of the script, and returns the status and the body of the answer.
    private func post(
        _ service: Service, _ fields: [(String, String)], cookie: inout String?, token: inout String?
    ) async throws -> (status: Int, body: String) {
        if token == nil {
            let page = await service.response(
                to: LiveRequest(
                    method: "GET", target: "/", host: "orders.example", headers: [("Accept", "text/html")]))
            cookie = page["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }
            let text = try await page.text
            token = text.firstMatch(of: /name="token" value="([^"]*)"/).map { String($0.1) }
        }
        let body = ([("token", token ?? "")] + fields).map { LiveRequest.encodedQuery([$0.0: $0.1]) }
            .joined(separator: "&")
        let response = await service.response(
            to: LiveRequest(
                method: "POST", target: "/events", host: "orders.example",
                headers: [
                    ("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded"),
                    ("Cookie", cookie ?? ""),
                ], body: body.utf8))
        return (response.status, try await response.text)
    }

    private func rows(_ values: String...) -> [(String, String)] { values.map { ("row", $0) } }

    /// Sends the form of the script, and returns the fields by which its question is confirmed.
    private func ask(
        _ service: Service, _ fields: [(String, String)], cookie: inout String?, token: inout String?
    ) async throws -> [(String, String)] {
        let question = try await post(service, fields, cookie: &cookie, token: &token)
        #expect(question.status == 422)
        let answer = try JSONDecoder().decode([String: String].self, from: Data(question.body.utf8))
        let rows = (answer["form"] ?? "").matches(of: /name="row" value="([^"]*)"/)
        return fields.filter { $0.0 != "row" } + [("confirmed", "yes")] + rows.map { ("row", String($0.1)) }
    }

    @Test func `A repetition has the same outcome, and changes nothing`() async throws {
        let service = Service(Self.orders)
        var (cookie, token): (String?, String?) = (nil, nil)
        let start = [("action", "ship"), ("attempt", "1")]
        let fields = try await ask(
            service, start + rows("open/2/200", "open/3/300", "open/9/900"), cookie: &cookie, token: &token)
        let first = try await post(service, fields, cookie: &cookie, token: &token)
        #expect(first.status == 200)
        #expect(
            first.body == """
                {"message":"1 of 3 rows: done.","refusals":{"open/3":"Order 3 is <blocked>.",\
                "open/9":"9: The row is not there any more; look at the table as it is now."}}
                """)
        await service.store.set(2) { $0.status = "open" }
        let second = try await post(service, fields, cookie: &cookie, token: &token)
        #expect(second == first)
        #expect(await service.store.calls == [[2, 3]])
        #expect(await service.store.orders[1].status == "open")
        // The same attempt with other rows is another request.
        let asked = try await ask(
            service, start + rows("open/1/100", "open/4/400", "open/5/500"), cookie: &cookie, token: &token)
        let other = try await post(service, asked, cookie: &cookie, token: &token)
        #expect(other.body.contains("3 of 3 rows: done."))
    }

    @Test func `A button in one row needs no code of its own`() async throws {
        let service = Service(Self.orders)
        var (cookie, token): (String?, String?) = (nil, nil)
        let ship = { (id: Int) in [("action", "ship/open/\(id)"), ("attempt", "\(id)")] }
        for _ in 0..<2 {
            let done = try await post(service, ship(1), cookie: &cookie, token: &token)
            #expect(done.status == 204)
            let refused = try await post(service, ship(3), cookie: &cookie, token: &token)
            #expect(refused.status == 409 && refused.body.contains("Order 3 is <blocked>."))
        }
        #expect(await service.store.calls == [[1], [3]])
        #expect(await service.store.orders[0].status == "shipped")
        let page = await service.response(to: LiveRequest(method: "GET", target: "/", host: "orders.example"))
        #expect(try await page.text.contains("data-row=\"shipped/1\""))
        let gone = try await post(service, ship(1).dropLast(), cookie: &cookie, token: &token)
        #expect(gone.status == 404 && gone.body.contains("rowNotVisible"))
    }

    @Test func `An answer that is lost after the change is that of the change`() async throws {
        let service = Service(Self.orders)
        await service.store.loseAnswer()
        var (cookie, token): (String?, String?) = (nil, nil)
        let fields = try await ask(
            service, [("action", "ship")] + rows("open/1/100"), cookie: &cookie, token: &token)
        let answer = try await post(service, fields, cookie: &cookie, token: &token)
        #expect(answer.status == 200 && answer.body.contains("1 of 1 row: done."))
    }

    @Test func `A row whose payload has changed since it was seen is refused`() async throws {
        let service = Service(Self.orders)
        var (cookie, token): (String?, String?) = (nil, nil)
        let fields = try await ask(
            service, [("action", "pay")] + rows("open/1/100", "open/2/199", "open/4/400"), cookie: &cookie,
            token: &token)
        // The second row now has the payload that the form named at first, and the fourth row has another one.
        await service.store.set(2) { $0.cents = 199 }
        await service.store.set(4) { $0.cents = 401 }
        await service.pages.update(after: 4).value
        let answer = try await post(service, fields, cookie: &cookie, token: &token)
        #expect(answer.body.contains("1 of 3 rows: done."))
        #expect(answer.body.contains("\"open/2\":\"2: This has changed in the meantime."))
        // Each row has its own payload, and the first of two actions with one event is that of several rows.
        #expect(await service.store.orders.map(\.status).prefix(4) == ["paid 100", "open", "open", "open"])
    }

    @Test func `A form has at most 1,000 rows, and an event that no row offers is refused`() async throws {
        let service = Service((1...1001).map { Order(id: $0) })
        var (cookie, token): (String?, String?) = (nil, nil)
        let all = (1...1001).map { ("row", "open/\($0)/100") }
        let answer = try await post(service, [("action", "ship")] + all, cookie: &cookie, token: &token)
        #expect(answer.status == 422 && answer.body.contains("at most 1,000 rows"))
        // A confirmation without what was confirmed does nothing.
        let forged = try await post(
            service, [("action", "ship"), ("confirmed", "yes")] + rows("open/7/100"), cookie: &cookie,
            token: &token)
        #expect(forged.body.contains("0 of 1 row: done.") && forged.body.contains("7: This has changed"))
        let fields = try await ask(
            service, [("action", "ship")] + all.dropLast(), cookie: &cookie, token: &token)
        let most = try await post(service, fields, cookie: &cookie, token: &token)
        #expect(most.status == 200 && most.body.contains("999 of 1,000 rows: done."))
        let print = try await post(
            service, [("action", "print")] + rows("open/1001/100"), cookie: &cookie, token: &token)
        #expect(print.status == 200 && print.body.contains("0 of 1 row: done."))
        for strange in ["/", "open", "open/1001/100/100", "%"] {
            let answer = try await post(
                service, [("action", "ship")] + rows(strange), cookie: &cookie, token: &token)
            #expect(answer.body.contains("0 of 1 row: done."), "\(strange)")
        }
        #expect(await service.store.orders.last?.status == "open")
    }

    @Test func `Rows with equal ids in several sections are told apart, and share a reason of the business`()
        throws
    {
        let container = LiveContainer(HTMLFormat(actions: HTMLActions(address: "/events", allowsMany: true)))
        let agent = try Agent(container, rawData: ["a", "b", "c"]) { (names: [String]) in
            TableInfo {
                for name in names { TableSection(id: name) { Rows([Order(id: 1)], as: OrderLine.self) } }
            }
        }
        #expect(agent.tableInfo.rowCount == 3)
        var outcome = LiveOutcome(of: ["a/1", "c/1", "c/2"])
        outcome.refuse(1, because: LiveRefusal(409, "no", "No."))
        #expect(outcome.refusals == ["a/1": "No.", "c/1": "No."])
        #expect(
            String(decoding: outcome.json(ofRows: 3, in: .english), as: UTF8.self).contains(
                "1 of 3 rows: done."))
        let key = IdempotencyKey(id: "", fingerprint: String(repeating: "f", count: 48))
        #expect(try key.outcome(of: key.fingerprint(with: outcome))?.refusals == outcome.refusals)
        #expect(throws: LiveRefusal.self) { try key.outcome(of: key.fingerprint + "{\"a") }
    }

    // MARK: Listeners and markup

    @Test func `A listener of many rows receives all of them at once, and one alone as one`() throws {
        let container = LiveContainer(HTMLFormat(actions: HTMLActions(address: "/events", allowsMany: true)))
        let agent = try Agent(container, rawData: Self.orders, reformer: OrdersReformer())
        var (together, alone, payloads) = ([[Int]](), [Int](), [[Int]]())
        agent.on(.ship, ofMany: Order.self) { together.append($0.map(\.id)) }
        agent.on(.ship, of: Order.self) { alone.append($0.id) }
        agent.on(.pay, ofMany: Order.self) { payloads.append($0.map(\.payload)) }
        func send(_ fields: [String: String]) throws {
            let key = IdempotencyKey(id: "", fingerprint: "")
            let request = LiveRequest(method: "POST", target: "/events", host: nil)
            do {
                _ = try container.receiveMany(LiveForm(fields, idempotencyKey: key, request: request))
                Issue.record("The page did not ask.")
            } catch let question as HTMLQuestion {
                let rows = question.form.matches(of: /name="row" value="([^"]*)"/).map { String($0.1) }
                let confirmed = fields.merging([
                    "confirmed": "yes", "row": rows.joined(separator: "\n"),
                ]) { $1 }
                _ = try container.receiveMany(LiveForm(confirmed, idempotencyKey: key, request: request))
            }
        }
        try send(["action": "ship", "row": "open/1/100\nopen/4/400\nopen/1/100"])
        try send(["action": "pay", "row": "open/2/200\nopen/1/100"])
        try container.receive(fields: ["action": "ship/open/5"])
        #expect(together == [[1, 4], [5]] && alone == [1, 4, 5] && payloads == [[200, 100]])
    }

    @Test func `A page with check boxes has a column for them`() throws {
        var format = HTMLFormat(actions: HTMLActions(address: "/events", allowsMany: true))
        let orders = [Order(id: 1), Order(id: 2, status: "shipped")]
        let html = try format.string(of: OrdersReformer().reform(orders))
        let box = """
            <tr><td class="check"><input type="checkbox" name="row" form="actions-many" value="open/1/100" aria-label="1"></td>\
            <th scope="row" class="right">1</th>
            """
        #expect(html.contains(box))
        #expect(html.contains("<tr><td class=\"check\"></td><th scope=\"row\" class=\"right\">2</th>"))
        #expect(html.contains("<colgroup><col><col"))
        #expect(html.contains("<th scope=\"rowgroup\" colspan=\"5\" class=\"strong\" dir=\"auto\">open</th>"))
        #expect(
            html.contains(
                "<tr class=\"foot\"><td class=\"check\"></td><th scope=\"row\" class=\"right\" dir=\"auto\">Orders</th>"
            ))
        #expect(html.contains("</table>\n<form class=\"many\""))
        format.actions?.allowsMany = false
        #expect(try !format.string(of: OrdersReformer().reform(orders)).contains("check"))
    }
}

extension EventName<Void> {
    fileprivate static var ship: Self { Self("ship") }
}

extension EventName<Int> {
    fileprivate static var pay: Self { Self("pay") }
}

extension EventName<String> {
    fileprivate static var cancel: Self { Self("cancel") }
}
