import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Orders
import TableLive
import Testing

@testable import OrdersService

struct EventTests {
    @Test func `A payment is on all pages when its response arrives`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        try await fixture.withRouter { client in
            let uris = ["/", "/?status=open", "/?status=paid", "/?q=\(order.id)"]
            let visitor = try await Visitor(client)
            for uri in uris { _ = try await client.execute(uri: uri, method: .get) }
            let response = try await visitor.post(["action": "pay/open/\(order.id)"])
            #expect(response.status == .noContent)
            for uri in uris {
                let page = try await client.execute(uri: uri, method: .get)
                #expect(page.text.contains("data-row=\"paid/\(order.id)\"") == (uri != "/?status=open"))
                #expect(!page.text.contains("data-row=\"open/\(order.id)\""))
            }
            let paid = try #require(try await fixture.contents().first { $0.id == order.id })
            #expect((paid.status, paid.received) == (.paid, order.total))
        }
    }

    @Test func `Each of many concurrent payments is on the page when its response arrives`() async throws {
        let fixture = try await Fixture()
        let orders = try await fixture.store.page(OrderQuery(status: .open)).orders.prefix(20)
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client, "/?status=open")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for order in orders {
                    group.addTask {
                        let fields = ["action": "pay/open/\(order.id)"]
                        #expect(try await visitor.post(fields).status == .noContent)
                        let page = try await client.execute(uri: "/?status=open", method: .get)
                        #expect(!page.text.contains("data-row=\"open/\(order.id)\""))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `A form redirects to its page, and an error shows the page with an alert`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client, "/?status=open")
            let fields = [
                "action": "cancel/open/\(order.id)", "confirmed": order.question("cancel") ?? "",
            ]
            let html: [HTTPField.Name: String] = [
                .accept: "text/html,*/*;q=0.8", .origin: "http://localhost",
            ]
            let response = try await visitor.post(fields, headers: html)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/?status=open")
            let again = try await visitor.post(fields.merging(["attempt": "2"]) { $1 }, headers: html)
            #expect(again.status == .conflict)
            #expect(again.text.contains("<p role=\"alert\">Order \(order.id) is cancelled already"))
            #expect(again.text.contains("data-live=\"/live?status=open\""))
            let token = try #require(again.text.firstMatch(of: /name="token" value="([^"]*)"/)?.1)
            #expect(token.count == visitor.token.count && token != visitor.token)
            // A reload of the page with the alert
            let address = try await client.execute(uri: visitor.address, method: .get)
            #expect(address.status == .seeOther && address.headers[.location] == "/?status=open")
        }
    }

    @Test func `A program refunds a partial amount by JSON`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.paid)
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            func refund(_ amount: String, attempt: Int) async throws -> TestResponse {
                try await visitor.post(
                    body: """
                        {"action": "refund/paid/\(order.id)", "confirmed": "\(order.question("refund") ?? "")", "input.amount": \(amount), \
                        "attempt": \(attempt), "token": "\(visitor.token)"}
                        """, type: "application/json")
            }
            for (attempt, amount) in ["1", "\"1\"", "1.5", "\"0.50\""].enumerated() {
                #expect(try await refund(amount, attempt: attempt).status == .noContent, "\(amount)")
            }
            let rest = try #require(try await fixture.contents().first { $0.id == order.id })
            #expect((rest.status, rest.received) == (.paid, order.total - 400))
            for (attempt, amount) in [
                "\(order.total)", "0", "-5", "\"12.345\"", "12.345", "\"\"", "\"1,50\"", "\"1e1\"", "null",
                "\"99999999999999999999\"", "\"\(decimal(rest.received + 1))\"",
            ].enumerated() {
                let response = try await refund(amount, attempt: 10 + attempt)
                #expect(response.status == .unprocessableContent, "\(amount)")
                #expect(response.code == "answerNeeded", "\(amount)")
                #expect(response.text.contains("must be a number from 0.01 to"), "\(amount)")
            }
            #expect(try await refund("true", attempt: 0).status == .badRequest)
            #expect(try await refund("[1]", attempt: 0).status == .badRequest)
            let same = try #require(try await fixture.contents().first { $0.id == order.id })
            #expect(same == rest)
        }
    }

    @Test func `The second of two payments of one order reports that the order is paid`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
        let error = await #expect(throws: OrderError.self) {
            try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
        }
        #expect(error?.code == "orderIsPaid")
        #expect(error?.kind == .conflict)
        let unknown = await #expect(throws: OrderError.self) {
            try await fixture.store.carryOut(OrderCommand(.pay, order: 4711))
        }
        #expect(unknown?.kind == .notFound)
    }

    @Test func `An event on an outdated page gets the answer of the business`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            // A change by another process, without a notification for this one.
            try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
            let response = try await visitor.post(["action": "pay/open/\(order.id)"])
            #expect(response.status == .conflict)
            #expect(response.code == "orderIsPaid")
        }
    }

    @Test func `Forged, foreign, or outdated events get a clear error and change nothing`() async throws {
        let fixture = try await Fixture()
        let (open, paid) = (try await fixture.order(.open).id, try await fixture.order(.paid).id)
        let before = try await fixture.contents()
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            let other = try await Visitor(client)
            let cases: [([String: String], Int, String)] = [
                (["action": "pay/open/999999"], 404, "noSuchOrder"),
                (["action": "select/open/999999"], 404, "rowNotVisible"),
                (["action": "ship/paid/\(open)"], 409, "orderIsOpen"),
                (["action": "pay/open/\(paid)"], 409, "orderIsPaid"),
                (["action": "pay/open/%27%20OR%201=1"], 404, "rowNotVisible"),
                (["action": "pay/"], 404, "rowNotVisible"), (["action": "pay"], 404, "rowNotVisible"),
                ([:], 404, "rowNotVisible"),
                (["row": "open/\(open)"], 422, "answerNeeded"),
                (["row": "open/\(open)", "action": "pay"], 422, "answerNeeded"),
                (["action": "pay/page/0"], 404, "noSuchOrder"),
                (["action": "ship/open/\(open)"], 409, "orderIsOpen"),
                (["action": "select/open/\(open)"], 409, "eventNotOffered"),
                (["action": "/open/\(open)"], 409, "eventNotOffered"),
                (["action": "pay/open/\(open)/1"], 409, "eventNotOffered"),
                (["action": "refund/open/\(open)/1"], 409, "orderIsOpen"),
                (["action": "refund/paid/\(paid)/{}"], 409, "eventNotOffered"),
                (["action": "refund/paid/\(paid)/1", "confirmed": "yes"], 409, "eventNotOffered"),
                (["action": "refund/paid/\(paid)"], 422, "answerNeeded"),
                (["action": "refund/paid/\(paid)", "confirmed": "yes"], 422, "answerNeeded"),
                (["action": "refund/paid/\(paid)", "input.amount": "1"], 422, "answerNeeded"),
                (["action": "cancel/open/\(open)"], 422, "answerNeeded"),
                (["action": "pay/open/\(open)", "token": ""], 403, "invalidToken"),
                (["action": "pay/open/\(open)", "token": other.token], 403, "invalidToken"),
                (["action": "pay/open/\(open)", "token": visitor.token + "0"], 403, "invalidToken"),
                (
                    ["action": "pay/open/\(open)", "attempt": String(repeating: "é", count: 33)], 400,
                    "invalidAttempt"
                ),
            ]
            for (fields, status, code) in cases {
                let response = try await visitor.post(fields)
                #expect(response.status.code == status, "\(fields)")
                #expect(response.code == code, "\(fields)")
            }
            for (query, status, code) in [
                ("status=x", 400, "invalidQuery"), ("size=all", 400, "invalidQuery"),
                ("page=2", 400, "invalidQuery"), ("status=paid", 404, "rowNotVisible"),
                ("after=1&after=2", 400, "repeatedField"), ("customer=%FF", 400, "invalidText"),
            ] {
                let response = try await visitor.post(
                    ["action": "pay/open/\(open)"], to: "/events?\(query)")
                #expect(response.status.code == status && response.code == code, "\(query)")
            }
            #expect(try await fixture.contents() == before)
        }
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost@evil.example", "",
    ])
    func `A foreign host name for this machine is refused, even for reading`(host: String) async throws {
        let fixture = try await Fixture(count: 10)
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/", host: host) { answer in
                try await answer.read(until: "otherHost")
                #expect(answer.text.hasPrefix("HTTP/1.1 421"))
            }
        }
    }

    @Test func `A service with an HTTPS origin accepts only its host and sets secure cookies`() async throws {
        let fixture = try await Fixture(count: 10)
        let origin = try #require(ServiceOrigin("https://orders.example"))
        let service = OrdersService(store: fixture.store, origin: origin, logger: fixture.logger)
        try await fixture.withServer(of: service) { port, _ in
            for (host, status) in [("orders.example", "200"), ("other.example", "421")] {
                try await Connection.open(port, "/", host: host, headers: ["Connection: close"]) {
                    let text = try await $0.readToEnd()
                    #expect(text.hasPrefix("HTTP/1.1 \(status) "))
                    #expect(text.contains("; Secure") == (status == "200"))
                }
            }
        }
    }

    @Test func `Other origins, media types, and large bodies are refused`() async throws {
        let fixture = try await Fixture()
        let action = "pay/open/\(try await fixture.order(.open).id)"
        let before = try await fixture.contents()
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            let headers: [[HTTPField.Name: String]] = [
                [.origin: "http://evil.example"], [.origin: "null"],
                [.origin: "http://localhost.evil.example"],
                [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"],
                [.origin: "http://localhost", .secFetchSite: "cross-site"],
            ]
            for headers in headers {
                let response = try await visitor.post(["action": action], headers: headers)
                #expect(response.status == .forbidden)
                #expect(response.code == "otherOrigin")
            }
            let json = try await visitor.post(body: "{\"action\":", type: "application/json")
            #expect((json.status, json.code) == (.badRequest, "invalidJSON"))
            for type in ["text/plain", "multipart/form-data; boundary=x", "", "???"] {
                let response = try await visitor.post(body: "action=\(action)", type: type)
                #expect((response.status, response.code) == (.unsupportedMediaType, "unsupportedMediaType"))
            }
            let large = try await visitor.post(body: String(repeating: "a", count: 10_000_000))
            #expect((large.status, large.code) == (.contentTooLarge, "contentTooLarge"))
            for body in ["action=%ff", "action=%C3%28", "action=%", "%f0%9f=1"] {
                let response = try await visitor.post(body: body)
                #expect((response.status, response.code) == (.badRequest, "invalidText"))
            }
            let bytes = try await client.execute(
                uri: "/events", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(bytes: [0x72, 0x6F, 0x77, 0x3D, 0xC3, 0x28]))
            #expect((bytes.status, bytes.code) == (.badRequest, "invalidText"))
            for method in [HTTPRequest.Method.put, .delete, .patch] {
                #expect(try await client.execute(uri: "/events", method: method).status == .methodNotAllowed)
            }
            #expect(try await fixture.contents() == before)
            let same: [HTTPField.Name: String] = [
                .origin: "http://localhost", .secFetchSite: "same-origin", .accept: "application/json",
            ]
            #expect(try await visitor.post(["action": action], headers: same).status == .noContent)
        }
    }

    @Test func `A page from before a restart can still send its events`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        let old = try await fixture.withRouter { try await Visitor($0) }
        try await fixture.anotherService().application(port: 0).test(.router) { client in
            let response = try await old.with(client).post(["action": "pay/open/\(order.id)"])
            #expect(response.status == .noContent)
        }
    }

    @Test func `The error for a page of another database asks for a reload`() async throws {
        let (fixture, other) = (try await Fixture(), try await Fixture())
        let order = try await fixture.order(.open)
        let old = try await other.withRouter { try await Visitor($0) }
        try await fixture.withRouter { client in
            let response = try await old.with(client).post(["action": "pay/open/\(order.id)"])
            #expect((response.status, response.code) == (.forbidden, "invalidToken"))
            #expect(response.text.contains("Reload the page"))
        }
    }

    @Test(arguments: 0..<8)
    func `Any posted fields get a valid response, and an error changes nothing`(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixture = try await Fixture(count: 150)
        var bodies =
            (0..<60).map { _ in Self.anyBody(&random) } + (0..<150).map { _ in Self.likelyBody(&random) }
        bodies += (0..<40).compactMap { _ in bodies.randomElement(using: &random) }
        try await fixture.withRouter { [bodies] client in
            let visitor = try await Visitor(client)
            var before = try await fixture.contents()
            // The forms that were carried out, by attempt and action.
            var done: [[String?]: [String: String]] = [:]
            for (body, type) in bodies {
                let parts = Self.fields(body)["action"]?.split(separator: "/").map(String.init) ?? []
                let order = parts.count > 2 ? before.first { "\($0.id)" == parts[2] } : nil
                let question = order?.question(parts[0])?.replacing(" ", with: "+").replacing(
                    "&", with: "%26")
                let text = body.replacing("TOKEN", with: visitor.token)
                    .replacing("QUESTION", with: question ?? "yes")
                let response = try await visitor.post(
                    body: text, headers: [.accept: "application/json"], type: type)
                let after = try await fixture.contents()
                let changes = zip(before, after).count { $0 != $1 }
                let fields = Self.fields(text)
                let first = done[[fields["attempt"] ?? "", fields["action"]]]
                if response.status == .noContent {
                    #expect(first == nil || first == fields, "seed \(seed): \(body)")
                    #expect(changes == (first == nil ? 1 : 0), "seed \(seed): \(body)")
                    done[[fields["attempt"] ?? "", fields["action"]]] = fields
                    before = after
                } else {
                    #expect(400..<500 ~= response.status.code, "seed \(seed): \(body)")
                    #expect(response.code != nil, "seed \(seed): \(body)")
                    #expect(after == before, "seed \(seed): \(body)")
                    #expect(first == nil || response.code != "answerNeeded", "seed \(seed): \(body)")
                }
            }
            #expect(done.count > 1, "seed \(seed)")
        }
    }

    /// Returns a body with any fields.
    private static func anyBody(_ random: inout SeededGenerator) -> (body: String, type: String) {
        let pieces = [
            "open/", "paid/", "149", "12", "pay/", "refund/paid/", "ship/", "cancel", "/", "//", "1", "-1",
            "null",
            "{}", "'; DROP TABLE orders;--", "%00", "%2F", "\u{0}", "é", "漢", "=", "&", "+", "%",
            "status=open",
            "after=2", "page=0", "customer=3", "yes", "0.01", "1e9", "\"", "<b>", " ",
        ]
        let names = ["action", "confirmed", "input.amount", "input.", "attempt", "query", "token", "x", ""]
        let fields = (0..<Int.random(in: 0...7, using: &random)).map { _ in
            let value = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            return (names.randomElement(using: &random) ?? "", value.joined())
        }
        guard Bool.random(using: &random) else {
            return (
                "{" + fields.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}", "application/json"
            )
        }
        return (fields.map { "\($0)=\($1)" }.joined(separator: "&"), "application/x-www-form-urlencoded")
    }

    /// Returns a form that is valid, except perhaps for its action or its inputs.
    private static func likelyBody(_ random: inout SeededGenerator) -> (body: String, type: String) {
        let section = ["open", "paid", "shipped"].randomElement(using: &random) ?? ""
        let event = ["pay", "ship", "cancel", "refund"].randomElement(using: &random) ?? ""
        var body = "token=TOKEN&action=\(event)/\(section)/\(Int.random(in: 120...152, using: &random))"
        if Int.random(in: 0..<8, using: &random) == 0 { body += "/1" }
        if Int.random(in: 0..<4, using: &random) > 0 { body += "&confirmed=QUESTION" }
        let amount = ["0.01", "1", "5.00", "-1", "100000", "x"].randomElement(using: &random) ?? ""
        if event == "refund" { body += "&input.amount=\(amount)" }
        if Bool.random(using: &random) { body += "&attempt=\(Int.random(in: 0..<2, using: &random))" }
        return (body, "application/x-www-form-urlencoded")
    }

    /// Returns the fields of a form in the encoding of ``likelyBody(_:)``.
    private static func fields(_ body: String) -> [String: String] {
        body.split(separator: "&").reduce(into: [:]) { fields, pair in
            let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if halves.count == 2 { fields[halves[0]] = halves[1] }
        }
    }

    @Test(arguments: 0..<4)
    func `Any query returns a table or a clear error`(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixture = try await Fixture(count: 150)
        let values = [
            "open", "paid", "1", "2", "0", "all", "%27--", "%00", "%ff", "", "500", "501",
            "9223372036854775807", "😀",
        ]
        let uris = (0..<80).map { _ in
            let path =
                ["/?", "/?format=csv&", "/?format=json&size=all&", "/?size=25&"].randomElement(using: &random)
                ?? "/?"
            let fields = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let name =
                    ["status", "customer", "q", "x", "after", "before", "sort", "total"].randomElement(
                        using: &random) ?? ""
                return "\(name)=\(values.randomElement(using: &random) ?? "")"
            }
            return path + fields.joined(separator: "&")
        }
        try await fixture.withRouter { client in
            for uri in uris {
                let response = try await client.execute(uri: uri, method: .get)
                #expect(response.status == .ok || 400..<500 ~= response.status.code, "seed \(seed): \(uri)")
                #expect((response.code != nil) == (response.status != .ok), "seed \(seed): \(uri)")
            }
        }
    }
}
