extension JSONReader {
    /// Reads the string at the position and returns where its text is, without the quotes.
    ///
    /// - Parameter unescaping: whether escapes are undone in place; if not, they are only checked.
    mutating func readString(unescaping: Bool = true) throws(InputError) -> Range<Int> {
        let start = position + 1
        var from = start
        while from < end, text[from] != Byte.quote, text[from] != Byte.backslash, text[from] >= Byte.space {
            from += 1
        }
        var to = from
        position = from
        while position < end {
            let byte = text[position]
            if byte == Byte.quote {
                position += 1
                return start..<to
            }
            guard byte >= Byte.space else { throw failure(controlCharacter: byte) }
            if byte == Byte.backslash {
                let scalar = try readEscape()
                guard unescaping else { continue }
                for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    text[to] = unit
                    to += 1
                }
            } else {
                if unescaping { text[to] = byte }
                to += 1
                position += 1
            }
        }
        throw failure("a string is not closed before \(found)")
    }

    private func failure(controlCharacter byte: UInt8) -> InputError {
        if Byte.isLineBreak(byte) {
            return failure("a string is not closed on its line; a line break in a string is written \\n")
        }
        let hex = String(byte, radix: 16, uppercase: true)
        let code = String(repeating: "0", count: 4 - hex.count) + hex
        return failure("a control character stands in a string; it is written \\u\(code)")
    }

    /// Reads the escape at the position, both of them if it is the first of a surrogate pair.
    private mutating func readEscape() throws(InputError) -> Unicode.Scalar {
        position += 1
        let letter = peek
        position += 1
        switch letter {
        case Byte.quote: return "\""
        case Byte.backslash: return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readCodePoint()
        default:
            position -= 1
            throw failure("expected an escape such as \\n or \\\" after a backslash, found \(found)")
        }
    }

    /// Reads the digits after `\u` and, for the first of a pair, the second escape.
    private mutating func readCodePoint() throws(InputError) -> Unicode.Scalar {
        let first = try readHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, skip(Byte.backslash), skip(UInt8(ascii: "u")) {
            let second = try readHexDigits()
            let value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
            if 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(value) { return scalar }
        }
        let hex = String(first, radix: 16, uppercase: true)
        throw failure("the escape \\u\(hex) is half of a surrogate pair without the other half")
    }

    private mutating func readHexDigits() throws(InputError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = peek
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte & 0xF)
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                value = value << 4 | UInt32(byte & 0xF + 9)
            default: throw failure("expected four hexadecimal digits after \\u, found \(found)")
            }
            position += 1
        }
        return value
    }
}
