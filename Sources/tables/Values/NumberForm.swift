/// The notation of numbers with a unit, grouped digits, or a decimal comma: `5%`, `$1,234.50`, `1.234,50 €`.
struct NumberForm: Hashable, Sendable {
    /// The unit before the number, such as `$`, and that after it, such as ` %`.
    private let prefix, suffix: [UInt8]
    /// The sign between groups of three digits; empty without groups.
    private let grouping: [UInt8]
    let decimal: UInt8

    /// The numbers of JSON.
    static let plain = NumberForm(prefix: [], suffix: [], grouping: [], decimal: ".")

    /// The unit of the numbers, or `nil` without one.
    var unit: String? {
        let unit = String(decoding: prefix + suffix, as: UTF8.self).filter { !$0.isWhitespace }
        return unit.isEmpty ? nil : unit
    }

    /// The form in which the decimal sign separates groups of digits; `nil` for a form with groups.
    var grouped: NumberForm? {
        guard grouping.isEmpty else { return nil }
        return NumberForm(
            prefix: prefix, suffix: suffix, grouping: [decimal], decimal: decimal == "." ? "," : ".")
    }

    /// Returns a number as JSON writes it; `nil` for another text.
    func plain(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var rest = text[...]
        var result: [UInt8] = []
        func skip(_ bytes: [UInt8]) -> Bool {
            guard rest.starts(with: bytes) else { return false }
            rest = rest.dropFirst(bytes.count)
            return true
        }
        if skip(["-"]) { result.append("-") }
        guard skip(prefix), rest.count > suffix.count, rest.suffix(suffix.count).elementsEqual(suffix) else {
            return nil
        }
        if result.isEmpty, skip(["-"]) { result.append("-") }
        rest = rest.dropLast(suffix.count)
        var groups = 0
        var digits = 0
        var isFraction = false
        /// Whether the digits since the last sign are a whole group, or all digits before the decimal sign.
        func isGroup() -> Bool { groups > 0 ? digits == 3 : digits > 0 && (grouping.isEmpty || digits <= 3) }
        while let byte = rest.first {
            if byte.isDigit {
                result.append(byte)
                rest = rest.dropFirst()
                digits += 1
            } else if !isFraction, !grouping.isEmpty, 1...3 ~= digits, groups == 0 || digits == 3,
                skip(grouping)
            {
                groups += 1
                digits = 0
            } else if byte == decimal, !isFraction, isGroup() {
                rest = rest.dropFirst()
                result.append(".")
                isFraction = true
                digits = 0
            } else {
                return nil
            }
        }
        guard isFraction ? digits > 0 : isGroup() else { return nil }
        return result.withUnsafeBufferPointer { NumberText($0) } == nil ? nil : result
    }

    /// Returns a number of JSON without an exponent in the notation of the column.
    func text(_ number: String) -> String {
        let digits = number.drop { $0 == "-" }
        let parts = digits.split(separator: ".", maxSplits: 1)
        var whole = ""
        for (index, digit) in (parts.first ?? "").reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) {
                whole += String(decoding: grouping, as: UTF8.self).reversed()
            }
            whole.append(digit)
        }
        let fraction = parts.count > 1 ? "\(Unicode.Scalar(decimal))\(parts[1])" : ""
        return (number.hasPrefix("-") ? "-" : "") + String(decoding: prefix, as: UTF8.self)
            + String(whole.reversed())
            + fraction + String(decoding: suffix, as: UTF8.self)
    }
}

extension NumberForm {
    /// The signs between groups of digits, apart from points and commas.
    private static let groupings = ["'", "’", " ", "\u{A0}", "\u{202F}"].map { Array($0.utf8) }

    /// Returns the forms that numbers can have, judged by the unit of the first one, and by the signs in all of them.
    static func candidates(
        for first: UnsafeBufferPointer<UInt8>, _ texts: some Sequence<UnsafeBufferPointer<UInt8>>,
        decimal: DecimalSign?
    ) -> [NumberForm] {
        guard let start = first.firstIndex(where: \.isDigit), let end = first.lastIndex(where: \.isDigit)
        else { return [] }
        let prefix = first[..<start].filter { $0 != "-" }
        let suffix = Array(first[(end + 1)...])
        guard isUnit(prefix), isUnit(suffix), prefix.isEmpty || suffix.isEmpty,
            first[start...end].allSatisfy({ $0.isDigit || ",.' ".utf8.contains($0) || $0 >= 0x80 })
        else { return [] }
        let point: [UInt8] = ["."]
        let comma: [UInt8] = [","]
        let signs = groupings + [comma, point]
        var used: [[UInt8]] = []
        for text in texts where used.count < 3 {
            let digits = text.drop { !$0.isDigit }
            let end = digits.lastIndex(where: \.isDigit) ?? digits.startIndex
            for part in digits[..<end].split(whereSeparator: \.isDigit) {
                if used.contains(where: { $0.elementsEqual(part) }) { continue }
                used += signs.filter { $0.elementsEqual(part) }
            }
        }
        if used.isEmpty, prefix.isEmpty, suffix.isEmpty { return [] }
        var forms: [NumberForm] = []
        for sign in DecimalSign.allCases where sign == decimal ?? sign {
            let others = used.filter { $0 != [sign.byte] }
            let isUsed = others.count < used.count
            // If the texts have no decimal sign, both signs lead to the same numbers.
            guard isUsed || sign == decimal ?? .point || others == [point] else { continue }
            for grouping in others.isEmpty ? [[]] : others {
                forms.append(
                    NumberForm(prefix: prefix, suffix: suffix, grouping: grouping, decimal: sign.byte))
            }
        }
        return forms
    }

    /// Whether bytes are empty, a percent sign, or a sign of a currency, with or without a space.
    private static func isUnit(_ bytes: [UInt8]) -> Bool {
        let unit = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
            !$0.properties.isWhitespace
        }
        guard let scalar = unit.first else { return bytes.isEmpty }
        return unit.count == 1 && (scalar == "%" || scalar.properties.generalCategory == .currencySymbol)
    }
}
