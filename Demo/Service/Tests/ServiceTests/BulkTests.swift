import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import Orders
import TableAgent
import TableLive
import Testing

@testable import OrdersService

/// Actions on several orders, and changes of texts.
struct BulkTests {
    /// Sends the form of checked rows, and the answer to its question.
    private func act(
        _ action: String, on rows: [String], _ visitor: Visitor, attempt: String = "1"
    ) async throws -> TestResponse {
        let fields =
            [("token", visitor.token), ("action", action), ("attempt", attempt)] + rows.map { ("row", $0) }
        let question = try await visitor.post(
            body: Self.encoded(fields), headers: [.accept: "application/json"])
        try #require(question.code == "answerNeeded", "\(question.text)")
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(question.body.readableBytesView)) as? [String: String]
        )
        let form = try #require(json["form"])
        let confirmed = form.matches(of: /name="row" value="([^"]*)"/).map { ("row", String($0.1)) }
        try #require(confirmed.count >= 1)
        let answer = fields.filter { $0.0 != "row" } + [("confirmed", "yes")] + confirmed
        return try await visitor.post(body: Self.encoded(answer), headers: [.accept: "application/json"])
    }

    private static func encoded(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
            .joined(separator: "&")
    }

    /// The values of the check boxes of a page.
    private func values(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: /<tr data-row="([^"]*)"/).map { String($0.1) }
    }

    private func outcome(_ response: TestResponse) throws -> (message: String, refusals: [String: String]) {
        let object =
            try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any]
        return (object?["message"] as? String ?? "", object?["refusals"] as? [String: String] ?? [:])
    }

    @Test(arguments: [
        ("pay", OrderStatus.open, OrderStatus.paid), ("cancel", .open, .cancelled), ("ship", .paid, .shipped),
    ])
    func `Checked orders are changed once, and refused ones are named`(
        action: String, old: OrderStatus, new: OrderStatus
    ) async throws {
        let fixture = try await Fixture(count: 300)
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client, "/?status=\(old)&size=25")
            let rows = values(visitor)
            try #require(rows.count == 25)
            let orders = try await fixture.store.page(OrderQuery(status: old)).orders.prefix(25)
            let before = try await fixture.contents()
            let response = try await act(action, on: rows, visitor)
            #expect(try outcome(response).refusals == [:] && response.status == .ok, "\(response.text)")
            let after = try await fixture.contents()
            let changed = zip(before, after).filter { $0 != $1 }
            #expect(Set(changed.map(\.0.id)) == Set(orders.map(\.id)))
            #expect(changed.allSatisfy { $0.1.status == new })
            #expect(changed.allSatisfy { $0.1.received == (action == "cancel" ? 0 : $0.1.total) })
            #expect(try await fixture.requestCount == 1)
        }
    }

    @Test func `Orders that another program has changed are refused, and a repetition has the same outcome`()
        async throws
    {
        let fixture = try await Fixture(count: 300)
        let (service, gate) = fixture.gatedService()
        let orders = Array(try await fixture.store.page(OrderQuery(status: .open)).orders.prefix(4))
        try await fixture.withRouter(of: service) { client in
            let visitor = try await Visitor(client, "/?status=open&size=25")
            let rows = values(visitor).prefix(4)
            let fields = [("token", visitor.token), ("action", "pay"), ("attempt", "1")]
            let question = try await visitor.post(
                body: Self.encoded(fields + rows.map { ("row", $0) }), headers: [.accept: "text/html"])
            let confirmed = question.text.matches(of: /name="row" value="([^"]*)"/).map {
                ("row", String($0.1))
            }
            let answer = Self.encoded(fields + [("confirmed", "yes")] + confirmed)
            // The page does not know of the change when the form arrives.
            gate.isClosed = true
            // Polls that have begun before end before the response.
            _ = try await client.execute(uri: "/", method: .get)
            try await fixture.store.carryOut(OrderCommand(.cancel, order: orders[1].id))
            let first = try await visitor.post(body: answer, headers: [.accept: "application/json"])
            gate.isClosed = false
            let refusals = try outcome(first).refusals
            #expect(
                first.status == .ok && refusals.keys.sorted() == ["open/\(orders[1].id)"], "\(first.text)")
            #expect(refusals.values.first?.contains("is cancelled already") == true)
            for index in [0, 2, 3] { #expect(try await fixture.order(orders[index].id).status == .paid) }
            let state = try await fixture.contents()
            let again = try await visitor.post(body: answer, headers: [.accept: "application/json"])
            #expect(again.body == first.body)
            // Without the script, the reasons are on a page.
            let page = try await visitor.post(body: answer, headers: [.accept: "text/html"])
            #expect(page.status == .conflict && page.text.contains("is cancelled already"))
            #expect(try await fixture.contents() == state)
        }
    }

    @Test func `Of equal requests for several orders at once, one is carried out`() async throws {
        let fixture = try await Fixture(count: 300)
        try await fixture.withRouter { client in
            let visitor = try await Visitor(client, "/?status=open&size=25")
            let fields = [("token", visitor.token), ("action", "pay"), ("attempt", "1")]
            let question = try await visitor.post(
                body: Self.encoded(fields + values(visitor).map { ("row", $0) }),
                headers: [.accept: "text/html"])
            let confirmed = question.text.matches(of: /name="row" value="([^"]*)"/).map {
                ("row", String($0.1))
            }
            let answer = Self.encoded(fields + [("confirmed", "yes")] + confirmed)
            let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        try await visitor.post(body: answer, headers: [.accept: "application/json"]).text
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(outcomes.count == 1 && outcomes.first?.contains("25 of 25") == true, "\(outcomes)")
            let paid = try await fixture.database.read { db in
                try db.integer(
                    "SELECT max(count) FROM (SELECT count(*) AS count FROM payments WHERE cents > 0 GROUP BY orderID) n"
                )
            }
            #expect(paid == 1)
        }
    }

    @Test func `Orders that were checked on another page are changed too`() async throws {
        let fixture = try await Fixture(count: 300)
        try await fixture.withRouter { client in
            let first = try await Visitor(client, "/?status=open&size=25")
            let rows = values(first).suffix(2)
            let ids = rows.compactMap { $0.firstMatch(of: /open\/([0-9]+)/).flatMap { Int($0.1) } }
            let second = try await Visitor(
                client, "/?status=open&size=25&after=\(ids.min() ?? 0)", cookie: first.cookie)
            let response = try await act("pay", on: Array(rows) + values(second).prefix(1), second)
            #expect(try outcome(response).message.hasPrefix("3 of 3"), "\(response.text)")
            for id in ids { #expect(try await fixture.order(id).status == .paid) }
        }
    }

    // MARK: Texts

    @Test func `A note and a city are changed if they are what the person has seen`() async throws {
        let fixture = try await Fixture(count: 100)
        let order = try await fixture.order(.shipped)
        func carryOut(_ action: OrderCommand.Action) async throws -> OrderError? {
            do {
                try await fixture.store.carryOut(OrderCommand(action, order: order.id))
                return nil
            } catch let error as OrderError {
                return error
            }
        }
        #expect(try await carryOut(.setNote("call first", from: "")) == nil)
        let conflict = try await carryOut(.setNote("no", from: ""))
        #expect(conflict?.kind == .conflict && conflict?.message.contains("“call first”") == true)
        // A repetition changes nothing.
        #expect(try await carryOut(.setNote("call first", from: "")) == nil)
        #expect(try await carryOut(.setNote("", from: "call first")) == nil)
        #expect(try await carryOut(.setNote("a\nb", from: ""))?.code == "textTooLong")
        #expect(try await carryOut(.setNote(String(repeating: "a", count: 201), from: ""))?.kind == .invalid)
        let city = order.customer.city
        #expect(try await carryOut(.setCity("Åby", from: "elsewhere"))?.message.contains(city) == true)
        #expect(try await carryOut(.setCity(" ", from: city))?.code == "emptyCity")
        #expect(try await carryOut(.setCity("Åby", from: city)) == nil)
        #expect(try await fixture.order(order.id).customer.city == "Åby")
        var query = OrderQuery()
        query.table.filters = [.column("city", .contains("aby"))]
        query.table.sorts = [.ascending("city")]
        let moved = try await fixture.store.page(query).orders
        #expect(!moved.isEmpty && moved.allSatisfy { $0.customer.id == order.customer.id })
    }

    @Test func `Of two persons who change a city at once, one learns of the other`() async throws {
        let fixture = try await Fixture(count: 300)
        let other = try await fixture.otherStore()
        let all = Dictionary(grouping: try await fixture.contents(), by: \.customer.id)
        let orders = try #require(all.values.first { $0.count > 1 })
        let city = orders[0].customer.city
        async let first: Void = fixture.store.carryOut(
            OrderCommand(.setCity("One", from: city), order: orders[0].id))
        async let second: Void = other.carryOut(
            OrderCommand(.setCity("Two", from: city), order: orders[1].id))
        var errors: [OrderError] = []
        do { try await first } catch let error as OrderError { errors.append(error) }
        do { try await second } catch let error as OrderError { errors.append(error) }
        #expect(errors.count == 1 && errors[0].code == "textChanged")
    }

    @Test func `Received amounts and sort keys follow the changes of other programs`() async throws {
        let fixture = try await Fixture(count: 200)
        for sql in [
            "UPDATE payments SET cents = cents + 1", "DELETE FROM payments WHERE id % 3 = 0",
            "INSERT INTO payments (orderID, cents) SELECT id, 7 FROM orders WHERE id % 5 = 0",
            "UPDATE payments SET orderID = 1 + orderID % 200",
            "UPDATE customers SET name = 'Ünal' WHERE id < 9",
            "INSERT INTO customers (id, name, city) VALUES (900, 'Ünal', 'x')",
            "UPDATE orders SET customerID = 900 WHERE id = 7", "DELETE FROM payments WHERE orderID < 20",
        ] {
            try await fixture.database.write { try $0.execute(sql) }
        }
        #expect(try await fixture.database.read { try $0.integer(Fixture.wrongSums) } == 0)
        let expected = try await fixture.contents().filter { $0.customer.name == "Ünal" }.map(\.id)
        var query = OrderQuery(customer: "Ünal")
        query.table.sorts = [.ascending("customer")]
        #expect(try await fixture.store.page(query).orders.map(\.id) == expected && expected.contains(7))
    }
}

extension Fixture {
    /// Returns a service that does not learn of changes while its gate is closed.
    fileprivate func gatedService() -> (service: OrdersService, gate: GatedDatabase) {
        let gate = GatedDatabase(store.database)
        return (OrdersService(store: OrderStore(gate), logger: logger), gate)
    }
}

/// A database that can withhold its changes.
private final class GatedDatabase: OrderDatabase {
    private let database: any OrderDatabase
    private let state = NIOLockedValueBox(false)

    init(_ database: any OrderDatabase) { self.database = database }

    var isClosed: Bool {
        get { state.withLockedValue { $0 } }
        set { state.withLockedValue { $0 = newValue } }
    }

    var tokenKey: [UInt8] { database.tokenKey }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any OrderConnection) throws -> Result
    ) async throws -> Result {
        try await database.read(body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any OrderConnection) throws -> Result
    ) async throws -> Result {
        try await database.write(body)
    }

    func changes(after state: String?) async throws -> (changes: Set<OrderChange>, state: String) {
        if isClosed, let state { return ([], state) }
        return try await database.changes(after: state)
    }

    func deleteChanges(through state: String) async throws {
        try await database.deleteChanges(through: state)
    }
}
