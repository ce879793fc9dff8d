import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Orders
import Testing

@testable import OrdersService

/// Cells of orders that a viewer edits, and the details of an order.
struct EditTests {
    private func fields(_ column: String, _ old: String, to text: String?, _ order: Order) -> [String: String]
    {
        let name = column == "city" ? "setCity" : "setNote"
        let title = column == "city" ? "City" : "Note"
        var fields = [
            "action": "\(name)/\(order.status)/\(order.id)/{\"\(column)\":\"\(old)\"}", "attempt": "1",
        ]
        if let text {
            fields["confirmed"] = "Edit \(title), \(order.id)"
            fields["input.\(column)"] = text
        }
        return fields
    }

    @Test func `A note and a city are edited once, and only over the text that was seen`() async throws {
        let fixture = try await Fixture(count: 100)
        let order = try await fixture.order(.open)
        let city = order.customer.city
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client, "/?status=open&size=100")
            #expect(visitor.page.text.contains("aria-label=\"Edit City, \(order.id)\""))
            let question = try await visitor.post(fields("note", "", to: nil, order))
            #expect(question.code == "answerNeeded")
            let note = fields("note", "", to: "Call <b>first</b>", order)
            #expect(try await visitor.post(note).status == .noContent)
            // The repetition of a request changes nothing, whatever has changed since.
            try await fixture.store.carryOut(
                OrderCommand(.setNote("Called", from: "Call <b>first</b>"), order: order.id))
            #expect(try await visitor.post(note).status == .noContent)
            #expect(try await fixture.order(order.id).note == "Called")
            // The page knows the new note already, and asks before it is replaced.
            let late = try await visitor.post(
                fields("note", "Call <b>first</b>", to: "x", order).merging(["attempt": "2"]) { $1 })
            #expect(late.code == "answerNeeded" && late.text.contains("“Called”"))
            let moved = fields("city", city, to: "Åby", order).merging(["attempt": "3"]) { $1 }
            #expect(try await visitor.post(moved).status == .noContent)
            #expect(try await fixture.order(order.id).customer.city == "Åby")
            let empty = fields("city", "Åby", to: " ", order).merging(["attempt": "4"]) { $1 }
            #expect(try await visitor.post(empty).code == "answerNeeded")
        }
    }

    @Test func `The details of an order are on its page, in its language`() async throws {
        let fixture = try await Fixture(count: 100)
        let order = try await fixture.order(.open)
        try await fixture.withRouter { client in
            let address = "/?status=open&size=100&columns=id&language=de&details=open%2F\(order.id)"
            let page = try await Visitor(client, address).page.text
            let details = try #require(page.firstMatch(of: /(?s)<aside .*<\/aside>/)).output
            #expect(details.contains("<h2 dir=\"auto\">Bestellung \(order.id)</h2>"))
            #expect(details.contains("<dt dir=\"auto\">Ausstehend</dt><dd dir=\"auto\">"))
            #expect(details.contains("\(OrderLanguage.german.amount(order.total))</dd>"))
            #expect(details.contains("aria-label=\"Ort bearbeiten, \(order.id)\""))
            #expect(page.contains("<a class=\"open\" href=\"/?"))
        }
    }
}
