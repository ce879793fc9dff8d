import Foundation

/// Measures one page with many viewers, of whom a fifth never reads, while the page changes once a second.
enum Audience {
    static func measure(viewers count: Int, changes: Int) async throws -> [Figure] {
        let service = try ServiceProcess()
        defer { service.stop() }
        let client = try await Client(port: service.port)
        // The first viewer opens the page, and the first changes warm up the service.
        let first = Viewer(port: service.port, version: client.version)
        for _ in 0..<20 { try await change(client, [first]) }
        let before = try service.memory

        let version = first.state.version
        var silent: [Wire] = []
        var viewers = [first]
        for number in 1..<count {
            if number.isMultiple(of: 5) {
                silent.append(try await client.view(after: version, reads: false))
            } else {
                viewers.append(Viewer(port: service.port, version: version))
            }
            // The queue of connections that the operating system has not accepted yet is short.
            if number.isMultiple(of: 100) { _ = try await viewers.wait(10) { $0.isConnected } }
        }
        defer {
            viewers.close()
            for viewer in silent { viewer.close() }
        }
        guard try await viewers.wait(30, until: { $0.isConnected }) else {
            throw LoadError("Not all viewers have connected.")
        }
        for _ in 0..<3 { try await change(client, viewers) }

        let (memory, time) = (try service.memory, try service.processorTime)
        var lastTimes: [Double] = []
        var missed = 0
        let start = ContinuousClock.now
        for number in 1...changes {
            let (last, missing) = try await change(client, viewers)
            lastTimes.append(last)
            missed += missing
            try await Task.sleep(until: start + .seconds(number))
        }
        // The last version has all changes.
        let final = try await Client(port: service.port).version
        missed += viewers.count { $0.state.version != final }
        let cost = (try service.processorTime - time) / Double(changes * count) * 1e6
        let (each, growth) = (
            Double(try service.memory - before) / Double(count), try service.memory - memory
        )
        let p99 = lastTimes.percentile(99)
        return [
            Figure(
                "viewers who missed one of \(changes) changes", "\(missed)", limit: "0", isMet: missed == 0),
            Figure(
                "from a request to the last of \(viewers.count) readers, p99", Figure.milliseconds(p99),
                goal: "1 s",
                isMet: p99 <= 1000),
            Figure("the same, p50", Figure.milliseconds(lastTimes.median)),
            Figure(
                "memory of a viewer, of \(count)", String(format: "%.1f KiB", each), limit: "32 KiB",
                isMet: each <= 32),
            Figure(
                "growth of the memory during the changes",
                String(format: "%.1f KiB a viewer", Double(growth) / Double(count)),
                limit: "4 KiB a viewer", isMet: growth <= 4 * count),
            Figure(
                "processor time of a viewer and change", String(format: "%.1f µs", cost), goal: "20 µs",
                isMet: cost <= 20),
        ]
    }

    /// Changes the page, and waits until all viewers have the change.
    ///
    /// - Returns: The time until the last viewer had it, in milliseconds, and the number of viewers who missed it.
    @discardableResult
    private static func change(_ client: Client, _ viewers: [Viewer]) async throws -> (
        last: Double, missing: Int
    ) {
        let old = Set(viewers.map(\.state.version))
        let start = try await client.change()
        guard try await viewers.wait(10, until: { !old.contains($0.version) }) else {
            return (10_000, viewers.count { old.contains($0.state.version) })
        }
        let last = viewers.map(\.state.arrival).max() ?? start
        return ((last - start) / .milliseconds(1), 0)
    }
}
