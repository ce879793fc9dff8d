import Foundation
import Testing

@testable import tables

struct DateTextTests {
    private func seconds(_ text: String) -> Double? {
        Array(text.utf8).withUnsafeBufferPointer { $0.secondsOfDate }
    }

    @Test(arguments: [
        ("1970-01-01", 0.0), ("1970-01-02", 86_400), ("1969-12-31", -86_400), ("2000-02-29", 951_782_400),
        ("2026-10-19T08:30:00Z", 1_792_398_600), ("2026-10-19 08:30", 1_792_398_600),
        ("2026-10-19T10:30:00.25+02:00", 1_792_398_600.25), ("2026-10-19T03:00-0530", 1_792_398_600),
        ("2026-10-19T10:30+02", 1_792_398_600), ("0000-01-01", -62_167_219_200),
        ("9999-12-31", 253_402_214_400),
        ("2016-12-31T23:59:60Z", 1_483_228_800),
    ])
    func `A date of ISO 8601 is a number of seconds`(text: String, expected: Double) {
        #expect(seconds(text) == expected)
    }

    @Test(arguments: [
        "", "2026", "2026-10", "2026-10-1", "2026-13-01", "2026-00-01", "2026-04-31", "2023-02-29",
        "1900-02-29",
        "2026-10-19T", "2026-10-19T8:30", "2026-10-19T24:01", "2026-10-19T08:60", "2026-10-19T08:30:61",
        "2026-10-19T08:30:00.", "2026-10-19T08:30ZZ", "2026-10-19T08:30+", "2026-10-19T08:30+2", "2026/10/19",
        "19.10.2026", " 2026-10-19", "2026-10-19 ", "2026-10-19x08:30", "２026-10-19",
        "2026-10-19T08:30+02:00x",
    ])
    func `Another text is no date`(text: String) {
        #expect(seconds(text) == nil)
    }

    @Test func `Each day follows the day before, as in the calendar of Foundation`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        for day in stride(from: 0, to: 60_000, by: 7) {
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            func digits(_ number: Int?) -> String {
                (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)"
            }
            let text = "\(parts.year ?? 0)-\(digits(parts.month))-\(digits(parts.day))"
            #expect(seconds(text) == Double(day) * 86_400)
        }
    }
}
