#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The stream for messages to whoever develops a program.
enum StandardError {
    /// Writes a line in debug builds; does nothing in others.
    static func debug(_ line: String) {
        #if DEBUG
            var line = "TableAgent: " + line + "\n"
            line.withUTF8 { bytes in _ = write(2, bytes.baseAddress, bytes.count) }
        #endif
    }
}
