/// The numbers that print again exactly as they stand, which are the only ones that CSV text is read as.
///
/// `007`, `+1`, `1e5`, `-0` and numbers of 30 digits are codes, measurements or identifiers that
/// would come out changed, so they stay text.
enum PlainNumber {
    /// Whether a field is such a number: `-?(0|[1-9][0-9]*)(\.[0-9]+)?`, no negative zero, an integer
    /// of 64 bits or, with a point, at most 18 significant digits.
    static func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let isNegative = text.first == Byte.minus
        let start = isNegative ? 1 : 0
        let point = digitsEnd(in: text, from: start)
        guard point > start, text[start] != Byte.zero || point == start + 1 else { return false }
        if point < text.count {
            guard text[point] == Byte.point, point + 1 < text.count,
                digitsEnd(in: text, from: point + 1) == text.count
            else { return false }
        }
        if isNegative, !text.contains(where: { $0 > Byte.zero }) { return false }
        // So few digits are always few enough.
        return text.count <= 18 || isExact(text, isWhole: point == text.count)
    }

    private static func digitsEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count, Byte.isDigit(text[index]) { index += 1 }
        return index
    }

    private static func isExact(_ text: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Bool {
        if isWhole { return Int64(String(decoding: text, as: UTF8.self)) != nil }
        let digits = text.lazy.filter(Byte.isDigit).drop { $0 == Byte.zero }
        return digits.count <= 18
    }
}
