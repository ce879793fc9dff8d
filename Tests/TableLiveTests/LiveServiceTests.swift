import TableAgent
import TableLive
import TableSurfaces
import Testing

/// The responses of a service whose rows can be taken. `ServiceArticleTests` tests the forms of a page.
struct LiveServiceTests {
    private actor Page: LivePage {
        nonisolated let feed: LiveFeed
        private let agent = Agent<[Int]>()
        private let container = LiveContainer(
            HTMLFormat(actions: HTMLActions(address: "/events", fields: ["token": Service.signed.mark])))

        init() throws {
            feed = container.feed
            try agent.attach(container, dataSource: DataSource([1, 2], reformer: NumbersReformer()))
        }

        func update(after changes: [Int]) throws {
            try agent.reload([1, 2].filter { !changes.contains($0) })
        }

        func html(_ notice: LiveNotice?) -> LiveMarkup {
            Service.signed.shared(feed.page("Numbers", address: "/live", notice: notice))
        }

        func receive(_ form: [String: String]) throws -> Int? {
            try container.receive(form).data(as: Number.self)?.id
        }
    }

    private struct Number: Identifiable {
        let id: Int
    }

    private enum NumberLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with number: Number) { line.integer(number.id) }

        static func actions(_ place: RowActionPlace, for number: Number) -> [RowAction] {
            place == .trailing ? [RowAction("Take", EventName<Void>("take"))] : []
        }
    }

    private struct NumbersReformer: StatelessReformer {
        func reform(_ numbers: [Int]) -> TableInfo {
            TableInfo(columns: [GridColumn("Number")]) {
                TableSection(id: "all") { Rows(numbers.map(Number.init), as: NumberLine.self) }
            }
        }
    }

    private struct Failure: Error {}

    private final class Service: LiveService {
        static let signed = LiveTokens { text in
            (0..<24).map { UInt8(truncatingIfNeeded: text.utf8.reduce(Int($0)) { $0 &* 31 &+ Int($1) }) }
        }

        let pages = LivePages<Int, Page>(limitPerClient: 1) { _ in try Page() }
        let tokens: LiveTokens = Service.signed
        let origin = LiveOrigin(hosts: ["a.example"])
        /// The answers to the questions whether a request was carried out.
        let done: [Bool]
        private let asked = Counter()

        init(done: [Bool] = [false, false]) { self.done = done }

        func query(_ fields: [String: String]) throws -> Int {
            guard let query = Int(fields["q"] ?? "0") else {
                throw LiveRefusal(400, "invalidQuery", "This is <no> query.")
            }
            return query
        }

        func address(of query: Int) -> String { "/?q=\(query)" }

        func isDone(_ number: LiveNumber) async -> Bool { done[await asked.next()] }

        func receive(_ form: [String: String], _ number: LiveNumber, on page: Page) async throws -> Int? {
            if form["action"] == "fail" { throw Failure() }
            return try await page.receive(form)
        }
    }

    private actor Counter {
        private var count = 0

        func next() -> Int {
            defer { count += 1 }
            return count
        }
    }

    private func request(
        _ target: String, _ method: String = "GET", headers: [(String, String)] = [], form: String = ""
    ) -> LiveRequest {
        let type = ("Content-Type", "application/x-www-form-urlencoded")
        return LiveRequest(
            method: method, target: target, host: "a.example", headers: headers + [type], body: form.utf8)
    }

    /// Sends a form with a valid token.
    private func send(
        _ action: String, to service: Service, accept: String = "application/json"
    ) async throws -> LiveResponse {
        let page = try await service.page(for: request("/?q=3"))
        let cookie = try #require(page.headers["Set-Cookie"]?.prefix { $0 != ";" })
        let token = try #require(await page.text.firstMatch(of: /name="token" value="([^"]*)"/)?.1)
        return try await service.receive(
            request(
                "/events?q=3", "POST", headers: [("Cookie", String(cookie)), ("Accept", accept)],
                form: "action=\(action)&token=\(token)"))
    }

    @Test func `A page has a session, a table, and strict headers`() async throws {
        let response = try await Service().page(for: request("/?q=3"))
        #expect(response.status == 200 && response.body.count ?? 0 > 1000)
        #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(response.headers["Set-Cookie"]?.hasPrefix("__Host-table-session=") == true)
        #expect(response.headers["Cache-Control"] == "no-store")
        let policy = try #require(response.headers["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("'\(HTMLFormat.stylesheetHash)'"))
        #expect(!policy.contains("unsafe") && !policy.contains("\n") && !policy.contains("  "))
        #expect(await response.text.contains("data-live=\"/live\""))
        let cookie = [("Cookie", response.headers["Set-Cookie"]?.prefix { $0 != ";" }.description ?? "")]
        let again = try await Service().page(for: request("/?q=3", headers: cookie))
        #expect(again.status == 200 && again.headers["Set-Cookie"] == nil)
    }

    @Test func `A refusal is JSON for a program, and a page for a browser`() async throws {
        let service = Service()
        for target in ["/?q=x", "/?q=1&q=2"] {
            for response in [
                try await service.page(for: request(target)),
                try await service.messages(for: request(target)),
                try await service.receive(request(target, "POST")),
                try await service.respond(to: request(target)) {
                    LiveResponse(try service.query($0.query()))
                },
            ] {
                #expect(response.status == 400 && response.headers["Content-Type"] == "application/json")
                #expect(response.headers["Cache-Control"] == "no-store")
            }
        }
        let browser = [("Accept", "text/html,*/*;q=0.8")]
        let page = try await service.page(for: request("/?q=x", headers: browser))
        #expect(page.status == 400 && page.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(await page.text.contains("<p role=\"alert\">This is &lt;no&gt; query.</p>"))
        let foreign = LiveRequest(method: "GET", target: "/", host: "b.example")
        #expect(try await service.page(for: foreign).status == 421)
        #expect(try await service.messages(for: foreign).status == 421)
        let other = [("Origin", "https://b.example")]
        #expect(try await service.receive(request("/events", "POST", headers: other)).status == 403)
    }

    @Test func `An event is carried out, and leads a browser back to its page`() async throws {
        let service = Service(done: [false, false])
        let page = try await send("take/all/1", to: service, accept: "text/html")
        #expect(page.status == 303 && page.headers["Location"] == "/?q=3" && page.body.count == 0)
        #expect(try await send("take/all/2", to: service).status == 204)
        let get = try await service.receive(request("/events?q=3"))
        #expect(get.status == 303 && get.headers["Location"] == "/?q=3")
    }

    @Test func `A request that was carried out before has the same response`() async throws {
        // Before the event is received
        #expect(try await send("take/all/9", to: Service(done: [true])).status == 204)
        // While it is received
        #expect(try await send("take/all/9", to: Service(done: [false, true])).status == 204)
        let refused = try await send("take/all/9", to: Service(done: [false, false]))
        #expect(refused.status == 404)
        #expect(await refused.text.contains("rowNotVisible"))
        let page = try await send("take/all/9", to: Service(), accept: "text/html")
        #expect(page.status == 404 && page.headers["Set-Cookie"] == nil)
        #expect(await page.text.contains("<p role=\"alert\">The row is not there any more"))
        await #expect(throws: Failure.self) { try await send("fail", to: Service()) }
    }

    @Test func `A program that sends JSON receives JSON`() async throws {
        let json = LiveRequest(
            method: "POST", target: "/events", host: "a.example",
            headers: [("Content-Type", "application/json"), ("Accept", "*/*")], body: "{}".utf8)
        let response = try await Service().receive(json)
        #expect(response.status == 403)
        #expect(await response.text.contains("invalidToken"))
    }

    @Test func `The messages of a client are limited`() async throws {
        let service = Service()
        var first = request("/live?q=1")
        first.client = "10.0.0.1"
        let response = try await service.messages(for: first)
        #expect(response.status == 200 && response.body.count == nil)
        #expect(response.headers["Content-Type"] == "text/event-stream; charset=utf-8")
        #expect(response.headers["X-Accel-Buffering"] == "no")
        var second = request("/live?q=2")
        second.client = first.client
        #expect(try await service.messages(for: second).status == 429)
        second.client = "10.0.0.2"
        #expect(try await service.messages(for: second).status == 200)
        // Without a client, each new session has its own limit.
        #expect(try await service.messages(for: request("/live?q=3")).status == 200)
        response.body.end()
    }

    @Test func `The messages continue after the viewer's version`() async throws {
        let service = Service()
        let id = try await service.pages.page(of: 1).feed.id
        for (target, headers, expected) in [
            ("/live?q=1", [], "event: table"), ("/live?q=1&after=\(id)", [], "retry: "),
            ("/live?q=1&after=old", [("last-event-id", id)], "retry: "),
            ("/live?q=1&after=\(id)", [("Last-Event-ID", "old")], "event: table"),
        ] {
            let body = try await service.messages(for: request(target, headers: headers)).body
            var iterator = body.makeAsyncIterator()
            if expected == "retry: " { body.end() }
            let block = String(decoding: try #require(await iterator.next()), as: UTF8.self)
            #expect(block.contains(expected), "\(target)")
            body.end()
        }
    }

    @Test func `A file is sent once`() async throws {
        let file = LiveResponse(file: LiveScript.bytes, LiveScript.mediaType, for: request("/live.js"))
        #expect(file.status == 200 && file.body.count == LiveScript.bytes.count)
        #expect(file.headers["Content-Type"] == LiveScript.mediaType)
        let tag = try #require(file.headers["ETag"])
        let known = request("/live.js", headers: [("If-None-Match", tag)])
        let again = LiveResponse(file: LiveScript.bytes, LiveScript.mediaType, for: known)
        #expect(again.status == 304 && again.body.count == 0 && again.headers["ETag"] == tag)
        #expect(again.headers["Content-Type"] == nil)
        #expect(LiveResponse(file: [1], "text/plain", for: known).status == 200)
    }
}
