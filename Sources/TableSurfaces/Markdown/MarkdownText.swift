import TableAgent

/// The context of text in Markdown, which determines the characters beside the text.
enum MarkdownContext {
    /// In a cell, between spaces.
    case cell
    /// Between the stars of strong text.
    case strong
    /// Between the brackets of a link.
    case link
}

extension GridOutput {
    /// Writes text so that Markdown shows the text unchanged.
    mutating func writeMarkdown(_ utf8: UnsafeBufferPointer<UInt8>, in context: MarkdownContext) {
        guard let lastStart = utf8.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return }
        // Markdown would strip white space at the edges of a cell.
        let first = Self.blank(in: utf8, at: 0)
        let last = lastStart > 0 ? Self.blank(in: utf8, at: lastStart) : nil
        if let first { write("&#\(first.scalar);") }
        let inner = UnsafeBufferPointer(
            rebasing: utf8[(first?.end ?? 0)..<(last == nil ? utf8.count : lastStart)])
        var markup = MarkdownMarkup(inner, in: context, isCut: last != nil)
        write(inner, where: Self.mayNeedMarkdownEscape) { markup.replacement(for: $0, at: $1) }
        if let last { write("&#\(last.scalar);") }
    }

    /// Writes the end of a link and its address.
    mutating func writeMarkdown(_ link: LinkAddress) {
        // Besides ampersands and parentheses, a `LinkAddress` contains no character that could end an address
        // or begin an escape. GitHub's parser reads an entity in an address even after a backslash, so an
        // ampersand becomes an entity.
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

    /// Returns a mask of the bytes that start a scalar that may be markup or a control character.
    @inline(__always)
    private static func mayNeedMarkdownEscape(_ word: ByteWord) -> UInt64 {
        let harmless = word.isLetterOrDigit | word.isEqual(to: UInt8(ascii: " ")) | word.nonASCII
        return ByteWord.not(harmless) | word.isEqual(to: 0xC2) | word.isEqual(to: 0xE2)
    }

    /// Returns the scalar at an offset and its end if the scalar is white space (Unicode, White_Space) but
    /// not a control.
    @inline(__always)
    private static func blank(
        in utf8: UnsafeBufferPointer<UInt8>, at offset: Int
    ) -> (scalar: UInt32, end: Int)? {
        if 0x21...0x7F ~= utf8[offset] { return nil }
        var end = offset
        let scalar = utf8.scalar(at: &end)
        return switch scalar {
        case 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: (scalar, end)
        default: nil
        }
    }
}
