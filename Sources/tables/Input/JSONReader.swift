/// Reads JSON, as RFC 8259 describes it, into a ``SourceTable``. The rows are in an array of objects, in an
/// array within an object, in the sections that `--to json` writes, or in JSON Lines.
///
/// Foundation's readers lose the order of keys, the text of numbers, and line numbers. Strings are unescaped
/// in place. Each key becomes a column, in the order of first appearance. Nested values remain JSON, without
/// white space.
struct JSONReader {
    /// The maximum nesting depth, including the array and its objects.
    static let deepest = 512

    private let file: String
    /// Whether each line contains an object, instead of one array that contains all objects.
    private let isLines: Bool
    /// Whether the members of nested objects become columns.
    private let flattens: Bool
    /// The maximum number of rows to read.
    private let limit: Int
    private var bytes: [UInt8] = []
    /// The number of bytes of the file up to the end of these bytes.
    private var size = 0
    private var position = 0
    /// The end of the part to read: the end of the text or, in JSON Lines, of the line.
    private var end = 0
    private var line = 1
    private var cells: [SourceTable.Cell] = []
    private var rows: [SourceTable.RowStart] = []
    /// The end of the rows that the progress has counted.
    private var reported = 0
    /// The number of cells with missing values.
    private var missing = 0
    /// The keys as bytes, because equal strings can have different bytes.
    private var keys: [[UInt8]] = []
    private var columns: [[UInt8]: Int] = [:]

    /// Reads a file that is valid UTF-8. If the file contains an object, the path can name the member to
    /// read.
    ///
    /// - Complexity: O(*n*) in the bytes of the file, if most objects have the same keys.
    static func table(
        from file: consuming InputFile, isLines: Bool, _ options: InputOptions, limit: Int
    ) throws(InputError) -> SourceTable {
        var reader = JSONReader(file.name, isLines: isLines, options, limit: limit)
        swap(&reader.bytes, &file.bytes)
        reader.begin()
        try isLines ? reader.readLines() : reader.readWhole(options.path)
        if isLines, reader.rows.isEmpty { throw reader.emptyLines }
        return reader.table
    }

    /// Creates a reader for JSON Lines that are read part by part.
    init(linesOf file: String, _ options: InputOptions) {
        self.init(file, isLines: true, options, limit: .max)
    }

    private init(_ file: String, isLines: Bool, _ options: InputOptions, limit: Int) {
        self.file = file
        self.isLines = isLines
        self.limit = limit
        flattens = options.flattens
    }

    /// Reads the next lines of a file as a table. Its columns begin with those of the parts before.
    mutating func readPart(_ lines: [UInt8]) throws(InputError) -> SourceTable {
        bytes = lines
        cells = []
        rows = []
        begin()
        try readLines()
        return table
    }

    private mutating func begin() {
        position = size == 0 ? bytes.byteOrderMarkCount : 0
        end = bytes.count
        size += bytes.count
    }

    private var table: SourceTable {
        SourceTable(
            file: file, columns: SourceTable.uniqueNames(keys), guessesKinds: false, bytes: bytes,
            cells: cells,
            rows: rows)
    }

    private mutating func readWhole(_ path: String?) throws(InputError) {
        skipWhitespace()
        guard position < end else { throw emptyFile("an array of objects") }
        if peek == "{" {
            for array in try findArrays(path) {
                go(to: array)
                try readArray()
            }
        } else if let path {
            throw failure("expected an object with the member \(path.quoted()), found \(foundValue)")
        } else {
            try readArray()
            skipWhitespace()
            guard position == end || rows.count == limit else { throw expected("nothing after the array") }
        }
    }

    /// A member of an object: its undecoded key, and the start of its value.
    private typealias Member = (key: Range<Int>, value: Int, line: Int)

    /// Returns the arrays that contain the rows of the object at the position. These are the member that a
    /// path names, the rows of the sections that `--to json` writes, or the only array of objects.
    ///
    /// - Parameters:
    ///   - path: The key of a member, or the keys of an object and of a member in it, such as `data.rows`.
    ///   - isInner: Whether the object is the value of a member.
    private mutating func findArrays(_ path: String?, isInner: Bool = false) throws(InputError) -> [Member] {
        let noArray = failure("expected an array of objects, found an object\(advice)")
        let members = try skipValue()
        skipWhitespace()
        guard isInner || position == end else {
            throw peek == "{" ? noArray : expected("nothing after the object")
        }
        if let path, let member = members.first(where: { isKey($0, path) }) { return [member] }
        if let path, let dot = path.firstIndex(of: "."),
            let object = members.first(where: { isKey($0, String(path[..<dot])) && bytes[$0.value] == "{" })
        {
            go(to: object)
            return try findArrays(String(path[path.index(after: dot)...]), isInner: true)
        }
        var arrays = members.filter { isArray($0, of: "{") }
        if arrays.isEmpty { arrays = members.filter { isArray($0, of: "]") } }
        guard !arrays.isEmpty else {
            for object in members where bytes[object.value] == "{" {
                go(to: object)
                guard let array = try skipValue().first(where: { isArray($0, of: "{") }) else { continue }
                let path = "\(bytes.text(object.key)).\(bytes.text(array.key))".quoted()
                throw InputError(
                    file: file,
                    reason: "expected an array of objects; there is one inside: use --path \(path)")
            }
            throw noArray
        }
        if path == nil {
            let sections = arrays.first { isKey($0, "sections") }
            if let sections, let rows = try findRows(of: sections) { return rows }
            if arrays.count == 1 { return arrays }
        }
        let names = arrays.prefix(5).map { bytes.text($0.key).quoted() }.joined(separator: ", ")
        let rest = arrays.count > 5 ? ", …" : ""
        let problem = path.map { "there is no member \($0.quoted())" } ?? "several members are arrays"
        throw InputError(file: file, reason: "\(problem); pick one with --path KEY: \(names)\(rest)")
    }

    /// Continues at the start of a member's value.
    private mutating func go(to member: Member) {
        position = member.value
        line = member.line
    }

    private func isKey(_ member: Member, _ key: String) -> Bool {
        bytes[member.key].elementsEqual(key.utf8)
    }

    /// Returns whether a member is an array with a certain first token: `{` for objects, `]` for an empty
    /// array.
    private func isArray(_ member: Member, of token: UInt8) -> Bool {
        bytes[member.value] == "[" && bytes[(member.value + 1)...].first { !$0.isWhitespace } == token
    }

    /// Returns the arrays of rows in an array of sections, or `nil` if an element has no rows.
    private mutating func findRows(of sections: Member) throws(InputError) -> [Member]? {
        go(to: sections)
        var rows: [Member]? = []
        try readElements(until: "]") { reader throws(InputError) in
            let members = try reader.skipValue()
            let array = members.first { reader.isKey($0, "rows") && reader.bytes[$0.value] == "[" }
            if let array { rows?.append(array) } else { rows = nil }
        }
        return rows
    }

    /// Reads the array of objects at the position as rows.
    private mutating func readArray() throws(InputError) {
        guard peek == "[" else { throw failure("expected an array of objects, found \(foundValue)") }
        try readElements(until: "]", each: "an object", upTo: limit) { reader throws(InputError) in
            guard reader.peek == "{" else {
                let problem = "expected an object as element \(reader.rows.count + 1) of the array"
                throw reader.failure("\(problem), found \(reader.foundValue)")
            }
            try reader.readObject()
        }
    }

    /// Advice for a file with an object where an array is expected.
    private var advice: String {
        let line = bytes[position...].prefix { !$0.isLineBreak }
        let isWhole = line.last { $0 != " " && $0 != "\t" } == "}"
        return isWhole ? "; for one object a line use --from jsonl" : "; for a table of one row put it in [ ]"
    }

    private mutating func readLines() throws(InputError) {
        skipWhitespace()
        while position < bytes.count, rows.count < limit {
            guard peek == "{" else {
                let advice = peek == "[" ? "; for an array of objects use --from json" : ""
                throw failure("expected an object on the line, found \(foundValue)\(advice)")
            }
            end = bytes[position...].firstIndex(where: \.isLineBreak) ?? bytes.count
            try readObject()
            skipWhitespace()
            guard position == end else {
                throw failure("expected one object on the line, found \(found) after it")
            }
            end = bytes.count
            skipWhitespace()
        }
    }

    /// The error of JSON Lines without any object.
    var emptyLines: InputError { emptyFile("an object on each line") }

    private func emptyFile(_ what: String) -> InputError {
        InputError(file: file, reason: "the file is empty; expected \(what)")
    }

    /// Reads the object at the position as a row.
    private mutating func readObject() throws(InputError) {
        let rowStart = cells.count
        if rows.count.isMultiple(of: 4096) {
            Progress.shared.add(position - reported, to: .parsing)
            reported = position
        }
        rows.append(SourceTable.RowStart(line: UInt32(line), cell: UInt32(rowStart)))
        let members = try readMembers(from: rowStart)
        missing += cells.count - rowStart - members
        // Without a limit, objects with ever new keys would fill the memory.
        guard missing <= max(1 << 22, size * 2), cells.count <= Int(UInt32.max) else {
            throw failure(
                "the objects have too few keys in common for a table: \(keys.count) different keys so far")
        }
    }

    /// Reads the members of the object at the position as cells of a row, and returns their number. The prefix
    /// contains the keys of the enclosing objects, each with a dot.
    private mutating func readMembers(
        from rowStart: Int, prefix: [UInt8] = [], depth: Int = 1
    ) throws(InputError) -> Int {
        guard depth <= Self.deepest else { throw failure("values are nested more than \(Self.deepest) deep") }
        var count = 0
        var column = -1
        try readElements(until: "}") { reader throws(InputError) in
            let key = try reader.readKey(unescaping: true)
            if reader.flattens, reader.peek == "{",
                reader.bytes[(reader.position + 1)...].first(where: { !$0.isWhitespace }) != "}"
            {
                let prefix = prefix + reader.bytes[key] + [UInt8](".".utf8)
                count += try reader.readMembers(from: rowStart, prefix: prefix, depth: depth + 1)
                return
            }
            column = reader.column(of: key, after: prefix, guess: column + 1)
            let index = rowStart + column
            let cell = try reader.readValue()
            while reader.cells.count <= index { reader.cells.append(.missing) }
            guard reader.cells[index].kind == .missing else {
                let name = String(decoding: prefix + reader.bytes[key], as: UTF8.self).quoted()
                throw reader.failure("the key \(name) appears twice in one object")
            }
            reader.cells[index] = cell
            count += 1
        }
        return count
    }

    /// Returns the column of a key. A key that appears for the first time becomes a new column.
    ///
    /// - Parameter guess: The column to try first, because most objects have the same keys in the same order.
    private mutating func column(of key: Range<Int>, after prefix: [UInt8], guess: Int) -> Int {
        if prefix.isEmpty, guess < keys.count, keys[guess].elementsEqual(bytes[key]) { return guess }
        let name = prefix + bytes[key]
        if let column = columns[name] { return column }
        columns[name] = keys.count
        keys.append(name)
        return keys.count - 1
    }

    /// Reads the elements from the bracket at the position to the closing bracket, or up to a number of them.
    private mutating func readElements(
        until closing: UInt8, each: String = "a value", upTo limit: Int = .max,
        _ readElement: (inout JSONReader) throws(InputError) -> Void
    ) throws(InputError) {
        position += 1
        if skipToken(closing) { return }
        var count = 0
        repeat {
            skipWhitespace()
            try readElement(&self)
            count += 1
        } while count < limit && skipToken(",")
        guard count == limit || skipToken(closing) else {
            throw expected("',' or '\(Unicode.Scalar(closing))' after \(each)")
        }
    }

    /// Reads a key, its colon, and the white space around the colon.
    private mutating func readKey(unescaping: Bool) throws(InputError) -> Range<Int> {
        guard peek == "\"" else { throw expected("a key in double quotes") }
        let key = try readString(unescaping: unescaping)
        guard skipToken(":") else { throw expected("':' after a key") }
        skipWhitespace()
        return key
    }

    private mutating func readValue() throws(InputError) -> SourceTable.Cell {
        switch peek {
        case "\"": return SourceTable.Cell(try readString(unescaping: true), .text)
        case "{", "[":
            let start = position
            try skipValue(depth: isLines ? 2 : 3)
            return SourceTable.Cell(compact(start..<position), .json)
        default: return try readScalar()
        }
    }

    /// Checks the value at the position. The depth is the number of enclosing values plus 1.
    ///
    /// - Returns: The members of an object at the top level.
    @discardableResult
    private mutating func skipValue(depth: Int = 1) throws(InputError) -> [Member] {
        guard depth <= Self.deepest else { throw failure("values are nested more than \(Self.deepest) deep") }
        var members: [Member] = []
        switch peek {
        case "\"": _ = try readString(unescaping: false)
        case "{":
            try readElements(until: "}") { reader throws(InputError) in
                let key = try reader.readKey(unescaping: false)
                if depth == 1 { members.append((key, reader.position, reader.line)) }
                try reader.skipValue(depth: depth + 1)
            }
        case "[":
            try readElements(until: "]") { reader throws(InputError) in
                try reader.skipValue(depth: depth + 1)
            }
        default: _ = try readScalar()
        }
        return members
    }

    /// Reads the number, `true`, `false`, or `null` at the position.
    private mutating func readScalar() throws(InputError) -> SourceTable.Cell {
        let start = position
        if peek == "-" || peek.isDigit {
            let number = bytes[start..<end].prefix { $0.isDigit || $0.isLetter || "+-.".utf8.contains($0) }
            guard number.withUnsafeBufferPointer({ NumberText($0) })?.isJSON == true else {
                let token = bytes.text(number.prefix(200).indices).quoted()
                throw failure("\(token) is not a number as JSON writes them")
            }
            position = number.endIndex
            return SourceTable.Cell(number.indices, .number)
        }
        let word = bytes[start..<end].prefix { $0.isLetter || $0.isDigit }
        guard let kind = Self.words[bytes.text(word.indices)] else { throw expected("a value") }
        position = word.endIndex
        return SourceTable.Cell(kind == .null ? start..<start : word.indices, kind)
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
                return start..<(unescaping ? to : position - 1)
            }
            guard !byte.isLineBreak else {
                throw failure("a string is not closed on its line; a line break in a string is written \\n")
            }
            guard byte >= " " else {
                let code = (byte < 0x10 ? "000" : "00") + String(byte, radix: 16, uppercase: true)
                throw failure("a string contains a control character; it is written \\u\(code)")
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
        throw failure("a string is not closed before \(found)")
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

    /// The byte at the position, or 0 at the end. No JSON token begins with 0.
    private var peek: UInt8 { position < end ? bytes[position] : 0 }

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
    private mutating func skipWhitespace() {
        while position < end {
            let byte = bytes[position]
            guard byte.isWhitespace else { return }
            if bytes.endsLine(at: position) { line += 1 }
            position += 1
        }
    }

    private func failure(_ reason: String) -> InputError {
        InputError(file: file, line: line, reason: reason)
    }

    private func expected(_ what: String) -> InputError { failure("expected \(what), found \(found)") }

    /// The text at the position for a message: a word, or one character.
    private var found: String {
        guard position < end else { return isLines ? "the end of the line" : "the end of the file" }
        var word = bytes[position..<end].prefix { $0.isLetter || $0.isDigit }.prefix(200)
        if word.isEmpty {
            let rest = bytes[position..<end].dropFirst().prefix { $0 & 0xC0 == 0x80 }
            word = bytes[position..<rest.endIndex]
        }
        return bytes.text(word.indices).quoted()
    }

    /// The type of the value at the position for a message.
    private var foundValue: String {
        switch peek {
        case "{": "an object"
        case "[": "an array"
        case "\"": "a string"
        case "-", "0"..."9": "a number"
        default: found
        }
    }
}
