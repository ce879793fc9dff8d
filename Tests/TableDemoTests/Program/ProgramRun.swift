import Foundation

/// The demo as a process: what it printed and how it ended.
struct ProgramRun {
    let output: String
    let complaint: String
    let status: Int32

    /// Runs the demo that was built beside the tests.
    init(_ arguments: [String], input: String = "") throws {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        output = String(decoding: try stdout.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        complaint = String(decoding: try stderr.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// The folder of the test bundle is that of the products, on Linux and on macOS.
    static var program: URL {
        let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (products ?? Bundle.main.bundleURL.appendingPathComponent("-"))
            .deletingLastPathComponent().appendingPathComponent("TableDemo")
    }
}
