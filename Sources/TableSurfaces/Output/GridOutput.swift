import TableAgent

/// Collects the bytes of a table and passes them to a sink in blocks.
public struct GridOutput: ~Copyable {
    /// The size in bytes from which a block is passed on.
    static let blockSize = 1 << 16

    var bytes = OutputBuffer()
    private let sink: any ByteSink

    /// Creates an output.
    ///
    /// - Parameter sink: Takes the blocks.
    public init(to sink: any ByteSink) {
        self.sink = sink
    }

    /// Writes text.
    ///
    /// - Parameter text: The text.
    public mutating func write(_ text: String) {
        bytes.append(text)
    }

    /// Writes bytes.
    ///
    /// - Parameter utf8: Text in UTF-8.
    public mutating func write(utf8: some Sequence<UInt8>) {
        bytes.append(contentsOf: utf8)
    }

    /// Writes blanks.
    mutating func pad(_ count: Int) {
        bytes.appendBlanks(count)
    }

    /// Passes the block on when it is large enough; call it now and then, such as behind each line.
    ///
    /// It writes nothing of its own, and no line end either.
    ///
    /// - Throws: What the sink throws.
    public mutating func endLine() throws {
        if bytes.count >= Self.blockSize { try flush() }
    }

    /// Passes on what is left.
    ///
    /// - Throws: What the sink throws.
    public mutating func flush() throws {
        guard bytes.count > 0 else { return }
        try sink.write(bytes.withBytes { Array($0) })
        bytes.truncate(to: 0)
    }
}
