import Foundation
import Orders

/// Loads of one service with some hundred viewers.
enum SmallLoads {
    /// Changes the page, and waits until all viewers have received the change.
    ///
    /// - Returns: The time until the last viewer received it, in milliseconds.
    @discardableResult
    private static func changeAndWait(_ client: Client, _ viewers: [Wire]) async throws -> Double {
        let start = try await client.change()
        var last = start
        for viewer in viewers { last = max(last, try await viewer.wait(for: "event: patches")) }
        return (last - start) / .milliseconds(1)
    }

    /// Compares the time from a request to the last of 200 viewers with the time to a single viewer.
    static func latency() async throws -> [Figure] {
        let service = try ServiceProcess(seed: 20_000)
        defer { service.stop() }
        let client = try await Client(port: service.port)
        let counts = [1, 200]
        var times: [[Double]] = [[], []]
        for _ in 0..<5 {
            for (index, count) in counts.enumerated() {
                let version = try await Client(port: service.port).version
                var viewers: [Wire] = []
                for _ in 0..<count { viewers.append(try await client.view(after: version)) }
                for _ in 0..<3 { try await changeAndWait(client, viewers) }
                for _ in 0..<20 { times[index].append(try await changeAndWait(client, viewers)) }
                for viewer in viewers { viewer.close() }
            }
        }
        let (one, many) = (times[0].median, times[1].median)
        return [
            Figure(
                "from a request to the last of 200 viewers", ratio(many, one, "one viewer"),
                goal: "3 × one viewer", isMet: many <= 3 * one)
        ]
    }

    private static func ratio(_ time: Double, _ other: Double, _ name: String) -> String {
        String(format: "%.1f ms; %@ %.1f ms: %.2f", time, name, other, time / other)
    }

    /// Measures one reading viewer while other viewers never read, leave, or return with arbitrary versions.
    static func crowd() async throws -> [Figure] {
        let service = try ServiceProcess(seed: 20_000)
        defer { service.stop() }
        let client = try await Client(port: service.port)
        let reader = [try await client.view()]
        for _ in 0..<50 { try await changeAndWait(client, reader) }
        let quiet = try await times(20) { try await changeAndWait(client, reader) }
        let before = try service.memory
        var silent: [Wire] = []
        for _ in 0..<100 { silent.append(try await client.view(reads: false)) }
        var crowded: [Double] = []
        for round in 0..<300 {
            let version = ["", "forged", "x.1", client.version][round % 4]
            let leaver = try await client.view(after: version, reads: round % 2 == 0)
            crowded.append(try await changeAndWait(client, reader))
            leaver.close()
        }
        for _ in 0..<1500 { crowded.append(try await changeAndWait(client, reader)) }
        let growth = try service.memory - before
        // A viewer that returns or reads late receives the current state, regardless of what it missed.
        let latest = try await Client(port: service.port).version
        for version in [client.version, "forged.7", "", latest.split(separator: ".")[0] + ".999999"] {
            silent.append(try await client.view(after: version))
        }
        for viewer in silent {
            try await viewer.read()
            try await viewer.wait(for: "id: \(latest)\n")
            viewer.close()
        }
        let (busy, alone) = (crowded.median, quiet.median)
        return [
            Figure(
                "memory for 100 viewers who do not read and 300 who left", "\(growth / 1024) MiB",
                limit: "48 MiB",
                isMet: growth <= 48 << 10),
            Figure(
                "delay of a viewer beside them", ratio(busy, alone, "alone"), goal: "3 × alone",
                isMet: busy <= 3 * alone),
        ]
    }

    /// Compares events while 190 different queries have viewers with events while one query has a viewer.
    static func queries() async throws -> [Figure] {
        let services = [try ServiceProcess(seed: 20_000), try ServiceProcess(seed: 20_000)]
        defer { for service in services { service.stop() } }
        var viewers: [Wire] = []
        for (service, count) in zip(services, [1, 190]) {
            // A session can have 50 queries.
            for first in stride(from: 0, to: count, by: 45) {
                let session = try await Client(port: service.port)
                for number in first..<min(count, first + 45) {
                    viewers.append(try await session.view(query(number)))
                }
            }
        }
        var (payments, refunds): ([[Double]], [[Double]]) = ([[], []], [[], []])
        for _ in 0..<5 {
            for (index, service) in services.enumerated() {
                let client = try await Client(port: service.port, query: "status=open")
                for row in client.open.prefix(10) {
                    payments[index].append(try await time(client, "pay/\(row)"))
                    // About 20 payments a second. The next one finds the pages up to date.
                    try await Task.sleep(for: .milliseconds(40))
                }
                let other = try await Client(port: service.port)
                refunds[index] += try await times(10) {
                    let start = try await other.change()
                    return (.now - start) / .milliseconds(1)
                }
            }
        }
        for viewer in viewers { viewer.close() }
        return [("payment", payments), ("partial refund", refunds)].map { name, times in
            let (one, many) = (times[0].median, times[1].median)
            return Figure(
                "a \(name) with viewers of 190 queries", ratio(many, one, "of one"), goal: "2 × one query",
                isMet: many <= 2 * one)
        }
    }

    private static func time(_ client: Client, _ action: String) async throws -> Double {
        let start = try await client.post(action)
        return (.now - start) / .milliseconds(1)
    }

    /// Returns the query with a number: the first page, or pages of all orders, of a status, or of a customer.
    static func query(_ number: Int) -> String {
        let index = number / 3
        let statuses = ["open", "paid", "shipped", "refunded", "cancelled"]
        return switch number % 3 {
        case 0: "size=100&after=\(20_001 - index * 100)"
        case 1: "size=100&status=\(statuses[index % 5])&after=\(20_001 - index / 5 * 400)"
        default: "size=100&" + customers[index].address(in: .english).dropFirst(2)
        }
    }

    private static let customers = SampleOrders(count: 0).customers

    private static func times(_ count: Int, _ body: () async throws -> Double) async throws -> [Double] {
        var times: [Double] = []
        for _ in 0..<count { times.append(try await body()) }
        return times
    }
}
