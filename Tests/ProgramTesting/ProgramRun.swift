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
        let data = Data((input ?? "").utf8)
        // A program may end without reading, and the signal of the closed pipe would end the tests. A pipe has room for 64 KiB.
        let isShort = data.count < 1 << 16
        if isShort { try stdin.fileHandleForWriting.write(contentsOf: data) }
        try process.run()
        if !isShort { try stdin.fileHandleForWriting.write(contentsOf: data) }
        try stdin.fileHandleForWriting.close()
        output = String(decoding: try stdout.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        complaint = String(decoding: try stderr.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// Runs a command of a shell, which finds the products of the package like installed programs.
    ///
    /// - Parameters:
    ///   - command: The command, as a person types it.
    ///   - folder: The folder in which the command runs.
    package init(shell command: String, in folder: URL) throws {
        let process = Process()
        let path = Self.program().deletingLastPathComponent().path
        let environment = ProcessInfo.processInfo.environment
        process.environment = environment.merging(["PATH": "\(path):\(environment["PATH"] ?? "")"]) { $1 }
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let stdout = Pipe()
        let stderr = Pipe()
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
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

#if os(Linux)
    extension ProgramRun {
        /// Runs a program whose output is a terminal without colors.
        ///
        /// - Parameters:
        ///   - arguments: The arguments of the command line.
        ///   - name: The name of the product.
        ///   - columns: The width of the terminal.
        ///   - lines: The height of the terminal.
        ///   - keys: Texts that are typed, each after the output has a text.
        package init(
            _ arguments: [String], of name: String = "tables", columns: UInt16, lines: UInt16,
            keys: [(after: String, text: String)] = []
        ) throws {
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (isLocked, number): (Int32, UInt32) = (0, 0)
            var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            // TIOCSPTLCK and TIOCGPTN of Linux.
            guard ioctl(terminal, 0x4004_5431, &isLocked) == 0, ioctl(terminal, 0x8004_5430, &number) == 0,
                ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0
            else { throw CocoaError(.fileNoSuchFile) }
            let end = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            let process = Process()
            process.environment = ProcessInfo.processInfo.environment.merging(["NO_COLOR": "1"]) { $1 }
            process.executableURL = Self.program(name)
            process.arguments = arguments
            process.standardOutput = FileHandle(fileDescriptor: end, closeOnDealloc: false)
            let stderr = Pipe()
            process.standardError = stderr
            process.standardInput = FileHandle.nullDevice
            try process.run()
            close(end)
            // A terminal whose program has ended can't be read.
            var (data, block): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4096))
            var waiting = keys[...]
            while case let count = read(terminal, &block, block.count), count > 0 {
                data += block[..<count]
                guard let key = waiting.first, data.contains(key.after.utf8) else { continue }
                waiting.removeFirst()
                _ = key.text.withCString { write(terminal, $0, key.text.utf8.count) }
            }
            close(terminal)
            output = String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
            complaint = String(decoding: try stderr.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            status = process.terminationStatus
        }
    }
#endif
