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

    private var sum: Decimal = 0
    private var fractionDigits = 0

    /// Adds a number, with an exponent too if it has one.
    ///
    /// - Throws: ``Failure``; the sum stays the same then.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
        guard let number = NumberText(text) else { throw .notANumber }
        let exponent = number.isZero ? 0 : number.exponent ?? 0
        try add(fractionDigits: number.fractionDigits - exponent) {
            if number.exponent == nil, number.significantDigits <= 18 {
                let digits = text.reduce(0) { $1.isDigit ? $0 &* 10 &+ Int($1 &- "0") : $0 }
                return Decimal(
                    sign: number.isNegative ? .minus : .plus, exponent: -number.fractionDigits,
                    significand: Decimal(digits))
            }
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
        try add(fractionDigits: other.fractionDigits) { other.sum }
    }

    private mutating func add(fractionDigits count: Int, _ value: () -> Decimal?) throws(Failure) {
        let fraction = max(fractionDigits, count)
        guard fraction <= Self.mostDigits, let value = value() else { throw .tooManyDigits }
        let newSum = sum + value
        guard newSum.magnitude < Self.limits[fraction] else { throw .tooManyDigits }
        (sum, fractionDigits) = (newSum, fraction)
    }

    /// What is too large for a sum, by the number of its digits after the point.
    private static let limits = (0...mostDigits).map {
        Decimal(sign: .plus, exponent: mostDigits - $0, significand: 1)
    }

    /// The sum without exponent.
    var description: String {
        let text = sum.description
        let written = text.split(separator: ".").dropFirst().first?.count ?? 0
        guard written < fractionDigits else { return text }
        return text + (written == 0 ? "." : "") + String(repeating: "0", count: fractionDigits - written)
    }
}
