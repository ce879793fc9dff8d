/// A growing buffer of bytes for text, which is quicker to append to than an array of bytes.
///
/// An append is one check of the room and one copy. See the rows `text/100k x 6` and `csv/100k x 6` of the
/// benchmark.
///
/// The unsafe writing of the pipeline is all in this file. Its invariants: `0 ≤ count ≤ storage.count`, the
/// elements from `count` on are spare room; room is made before anything is written; no pointer leaves the
/// closure that it was lent to.
@usableFromInline
package struct ByteBuffer: Sendable {
    @usableFromInline
    var storage: [UInt8] = []

    /// How many bytes the buffer holds.
    @usableFromInline
    package var count = 0

    /// Creates an empty buffer.
    @inlinable
    package init() {}

    /// Makes the buffer empty and keeps its memory.
    @inlinable
    package mutating func removeAll() {
        count = 0
    }

    /// Makes room for more bytes behind `count`.
    @inlinable @inline(__always)
    mutating func makeRoom(for more: Int) {
        if count + more > storage.count { grow(to: count + more) }
    }

    @usableFromInline @inline(never)
    mutating func grow(to size: Int) {
        storage += repeatElement(0, count: max(size, 2 * storage.count, 256) - storage.count)
    }

    /// Adds a byte.
    @inlinable
    package mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        storage[count] = byte
        count &+= 1
    }

    /// Adds bytes.
    @inlinable @inline(__always)
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        makeRoom(for: bytes.count)
        storage.withUnsafeMutableBufferPointer {
            $0.baseAddress.unsafelyUnwrapped.advanced(by: count).update(from: source, count: bytes.count)
        }
        count &+= bytes.count
    }

    /// Adds a text in UTF-8.
    @inline(__always)
    mutating func append(_ text: String) {
        if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
            for byte in text.utf8 { append(byte) }
        }
    }

    /// Adds what a closure writes.
    ///
    /// - Parameters:
    ///   - limit: The bytes that it writes at most.
    ///   - body: Takes the room to write to; returns how many of its bytes are text.
    @inline(__always)
    mutating func append(atMost limit: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
        makeRoom(for: limit)
        let more = storage.withUnsafeMutableBytes { body($0.baseAddress.unsafelyUnwrapped + count) }
        assert(0...limit ~= more)
        count &+= more
    }

    /// Lends the bytes.
    @inlinable @inline(__always)
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBufferPointer { (room) throws(Failure) -> Result in
            try body(UnsafeBufferPointer(rebasing: room[..<count]))
        }
    }
}

/// Tells whether bytes are text: well-formed UTF-8 (the Unicode Standard, table 3-7).
///
/// The standard library's own check makes a string or needs a later system.
enum UTF8Text {
    @inline(__always)
    static func isValid(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let firstOther = asciiCount(utf8)
        return firstOther == utf8.count || isValid(utf8, from: firstOther)
    }

    /// How many bytes from the first on are ASCII, or up to seven less.
    @inline(__always)
    private static func asciiCount(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
        let bytes = UnsafeRawBufferPointer(utf8)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { return offset }
            offset &+= 8
        }
        while offset < bytes.count, bytes[offset] < 0x80 { offset &+= 1 }
        return offset
    }

    private static func isValid(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var offset = start
        while offset < utf8.count {
            if utf8[offset] < 0x80 {
                offset &+= 1
            } else if let length = length(ofScalarIn: utf8, at: offset) {
                offset &+= length
            } else {
                return false
            }
        }
        return true
    }

    /// The bytes of the scalar that starts with a byte of 0x80 or more; `nil` if none does.
    @inline(__always)
    private static func length(ofScalarIn utf8: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        let length = (~utf8[start]).leadingZeroBitCount
        guard 2...4 ~= length, utf8.count &- start >= length else { return nil }
        var scalar = UInt32(utf8[start]) & 0x7F >> UInt32(truncatingIfNeeded: length)
        for offset in start &+ 1..<start &+ length {
            guard utf8[offset] & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(utf8[offset] & 0x3F)
        }
        // A form longer than the scalar needs would be a second spelling of it.
        let lowest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        return scalar >= lowest && Unicode.Scalar(scalar) != nil ? length : nil
    }
}
