import Foundation
import Testing

@testable import TableDemo

struct DecimalSumTests {
    private func add(_ text: String, to sum: inout DecimalSum) throws {
        try Array(text.utf8).withUnsafeBufferPointer { (text) throws(DecimalSum.Failure) in try sum.add(text)
        }
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
        (
            ["123456789012345678901234567890", "1e-30"],
            "123456789012345678901234567890.000000000000000000000000000001"
        ),
        (["5e-10"], "0.0000000005"), (["-5e-9", "4e-9"], "-0.000000001"),
        (["1e9", "-1e-9"], "999999999.999999999"),
    ])
    func `Decimal numbers are added exactly`(texts: [String], expected: String) throws {
        #expect(try sum(texts) == expected)
    }

    @Test func `Every Double fits`() throws {
        #expect(try sum(["1e308"]) == "1" + String(repeating: "0", count: 308))
        #expect(try sum(["5e-324", "-5e-324"]) == "0." + String(repeating: "0", count: 324))
    }

    @Test(arguments: [
        "", "-", "+1", "007", "-01", ".5", "5.", "1.e5", "1e", "1e+", "1e5.0", "0x10", "NaN", "1 ", "1,5",
        "--1", "1.2.3",
    ])
    func `What is no number is refused and changes nothing`(text: String) throws {
        var sum = DecimalSum()
        try add("1.5", to: &sum)
        #expect(throws: DecimalSum.Failure.notANumber) { try add(text, to: &sum) }
        #expect(sum.description == "1.5")
    }

    @Test(arguments: ["1e1080", "1e-1081", "-1e99999999999999999999", "1e-99999999999999999999", "0.1e-1080"])
    func `A number far from the point is refused and changes nothing`(text: String) throws {
        var sum = DecimalSum()
        #expect(throws: DecimalSum.Failure.outOfReach) { try add(text, to: &sum) }
        #expect(sum.description == "0")
    }

    @Test(arguments: InputFixture.seeds)
    func `Random numbers are added as Decimal adds them within its digits`(seed: UInt64) throws {
        var random = InputFixture.Random(seed: seed)
        var sum = DecimalSum()
        var model = Decimal(0)
        for _ in 0..<500 {
            let whole = Int.random(
                in: 0..<Int(pow(10.0, Double(Int.random(in: 0...17, using: &random)))), using: &random)
            var text = (Bool.random(using: &random) ? "-" : "") + "\(whole)"
            let digits = Int.random(in: 0...18, using: &random)
            if digits > 0 {
                text += "." + (0..<digits).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
            }
            try add(text, to: &sum)
            model += try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
            if Int.random(in: 0..<10, using: &random) == 0 { sum.settle() }
            // 17 + 3 digits before the point and 18 after it are the 38 that a Decimal has.
            let printed = Decimal(string: sum.description, locale: Locale(identifier: "en_US_POSIX"))
            #expect(printed == model, "seed \(seed)")
        }
    }

    @Test(arguments: InputFixture.seeds)
    func `A number and its exponent add up to the number written out`(seed: UInt64) throws {
        var random = InputFixture.Random(seed: seed)
        for _ in 0..<200 {
            let digits = "\(Int.random(in: 1...999_999_999, using: &random))"
            let exponent = Int.random(in: -40...40, using: &random)
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
