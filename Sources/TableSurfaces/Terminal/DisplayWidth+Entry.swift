extension DisplayWidth {
    /// The role of a scalar in the width of its cluster.
    ///
    /// Up to `consonant`, a scalar is a cluster of its own unless a scalar of a later kind joins it. From
    /// `regionalIndicator` on, a width depends on the ends of clusters. The generator of the table relies on
    /// this order.
    enum Kind: UInt8, Comparable {
        case plain
        /// A base of an emoji modifier.
        case pictographic
        /// A base of an emoji modifier that is narrow unless U+FE0F follows.
        case emojiText
        /// `#`, `*` or a digit, which is narrow unless U+FE0F follows.
        case keycap
        /// An Indic consonant, which joins to a preceding virama.
        case consonant
        /// A scalar that has a width and joins to the preceding or following scalar.
        case complex
        /// A skin tone.
        case modifier
        /// A scalar without a width: a combining mark, a conjoining jamo, an invisible scalar.
        case mark
        /// A combining mark that widens its base by one column.
        case spacingMark
        /// A mark that joins two consonants.
        case virama
        /// U+FE0F, which selects the emoji form.
        case emojiSelector
        /// Half of a flag.
        case regionalIndicator
        /// U+200D, the zero-width joiner.
        case joiner
        /// A scalar that a terminal obeys, that ends or reorders a line, or that is never meant to be
        /// visible.
        case control

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// An entry of the table: the width of a scalar in the two lower bits, and its kind in the bits above.
    struct Entry {
        /// The width of a scalar that takes one or two columns, depending on the terminal.
        static let ambiguousWidth: UInt8 = 3

        var rawValue: UInt8

        var kind: Kind { Kind(rawValue: rawValue >> 2) ?? .plain }

        var isWide: Bool { rawValue & 3 == 2 }
        var isZeroWidth: Bool { rawValue & 3 == 0 }

        /// Returns the width of the scalar by itself in columns: 0, 1 or 2.
        @inline(__always)
        func width(_ policy: TextFormat.WidthPolicy) -> Int {
            let width = rawValue & 3
            if width == Self.ambiguousWidth { return policy.hasWideAmbiguous ? 2 : 1 }
            // Alone, spacing marks and the letters of flags take one column.
            let isAlone = !policy.joinsSequences && (kind == .spacingMark || kind == .regionalIndicator)
            return isAlone ? 1 : Int(width)
        }
    }
}

extension DisplayWidth.Entry {
    /// Looks a scalar up in the table.
    ///
    /// - Complexity: O(1)
    @inline(__always)
    init(_ scalar: UInt32) {
        rawValue = scalar < 0x20000 ? Self.table[Int(scalar)] : Self.rawValue(beyondTable: scalar)
    }

    /// The entries of all scalars below U+20000.
    private static let table: [UInt8] = {
        var (table, count): ([UInt8], Int) = ([], 0)
        for character in DisplayWidth.runs.utf8 {
            if 0x30...0x39 ~= character {
                count = 10 * count + Int(character - 0x30)
            } else {
                table.append(contentsOf: repeatElement(character - 0x41, count: max(count, 1)))
                count = 0
            }
        }
        return table
    }()

    /// Returns the entry of a scalar beyond the table.
    ///
    /// Each plane ends with two noncharacters. The planes of ideographs are wide. Plane 14 has tags, which
    /// only flags may contain, and selectors, which are marks. The planes for private use are ambiguous.
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
