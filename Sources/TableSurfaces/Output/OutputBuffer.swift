/// The bytes of an output: memory with one owner, which is quicker to append to than an array of bytes.
///
/// It can't be copied, so an append need not ask whether the memory is shared: it is one check of the room
/// and one copy. See the rows `text/100k x 6` and `html/100k x 6` of the benchmark.
///
/// The unsafe writing of the surfaces is all in this file. Its invariants: `memory` is this buffer's alone
/// and has room for `capacity` bytes, the first `count` of which are written; before an append writes, there
/// is room for what it adds and `spareRoom` bytes more; no pointer leaves the closure that it was lent to.
struct OutputBuffer: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    /// How many bytes the buffer holds.
    private(set) var count = 0

    /// The bytes behind its end that an append may overwrite, so that it can write whole words.
    private static let spareRoom = 8

    /// Creates an empty buffer.
    init() {
        capacity = 1024
        memory = .allocate(capacity: capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// Takes bytes away from the end.
    mutating func truncate(to count: Int) {
        precondition(0...self.count ~= count, "There are \(self.count) bytes to take some of, not \(count).")
        self.count = count
    }

    @inline(__always)
    private mutating func makeRoom(for more: Int) {
        if capacity &- count < more &+ Self.spareRoom { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        reserve(max(count + more, 2 * capacity))
    }

    /// Makes room for a number of bytes in all.
    mutating func reserve(_ size: Int) {
        let size = size + Self.spareRoom
        guard size > capacity else { return }
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

    /// Adds the eight bytes of a word, the lowest one first.
    @inline(__always)
    mutating func append(word: UInt64) {
        makeRoom(for: 8)
        UnsafeMutableRawPointer(memory + count).storeBytes(of: word.littleEndian, as: UInt64.self)
        count &+= 8
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

    /// Adds a text of up to eight bytes.
    @inline(__always)
    mutating func append(_ text: ShortText) {
        append(word: text.word)
        count &-= 8 &- text.count
    }

    /// Adds a text that is known when the program is built.
    @inline(__always)
    mutating func append(literal: StaticString) {
        append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Adds a text in UTF-8.
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Adds bytes.
    mutating func append(contentsOf bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ append($0) }) == nil {
            for byte in bytes { append(byte) }
        }
    }

    /// Adds blanks.
    @inline(__always)
    mutating func appendBlanks(_ more: Int) {
        guard more > 0 else { return }
        makeRoom(for: more)
        let end = memory + count
        var written = 0
        while written < more {
            UnsafeMutableRawPointer(end + written)
                .storeBytes(of: 0x2020_2020_2020_2020, as: UInt64.self)
            written &+= 8
        }
        count &+= more
    }

    /// Adds what a closure writes, which costs less than one append after the other.
    ///
    /// - Parameters:
    ///   - limit: The bytes that it writes at most.
    ///   - body: Writes; returns whether what it wrote is to be kept.
    /// - Returns: What `body` returns.
    @inline(__always)
    mutating func append(atMost limit: Int, _ body: (inout Room) -> Bool) -> Bool {
        makeRoom(for: limit)
        var room = Room(next: memory + count, end: memory + count + limit)
        guard body(&room) else { return false }
        count = room.next - memory
        return true
    }

    /// The room behind the bytes of a buffer, while something is written there.
    struct Room: ~Copyable {
        fileprivate var next: UnsafeMutablePointer<UInt8>
        /// The end of what may be added; spare room follows.
        fileprivate let end: UnsafeMutablePointer<UInt8>

        @inline(__always)
        private func check(_ more: Int) {
            precondition(more <= end - next, "More is written than there was said to be.")
        }

        /// Adds a text of up to eight bytes.
        @inline(__always)
        mutating func append(_ text: ShortText) {
            check(text.count)
            UnsafeMutableRawPointer(next).storeBytes(of: text.word.littleEndian, as: UInt64.self)
            next += text.count
        }

        /// Adds bytes.
        @inline(__always)
        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard let source = bytes.baseAddress else { return }
            check(bytes.count)
            next.update(from: source, count: bytes.count)
            next += bytes.count
        }

        /// Adds blanks.
        @inline(__always)
        mutating func appendBlanks(_ more: Int) {
            guard more > 0 else { return }
            check(more)
            var written = 0
            while written < more {
                UnsafeMutableRawPointer(next + written)
                    .storeBytes(of: 0x2020_2020_2020_2020, as: UInt64.self)
                written &+= 8
            }
            next += more
        }
    }

    /// Lends the bytes.
    borrowing func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result
    {
        try body(UnsafeBufferPointer(start: memory, count: count))
    }
}
