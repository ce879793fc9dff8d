import Foundation
import NIOCore
import NIOPosix

/// The service in a separate process, whose memory and processor time are measured.
final class ServiceProcess: Sendable {
    let port: Int
    private let process: Process

    /// Starts the program, which is in the same directory as this one, and waits until it listens.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any free port.
    ///   - database: The database, or `nil` for a new one.
    ///   - seed: The number of sample orders in a new database.
    ///   - options: More options.
    init(port: Int = 0, database: String? = nil, seed: Int = 20_000, _ options: [String] = []) throws {
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "Service")
        process = Process()
        process.executableURL = program
        process.arguments =
            ["--port", "\(port)", "--seed", "\(seed)", "--log-level", "critical"]
            + (database.map { ["--database", $0] } ?? []) + options
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.standardError
        try process.run()
        var line = ""
        while !line.hasSuffix("\n") {
            let byte = try output.fileHandleForReading.read(upToCount: 1) ?? Data()
            if byte.isEmpty { break }
            line += String(decoding: byte, as: UTF8.self)
        }
        guard let port = line.split(separator: ":").last.flatMap({ Int($0.dropLast()) }) else {
            throw LoadError("The service did not start.")
        }
        self.port = port
    }

    deinit { kill() }

    /// The resident memory in KiB.
    var memory: Int {
        get throws {
            let line = try status("status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            let words = line?.split(whereSeparator: \.isWhitespace) ?? []
            guard words.count > 1, let value = Int(words[1]) else { throw Self.unknown }
            return value
        }
    }

    /// The processor time of the process in seconds.
    var processorTime: Double {
        get throws {
            // The name of the program, in parentheses, may have spaces.
            let words = try status("stat").split(separator: ")").last?.split(separator: " ") ?? []
            guard words.count > 12, let user = Double(words[11]), let system = Double(words[12]) else {
                throw Self.unknown
            }
            return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    private func status(_ name: String) throws -> String {
        try String(contentsOfFile: "/proc/\(process.processIdentifier)/\(name)", encoding: .utf8)
    }

    private static let unknown = LoadError("The memory and time of a program are only known on Linux.")

    /// Asks the process to stop, and waits until it has ended.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// Ends the process at once, as a crash does.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// A port that is free at the moment.
func freePort() async throws -> Int {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .bind(host: "127.0.0.1", port: 0).get()
    defer { channel.close(promise: nil) }
    return channel.localAddress?.port ?? 0
}

/// Runs a program, and returns its standard output.
@discardableResult
func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw LoadError("\(program) failed.") }
    return text
}

struct LoadError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
