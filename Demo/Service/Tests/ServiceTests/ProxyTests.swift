import Foundation
import NIOCore
import NIOPosix
import Orders
import Testing

@testable import OrdersService

/// Tests of streams behind nginx with its default buffering.
@Suite(.timeLimit(.minutes(1)))
struct ProxyTests {
    @Test(.enabled(if: Nginx.isInstalled, "nginx is not installed."))
    func `A stream passes nginx message by message`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        try await fixture.withServer { port, _ in
            let nginx = try await Nginx(to: port)
            defer { nginx.stop() }
            try await Connection.open(nginx.port, "/live") { viewer in
                try await viewer.read(until: "</table>")
                try await viewer.read(until: "\n\n")
                viewer.forget()
                // A small message would stay in the buffers of a proxy.
                try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
                try await viewer.read(until: "paid/\(order.id)")
            }
        }
    }
}

/// nginx in front of a service.
private final class Nginx {
    let port: Int
    private let process = Process()
    private let directory: URL

    private static let program = "/usr/sbin/nginx"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    init(to service: Int) async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
        try await channel.close()
        directory = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let path = directory.path(percentEncoded: false)
        let configuration = """
            daemon off;
            master_process off;
            pid \(path)/pid;
            events {}
            http {
                access_log off;
                client_body_temp_path \(path)/body;
                proxy_temp_path \(path)/proxy;
                fastcgi_temp_path \(path)/fastcgi;
                uwsgi_temp_path \(path)/uwsgi;
                scgi_temp_path \(path)/scgi;
                server {
                    listen 127.0.0.1:\(port);
                    location / {
                        proxy_pass http://127.0.0.1:\(service);
                        proxy_http_version 1.1;
                        proxy_set_header Host $http_host;
                    }
                }
            }

            """
        try Data(configuration.utf8).write(to: directory.appending(path: "nginx.conf"))
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = ["-c", "\(path)/nginx.conf", "-e", "\(path)/error"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<500 {
            if (try? await Connection.open(port, "/health", { try await $0.read(until: "database: ok") }))
                != nil
            {
                return
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("nginx does not answer.")
    }

    func stop() {
        // The process may have inherited a mask of blocked signals.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }
}
