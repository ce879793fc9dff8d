extension CSVReader {
    /// Reads one record into `cells`, steps over its line break, and returns the number of fields.
    mutating func readRecord() throws(InputError) -> Int {
        let separator = separator
        var count = 0
        while true {
            let isQuoted = dialect == .csv && position < text.count && text[position] == Byte.quote
            let field = isQuoted ? try readQuoted() : readUnquoted(separator: separator)
            guard field.count <= SourceTable.Cell.longest else {
                throw InputError(file: file, line: line, reason: "a field has more than 512 MB")
            }
            cells.append(SourceTable.Cell(start: field.lowerBound, length: field.count, kind: .text))
            count += 1
            guard position < text.count else { return count }
            if text[position] == separator {
                position += 1
            } else {
                skipLineBreak()
                return count
            }
        }
    }

    private mutating func readUnquoted(separator: UInt8) -> Range<Int> {
        let start = position
        var index = start
        // Most bytes are above those that end a field, which saves two comparisons of three.
        let ceiling = max(separator, Byte.carriageReturn)
        while index < text.count {
            let byte = text[index]
            if byte <= ceiling, byte == separator || Byte.isLineBreak(byte) { break }
            index += 1
        }
        position = index
        return dialect == .csv ? start..<index : unescape(start..<index)
    }

    /// Undoes the escapes of TSV; a backslash before any other character stays.
    private func unescape(_ field: Range<Int>) -> Range<Int> {
        guard var from = text[field].firstIndex(of: Byte.backslash) else { return field }
        var to = from
        while from < field.upperBound {
            var byte = text[from]
            from += 1
            if byte == Byte.backslash, from < field.upperBound, let character = Self.escaped(text[from]) {
                byte = character
                from += 1
            }
            text[to] = byte
            to += 1
        }
        return field.lowerBound..<to
    }

    private static func escaped(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "t"): Byte.tab
        case UInt8(ascii: "n"): Byte.lineFeed
        case UInt8(ascii: "r"): Byte.carriageReturn
        case Byte.backslash: Byte.backslash
        default: nil
        }
    }

    /// Reads the field whose opening quote is at the position, and makes each doubled quote one.
    private mutating func readQuoted() throws(InputError) -> Range<Int> {
        let openingLine = line
        let start = position + 1
        var from = start
        var to = start
        while true {
            guard from < text.count else {
                throw InputError(
                    file: file, line: openingLine, reason: "a quote is opened here that is never closed")
            }
            let byte = text[from]
            if byte == Byte.quote {
                from += 1
                guard from < text.count, text[from] == Byte.quote else { break }
            } else if Byte.isLineBreak(byte) {
                let isPair = byte == Byte.carriageReturn && from + 1 < text.count
                if !isPair || text[from + 1] != Byte.lineFeed { line += 1 }
            }
            text[to] = byte
            to += 1
            from += 1
        }
        position = from
        if from < text.count, text[from] != separator, !Byte.isLineBreak(text[from]) {
            throw InputError(file: file, line: line, reason: reasonAfterQuote(at: from))
        }
        return start..<to
    }

    private func reasonAfterQuote(at place: Int) -> String {
        let rest = text[place...].prefix { !Byte.isLineBreak($0) && $0 != separator }.prefix(200)
        let found = string(rest.indices).quoted()
        return "\(found) follows a closing quote; a quote inside a quoted field must be doubled"
    }
}
