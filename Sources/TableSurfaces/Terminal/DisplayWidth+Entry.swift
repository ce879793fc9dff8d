extension DisplayWidth {
    /// How a scalar takes part in the width of its cluster.
    ///
    /// Up to `consonant` a scalar is a cluster of its own unless a scalar of a later kind joins it. From
    /// `regionalIndicator` on, a width depends on where clusters end. The generator of the table knows the
    /// order.
    enum Kind: UInt8, Comparable {
        case plain
        /// A base that an emoji modifier colours.
        case pictographic
        /// The same, narrow unless U+FE0F follows.
        case emojiText
        /// `#`, `*` or a digit, narrow unless U+FE0F follows.
        case keycap
        /// An Indic consonant, which joins a virama before it.
        case consonant
        /// A scalar with a width that joins the one before or after it.
        case complex
        /// A skin tone.
        case modifier
        /// Without a width: a combining mark, a conjoining jamo, an invisible scalar.
        case mark
        /// A combining mark that makes its base a column wider.
        case spacingMark
        /// A mark that joins two consonants.
        case virama
        /// U+FE0F, which asks for the emoji form.
        case emojiSelector
        /// Half of a flag.
        case regionalIndicator
        /// U+200D, zero-width joiner.
        case joiner
        /// What a terminal obeys, what ends or reorders a line, and what is never meant to be seen.
        case control

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// What the table says of a scalar: the width in the two lower bits, the kind above them.
    struct Entry {
        /// The width of a scalar that takes one column or two, as the terminal has it.
        static let ambiguousWidth: UInt8 = 3

        var rawValue: UInt8

        var kind: Kind { Kind(rawValue: rawValue >> 2) ?? .plain }

        var isWide: Bool { rawValue & 3 == 2 }
        var isZeroWidth: Bool { rawValue & 3 == 0 }

        /// The columns that the scalar takes by itself: 0, 1 or 2.
        @inline(__always)
        func width(_ policy: TextWidthPolicy) -> Int {
            let width = rawValue & 3
            if width == Self.ambiguousWidth { return policy.hasWideAmbiguous ? 2 : 1 }
            return policy.joinsSequences ? Int(width) : aloneWidth
        }

        /// The columns where no scalar joins another: marks with a place of their own and the letters of
        /// flags take one.
        private var aloneWidth: Int {
            kind == .spacingMark || kind == .regionalIndicator ? 1 : Int(rawValue & 3)
        }
    }
}

extension DisplayWidth.Entry {
    /// Looks a scalar up in the table.
    ///
    /// - Complexity: O(1)
    @inline(__always)
    init(_ scalar: UInt32) {
        guard scalar < 0x20000 else {
            rawValue = Self.rawValue(beyondTable: scalar)
            return
        }
        let group = Self.number(at: Int(scalar >> 7), in: DisplayWidth.groupNumbers)
        let block = Self.number(at: group << 3 | Int(scalar >> 4 & 7), in: DisplayWidth.groups)
        rawValue = DisplayWidth.blocks.utf8Start[block << 4 | Int(scalar & 15)] &- 0x30
    }

    /// Reads a number of two digits.
    @inline(__always)
    private static func number(at index: Int, in digits: StaticString) -> Int {
        let start = digits.utf8Start + index &* 2
        return Int(start[0] &- 0x30) << 6 | Int(start[1] &- 0x30)
    }

    /// Each plane ends with two noncharacters. The planes of ideographs are wide; in plane 14 are tags, which
    /// only flags may hold, and selectors, which are marks; the planes for private use are ambiguous.
    private static func rawValue(beyondTable scalar: UInt32) -> UInt8 {
        switch scalar {
        case _ where scalar & 0xFFFE == 0xFFFE: DisplayWidth.Kind.control.rawValue << 2 | 1
        case ..<0x40000: DisplayWidth.Kind.plain.rawValue << 2 | 2
        case 0xE0000..<0xE0080: DisplayWidth.Kind.control.rawValue << 2
        case 0xE0080..<0xE1000: DisplayWidth.Kind.mark.rawValue << 2
        case 0xF0000...: DisplayWidth.Kind.plain.rawValue << 2 | ambiguousWidth
        default: DisplayWidth.Kind.plain.rawValue << 2 | 1
        }
    }
}
