import Foundation

/// The service in a separate process, whose memory is measured.
final class ServiceProcess {
    let port: Int
    private let process: Process

    /// Starts the program, which is in the same directory as this one, and waits until it listens.
    init(seed: Int) throws {
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "Service")
        process = Process()
        process.executableURL = program
        process.arguments = ["--port", "0", "--seed", "\(seed)"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
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

    /// The resident memory in KiB.
    var memory: Int {
        get throws {
            let file = "/proc/\(process.processIdentifier)/status"
            let status = try String(contentsOfFile: file, encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            let words = line?.split(whereSeparator: \.isWhitespace) ?? []
            guard words.count > 1, let value = Int(words[1]) else {
                throw LoadError("The memory of a program is only known on Linux.")
            }
            return value
        }
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}

struct LoadError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
