/// Keeps the latest complete table in memory.
///
/// ```swift
/// let sink = MemorySink()
/// let agent = try Agent(CSVContainer(to: sink), rawData: orders, reformer: OrdersReformer.self)
/// sink.text      // the table as CSV
/// ```
public final class MemorySink: ByteSink {
    /// The latest complete table, in bytes; empty before the first.
    public private(set) var bytes: [UInt8] = []

    private var unfinished: [UInt8] = []

    /// Creates a sink without a table.
    public init() {}

    /// The latest complete table as text.
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

    /// Forgets the table that was being written; the one before stays.
    public func discard() {
        unfinished = []
    }
}
