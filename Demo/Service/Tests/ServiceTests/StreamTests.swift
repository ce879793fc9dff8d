import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Orders
import ServiceLifecycle
import TableLive
import Testing

@testable import OrdersService

@Suite(.timeLimit(.minutes(2)))
struct StreamTests {
    /// The id of the last message in a text.
    private static func id(_ text: String) throws -> String {
        try #require(text.matches(of: /id: ([0-9a-z]+)\n/).last?.1).description
    }

    @Test func `A viewer receives the table and then patches, with its own token`() async throws {
        let fixture = try Fixture()
        let order = try await fixture.order(.open)
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live") { viewer in
                let head = try await viewer.read(until: "</table>")
                #expect(head.contains("Content-Type: text/event-stream"))
                #expect(head.contains("event: table"))
                let token = try #require(head.firstMatch(of: /name="token" value="([^"]*)"/)?.1)
                viewer.forget()
                try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
                await fixture.service.queries.refresh()
                let patches = try await viewer.read(until: "paid/\(order.id)")
                #expect(patches.contains("event: patches"))
                try await viewer.read(until: "name=\\\"token\\\" value=\\\"\(token)\\\"")
            }
        }
    }

    @Test func `A returning viewer receives the missed patches, and a forged id receives the table`()
        async throws
    {
        let fixture = try Fixture()
        let orders = try await fixture.store.page(OrderQuery(status: .open)).orders.prefix(2)
        try await fixture.withServer { port, _ in
            nonisolated(unsafe) var id = ""
            try await Connection.open(port, "/live") {
                id = try Self.id(try await $0.read(until: "</table>"))
            }
            for order in orders {
                try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
                await fixture.service.queries.refresh()
            }
            // The header takes precedence over the address, which contains the version at the time of
            // loading.
            let header = ["Last-Event-ID: \(id)"]
            for (uri, headers) in [("/live?after=\(id)", []), ("/live?after=old", header)] {
                try await Connection.open(port, uri, headers: headers) { viewer in
                    for order in orders { try await viewer.read(until: "paid/\(order.id)") }
                    #expect(viewer.text.contains("event: patches"))
                    #expect(!viewer.text.contains("event: table"))
                }
            }
            for forged in ["old.1", "\(id)9", "-\(id)", "'--", "%00"] {
                try await Connection.open(port, "/live", headers: ["Last-Event-ID: \(forged)"]) { viewer in
                    let text = try await viewer.read(until: "</table>")
                    #expect(text.contains("event: table"))
                    #expect(text.contains("paid/\(orders[orders.startIndex].id)"))
                }
            }
        }
    }

    @Test func `After a restart, a viewer with the present version receives only heartbeats`() async throws {
        let fixture = try Fixture()
        nonisolated(unsafe) var id = ""
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live") {
                id = try Self.id(try await $0.read(until: "</table>"))
            }
        }
        try await fixture.withServer(of: fixture.restarted(heartbeat: .milliseconds(20))) { port, _ in
            try await Connection.open(port, "/live?after=\(id)") { viewer in
                let text = try await viewer.read(until: "event: heartbeat\ndata:\n\n")
                #expect(!text.contains("event: table") && !text.contains("event: patches"))
            }
        }
    }

    @Test func `Services with one database have the same versions and the same patches`() async throws {
        let fixture = try Fixture()
        let order = try await fixture.order(.open)
        let queries = [fixture.service.queries, try fixture.restarted().queries]
        let feeds = [
            try await queries[0].addViewer(of: OrderQuery(status: .open)).feed,
            try await queries[1].addViewer(of: OrderQuery(status: .open)).feed,
        ]
        let id = feeds[0].id
        #expect(feeds[1].id == id)
        try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
        for queries in queries { await queries.refresh() }
        #expect(feeds[1].id == feeds[0].id && feeds[1].id != id)
        var messages: [LiveMessage] = []
        for feed in feeds {
            var iterator = feed.messages(after: id).makeAsyncIterator()
            messages.append(try #require(await iterator.next()))
        }
        #expect(messages[0] == messages[1] && messages[0].kind == .patches)
        #expect(messages[0].serverSentEvent.count * 20 < feeds[0].table.data.utf8.count)
    }

    @Test func `Idle connections and slow requests end, and streams stay`() async throws {
        let fixture = try Fixture(count: 10, heartbeat: .seconds(2))
        try await fixture.withServer(idleTimeout: .milliseconds(300)) { port, _ in
            async let viewer: Void = Connection.open(port, "/live") {
                try await $0.read(until: "event: heartbeat")
            }
            // The connection stays open after a response, for another request.
            try await Connection.open(port, "/health") { connection in
                let text = try await connection.readToEnd()
                #expect(text.hasSuffix("ok\n"))
            }
            let headers = ["Content-Type: application/json", "Content-Length: 10"]
            try await Connection.open(port, "/events", method: "POST", headers: headers) { connection in
                let text = try await connection.readToEnd()
                #expect(!text.contains("HTTP/1.1 2"))
            }
            try await viewer
        }
    }

    @Test func `A viewer receives heartbeats while nothing changes`() async throws {
        let fixture = try Fixture(count: 10, heartbeat: .milliseconds(20))
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live") { viewer in
                try await viewer.read(until: "</table>")
                viewer.forget()
                try await viewer.read(until: "event: heartbeat\ndata:\n\n")
            }
        }
    }

    @Test func `When the service stops, streams end with a retry delay, and other responses are completed`()
        async throws
    {
        let fixture = try Fixture(count: 20_000)
        try await fixture.withServer { port, group in
            try await Connection.open(port, "/orders.json?page=all", headers: ["Connection: close"]) {
                reader in
                try await reader.read(until: "\"sections\"")
                try await Connection.open(port, "/live") { viewer in
                    try await viewer.read(until: "</table>")
                    await group.triggerGracefulShutdown()
                    try await viewer.read(until: "retry: ")
                    try await viewer.read(until: "\r\n0\r\n\r\n")
                    #expect(viewer.text.contains(/retry: [1-5]\d{3}\n\n/))
                }
                try await reader.read(until: "\r\n0\r\n\r\n")
                #expect(reader.text.contains("\"id\": 1,"))
            }
        }
    }

    @Test func `A viewer that does not read delays no other viewer`() async throws {
        let fixture = try Fixture()
        let orders = try await fixture.store.page(OrderQuery(status: .open)).orders
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live") { _ in
                try await Connection.open(port, "/live") { viewer in
                    try await viewer.read(until: "</table>")
                    for order in orders.prefix(30) {
                        try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
                        await fixture.service.queries.refresh()
                        try await viewer.read(until: "paid/\(order.id)")
                        viewer.forget()
                    }
                }
            }
        }
    }

    @Test func `A query is kept while it has viewers`() async throws {
        let fixture = try Fixture(heartbeat: .milliseconds(20))
        let queries = fixture.service.queries
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live?status=open") { viewer in
                try await viewer.read(until: "</table>")
                await queries.refresh()
                #expect(await queries.count == 1)
            }
            // The server detects that the viewer has left.
            while await queries.count > 0 {
                try await Task.sleep(for: .milliseconds(10))
                await queries.refresh()
            }
        }
    }
}

struct LiveQueriesTests {
    private let fixture: Fixture
    private let queries: LiveQueries

    init() throws {
        fixture = try Fixture()
        let tokenMark = String(repeating: "p", count: 32)
        queries = LiveQueries(limit: 3, logger: fixture.logger) {
            [store = fixture.store, tokenMark] query in
            try await LiveOrders(query, in: store, tokenMark: tokenMark, heartbeat: .seconds(15))
        }
    }

    @Test func `All viewers of a query share the same orders`() async throws {
        let first = try await queries.orders(of: OrderQuery(status: .open))
        let second = try await queries.orders(of: OrderQuery(status: .open))
        let other = try await queries.orders(of: OrderQuery(status: .paid))
        #expect(first === second)
        #expect(first !== other)
        #expect(await queries.count == 2)
    }

    @Test func `Queries without viewers are removed at the limit and after a change`() async throws {
        for page in 1...3 { _ = try await queries.orders(of: OrderQuery(page: page)) }
        let first = try await queries.addViewer(of: OrderQuery(page: 4))
        #expect(await queries.count == 1)
        for page in 5...6 { _ = try await queries.addViewer(of: OrderQuery(page: page)) }
        let error = await #expect(throws: ServiceError.self) {
            try await queries.orders(of: OrderQuery(page: 7))
        }
        #expect(error?.code == "tooManyQueries")
        await queries.refresh()
        #expect(await queries.count == 3)
        await queries.removeViewer(of: OrderQuery(page: 4), first.number - 1)
        await queries.refresh()
        #expect(await queries.count == 3)
        await queries.removeViewer(of: OrderQuery(page: 4), first.number)
        await queries.refresh()
        #expect(await queries.count == 2)
    }

    @Test func `Viewers of a query that becomes unreadable are disconnected`() async throws {
        let (feed, _) = try await queries.addViewer(of: OrderQuery())
        try await fixture.breakDatabase()
        await queries.refresh()
        #expect(await queries.count == 0)
        for await _ in feed.messages(after: feed.id) { Issue.record("The messages have ended.") }
        await #expect(throws: (any Error).self) { try await queries.addViewer(of: OrderQuery()) }
    }

    @Test func `A query that can't be opened is not kept`() async throws {
        await #expect(throws: OrderError.noSuchCustomer(501)) {
            try await queries.addViewer(of: OrderQuery(customer: 501))
        }
        #expect(await queries.count == 0)
    }

    @Test(arguments: [0, 1, 2, 100])
    func `The token replaces every occurrence of its mark`(count: Int) throws {
        let viewer = Viewer(session: "", token: "tokenoftheviewer", isNew: false)
        let parts = (0...count).map { "<p>place \($0) markofatokenhere." }
        let shared = SharedMarkup(
            Array(parts.joined(separator: "markofatokenhere!").utf8), tokenMark: "markofatokenhere!")
        let token = Viewer(session: "", token: viewer.token + "!", isNew: false)
        #expect(String(buffer: shared.markup(for: token)) == parts.joined(separator: "tokenoftheviewer!"))
    }
}
