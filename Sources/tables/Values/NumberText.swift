/// The parts of a number in the JSON grammar, `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`. Numbers
/// without a digit before or after the decimal point are accepted, too: `.5`, `5.`.
struct NumberText {
    /// Whether the number is valid JSON.
    let isJSON: Bool
    /// The number of digits after the decimal point.
    let fractionDigits: Int
    /// The number of digits from the first nonzero digit.
    let significantDigits: Int
    /// The exponent, limited to one million in either direction, or `nil` if the number has no exponent.
    let exponent: Int?

    var isZero: Bool { significantDigits == 0 }

    /// Parses a number. Returns `nil` if the text is not a number.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        let start = text.first == "-" ? 1 : 0
        var index = Self.endOfDigits(text, from: start)
        let wholeDigits = index - start
        guard wholeDigits < 2 || text[start] != "0" else { return nil }
        let hasPoint = index < text.count && text[index] == "."
        let end = hasPoint ? Self.endOfDigits(text, from: index + 1) : index
        fractionDigits = max(end - index - 1, 0)
        index = end
        isJSON = wholeDigits > 0 && (fractionDigits > 0 || !hasPoint)
        guard isJSON || fractionDigits > 0 || wholeDigits > 0 && index == text.count else { return nil }
        let digits = text[start..<index].drop { $0 <= "0" }
        significantDigits = digits.contains(".") ? digits.count - 1 : digits.count
        guard index < text.count else {
            exponent = nil
            return
        }
        guard text[index] | 0x20 == "e" else { return nil }
        let sign = text.dropFirst(index + 1).first
        let first = index + (sign == "-" || sign == "+" ? 2 : 1)
        guard first < text.count, Self.endOfDigits(text, from: first) == text.count else { return nil }
        let value = text[first...].reduce(0) { min($0 * 10 + Int($1 - "0"), 1_000_000) }
        exponent = sign == "-" ? -value : value
    }

    private static func endOfDigits(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        text[start...].firstIndex { !$0.isDigit } ?? text.count
    }
}

/// The exact sum of decimal numbers in text form: 0.1 + 0.2 is 0.3.
///
/// The sum has as many fraction digits as the number with the most fraction digits: 1.50 + 1.50 is `3.00`.
struct DecimalSum: CustomStringConvertible {
    /// The reason for refusing a number: the text is not a number in the JSON grammar, or the sum would have
    /// more than 38 digits.
    enum Failure: Error {
        case notANumber, tooManyDigits
    }

    /// The maximum number of digits in a sum, before and after the decimal point together.
    static let mostDigits = 38

    /// Parts of nine digits each, the lowest first. Five parts are after the decimal point. Carries are not
    /// propagated: a word has room for the parts of four billion numbers.
    private var parts = [Int](repeating: 0, count: 10)
    private static let base = 1_000_000_000
    private(set) var fractionDigits = 0
    /// The maximum number of digits before the decimal point in any added number.
    private var wholeDigits = 0

    /// Adds a number, or subtracts it with a negative count. The number may have an exponent.
    ///
    /// - Parameters:
    ///   - text: The number.
    ///   - count: How many times the number is added. The counts of all additions are at most four billion together.
    /// - Throws: ``Failure`` if the number is refused. The sum is then unchanged.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>, times count: Int = 1) throws(Failure) {
        if addShort(text, times: count) { return }
        guard let number = NumberText(text) else { throw .notANumber }
        let last = number.isZero ? 0 : (number.exponent ?? 0) - number.fractionDigits
        let fraction = max(fractionDigits, number.isZero ? number.fractionDigits : -last)
        let whole = max(wholeDigits, number.significantDigits + last)
        guard fraction <= Self.mostDigits, whole <= Self.mostDigits else { throw .tooManyDigits }
        let factor = text[0] == "-" ? -count : count
        if !number.isZero { add(digitsOf: text, last: last, factor) }
        // The carries of four billion numbers add ten digits.
        if fraction + whole + 10 > Self.mostDigits, fraction + digits.whole.count > Self.mostDigits {
            if !number.isZero { add(digitsOf: text, last: last, -factor) }
            throw .tooManyDigits
        }
        fractionDigits = fraction
        wholeDigits = whole
    }

    /// Adds a number of at most 17 digits without an exponent, as most numbers are. Returns whether it was added.
    ///
    /// If all numbers can be added in some order, they can be added in any order.
    mutating func addShort(_ text: UnsafeBufferPointer<UInt8>, times count: Int) -> Bool {
        guard text.count <= 18, let first = text.first else { return false }
        var value = 0
        var point = -1
        let start = first == "-" ? 1 : 0
        for index in start..<text.count {
            let digit = text[index] &- "0"
            if digit < 10 {
                value = value &* 10 &+ Int(digit)
            } else if text[index] == ".", point < 0, index > start {
                point = index
            } else {
                return false
            }
        }
        let places = point < 0 ? 0 : text.count - 1 - point
        let whole = text.count - start - (point < 0 ? 0 : places + 1)
        guard whole > 0, whole == 1 || text[start] != "0", places <= 9, point < 0 || places > 0,
            max(fractionDigits, places) + max(wholeDigits, whole) + 10 <= Self.mostDigits
        else { return false }
        if start == 1 { value = -value }
        // The part of nine digits after the point, and two parts before it.
        let unit = Self.powersOfTen[places]
        parts[4] += value % unit * (Self.base / unit) * count
        parts[5] += value / unit % Self.base * count
        parts[6] += value / unit / Self.base * count
        fractionDigits = max(fractionDigits, places)
        wholeDigits = max(wholeDigits, whole)
        return true
    }

    private static let powersOfTen = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, base,
    ]

    /// Adds digits, multiplied by a factor. The last digit has the power of ten `last`.
    private mutating func add(digitsOf text: UnsafeBufferPointer<UInt8>, last: Int, _ factor: Int) {
        var part = (45 + last) / 9
        var unit = factor
        for _ in 0..<(45 + last) % 9 { unit *= 10 }
        for byte in text.prefix(while: { $0 | 0x20 != "e" }).reversed() where byte.isDigit {
            if byte > "0" { parts[part] += unit * Int(byte &- "0") }
            unit *= 10
            if unit == factor * Self.base {
                part += 1
                unit = factor
            }
        }
    }

    /// The digits before the decimal point without leading zeros, and 45 digits after the decimal point.
    private var digits: (isNegative: Bool, whole: Substring, fraction: Substring) {
        var parts = parts
        func carry() {
            for index in 1..<parts.count {
                let rest = (parts[index - 1] % Self.base + Self.base) % Self.base
                parts[index] += (parts[index - 1] - rest) / Self.base
                parts[index - 1] = rest
            }
        }
        carry()
        let isNegative = parts[parts.count - 1] < 0
        if isNegative {
            parts = parts.map { -$0 }
            carry()
        }
        let text = parts.reversed().map { String(Self.base + $0).dropFirst() }.joined()
        return (isNegative, text.dropLast(45).drop { $0 == "0" }, text.suffix(45))
    }

    /// Returns the sum divided by a count, rounded to a number of digits after the point. Halves are rounded away from
    /// zero.
    func mean(of count: Int, places: Int) -> String {
        let (isNegative, whole, fraction) = digits
        var quotient = [0]
        var rest = 0
        for digit in (whole + fraction.prefix(places)).utf8 {
            rest = rest * 10 + Int(digit - "0")
            quotient.append(rest / count)
            rest %= count
        }
        if rest * 2 >= count, let last = quotient.lastIndex(where: { $0 < 9 }) {
            quotient[last] += 1
            for index in quotient.indices[(last + 1)...] { quotient[index] = 0 }
        }
        let wholeDigits = quotient.dropLast(places).drop { $0 == 0 }
        func text(_ digits: ArraySlice<Int>) -> String { digits.map { String($0) }.joined() }
        return (isNegative && quotient.contains { $0 > 0 } ? "-" : "")
            + (wholeDigits.isEmpty ? "0" : text(wholeDigits)) + "." + text(quotient.suffix(places))
    }

    /// The sum without an exponent.
    var description: String {
        let (isNegative, whole, fraction) = digits
        return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole) + (fractionDigits == 0 ? "" : ".")
            + fraction.prefix(fractionDigits)
    }
}
