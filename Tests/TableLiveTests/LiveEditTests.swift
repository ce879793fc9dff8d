import Foundation
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

@testable import TableLive

/// Cells that viewers edit, and the details of rows.
struct LiveEditTests {
    struct Order: Identifiable, Equatable, Sendable {
        let id: Int
        var city = "Basel"
        var cents = 1250
        var status = "open"
        var note = ""
    }

    struct Change: Equatable, Sendable {
        let city, old: String
    }

    enum OrderLine: GridLineItem, EventItem, ContextItem, DetailItem {
        static func fill(_ line: inout GridLine, with order: Order, context mayEdit: Bool) {
            line.integer(order.id)
            line.text(order.city)
            line.decimal(order.cents, scale: 2)
            line.text(order.note)
        }

        static func fill(_ details: inout RowDetails, with order: Order, context mayEdit: Bool) {
            details.add("Paid & sent") { $0.text("<b>no</b>", role: .warning) }
            details.add("Paid & sent") { line in
                line.text("see")
                line.text("order \(order.id)", link: "/orders/\(order.id)")
            }
        }

        static func edits(for order: Order, context mayEdit: Bool) -> [RowAction] {
            guard mayEdit else { return [] }
            let city = ActionField.text("city", label: "City", maximumLength: 9, initial: order.city)
            let total = ActionField.amount(
                "total", label: "Total", in: 1...9999, scale: 2, initial: order.cents)
            var note = RowAction(
                editing: "note", .setNote, asking: .text("note", label: "Note", initial: order.note))
            note.isEnabled = order.status == "open"
            return [
                RowAction(editing: "city", .setCity, asking: city) { Change(city: $0, old: order.city) },
                RowAction(editing: "total", .setTotal, asking: total), note,
            ]
        }
    }

    struct OrdersReformer: StatelessReformer {
        var mayEdit = true

        func reform(_ orders: [Order]) -> TableInfo {
            let columns = [
                GridColumn("Order", key: "id"), GridColumn("City", key: "city"),
                GridColumn("Total", key: "total", alignment: .right), GridColumn("Note", key: "note"),
            ]
            return TableInfo(caption: "Orders", columns: columns) {
                for status in ["open", "paid"] {
                    TableSection(id: status) {
                        Head(status, as: GridTitle.self)
                        Rows(orders.filter { $0.status == status }, as: OrderLine.self, with: mayEdit)
                    }
                }
            }
        }
    }

    struct Query: LiveQuery {
        var table = TableQuery()

        init(_ fields: [String: String]) throws {
            table = try TableQuery(fields: fields, columns: OrdersReformer().reform([]).columns)
        }

        var fields: [String: String] { table.fields() }
    }

    actor Store {
        private(set) var orders: [Order]

        init(_ orders: [Order]) { self.orders = orders }

        func set(_ orders: [Order]) { self.orders = orders }
    }

    actor Page: LivePage {
        nonisolated let feed: LiveFeed
        private let agent = Agent<[Order]>()
        private let container: LiveContainer
        private let query: Query
        private let store: Store
        /// What the events ask for.
        private(set) var received: [String] = []

        init(_ query: Query, in store: Store, mayEdit: Bool) async throws {
            self.query = query
            self.store = store
            let controls = try query.controls(query.table)
            container = LiveContainer(
                HTMLFormat(actions: query.actions(LiveEditTests.tokens), controls: controls))
            feed = container.feed
            let source = DataSource(await store.orders, reformer: OrdersReformer(mayEdit: mayEdit))
            try agent.attach(container, dataSource: source, query: query.table)
        }

        func update(after changes: [Int]) async throws { try agent.reload(await store.orders) }

        func html(_ notice: LiveNotice?) -> LiveMarkup {
            LiveMarkup(feed.page("Orders", of: query, notice: notice), tokens: LiveEditTests.tokens)
        }

        func details(ofRowWithKey key: String) throws -> String { try container.details(ofRowWithKey: key) }

        func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }

        func receive(_ form: LiveForm) throws {
            let event = try container.receive(form)
            let id = event.data(as: Order.self)?.id ?? 0
            if let change = event.payload(of: .setCity) {
                received.append("\(id): \(change.old) → \(change.city)")
            }
            if let cents = event.payload(of: .setTotal) { received.append("\(id): \(cents)") }
            if let note = event.payload(of: .setNote) { received.append("\(id): \(note)") }
        }
    }

    struct Service: LiveService {
        let pages: LivePages<Query, Page>
        let tokens = LiveEditTests.tokens
        let origin = LiveOrigin(hosts: ["a.example"])

        let store: Store

        init(_ orders: [Order], mayEdit: Bool = true) {
            let store = Store(orders)
            self.store = store
            pages = LivePages { try await Page($0, in: store, mayEdit: mayEdit) }
        }

        func storedFingerprint(of key: IdempotencyKey) -> String? { nil }

        func carryOut(_ form: LiveForm, on page: Page) async throws -> Int? {
            try await page.receive(form)
            return nil
        }

        func report(_ error: any Error) { Issue.record(error) }

        func viewer(_ target: String = "/") async throws -> LiveViewer {
            try await LiveViewer(target, host: "a.example") { await response(to: $0) }
        }

        var received: [String] {
            get async throws { try await pages.page(of: Query([:])).received }
        }
    }

    /// The script of a page, which sends forms.
    struct Script {
        let service: Service
        private let cookie, token: String

        init(_ service: Service) async throws {
            self.service = service
            let page = await service.response(to: LiveEditTests.request("/"))
            cookie = String(page["Set-Cookie"]?.prefix { $0 != ";" } ?? "")
            token =
                try await page.text.firstMatch(of: /name="token" value="([^"]*)"/).map { String($0.1) } ?? ""
        }

        func post(_ fields: [String: String]) async throws -> (status: Int, json: [String: String]) {
            let body = LiveRequest.encodedQuery(fields.merging(["token": token]) { $1 })
            let response = await service.response(
                to: LiveRequest(
                    method: "POST", target: "/events", host: "a.example",
                    headers: [
                        ("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded"),
                        ("Cookie", cookie),
                    ], body: body.utf8))
            let json = try? JSONSerialization.jsonObject(with: Data(try await response.text.utf8))
            return (response.status, json as? [String: String] ?? [:])
        }
    }

    static let tokens = LiveTokens(isSecure: false) { bytes in
        (0..<24).map { UInt8(truncatingIfNeeded: bytes.reduce(Int($0)) { $0 &* 31 &+ Int($1) }) }
    }

    /// The field `action` of the button that edits the city of an order.
    private func editCity(_ shown: String, order: String = "open/7") -> [String: String] {
        ["action": "setCity/\(order)/{\"city\":\"\(shown)\"}"]
    }

    private func answer(_ city: String, to shown: String) -> [String: String] {
        editCity(shown).merging(["confirmed": "Edit City, 7", "input.city": city]) { $1 }
    }

    @Test func `Cells have the buttons that the item allows, before their values`() async throws {
        let page = try await Service([Order(id: 7), Order(id: 8, status: "paid")]).viewer().page
        let button = "<button class=\"edit\" form=\"actions\" name=\"action\""
        let values = [
            ("City", #"setCity/open/7/{&quot;city&quot;:&quot;Basel&quot;}"#, "Basel"),
            ("Total", #"setTotal/open/7/{&quot;total&quot;:&quot;12.50&quot;}"#, "12.50"),
            ("Note", #"setNote/open/7/{&quot;note&quot;:&quot;&quot;}"#, "</td>"),
        ]
        for (title, value, text) in values {
            #expect(
                page.contains("\(button) value=\"\(value)\" aria-label=\"Edit \(title), 7\"></button>\(text)")
            )
        }
        #expect(page.contains("setCity/paid/8") && !page.contains("setNote/paid/8"))
        // Whether somebody may edit is the item's decision.
        #expect(try await !Service([Order(id: 7)], mayEdit: false).viewer().page.contains(button))
    }

    @Test func `A button without an answer asks with the present value, and the answer is an event`()
        async throws
    {
        let service = Service([Order(id: 7, city: "Zürich \"1\"")])
        let script = try await Script(service)
        let button = ["action": #"setCity/open/7/{"city":"Zürich \"1\""}"#]
        let question = try await script.post(button)
        #expect(question.status == 422)
        let form = try #require(question.json["form"])
        #expect(form.contains("<h2 dir=\"auto\">Edit City, 7</h2>") && !form.contains("role=\"alert\""))
        #expect(form.contains("name=\"input.city\" maxlength=\"9\" value=\"Zürich &quot;1&quot;\" required>"))
        #expect(form.contains("<button name=\"confirmed\" value=\"Edit City, 7\" dir=\"auto\">Save</button>"))
        let sent = button.merging(["confirmed": "Edit City, 7", "input.city": " Chur "]) { $1 }
        #expect(try await script.post(sent).status == 204)
        #expect(try await service.received == [#"7: Zürich "1" → Chur"#])
    }

    @Test func `An edit that nobody has confirmed is a question without a reproach`() async throws {
        let script = try await Script(Service([Order(id: 7)]))
        let edit = ["action": #"setCity/open/7/{"city":"Basel"}"#, "input.city": "Chur"]
        let question = try await script.post(edit)
        let form = try #require(question.json["form"])
        #expect(question.status == 422 && !form.contains("role=\"alert\""))
        #expect(form.contains("value=\"Chur\""))
    }

    @Test func `Without a script, the question is a page`() async throws {
        let service = Service([Order(id: 7)])
        var viewer = try await service.viewer()
        try await viewer.press("Edit City, 7", in: "7")
        #expect(viewer.status == 200 && viewer.page.contains("<h2 dir=\"auto\">Edit City, 7</h2>"))
        try await viewer.press("Save", inputs: ["city": "Chur"])
        #expect(try await service.received == ["7: Basel → Chur"])
    }

    @Test func `A text that is not valid is asked for again`() async throws {
        let service = Service([Order(id: 7)])
        let script = try await Script(service)
        let question = try await script.post(answer("Castrop-Rauxel", to: "Basel"))
        #expect(question.status == 422 && question.json["field"] == "input.city")
        #expect(question.json["form"]?.contains("value=\"Castrop-Rauxel\"") == true)
        #expect(question.json["message"]?.contains("City") == true)
        let total = ["action": #"setTotal/open/7/{"total":"12.50"}"#, "confirmed": "Edit Total, 7"]
        let amount = try await script.post(total.merging(["input.total": "12.505"]) { $1 })
        #expect(amount.status == 422)
        #expect(try await service.received.isEmpty)
        #expect(try await script.post(total.merging(["input.total": "3.5"]) { $1 }).status == 204)
        #expect(try await service.received == ["7: 350"])
    }

    @Test func `A value that somebody else has changed is replaced only after it was read`() async throws {
        let service = Service([Order(id: 7)])
        let script = try await Script(service)
        await service.store.set([Order(id: 7, city: "Bern")])
        await service.pages.update(after: 7).value
        let conflict = try await script.post(answer("Chur", to: "Basel"))
        #expect(conflict.status == 422)
        #expect(
            conflict.json["message"]
                == "“City” has changed to “Bern” in the meantime. Send your value again to replace that one.")
        let form = try #require(conflict.json["form"])
        #expect(form.contains(#"value="setCity/open/7/{&quot;city&quot;:&quot;Bern&quot;}""#))
        #expect(form.contains("value=\"Chur\""))
        #expect(try await service.received.isEmpty)
        // Sending it again is a decision.
        #expect(try await script.post(answer("Chur", to: "Bern")).status == 204)
        #expect(try await service.received == ["7: Bern → Chur"])
        // A button of an old page asks with the present value.
        let late = try await script.post(editCity("Basel"))
        #expect(late.json["form"]?.contains("value=\"Bern\" required") == true)
        #expect(late.json["form"]?.contains("role=\"alert\"") == false)
    }

    @Test(arguments: [
        ("setCity/open/9/{\"city\":\"Basel\"}", 404), ("setCity/open/7/{\"town\":\"Basel\"}", 409),
        ("setCity/open/7/Basel", 409), ("setCity/open/7", 409), ("setTown/open/7/{\"city\":\"Basel\"}", 409),
        ("setNote/paid/8/{\"note\":\"\"}", 409), ("setCity/open/%head/{\"city\":\"\"}", 409),
    ])
    func `A request that no cell offers is refused`(action: String, status: Int) async throws {
        let service = Service([Order(id: 7), Order(id: 8, status: "paid")])
        let fields = ["action": action, "confirmed": "Edit City, 7", "input.city": "Chur"]
        #expect(try await Script(service).post(fields).status == status)
        #expect(try await service.received.isEmpty)
    }

    @Test func `A hidden column has no button, and its value is in the details with one`() async throws {
        let service = Service([Order(id: 7)])
        #expect(try await !service.viewer("/?columns=id%2Ctotal").page.contains("setCity"))
        let page = try await service.viewer("/?columns=id%2Ctotal&details=open%2F7").page
        #expect(page.contains("<dt dir=\"auto\">City</dt><dd dir=\"auto\">Basel<button class=\"edit\""))
    }

    @Test func `The first cell opens the details, which have all that the item adds`() async throws {
        let service = Service([Order(id: 7)])
        let page = try await service.viewer("/?sort=city").page
        #expect(page.contains("<a class=\"open\" href=\"/?sort=city&amp;details=open%2F7\" data-version=\""))
        let viewer = try await service.viewer("/?sort=city&details=open%2F7")
        let details = try #require(viewer.page.firstMatch(of: /(?s)<aside .*<\/aside>/)?.output)
        #expect(
            details.hasPrefix(
                "<aside class=\"details\" tabindex=\"-1\" data-row=\"open/7\" data-version=\""))
        #expect(details.contains("<a class=\"close\" href=\"/?sort=city\">Close</a>"))
        #expect(details.contains("<h2 dir=\"auto\">Order 7</h2>"))
        #expect(
            details.contains(
                "<dt dir=\"auto\">Paid &amp; sent</dt><dd class=\"warning\" dir=\"auto\">&lt;b&gt;no&lt;/b&gt;"
            ))
        #expect(details.contains("see <a href=\"/orders/7\">order 7</a>"))
        // A cell without a value is left out, unless it can be edited.
        #expect(details.contains(">Note<") && details.contains("setNote/open/7"))
        let plain = Service([Order(id: 7)], mayEdit: false)
        #expect(try await !plain.viewer("/?details=open%2F7").page.contains(">Note</dt>"))
        // The table is the same one for all viewers.
        #expect(await service.pages.count == 1)
    }

    @Test func `Details follow a row to another section, and say if it is gone`() async throws {
        let service = Service([Order(id: 7, status: "paid"), Order(id: 8)])
        let page = try await service.viewer("/?details=open%2F7").page
        #expect(page.contains("<aside class=\"details\" tabindex=\"-1\" data-row=\"paid/7\""))
        for key in ["open/9", "open/%25head", "", "open"] {
            let target = "/?" + HTMLControls.encoded([("details", key)])
            let answer = await service.response(to: Self.request(target))
            #expect(answer.status == 404)
            #expect(answer["Content-Location"]?.contains("details=") == true)
            let text = try await answer.text
            #expect(text.contains("role=\"alert\">The row is not there any more") && text.contains("<table"))
            #expect(!text.contains("<aside"))
        }
    }

    private static func request(_ target: String) -> LiveRequest {
        LiveRequest(method: "GET", target: target, host: "a.example", headers: [("Accept", "text/html")])
    }

    @Test func `The link and the details have a version, which changes with all that the details show`()
        async throws
    {
        func version(_ order: Order, columns: String = "id") async throws -> String {
            let page = try await Service([order]).viewer("/?columns=\(columns)&details=open%2F7").page
            let versions = page.matches(of: /data-version="([0-9a-z]+)"/).map { String($0.1) }
            // The table's own version is another one.
            let found = Dictionary(grouping: versions) { $0 }.filter { $0.value.count == 2 }
            return try #require(found.keys.first)
        }
        let old = try await version(Order(id: 7))
        #expect(try await version(Order(id: 7)) == old)
        #expect(try await version(Order(id: 7), columns: "city%2Cid") == old)
        // The city is in no visible column.
        #expect(try await version(Order(id: 7, city: "Bern")) != old)
        #expect(try await version(Order(id: 7, note: "x")) != old)
    }

    @Test func `Heads have a box that hides their rows, and only on a live page`() async throws {
        let page = try await Service([Order(id: 7)]).viewer().page
        let box = "<input type=\"checkbox\" class=\"fold\" aria-label=\"Hide the rows: open\">"
        #expect(page.contains(" aria-label=\"open\" class=\"strong\" dir=\"auto\">\(box)open</th>"))
        let table = OrdersReformer().reform([Order(id: 7)])
        let format = HTMLFormat(actions: HTMLActions(address: "/events"))
        #expect(try !format.string(of: table).contains(box))
        // Without a service, nothing answers the address of details.
        #expect(try !format.string(of: table).contains("class=\"open\""))
    }

    // MARK: Other values

    private enum TaskLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: Order) {
            line.integer(task.id)
            line.text(task.city, link: "/cities")
        }

        static func edits(for task: Order) -> [RowAction] {
            let cities = ["Basel", "Bern"].map { (title: $0, value: $0) }
            let name = EventName<String>("set")
            return [
                RowAction(
                    editing: "city", name, asking: .choice("city", label: "City", cities, initial: task.city)),
                RowAction(editing: "note", name, asking: .text("note", label: "Note", initial: task.note)),
                RowAction(
                    editing: "lines", name, asking: .text("lines", label: "Lines", initial: "a\nb")),
            ]
        }
    }

    private func question(_ task: Order, _ action: String, _ fields: [String: String] = [:]) throws -> (
        request: (sender: EventSender, action: RowAction, inputs: [String: String])?, question: HTMLQuestion?
    ) {
        let columns = ["id", "city", "note", "lines"].map { GridColumn($0, key: $0) }
        let table = TableInfo(columns: columns) {
            TableSection(id: "all") { Rows([task], as: TaskLine.self) }
        }
        let actions = HTMLActions(address: "/events")
        let page = try HTMLFormat(actions: actions).string(of: table)
        // A cell that the item does not fill can be edited, and a text with a line break can't.
        #expect(page.contains("<td><button class=\"edit\"") && !page.contains("Edit Lines"))
        do {
            return (try actions.request(fields.merging(["action": action]) { $1 }, in: table), nil)
        } catch {
            return (nil, error)
        }
    }

    @Test func `A choice begins with the present value, also with one that is not offered`() throws {
        let first = try question(Order(id: 1, city: "Bern"), #"set/all/1/{"city":"Bern"}"#).question
        #expect(first?.form.contains("<option value=\"Bern\" selected>") == true)
        let other = try question(Order(id: 1, city: "Ulm & co"), #"set/all/1/{"city":"Ulm & co"}"#).question
        #expect(other?.form.contains("<option value=\"\" disabled selected>Ulm &amp; co</option>") == true)
        #expect(other?.form.contains("<select name=\"input.city\" required>") == true)
        let sent = ["confirmed": "Edit City, 1", "input.city": "Bern"]
        let chosen = try question(Order(id: 1), #"set/all/1/{"city":"Basel"}"#, sent).request
        #expect(chosen?.inputs == ["city": "Bern"])
        #expect(try question(Order(id: 1), #"set/all/1/{"city":"Ulm"}"#, sent).question?.problem != nil)
    }

    @Test func `Two cells with the same event are told apart by their columns`() throws {
        let task = Order(id: 1, note: "x")
        let note = try question(task, #"set/all/1/{"note":"x"}"#).question
        #expect(note?.title == "Edit Note, 1")
        #expect(try question(task, #"set/all/1/{"city":"Basel"}"#).question?.title == "Edit City, 1")
        let none = try question(task, #"set/all/1/{"id":"1"}"#)
        #expect(none.request == nil && none.question == nil)
    }

    @Test func `A service has the script of keys`() async throws {
        let service = Service([])
        let answer = await service.response(to: Self.request("/keys.js"))
        #expect(answer.status == 200 && answer["Content-Type"] == LiveScript.mediaType)
        #expect(try await Array(answer.text.utf8) == LiveScript.keys)
        #expect(try await service.viewer().page.contains("<script src=\"/keys.js\" defer></script>"))
    }
}

extension EventName<LiveEditTests.Change> {
    fileprivate static var setCity: Self { Self("setCity") }
}

extension EventName<Int> {
    fileprivate static var setTotal: Self { Self("setTotal") }
}

extension EventName<String> {
    fileprivate static var setNote: Self { Self("setNote") }
}
