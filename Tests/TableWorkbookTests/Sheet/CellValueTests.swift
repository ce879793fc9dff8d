import TableAgent
import Testing

@testable import TableWorkbook

struct CellValueTests {
    private func value(_ fill: (inout GridLine) -> Void) -> CellValue {
        var line = GridLine()
        fill(&line)
        return CellValue(line.cells[0], in: line)
    }

    @Test(arguments: [
        (0, true), (-5, true), (999_999_999_999_999, true), (-999_999_999_999_999, true),
        (1_000_000_000_000_000, false), (.max, false), (.min, false),
    ])
    func `A whole number of up to 15 digits is a number`(number: Int, isNumber: Bool) {
        #expect(value { $0.integer(number) } == (isNumber ? .number(.whole) : .text))
    }

    @Test(
        arguments: [
            ("12.50", .number(.decimal(2))), ("-0", .number(.decimal(0))), (".5", .number(.decimal(1))),
            ("12.", .number(.decimal(0))), ("0.000000000000001", .number(.decimal(15))),
            ("0.0000000000000001", .number(.general)), ("1E+2", .number(.general)),
            ("-.5e3", .number(.general)),
            ("1e+300", .number(.general)), ("0.30000000000000004", .number(.general)),
            ("1.50000000000000000000", .number(.general)), ("123456789.012345", .number(.decimal(6))),
            ("0.1234567890123456789", .text), ("12345678901234567890.5", .text),
            ("100000000000000000", .text), ("1e400", .text),
            ("1e-400", .text),
            ("5e-324", .text), ("2.2250738585072014e-308", .number(.general)), ("1e-310", .text),
            ("0e5", .number(.general)), ("0.0e-9223372036854775808", .number(.general)),
        ] as [(String, CellValue)])
    func `A decimal number is a number if a Double holds it`(digits: String, expected: CellValue) {
        var digits = digits
        #expect(value { line in digits.withUTF8 { line.decimal(utf8: $0) } } == expected)
    }

    @Test func `Numbers that are not finite are text`() {
        for number in [Double.nan, .infinity, -.infinity] { #expect(value { $0.decimal(number) } == .text) }
    }

    @Test(
        arguments: [
            ("1900-03-01", "61", .date), ("1970-01-01", "25569", .date), ("2000-02-29", "36585", .date),
            ("2026-01-31", "46053", .date), ("9999-12-31", "2958465", .date),
            ("2026-01-31T12:00", "46053.5", .dateTime), ("2026-01-31 06:00:00", "46053.25", .dateTime),
            ("2026-01-31T12:00:00.5", "46053.500005787035", .dateTimeMilliseconds), ("18:00", "0.75", .time),
            ("00:00:00", "0.0", .time),
        ] as [(String, String, NumberFormat)])
    func `A date is the number of its days`(text: String, serial: String, format: NumberFormat) {
        #expect(value { $0.date(text) } == .date(serial: serial, format))
    }

    @Test(arguments: [
        "1900-02-28", "1899-12-31", "0000-00-00", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01",
        "2026-01-00",
        "2026-01-32", "2026-1-1", "26-01-31", "2026-01-31T12:00Z", "2026-01-31T12:00+01:00",
        "2026-01-31T24:00",
        "2026-01-31T12:60", "2026-01-31T12:00:60", "2026-01-31T12:00:00.1234", "2026-01-31T12:00:00.",
        "2026-01-31T",
        "12:00:00.5", "12", "10000-01-01", "2026/01/31", "May 1", "２０２６-01-31",
    ])
    func `Other dates are text`(text: String) {
        #expect(value { $0.date(text) } == .text)
    }

    @Test func `Other cells show their text, or nothing`() {
        #expect(value { $0.boolean(true) } == .boolean(true))
        #expect(value { $0.boolean(false, shown: "no") } == .boolean(false))
        #expect(value { $0.text("x", shown: "y") } == .text)
        #expect(value { $0.text("") } == .empty)
        #expect(value { $0.empty(shown: "Total") } == .text)
        #expect(value { $0.missing() } == .empty)
        #expect(value { $0.json("[1]") } == .text)
    }
}
