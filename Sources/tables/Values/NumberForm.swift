/// The notation of numbers with a unit, grouped digits, or a decimal comma: `5%`, `($1,234.50)`, `1.234,50 €`.
struct NumberForm: Hashable, Sendable {
    /// The unit before the number, such as `$`, and that after it, such as ` %`.
    private let prefix, suffix: [UInt8]
    /// The sign between groups of three digits; empty without groups.
    private let grouping: [UInt8]
    let decimal: UInt8
    /// The unit of the numbers without spaces; empty without one.
    let unit: String
    /// Whether numbers in parentheses are negative.
    private var readsParentheses = true

    /// The numbers of JSON.
    static let plain = NumberForm(
        prefix: [], suffix: [], grouping: [], decimal: ".", unit: "", readsParentheses: false)

    /// The form in which the decimal sign separates groups of digits; `nil` if numbers can't have that form.
    var rival: NumberForm? {
        let other: UInt8 = decimal == "." ? "," : "."
        guard grouping.isEmpty || grouping == [other] else { return nil }
        return NumberForm(prefix: prefix, suffix: suffix, grouping: [decimal], decimal: other, unit: unit)
    }

    /// The form, and those without the unit and without groups, in which a person can give a value.
    var partialForms: [NumberForm] {
        [grouping, []].flatMap { grouping in
            [(prefix, suffix), ([], [])].map { prefix, suffix in
                NumberForm(prefix: prefix, suffix: suffix, grouping: grouping, decimal: decimal, unit: unit)
            }
        }
    }

    /// Returns a number as JSON writes it; `nil` for another text.
    func plain(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var rest = text[...]
        var isNegative = readsParentheses && rest.first == "(" && rest.last == ")"
        if isNegative { rest = rest.dropFirst().dropLast() }
        isNegative = isNegative || rest.skip("-")
        guard rest.skip(prefix), rest.count > suffix.count, rest.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        rest = rest.dropLast(suffix.count)
        isNegative = isNegative || rest.skip("-")
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 1)
        if isNegative { result.append("-") }
        var digits = rest.prefix(while: \.isDigit)
        guard 1...(grouping.isEmpty ? Int.max : 3) ~= digits.count else { return nil }
        result += digits
        rest = rest[digits.endIndex...]
        while !grouping.isEmpty, rest.skip(grouping) {
            digits = rest.prefix(3)
            guard digits.count == 3, digits.allSatisfy(\.isDigit) else { return nil }
            result += digits
            rest = rest[digits.endIndex...]
        }
        if rest.skip(decimal) {
            guard !rest.isEmpty, rest.allSatisfy(\.isDigit) else { return nil }
            result.append(".")
            result += rest
        } else if !rest.isEmpty {
            return nil
        }
        return result.withUnsafeBufferPointer { NumberText($0) } == nil ? nil : result
    }

    /// Returns a number of JSON without an exponent in the notation of the column.
    func text(_ number: String) -> String {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        let digits = number.drop { $0 == "-" }
        let whole = digits.prefix { $0 != "." }
        let groups = stride(from: whole.count, to: 0, by: -3).map { whole.prefix($0).suffix(3) }
        let fraction = digits[whole.endIndex...].replacing(".", with: text([decimal]))
        return (number.hasPrefix("-") ? "-" : "") + text(prefix)
            + groups.reversed().joined(separator: text(grouping)) + fraction + text(suffix)
    }

    /// The signs between groups of digits.
    private static let groupings = [",", ".", "'", "’", " ", "\u{A0}", "\u{202F}"].map { Array($0.utf8) }

    /// Returns the forms that a number can have, those without groups first.
    static func candidates(for text: UnsafeBufferPointer<UInt8>, decimal: DecimalSign?) -> [NumberForm] {
        guard let start = text.firstIndex(where: \.isDigit), let end = text.lastIndex(where: \.isDigit)
        else { return [] }
        let prefix = text[..<start].filter { $0 != "-" }
        let suffix = Array(text[(end + 1)...])
        let ends = String(decoding: prefix + suffix, as: UTF8.self)
        let unit = ends.filter { !$0.isWhitespace }
        let isUnit = unit.unicodeScalars.allSatisfy {
            $0 == "%" || $0.properties.generalCategory == .currencySymbol
        }
        guard prefix.isEmpty || suffix.isEmpty, isUnit, unit.unicodeScalars.count == (ends.isEmpty ? 0 : 1)
        else { return [] }
        let signs = DecimalSign.allCases.filter { $0 == decimal ?? $0 }.map(\.byte)
        let forms = ([[]] + groupings).flatMap { grouping in
            signs.map {
                NumberForm(prefix: prefix, suffix: suffix, grouping: grouping, decimal: $0, unit: unit)
            }
        }
        return forms.filter { $0.grouping != [$0.decimal] && $0.plain(text) != nil }
    }
}
