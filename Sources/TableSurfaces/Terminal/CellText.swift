import TableAgent

/// The text of one cell in lines no wider than its column, with visible symbols instead of control
/// characters.
///
/// One value can be reused for many cells: `set(_:width:overflow:)` replaces the text and keeps the storage.
/// A writer sets one value for each cell of a row, then prints line by line across the row.
package struct CellText {
    /// The text of all lines, as valid UTF-8. A space dropped at a line break stays in the array, between the
    /// ranges of two lines.
    package var bytes: [UInt8] = []
    /// The lines from the top to the bottom; at least one after a text is set.
    package private(set) var lines = Lines()
    /// Whether a line of the text did not fit and was wrapped or cut.
    package var isBroken = false
    /// The number of lines that end inside a word.
    private(set) var wordBreakCount = 0

    let policy: TextFormat.WidthPolicy

    package init(policy: TextFormat.WidthPolicy = .standard) {
        self.policy = policy
    }

    /// Removes the text, which leaves the cell without a line.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        lines.removeAll()
        isBroken = false
        wordBreakCount = 0
    }

    /// Sets and lays out a text.
    ///
    /// A new line starts after each LF, CRLF and lone CR, so a text that ends with such a line break has an
    /// empty last line. A text that is cut stays on one line. A cluster wider than the whole column becomes an
    /// ellipsis.
    ///
    /// - Complexity: O(*n*) in the bytes of the text.
    package mutating func set(_ utf8: UnsafeBufferPointer<UInt8>, width: Int, overflow: TextFormat.Overflow) {
        precondition(width >= 1, "A cell needs a width of at least one column, not \(width).")
        removeAll()
        if overflow != .cut { bytes.reserveCapacity(utf8.count) }
        Self.forEachVisibleLine(of: utf8, policy, joined: overflow == .cut) { line, needed in
            if needed <= width {
                bytes.append(contentsOf: line)
                lines.append(Line(range: (bytes.count - line.count)..<bytes.count, width: needed))
            } else if overflow == .cut {
                cut(line, to: width)
            } else {
                wrap(line, to: width, byWords: overflow == .wrap)
            }
        }
    }

    /// Cuts a line and appends an ellipsis that fits.
    private mutating func cut(_ line: UnsafeBufferPointer<UInt8>, to width: Int) {
        var count = 0
        var used = 0
        var isFull = false
        DisplayWidth.forEachCluster(in: line, policy) { cluster in
            isFull = isFull || used + cluster.width >= width
            if isFull { return }
            count += cluster.count
            used += cluster.width
        }
        let start = bytes.count
        bytes.append(contentsOf: line[..<count])
        bytes.append(contentsOf: policy.ellipsis.utf8)
        lines.append(Line(range: start..<bytes.count, width: used + 1))
        isBroken = true
        wordBreakCount += 1
    }

    private mutating func wrap(_ line: UnsafeBufferPointer<UInt8>, to width: Int, byWords: Bool) {
        isBroken = true
        var wrapping = Wrapping(line, to: width, byWords: byWords, start: bytes.count)
        DisplayWidth.forEachCluster(in: line, policy) { wrap($0, &wrapping) }
        bytes.append(contentsOf: wrapping.rest)
        if wrapping.start.byte < wrapping.end.byte { append(wrapping.start, wrapping.end) }
    }

    private mutating func append(_ start: Position, _ end: Position) {
        lines.append(Line(range: start.byte..<end.byte, width: end.column - start.column))
    }

    /// An offset in `bytes`, and the width of the wrapped text before it in columns.
    private typealias Position = (byte: Int, column: Int)

    /// A line of text that is wrapped into several lines of the cell.
    private struct Wrapping {
        let line: UnsafeBufferPointer<UInt8>
        let width: Int
        let byWords: Bool
        /// The start and the end of the current line.
        var (start, end): (Position, Position)
        /// The last possible break between words, and the number of spaces dropped after the break, 0 or 1.
        var lastBreak: (end: Position, dropped: Int)?
        /// The last possible break after a sign that joins parts of a word.
        var softBreak: Position?
        var (wasWide, wasSpace) = (false, false)
        /// Whether the previous character is a sign, and whether the signs before the next character follow a
        /// word.
        var (wasSign, isAfterWord) = (false, false)
        /// Whether the last character other than a sign is a digit.
        var wasDigit = false
        /// The number of bytes of `line` that were read, and the number of bytes that were copied.
        var (offset, copied) = (0, 0)

        init(_ line: UnsafeBufferPointer<UInt8>, to width: Int, byWords: Bool, start: Int) {
            self.line = line
            self.width = width
            self.byWords = byWords
            self.start = (start, 0)
            end = self.start
        }

        /// The width of the current line in columns.
        var used: Int { end.column - start.column }

        /// The bytes that were read but not copied.
        var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: line[copied..<offset]) }
    }

    /// Adds a cluster to the line being wrapped.
    ///
    /// Word wrap breaks a line at a space, which is dropped, or beside a wide character. A line without
    /// either breaks after a sign, as in addresses and file names. Only a line without signs, too, breaks
    /// inside a word. A cluster wider than the whole column becomes an ellipsis.
    @inline(__always)
    private mutating func wrap(_ cluster: DisplayWidth.Cluster, _ line: inout Wrapping) {
        var cluster = cluster
        let byte = line.byWords && cluster.count == 1 ? line.line[line.offset] : 0
        let isSpace = byte == 0x20
        let isSign = Self.isSign(byte)
        if cluster.width > line.width {
            bytes.append(contentsOf: line.rest)
            bytes.append(contentsOf: policy.ellipsis.utf8)
            line.offset += cluster.count
            line.copied = line.offset
            cluster = DisplayWidth.Cluster(count: policy.ellipsis.utf8.count, width: 1, isWide: true)
        } else {
            line.offset += cluster.count
        }
        // After a space, prefer the break that drops the space.
        if line.byWords, line.used > 0, cluster.isWide || line.wasWide, !line.wasSpace {
            line.lastBreak = (line.end, 0)
        }
        if isSpace { line.lastBreak = (line.end, 1) }
        // Do not break between consecutive signs, between a sign and the word that it begins, or beside a
        // sign between two digits.
        let isDigit = byte &- 0x30 < 10
        if line.wasSign, line.isAfterWord, !isSign, !isSpace, !(isDigit && line.wasDigit) {
            line.softBreak = line.end
        }
        if isSign { line.isAfterWord = line.isAfterWord || !line.wasSign && !line.wasSpace && line.used > 0 }
        if !isSign {
            line.isAfterWord = false
            line.wasDigit = isDigit
        }
        line.wasWide = cluster.isWide
        line.wasSpace = isSpace
        line.wasSign = isSign
        // This loops twice if the last break was at a space that starts the line.
        while line.used + cluster.width > line.width { breakLine(&line) }
        line.end = (line.end.byte + cluster.count, line.end.column + cluster.width)
    }

    /// Ends a line at its best break.
    @inline(never)
    private mutating func breakLine(_ line: inout Wrapping) {
        if line.byWords, line.lastBreak == nil, line.softBreak == nil { wordBreakCount += 1 }
        let (end, dropped) = line.lastBreak ?? (line.softBreak ?? line.end, 0)
        append(line.start, end)
        line.start = (end.byte + dropped, end.column + dropped)
        line.lastBreak = nil
        if let soft = line.softBreak, soft.column <= line.start.column { line.softBreak = nil }
    }

    /// Returns whether a line may end after a character that separates the parts of addresses, file names and
    /// codes.
    private static func isSign(_ byte: UInt8) -> Bool {
        ("/_-,.:?&=" as StaticString).utf8.contains(byte)
    }

    /// Returns the width of the longest part of a text that word wrap keeps on one line: a word, or the part
    /// of a word between two signs.
    static func longestPart(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy
    ) -> Int {
        var longest = 0
        forEachVisibleLine(of: utf8, policy) { line, _ in
            var (offset, width, wasSign, wasWide, wasDigit) = (0, 0, false, false, false)
            DisplayWidth.forEachCluster(in: line, policy) { cluster in
                let byte = line[offset]
                let (isSpace, isSign, isDigit) = (byte == 0x20, isSign(byte), byte &- 0x30 < 10)
                let isBreak = wasSign && !isSign && !(isDigit && wasDigit)
                if isSpace || isBreak || wasWide || cluster.isWide { width = 0 }
                if !isSign { wasDigit = isDigit }
                if !isSpace { width += cluster.width }
                wasSign = isSign
                wasWide = cluster.isWide
                longest = max(longest, width)
                offset += cluster.count
            }
        }
        return longest
    }

    /// Returns the width of a single line of text without symbols, in terminal columns, or `nil` for any
    /// other text.
    static func width(
        ofUnchanged utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy = .standard
    ) -> Int? {
        let scan = DisplayWidth.scan(utf8, policy)
        return scan.mayNeedSymbols ? nil : DisplayWidth.width(of: utf8, scan, policy)
    }

    /// Returns the width of the widest line of a text without wrapping or cutting, with symbols instead of
    /// control characters.
    ///
    /// - Complexity: O(*n*) in the bytes of the text.
    @inline(__always)
    package static func width(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy = .standard,
        joined: Bool = false
    ) -> Int {
        if let width = width(ofUnchanged: utf8, policy) { return width }
        var widest = 0
        forEachVisibleLine(of: utf8, policy, joined: joined) { widest = max(widest, $1) }
        return widest
    }
}

extension StaticString {
    /// The text as UTF-8.
    var utf8: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
