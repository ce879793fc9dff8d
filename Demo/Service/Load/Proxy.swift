import Foundation

/// haproxy in front of services, with round robin.
final class Proxy: Sendable {
    let port: Int
    private let process = Process()
    private let directory: URL

    init(to ports: [Int]) async throws {
        port = try await freePort()
        directory = FileManager.default.temporaryDirectory.appending(path: "proxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let servers = ports.map { "    server service\($0) 127.0.0.1:\($0)" }.joined(separator: "\n")
        let configuration = """
            global
                maxconn 2000
            defaults
                mode http
                timeout connect 2s
                timeout client 60s
                timeout server 60s
                retries 3
                option redispatch 1
            frontend orders
                bind 127.0.0.1:\(port)
                default_backend services
            backend services
                balance roundrobin
                default-server check inter 100ms fall 1 rise 1
            \(servers)

            """
        let file = directory.appending(path: "haproxy.cfg")
        try Data(configuration.utf8).write(to: file)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["haproxy", "-q", "-db", "-f", file.path(percentEncoded: false)]
        process.environment = ProcessInfo.processInfo.environment.merging(["PATH": "/usr/sbin:/usr/bin:/bin"])
        {
            "\($0):\($1)"
        }
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<200 {
            if (try? await Client(port: port)) != nil { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw LoadError("haproxy does not answer; on Debian, install the package haproxy.")
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }
}
