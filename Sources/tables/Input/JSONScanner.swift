/// Reads the strings, numbers, and brackets of JSON, as RFC 8259 describes them.
///
/// Foundation's readers lose the order of keys, the text of numbers, and line numbers. Strings are unescaped
/// in place.
struct JSONScanner {
    /// The maximum number of arrays and objects around a value.
    private let deepest = 512

    /// A position in the bytes, and its line.
    typealias Place = (position: Int, line: Int)
    /// The first two bytes of a value without white space, such as `[` and `{`.
    typealias Opening = (first: UInt8, second: UInt8?)
    /// A member of an object: its undecoded key, and the start of its value.
    typealias Member = (key: String, opening: Opening, place: Place)

    let file: String
    /// Whether each object ends on its line.
    let isLines: Bool
    var bytes: [UInt8] = []
    /// The number of bytes of the file up to the end of these bytes.
    private(set) var size = 0
    private(set) var position = 0
    private(set) var line = 1
    /// The end of the part to read: the end of the text or, in JSON Lines, of the line.
    var end = 0
    /// The number of arrays and objects around the position.
    private(set) var depth = 0

    /// Continues at the start of new bytes.
    mutating func begin() {
        position = size == 0 ? bytes.byteOrderMarkCount : 0
        end = bytes.count
        size += bytes.count
    }

    /// The position and its line.
    var place: Place { (position, line) }

    /// Continues at a place.
    mutating func go(to place: Place) {
        position = place.position
        line = place.line
    }

    /// Whether the position is at the end of the part to read.
    var isAtEnd: Bool { position == end }

    // MARK: Arrays and objects

    /// Moves from the opening bracket or an element to the next element, or beyond the closing bracket.
    ///
    /// - Parameters:
    ///   - count: The number of elements so far: 0 at the opening bracket. The next element is counted.
    ///   - closing: The closing bracket.
    /// - Returns: Whether there is a next element.
    mutating func next(_ count: inout Int, until closing: UInt8) throws(InputError) -> Bool {
        if count == 0 {
            depth += 1
            guard depth <= deepest else { throw failure("values are nested more than \(deepest) deep") }
            position += 1
        }
        if skipToken(closing) {
            depth -= 1
            return false
        }
        guard count == 0 || skip(",") else {
            throw expected("',' or '\(Unicode.Scalar(closing))' after a value")
        }
        skipWhitespace()
        count += 1
        return true
    }

    /// Reads a key, its colon, and the white space around the colon.
    mutating func readKey(unescaping: Bool) throws(InputError) -> Range<Int> {
        guard peek == "\"" else { throw expected("a key in double quotes") }
        let key = try readString(unescaping: unescaping)
        guard skipToken(":") else { throw expected("':' after a key") }
        skipWhitespace()
        return key
    }

    /// Checks the value at the position.
    ///
    /// - Parameter findsMembers: Whether the result has the members of an object. Otherwise, it is empty.
    @discardableResult
    mutating func skipValue(findsMembers: Bool = false) throws(InputError) -> [Member] {
        var members: [Member] = []
        var count = 0
        switch peek {
        case "\"": _ = try readString(unescaping: false)
        case "{":
            while try next(&count, until: "}") {
                let key = try readKey(unescaping: false)
                if findsMembers {
                    members.append((bytes.text(key), opening, place))
                }
                try skipValue()
            }
        case "[": while try next(&count, until: "]") { try skipValue() }
        default: _ = try readScalar()
        }
        return members
    }

    // MARK: Values

    /// Reads the value at the position as a cell. A nested value loses its white space.
    mutating func readValue() throws(InputError) -> SourceTable.Cell {
        switch peek {
        case "\"": return SourceTable.Cell(try readString(unescaping: true), .text)
        case "{", "[":
            let start = position
            try skipValue()
            // An argument of `checked` would be compacted in a copy of all bytes.
            let json = compact(start..<position)
            return SourceTable.Cell(try checked(json), .json)
        default: return try readScalar()
        }
    }

    /// Reads the number, `true`, `false`, or `null` at the position.
    private mutating func readScalar() throws(InputError) -> SourceTable.Cell {
        let word = word
        let isNumber = word.withUnsafeBufferPointer { NumberText($0) }?.isJSON == true
        guard let kind = isNumber ? .number : Self.words[bytes.text(word.indices)] else {
            throw expected("a value")
        }
        position = word.endIndex
        return SourceTable.Cell(kind == .null ? 0..<0 : try checked(word.indices), kind)
    }

    /// Returns the range of a text that has room in a cell.
    private func checked(_ range: Range<Int>) throws(InputError) -> Range<Int> {
        guard range.count <= SourceTable.Cell.maxLength else { throw failure(SourceTable.tooLong) }
        return range
    }

    private static let words: [String: SourceTable.Kind] = ["true": .true, "false": .false, "null": .null]

    /// Removes white space outside strings from checked JSON, and returns the new range.
    private mutating func compact(_ json: Range<Int>) -> Range<Int> {
        var to = json.lowerBound
        var isInString = false
        var isEscaped = false
        for index in json {
            let byte = bytes[index]
            if byte == "\"", !isEscaped { isInString.toggle() }
            isEscaped = byte == "\\" && !isEscaped
            if isInString || byte > " " {
                bytes[to] = byte
                to += 1
            }
        }
        return json.lowerBound..<to
    }

    /// Reads the string at the position, and returns the range of its text without the quotes.
    ///
    /// - Parameter unescaping: Whether escapes are decoded in place. If not, they are only checked.
    private mutating func readString(unescaping: Bool) throws(InputError) -> Range<Int> {
        let start = position + 1
        var to = start
        position = start
        while position < end {
            let byte = bytes[position]
            if byte == "\"" {
                position += 1
                return try checked(start..<(unescaping ? to : position - 1))
            }
            guard byte >= " " else {
                let code = (byte < 0x10 ? "000" : "00") + String(byte, radix: 16, uppercase: true)
                throw failure("a string is not closed, or contains a control character, written \\u\(code)")
            }
            if byte == "\\" {
                let scalar = try readEscape()
                guard unescaping else { continue }
                for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    bytes[to] = unit
                    to += 1
                }
            } else {
                if unescaping, to < position { bytes[to] = byte }
                to += 1
                position += 1
            }
        }
        throw failure("a string is not closed before the end of the \(isLines ? "line" : "file")")
    }

    /// Reads the escape at the position. For a surrogate pair, reads both escapes.
    private mutating func readEscape() throws(InputError) -> Unicode.Scalar {
        position += 1
        if let scalar = Self.escapes[peek] {
            position += 1
            return scalar
        }
        guard skip("u") else { throw expected("an escape such as \\n or \\\" after a backslash") }
        let first = try readHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, skip("\\"), skip("u") {
            let second = try readHexDigits()
            let value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
            if 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(value) { return scalar }
        }
        let hex = String(first, radix: 16, uppercase: true)
        throw failure("the escape \\u\(hex) is half of a surrogate pair without the other half")
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]

    private mutating func readHexDigits() throws(InputError) -> UInt32 {
        let digits = bytes[position..<end].prefix(4).prefix { Character(Unicode.Scalar($0)).isHexDigit }
        position = digits.endIndex
        guard digits.count == 4, let value = UInt32(bytes.text(digits.indices), radix: 16) else {
            throw expected("four hexadecimal digits after \\u")
        }
        return value
    }

    /// The letters, digits, and signs of numbers at the position.
    private var word: ArraySlice<UInt8> {
        bytes[position..<end].prefix { $0.isLetter || $0.isDigit || $0 == "-" || $0 == "+" || $0 == "." }
    }

    /// The byte at the position, or 0 at the end. No JSON token begins with 0.
    var peek: UInt8 { position < end ? bytes[position] : 0 }

    /// The opening bracket at the position, or 0 for other values.
    var bracket: UInt8 { peek == "{" || peek == "[" ? peek : 0 }

    /// The start of the value at the position.
    var opening: Opening { (peek, bytes[position..<end].dropFirst().first { !$0.isWhitespace }) }

    /// Skips a byte if it is at the position. Returns whether it was skipped.
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Skips white space and then a byte, if that byte is next. Returns whether the byte was skipped.
    private mutating func skipToken(_ byte: UInt8) -> Bool {
        skipWhitespace()
        return skip(byte)
    }

    /// Skips white space and counts the lines.
    mutating func skipWhitespace() {
        while position < end {
            let byte = bytes[position]
            guard byte.isWhitespace else { return }
            if bytes.endsLine(at: position) { line += 1 }
            position += 1
        }
    }

    /// Returns an error at a place, or at the position.
    func failure(_ reason: String, at place: Place? = nil) -> InputError {
        InputError(file: file, line: place?.line ?? line, reason: reason)
    }

    func expected(_ what: String) -> InputError { failure("expected \(what), found \(found)") }

    /// The text at the position for a message: a word, or one character.
    var found: String {
        let lineEnd = "the end of the line; for objects of several lines use --from json"
        if isAtEnd { return isLines ? lineEnd : "the end of the file" }
        let word = word.prefix(200)
        let scalar = bytes.text(position..<min(position + 4, end)).unicodeScalars.prefix(1)
        return (word.isEmpty ? String(scalar) : bytes.text(word.indices)).quoted()
    }
}
