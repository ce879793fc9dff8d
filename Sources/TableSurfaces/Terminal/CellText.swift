import TableAgent

/// The text of one cell as a terminal shows it: in lines, none wider than the column, with symbols in place
/// of all that a terminal would obey.
///
/// One value serves many cells: `set(_:width:overflow:)` fills it again and keeps its storage. A container
/// sets one for each cell of a row, then prints line by line across the row.
struct CellText {
    /// A line of the cell.
    struct Line: Equatable {
        /// Where the line is in `bytes`.
        var range: Range<Int>
        /// The columns that the line takes.
        var width: Int
    }

    /// The text of all lines, valid UTF-8. Spaces dropped at line breaks lie between the lines.
    var bytes: [UInt8] = []
    /// The lines from the top, at least one once a text is set.
    var lines: [Line] = []
    /// Whether a line of the text did not fit, so that it goes on in another or was cut.
    var isBroken = false
    /// How often a line ends inside a word, or is cut there.
    private(set) var wordBreakCount = 0

    let policy: TextWidthPolicy

    init(policy: TextWidthPolicy = .standard) {
        self.policy = policy
    }

    /// Takes the text away: a cell without any line.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        isBroken = false
        wordBreakCount = 0
    }

    /// Lays a text out.
    ///
    /// The text starts a new line at each LF, CRLF and lone CR, so one that ends with such a break ends with
    /// an empty line. A cluster wider than the whole column shows as an ellipsis.
    ///
    /// - Complexity: O(*n*) in the bytes of the text.
    mutating func set(_ utf8: UnsafeBufferPointer<UInt8>, width: Int, overflow: TextOverflow) {
        precondition(width >= 1, "A cell needs a width of at least one column, not \(width).")
        removeAll()
        if utf8.count <= width || overflow == .cut, Self.isPlain(utf8) {
            if utf8.count <= width {
                addLine(utf8, width: utf8.count)
            } else {
                addCut(UnsafeBufferPointer(rebasing: utf8[..<(width - 1)]), width: width - 1)
            }
            return
        }
        let scan = DisplayWidth.scan(utf8, policy)
        if scan.mayNeedSymbols {
            Self.forEachVisibleLine(of: utf8, policy) {
                fit($0, DisplayWidth.scan($0, policy), to: width, overflow)
            }
        } else {
            fit(utf8, scan, to: width, overflow)
        }
    }

    private mutating func addLine(_ utf8: UnsafeBufferPointer<UInt8>, width: Int) {
        let start = bytes.count
        bytes.append(contentsOf: utf8)
        lines.append(Line(range: start..<bytes.count, width: width))
    }

    /// Lays out one line of the text that can be shown as it is.
    private mutating func fit(
        _ line: UnsafeBufferPointer<UInt8>, _ scan: DisplayWidth.Scan, to width: Int, _ overflow: TextOverflow
    ) {
        let needed = DisplayWidth.width(of: line, scan, policy)
        guard needed > width else {
            addLine(line, width: needed)
            return
        }
        switch overflow {
        case .wrap, .wrapAnywhere:
            isBroken = true
            var wrapping = Wrapping(line, to: width, byWords: overflow == .wrap, start: bytes.count)
            Self.forEachCluster(of: line, scan, policy) { wrap($0, &wrapping) }
            finish(wrapping)
        case .cut: cut(line, scan, to: width)
        }
    }

    /// Passes on the clusters of a line, one by one: a list of them takes many times the memory of the line.
    @inline(__always)
    private static func forEachCluster(
        of line: UnsafeBufferPointer<UInt8>, _ scan: DisplayWidth.Scan, _ policy: TextWidthPolicy,
        _ body: (DisplayWidth.Cluster) -> Void
    ) {
        if scan.isSimple {
            DisplayWidth.forEachScalar(in: line, policy, body)
        } else {
            DisplayWidth.forEachCluster(in: line, policy, body)
        }
    }

    /// Cuts a line so that an ellipsis fits behind it.
    private mutating func cut(
        _ line: UnsafeBufferPointer<UInt8>, _ scan: DisplayWidth.Scan, to width: Int
    ) {
        var (count, used, isFull) = (0, 0, false)
        Self.forEachCluster(of: line, scan, policy) { cluster in
            isFull = isFull || used + cluster.width >= width
            if isFull { return }
            count += cluster.count
            used += cluster.width
        }
        addCut(UnsafeBufferPointer(rebasing: line[..<count]), width: used)
    }

    mutating func addCut(_ kept: UnsafeBufferPointer<UInt8>, width: Int) {
        let start = bytes.count
        bytes.append(contentsOf: kept)
        bytes.append(contentsOf: policy.ellipsis)
        lines.append(Line(range: start..<bytes.count, width: width + 1))
        isBroken = true
        wordBreakCount += 1
    }

    /// Where a line may end.
    private struct Break {
        /// The end of the line in `bytes`.
        var end: Int
        /// The columns up to there.
        var width: Int
        /// The spaces dropped behind it, 0 or 1: each a byte and a column.
        var dropped: Int
    }

    /// A line that is being broken into lines of the cell.
    private struct Wrapping {
        let line: UnsafeBufferPointer<UInt8>
        let width: Int
        let byWords: Bool
        /// The start of the cell's line in `bytes`, and the end of what it has.
        var (start, end): (Int, Int)
        /// The columns that it has.
        var used = 0
        /// The last place for a break between words, and the last behind a sign that joins parts of one.
        var (lastBreak, softBreak): (Break?, Break?)
        var (wasWide, wasSpace) = (false, false)
        /// Whether such a sign stands behind a letter, or another sign, right before the next character.
        var (wasSign, isAfterWord) = (false, false)
        /// Whether the last character that is no sign is a digit.
        var wasDigit = false
        /// The clusters that were passed on, in bytes of `line`, and those that were copied.
        var (offset, copied) = (0, 0)

        init(_ line: UnsafeBufferPointer<UInt8>, to width: Int, byWords: Bool, start: Int) {
            (self.line, self.width, self.byWords) = (line, width, byWords)
            (self.start, end) = (start, start)
        }

        /// The bytes that were passed on and not copied.
        var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: line[copied..<offset]) }
    }

    /// Adds a cluster to a line that is being broken.
    ///
    /// By words, it breaks at spaces, of which it drops one, and beside wide characters; in a line without those,
    /// behind signs as they stand in addresses and file names; and inside a word only without any of these. A
    /// cluster wider than the whole column turns into an ellipsis.
    @inline(__always)
    private mutating func wrap(_ cluster: DisplayWidth.Cluster, _ line: inout Wrapping) {
        var cluster = cluster
        let byte = line.byWords && cluster.count == 1 ? line.line[line.offset] : 0
        let isSpace = byte == 0x20
        let isSign = Self.isSign(byte)
        if cluster.width > line.width {
            bytes.append(contentsOf: line.rest)
            bytes.append(contentsOf: policy.ellipsis)
            line.offset += cluster.count
            line.copied = line.offset
            cluster = DisplayWidth.Cluster(count: policy.ellipsis.count, width: 1, isWide: true)
        } else {
            line.offset += cluster.count
        }
        // Behind a space, the break that drops it is the better one.
        if line.byWords, line.used > 0, cluster.isWide || line.wasWide, !line.wasSpace {
            line.lastBreak = Break(end: line.end, width: line.used, dropped: 0)
        }
        // Several signs in a row stay together, and so does a sign with the word that it begins, or between digits.
        let isDigit = byte &- 0x30 < 10
        if line.wasSign, line.isAfterWord, !isSign, !isSpace, !(isDigit && line.wasDigit) {
            line.softBreak = Break(end: line.end, width: line.used, dropped: 0)
        }
        if isSign { line.isAfterWord = line.isAfterWord || !line.wasSign && !line.wasSpace && line.used > 0 }
        if !isSign { (line.isAfterWord, line.wasDigit) = (false, isDigit) }
        (line.wasWide, line.wasSpace, line.wasSign) = (cluster.isWide, isSpace, isSign)
        if isSpace, line.used == line.width {
            lines.append(Line(range: line.start..<line.end, width: line.used))
            line.end += 1
            (line.start, line.used, line.lastBreak, line.softBreak) = (line.end, 0, nil, nil)
            return
        }
        // Twice when the last break was at a space that starts the line.
        while line.used + cluster.width > line.width { breakLine(&line) }
        if isSpace { line.lastBreak = Break(end: line.end, width: line.used, dropped: 1) }
        line.end += cluster.count
        line.used += cluster.width
    }

    /// Ends a line at the best place that it has.
    @inline(never)
    private mutating func breakLine(_ line: inout Wrapping) {
        let place = line.lastBreak ?? line.softBreak
        if place == nil, line.byWords { wordBreakCount += 1 }
        let last = place ?? Break(end: line.end, width: line.used, dropped: 0)
        lines.append(Line(range: line.start..<last.end, width: last.width))
        line.start = last.end + last.dropped
        line.used -= last.width + last.dropped
        line.lastBreak = nil
        if let soft = line.softBreak {
            let width = soft.width - last.width - last.dropped
            line.softBreak = width > 0 ? Break(end: soft.end, width: width, dropped: 0) : nil
        }
    }

    /// Whether a line may end behind a character, as it does where addresses, names of files and codes are long.
    private static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: "."),
            UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// The width of the longest part of a text that is not broken where text is wrapped by words: a word, or a part
    /// of one between signs.
    static func longestPart(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy
    ) -> Int {
        var longest = 0
        forEachVisibleLine(of: utf8, policy) { line in
            var (offset, width, wasSign, wasWide, wasDigit) = (0, 0, false, false, false)
            forEachCluster(of: line, DisplayWidth.scan(line, policy), policy) { cluster in
                let byte = line[offset]
                let (isSpace, isSign, isDigit) = (byte == 0x20, isSign(byte), byte &- 0x30 < 10)
                let isBreak = wasSign && !isSign && !(isDigit && wasDigit)
                if isSpace || isBreak || wasWide || cluster.isWide { width = 0 }
                if !isSign { wasDigit = isDigit }
                if !isSpace { width += cluster.width }
                (wasSign, wasWide) = (isSign, cluster.isWide)
                longest = max(longest, width)
                offset += cluster.count
            }
        }
        return longest
    }

    /// Puts blanks before a number so that its point stands behind a number of columns, as far as the width allows.
    mutating func alignPoint(at lead: Int, width: Int) {
        guard lines.count == 1, !isBroken else { return }
        let tail = bytes.withUnsafeBufferPointer {
            DecimalPoint.point.tail(of: $0, width: lines[0].width, policy)
        }
        let blanks = min(lead - lines[0].width + (tail ?? 0), width - lines[0].width)
        guard blanks > 0, tail != nil else { return }
        bytes.insert(contentsOf: repeatElement(0x20, count: blanks), at: 0)
        lines[0] = Line(range: 0..<bytes.count, width: lines[0].width + blanks)
    }

    private mutating func finish(_ line: Wrapping) {
        bytes.append(contentsOf: line.rest)
        if line.start < line.end { lines.append(Line(range: line.start..<line.end, width: line.used)) }
    }

    /// Whether a text is printable ASCII only: one line, a column a byte, and nothing to make visible.
    static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        DisplayWidth.isPrintableASCII(utf8)
    }

    /// The width of a text that is one line with nothing to make visible, in columns of the terminal; `nil`
    /// for any other.
    static func width(
        ofUnchanged utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy = .standard
    ) -> Int? {
        if isPlain(utf8) { return utf8.count }
        let scan = DisplayWidth.scan(utf8, policy)
        return scan.mayNeedSymbols ? nil : DisplayWidth.width(of: utf8, scan, policy)
    }

    /// The extent of a text that is given all the room it wants, symbols in place of controls counted.
    ///
    /// - Returns: The width of the widest line in columns of the terminal, and the number of lines, at
    ///   least 1.
    /// - Complexity: O(*n*) in the bytes of the text.
    static func measure(
        _ utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy = .standard
    ) -> (width: Int, lineCount: Int) {
        if let width = width(ofUnchanged: utf8, policy) { return (width, 1) }
        var widest = 0
        var lineCount = 0
        forEachVisibleLine(of: utf8, policy) {
            widest = max(widest, DisplayWidth.width(of: $0, policy))
            lineCount += 1
        }
        return (widest, lineCount)
    }

    /// Passes on the lines of a text as they are shown, before any is wrapped or cut.
    static func forEachVisibleLine(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var visible: [UInt8] = []
        forEachLine(of: utf8) { line in
            guard !isPlain(line), DisplayWidth.scan(line, policy).mayNeedSymbols else { return body(line) }
            visible.removeAll(keepingCapacity: true)
            appendVisible(line, to: &visible)
            visible.withUnsafeBufferPointer(body)
        }
    }

    /// Passes on the lines of a text, which end at LF, CRLF and lone CR.
    static func forEachLine(
        of utf8: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var start = 0
        var end = 0
        while end < utf8.count {
            let byte = utf8[end]
            guard byte == 0x0A || byte == 0x0D else {
                end += 1
                continue
            }
            body(UnsafeBufferPointer(rebasing: utf8[start..<end]))
            let isPair = byte == 0x0D && end + 1 < utf8.count && utf8[end + 1] == 0x0A
            end += isPair ? 2 : 1
            start = end
        }
        body(UnsafeBufferPointer(rebasing: utf8[start...]))
    }

    /// Adds a line to the end of an output, with a symbol in place of each scalar that must not be there.
    ///
    /// C0 controls and DEL turn into their control pictures, U+2400…U+2421. These have none and turn into
    /// U+FFFD: C1 controls, bidirectional controls but for the marks U+061C, U+200E and U+200F, which steer nothing
    /// but what stands beside them, the separators U+2028 and U+2029, deprecated controls, annotations,
    /// noncharacters; tags outside a flag, and joiners outside an emoji and an Indic conjunct, which a reader can't
    /// see and programs measure in different ways. A mark at the start, which would join what stands before the
    /// cell, gets a dotted circle to stand on, U+25CC.
    ///
    /// So nothing is left that moves a cursor, reorders a line or hides.
    static func appendVisible(_ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var context = Context()
        var hasBase = false
        var kept = 0
        var offset = 0
        while offset < line.count {
            let start = offset
            let scalar = line.scalar(at: &offset)
            let entry = DisplayWidth.Entry(scalar)
            if context.allows(scalar, entry, before: line, offset) {
                let isDirectionMark = Self.isDirectionMark(scalar)
                if !hasBase, entry.isZeroWidth, !isDirectionMark {
                    output.append(contentsOf: UnsafeBufferPointer(rebasing: line[kept..<start]))
                    output.append(contentsOf: [0xE2, 0x97, 0x8C])
                    kept = start
                }
                hasBase = hasBase || !isDirectionMark
                context.add(scalar, entry)
            } else {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: line[kept..<start]))
                appendSymbol(for: scalar, to: &output)
                (kept, hasBase) = (offset, true)
                context = Context()
            }
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: line[kept...]))
    }

    /// Whether a scalar is the Arabic letter mark, or a left-to-right or right-to-left mark (UAX #9, section 2.6).
    private static func isDirectionMark(_ scalar: UInt32) -> Bool {
        scalar == 0x61C || scalar == 0x200E || scalar == 0x200F
    }

    private static func appendSymbol(for scalar: UInt32, to output: inout [UInt8]) {
        switch scalar {
        case 0..<0x20: output.append(contentsOf: [0xE2, 0x90, 0x80 | UInt8(scalar)])
        case 0x7F: output.append(contentsOf: [0xE2, 0x90, 0xA1])
        default: output.append(contentsOf: [0xEF, 0xBF, 0xBD])
        }
    }

    /// What stands before a scalar, as far as it makes a tag or a joiner legitimate.
    private struct Context {
        /// Whether a pictograph, perhaps with its colour or form, stands before: a joiner joins another.
        private var isAfterPictograph = false
        private var isAfterVirama = false
        /// Whether the last scalar but for tags is the black flag, which tags turn into that of a region.
        private var isInFlag = false

        func allows(
            _ scalar: UInt32, _ entry: DisplayWidth.Entry, before line: UnsafeBufferPointer<UInt8>,
            _ offset: Int
        ) -> Bool {
            switch entry.kind {
            case .control: isInFlag && Self.isTag(scalar)
            case .joiner: isAfterVirama || isAfterPictograph && Self.startsWithPictograph(line, offset)
            default: true
            }
        }

        mutating func add(_ scalar: UInt32, _ entry: DisplayWidth.Entry) {
            isInFlag = scalar == 0x1F3F4 || isInFlag && Self.isTag(scalar)
            isAfterVirama = entry.kind == .virama
            switch entry.kind {
            case .pictographic, .emojiText: isAfterPictograph = true
            case .emojiSelector, .modifier: break
            default: isAfterPictograph = false
            }
        }

        private static func isTag(_ scalar: UInt32) -> Bool { 0xE0020..<0xE0080 ~= scalar }

        private static func startsWithPictograph(_ line: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
            guard offset < line.count else { return false }
            var offset = offset
            let kind = DisplayWidth.Entry(line.scalar(at: &offset)).kind
            return kind == .pictographic || kind == .emojiText
        }
    }
}
