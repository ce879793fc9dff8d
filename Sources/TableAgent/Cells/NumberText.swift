/// Validates decimal numbers.
enum NumberText {
    /// Returns whether a text is a JSON number. A digit may be missing before or after the point: `.5`, `5.`.
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

    /// The value of a number's description, with one spelling for each non-finite number; `nil` for any other
    /// description, such as that of a fraction.
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
