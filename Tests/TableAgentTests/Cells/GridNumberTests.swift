import Foundation
import TableAgent
import Testing

@Suite("GridLine: numbers") struct GridNumberTests {
    private func cell(_ write: (inout GridLine) -> Void) -> (kind: GridCell.Kind?, value: String) {
        var line = GridLine()
        write(&line)
        return (line.cells.first?.kind, line.value(at: 0))
    }

    @Test(arguments: [
        0, 1, -1, 9, 10, -10, 99, 100, 12_345, Int.max, Int.min, Int.max - 1, Int.min + 1,
        Int(Int32.min), Int(UInt32.max),
    ])
    func `Whole numbers are written in digits`(_ number: Int) {
        let cell = cell { $0.integer(number) }
        #expect(cell.kind == .integer)
        #expect(cell.value == "\(number)")
    }

    @Test func `Whole numbers of every width are written in digits`() {
        #expect(cell { $0.integer(UInt64.max) }.value == "18446744073709551615")
        #expect(cell { $0.integer(UInt.max) }.value == "\(UInt.max)")
        #expect(cell { $0.integer(Int8.min) }.value == "-128")
        #expect(cell { $0.integer(UInt8.max) }.value == "255")
        #expect(cell { $0.integer(Int64.min) }.value == "-9223372036854775808")
        #expect(cell { $0.integer(UInt64(Int64.max) + 1) }.value == "9223372036854775808")
        #expect(cell { $0.integer(UInt64.max) }.kind == .integer)
    }

    @Test @available(macOS 15, iOS 18, tvOS 18, *)
    func `Whole numbers larger than a machine word are written in digits`() {
        #expect(cell { $0.integer(Int128.min) }.value == "-170141183460469231731687303715884105728")
        #expect(cell { $0.integer(UInt128.max) }.value == "340282366920938463463374607431768211455")
        #expect(cell { $0.integer(Int128(7)) }.value == "7")
    }

    @Test(arguments: [
        0, -0.0, 0.1, 1.0 / 3, 1e16, 1e300, -1e-300, 123_456_789.125, Double.pi,
        Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude, Double.ulpOfOne,
    ])
    func `Floating-point numbers are read back without loss`(_ number: Double) throws {
        let cell = cell { $0.decimal(number) }
        #expect(cell.kind == .decimal)
        let read = try #require(Double(cell.value))
        #expect(read.bitPattern == number.bitPattern)
        #expect(self.cell { line in cell.value.utf8Buffer { line.decimal(utf8: $0) } }.kind == .decimal)
    }

    @Test(arguments: [
        (Double.nan, "nan"), (-Double.nan, "nan"), (Double.signalingNaN, "nan"),
        (Double(nan: 5, signaling: false), "nan"), (Double(nan: 5, signaling: true), "nan"),
        (-Double(nan: 5, signaling: true), "nan"),
        (Double.infinity, "inf"), (-Double.infinity, "-inf"),
    ])
    func `Each non-finite number has one spelling`(_ number: Double, _ text: String) {
        #expect(cell { $0.decimal(number) }.kind == .decimal)
        #expect(cell { $0.decimal(number) }.value == text)
        #expect(cell { $0.decimal(Float(number)) }.value == text)
    }

    @Test func `Floats and whole numbers can be decimals`() {
        #expect(cell { $0.decimal(Float(0.1)) }.value == "0.1")
        #expect(cell { $0.decimal(3) }.value == "3")
        #expect(cell { $0.decimal(3) }.kind == .decimal)
    }

    @Test(arguments: [
        "0", "12.5", "-0.01", "99999999999999999999999999999999999999", "0.0000000000000000000000001",
        "12345678901234567890.123456789",
    ])
    func `Foundation's decimals keep all their digits`(_ text: String) throws {
        let number = try #require(Decimal(string: text))
        let cell = cell { $0.decimal(number, shown: "shown") }
        #expect(cell.kind == .decimal)
        #expect(Decimal(string: cell.value) == number)
        #expect(self.cell { $0.decimal(Decimal.nan) }.value == "nan")
    }

    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "0.5", "-0.50", "12.500", "1e5", "1E5", "1e+5", "1e-05", "0e0",
        "0.0e-0", "123456789012345678901234567890", "-12.5E+10", ".5", "-.5", ".5e5", "5.", "-0.",
    ])
    func
        `A decimal at hand as text is a number as JSON writes it, or without digits on one side of its point`(
            _ text: String
        )
    {
        let cell = cell { line in text.utf8Buffer { line.decimal(utf8: $0) } }
        #expect(cell.kind == .decimal)
        #expect(cell.value == text)
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", "00", ".", "-.", ".e5", "01.", "1.e5", "1e", "1e+", "e5", "1.2.3", "1,5",
        "1 ", " 1", "0x10", "1e5.5", "--1", "1-", "nan", "inf", "-inf", "Infinity", "NaN", "null", "١٢",
        "1\u{0}", "½", "€ 5", "1_000", "1e5e5", "-e5",
    ])
    func `Any other text becomes a text cell`(_ text: String) {
        let cell = cell { line in text.utf8Buffer { line.decimal(utf8: $0, shown: "s") } }
        #expect(cell.kind == .text)
        #expect(cell.value == text)
    }

    @Test(arguments: ["1/2", "+5", "1,5", "information", "nanny"])
    func `A number whose description is not JSON becomes a text cell`(
        _ text: String
    ) {
        let cell = cell { $0.decimal(OddNumber(description: text)) }
        #expect(cell.value == text)
        #expect(cell.kind == .text)
    }

    @Test(arguments: [
        (450_430, 2, "4504.30"), (5, 2, "0.05"), (-5, 2, "-0.05"), (-12_345, 2, "-123.45"), (0, 2, "0.00"),
        (100, 2, "1.00"), (7, 0, "7"), (-7, 0, "-7"), (1, 18, "0.000000000000000001"),
        (Int.max, 18, "9.223372036854775807"), (Int.min, 18, "-9.223372036854775808"),
        (Int.min, 0, "-9223372036854775808"), (Int.max, 1, "922337203685477580.7"),
    ])
    func `A scaled integer is a decimal number with all its decimals`(count: Int, scale: Int, text: String) {
        var line = GridLine()
        line.decimal(count, scale: scale)
        line.decimal(nil, scale: scale, shown: "none")
        #expect(line.value(at: 0) == text && line.cells[0].kind == .decimal)
        #expect(line.cells[1].kind == .empty && line.shown(at: 1) == "none")
    }
}

/// A number type with a description that a test chooses.
private struct OddNumber: SignedNumeric, CustomStringConvertible {
    var description: String
    var magnitude: Double = 0

    init(description: String) { self.description = description }
    init?<T: BinaryInteger>(exactly source: T) { description = "\(source)" }
    init(integerLiteral value: Int) { description = "\(value)" }

    static func + (lhs: Self, rhs: Self) -> Self { lhs }
    static func - (lhs: Self, rhs: Self) -> Self { lhs }
    static func * (lhs: Self, rhs: Self) -> Self { lhs }
    static func *= (lhs: inout Self, rhs: Self) {}
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.description == rhs.description }
}
