import Foundation

/// Measures downloads of all orders, a download that stops in the middle, and pages far from the newest orders.
enum Exports {
    static func measure(orders count: Int) async throws -> [Figure] {
        let service = try ServiceProcess(seed: count)
        defer { service.stop() }
        var figures: [Figure] = []
        // The first requests warm up the service.
        for path in ["/?format=csv&size=all", "/?format=html&size=all"] {
            let wire = try await open(path, service)
            try await wire.wait(for: "\r\n\r\n")
            wire.close()
        }
        try await Task.sleep(for: .milliseconds(200))

        for (name, end) in [("csv", "\r\n0\r\n\r\n"), ("jsonl", "\r\n0\r\n\r\n"), ("html", "</html>\n")] {
            let before = try service.memory
            let start = ContinuousClock.now
            let wire = try await open("/?format=\(name)&size=all", service)
            let first = try await wire.wait(for: "\r\n\r\n")
            let end = Task { try await wire.wait(for: end) }
            let watch = Task {
                var most = before
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(20))
                    most = max(most, (try? service.memory) ?? 0)
                }
                return most
            }
            let last = try await end.value
            watch.cancel()
            let growth = (await watch.value - before) / 1024
            wire.close()
            let firstByte = (first - start) / .milliseconds(1)
            figures += [
                Figure(
                    "first byte of \(count) orders as \(name)", Figure.milliseconds(firstByte), goal: "50 ms",
                    isMet: firstByte <= 50),
                Figure(
                    "the whole response", String(format: "%.1f s (\(name))", (last - start) / .seconds(1))),
                Figure(
                    "memory meanwhile, \(name)", "\(growth) MiB more", limit: "20 MiB", isMet: growth <= 20),
            ]
        }
        figures.append(try await slowReaders(service))
        figures += try await pages(service, count)
        return figures
    }

    private static func open(_ path: String, _ service: ServiceProcess, reads: Bool = true) async throws
        -> Wire
    {
        let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(service.port)\r\n\r\n"
        return try await Wire.open(port: service.port, request: request, reads: reads)
    }

    /// Measures 20 readers who stop in the middle.
    private static func slowReaders(_ service: ServiceProcess) async throws -> Figure {
        let before = try service.memory
        var wires: [Wire] = []
        for _ in 0..<20 { wires.append(try await open("/?format=csv&size=all", service, reads: false)) }
        try await Task.sleep(for: .seconds(1))
        let growth = try service.memory - before
        for wire in wires { wire.close() }
        return Figure(
            "memory for 20 readers who stop in the middle", "\(growth / 1024) MiB more", limit: "20 MiB",
            isMet: growth <= 20 << 10)
    }

    /// Compares the newest pages with the oldest ones. Each page is requested for the first time.
    private static func pages(_ service: ServiceProcess, _ count: Int) async throws -> [Figure] {
        var times: [[Double]] = [[], []]
        for number in 0..<60 {
            for (index, order) in [count + 1 - number, 1000 - number].enumerated() {
                let start = ContinuousClock.now
                let text = try await Wire.get("/?size=100&after=\(order)", port: service.port)
                guard text.hasSuffix("</html>\n") else {
                    throw LoadError("The page after \(order) is not there.")
                }
                times[index].append((.now - start) / .milliseconds(1))
            }
        }
        let (first, last) = (times[0].median, times[1].median)
        return [
            Figure(
                "page \(count / 100 - 10) of \(count / 100)",
                String(format: "%.1f ms; page 1 %.1f ms: %.2f", last, first, last / first),
                goal: "2 × page 1",
                isMet: last <= 2 * first)
        ]
    }
}
