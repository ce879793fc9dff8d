import TableAgent

/// A buffer for the text of a table. A ``GridWriter`` appends text to the buffer, which passes full blocks to a sink.
///
/// ```swift
/// func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {
///     output.write(line.shown(at: 0) + "\n")
/// }
/// ```
///
/// The output can't be copied, so an append costs one check of the capacity and one copy.
public struct GridOutput: ~Copyable {
    // This memory is managed by hand. The invariants: Only this value owns `memory`, which has room for
    // `capacity` bytes; the first `count` bytes are initialized. Before an append writes, there is room for
    // its bytes and for `spareRoom` more. No pointer escapes the closure that receives it.
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes that have not been passed to the sink yet.
    private(set) var count = 0
    private var flushedCount = 0
    private let sink: any ByteSink

    /// The size in bytes at which a block is passed to the sink.
    private static let blockSize = 1 << 16

    /// The maximum size of a block in bytes.
    private static let mostAtOnce = 1 << 20

    /// The number of bytes past its end that an append may overwrite, so that it can write whole words.
    private static let spareRoom = 16

    /// Creates an output that passes its blocks to a sink.
    package init(to sink: any ByteSink) {
        self.sink = sink
        capacity = 1 << 15  // Room for the table of one page, so that it causes no further allocations.
        memory = .allocate(capacity: capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// Writes text.
    public mutating func write(_ text: String) {
        write(utf8: text.utf8)
    }

    /// Writes text from UTF-8 bytes.
    public mutating func write(utf8: some Sequence<UInt8>) {
        if utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
            for byte in utf8 { append(byte) }
        }
    }

    /// Passes the block to the sink if the block is large enough. Whoever calls a writer calls this after each line; a
    /// writer calls this within lines that may be very long.
    ///
    /// - Throws: The error of the sink.
    public mutating func flushIfFull() throws {
        if count >= Self.blockSize { try flush() }
    }

    /// Passes the remaining bytes to the sink.
    ///
    /// - Throws: The error of the sink. The output must not be used afterwards.
    package mutating func flush() throws {
        // Each block is a copy. A long line is passed in several blocks, so that no copy is large.
        for start in stride(from: 0, to: count, by: Self.mostAtOnce) {
            let end = min(start + Self.mostAtOnce, count)
            try sink.write(Array(UnsafeBufferPointer(start: memory + start, count: end - start)))
        }
        flushedCount += count
        count = 0
    }

    /// The number of bytes written so far, including bytes passed to the sink.
    package var byteCount: Int { flushedCount + count }

    /// Returns the bytes that a closure writes.
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
        memory = grown
        capacity = size
    }

    /// Appends a byte.
    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        memory[count] = byte
        count &+= 1
    }

    /// Appends bytes.
    @inline(__always)
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        makeRoom(for: bytes.count)
        (memory + count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    /// Appends bytes.
    @inline(__always)
    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Appends a text that is known at compile time.
    @inline(__always)
    package mutating func append(literal: StaticString) {
        append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends a text of up to 16 bytes.
    @inline(__always)
    package mutating func append(_ text: ShortText) {
        makeRoom(for: 16)
        let end = UnsafeMutableRawPointer(memory + count)
        end.storeBytes(of: text.words.0.littleEndian, as: UInt64.self)
        (end + 8).storeBytes(of: text.words.1.littleEndian, as: UInt64.self)
        count &+= text.count
    }

    /// Appends spaces.
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

    /// Removes all bytes after a count. None of the removed bytes may have been passed to the sink.
    mutating func truncate(to count: Int) {
        precondition(0...self.count ~= count, "Can't keep \(count) bytes: the output has \(self.count).")
        self.count = count
    }

    /// Writes text and replaces some of its scalars.
    ///
    /// The test matches the first byte of each scalar that may be replaced, and no other byte. The
    /// replacement closure receives such a scalar and the range of its bytes; it returns `nil` to keep the
    /// scalar.
    @inline(__always)
    package mutating func write(
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

extension UInt32 {
    /// Whether the scalar changes the direction of the text after it: it begins or ends an embedding, an override, or
    /// an isolate (UAX #9, sections 2.1 to 2.5).
    var changesDirection: Bool { 0x202A...0x202E ~= self || 0x2066...0x2069 ~= self }
}

/// A text of up to 16 bytes in two machine words, which are stored at once.
package struct ShortText {
    /// The bytes of the text, with the first byte in the lowest bits.
    let words: (UInt64, UInt64)
    /// The number of bytes in the text.
    let count: Int

    package init(_ text: String) {
        count = text.utf8.count
        precondition(count <= 16, "A short text has at most 16 bytes, not \(count).")
        func word(_ bytes: some Collection<UInt8>) -> UInt64 {
            bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
        }
        words = (word(text.utf8.prefix(8)), word(text.utf8.dropFirst(8)))
    }
}
