import Foundation

/// Measures the service under load: `Load [memory|latency|crowd|queries|pages]…`.
///
/// The program fails if viewers use too much memory or miss a change. Times are printed beside their goals,
/// which a busy machine can miss.
@main
struct Load {
    static func main() async {
        let all = ["memory", "latency", "crowd", "queries", "pages"]
        let names = CommandLine.arguments.count > 1 ? Array(CommandLine.arguments.dropFirst()) : all
        var isRight = true
        for name in names {
            do {
                switch name {
                case "memory": isRight = try await memory() && isRight
                case "latency": try await latency()
                case "crowd": isRight = try await crowd() && isRight
                case "queries": try await queries()
                case "pages": try await Pages.compare()
                default: throw LoadError("There is no such load; use some of \(all.joined(separator: ", ")).")
                }
            } catch {
                print("\(name): \(error)")
                isRight = false
            }
        }
        if !isRight { exit(1) }
    }

    /// Prints a figure and its goal.
    @discardableResult
    static func say(_ name: String, _ figure: String, goal: String, isMet: Bool) -> Bool {
        print("\(name): \(figure) (goal \(goal))\(isMet ? "" : " MISSED")")
        return isMet
    }

    /// Measures the memory of each of 500 viewers of one query.
    private static func memory() async throws -> Bool {
        let service = try ServiceProcess(seed: 20_000)
        defer { service.stop() }
        let client = try await Client(port: service.port)
        var viewers = [try await client.view()]
        for _ in 0..<20 { try await changeAndWait(client, viewers) }
        let before = try service.memory
        let version = try await Client(port: service.port).version
        for _ in 0..<500 { viewers.append(try await client.view(after: version)) }
        for _ in 0..<5 { try await changeAndWait(client, viewers) }
        let each = Double(try service.memory - before) / 500
        for viewer in viewers { viewer.close() }
        return say(
            "memory of a viewer", String(format: "%.1f KiB", each), goal: "26 KiB", isMet: each <= 26)
    }

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
    private static func latency() async throws {
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
        let (one, many) = (median(times[0]), median(times[1]))
        say(
            "from a request to the last of 200 viewers",
            String(format: "%.1f ms, to one %.1f ms, ratio %.2f", many, one, many / one), goal: "3",
            isMet: many <= 3 * one)
    }

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// Measures one reading viewer while other viewers never read, leave, or return with arbitrary versions.
    private static func crowd() async throws -> Bool {
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
        let ratio = median(crowded) / median(quiet)
        let isSmall = say(
            "memory for 100 viewers who do not read and 300 who left", "\(growth / 1024) MiB", goal: "48 MiB",
            isMet: growth <= 48 << 10)
        say(
            "delay of a viewer beside them",
            String(format: "%.1f ms, alone %.1f ms, ratio %.2f", median(crowded), median(quiet), ratio),
            goal: "3",
            isMet: ratio <= 3)
        return isSmall
    }

    /// Compares events while 190 different queries have viewers with events while one query has a viewer.
    private static func queries() async throws {
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
        for (name, times) in [("payment", payments), ("partial refund", refunds)] {
            let (one, many) = (median(times[0]), median(times[1]))
            say(
                "a \(name) with viewers of 190 queries",
                String(format: "%.1f ms, of one query %.1f ms, ratio %.2f", many, one, many / one), goal: "2",
                isMet: many <= 2 * one)
        }
    }

    private static func time(_ client: Client, _ action: String) async throws -> Double {
        let start = try await client.post(action)
        return (.now - start) / .milliseconds(1)
    }

    /// Returns the query with a number: the first page, or pages of all orders, of a status, or of a customer.
    private static func query(_ number: Int) -> String {
        let index = number / 3
        let statuses = ["open", "paid", "shipped", "refunded", "cancelled"]
        return switch number % 3 {
        case 0: "after=\(20_001 - index * 100)"
        case 1: "status=\(statuses[index % 5])&after=\(20_001 - index / 5 * 400)"
        default: "customer=\(index + 1)"
        }
    }

    private static func times(_ count: Int, _ body: () async throws -> Double) async throws -> [Double] {
        var times: [Double] = []
        for _ in 0..<count { times.append(try await body()) }
        return times
    }
}
