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

    @Test func `A viewer receives the table with its own token, and then patches without one`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        let mark = fixture.service.tokens.mark
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live") { viewer in
                let head = try await viewer.read(until: "</table>")
                #expect(head.contains("content-type: text/event-stream"))
                #expect(head.contains("event: table"))
                let token = try #require(head.firstMatch(of: /name="token" value="([^"]*)"/)?.1)
                #expect(token.count == mark.count && !head.contains(mark))
                viewer.forget()
                try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
                await fixture.service.pages.update(after: .any).value
                let patches = try await viewer.read(until: "paid/\(order.id)")
                #expect(patches.contains("event: patches"))
                try await viewer.read(until: "\n\n")
                #expect(!viewer.text.contains("token") && !viewer.text.contains(mark))
            }
        }
    }

    @Test func `A returning viewer receives the missed patches, and a forged id receives the table`()
        async throws
    {
        let fixture = try await Fixture()
        let orders = try await fixture.store.page(OrderQuery(status: .open)).orders.prefix(2)
        try await fixture.withServer { port, _ in
            // A page without viewers is removed by the next change.
            try await Connection.open(port, "/live") { other in
                let id = try Self.id(try await other.read(until: "</table>"))
                for order in orders {
                    try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
                    try await other.read(until: "paid/\(order.id)")
                }
                // The header takes precedence over the address, which contains the version at the time of
                // loading.
                let header = ["Last-Event-ID: \(id)"]
                for (uri, headers) in [("/live?version=\(id)", []), ("/live?version=old", header)] {
                    try await Connection.open(port, uri, headers: headers) { viewer in
                        for order in orders { try await viewer.read(until: "paid/\(order.id)") }
                        #expect(viewer.text.contains("event: patches"))
                        #expect(!viewer.text.contains("event: table"))
                    }
                }
                for forged in ["old.1", "\(id)9", "-\(id)", "'--", "%00"] {
                    try await Connection.open(port, "/live", headers: ["Last-Event-ID: \(forged)"]) {
                        viewer in
                        let text = try await viewer.read(until: "</table>")
                        #expect(text.contains("event: table"))
                        #expect(text.contains("paid/\(orders[orders.startIndex].id)"))
                    }
                }
            }
        }
    }

    @Test func `After a restart, a viewer with the present version receives only heartbeats`() async throws {
        let fixture = try await Fixture()
        nonisolated(unsafe) var id = ""
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live") {
                id = try Self.id(try await $0.read(until: "</table>"))
            }
        }
        try await fixture.withServer(of: fixture.anotherService(heartbeat: .milliseconds(20))) { port, _ in
            try await Connection.open(port, "/live?version=\(id)") { viewer in
                let text = try await viewer.read(until: "event: heartbeat\ndata:\n\n")
                #expect(!text.contains("event: table") && !text.contains("event: patches"))
            }
        }
    }

    @Test func `Services with one database have the same versions and the same patches`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        let query = OrderQuery(status: .open)
        let services = [fixture.service, try await fixture.anotherService()]
        let feeds = [
            try await services[0].pages.page(of: query).feed,
            try await services[1].pages.page(of: query).feed,
        ]
        let id = feeds[0].id
        #expect(feeds[1].id == id)
        // The viewers keep the pages.
        var viewers: [LiveMessages] = []
        for service in services {
            viewers.append(try await service.pages.messages(of: query, after: id, for: "viewer"))
        }
        try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
        let change = OrderChange.order(order.id, of: order.customer.id, from: .open, to: .paid)
        for service in services { await service.pages.update(after: change).value }
        #expect(feeds[1].id == feeds[0].id && feeds[1].id != id)
        var messages: [LiveMessage] = []
        for viewer in viewers {
            var iterator = viewer.makeAsyncIterator()
            messages.append(try #require(await iterator.next()))
        }
        #expect(messages[0] == messages[1] && messages[0].kind == .patches)
        #expect(messages[0].serverSentEvent.count * 10 < feeds[0].table.data.utf8.count)
    }

    @Test func `Idle connections and slow requests end, and streams stay`() async throws {
        let fixture = try await Fixture(count: 10, heartbeat: .seconds(6))
        try await fixture.withServer(idleTimeout: .seconds(2)) { port, _ in
            async let viewer: Void = Connection.open(port, "/live") {
                try await $0.read(until: "event: heartbeat")
            }
            // The connection stays open after a response, for another request.
            try await Connection.open(port, "/health") { connection in
                let text = try await connection.readToEnd()
                #expect(text.contains("database: ok\n"))
            }
            let headers = ["Content-Type: application/json", "Content-Length: 10"]
            try await Connection.open(port, "/events", method: "POST", headers: headers) { connection in
                let text = try await connection.readToEnd()
                #expect(!text.contains("HTTP/1.1 2"))
            }
            try await viewer
        }
    }

    @Test func `A body that arrives byte by byte is refused after a time`() async throws {
        let fixture = try await Fixture(count: 10, bodyTime: .milliseconds(100))
        try await fixture.withServer { port, _ in
            let headers = ["Content-Type: application/json", "Content-Length: 1000"]
            try await Connection.open(port, "/events", method: "POST", headers: headers) { connection in
                let outbound = connection.outbound
                let sender = Task {
                    while !Task.isCancelled {
                        try await outbound.write(ByteBuffer(string: " "))
                        try await Task.sleep(for: .milliseconds(10))
                    }
                }
                try await connection.read(until: "slowBody")
                sender.cancel()
            }
        }
    }

    @Test func `A viewer receives heartbeats while nothing changes`() async throws {
        let fixture = try await Fixture(count: 10, heartbeat: .milliseconds(20))
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
        let fixture = try await Fixture(count: 20_000)
        try await fixture.withServer { port, group in
            try await Connection.open(port, "/?format=json&size=all", headers: ["Connection: close"]) {
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
        let fixture = try await Fixture()
        let orders = try await fixture.store.page(OrderQuery(status: .open)).orders
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live?size=200") { _ in
                try await Connection.open(port, "/live?size=200") { viewer in
                    try await viewer.read(until: "</table>")
                    for order in orders.prefix(30) {
                        try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
                        await fixture.service.pages.update(after: .any).value
                        try await viewer.read(until: "paid/\(order.id)")
                        viewer.forget()
                    }
                }
            }
        }
    }

    @Test func `A page is kept while it has viewers`() async throws {
        let fixture = try await Fixture(heartbeat: .milliseconds(20))
        let pages = fixture.service.pages
        try await fixture.withServer { port, _ in
            try await Connection.open(port, "/live?status=open") { viewer in
                try await viewer.read(until: "</table>")
                await pages.update(after: .any).value
                #expect(await pages.count == 1)
            }
            // The server detects that the viewer has left.
            while await pages.count > 0 {
                try await Task.sleep(for: .milliseconds(10))
                await pages.update(after: .any).value
            }
        }
    }
}
