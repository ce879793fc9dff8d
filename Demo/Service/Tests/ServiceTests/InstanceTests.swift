import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOConcurrencyHelpers
import Orders
import TableLive
import Testing

@testable import OrdersService

/// Tests of several services on one database, and of a database that does not answer.
@Suite(.timeLimit(.minutes(2)))
struct InstanceTests {
    @Test func `A viewer sees an event at one service on the next page of another one`() async throws {
        let fixture = try await Fixture()
        let other = try await fixture.anotherService()
        let orders = try await fixture.store.page(OrderQuery(status: .open)).orders.prefix(20)
        try await fixture.withRouter { client in
            try await fixture.withRouter(of: other) { otherClient in
                let visitor = try await Visitor(client, "/?status=open")
                // Both services have the page before the events.
                _ = try await Visitor(otherClient, "/?status=open")
                for order in orders {
                    let action = "pay/open/\(order.id)"
                    let response = try await visitor.post(["action": action, "attempt": "\(order.id)"])
                    #expect(response.status == .noContent)
                    let page = try await otherClient.execute(uri: "/?status=open", method: .get)
                    #expect(!page.text.contains("data-row=\"open/\(order.id)\""))
                }
            }
        }
    }

    @Test func `A service accepts an event of a row that only another service has shown`() async throws {
        let fixture = try await Fixture()
        let other = try await fixture.anotherService()
        try await fixture.withRouter { client in
            try await fixture.withRouter(of: other) { otherClient in
                _ = try await Visitor(otherClient, "/")
                try await fixture.addOrders(1)
                let visitor = try await Visitor(client, "/")
                #expect(visitor.page.text.contains("data-row=\"open/1001\""))
                let response = try await visitor.with(otherClient).post([
                    "action": "pay/open/1001", "attempt": "1",
                ])
                #expect(response.status == .noContent)
                #expect(try await fixture.order(1001).status == .paid)
            }
        }
    }

    @Test func `Of equal requests at two services, one is carried out`() async throws {
        let fixture = try await Fixture()
        let other = try await fixture.anotherService()
        let order = try await fixture.order(.paid)
        try await fixture.withRouter { client in
            try await fixture.withRouter(of: other) { otherClient in
                let visitor = try await Visitor(client, "/?status=paid")
                let visitors = [visitor, visitor.with(otherClient)]
                let fields = [
                    "action": "refund/paid/\(order.id)", "attempt": "1", "input.amount": "0.01",
                    "confirmed": try #require(order.question("refund")),
                ]
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<20 {
                        group.addTask { try await visitors[number % 2].post(fields).status.code }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses == Array(repeating: 204, count: 20))
                #expect(try await fixture.order(order.id).received == order.received - 1)
            }
        }
    }

    @Test func `A viewer receives the changes of other programs without a request`() async throws {
        let fixture = try await Fixture()
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live") { viewer in
                try await viewer.read(until: "</table>")
                try await fixture.addOrders(1)
                try await viewer.read(until: "open/1001")
                #expect(viewer.text.contains("event: patches"))
            }
        }
    }

    // MARK: A database that does not answer

    @Test func `While the database does not answer, pages and viewers learn that they may be out of date`()
        async throws
    {
        let fixture = try await Fixture()
        let (service, database) = fixture.unreliableService()
        try await fixture.withServer(of: service) { port, _ in
            try await Connection.open(port, "/live") { viewer in
                try await viewer.read(until: "</table>")
                database.isAvailable = false
                try await viewer.read(until: "event: stale\ndata:\n\n")
                try await Connection.open(port, "/", headers: ["Connection: close"]) {
                    let text = try await $0.readToEnd()
                    #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("<noscript><p role=\"alert\">"))
                }
                for (uri, code) in [
                    ("/?status=paid", "databaseUnavailable"), ("/?format=csv", "databaseUnavailable"),
                    ("/health", "database: no answer"),
                ] {
                    try await Connection.open(port, uri, headers: ["Connection: close"]) {
                        let text = try await $0.readToEnd()
                        #expect(text.hasPrefix("HTTP/1.1 503 ") && text.contains(code), "\(uri)")
                    }
                }
                viewer.forget()
                try await fixture.addOrders(1)
                database.isAvailable = true
                let text = try await viewer.read(until: "event: heartbeat\ndata:\n\n")
                #expect(text.contains("open/1001"), "The changes come first.")
                try await Connection.open(port, "/", headers: ["Connection: close"]) {
                    let text = try await $0.readToEnd()
                    #expect(!text.contains("<noscript>") && text.contains("open/1001"))
                }
                try await Connection.open(port, "/health", headers: ["Connection: close"]) {
                    let text = try await $0.readToEnd()
                    #expect(text.hasPrefix("HTTP/1.1 200 "))
                }
            }
        }
    }

    @Test func `A form whose commit may have succeeded gets the status 500 until the database answers`()
        async throws
    {
        let fixture = try await Fixture()
        let (service, database) = fixture.unreliableService()
        let order = try await fixture.order(.open)
        try await fixture.withRouter(of: service) { client in
            let visitor = try await Visitor(client, "/")
            let fields = ["action": "pay/open/\(order.id)", "attempt": "1"]
            // The commit is carried out, but its answer is lost.
            database.losesCommit = true
            let lost = try await visitor.post(fields)
            #expect(lost.status == .internalServerError && lost.code == "internalError")
            #expect(try await fixture.order(order.id).status == .paid)
            #expect(try await visitor.post(fields).status == .internalServerError)
            (database.isAvailable, database.losesCommit) = (true, false)
            #expect(try await visitor.post(fields).status == .noContent)
        }
    }

    @Test func `A page that can't be read is updated by the next poll`()
        async throws
    {
        let fixture = try await Fixture()
        let (service, database) = fixture.unreliableService()
        try await fixture.withServer(of: service) { port, _ in
            try await Connection.open(port, "/live") { viewer in
                try await viewer.read(until: "</table>")
                viewer.forget()
                database.failsReading = true
                try await fixture.addOrders(1)
                // The page is not up to date until it can be read.
                try await viewer.read(until: "event: stale")
                while database.failureCount < 3 { try await Task.sleep(for: .milliseconds(5)) }
                #expect(!viewer.text.contains("event: heartbeat"))
                database.failsReading = false
                try await viewer.read(until: "event: heartbeat")
                #expect(viewer.text.contains("open/1001") && !viewer.text.contains("retry:"))
            }
        }
    }
}

/// Tests of old changes.
extension InstanceTests {
    @Test func `After the retention, an updater deletes the changes of an earlier state`() async throws {
        let (fixture, updater) = try await Self.updater(retention: .zero)
        try await fixture.addOrders(5)
        let count = {
            try await fixture.database.read { try $0.integer("SELECT count(*) FROM changes") ?? 0 }
        }
        #expect(try await count() == 5)
        // SQLite keeps the last change.
        while try await count() > 1 { await updater.catchUp() }
    }

    @Test(arguments: [Duration.seconds(300), .zero])
    func `After a pause, an updater reads all pages again`(retention: Duration) async throws {
        let (fixture, updater) = try await Self.updater(retention: retention)
        let page = try await fixture.service.pages.page(of: OrderQuery())
        let messages = try await fixture.service.pages.messages(
            of: OrderQuery(), after: page.feed.id, for: "viewer")
        await updater.catchUp()
        let count = fixture.service.metrics.refreshCount
        await updater.catchUp()
        _ = try await fixture.service.pages.page(of: OrderQuery())
        #expect((fixture.service.metrics.refreshCount > count) == (retention == .zero))
        messages.end()
    }

    private static func updater(retention: Duration) async throws -> (Fixture, PageUpdater) {
        let fixture = try await Fixture()
        let updater = PageUpdater(
            fixture.database, pages: fixture.service.pages, failures: ReadFailures(), retention: retention,
            logger: fixture.logger)
        await updater.catchUp()
        return (fixture, updater)
    }
}

extension ServiceMetrics {
    /// The number of pages that were read again.
    fileprivate var refreshCount: Int {
        let text = text(pages: 0, waiting: 0, isStale: false)
        return text.firstMatch(of: /orders_refresh_seconds_count ([0-9]+)/).flatMap { Int($0.1) } ?? 0
    }
}

/// A database that can lose its connections.
private final class UnreliableDatabase: OrderDatabase {
    private struct State {
        var isAvailable = true
        var losesCommit = false
        var failsReading = false
        var failureCount = 0
    }

    private let database: any OrderDatabase
    private let state = NIOLockedValueBox(State())

    init(_ database: any OrderDatabase) { self.database = database }

    var tokenKey: [UInt8] { database.tokenKey }

    var isAvailable: Bool {
        get { state.withLockedValue { $0.isAvailable } }
        set { state.withLockedValue { $0.isAvailable = newValue } }
    }

    /// Whether the database becomes unavailable during the next commit.
    var losesCommit: Bool {
        get { state.withLockedValue { $0.losesCommit } }
        set { state.withLockedValue { $0.losesCommit = newValue } }
    }

    /// Whether readers fail, although the database has answered which orders have changed.
    var failsReading: Bool {
        get { state.withLockedValue { $0.failsReading } }
        set { state.withLockedValue { $0.failsReading = newValue } }
    }

    /// The number of failures.
    var failureCount: Int { state.withLockedValue { $0.failureCount } }

    private func check(_ isAvailable: Bool) throws {
        guard !isAvailable else { return }
        state.withLockedValue { $0.failureCount += 1 }
        throw DatabaseUnavailable(description: "This is a test.")
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any OrderConnection) throws -> Result
    ) async throws -> Result {
        try check(isAvailable && !failsReading)
        return try await database.read(body)
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any OrderConnection) throws -> Result
    ) async throws -> Result {
        try check(isAvailable)
        let result = try await database.write(body)
        if losesCommit { isAvailable = false }
        try check(isAvailable)
        return result
    }

    func changes(after state: String?) async throws -> (changes: Set<OrderChange>, state: String) {
        try check(isAvailable)
        return try await database.changes(after: state)
    }

    func deleteChanges(through state: String) async throws {
        try await database.deleteChanges(through: state)
    }
}

extension Fixture {
    /// Returns a service whose database can be made unavailable.
    fileprivate func unreliableService() -> (service: OrdersService, database: UnreliableDatabase) {
        let database = UnreliableDatabase(store.database)
        return (OrdersService(store: OrderStore(database), logger: logger), database)
    }
}
