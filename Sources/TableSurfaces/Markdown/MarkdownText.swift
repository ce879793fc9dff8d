import TableAgent

/// Where text stands in Markdown, which decides on what is beside it.
enum MarkdownPlace {
    /// In a cell, between blanks.
    case cell
    /// Between the stars of strong text.
    case strong
    /// Between the brackets of a link.
    case link
}

extension GridOutput {
    /// Writes text so that Markdown shows it as it is.
    mutating func writeMarkdown(_ utf8: UnsafeBufferPointer<UInt8>, in place: MarkdownPlace) {
        guard let lastStart = utf8.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return }
        // White space at the edges of a cell would be lost.
        let first = Self.blank(in: utf8, at: 0)
        let last = lastStart > 0 ? Self.blank(in: utf8, at: lastStart) : nil
        if let first { write("&#\(first.scalar);") }
        let inner = utf8[(first?.end ?? 0)..<(last == nil ? utf8.count : lastStart)]
        var markup = MarkdownMarkup(UnsafeBufferPointer(rebasing: inner), in: place, isCut: last != nil)
        write(markup.utf8, where: Self.mayNeedMarkdownEscape) { markup.replacement(for: $0, at: $1) }
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
}
