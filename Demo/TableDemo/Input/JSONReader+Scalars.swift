extension JSONReader {
    /// Reads the number, `true`, `false` or `null` at the position.
    mutating func readScalar() throws(InputError) -> (Range<Int>, SourceTable.Kind) {
        let start = position
        let byte = peek
        if byte == Byte.minus || Byte.isDigit(byte) {
            try readNumber()
            return (start..<position, .number)
        }
        let word = text[start..<end].prefix { Byte.isLetter($0) || Byte.isDigit($0) }
        let kind: SourceTable.Kind
        if word.elementsEqual("true".utf8) {
            kind = .true
        } else if word.elementsEqual("false".utf8) {
            kind = .false
        } else if word.elementsEqual("null".utf8) {
            kind = .null
        } else {
            throw failure("expected a value, found \(found)")
        }
        position += word.count
        return (start..<position, kind)
    }

    /// Steps over a number; its text stays as it is.
    private mutating func readNumber() throws(InputError) {
        let start = position
        _ = skip(Byte.minus)
        var isComplete = skip(Byte.zero) || skipDigits()
        if isComplete, skip(Byte.point) { isComplete = skipDigits() }
        if isComplete, skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(Byte.plus) || skip(Byte.minus)
            isComplete = skipDigits()
        }
        if isComplete, !isNumberCharacter(peek) { return }
        let token = text[start..<end].prefix(while: isNumberCharacter).prefix(200)
        position = start
        throw failure("\(string(token.indices).quoted()) is not a number as JSON writes them")
    }

    private func isNumberCharacter(_ byte: UInt8) -> Bool {
        Byte.isDigit(byte) || Byte.isLetter(byte) || byte == Byte.point || byte == Byte.plus
            || byte == Byte.minus
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < end, Byte.isDigit(text[position]) { position += 1 }
        return position > start
    }
}
