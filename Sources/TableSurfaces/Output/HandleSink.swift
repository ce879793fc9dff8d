public import Foundation

/// Writes tables one after the other to an open file handle, such as standard output.
public final class HandleSink: ByteSink {
    /// The handle; it stays open.
    public let handle: FileHandle

    /// Creates a sink for a handle.
    ///
    /// - Parameter handle: A handle that is open for writing; closing it is its owner's business.
    public init(_ handle: FileHandle) {
        self.handle = handle
    }

    /// A new sink for the standard output of the process.
    public static var standardOutput: HandleSink { HandleSink(.standardOutput) }

    /// Writes the bytes at once.
    ///
    /// - Parameter block: Bytes of UTF-8 text.
    /// - Throws: Foundation's error, for instance for a full disk. On a closed pipe a process gets the
    ///   signal `SIGPIPE` first, which ends it unless it ignores that signal.
    public func write(_ block: [UInt8]) throws {
        // What was printed before comes before the table, though it may still be in the C library's buffer.
        fflush(nil)
        try handle.write(contentsOf: block)
    }

    /// Does nothing: the bytes are written already.
    public func finish() {}

    /// Does nothing: bytes that were written to a handle can't be taken back.
    public func discard() {}
}
