import TableAgent
import TableSurfaces
import Testing

@testable import TableLive

/// The responses of a service whose rows can be taken. `LiveFormsTests` tests the forms of a page.
struct LiveServiceTests {
    private actor Page: LivePage {
        nonisolated let feed: LiveFeed
        private let agent = Agent<[Int]>()
        private let container = LiveContainer(
            HTMLFormat(actions: Query(number: 3).actions(Service.signed)))

        init() throws {
            feed = container.feed
            try agent.attach(container, dataSource: DataSource([1, 2], reformer: NumbersReformer()))
        }

        func update(after changes: [Int]) throws {
            try agent.reload([1, 2].filter { !changes.contains($0) })
        }

        func html(_ notice: LiveNotice?) -> LiveMarkup {
            let page = feed.page("Numbers", of: Query(number: 3), notice: notice)
            return LiveMarkup(page, tokens: Service.signed)
        }

        func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }

        func carryOut(_ form: LiveForm) throws -> Int? {
            if form.fields["action"] == "fail" { throw Failure() }
            #expect(form.request.method == "POST" && form.idempotencyKey.id.count == 48)
            return try container.receive(form).data(as: Number.self)?.id
        }
    }

    private struct Number: Identifiable {
        let id: Int
    }

    private enum NumberLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with number: Number) { line.integer(number.id) }

        static func actions(_ place: RowAction.Placement, for number: Number) -> [RowAction] {
            guard place == .trailing else { return [] }
            let drop = RowAction("Drop", EventName<Void>("drop"), confirmation: "Drop \(number.id)?")
            return [RowAction("Take", EventName<Void>("take")), drop]
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

    private struct Query: LiveQuery {
        let number: Int

        init(number: Int) { self.number = number }

        init(_ fields: [String: String]) throws {
            #expect(fields["version"] == nil && fields["format"] == nil)
            guard let number = Int(fields["q"] ?? "0") else {
                throw LiveRefusal(400, "invalidQuery", "This is <no> query.")
            }
            self.number = number
        }

        var fields: [String: String] { ["q": "\(number)"] }
    }

    private final class Service: LiveService {
        static let signed = LiveTokens { bytes in
            (0..<24).map { UInt8(truncatingIfNeeded: bytes.reduce(Int($0)) { $0 &* 31 &+ Int($1) }) }
        }

        let pages: LivePages<Query, Page>
        let tokens: LiveTokens = Service.signed
        let origin = LiveOrigin(hosts: ["a.example"])
        /// The answers to the questions whether a request was carried out.
        let done: [Bool]
        private let asked = Counter()
        /// The number of errors that the service has reported.
        let reported = Counter()

        init(done: [Bool] = [false, false], canOpen: Bool = true) {
            self.done = done
            pages = LivePages(limitPerClient: 1) { _ in
                guard canOpen else { throw Failure() }
                return try Page()
            }
        }

        func query(_ fields: [String: String], for request: LiveRequest) throws -> Query {
            let query = try Query(fields)
            if query.number == 7, request.client != "seven" {
                throw LiveRefusal(403, "notYours", "It is not yours.")
            }
            return query
        }

        func storedFingerprint(of key: IdempotencyKey) async -> String? {
            done[asked.next()] ? key.fingerprint : nil
        }

        func carryOut(_ form: LiveForm, on page: Page) async throws -> Int? { try await page.carryOut(form) }

        func otherResponse(to request: LiveRequest) async throws -> LiveResponse {
            guard request.path == "/own" else { throw LiveRefusal(404, "notFound", "Nothing is here.") }
            var response = LiveResponse(status: 200, mediaType: "text/plain", body: "own".utf8)
            response["cache-control"] = "no-cache"
            response["CONTENT-SECURITY-POLICY"] = "default-src 'self'"
            return response
        }

        func report(_ error: any Error) { _ = reported.next() }
    }

    private final class Counter: Sendable {
        private let count = Locked(0)

        var value: Int { count.withLock { $0 } }

        /// Counts, and returns the number before.
        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
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
        // The pages of another service with the same key
        let page = await Service().response(to: request("/?q=3"))
        let cookie = try #require(page["Set-Cookie"]?.prefix { $0 != ";" })
        let token = try #require(await page.text.firstMatch(of: /name="token" value="([^"]*)"/)?.1)
        return await service.response(
            to: request(
                "/events?q=3", "POST", headers: [("Cookie", String(cookie)), ("Accept", accept)],
                form: "action=\(action)&token=\(token)"))
    }

    @Test func `A page has a session, a table, and strict headers`() async throws {
        let response = await Service().response(to: request("/?q=3"))
        #expect(response.status == 200 && response.body.count ?? 0 > 1000)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response["set-cookie"]?.hasPrefix("__Host-table-session=") == true)
        #expect(response["Cache-Control"] == "no-store")
        let policy = try #require(response["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'") && policy.contains("'\(HTMLFormat.stylesheetHash)'"))
        #expect(!policy.contains("unsafe") && !policy.contains("\n") && !policy.contains("  "))
        let text = try await response.text
        #expect(text.contains("data-live=\"/live?q=3\"") && !text.contains(Service.signed.mark))
        let cookie = [("Cookie", response["Set-Cookie"]?.prefix { $0 != ";" }.description ?? "")]
        let again = await Service().response(to: request("/?q=3", headers: cookie))
        #expect(again.status == 200 && again["Set-Cookie"] == nil)
    }

    @Test func `A refusal is JSON for a program, and a page for a browser`() async throws {
        let service = Service()
        for query in ["?q=x", "?q=1&q=2"] {
            for response in [
                await service.response(to: request("/" + query)),
                await service.response(to: request("/live" + query)),
                await service.response(to: request("/events" + query, "POST")),
                await service.respond(to: request("/own" + query)) {
                    LiveResponse(status: try await service.query($0.query(), for: $0).number)
                },
            ] {
                #expect(response.status == 400 && response["Content-Type"] == "application/json")
                #expect(response["Cache-Control"] == "no-store")
            }
        }
        for accept in ["*/*", "application/json", "image/png", "text/html;q=0.1, */*;q=0.2"] {
            let refusal = await service.response(to: request("/?q=x", headers: [("Accept", accept)]))
            #expect(refusal["Content-Type"] == "application/json", "\(accept)")
        }
        let browser = [("Accept", "text/html,*/*;q=0.8")]
        let page = await service.response(to: request("/?q=x", headers: browser))
        #expect(page.status == 400 && page["Content-Type"] == "text/html; charset=utf-8")
        #expect(try await page.text.contains("<p role=\"alert\">This is &lt;no&gt; query.</p>"))
        #expect(service.reported.value == 0)
    }

    @Test func `A request from another site is refused`() async {
        let service = Service()
        let foreign = LiveRequest(method: "GET", target: "/", host: "b.example")
        #expect(await service.response(to: foreign).status == 421)
        #expect(await service.response(to: foreign).status == 421)
        #expect(await service.respond(to: foreign) { _ in LiveResponse(status: 200) }.status == 421)
        let other = [("Origin", "https://b.example")]
        #expect(
            await service.response(
                to: request("/events", "POST", headers: other)
            ).status == 403)
    }

    @Test func `A query can depend on who asks`() async {
        let service = Service()
        var mine = request("/?q=7")
        #expect(await service.response(to: mine).status == 403)
        mine.client = "seven"
        #expect(await service.response(to: mine).status == 200)
        #expect(await service.response(to: mine).status == 200)
    }

    @Test(
        arguments: [
            ("refund/paid/4711/1200", "refund", 4711), ("pay/s%2F1/-7", "pay", -7),
            ("pay/s/%2D7", "pay", nil),
            ("a%2Fb/s/7", "a/b", 7), ("pay/s/x", "pay", nil), ("pay/s/07", "pay", nil), ("pay", nil, nil),
            (nil, nil, nil),
        ] as [(String?, String?, Int?)])
    func `A form names its event and the id of its row`(action: String?, event: String?, id: Int?) {
        let form = LiveForm(
            ["action": action].compactMapValues(\.self),
            idempotencyKey: IdempotencyKey(id: "", fingerprint: ""), request: request("/events"))
        #expect(form.eventName == event && form.rowID(as: Int.self) == id)
    }

    @Test func `An event is carried out, and leads a browser back to its page`() async throws {
        let page = try await send("take/all/1", to: Service(), accept: "text/html")
        #expect(page.status == 303 && page["Location"] == "/?q=3" && page.body.count == 0)
        #expect(try await send("take/all/2", to: Service()).status == 204)
        for method in ["GET", "HEAD"] {
            let back = await Service().response(to: request("/events?q=3", method))
            #expect(back.status == 303 && back["Location"] == "/?q=3")
        }
        for method in ["PUT", "DELETE", "get"] {
            #expect(await Service().response(to: request("/events?q=3", method)).status == 405)
        }
    }

    @Test func `A question has a token for a script and for a page`() async throws {
        for accept in ["text/html", "application/json"] {
            let question = try await send("drop/all/1", to: Service(), accept: accept)
            #expect(question.status == (accept == "text/html" ? 200 : 422))
            let text = try await question.text
            #expect(text.contains("Drop 1?") && !text.contains(Service.signed.mark))
            let token = try #require(text.firstMatch(of: /name=\\?"token\\?" value=\\?"([0-9a-f]*)/)?.1)
            #expect(token.count == Service.signed.mark.count)
        }
    }

    @Test func `A request that was carried out before has the same response`() async throws {
        // Before the event is carried out, also if the page can't be opened any more
        #expect(try await send("take/all/9", to: Service(done: [true])).status == 204)
        #expect(try await send("take/all/9", to: Service(done: [true], canOpen: false)).status == 204)
        // While it is carried out
        #expect(try await send("take/all/9", to: Service(done: [false, true])).status == 204)
        let refused = try await send("take/all/9", to: Service(done: [false, false]))
        #expect(refused.status == 404)
        #expect(try await refused.text.contains("rowNotVisible"))
        let page = try await send("take/all/9", to: Service(), accept: "text/html")
        #expect(page.status == 404 && page["Set-Cookie"] == nil)
        #expect(try await page.text.contains("<p role=\"alert\">The row is not there any more"))
    }

    @Test func `An error that is not for viewers is reported`() async throws {
        let service = Service()
        let response = try await send("fail", to: service)
        #expect(response.status == 500)
        #expect(try await response.text.contains("internalError"))
        #expect(service.reported.value == 1)
        // The change was committed before the error.
        let committed = Service(done: [false, true])
        #expect(try await send("fail", to: committed).status == 204)
        #expect(committed.reported.value == 1)
        let closed = Service(canOpen: false)
        #expect(await closed.response(to: request("/")).status == 500)
        #expect(await closed.response(to: request("/live")).status == 500)
        #expect(closed.reported.value == 2)
    }

    @Test func `A program that sends JSON receives JSON`() async throws {
        let json = LiveRequest(
            method: "POST", target: "/events", host: "a.example",
            headers: [("Content-Type", "application/json"), ("Accept", "text/html")], body: "{}".utf8)
        let response = await Service().response(to: json)
        #expect(response.status == 403)
        #expect(try await response.text.contains("invalidToken"))
    }

    @Test func `A client has viewers of a limited number of pages`() async throws {
        let service = Service()
        var request = request("/live?q=1")
        request.client = "10.0.0.1"
        let response = await service.response(to: request)
        #expect(response.status == 200 && response.body.count == nil)
        #expect(response["Content-Type"] == "text/event-stream; charset=utf-8")
        #expect(response["X-Accel-Buffering"] == "no")
        var other = self.request("/live?q=2")
        other.client = request.client
        #expect(await service.response(to: other).status == 429)
        other.client = "10.0.0.2"
        #expect(await service.response(to: other).status == 200)
        response.body.end()
    }

    @Test func `A session is a client, and so are all requests without a session`() async throws {
        let service = Service()
        let cookie = try #require(
            await service.response(to: request("/"))["Set-Cookie"]?.prefix { $0 != ";" })
        for headers in [[("Cookie", String(cookie))], []] {
            let response = await service.response(to: request("/live?q=1", headers: headers))
            #expect(response.status == 200)
            #expect(await service.response(to: request("/live?q=2", headers: headers)).status == 429)
            #expect(await service.response(to: request("/live?q=1", headers: headers)).status == 200)
            response.body.end()
        }
    }

    @Test func `The messages continue after the viewer's version`() async throws {
        let service = Service()
        let id = try await service.pages.page(of: Query(number: 1)).feed.id
        var viewers: [LiveBody] = []
        for (target, headers, expected) in [
            ("/live?q=1&version=\(id)", [], "event: patches"), ("/live?q=1", [], "event: table"),
            ("/live?q=1&version=old", [("last-event-id", id)], "event: patches"),
            ("/live?q=1&version=\(id)", [("Last-Event-ID", "old")], "event: table"),
        ] {
            let body = await service.response(to: request(target, headers: headers)).body
            viewers.append(body)
            if viewers.count == 1 { await service.pages.update(after: 1).value }
            var iterator = body.makeAsyncIterator()
            let block = String(decoding: try #require(try await iterator.next()), as: UTF8.self)
            #expect(block.contains(expected) && !block.contains(Service.signed.mark), "\(target)")
        }
        service.pages.end()
    }

    @Test func `A file is sent once`() {
        let (script, type) = (LiveScript.bytes, LiveScript.mediaType)
        let file = LiveResponse(file: script, mediaType: type, for: request("/live.js"))
        #expect(file.status == 200 && file.body.count == script.count && file["Content-Type"] == type)
        let known = request("/live.js", headers: [("If-None-Match", file["ETag"] ?? "")])
        let again = LiveResponse(file: script, mediaType: type, for: known)
        #expect(again.status == 304 && again.body.count == 0 && again["ETag"] == file["ETag"])
        #expect(again["Content-Type"] == nil)
        #expect(LiveResponse(file: [1], mediaType: "text/plain", for: known).status == 200)
    }

    @Test func `A header of a response keeps its value, whatever the case of its name`() async throws {
        let response = await Service().response(to: request("/own?x=1"))
        #expect(try await response.text == "own")
        #expect(response["Cache-Control"] == "no-cache")
        #expect(response["content-security-policy"] == "default-src 'self'")
        #expect(response.headers.count == LiveResponse.protection.count + 1)
    }

    @Test func `The table of a page has the format that a program asks for`() async throws {
        for (target, accept, type) in [
            ("/?q=1&format=csv", "text/html", "text/csv; charset=utf-8; header=present"),
            ("/?q=1", "application/json, text/csv;q=0.5", "application/json"),
            ("/?q=1", "*/*", "text/html; charset=utf-8"),
            ("/?format=html", "text/csv", "text/html; charset=utf-8"),
        ] {
            let response = await Service().response(to: request(target, headers: [("Accept", accept)]))
            #expect(response.status == 200 && response["Content-Type"] == type, "\(target) \(accept)")
            #expect(response["Vary"] == "Accept" && response["Cache-Control"] == "no-store")
            #expect((response["Set-Cookie"] != nil) == type.hasPrefix("text/html"))
        }
        #expect(try await Service().response(to: request("/?format=csv")).text == "Number\r\n1\r\n2\r\n")
        let unknown = await Service().response(to: request("/?format=exe"))
        #expect(unknown.status == 400)
        #expect(try await unknown.text.contains("The format must be one of "))
        let image = [("Accept", "image/png")]
        #expect(await Service().response(to: request("/", headers: image)).status == 406)
    }

    @Test func `A HEAD has the headers of a GET, and no body`() async throws {
        for target in ["/?q=1", "/live.js", "/own", "/?q=x", "/live?q=1"] {
            let service = Service()
            let head = await service.response(to: request(target, "HEAD"))
            let get = await service.response(to: request(target))
            #expect(head.status == get.status && head.body.count == 0)
            #expect(head["Content-Type"] == get["Content-Type"])
            #expect(head["Content-Length"] == get.body.count.map { "\($0)" })
            service.pages.end()
        }
        let refusal = await Service().respond(to: request("/own", "HEAD")) { _ in
            throw LiveRefusal.wrongMethod
        }
        #expect(refusal.status == 405 && refusal.body.count == 0)
    }

    @Test(arguments: [
        ("/", "POST", 405, "GET, HEAD"), ("/live", "DELETE", 405, "GET, HEAD"),
        ("/live.js", "PUT", 405, "GET, HEAD"), ("/events", "PUT", 405, "GET, HEAD, POST"),
        ("/events", "get", 405, "GET, HEAD, POST"), ("/other", "GET", 404, nil), ("//", "GET", 404, nil),
        ("/live/", "GET", 404, nil), ("", "GET", 404, nil),
    ])
    func `Another path or method is refused`(
        target: String, method: String, status: Int, allowed: String?
    ) async {
        let response = await Service().response(to: request(target, method))
        #expect(response.status == status && response["Allow"] == allowed)
    }
}
