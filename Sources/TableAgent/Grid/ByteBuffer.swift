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
    @inlinable
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        makeRoom(for: bytes.count)
        storage.withUnsafeMutableBufferPointer {
            $0.baseAddress.unsafelyUnwrapped.advanced(by: count).update(from: source, count: bytes.count)
        }
        count &+= bytes.count
    }

    /// Adds a text in UTF-8.
    @inlinable
    package mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Adds bytes.
    @inlinable
    package mutating func append(contentsOf bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ append($0) }) == nil {
            for byte in bytes { append(byte) }
        }
    }

    /// Adds one byte several times.
    @inlinable
    package mutating func append(repeating byte: UInt8, count more: Int) {
        guard more > 0 else { return }
        makeRoom(for: more)
        storage.withUnsafeMutableBufferPointer {
            $0.baseAddress.unsafelyUnwrapped.advanced(by: count).update(repeating: byte, count: more)
        }
        count &+= more
    }

    /// Adds a whole number in decimal digits.
    package mutating func append(digitsOf number: UInt64, isNegative: Bool) {
        let longest = 21
        makeRoom(for: longest)
        storage.withUnsafeMutableBufferPointer { room in
            if isNegative {
                room[count] = UInt8(ascii: "-")
                count += 1
            }
            var length = 1
            var rest = number / 10
            while rest > 0 {
                length += 1
                rest /= 10
            }
            rest = number
            for index in stride(from: count + length - 1, through: count, by: -1) {
                room[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            count += length
        }
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
