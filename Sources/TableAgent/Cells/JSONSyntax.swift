/// Validates JSON values (RFC 8259) and decimal numbers.
package enum JSONSyntax {
    /// Returns whether a text is one JSON value with optional white space around it.
    package static func isValue(_ utf8: some Sequence<UInt8>) -> Bool {
        var bytes = Scanner(utf8.makeIterator())
        return bytes.skipValue() && bytes.next == nil
    }

    /// A scanner that skips bytes one by one.
    struct Scanner<Bytes: IteratorProtocol<UInt8>> {
        private var rest: Bytes
        private(set) var next: UInt8?

        init(_ bytes: Bytes) {
            rest = bytes
            next = rest.next()
        }

        /// Skips one byte of a range. Returns `false` if the next byte is outside the range.
        @inline(__always)
        private mutating func skip(_ range: ClosedRange<UInt8>) -> Bool {
            guard let byte = next, range ~= byte else { return false }
            next = rest.next()
            return true
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            skip(UInt8(ascii: character)...UInt8(ascii: character))
        }

        /// Skips one of some characters. Returns `false` if the next byte is another character.
        private mutating func skip(anyOf characters: StaticString) -> Bool {
            guard let byte = next else { return false }
            return characters.withUTF8Buffer { $0.contains(byte) } && skip(byte...byte)
        }

        mutating func skipDigits() -> Bool {
            guard skip(0x30...0x39) else { return false }
            while skip(0x30...0x39) {}
            return true
        }

        /// Skips the exponent of a number, if there is one. Returns `false` if the exponent has no digits.
        mutating func skipExponent() -> Bool {
            guard skip("e") || skip("E") else { return true }
            _ = skip("+") || skip("-")
            return skipDigits()
        }

        private mutating func skipNumber() -> Bool {
            _ = skip("-")
            guard skip("0") || skipDigits() else { return false }
            if skip("."), !skipDigits() { return false }
            return skipExponent()
        }

        private mutating func skipSpace() {
            while skip(anyOf: " \t\n\r") {}
        }

        private mutating func skipWord(_ word: StaticString) -> Bool {
            word.withUTF8Buffer { $0.allSatisfy { skip($0...$0) } }
        }

        private mutating func skipString() -> Bool {
            guard skip("\"") else { return false }
            while !skip("\"") {
                if skip("\\") {
                    if skip("u") {
                        for _ in 0..<4 where !skip(anyOf: "0123456789abcdefABCDEF") { return false }
                    } else if !skip(anyOf: "\"\\/bfnrt") {
                        return false
                    }
                } else if !skip(0x20...0xFF) {
                    return false
                }
            }
            return true
        }

        private mutating func skipScalar() -> Bool {
            switch next {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "t"): skipWord("true")
            case UInt8(ascii: "f"): skipWord("false")
            case UInt8(ascii: "n"): skipWord("null")
            default: skipNumber()
            }
        }

        /// Skips a value and the white space around it.
        ///
        /// An array stores the open brackets, because recursion on deeply nested text could overflow the call
        /// stack.
        mutating func skipValue() -> Bool {
            var closing: [Unicode.Scalar] = []
            repeat {
                skipSpace()
                if closing.last == "}" {
                    guard skipString() else { return false }
                    skipSpace()
                    guard skip(":") else { return false }
                    skipSpace()
                }
                if let bracket: Unicode.Scalar = skip("{") ? "}" : skip("[") ? "]" : nil {
                    closing.append(bracket)
                    skipSpace()
                    if next != UInt8(ascii: bracket) { continue }
                } else {
                    guard skipScalar() else { return false }
                    skipSpace()
                }
                while let bracket = closing.last, !skip(",") {
                    guard skip(bracket) else { return false }
                    closing.removeLast()
                    skipSpace()
                }
            } while !closing.isEmpty
            return true
        }
    }
}

// MARK: Decimal numbers

extension JSONSyntax {
    /// Returns whether a text is a JSON number. A digit may be missing before or after the point: `.5`, `5.`.
    static func isDecimal(_ utf8: some Sequence<UInt8>) -> Bool {
        var bytes = Scanner(utf8.makeIterator())
        _ = bytes.skip("-")
        let hasWhole = bytes.skip("0") || bytes.skipDigits()
        if bytes.skip(".") {
            if !bytes.skipDigits() { return hasWhole && bytes.next == nil }
        } else if !hasWhole {
            return false
        }
        return bytes.skipExponent() && bytes.next == nil
    }

    /// The value of a number's description, with one spelling for each non-finite number; `nil` for any other
    /// description, such as that of a fraction.
    static func decimal(ofDescription description: String) -> String? {
        if isDecimal(description.utf8) { return description }
        switch description.lowercased() {
        case "nan", "-nan", "snan", "-snan": return "nan"
        case "inf", "+inf", "infinity", "+infinity": return "inf"
        case "-inf", "-infinity": return "-inf"
        case let word: return word.hasPrefix("nan(") || word.hasPrefix("-nan(") ? "nan" : nil
        }
    }
}
