/// Eight bytes of text in one machine word, so that one operation examines all eight.
///
/// Each test returns a mask: the highest bit of each matching byte is set, and all other bits are 0. No carry
/// passes from byte to byte, so the result for a byte does not depend on its neighbors.
package struct ByteWord {
    /// The bytes, with the first byte in the lowest bits.
    let bits: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    private var lowBits: UInt64 { bits & ~Self.highBits }

    /// A mask of the bytes that are not ASCII.
    var nonASCII: UInt64 { bits & Self.highBits }

    /// Returns a mask of the bytes that are equal to a byte.
    @inline(__always)
    package func isEqual(to byte: UInt8) -> UInt64 {
        let difference = bits ^ UInt64(byte) &* Self.ones
        let nonZero = (difference & ~Self.highBits) &+ ~Self.highBits | difference
        return ~nonZero & Self.highBits
    }

    /// Returns a mask of the bytes in a range of ASCII.
    @inline(__always)
    package func isASCII(in range: ClosedRange<UInt8>) -> UInt64 {
        let reachesLower = lowBits &+ UInt64(0x80 - range.lowerBound) &* Self.ones
        let exceedsUpper = lowBits &+ UInt64(0x7F - range.upperBound) &* Self.ones
        return reachesLower & ~exceedsUpper & ~bits & Self.highBits
    }

    /// A mask of the bytes that start a scalar of four bytes in UTF-8.
    var startsFourBytes: UInt64 { bits & bits << 1 & bits << 2 & bits << 3 & Self.highBits }

    /// A mask of the ASCII letters and digits.
    var isLetterOrDigit: UInt64 {
        // Setting 0x20 makes a letter lowercase, and makes no other byte a letter.
        ByteWord(bits: bits | 0x20 &* Self.ones).isASCII(in: 0x61...0x7A) | isASCII(in: 0x30...0x39)
    }

    /// Returns a mask of the bytes that another mask does not contain.
    static func not(_ mask: UInt64) -> UInt64 { ~mask & highBits }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the offset of the first byte that matches a test, starting at an offset, or `count` if no byte
    /// matches.
    @inline(__always)
    func firstOffset(from start: Int = 0, where question: (ByteWord) -> UInt64) -> Int {
        assert(0...count ~= start)
        var offset = start
        while offset &+ 8 <= count {
            let mask = question(ByteWord(bits: uncheckedWord(at: offset)))
            if mask != 0 { return offset &+ mask.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        let rest = count &- offset
        guard rest > 0 else { return count }
        // Shift the last bytes down to the low end of the word; the result mask ignores the bits above them.
        let bits =
            count >= 8
            ? uncheckedWord(at: count &- 8) >> UInt64(truncatingIfNeeded: 64 &- 8 &* rest)
            : self[offset...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        let mask = question(ByteWord(bits: bits)) & ~(~0 << UInt64(truncatingIfNeeded: 8 &* rest))
        return mask == 0 ? count : offset &+ mask.trailingZeroBitCount / 8
    }

    @inline(__always)
    private func uncheckedWord(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset + 8 <= count)
        let bytes = UnsafeRawPointer(baseAddress.unsafelyUnwrapped) + offset
        return UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    }

    /// Returns the scalar at an offset and moves the offset past the scalar.
    ///
    /// The bytes must be valid UTF-8, as in a `String` or a `GridLine`. This method doesn't validate them.
    @inline(__always)
    package func scalar(at offset: inout Int) -> UInt32 {
        let first = self[offset]
        // The leading ones of the first byte are the number of bytes.
        let count = first < 0x80 ? 1 : (~first).leadingZeroBitCount
        var scalar = first < 0x80 ? UInt32(first) : UInt32(first) & 0x7F >> UInt32(count)
        for byte in self[(offset &+ 1)..<(offset &+ count)] { scalar = scalar << 6 | UInt32(byte & 0x3F) }
        offset &+= count
        return scalar
    }
}
