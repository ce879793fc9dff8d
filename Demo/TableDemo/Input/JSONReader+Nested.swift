extension JSONReader {
    private enum Expectation {
        case value
        case valueOrEnd
        case key
        case keyOrEnd
        case commaOrEnd
    }

    /// Reads the array or object at the position, moves its text together so that no white space is
    /// left outside strings, and returns where that text is.
    ///
    /// What is open is kept in an array instead of on the call stack, which a deep file could exhaust.
    mutating func readNested() throws(InputError) -> Range<Int> {
        let start = position
        var to = start
        var open: [UInt8] = []
        var expectation = Expectation.value
        repeat {
            skipWhitespace()
            let from = position
            let isObject = open.last == Byte.openBrace
            let closing = isObject ? Byte.closeBrace : Byte.closeBracket
            switch expectation {
            case .valueOrEnd where skip(closing),
                .keyOrEnd where skip(closing),
                .commaOrEnd where skip(closing):
                open.removeLast()
                expectation = .commaOrEnd
            case .commaOrEnd:
                guard skip(Byte.comma) else {
                    throw failure("expected ',' or '\(isObject ? "}" : "]")' after a value, found \(found)")
                }
                expectation = isObject ? .key : .value
            case .key, .keyOrEnd:
                guard peek == Byte.quote else { throw noKey }
                _ = try readString(unescaping: false)
                move(from..<position, to: &to)
                try readColon()
                text[to] = Byte.colon
                to += 1
                expectation = .value
                continue
            case .value, .valueOrEnd:
                if skip(Byte.openBrace) || skip(Byte.openBracket) {
                    open.append(text[from])
                    expectation = text[from] == Byte.openBrace ? .keyOrEnd : .valueOrEnd
                    guard open.count + (layout == .array ? 2 : 1) <= Self.deepest else {
                        throw failure("values are nested more than \(Self.deepest) deep")
                    }
                } else {
                    expectation = .commaOrEnd
                    _ = peek == Byte.quote ? try readString(unescaping: false) : try readScalar().0
                }
            }
            move(from..<position, to: &to)
        } while !open.isEmpty
        return start..<to
    }

    /// Copies a token down to where the compact text ends so far.
    private func move(_ token: Range<Int>, to: inout Int) {
        if to == token.lowerBound {
            to = token.upperBound
        } else {
            for index in token {
                text[to] = text[index]
                to += 1
            }
        }
    }
}
