extension JSONReader {
    /// The byte at the position, or 0 at the end; no token of JSON begins with 0.
    var peek: UInt8 { position < end ? text[position] : 0 }

    /// Steps over a byte if it is the one at the position.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard position < end, text[position] == byte else { return false }
        position += 1
        return true
    }

    /// Steps over white space and counts the lines.
    mutating func skipWhitespace() {
        while position < end {
            switch text[position] {
            case Byte.space, Byte.tab: break
            case Byte.lineFeed: line += 1
            case Byte.carriageReturn:
                // Of a CRLF, the LF counts.
                if position + 1 == end || text[position + 1] != Byte.lineFeed { line += 1 }
            default: return
            }
            position += 1
        }
    }

    /// The text at a place as a new string.
    func string(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
    }

    /// An error on the line of the position.
    func failure(_ reason: String) -> InputError {
        InputError(file: file, line: line, reason: reason)
    }

    /// What stands at the position, as messages name it: a word, else one character.
    var found: String {
        guard position < end else { return layout == .lines ? "the end of the line" : "the end of the file" }
        var word = text[position..<end].prefix { Byte.isLetter($0) || Byte.isDigit($0) }.prefix(200)
        if word.isEmpty {
            let rest = text[position..<end].dropFirst().prefix { $0 & 0xC0 == 0x80 }
            word = text[position..<rest.endIndex]
        }
        return string(word.indices).quoted()
    }

    /// The type of the value that begins at the position, as messages name it.
    var foundValue: String {
        switch peek {
        case Byte.openBrace: "an object"
        case Byte.openBracket: "an array"
        case Byte.quote: "a string"
        case Byte.minus, UInt8(ascii: "0")...UInt8(ascii: "9"): "a number"
        default: found
        }
    }
}
