import Foundation
import Testing

@Suite(.timeLimit(.minutes(2)))
struct CommandTests {
    @Test func `The command prints its address, answers, and cleans up when it stops`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "command \(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let command = try Command(["--port", "0", "--seed", "10"], temporaryDirectory: directory)
        let line = try #require(command.readLine())
        let port = try #require(Int(line.trimmingPrefix("listening on http://127.0.0.1:")))
        try await Connection.open(port, "/health") { try await $0.read(until: "ok\n") }
        let files = {
            try FileManager.default.contentsOfDirectory(atPath: directory.path(percentEncoded: false))
        }
        #expect(try files().count == 1)
        let other = try Command(["--port", "\(port)", "--seed", "10"])
        #expect(other.end() == 1)
        #expect(other.complaints.hasPrefix("Error: The port \(port) of 127.0.0.1 can't be used"))
        command.stop()
        #expect(command.end() == 0)
        #expect(command.complaints == "")
        #expect(try files() == [])
    }

    @Test func `A given database file keeps its data`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "orders \(UUID()).sqlite")
            .path(percentEncoded: false)
        defer {
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        }
        for seed in ["7", "20"] {
            let command = try Command(["--database", path, "--seed", seed, "--print", "csv"])
            #expect(command.readLine() == "id,placed,customer,city,total,received,status,note")
            #expect(command.readAll().utf8.count { $0 == 0x0A } == 7)
            #expect(command.end() == 0)
        }
    }

    #if !PostgreSQL
        @Test(arguments: ["postgres://orders@127.0.0.1/orders", "postgresql:///orders"])
        func `Without PostgreSQL, an address of PostgreSQL names the trait`(address: String) throws {
            let command = try Command(["--database", address])
            #expect(command.end() == 2)
            #expect(command.complaints.contains("--traits PostgreSQL"))
        }
    #else
        @Test func `A database that can't be reached is named without its password`() throws {
            let command = try Command([
                "--database", "postgres://orders:secret@127.0.0.1:1/orders?password=secret",
            ])
            #expect(command.end() == 1)
            #expect(
                command.complaints.hasPrefix("Error: The database postgres://…@127.0.0.1:1/orders"))
            #expect(!command.complaints.contains("secret"))
        }
    #endif

    @Test(arguments: [
        (["--port", "70000"], "A port is a number from 0 to 65535."),
        (["--seed=-1"], "An empty database can be filled with 0 to 10000000 orders."),
        (["--print", "pdf"], "There is no format pdf; use one of html, json, jsonl, csv, tsv, md, txt."),
        (["--database", "/nowhere/orders.sqlite"], "The database /nowhere/orders.sqlite can't be used"),
        (
            ["--address", "0.0.0.0"],
            "With this --address, add --origin: the URL that browsers use"
        ),
        (
            ["--origin", "orders.example"],
            "An origin is a scheme with a host, such as https://orders.example"
        ),
        (["--log-level", "loud"], "The value 'loud' is invalid for '--log-level <log-level>'"),
        (["--color"], "Unknown option '--color'"),
    ])
    func `A wrong option is named in the error`(arguments: [String], complaint: String) throws {
        let command = try Command(arguments)
        #expect(command.end() != 0)
        #expect(command.complaints.hasPrefix("Error: \(complaint)"))
    }
}

/// The command as a process. Its executable is built with the tests.
private final class Command {
    private let process = Process()
    private let (output, errors) = (Pipe(), Pipe())

    init(_ arguments: [String], temporaryDirectory: URL? = nil) throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        process.executableURL = (bundle ?? Bundle.main.bundleURL.appending(path: "-"))
            .deletingLastPathComponent().appending(path: "Service")
        process.arguments = arguments
        if let temporaryDirectory {
            let path = temporaryDirectory.path(percentEncoded: false)
            process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": path]) { $1 }
        }
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
    }

    /// The next line of standard output, or `nil` at the end.
    func readLine() -> String? {
        var line: [UInt8] = []
        while let byte = output.fileHandleForReading.readData(ofLength: 1).first {
            if byte == 0x0A { return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines) }
            line.append(byte)
        }
        return nil
    }

    /// The rest of standard output.
    func readAll() -> String {
        String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    func stop() { process.terminate() }

    /// Waits until the process ends, and returns its exit status.
    func end() -> Int32 {
        complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The contents of standard error, after the process has ended.
    private(set) var complaints = ""
}
