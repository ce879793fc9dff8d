/// A destination for the bytes of tables: memory, a file, standard output, a socket.
///
/// A table arrives in blocks of about 64 KiB, at most 1 MiB, and ends with ``finish()``. If a block or
/// ``finish()`` fails, the table ends with ``discard()`` instead. The next table may follow.
///
/// ```swift
/// final class SizeSink: ByteSink {
///     private(set) var size = 0
///     func write(_ block: [UInt8]) { size += block.count }
///     func finish() {}
///     func discard() { size = 0 }
/// }
/// ```
public protocol ByteSink: AnyObject {
    /// Takes the next bytes of the table.
    ///
    /// - Parameter block: Bytes of the format, which are UTF-8 in a ``TextualFormat``.
    /// - Throws: An error if the sink can't accept the bytes, for instance because a disk is full.
    func write(_ block: [UInt8]) throws

    /// Ends a complete table.
    ///
    /// - Throws: An error if the sink can't keep the table.
    func finish() throws

    /// Ends a table that failed. Readers should not see its bytes.
    func discard()
}

/// A sink that keeps the latest complete table in memory.
///
/// ```swift
/// let sink = MemorySink()
/// let agent = try Agent(GridContainer(.csv, to: sink), rawData: orders, reformer: OrdersReformer.self)
/// sink.text      // the table as CSV
/// ```
public final class MemorySink: ByteSink {
    /// The bytes of the latest complete table, or an empty array before the first table.
    public private(set) var bytes: [UInt8] = []

    private var unfinished: [UInt8] = []

    /// Creates a sink without a table.
    public init() {}

    /// The text of the latest complete table.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes the next bytes of a table.
    public func write(_ block: [UInt8]) {
        unfinished.append(contentsOf: block)
    }

    /// Replaces the latest table with the table just written.
    public func finish() {
        bytes = unfinished
        unfinished = []
    }

    /// Discards the unfinished table and keeps the previous table.
    public func discard() {
        unfinished = []
    }
}
