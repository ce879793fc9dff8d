/// Decides whether text is a value as JSON writes it (RFC 8259).
enum JSONSyntax {
    /// Returns whether text is one value with nothing but white space around it.
    static func isValue(_ utf8: some Sequence<UInt8>) -> Bool {
        var bytes = Scanner(utf8.makeIterator())
        return bytes.skipValue() && bytes.next == nil
    }

    /// Passes over bytes one by one.
    fileprivate struct Scanner<Bytes: IteratorProtocol<UInt8>> {
        private var rest: Bytes
        private(set) var next: UInt8?

        init(_ bytes: Bytes) {
            rest = bytes
            next = rest.next()
        }

        /// Passes over a byte of a range; false when there is none.
        @inline(__always)
        private mutating func skip(_ range: ClosedRange<UInt8>) -> Bool {
            guard let byte = next, range ~= byte else { return false }
            next = rest.next()
            return true
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            skip(UInt8(ascii: character)...UInt8(ascii: character))
        }

        /// Passes over a byte that is any of some characters; false when there is none.
        private mutating func skip(anyOf characters: StaticString) -> Bool {
            guard let byte = next else { return false }
            return characters.withUTF8Buffer { $0.contains(byte) } && skip(byte...byte)
        }

        mutating func skipDigits() -> Bool {
            guard skip(0x30...0x39) else { return false }
            while skip(0x30...0x39) {}
            return true
        }

        /// Passes over the exponent of a number, if there is one; false when it has no digits.
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

        /// Passes over a value and the white space around it.
        ///
        /// The open brackets are kept in an array instead of on the call stack, which deep text could exhaust.
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

/// Decides whether text is a decimal number.
enum NumberText {
    /// Returns whether text is a number as JSON writes it, or one without a digit before or behind its point: `.5`,
    /// `5.`.
    static func isNumber(_ utf8: some Sequence<UInt8>) -> Bool {
        var bytes = JSONSyntax.Scanner(utf8.makeIterator())
        _ = bytes.skip("-")
        let hasWhole = bytes.skip("0") || bytes.skipDigits()
        if bytes.skip(".") {
            if !bytes.skipDigits() { return hasWhole && bytes.next == nil }
        } else if !hasWhole {
            return false
        }
        return bytes.skipExponent() && bytes.next == nil
    }

    /// The value of a number that describes itself, with one spelling for what is no finite number; `nil` for
    /// a description of another kind, such as a fraction.
    static func value(ofDescription description: String) -> String? {
        if isNumber(description.utf8) { return description }
        switch description.lowercased() {
        case "nan", "-nan", "snan", "-snan": return "nan"
        case "inf", "+inf", "infinity", "+infinity": return "inf"
        case "-inf", "-infinity": return "-inf"
        case let word: return word.hasPrefix("nan(") || word.hasPrefix("-nan(") ? "nan" : nil
        }
    }
}
