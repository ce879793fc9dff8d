package import Foundation

/// A program of the package as a process, with its output and exit status.
package struct ProgramRun {
    /// The text on standard output.
    package let output: String
    /// The text on standard error.
    package let complaint: String
    /// The exit status.
    package let status: Int32

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command line.
    ///   - name: The name of the product.
    ///   - input: The text on standard input, or `nil` for no input.
    package init(_ arguments: [String], of name: String = "tables", input: String? = nil) throws {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(["COLORTERM": "truecolor"]) { $1 }
        process.executableURL = Self.program(name)
        process.arguments = arguments
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (stdout, stderr)
        process.standardInput = input == nil ? FileHandle.nullDevice : stdin
        try process.run()
        if let input { try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
        try stdin.fileHandleForWriting.close()
        output = String(decoding: try stdout.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        complaint = String(decoding: try stderr.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Returns the executable of a product, which is in the folder of the test bundle.
    package static func program(_ name: String = "tables") -> URL {
        let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (products ?? Bundle.main.bundleURL.appendingPathComponent("-"))
            .deletingLastPathComponent().appendingPathComponent(name)
    }
}
