/// The numbers that print again exactly as they stand, which are the only ones that CSV text is read as.
///
/// `007`, `+1`, `1e5`, `-0` and numbers of 30 digits are codes, measurements or identifiers that
/// would come out changed, so they stay text.
enum PlainNumber {
    /// Whether a field is such a number: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`, no negative zero, an integer
    /// of 64 bits or, with a point, at most 18 significant digits.
    static func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        let isNegative = text.first == Byte.minus
        if isNegative { index = 1 }
        guard index < text.count, Byte.isDigit(text[index]) else { return false }
        let hasLeadingZero = text[index] == Byte.zero
        var magnitude: UInt64 = 0
        var significant = 0
        var fractionDigits: Int?
        while index < text.count {
            let byte = text[index]
            if Byte.isDigit(byte) {
                if byte != Byte.zero || significant > 0 { significant += 1 }
                guard significant <= 19 else { return false }
                // 19 digits always fit in 64 bits without a sign.
                magnitude = magnitude &* 10 &+ UInt64(byte &- Byte.zero)
                fractionDigits? += 1
            } else if byte == Byte.point, fractionDigits == nil {
                guard !hasLeadingZero || index == (isNegative ? 2 : 1) else { return false }
                fractionDigits = 0
            } else {
                return false
            }
            index += 1
        }
        if magnitude == 0, isNegative { return false }
        if let fractionDigits { return fractionDigits > 0 && significant <= 18 }
        if hasLeadingZero { return text.count == 1 }
        return magnitude <= UInt64(Int64.max) + (isNegative ? 1 : 0)
    }
}
