import TableAgent

extension GridOutput {
    /// Writes text so that Markdown shows it as it is.
    mutating func writeMarkdown(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard let lastStart = utf8.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return }
        // White space at the edges of a cell would be lost.
        let first = Self.blank(in: utf8, at: 0)
        let last = lastStart > 0 ? Self.blank(in: utf8, at: lastStart) : nil
        if let first { write("&#\(first.scalar);") }
        let inner = utf8[(first?.end ?? 0)..<(last == nil ? utf8.count : lastStart)]
        writeMarkdown(inner: UnsafeBufferPointer(rebasing: inner))
        if let last { write("&#\(last.scalar);") }
    }

    /// Writes the end of a link, with its address.
    mutating func writeMarkdown(_ link: LinkAddress) {
        // What else could end an address, or be an escape in it, stands in none. An ampersand is an entity: GitHub's
        // parser reads one in an address even behind a backslash.
        write("](")
        for scalar in link.text.unicodeScalars {
            switch scalar {
            case "&": write("&amp;")
            case "(", ")": write("\\\(scalar)")
            default: write(String(scalar))
            }
        }
        write(")")
    }

    private mutating func writeMarkdown(inner utf8: UnsafeBufferPointer<UInt8>) {
        write(utf8, where: Self.mayNeedMarkdownEscape) { scalar, bytes in
            switch scalar {
            case 0x0A: bytes.lowerBound > 0 && utf8[bytes.lowerBound - 1] == 0x0D ? "" : "<br>"
            case 0x0D: "<br>"
            case 0x09: "&#9;"
            case 0x00...0x1F, 0x7F...0x9F: "\u{FFFD}"
            case 0x3A where Self.startsAddress(utf8[bytes.upperBound...]): "\\:"
            case 0x3A: Self.startsEmoji(utf8[bytes.upperBound...]) ? "<span>:</span>" : nil
            case 0x24: Self.isPair(utf8, at: bytes.lowerBound) ? "<span>$</span>" : nil
            case 0x40: Self.startsMention(utf8, at: bytes.lowerBound) ? "<span>@</span>" : nil
            case 0x2E: Self.followsWWW(utf8[..<bytes.lowerBound]) ? "\\." : nil
            case 0x21...0x7E where Self.markup.contains(UInt8(scalar)):
                "\\\(Character(UnicodeScalar(UInt8(scalar))))"
            default: nil
            }
        }
    }

    /// Where a byte starts a scalar that Markdown may read as markup, or a control character.
    private static func mayNeedMarkdownEscape(_ word: ByteWord) -> UInt64 {
        let harmless = word.isLetterOrDigit | word.isEqual(to: UInt8(ascii: " ")) | word.nonASCII
        return ByteWord.not(harmless) | word.isEqual(to: 0xC2)
    }

    /// The scalar at an offset and where it ends, if it is white space (Unicode, White_Space) and no control.
    private static func blank(
        in utf8: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> (scalar: UInt32, end: Int)? {
        var end = offset
        let scalar = utf8.scalar(at: &end)
        return switch scalar {
        case 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: (scalar, end)
        default: nil
        }
    }

    /// Whether a colon stands before `//`, where GFM would make a link of the text and keep the backslashes
    /// in it. With the colon escaped it makes none.
    private static func startsAddress(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        rest.starts(with: "//".utf8)
    }

    /// Whether a full stop stands behind `www`, where GFM would make a link, too.
    private static func followsWWW(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        text.suffix(3).elementsEqual("www".utf8) { $0 | 0x20 == $1 }
    }

    // GitHub looks for what follows in the page that it has made of the Markdown, where no backslash is left.
    // A sign in an element of its own is found no more; its documentation advises that for `$`.

    /// Whether the rest behind a colon makes the name of an emoji of it, such as `:tada:` or `:+1:`.
    ///
    /// Names of digits alone are those that there are; `12:30:45` is a time.
    private static func startsEmoji(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let name = rest.prefix(40).prefix { isWord($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ":") else {
            return false
        }
        return !name.allSatisfy { 0x30...0x39 ~= $0 } || name.elementsEqual("100".utf8)
            || name.elementsEqual("1234".utf8)
    }

    /// Whether a dollar sign is not the only one of its text, so that it may begin or end a formula.
    private static func isPair(_ utf8: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        utf8[(offset + 1)...].contains(UInt8(ascii: "$")) || utf8[..<offset].contains(UInt8(ascii: "$"))
    }

    /// Whether an at sign stands before a name and not in a mail address.
    private static func startsMention(_ utf8: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        offset + 1 < utf8.count && isWord(utf8[offset + 1]) && (offset == 0 || !isWord(utf8[offset - 1]))
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// What Markdown would read as markup, and reads as itself behind a backslash.
    private static let markup = Array("\\`*_[]<>|~&#!".utf8)
}
