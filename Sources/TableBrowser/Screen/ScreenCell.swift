import TableSurfaces

/// A cell of the screen, in 8 bytes.
///
/// A cluster of several columns has as many cells, all with its style and width. Only the first of them has
/// the glyph and the reach.
struct Cell: Equatable {
    /// The UTF-8 of the cluster as a number, its last byte lowest; or the cluster's number in the table.
    var glyph: UInt32 = 0x20
    var style = ScreenStyle()
    /// The columns of the cluster.
    var width: UInt8 = 1
    /// The number of cells of the same cluster to the left.
    var offset: UInt8 = 0
    /// The columns that a terminal may give the cluster at most, or 0 if all terminals agree about its width.
    var reach: UInt8 = 0

    /// A cell that equals no other, for a terminal whose cells are not known.
    static let unknown = Cell(glyph: .max)

    /// Returns the columns that a terminal may give a cluster at most, or 0 if all terminals agree.
    ///
    /// Terminals agree about the width of East Asian scripts, and of a base with its combining marks. They
    /// differ in sequences that some of them draw as one character, and in the width of emoji and of
    /// ambiguous characters. The ranges compare UTF-8, which sorts like the scalars.
    static func reach(of utf8: UnsafeBufferPointer<UInt8>, width: Int) -> UInt8 {
        let first = utf8.prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        // U+2E80…U+DFFF, and U+F900 up to the areas for private use.
        let isEastAsian = 0xE2_BA80..<0xEE_8080 ~= first || 0xEF_A480..<0xF3_B080 ~= first
        // U+1F000…U+1FFFF.
        let emojiCount = zip(utf8, utf8.dropFirst()).count { $0 == 0xF0 && $1 == 0x9F }
        let legacyWidth = DisplayWidth.width(of: utf8, .legacy)
        if emojiCount == 0, legacyWidth == width, width == 1 || isEastAsian { return 0 }
        return UInt8(max(width, legacyWidth, 2 * emojiCount))
    }
}

/// The clusters whose UTF-8 does not fit into a cell, by number.
///
/// A screen and its copies share a table until one of them adds a cluster. ``TerminalScreen/clear()`` starts
/// a new table if the old one has many clusters, and a full table refuses more.
struct ClusterTable: Sendable {
    private var texts: [[UInt8]] = []
    private var numbers: [[UInt8]: UInt32] = [:]

    /// The lowest glyph that is a number. No UTF-8 starts with the byte 0xFF.
    private static let firstNumber: UInt32 = 0xFF00_0000

    var count: Int { texts.count }

    /// Returns the glyph of a cluster, or `nil` if the cluster contains a control character, has more than 64
    /// bytes, or finds the table full.
    mutating func glyph(of utf8: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard utf8.count <= 64, !Self.containsControl(utf8) else { return nil }
        guard utf8.count > 4 else { return utf8.reduce(0) { $0 << 8 | UInt32($1) } }
        let text = Array(utf8)
        if let number = numbers[text] { return number }
        guard texts.count < 0x1_0000 else { return nil }
        let number = Self.firstNumber + UInt32(texts.count)
        texts.append(text)
        numbers[text] = number
        return number
    }

    /// Returns whether a text contains a character that a terminal obeys or that reorders a line: a C0 or C1
    /// control, DEL, U+2028…U+202E, or U+2066…U+2069.
    private static func containsControl(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var last: UInt32 = 0
        for byte in utf8 {
            last = last << 8 | UInt32(byte)
            if byte < 0x20 || byte == 0x7F || 0xC280..<0xC2A0 ~= last & 0xFFFF { return true }
            let three = last & 0xFF_FFFF
            if 0xE2_80A8...0xE2_80AE ~= three || 0xE2_81A6...0xE2_81A9 ~= three { return true }
        }
        return false
    }

    /// Appends the UTF-8 of a glyph.
    func append(_ glyph: UInt32, to output: inout [UInt8]) {
        if glyph < 0x80 {
            output.append(UInt8(glyph))
        } else if glyph >= Self.firstNumber {
            output.append(contentsOf: texts[Int(glyph - Self.firstNumber)])
        } else {
            var bytes = glyph.bigEndian
            withUnsafeBytes(of: &bytes) { output.append(contentsOf: $0.drop { $0 == 0 }) }
        }
    }

    /// Returns cells of another table with the numbers of this one. A cluster that this table does not have
    /// becomes ``Cell/unknown``.
    func cells(_ cells: [Cell], from other: ClusterTable) -> [Cell] {
        // Arrays that share their storage are compared in constant time.
        if texts.count >= other.texts.count, texts.starts(with: other.texts) { return cells }
        let glyphs = other.texts.map { numbers[$0] ?? Cell.unknown.glyph }
        return cells.map { cell in
            var cell = cell
            if cell.glyph >= Self.firstNumber { cell.glyph = glyphs[Int(cell.glyph - Self.firstNumber)] }
            return cell
        }
    }
}
