import Foundation
import NIOConcurrencyHelpers

/// Restarts a service that has many idle viewers, while other clients send requests.
enum Restart {
    static func measure(viewers count: Int) async throws -> [Figure] {
        let path = FileManager.default.temporaryDirectory.appending(path: "load-\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        var service = try ServiceProcess(database: path)
        let port = service.port
        let client = try await Client(port: port)
        var viewers: [Viewer] = []
        for number in 1...count {
            viewers.append(Viewer(port: port, version: client.version))
            if number.isMultiple(of: 100) { _ = try await viewers.wait(10) { $0.isConnected } }
        }
        defer { viewers.close() }
        guard try await viewers.wait(30, until: { $0.isConnected }) else {
            throw LoadError("Not all viewers have connected.")
        }
        let requests = Requests(port: port)
        try await Task.sleep(for: .milliseconds(500))

        let start = ContinuousClock.now
        service.stop()
        let stopTime = (ContinuousClock.now - start) / .seconds(1)
        service = try ServiceProcess(port: port, database: path)
        defer { service.stop() }
        let areBack = try await viewers.wait(60) { $0.isConnected && $0.responseCount == 2 }
        let last = (ContinuousClock.now - start) / .seconds(1)
        // A table would have come with the response.
        try await Task.sleep(for: .milliseconds(500))
        let (served, cut) = await requests.end()
        let states = viewers.map(\.state)
        let (cutStreams, most) = (states.map(\.cutCount).reduce(0, +), states.map(\.newByteCount).max() ?? 0)
        let changed = states.count { $0.version != client.version }
        return [
            Figure(
                "viewers who came back", areBack ? "\(count)" : "not all", limit: "\(count)", isMet: areBack),
            Figure(
                "streams that ended without their last bytes", "\(cutStreams)", limit: "0",
                isMet: cutStreams == 0),
            Figure(
                "other requests that were cut, of \(served)", "\(cut)", limit: "0",
                isMet: cut == 0 && served > 0),
            Figure("most bytes to a viewer who came back", "\(most)", limit: "1,024", isMet: most <= 1024),
            Figure("viewers whose version changed", "\(changed)", limit: "0", isMet: changed == 0),
            Figure("time in which the service stopped", String(format: "%.2f s", stopTime)),
            Figure("time until the last viewer was back", String(format: "%.1f s", last)),
        ]
    }

    /// Requests that four clients send one after the other.
    private final class Requests: Sendable {
        private let counts = NIOLockedValueBox((served: 0, cut: 0, isEnded: false))
        private let tasks: [Task<Void, Never>]

        init(port: Int) {
            tasks = (0..<4).map { [counts] number in
                Task {
                    let path = number == 0 ? "/?format=json&size=all" : "/?size=100"
                    while !counts.withLockedValue({ $0.isEnded }) {
                        // A refused connection is no cut response.
                        guard let text = try? await Wire.get(path, port: port) else {
                            try? await Task.sleep(for: .milliseconds(20))
                            continue
                        }
                        let isWhole =
                            number == 0 ? text.hasSuffix("\r\n0\r\n\r\n") : text.hasSuffix("</html>\n")
                        counts.withLockedValue { counts in
                            if isWhole { counts.served += 1 }
                            if !isWhole, !text.isEmpty { counts.cut += 1 }
                        }
                    }
                }
            }
        }

        func end() async -> (served: Int, cut: Int) {
            counts.withLockedValue { $0.isEnded = true }
            for task in tasks { await task.value }
            return counts.withLockedValue { ($0.served, $0.cut) }
        }
    }
}
