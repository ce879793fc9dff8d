/// A growing buffer of text bytes. Appending to it is faster than appending to an array.
///
/// An append checks the capacity once and copies once.
///
/// The buffer writes to memory without checks. Its invariants: `0 ≤ count ≤ storage.count`; the elements from
/// `count` on are spare capacity; capacity is reserved before a write; no pointer escapes the closure that
/// receives it.
@usableFromInline
package struct ByteBuffer: Sendable {
    @usableFromInline var storage: [UInt8] = []

    /// The number of bytes in the buffer.
    @usableFromInline package var count = 0

    /// Creates an empty buffer.
    @inlinable package init() {}

    /// Removes all bytes and keeps the memory.
    @inlinable
    package mutating func removeAll() {
        count = 0
    }

    /// Reserves memory for more bytes after `count`.
    @inlinable @inline(__always)
    mutating func makeRoom(for more: Int) {
        if count + more > storage.count { grow(to: count + more) }
    }

    @usableFromInline @inline(never)
    mutating func grow(to size: Int) {
        // Memory is used as soon as it is zero, so a cell of many megabytes does not double its line.
        let spare = storage.count < 1 << 20 ? storage.count : storage.count / 8
        storage += repeatElement(0, count: max(size, storage.count + spare, 256) - storage.count)
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
        guard let first = bytes.baseAddress, bytes.count > 0 else { return }
        makeRoom(for: bytes.count)
        storage.withUnsafeMutableBufferPointer {
            $0.baseAddress.unsafelyUnwrapped.advanced(by: count).update(from: first, count: bytes.count)
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

    /// Adds the bytes that a closure writes.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes that the closure writes.
    ///   - body: Receives the memory to write to, and returns the number of text bytes.
    @inline(__always)
    mutating func append(atMost limit: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
        makeRoom(for: limit)
        let more = storage.withUnsafeMutableBytes { body($0.baseAddress.unsafelyUnwrapped + count) }
        assert(0...limit ~= more)
        count &+= more
    }

    /// Passes the bytes to a closure.
    @inlinable @inline(__always)
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBufferPointer { (room) throws(Failure) -> Result in
            try body(UnsafeBufferPointer(rebasing: room[..<count]))
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether all bytes are ASCII. ASCII bytes are valid text and need no further check.
    @inline(__always)
    var isASCII: Bool {
        let bytes = UnsafeRawBufferPointer(self)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { return false }
            offset &+= 8
        }
        while offset < bytes.count, bytes[offset] < 0x80 { offset &+= 1 }
        return offset == bytes.count
    }
}
