#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The parts of a number in the grammar of JSON, `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`, or of one without
/// a digit before or behind its point: `.5`, `5.`.
struct NumberText {
    /// Whether JSON has the number as it is written.
    let isJSON: Bool
    /// The number of digits after the point.
    let fractionDigits: Int
    /// The number of digits from the first that is not 0.
    let significantDigits: Int
    /// The exponent, at most a million in either direction; `nil` if the number is written without one.
    let exponent: Int?

    var isZero: Bool { significantDigits == 0 }

    /// Takes a number apart, or returns `nil` if the text is none.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        let start = text.first == "-" ? 1 : 0
        var index = Self.endOfDigits(text, from: start)
        let wholeDigits = index - start
        guard wholeDigits < 2 || text[start] != "0" else { return nil }
        let hasPoint = index < text.count && text[index] == "."
        if hasPoint {
            let end = Self.endOfDigits(text, from: index + 1)
            fractionDigits = end - index - 1
            index = end
        } else {
            fractionDigits = 0
        }
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
        var index = start
        while index < text.count, text[index].isDigit { index += 1 }
        return index
    }

    /// Returns whether a field of CSV is a number that prints again exactly as it is written.
    ///
    /// `007`, `+1` and numbers of 30 digits are codes or identifiers that programs would change, so they stay text: a
    /// number is an integer of 64 bits or has at most 18 significant digits and an exponent that a `Double` has.
    static func isExact(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let number = NumberText(text), abs(number.exponent ?? 0) < 290 else { return false }
        return number.significantDigits <= 18 || Int64(String(decoding: text, as: UTF8.self)) != nil
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
        let fraction = max(fractionDigits, number.fractionDigits - exponent)
        guard fraction <= Self.mostDigits else { throw .tooManyDigits }
        if !number.isZero {
            // A Decimal rounds what it can't hold, so a number of too many digits may not become one.
            guard number.significantDigits <= Self.mostDigits, exponent <= 2 * Self.mostDigits,
                let value = Decimal(string: String(decoding: text, as: UTF8.self))
            else { throw .tooManyDigits }
            let newSum = sum + value
            let limit = Decimal(sign: .plus, exponent: Self.mostDigits - fraction, significand: 1)
            guard newSum < limit, -newSum < limit else { throw .tooManyDigits }
            sum = newSum
        }
        fractionDigits = fraction
    }

    /// The sum without exponent.
    var description: String {
        let text = sum.description
        let written = text.split(separator: ".").dropFirst().first?.count ?? 0
        guard written < fractionDigits else { return text }
        return text + (written == 0 ? "." : "") + String(repeating: "0", count: fractionDigits - written)
    }
}
