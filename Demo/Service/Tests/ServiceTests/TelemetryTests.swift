import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import Metrics
import NIOConcurrencyHelpers
import TableLive
import Testing

@testable import OrdersService

struct TelemetryTests {
    @Test func `Metrics are a text in the format of Prometheus`() {
        let metrics = TextMetrics()
        Counter(label: "sent.bytes", factory: metrics).increment(by: 7)
        Counter(label: "sent.bytes", factory: metrics).increment(by: 1)
        for status in [404, 200] {
            Counter(
                label: "responses", dimensions: [("status", "\(status)"), ("a", "\"\\\n")], factory: metrics
            )
            .increment()
        }
        let viewers = Meter(label: "viewers", factory: metrics)
        viewers.increment(by: 3)
        viewers.decrement()
        Gauge(label: "temperature", factory: metrics).record(-1.5)
        let timer = Timer(label: "seconds", factory: metrics)
        timer.recordMilliseconds(2)
        timer.recordSeconds(20)
        #expect(
            metrics.text == #"""
                # TYPE responses counter
                responses{status="200",a="\"\\\n"} 1
                responses{status="404",a="\"\\\n"} 1
                # TYPE seconds histogram
                seconds_bucket{le="0.001"} 0
                seconds_bucket{le="0.0025"} 1
                seconds_bucket{le="0.005"} 1
                seconds_bucket{le="0.01"} 1
                seconds_bucket{le="0.025"} 1
                seconds_bucket{le="0.05"} 1
                seconds_bucket{le="0.1"} 1
                seconds_bucket{le="0.25"} 1
                seconds_bucket{le="0.5"} 1
                seconds_bucket{le="1"} 1
                seconds_bucket{le="2.5"} 1
                seconds_bucket{le="5"} 1
                seconds_bucket{le="10"} 1
                seconds_bucket{le="+Inf"} 2
                seconds_sum 20.002
                seconds_count 2
                # TYPE sent_bytes counter
                sent_bytes 8
                # TYPE temperature gauge
                temperature -1.5
                # TYPE viewers gauge
                viewers 2

                """#)
    }

    @Test func `A service counts its viewers, versions, bytes, and responses`() async throws {
        let fixture = try await Fixture()
        try await fixture.withServer { port, _ in
            func metric(_ name: String) async throws -> Double? {
                nonisolated(unsafe) var text = ""
                try await Connection.open(port, "/metrics", headers: ["Connection: close"]) {
                    text = try await $0.readToEnd()
                }
                let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
                return line.flatMap {
                    Double($0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces))
                }
            }
            #expect(try await metric("orders_viewers") ?? 0 == 0)
            try await Connection.open(port, "/live") { viewer in
                try await viewer.read(until: "</table>")
                #expect(try await metric("orders_viewers") == 1)
                let before = try await metric("orders_sent_bytes_total") ?? 0
                #expect(before > 20_000)
                try await fixture.addOrders(1)
                try await viewer.read(until: "open/1001")
                try await viewer.read(until: "\n\n")
                #expect(try await metric("orders_versions_total") == 1)
                #expect(try await metric("orders_refresh_seconds_count") == 1)
                #expect(try await metric("orders_pages") == 1)
                #expect(try await metric("orders_database_waiting") == 0)
                #expect(try await metric("orders_stale") == 0)
            }
            #expect(try await metric("orders_responses_total{status=\"200\"}") ?? 0 > 5)
        }
    }

    @Test(arguments: [
        ("proxy-7.a_B", true), ("", false), ("a b", false), ("é", false),
        (String(repeating: "a", count: 65), false), ("a\"} error", false),
    ])
    func `A response and its lines in the log have the id of the request`(id: String, isKept: Bool)
        async throws
    {
        let fixture = try await Fixture(count: 10)
        let lines = NIOLockedValueBox<[(message: String, id: String)]>([])
        var logger = Logger(label: "test") { _ in RecordingHandler(lines: lines) }
        logger.logLevel = .info
        let service = OrdersService(store: fixture.store, logger: logger)
        try await fixture.breakDatabase()
        try await fixture.withRouter(of: service) { client in
            let name = HTTPField.Name.requestID
            let response = try await client.execute(uri: "/?status=open", method: .get, headers: [name: id])
            let received = try #require(response.headers[name])
            #expect((received == id) == isKept)
            #expect(received.wholeMatch(of: /[A-Za-z0-9._-]+/) != nil)
            let own = lines.withLockedValue { $0.filter { $0.id == received }.map(\.message) }
            #expect(own.count == 2)
            #expect(own.first?.hasPrefix("A request failed: ") == true)
            #expect(own.last?.hasPrefix("GET /?status=open 500 ") == true)
        }
    }
}

/// Records the lines of a log with the ids of their requests.
private struct RecordingHandler: LogHandler {
    let lines: NIOLockedValueBox<[(message: String, id: String)]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let id = event.metadata?["request"].map { "\($0)" } ?? ""
        lines.withLockedValue { $0.append(("\(event.message)", id)) }
    }
}
