/// Finds the characters of a text that Markdown would read as markup, and escapes them.
///
/// A character is escaped only where it has a meaning. Section numbers refer to the GFM specification. A
/// table contains no blocks, so `#` and other characters that begin a block are plain text.
struct MarkdownMarkup {
    let utf8: UnsafeBufferPointer<UInt8>
    private let context: MarkdownContext
    /// Whether a character reference follows the text.
    private let isCut: Bool
    private lazy var stars = delimiters(0x2A)
    private lazy var underscores = delimiters(0x5F)
    private lazy var tildes = delimiters(0x7E)
    /// The last run of delimiters that was examined, and whether it needs escapes.
    private var lastRun = (0..<0, isEscaped: false)
    /// The last address that was examined: its end, and whether it needs no escapes.
    private var address = (end: 0, isPlain: false)
    private lazy var lastBracket = utf8.lastIndex(of: 0x5D) ?? -1
    private lazy var hasCode = utf8.lastIndex(of: 0x60) != utf8.firstIndex(of: 0x60)

    init(_ utf8: UnsafeBufferPointer<UInt8>, in context: MarkdownContext, isCut: Bool) {
        self.utf8 = utf8
        self.context = context
        self.isCut = isCut
    }

    /// Returns the replacement of a scalar, or `nil` to keep the scalar. Call this in the order of the
    /// scalars.
    mutating func replacement(for scalar: UInt32, at bytes: Range<Int>) -> String? {
        let (offset, next) = (bytes.lowerBound, bytes.upperBound)
        if offset < address.end, address.isPlain { return nil }
        if scalar.changesDirection { return "\u{FFFD}" }
        switch scalar {
        case 0x0A: return offset > 0 && utf8[offset - 1] == 0x0D ? "" : "<br>"
        case 0x0D: return "<br>"
        case 0x09: return "&#9;"
        case 0x00...0x1F, 0x7F...0x9F: return "\u{FFFD}"
        case 0x3A where utf8[next...].starts(with: "//".utf8):
            return leavesAddress(from: offset + 3) ? nil : "\\:"
        case 0x2E where utf8[..<offset].suffix(3).elementsEqual("www".utf8, by: { $0 | 0x20 == $1 }):
            return leavesAddress(from: next) ? nil : "\\."
        case 0x24 where isPair(at: offset): return "<span>$</span>"
        case 0x3A where startsEmoji(utf8[next...]): return "<span>:</span>"
        case 0x40 where startsMention(at: offset): return "<span>@</span>"
        case 0x21...0x7E where isMarkup(UInt8(scalar), at: offset):
            return "\\\(UnicodeScalar(UInt8(scalar)))"
        default: return nil
        }
    }

    /// Returns whether a character would be read as markup unless a backslash precedes it.
    private mutating func isMarkup(_ byte: UInt8, at offset: Int) -> Bool {
        let next = offset + 1 < utf8.count ? utf8[offset + 1] : nil
        switch byte {
        case UInt8(ascii: "|"): return true  // 4.10: the end of a cell.
        case UInt8(ascii: "\\"):  // 6.1: before punctuation and replaced control characters.
            return next.map { Side($0) == .punctuation || $0 < 0x20 } ?? true
        case UInt8(ascii: "&"): return startsReference(at: offset + 1)
        case UInt8(ascii: "`"): return hasCode  // 6.3: a code span, between two backticks.
        case UInt8(ascii: "*"): return isDelimiter(byte, stars, at: offset)
        case UInt8(ascii: "_"): return isDelimiter(byte, underscores, at: offset)
        case UInt8(ascii: "~"): return isDelimiter(byte, tildes, at: offset)
        case UInt8(ascii: "["): return context == .link || offset < lastBracket  // 6.6: a link.
        case UInt8(ascii: "]"): return context == .link
        case UInt8(ascii: "<"): return startsTag(at: offset + 1)
        default: return false
        }
    }

    /// Whether a character reference starts at an offset (6.2): `&amp;`, `&#38;`, `&#x26;`.
    private func startsReference(at offset: Int) -> Bool {
        var rest = utf8[offset...].prefix(40)
        if rest.first == UInt8(ascii: "#") { rest.removeFirst() }
        let end = rest.firstIndex { Side($0) != .word }
        return end.map { $0 > rest.startIndex && rest[$0] == UInt8(ascii: ";") } ?? false
    }

    /// Whether a tag (6.10) or autolink (6.8) starts at an offset: `<b>`, `</b>`, `<!`, `<?`; `<https:`,
    /// `<a@b.c>`.
    private func startsTag(at offset: Int) -> Bool {
        guard offset < utf8.count else { return false }
        switch utf8[offset] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "/"),
            UInt8(ascii: "!"), UInt8(ascii: "?"):
            return true
        default:
            let name = utf8[offset...].prefix { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "<") }
            return name.dropFirst().contains(UInt8(ascii: "@"))
        }
    }
}

// MARK: Emphasis and strikethrough

extension MarkdownMarkup {
    /// The kind of character beside a run of delimiters.
    private enum Side {
        case blank, punctuation, word
        /// A character that parsers classify differently, or the edge of the text.
        case unknown

        init(_ byte: UInt8) {
            switch byte {
            case 0x20: self = .blank
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"):
                self = .word
            case 0x21...0x7E: self = .punctuation
            default: self = .unknown
            }
        }
    }

    /// Returns the kind of character at an offset beside a run.
    private func side(at offset: Int) -> Side {
        // GitHub's parser looks past tildes; other parsers do not.
        guard utf8.indices ~= offset, utf8[offset] != UInt8(ascii: "~") else { return .unknown }
        guard utf8[offset] >= 0x80 else { return Side(utf8[offset]) }
        var start = offset
        while utf8[start] & 0xC0 == 0x80 { start -= 1 }
        // Some parsers treat alphabetic symbols, such as Ⓐ, as punctuation.
        switch UnicodeScalar(utf8.scalar(at: &start))?.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return .word
        default: return .unknown
        }
    }

    /// Returns whether a run of delimiters may begin or end emphasis (6.4, left- and right-flanking).
    private func flanks(_ byte: UInt8, _ run: Range<Int>) -> (opens: Bool, closes: Bool) {
        let (before, after) = (side(at: run.lowerBound - 1), side(at: run.upperBound))
        if byte == UInt8(ascii: "_"), before == .word, after == .word { return (false, false) }
        return (
            after != .blank && (after != .punctuation || before != .word),
            before != .blank && (before != .punctuation || after != .word)
        )
    }

    private func run(of byte: UInt8, from start: Int) -> Range<Int> {
        start..<(utf8[start...].firstIndex { $0 != byte } ?? utf8.count)
    }

    /// Returns the range from the first run that may begin emphasis to the last run that may end it.
    private func delimiters(_ byte: UInt8) -> Range<Int> {
        var (first, last): (Int?, Int) = (nil, 0)
        var offset = 0
        while let start = utf8[offset...].firstIndex(of: byte) {
            let run = run(of: byte, from: start)
            let (opens, closes) = flanks(byte, run)
            if closes { last = start }
            if opens, first == nil { first = start }
            offset = run.upperBound
        }
        guard let first, first < last else { return 0..<0 }
        return first..<(last + 1)
    }

    /// Returns whether a delimiter has a partner: in the text or, in strong text, in the stars around the
    /// text. GitHub's parser looks past tildes, so a tilde counts, too.
    private mutating func isDelimiter(_ byte: UInt8, _ pairs: Range<Int>, at offset: Int) -> Bool {
        if !lastRun.0.contains(offset) {
            let found = run(of: byte, from: offset)
            let (opens, closes) = flanks(byte, found)
            let hasPartner = pairs ~= offset || context == .strong && byte != UInt8(ascii: "_")
            lastRun = (found, hasPartner && (opens || closes))
        }
        return lastRun.isEscaped
    }
}

// MARK: Addresses

extension MarkdownMarkup {
    /// Returns whether the rest of an address needs no escapes (6.9).
    ///
    /// GitHub links an address as written, including backslashes in it. If the colon, or the full stop after
    /// `www`, is escaped, GitHub does not link the address.
    private mutating func leavesAddress(from start: Int) -> Bool {
        if start < address.end { return false }
        var offset = start
        while offset < utf8.count, !isMarkup(utf8[offset], at: offset) {
            var next = offset
            let scalar = utf8.scalar(at: &next)
            // These are blanks, or are replaced.
            if scalar <= 0x20 || 0x7F..<0xA0 ~= scalar || scalar.changesDirection { break }
            offset = next
        }
        let isWhole = offset == utf8.count ? !isCut : [0x20, 0x0A, 0x0D].contains(utf8[offset])
        address = (offset, isWhole && (offset == start || Side(utf8[start]) != .punctuation))
        return address.isPlain
    }
}

// MARK: GitHub

// GitHub looks for the following characters in the rendered page, which no longer has the backslashes. GitHub
// ignores a character inside a `<span>`; its documentation recommends this element for `$`.

extension MarkdownMarkup {
    /// Returns whether a colon begins the name of an emoji, such as `:tada:` or `:+1:`.
    ///
    /// The only emoji names made of digits are `100` and `1234`; `12:30:45` is a time.
    private func startsEmoji(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let name = rest.prefix(40).prefix {
            Self.isWord($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        }
        guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ":") else {
            return false
        }
        return !name.allSatisfy { 0x30...0x39 ~= $0 } || name.elementsEqual("100".utf8)
            || name.elementsEqual("1234".utf8)
    }

    /// Returns whether the text has another dollar sign, so that GitHub could read a formula between the two.
    private func isPair(at offset: Int) -> Bool {
        utf8[(offset + 1)...].contains(UInt8(ascii: "$")) || utf8[..<offset].contains(UInt8(ascii: "$"))
    }

    /// Returns whether an at sign precedes a name and is not part of a mail address.
    private func startsMention(at offset: Int) -> Bool {
        offset + 1 < utf8.count && Self.isWord(utf8[offset + 1])
            && (offset == 0 || !Self.isWord(utf8[offset - 1]))
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        Side(byte) == .word || byte == UInt8(ascii: "_")
    }
}
