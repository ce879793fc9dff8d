import TableAgent

/// The text of a table on its way to a sink: a buffer that formats append to, passed on in blocks.
///
/// ```swift
/// var output = GridOutput(to: MemorySink())
/// output.write("Order\tTotal\n")
/// try output.flushIfFull()
/// ```
///
/// It has one owner and can't be copied, so that an append is one check of the room and one copy. See the
/// rows `text/100k x 6` and `html/100k x 6` of the benchmark.
public struct GridOutput: ~Copyable {
    // Memory that is managed by hand, the only such of this module. Its invariants: `memory` belongs to this value
    // alone and has room for `capacity` bytes, the first `count` of which are written; before an append
    // writes, there is room for what it adds and `spareRoom` bytes more; no pointer leaves the closure that it
    // was lent to.
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes that were not passed on yet.
    private(set) var count = 0
    private var flushedCount = 0
    private let sink: any ByteSink

    /// The size in bytes from which a block is passed on.
    private static let blockSize = 1 << 16

    /// The bytes behind its end that an append may overwrite, so that it can write whole words.
    private static let spareRoom = 16

    /// Creates an output that passes its blocks on to a sink.
    public init(to sink: any ByteSink) {
        self.sink = sink
        capacity = 1 << 15  // Room for the table of one page; see the row `html/100 rows` of the benchmark.
        memory = .allocate(capacity: capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// Writes text.
    public mutating func write(_ text: String) {
        write(utf8: text.utf8)
    }

    /// Writes text that is at hand as bytes of UTF-8.
    public mutating func write(utf8: some Sequence<UInt8>) {
        if utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
            for byte in utf8 { append(byte) }
        }
    }

    /// Passes the block on when it is large enough; call it now and then, such as after each line.
    ///
    /// - Throws: What the sink throws.
    public mutating func flushIfFull() throws {
        if count >= Self.blockSize { try flush() }
    }

    /// Passes on what is left.
    ///
    /// - Throws: What the sink throws.
    public mutating func flush() throws {
        guard count > 0 else { return }
        try sink.write(Array(UnsafeBufferPointer(start: memory, count: count)))
        flushedCount += count
        count = 0
    }

    /// The number of bytes that were written, passed on or not.
    package var byteCount: Int { flushedCount + count }

    /// Returns what a closure writes.
    package static func bytes(_ body: (inout GridOutput) throws -> Void) rethrows -> [UInt8] {
        let sink = MemorySink()
        var output = GridOutput(to: sink)
        try body(&output)
        sink.write(Array(UnsafeBufferPointer(start: output.memory, count: output.count)))
        sink.finish()
        return sink.bytes
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if capacity &- count < more &+ Self.spareRoom { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        let size = max(count + more, 2 * capacity) + Self.spareRoom
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        grown.update(from: memory, count: count)
        memory.deallocate()
        (memory, capacity) = (grown, size)
    }

    /// Adds a byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        memory[count] = byte
        count &+= 1
    }

    /// Adds bytes.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        makeRoom(for: bytes.count)
        (memory + count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    /// Adds bytes.
    @inline(__always)
    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Adds a text that is known when the program is built.
    @inline(__always)
    mutating func append(literal: StaticString) {
        append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Adds a text of up to 16 bytes.
    @inline(__always)
    mutating func append(_ text: ShortText) {
        makeRoom(for: 16)
        let end = UnsafeMutableRawPointer(memory + count)
        end.storeBytes(of: text.words.0.littleEndian, as: UInt64.self)
        (end + 8).storeBytes(of: text.words.1.littleEndian, as: UInt64.self)
        count &+= text.count
    }

    /// Adds blanks.
    @inline(__always)
    mutating func appendBlanks(_ more: Int) {
        guard more > 0 else { return }
        makeRoom(for: more)
        let end = memory + count
        var written = 0
        while written < more {
            UnsafeMutableRawPointer(end + written).storeBytes(of: 0x2020_2020_2020_2020, as: UInt64.self)
            written &+= 8
        }
        count &+= more
    }

    /// Removes what was added behind the first bytes, none of which was passed on.
    mutating func truncate(to count: Int) {
        precondition(0...self.count ~= count, "There are \(self.count) bytes to keep some of, not \(count).")
        self.count = count
    }

    /// Writes text with some of its scalars replaced.
    ///
    /// The question holds for the first byte of each scalar that may be replaced, and only for first bytes. The
    /// replacement takes such a scalar and the range of its bytes; it is `nil` to keep the scalar.
    @inline(__always)
    mutating func write(
        _ utf8: UnsafeBufferPointer<UInt8>, where question: (ByteWord) -> UInt64,
        replacing replacement: (UInt32, Range<Int>) -> String?
    ) {
        var kept = 0
        var offset = utf8.firstOffset(where: question)
        while offset < utf8.count {
            let start = offset
            let scalar = utf8.scalar(at: &offset)
            if let replacement = replacement(scalar, start..<offset) {
                append(UnsafeBufferPointer(rebasing: utf8[kept..<start]))
                write(replacement)
                kept = offset
            }
            offset = utf8.firstOffset(from: offset, where: question)
        }
        append(UnsafeBufferPointer(rebasing: utf8[kept...]))
    }
}

/// A text of up to 16 bytes in two machine words, which are stored at once.
struct ShortText {
    /// The bytes of the text, the first one lowest.
    let words: (UInt64, UInt64)
    /// The number of bytes of the words that are the text's.
    let count: Int

    init(_ text: String) {
        count = text.utf8.count
        precondition(count <= 16, "A short text has at most 16 bytes, not \(count).")
        func word(_ bytes: some Collection<UInt8>) -> UInt64 {
            bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
        }
        words = (word(text.utf8.prefix(8)), word(text.utf8.dropFirst(8)))
    }
}
