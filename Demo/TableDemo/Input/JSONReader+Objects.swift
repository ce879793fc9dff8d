extension JSONReader {
    /// Reads the object at the position as a row.
    mutating func readObject() throws(InputError) {
        let rowStart = cells.count
        rowLines.append(UInt32(line))
        position += 1
        skipWhitespace()
        if !skip(Byte.closeBrace) {
            var members = 0
            // Most objects have the same keys in the same order: the next column is tried first.
            var column = -1
            repeat {
                skipWhitespace()
                guard peek == Byte.quote else { throw noKey }
                let key = try readString()
                column = keys.column(of: key, in: text, guess: column + 1)
                try readColon()
                try store(readValue(), column: column, rowStart: rowStart, key: key)
                members += 1
                skipWhitespace()
            } while skip(Byte.comma)
            guard skip(Byte.closeBrace) else {
                throw failure("expected ',' or '}' after a value, found \(found)")
            }
            missing += cells.count - rowStart - members
        }
        guard missing <= mostMissing, cells.count <= Int(UInt32.max) else {
            throw failure(
                "the objects have too few keys in common for a table: \(keys.count) different keys so far")
        }
        rowStarts.append(UInt32(cells.count))
    }

    private mutating func store(
        _ cell: SourceTable.Cell, column: Int, rowStart: Int, key: Range<Int>
    ) throws(InputError) {
        if column == hasNumber.count {
            hasNumber.append(false)
            hasOther.append(false)
        }
        switch cell.kind {
        case .number: hasNumber[column] = true
        case .null, .missing: break
        case .text, .true, .false: hasOther[column] = true
        }
        let index = rowStart + column
        if index < cells.count {
            guard cells[index].kind == .missing else {
                throw failure("the key \(string(key).quoted()) stands twice in one object")
            }
            cells[index] = cell
        } else {
            while cells.count < index { cells.append(.missing) }
            cells.append(cell)
        }
    }

    /// Steps over the colon between a key and its value, and the white space around it.
    mutating func readColon() throws(InputError) {
        skipWhitespace()
        guard skip(Byte.colon) else { throw failure("expected ':' after a key, found \(found)") }
        skipWhitespace()
    }

    /// The error for anything but a string where a key must be.
    var noKey: InputError { failure("expected a key in double quotes, found \(found)") }

    private mutating func readValue() throws(InputError) -> SourceTable.Cell {
        let range: Range<Int>
        let kind: SourceTable.Kind
        switch peek {
        case Byte.quote: (range, kind) = (try readString(), .text)
        case Byte.openBrace, Byte.openBracket: (range, kind) = (try readNested(), .text)
        default: (range, kind) = try readScalar()
        }
        guard range.count <= SourceTable.Cell.longest else { throw failure("a value has more than 512 MB") }
        return SourceTable.Cell(
            start: range.lowerBound, length: kind == .null ? 0 : range.count, kind: kind)
    }
}
