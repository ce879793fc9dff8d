/// The width of text in columns of a terminal.
///
/// The width is the sum over grapheme clusters: two columns for East Asian wide and fullwidth characters,
/// emoji, flags and keycaps, none for combining marks and invisible characters, one for the rest, characters
/// of ambiguous width among them unless the policy says otherwise. Within a cluster the rules are those of
/// the Python package wcwidth, which judges the tables: a spacing mark takes a column more, so does the
/// second half of a conjunct, U+FE0F makes a narrow emoji wide and U+FE0E changes nothing. A control
/// character counts one column, that of the symbol shown in its place.
///
/// The functions read UTF-8 where it lies. Every buffer must hold valid, whole UTF-8, as a `String`'s does;
/// decoding relies on it and checks nothing.
enum DisplayWidth {
    /// The number of columns that a text takes.
    static func width(
        of utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy = .standard
    ) -> Int {
        isPrintableASCII(utf8) ? utf8.count : width(of: utf8, scan(utf8, policy), policy)
    }

    /// The number of columns that a scanned text takes.
    static func width(
        of utf8: UnsafeBufferPointer<UInt8>, _ scan: Scan, _ policy: TextWidthPolicy
    ) -> Int {
        if scan.isSimple || !policy.joinsSequences { return scan.width }
        return scan.needsClusters ? clusterWidth(of: utf8, policy) : joinedWidth(of: utf8, policy)
    }

    /// Whether all bytes are in 0x20…0x7E, so that each is a column.
    static func isPrintableASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8.firstOffset { ByteWord.not($0.isASCII(in: 0x20...0x7E)) } == utf8.count
    }

    /// What one pass over the scalars of a text tells.
    struct Scan {
        /// The sum of the scalars' widths in columns: that of the text when it `isSimple`.
        var width: Int
        fileprivate var highest: Entry
        fileprivate var startsWithMark: Bool

        /// Whether each scalar is a cluster of its own, none of them a control.
        var isSimple: Bool { highest.kind < .complex }
        /// Whether the width depends on where grapheme clusters end.
        fileprivate var needsClusters: Bool { highest.kind >= .regionalIndicator }
        /// Whether something may have to be replaced by a symbol, so that the text must not go to a terminal
        /// as it is: a control character, a joiner, or a mark at the start that has nothing to stand on.
        var mayNeedSymbols: Bool { highest.kind >= .joiner || startsWithMark }
    }

    /// Sums up scalars without looking for grapheme clusters.
    static func scan(_ utf8: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy) -> Scan {
        var scan = Scan(width: 0, highest: Entry(rawValue: 0), startsWithMark: startsWithMark(utf8))
        var offset = 0
        while offset < utf8.count {
            if utf8[offset] &- 0x20 <= 0x5E {
                scan.width &+= 1
                offset &+= 1
                continue
            }
            if isIdeographStart(utf8[offset]) {
                scan.width &+= 2
                offset &+= 3
                continue
            }
            let entry = Entry(decode(utf8, &offset))
            scan.width &+= entry.width(policy)
            if entry.rawValue > scan.highest.rawValue { scan.highest = entry }
        }
        return scan
    }

    @inline(__always)
    private static func startsWithMark(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = utf8.first, first >= 0xCC, !isIdeographStart(first) else { return false }
        var offset = 0
        return Entry(decode(utf8, &offset)).isZeroWidth
    }

    /// Whether a byte starts one of U+4000...U+9FFF: three bytes, two columns, and nothing that joins it.
    @inline(__always)
    private static func isIdeographStart(_ byte: UInt8) -> Bool { byte &- 0xE4 < 6 }

    /// The scalar at a byte offset, which moves on to the next one.
    @inline(__always)
    static func decode(_ utf8: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> UInt32 {
        let first = UInt32(utf8[offset])
        if first < 0x80 {
            offset &+= 1
            return first
        }
        let second = UInt32(utf8[offset &+ 1]) & 0x3F
        if first < 0xE0 {
            offset &+= 2
            return (first & 0x1F) << 6 | second
        }
        let third = UInt32(utf8[offset &+ 2]) & 0x3F
        if first < 0xF0 {
            offset &+= 3
            return (first & 0x0F) << 12 | second << 6 | third
        }
        let fourth = UInt32(utf8[offset &+ 3]) & 0x3F
        offset &+= 4
        return (first & 0x07) << 18 | second << 12 | third << 6 | fourth
    }
}
