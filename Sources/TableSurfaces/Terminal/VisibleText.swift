extension CellText {
    /// Calls a closure with each line of a text and the width of the line, before wrapping or cutting.
    /// Symbols replace control characters. Lines end at LF, CRLF and lone CR.
    ///
    /// - Parameter joined: Whether the lines are joined to one line, with `↵` between them.
    static func forEachVisibleLine(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextFormat.WidthPolicy, joined: Bool = false,
        _ body: (_ line: UnsafeBufferPointer<UInt8>, _ width: Int) -> Void
    ) {
        var (visible, start): ([UInt8], Int) = ([], 0)
        while true {
            let end = utf8.firstOffset(from: start) { $0.isEqual(to: 0x0A) | $0.isEqual(to: 0x0D) }
            let line = UnsafeBufferPointer(rebasing: utf8[start..<end])
            let isLast = end == utf8.count
            if !joined || isLast && start == 0, let width = width(ofUnchanged: line, policy) {
                body(line, width)
            } else {
                appendVisible(line, to: &visible)
                if joined, !isLast { visible += "↵".utf8 }
                if !joined || isLast {
                    visible.withUnsafeBufferPointer { body($0, DisplayWidth.width(of: $0, policy)) }
                    visible.removeAll(keepingCapacity: true)
                }
            }
            if isLast { return }
            start = end + (utf8[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
        }
    }

    /// Appends a line to an output and replaces each scalar that must not reach a terminal with a symbol.
    ///
    /// C0 controls and DEL become their control pictures, U+2400…U+2421. These scalars become U+FFFD:
    ///
    /// - C1 controls, deprecated controls, annotations, noncharacters, and the separators U+2028 and U+2029;
    /// - bidirectional controls except the marks U+061C, U+200E and U+200F, which affect only their
    ///   neighbors;
    /// - tags outside a flag, and joiners outside an emoji or an Indic conjunct, which are invisible and have
    ///   no agreed width.
    ///
    /// A mark at the start would combine with the text before the cell, so the mark gets a dotted circle,
    /// U+25CC, as its base. The result can't move a cursor, reorder a line or hide text.
    static func appendVisible(_ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var context = Context()
        var hasBase = false
        var kept = 0
        var offset = 0
        while offset < line.count {
            let start = offset
            let scalar = line.scalar(at: &offset)
            let entry = DisplayWidth.Entry(scalar)
            let isAllowed = context.allows(scalar, entry, before: line, at: offset)
            let isDirectionMark = Self.isDirectionMark(scalar)
            if !isAllowed || !hasBase && entry.isZeroWidth && !isDirectionMark {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: line[kept..<start]))
                output.append(contentsOf: isAllowed ? [0xE2, 0x97, 0x8C] : symbol(for: scalar))
                kept = isAllowed ? start : offset
            }
            hasBase = hasBase || !isAllowed || !isDirectionMark
            if isAllowed { context.add(scalar, entry) } else { context = Context() }
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: line[kept...]))
    }

    /// Returns whether a scalar is the Arabic letter mark, or a left-to-right or right-to-left mark (UAX #9,
    /// section 2.6).
    private static func isDirectionMark(_ scalar: UInt32) -> Bool {
        scalar == 0x61C || scalar == 0x200E || scalar == 0x200F
    }

    private static func symbol(for scalar: UInt32) -> [UInt8] {
        switch scalar {
        case 0..<0x20: [0xE2, 0x90, 0x80 | UInt8(scalar)]
        case 0x7F: [0xE2, 0x90, 0xA1]
        default: [0xEF, 0xBF, 0xBD]
        }
    }

    /// The facts about the preceding text that decide whether a tag or a joiner is valid.
    private struct Context {
        /// Whether the preceding text is a pictograph with optional modifiers, which a joiner may join to
        /// another.
        private var isAfterPictograph = false
        private var isAfterVirama = false
        /// Whether the last scalar, ignoring tags, is the black flag, which tags turn into the flag of a
        /// region.
        private var isInFlag = false

        /// Returns whether a scalar is allowed before the rest of a line.
        func allows(
            _ scalar: UInt32, _ entry: DisplayWidth.Entry, before line: UnsafeBufferPointer<UInt8>,
            at offset: Int
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
