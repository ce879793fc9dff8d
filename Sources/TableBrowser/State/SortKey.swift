import TableAgent
import TableSurfaces

/// The column and the direction that rows are sorted by.
///
/// Numbers precede texts, and empty cells follow texts in both directions. Texts are compared by their bytes, without regard
/// to the case of ASCII letters. Rows with equal cells keep their order.
struct RowSort: Hashable, Sendable {
    let column: Int
    let isDescending: Bool

    /// A number of 8 bytes that begins the comparison of two cells. Cells with equal numbers are compared by their next
    /// numbers, at the next depth.
    typealias Key = UInt64

    /// The first key of texts. The bits of ordered doubles are below it, with room for not-a-number.
    private static let firstText: Key = 0xFFF1 << 48
    /// A number above all keys of values.
    private static let limit: Key = 0xFFF2 << 48
    /// The number of bytes of a text in its key at depth 0. The later keys have 8 bytes.
    private static let firstCount = 6

    /// Returns the key of a line at a depth from 0. Keys of a descending order are reversed.
    func key(of line: borrowing GridLine, depth: Int = 0) -> Key {
        guard column < line.cells.count else { return .max }
        let cell = line.cells[column]
        guard cell.hasValue || cell.kind == .empty && !cell.shown.isEmpty else { return .max }
        let key =
            cell.isNumber
            ? line.withValue(of: cell) { Self.key(ofNumber: $0, depth) }
            : line.withShown(of: cell) { Self.key(ofText: $0, depth) }
        guard isDescending else { return key }
        return depth == 0 ? Self.limit - key : ~key
    }

    /// Returns whether cells with an equal key may differ at the next depth.
    func continues(_ key: Key, depth: Int) -> Bool {
        if depth > 0 { return (isDescending ? ~key : key) & 0xFF != 0 }
        guard key != .max else { return false }
        let key = isDescending ? Self.limit - key : key
        return key >= Self.firstText ? key & 0xFF != 0 : Self.mayHideDigits(key)
    }

    /// Returns whether the first of two lines precedes the second; `nil` if their cells are equal.
    func areInOrder(_ first: borrowing GridLine, _ second: borrowing GridLine) -> Bool? {
        var depth = 0
        while true {
            let key = key(of: first, depth: depth)
            let other = self.key(of: second, depth: depth)
            if key != other { return key < other }
            guard continues(key, depth: depth) else { return nil }
            depth += 1
        }
    }

    private static func key(ofText utf8: UnsafeBufferPointer<UInt8>, _ depth: Int) -> Key {
        let start = depth == 0 ? 0 : firstCount + 8 * (depth - 1)
        var key: Key = 0
        for offset in start..<start + (depth == 0 ? firstCount : 8) {
            var byte = offset < utf8.count ? utf8[offset] : 0
            if byte &- 0x41 < 26 { byte |= 0x20 }
            key = key << 8 | Key(byte)
        }
        return depth == 0 ? firstText | key : key
    }

    /// Returns the ordered bits of a number. The next key is the difference between a large whole number and its double.
    private static func key(ofNumber utf8: UnsafeBufferPointer<UInt8>, _ depth: Int) -> Key {
        let value = Double(utf8: utf8) ?? .nan
        if depth > 0 {
            guard depth == 1, let whole = Int(String(decoding: utf8, as: UTF8.self)),
                let rounded = Int(exactly: value)
            else { return 0 }
            // A double is at most 512 away from a number of 64 bits. The last byte is 0, since no key follows.
            return Key(truncatingIfNeeded: whole &- rounded &+ 1_024) << 8
        }
        guard !value.isNaN else { return 0xFFF0 << 48 | 1 }
        let bits = (value == 0 ? 0 : value).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }

    /// Returns whether whole numbers with the same double may differ: those from 2⁵³ on.
    private static func mayHideDigits(_ key: Key) -> Bool {
        let bits = key >> 63 == 1 ? key & ~(1 << 63) : ~key
        let value = Double(bitPattern: bits).magnitude
        return value >= 0x1p53 && value < 0x1p63
    }
}
