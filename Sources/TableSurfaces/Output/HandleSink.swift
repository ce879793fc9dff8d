#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    @preconcurrency import Darwin
    public import Foundation
#endif

/// A sink that writes one table after another to an open file descriptor, such as standard output.
///
/// ```swift
/// let errors = HandleSink(fileDescriptor: 2)
/// let container = GridContainer(.text, to: errors)
/// ```
public final class HandleSink: ByteSink {
    /// The descriptor, which the sink never closes.
    let fileDescriptor: Int32

    /// The object that must live as long as the descriptor is in use.
    private let owner: AnyObject?

    /// Creates a sink for a file descriptor.
    ///
    /// - Parameter fileDescriptor: A descriptor that is open for writing. The caller closes it.
    public init(fileDescriptor: Int32) {
        self.fileDescriptor = fileDescriptor
        owner = nil
    }

    #if canImport(Darwin)
        /// Creates a sink for a file handle, which the sink retains.
        ///
        /// - Parameter handle: A handle that is open for writing. The caller closes it.
        public init(_ handle: FileHandle) {
            fileDescriptor = handle.fileDescriptor
            owner = handle
        }
    #endif

    /// A new sink for the standard output of the process.
    public static var standardOutput: HandleSink { HandleSink(fileDescriptor: 1) }

    /// Writes the bytes immediately.
    ///
    /// - Throws: ``WriteError``, for instance if the disk is full. On a closed pipe, the process first
    ///   receives the signal `SIGPIPE`, which ends the process unless the process ignores the signal.
    public func write(_ block: [UInt8]) throws(WriteError) {
        // Earlier prints may still be in the C library's buffers; they must precede the table. Flushing all streams at once
        // would wait for a thread that reads a line of standard input.
        fflush(stdout)
        fflush(stderr)
        try SystemCalls.writeAll(block, to: fileDescriptor, name)
    }

    private var name: String {
        fileDescriptor == 1 ? "standard output" : "file descriptor \(fileDescriptor)"
    }

    /// Does nothing: the bytes are already written.
    public func finish() {}

    /// Does nothing: bytes that were written to a descriptor can't be removed.
    public func discard() {}
}
