/// A date or time as a workbook stores it: the number of days since December 30, 1899.
///
/// The text is `2026-01-31`, `2026-01-31T12:30`, with seconds and up to three decimals if given, or a time without
/// decimals. A time with a zone has no serial, because a workbook has no zones. Dates before March 1, 1900 have no
/// serial either, because Excel counts a February 29 of that year.
struct DateSerial {
    /// The serial as a decimal number.
    let text: String
    let format: NumberFormat

    /// Creates a serial, or returns `nil` for any other text.
    init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        var scanner = Scanner(rest: utf8[...])
        var days = 0
        let hasDate = utf8.count >= 10
        if hasDate {
            guard let date = scanner.days() else { return nil }
            days = date
            if scanner.rest.isEmpty {
                text = String(days)
                format = .date
                return
            }
            guard scanner.skip("T") || scanner.skip(" ") else { return nil }
        }
        guard let time = scanner.milliseconds(), scanner.rest.isEmpty else { return nil }
        text = (Double(days) + Double(time.count) / 86_400_000).description
        format = !hasDate ? .time : time.hasDecimals ? .dateTimeMilliseconds : .dateTime
    }

    private struct Scanner {
        var rest: Slice<UnsafeBufferPointer<UInt8>>

        /// The number of days before each month, and in the year, if the year is no leap year.
        private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// Reads a number with a fixed count of digits, within a range.
        mutating func number(_ digitCount: Int, in range: ClosedRange<Int>) -> Int? {
            guard rest.count >= digitCount else { return nil }
            var number = 0
            for byte in rest.prefix(digitCount) {
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            rest.removeFirst(digitCount)
            return range ~= number ? number : nil
        }

        /// Reads a date, and returns its days since December 30, 1899.
        mutating func days() -> Int? {
            guard let year = number(4, in: 1900...9999), skip("-"), let month = number(2, in: 1...12),
                skip("-"),
                let day = number(2, in: 1...31)
            else { return nil }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let starts = Self.daysBeforeMonth
            guard day <= starts[month] - starts[month - 1] + (isLeap && month == 2 ? 1 : 0) else {
                return nil
            }
            let years = year - 1
            let daysBeforeYear = years * 365 + years / 4 - years / 100 + years / 400
            // January 1 of the year 1 is 693,593 days before December 30, 1899.
            let days = daysBeforeYear + starts[month - 1] + (isLeap && month > 2 ? 1 : 0) + day - 693_594
            return days >= 61 ? days : nil
        }

        /// Reads a time of the day, and returns its milliseconds.
        mutating func milliseconds() -> (count: Int, hasDecimals: Bool)? {
            guard let hour = number(2, in: 0...23), skip(":"), let minute = number(2, in: 0...59) else {
                return nil
            }
            var count = (hour * 60 + minute) * 60_000
            guard skip(":") else { return (count, false) }
            guard let second = number(2, in: 0...59) else { return nil }
            count += second * 1000
            guard skip(".") else { return (count, false) }
            var unit = 100
            guard 1...3 ~= rest.count else { return nil }
            while !rest.isEmpty {
                guard let digit = number(1, in: 0...9) else { return nil }
                count += digit * unit
                unit /= 10
            }
            return (count, true)
        }
    }
}
