/// A date of ISO 8601, perhaps with a time: `2026-10-19`, `2026-10-19 08:30`, `2026-10-19T08:30:00.5+02:00`.
enum DateText {
    /// Returns the seconds since the start of 1970 in UTC, or `nil` if the text is no date. A time without a zone is in UTC.
    static func seconds(_ utf8: UnsafeBufferPointer<UInt8>) -> Double? {
        var rest = utf8[...]
        func take(_ byte: UInt8) -> Bool {
            guard rest.first == byte else { return false }
            rest = rest.dropFirst()
            return true
        }
        func number(_ digits: Int, _ range: ClosedRange<Int>) -> Int? {
            let text = rest.prefix(digits)
            guard text.count == digits, text.allSatisfy(\.isDigit) else { return nil }
            rest = rest.dropFirst(digits)
            let number = text.reduce(0) { $0 * 10 + Int($1 - "0") }
            return range ~= number ? number : nil
        }
        guard let year = number(4, 0...9999), take("-"), let month = number(2, 1...12), take("-"),
            let day = number(2, 1...dayCount(of: month, in: year))
        else { return nil }
        let days = Double(days(to: year, month) + day)
        if rest.isEmpty { return days * 86_400 }
        guard take("T") || take(" "), let hour = number(2, 0...23), take(":"), let minute = number(2, 0...59)
        else { return nil }
        var seconds = days * 86_400 + Double(hour * 3600 + minute * 60)
        if take(":") {
            guard let second = number(2, 0...60) else { return nil }
            seconds += Double(second)
            if take(".") {
                let fraction = rest.prefix(while: \.isDigit)
                guard !fraction.isEmpty else { return nil }
                seconds += Double("0." + String(decoding: fraction, as: UTF8.self)) ?? 0
                rest = rest.dropFirst(fraction.count)
            }
        }
        if rest.isEmpty || take("Z") { return rest.isEmpty ? seconds : nil }
        let isWest = rest.first == "-"
        guard take("+") || take("-"), let hours = number(2, 0...23) else { return nil }
        _ = take(":")
        let minutes = rest.isEmpty ? 0 : number(2, 0...59)
        guard let minutes, rest.isEmpty else { return nil }
        return seconds + Double((hours * 3600 + minutes * 60) * (isWest ? 1 : -1))
    }

    private static func dayCount(of month: Int, in year: Int) -> Int {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Returns the number of days from the start of 1970 to the last day before a month.
    private static func days(to year: Int, _ month: Int) -> Int {
        // February 29 in the years from 0 to the one before.
        let leapDays = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
        let months = (1..<month).reduce(0) { $0 + dayCount(of: $1, in: year) }
        return year * 365 + leapDays + months - 719_529
    }
}
