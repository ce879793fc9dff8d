import RandomTesting
import Foundation
import TableAgent
import Testing

@testable import tables

struct NumberEvidenceTests {
    private func areNumbers(_ texts: [String], _ decimal: DecimalSign? = nil) -> Bool {
        var evidence = NumberEvidence(ValueOptions(decimal: decimal))
        for text in texts { _ = Array(text.utf8).withUnsafeBufferPointer { evidence.add($0) } }
        return evidence.isConclusive
    }

    @Test(arguments: [
        "0", "7", "-7", "10", "0.0", "0.5", "-0.5", "1.50", "-0.010", "9223372036854775807",
        "-9223372036854775808", "123456789012345678", "12345678901234567.8", "0.00000000000000000000012",
        "1.5e5", "1.5E-3", "-1E+05", ".5", "-.5", ".5e2", "12.", "-0", "-0.00", "1.0e289", "1e-289",
        "1.0e400",
        "1e-400",
    ])
    func `A column of a number in the form of JSON has numbers`(text: String) {
        #expect(areNumbers([text]))
    }

    @Test(arguments: [
        "", "-", "+1", "007", "00", "-01", "00.5", "-00.5", "1.e5", ".", "-.", ".e5", "e5",
        "1e", "00.", "1.2.3", " 1", "1 ", "1,000", "0x1", "NaN", "inf", "٣", "1\0",
    ])
    func `A column with a text in another form has no numbers`(text: String) {
        #expect(!areNumbers([text]) && !areNumbers(["1", text]) && !areNumbers([text, "1"]))
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "99999999999999999999",
        "123456789012345678901234567890", "1234567890123456789.0", "1.234567890123456789",
    ])
    func `Long numbers are numbers beside short ones, and identifiers among themselves`(text: String) {
        #expect(!areNumbers([text, text]))
        #expect(areNumbers([text, "1"]) && areNumbers(["1.5", text]))
    }

    @Test func `Numbers with exponents are codes unless one of the column has a point or a sign`() {
        #expect(!areNumbers(["1E5", "2E3"]) && !areNumbers(["7", "2e3"]))
        #expect(areNumbers(["1E5", "2.5E3"]) && areNumbers(["1e5", "2e-3"]) && areNumbers(["1e5", "-4"]))
    }

    @Test func `With a decimal comma, numbers with a point have another form`() {
        #expect(areNumbers(["1", "-20"], .comma) && !areNumbers(["1", "2.5"], .comma))
        #expect(areNumbers(["1", "2.5"], .point))
    }
}

struct ExactDecimalTests {
    private func digits(_ text: String) -> ExactDecimal {
        Array(text.utf8).withUnsafeBufferPointer { ExactDecimal($0) }
    }

    @Test(arguments: [
        [
            "-1e1000", "-2", "-1.5", "-1.05", "-0.1", "-1e-1000", "0", "1e-1000", "0.0999", "0.1", "0.10001",
            "1",
        ],
        [
            "9.99", "10", "10.00000000000000000000000000000000000000001", "11", "99", "100", "1e3", "1001",
            "1e1000",
        ],
    ])
    func `Numbers of any size are compared exactly`(ascending: [String]) {
        let numbers = ascending.map { digits($0) }
        for (index, number) in numbers.enumerated() {
            for (other, otherNumber) in numbers.enumerated() {
                #expect((number < otherNumber) == (index < other), "\(ascending[index]) \(ascending[other])")
                #expect((number == otherNumber) == (index == other))
            }
        }
    }

    @Test(arguments: [
        ("1", "1.00"), ("0", "-0.0"), ("0e5", "0"), ("100", "1e2"), ("0.015", "1.5E-2"), (".5", "0.50"),
        ("5.", "5"),
        ("-120e-1", "-12"), ("0.00e9", "0"),
    ])
    func `Numbers with other zeros or exponents are equal`(text: String, other: String) {
        #expect(digits(text) == digits(other))
        #expect(digits(text) != digits("7"))
    }
}

struct DecimalSumTests {
    @Test(arguments: [
        ("1.5", 3, "4.5"), ("-0.1", 10, "-1.0"), ("7", -2, "-14"), ("1e20", 5, "500000000000000000000"),
        ("-12345678901234567890.5", -4_000_000_000, "49382715604938271562000000000.0"),
        ("99999999999999999", 4_000_000_000, "399999999999999996000000000"), ("3", 0, "0"),
    ])
    func `A number is added several times, or subtracted`(text: String, count: Int, total: String) throws {
        var sum = DecimalSum()
        try Array(text.utf8).withUnsafeBufferPointer { try sum.add($0, times: count) }
        #expect(sum.description == total)
    }

    private func add(_ text: String, to sum: inout DecimalSum) throws {
        try Array(text.utf8).withUnsafeBufferPointer { try sum.add($0) }
    }

    private func sum(_ texts: [String]) throws -> String {
        var sum = DecimalSum()
        for text in texts { try add(text, to: &sum) }
        return sum.description
    }

    @Test(arguments: [
        ([], "0"), (["0.1", "0.2"], "0.3"), (["1.50", "1.50"], "3.00"), (["-0"], "0"), (["-0.00"], "0.00"),
        (["1", "-1.0"], "0.0"), (["0.3", "-0.5"], "-0.2"), (["-0.001", "-999.999"], "-1000.000"),
        (["999999999", "1"], "1000000000"), (["-1000000000", "1"], "-999999999"),
        (["1000000000"], "1000000000"),
        (["9223372036854775807", "9223372036854775807"], "18446744073709551614"),
        (["-9223372036854775808", "0.000000000000000001"], "-9223372036854775807.999999999999999999"),
        (["1e3", "1.5E-2"], "1000.015"), (["1.50e1"], "15.0"), (["1.0e5"], "100000"), (["12e-1"], "1.2"),
        (["1e20", "-1e20", "7"], "7"), (["0e99999999999999999999"], "0"),
        (["0.000000000000"], "0.000000000000"),
        (["123456789012345678901234567890", "1e-8"], "123456789012345678901234567890.00000001"),
        (["99999999999999999999999999999999999999"], "99999999999999999999999999999999999999"),
        (["1e37", "-1e37", "0.1"], "0.1"), (["0e-40", "1"], "1"), (["1E+2", "0.1e1"], "101"),
        (["0.00000000000000000000000000000000000001"], "0.00000000000000000000000000000000000001"),
        (["5e-10"], "0.0000000005"), (["-5e-9", "4e-9"], "-0.000000001"),
        (["1e9", "-1e-9"], "999999999.999999999"),
        ([".5", "-.25"], "0.25"), (["5.", ".5"], "5.5"), ([".5e1"], "5"), (["-.5E-1", "12."], "11.95"),
    ])
    func `Decimal numbers are added exactly`(texts: [String], expected: String) throws {
        #expect(try sum(texts) == expected)
    }

    @Test(arguments: [
        "", "-", "+1", "007", "-01", ".", "-.", "01.", "1.e5", "1e", "1e+", "1e5.0", "0x10", "NaN", "1 ",
        "1,5",
        "--1", "1.2.3",
    ])
    func `A text that is not a number is refused and changes nothing`(text: String) throws {
        var sum = DecimalSum()
        try add("1.5", to: &sum)
        #expect(throws: DecimalSum.Failure.notANumber) { try add(text, to: &sum) }
        #expect(sum.description == "1.5")
    }

    @Test(arguments: [
        ([], "1e38"), ([], "1e-39"), ([], "-1e99999999999999999999"), ([], "1e-99999999999999999999"),
        ([], "0.1e-38"), ([], "5e-324"), ([], "100000000000000000000000000000000000000"),
        ([], "0.000000000000000000000000000000000000000"),
        (["99999999999999999999999999999999999999"], "1"), (["1e30"], "1e-8"), (["1e-30"], "1e8"),
        (["0.1"], "12345678901234567890123456789012345678"), (["-9.5e37"], "-9.5e37"),
        ([], "123456789012345678901234567890.123456789"),
    ])
    func `A sum of more than 38 digits is refused and changes nothing`(texts: [String], last: String) throws {
        var sum = DecimalSum()
        for text in texts { try add(text, to: &sum) }
        let before = sum.description
        #expect(throws: DecimalSum.Failure.tooManyDigits) { try add(last, to: &sum) }
        #expect(sum.description == before)
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `Sums of random numbers equal digit-by-digit addition`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var sum = DecimalSum()
        var columns = [Int](repeating: 0, count: 60)
        for _ in 0..<500 {
            let whole = Int.random(
                in: 0..<Int(pow(10.0, Double(Int.random(in: 0...17, using: &random)))), using: &random)
            var text = (Bool.random(using: &random) ? "-" : "") + "\(whole)"
            let digits = Int.random(in: 0...18, using: &random)
            if digits > 0 {
                text += "." + (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
            }
            try add(text, to: &sum)
            count(text, 1, in: &columns)
            var rest = columns
            count(sum.description, -1, in: &rest)
            var carry = 0
            for digit in rest {
                #expect((digit + carry) % 10 == 0, "seed \(seed), \(text)")
                carry = (digit + carry) / 10
            }
            #expect(carry == 0, "seed \(seed), \(text)")
        }
    }

    /// Adds the digits of a number to their columns. Column 20 contains the ones.
    private func count(_ text: String, _ factor: Int, in columns: inout [Int]) {
        let parts = text.drop { $0 == "-" }.split(separator: ".")
        let sign = text.hasPrefix("-") ? -factor : factor
        var column = 20 + parts[0].count
        for digit in parts.joined() {
            column -= 1
            columns[column] += sign * (digit.wholeNumberValue ?? 0)
        }
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `A number with an exponent has the same sum as the number written out`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let digits = "\(Int.random(in: 1...999_999_999, using: &random))"
            let exponent = Int.random(in: -28...28, using: &random)
            let padded =
                String(repeating: "0", count: 45) + digits + String(repeating: "0", count: max(0, exponent))
            let fraction = max(0, -exponent)
            let whole = String(padded.dropLast(fraction).drop { $0 == "0" })
            let tail = fraction > 0 ? "." + padded.suffix(fraction) : ""
            #expect(
                try sum(["\(digits)e\(exponent)"]) == (whole.isEmpty ? "0" : whole) + tail, "seed \(seed)")
        }
    }
}
