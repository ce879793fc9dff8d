#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
    public import Foundation
#endif

/// A sink that writes tables one after the other to an open file descriptor, such as standard output.
///
/// ```swift
/// let errors = HandleSink(fileDescriptor: 2)
/// let container = TextContainer(to: errors)
/// ```
public final class HandleSink: ByteSink {
    /// It stays open.
    private let fileDescriptor: Int32

    /// What has to live as long as the descriptor is used.
    private let owner: AnyObject?

    /// Creates a sink for a file descriptor.
    ///
    /// - Parameter fileDescriptor: A descriptor that is open for writing; its owner closes it.
    public init(fileDescriptor: Int32) {
        self.fileDescriptor = fileDescriptor
        owner = nil
    }

    #if canImport(Darwin)
        /// Creates a sink for a file handle, which it keeps.
        ///
        /// - Parameter handle: A handle that is open for writing; its owner closes it.
        public init(_ handle: FileHandle) {
            fileDescriptor = handle.fileDescriptor
            owner = handle
        }
    #endif

    /// A new sink for the standard output of the process.
    public static var standardOutput: HandleSink { HandleSink(fileDescriptor: 1) }

    /// Writes the bytes at once.
    ///
    /// - Throws: ``WriteError``, for instance for a full disk. On a closed pipe, a process gets the signal
    ///   `SIGPIPE` first, which ends it unless it ignores that signal.
    public func write(_ block: [UInt8]) throws(WriteError) {
        // What was printed before comes before the table, though it may still be in the C library's buffer.
        fflush(nil)
        try SystemCalls.write(block, to: fileDescriptor, name)
    }

    private var name: String {
        fileDescriptor == 1 ? "standard output" : "file descriptor \(fileDescriptor)"
    }

    /// Does nothing: the bytes are written already.
    public func finish() {}

    /// Does nothing: bytes that were written to a descriptor can't be taken back.
    public func discard() {}
}
