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
        /// What a terminal obeys, or what ends or reorders a line.
        case control

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// What the table says of a scalar: the width in the two lower bits, the kind above them.
    struct Entry {
        var rawValue: UInt8

        /// The columns that the scalar takes by itself: 0, 1 or 2.
        var width: Int { Int(rawValue & 3) }
        var kind: Kind { Kind(rawValue: rawValue >> 2) ?? .plain }
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
        let numbers = DisplayWidth.blockNumbers.utf8Start + Int(scalar >> 6) &* 2
        let block = Int(numbers[0] &- 0x30) << 6 | Int(numbers[1] &- 0x30)
        rawValue = DisplayWidth.blocks.utf8Start[block << 6 | Int(scalar & 0x3F)] &- 0x30
    }

    /// The planes of ideographs are wide but for the two noncharacters at the end of each; in plane 14 the
    /// tags and selectors are marks.
    private static func rawValue(beyondTable scalar: UInt32) -> UInt8 {
        if scalar < 0x40000, scalar & 0xFFFF < 0xFFFE { return DisplayWidth.Kind.plain.rawValue << 2 | 2 }
        if 0xE0000...0xE0FFF ~= scalar { return DisplayWidth.Kind.mark.rawValue << 2 }
        return DisplayWidth.Kind.plain.rawValue << 2 | 1
    }
}
