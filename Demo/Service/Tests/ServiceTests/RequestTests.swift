import Foundation
import HTTPTypes
import HummingbirdTesting
import Orders
import TableLive
import Testing

@testable import OrdersService

/// Tests of requests that are repeated, and of actions that ask first.
struct RequestTests {
    private static let browser: [HTTPField.Name: String] = [
        .accept: "text/html,*/*;q=0.8", .origin: "http://localhost",
    ]

    /// The fields of a form that changes an order, besides the token.
    private static func fields(_ event: String, _ order: Order, amount: Int? = nil) -> [String: String] {
        var fields = ["action": "\(event)/\(order.status)/\(order.id)"]
        fields["confirmed"] = order.question(event)
        fields["input.amount"] = amount.map(decimal)
        return fields
    }

    // MARK: Repetitions

    @Test(arguments: ["pay", "cancel", "ship", "refund", "refund all"], [true, false])
    func `Of 20 equal requests at once, one is carried out, and all are answered like it`(
        event: String, isProgram: Bool
    ) async throws {
        let fixture = try await Fixture()
        let isOpen = event == "pay" || event == "cancel"
        let orders = try await fixture.store.page(OrderQuery(status: isOpen ? .open : .paid)).orders
        for order in orders.prefix(5) {
            try await fixture.withRouter { client in
                let visitor = try await Visitor(client)
                let amount = event == "refund all" ? order.received : order.received * 2 / 3
                var fields = Self.fields(
                    event == "refund all" ? "refund" : event, order,
                    amount: event.hasPrefix("refund") ? amount : nil)
                // Only a script adds an attempt.
                if isProgram { fields["attempt"] = "0.5" }
                let before = try await fixture.contents()
                let (form, count) = (fields, try await fixture.requestCount)
                try await withThrowingTaskGroup(of: TestResponse.self) { group in
                    for _ in 0..<20 {
                        group.addTask {
                            isProgram
                                ? try await visitor.post(form)
                                : try await visitor.post(form, headers: Self.browser)
                        }
                    }
                    for try await response in group {
                        #expect(response.status == (isProgram ? .noContent : .seeOther), "\(response.text)")
                        #expect(response.headers[.location] == (isProgram ? nil : "/"))
                    }
                }
                let after = try await fixture.contents()
                let changed = zip(before, after).filter { $0 != $1 }
                #expect(changed.map(\.0.id) == [order.id])
                if event.hasPrefix("refund") {
                    #expect(changed.first?.1.received == order.received - amount)
                }
                #expect(try await fixture.requestCount == count + 1)
            }
        }
    }

    @Test func `A request is not carried out again after a restart`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.paid)
        let fields = Self.fields("refund", order, amount: 100)
        let old = try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            #expect(try await visitor.post(fields).status == .noContent)
            return visitor
        }
        try await fixture.anotherService().application(port: 0).test(.router) { client in
            let visitor = old.with(client)
            let answers = [
                try await visitor.post(fields), try await visitor.post(fields, headers: Self.browser),
            ]
            #expect(answers.map(\.status) == [.noContent, .seeOther])
        }
        #expect(try await fixture.order(order.id).received == order.received - 100)
    }

    @Test func `A used form with other inputs is refused and changes nothing`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.paid)
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            #expect(try await visitor.post(Self.fields("refund", order, amount: 100)).status == .noContent)
            let before = try await fixture.contents()
            for amount in [200, 101, order.received * 2, 0] {
                let response = try await visitor.post(Self.fields("refund", order, amount: amount))
                #expect((response.status, response.code) == (.conflict, "formUsed"))
            }
            let unconfirmed = try await visitor.post(["action": "refund/paid/\(order.id)"])
            #expect((unconfirmed.status, unconfirmed.code) == (.conflict, "formUsed"))
            let page = try await visitor.post(
                Self.fields("refund", order, amount: 200), headers: Self.browser)
            #expect(page.status == .conflict)
            #expect(page.text.contains("<p role=\"alert\">This form was carried out before"))
            #expect(try await fixture.contents() == before)
            #expect(try await fixture.requestCount == 1)
        }
    }

    @Test func `A new attempt and a new page refund again`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.paid)
        let fields = Self.fields("refund", order, amount: 100)
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            #expect(try await visitor.post(fields).status == .noContent)
            let again = try await visitor.post(fields.merging(["attempt": "2"]) { $1 })
            #expect(again.status == .noContent)
            let fresh = try await Visitor(client, cookie: visitor.cookie)
            #expect(try await fresh.post(fields).status == .noContent)
            let other = try await Visitor(client)
            #expect(try await other.post(fields).status == .noContent)
        }
        #expect(try await fixture.order(order.id).received == order.received - 400)
    }

    @Test func `A refused request is not stored, and succeeds later`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        let fields = ["action": "ship/paid/\(order.id)"]
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            #expect(try await visitor.post(fields).code == "orderIsOpen")
            #expect(try await fixture.requestCount == 0)
            let payment = try await visitor.post(["action": "pay/open/\(order.id)"])
            #expect(payment.status == .noContent)
            #expect(try await visitor.post(fields).status == .noContent)
            #expect(try await fixture.requestCount == 2)
        }
        #expect(try await fixture.order(order.id).status == .shipped)
    }

    @Test func `A request is stored for seven days`() async throws {
        let fixture = try await Fixture()
        let orders = try await fixture.store.page(OrderQuery(status: .open)).orders
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            for (order, days) in zip(orders, [3, 3, 3]) {
                #expect(try await visitor.post(["action": "pay/open/\(order.id)"]).status == .noContent)
                try await fixture.ageRequests(days: days)
            }
            // The requests are 3, 6, and 9 days old. The next one removes the oldest.
            #expect(try await fixture.requestCount == 3)
            #expect(try await visitor.post(["action": "pay/open/\(orders[3].id)"]).status == .noContent)
            #expect(try await fixture.requestCount == 3)
            #expect(try await visitor.post(["action": "pay/open/\(orders[1].id)"]).status == .noContent)
            #expect(try await visitor.post(["action": "pay/open/\(orders[0].id)"]).code == "orderIsPaid")
        }
    }

    // MARK: Questions

    @Test(arguments: ["cancel", "refund"])
    func `A question changes nothing and stores nothing`(event: String) async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(event == "cancel" ? .open : .paid)
        let before = try await fixture.contents()
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client)
            let fields = ["action": "\(event)/\(order.status)/\(order.id)"]
            for _ in 0..<2 {
                let question = try await visitor.post(fields)
                #expect((question.status, question.code) == (.unprocessableContent, "answerNeeded"))
                #expect(!question.text.contains(fixture.service.tokens.mark))
                let page = try await visitor.post(fields, headers: Self.browser)
                #expect(page.status == .ok && page.question["action"] == fields["action"])
                #expect(!page.text.contains("role=\"alert\""))
            }
            #expect(try await fixture.contents() == before)
            #expect(try await fixture.requestCount == 0)
        }
    }

    @Test func `A form without a script refunds a part after a question on a page`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.paid)
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client, "/?status=paid")
            let button = ["action": "refund/paid/\(order.id)"]
            let page = try await visitor.post(button, headers: Self.browser)
            #expect(page.status == .ok)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains("Refund order \(order.id), "))
            #expect(page.text.contains("<a href=\"/?status=paid\">Go back</a>"))
            #expect(!page.text.contains("data-live=") && !page.text.contains("role=\"alert\""))
            var fields = page.question
            #expect(Set(fields.keys) == ["action", "input.amount", "token"])
            #expect(fields["input.amount"] == "")
            #expect(fields["token"] != visitor.token)

            let before = try await fixture.contents()
            fields["confirmed"] = order.question("refund")
            for wrong in [decimal(order.received + 1), "0", "1,50", "\"><script>'&"] {
                fields["input.amount"] = wrong
                let again = try await visitor.post(fields, headers: Self.browser)
                #expect(again.status == .unprocessableContent)
                #expect(
                    again.text.contains(
                        "<p role=\"alert\" dir=\"auto\">“Amount, at most \(euros(order.received))” must be a number"
                    ))
                let entered = again.question["input.amount"]?.replacing("&quot;", with: "\"")
                    .replacing("&gt;", with: ">").replacing("&lt;", with: "<").replacing("&#39;", with: "'")
                    .replacing("&amp;", with: "&")
                #expect(entered == wrong)
                #expect(again.question["token"] != fields["token"])
                fields = again.question.merging(["confirmed": fields["confirmed"] ?? ""]) { $1 }
            }
            #expect(try await fixture.contents() == before)

            fields["input.amount"] = "1.5"
            let done = try await visitor.post(fields, headers: Self.browser)
            #expect(done.status == .seeOther && done.headers[.location] == "/?status=paid")
            #expect(try await fixture.order(order.id).received == order.received - 150)
        }
    }

    // MARK: Sessions

    @Test(arguments: [
        "table-session=chosen", "table-session=chosen.", "table-session=.", "table-session=",
        "table-session=a.b.c", "other=1",
        "table-session=chosen.000000000000000000000000000000000000000000000000",
        "__Host-table-session=chosen",
    ])
    func `A session that the client has chosen is replaced by a new one`(cookie: String) async throws {
        let fixture = try await Fixture()
        let action = ["action": "pay/open/\(try await fixture.order(.open).id)"]
        try await fixture.withRouter { client in
            let page = try await client.execute(uri: "/", method: .get, headers: [.cookie: cookie])
            let header = try #require(page.headers[.setCookie])
            #expect(
                !header.contains("chosen") && header.contains(/^table-session=[0-9a-f]{32}\.[0-9a-f]{48};/))
            // The token of the page belongs to the new session.
            let visitor = try await Visitor(client, cookie: cookie)
            #expect(try await visitor.post(action).code == "invalidToken")
            // A signature is valid for one session only.
            let (first, second) = (try await Visitor(client), try await Visitor(client))
            let mixed = "\(first.cookie.prefix { $0 != "." }).\(second.cookie.split(separator: ".")[1])"
            let response = try await client.execute(uri: "/", method: .get, headers: [.cookie: mixed])
            #expect(response.headers[.setCookie] != nil)
        }
    }
}
