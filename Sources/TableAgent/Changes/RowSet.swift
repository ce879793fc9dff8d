/// A set of row numbers in a range, a bit each, so that ranges of rows are put in and found by the word.
struct RowSet {
    private var words: [UInt64]
    private let range: Range<Int>

    /// An empty set, with room for the rows of a range.
    init(_ range: Range<Int>) {
        self.range = range
        words = Array(repeating: 0, count: (range.count + 63) / 64)
    }

    func contains(_ row: Int) -> Bool {
        let bit = row - range.lowerBound
        return (words[bit >> 6] >> UInt64(bit & 63)) & 1 == 1
    }

    mutating func insert(_ rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        let (first, last) = (rows.lowerBound - range.lowerBound, rows.upperBound - 1 - range.lowerBound)
        let head = UInt64.max << UInt64(first & 63)
        let tail = UInt64.max >> UInt64(63 - (last & 63))
        if first >> 6 == last >> 6 {
            words[first >> 6] |= head & tail
            return
        }
        words[first >> 6] |= head
        for word in (first >> 6) + 1..<last >> 6 { words[word] = .max }
        words[last >> 6] |= tail
    }

    /// The first row from a row on that is in the set, or is not; the end of the range if there is none.
    ///
    /// - Complexity: O(*n* / 64) for *n* rows from the row to the one found, or to the limit.
    func first(from row: Int, isIn: Bool, limit: Int) -> Int {
        guard row < limit else { return limit }
        let flip: UInt64 = isIn ? 0 : .max
        var bit = row - range.lowerBound
        let end = limit - range.lowerBound
        var rest = (words[bit >> 6] ^ flip) & (UInt64.max << UInt64(bit & 63))
        while rest == 0 {
            bit = (bit | 63) + 1
            guard bit < end else { return limit }
            rest = words[bit >> 6] ^ flip
        }
        return min(limit, range.lowerBound + (bit & ~63) + rest.trailingZeroBitCount)
    }
}
