#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The parts of a number in the grammar of JSON: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
struct NumberText {
    let isNegative: Bool
    /// The number of digits after the point.
    let fractionDigits: Int
    /// The number of digits from the first that is not 0.
    let significantDigits: Int
    /// The exponent, at most a million in either direction; `nil` if the number is written without one.
    let exponent: Int?

    var isZero: Bool { significantDigits == 0 }

    /// Takes a number apart, or returns `nil` if the text is none.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        isNegative = text.first == "-"
        let start = isNegative ? 1 : 0
        var index = Self.endOfDigits(text, from: start)
        guard index > start, text[start] != "0" || index == start + 1 else { return nil }
        if index < text.count, text[index] == "." {
            let end = Self.endOfDigits(text, from: index + 1)
            fractionDigits = end - index - 1
            guard fractionDigits > 0 else { return nil }
            index = end
        } else {
            fractionDigits = 0
        }
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
        var index = start
        while index < text.count, text[index].isDigit { index += 1 }
        return index
    }

    /// Returns whether a field of CSV is a number that prints again exactly as it is written.
    ///
    /// `007`, `+1`, `1e5`, `-0` and numbers of 30 digits are codes, measurements or identifiers that would
    /// come out changed, so they stay text: a number is an integer of 64 bits or, with a point, has at most
    /// 18 significant digits.
    static func isExact(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let number = NumberText(text), number.exponent == nil, !(number.isNegative && number.isZero)
        else { return false }
        return number.significantDigits <= 18
            || number.fractionDigits == 0 && Int64(String(decoding: text, as: UTF8.self)) != nil
    }
}

/// The exact sum of decimal numbers that are given as text: 0.1 + 0.2 is 0.3.
///
/// It has as many digits after the point as the number with the most: 1.50 + 1.50 is `3.00`.
struct DecimalSum: CustomStringConvertible {
    /// The reason that a number is not added: the text is none in the grammar of JSON, or the sum would have
    /// more digits than a `Decimal` holds.
    enum Failure: Error {
        case notANumber, tooManyDigits
    }

    /// The most digits that a sum has, before and after the point together.
    static let mostDigits = 38

    /// The sum as a multiple of its last digit; `nil` once it is too large, or was, for a word.
    private var units: Int? = 0
    /// The sum if it is not in `units`.
    private var large: Decimal = 0
    private var fractionDigits = 0

    private var decimal: Decimal {
        units.map { Decimal($0) * Decimal(sign: .plus, exponent: -fractionDigits, significand: 1) } ?? large
    }

    /// Adds a number, with an exponent too if it has one.
    ///
    /// - Throws: ``Failure``; the sum stays the same then.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
        guard let number = NumberText(text) else { throw .notANumber }
        let exponent = number.isZero ? 0 : number.exponent ?? 0
        var units: Int?
        if exponent == 0, number.significantDigits <= 18 {
            let digits = text.prefix { $0 | 0x20 != "e" }
            let size = digits.reduce(0) { $1.isDigit ? $0 &* 10 &+ Int($1 &- "0") : $0 }
            units = number.isNegative ? -size : size
        }
        try add(units, fractionDigits: number.fractionDigits - exponent) {
            // A Decimal rounds what it can't hold, so a number of too many digits may not become one.
            guard number.significantDigits <= Self.mostDigits, exponent <= 2 * Self.mostDigits else {
                return nil
            }
            return Decimal(string: String(decoding: text, as: UTF8.self))
        }
    }

    /// Adds another sum.
    ///
    /// - Throws: ``Failure``; the sum stays the same then.
    mutating func add(_ other: DecimalSum) throws(Failure) {
        try add(other.units, fractionDigits: other.fractionDigits) { other.decimal }
    }

    /// Adds a number that is given as a multiple of its last digit if it is not too large for that.
    private mutating func add(
        _ units: Int?, fractionDigits count: Int, _ decimal: () -> Decimal?
    ) throws(Failure) {
        let fraction = max(fractionDigits, count)
        guard fraction <= Self.mostDigits else { throw .tooManyDigits }
        if let first = Self.scaled(self.units, by: fraction - fractionDigits),
            let second = Self.scaled(units, by: fraction - count),
            case (let sum, false) = first.addingReportingOverflow(second)
        {
            self.units = sum
        } else {
            guard let value = decimal() else { throw .tooManyDigits }
            let newSum = self.decimal + value
            let limit = Decimal(sign: .plus, exponent: Self.mostDigits - fraction, significand: 1)
            guard newSum < limit, -newSum < limit else { throw .tooManyDigits }
            (large, self.units) = (newSum, nil)
        }
        fractionDigits = fraction
    }

    /// Returns a number with so many zeros behind it, if it fits in a word.
    private static func scaled(_ number: Int?, by zeros: Int) -> Int? {
        guard var number else { return nil }
        for _ in 0..<zeros {
            guard case (let product, false) = number.multipliedReportingOverflow(by: 10) else { return nil }
            number = product
        }
        return number
    }

    /// The sum without exponent.
    var description: String {
        if let units {
            let digits = String(units.magnitude)
            let padded = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.count)) + digits
            let point = fractionDigits == 0 ? "" : "."
            return (units < 0 ? "-" : "") + padded.dropLast(fractionDigits) + point
                + padded.suffix(fractionDigits)
        }
        let text = large.description
        let written = text.split(separator: ".").dropFirst().first?.count ?? 0
        guard written < fractionDigits else { return text }
        return text + (written == 0 ? "." : "") + String(repeating: "0", count: fractionDigits - written)
    }
}
