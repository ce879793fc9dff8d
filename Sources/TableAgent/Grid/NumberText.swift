/// Decides whether text is a number as JSON writes it (RFC 8259, section 6).
enum NumberText {
    static func isNumber(_ utf8: some Sequence<UInt8>) -> Bool {
        var bytes = utf8.makeIterator()
        var next = bytes.next()
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
        /// Passes over digits; false when there is none.
        func skipDigits() -> Bool {
            guard isDigit(next) else { return false }
            while isDigit(next) { next = bytes.next() }
            return true
        }

        if next == UInt8(ascii: "-") { next = bytes.next() }
        if next == UInt8(ascii: "0") {
            next = bytes.next()
        } else if !skipDigits() {
            return false
        }
        if next == UInt8(ascii: ".") {
            next = bytes.next()
            guard skipDigits() else { return false }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            next = bytes.next()
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { next = bytes.next() }
            guard skipDigits() else { return false }
        }
        return next == nil
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
