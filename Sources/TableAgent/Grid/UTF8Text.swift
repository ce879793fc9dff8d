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
