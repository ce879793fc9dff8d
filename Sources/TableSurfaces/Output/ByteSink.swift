/// A destination for the bytes of tables: memory, a file, standard output, a socket.
///
/// A table arrives in blocks of about 64 KiB and ends with ``finish()``, or with ``discard()`` as soon as
/// anything failed, be it a block or ``finish()`` itself. The next table may follow.
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
    /// - Parameter block: Bytes of UTF-8 text.
    /// - Throws: When the bytes can't be taken, for instance because a disk is full.
    func write(_ block: [UInt8]) throws

    /// Ends a complete table.
    ///
    /// - Throws: When the table can't be kept.
    func finish() throws

    /// Ends a table that failed halfway; what was written of it should not be seen.
    func discard()
}

/// A sink that keeps the latest complete table in memory.
///
/// ```swift
/// let sink = MemorySink()
/// let agent = try Agent(CSVContainer(to: sink), rawData: orders, reformer: OrdersReformer.self)
/// sink.text      // the table as CSV
/// ```
public final class MemorySink: ByteSink {
    /// The bytes of the latest complete table; empty before the first.
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

    /// Makes the table that was written the latest one.
    public func finish() {
        bytes = unfinished
        unfinished = []
    }

    /// Removes what was written of an unfinished table and keeps the one before.
    public func discard() {
        unfinished = []
    }
}
