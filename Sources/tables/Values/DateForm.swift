import TableAgent

/// The notation of dates: `2024-02-01`, `01.02.2024`, `2/1/2024 8:59 PM`, `Feb 1, 2024`.
enum DateForm: Hashable, Sendable {
    /// The dates and instants of ISO 8601.
    case iso
    /// The instants of ISO 8601 in UTC. A plain instant has no zone.
    case utc
    /// Days, months, and years as digits, with a sign between them. Without an order, the year is first.
    case digits(DateOrder?, separator: [UInt8])
    /// Dates with the English name of a month.
    case named

    /// Returns a date as ISO 8601 writes it; `nil` for another text.
    func plain(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if self == .iso || self == .utc {
            guard text.secondsOfDate != nil else { return nil }
            return Array(self == .utc && text.last == "Z" ? text.dropLast() : text[...])
        }
        guard let parts = DateParts(text) else { return nil }
        switch self {
        case .iso, .utc: return nil
        case .named: return parts.month == nil ? nil : parts.iso(.dmy)
        case .digits(let order, let separator):
            guard parts.month == nil, parts.separators == [separator, separator],
                parts.hasYearFirst == (order == nil)
            else { return nil }
            return parts.iso(order ?? .dmy)
        }
    }

    /// Returns the forms that dates can have, judged by one of them.
    ///
    /// - Parameter order: The order of digits if the year is last, or `nil` for any order.
    static func candidates(for text: UnsafeBufferPointer<UInt8>, order: DateOrder?) -> [DateForm] {
        if text.secondsOfDate != nil { return [.iso] }
        guard let parts = DateParts(text) else { return [] }
        if parts.month != nil { return [.named] }
        let separator = parts.separators[0]
        if parts.hasYearFirst { return [.digits(nil, separator: separator)] }
        // With points, the day is first in all countries.
        let orders = order.map { [$0] } ?? (separator == ["."] ? [.dmy] : [.dmy, .mdy])
        return orders.map { .digits($0, separator: separator) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The seconds from the start of 1970 in UTC to a day or instant of ISO 8601; `nil` for another text.
    var secondsOfDate: Double? { count < 10 ? nil : DatePeriod(self)?.seconds }
}

/// A date of three parts, and the time of day after it.
private struct DateParts {
    /// The two numbers of a date with the name of a month, otherwise the three numbers.
    private var numbers: [Int] = []
    /// The month by its name, or `nil` for a date of digits.
    private(set) var month: Int?
    /// The signs between the three parts.
    private(set) var separators: [[UInt8]] = []
    private(set) var hasYearFirst = false
    private let time: String

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var rest = text[...]
        for index in 0..<3 {
            let word = rest.prefix { $0.isDigit || $0.isLetter }
            rest = rest[word.endIndex...]
            if word.allSatisfy(\.isDigit), let number = Int(String(decoding: word, as: UTF8.self)) {
                guard word.count == 4 || 1...2 ~= word.count else { return nil }
                // The year is the first or the last number, with four digits.
                guard (word.count == 4) == (index == 0 ? word.count == 4 : index == 2 && !hasYearFirst) else {
                    return nil
                }
                if index == 0 { hasYearFirst = word.count == 4 }
                numbers.append(number)
            } else {
                guard month == nil, index < 2, let number = Self.month(named: word) else { return nil }
                month = number
            }
            guard index < 2 else { break }
            let separator = rest.prefix { [".", "/", "-", " ", ","].contains($0) }
            guard 1...2 ~= separator.count else { return nil }
            separators.append(Array(separator))
            rest = rest[separator.endIndex...]
        }
        guard month != nil || [["/"], ["."], ["-"]].contains(separators[0]) else { return nil }
        let gap = rest.prefix { [" ", ",", "T"].contains($0) }
        guard rest.isEmpty || !gap.isEmpty else { return nil }
        guard !rest.isEmpty else {
            time = ""
            return
        }
        guard let clock = ClockTime(UnsafeBufferPointer(rebasing: rest[gap.endIndex...])) else { return nil }
        time = "T\(clock.text)"
    }

    /// Returns the date as ISO 8601 writes it; `nil` if there is no such day.
    ///
    /// - Parameter order: The order of day and month before a year, if both are numbers.
    func iso(_ order: DateOrder) -> [UInt8]? {
        var fields = numbers
        if let month { fields.insert(month, at: 1) }
        if !hasYearFirst { fields = order == .dmy ? fields.reversed() : [fields[2], fields[0], fields[1]] }
        let digits = zip(fields, [4, 2, 2]).map { number, count in
            String(repeating: "0", count: max(count - String(number).count, 0)) + String(number)
        }
        let text = Array((digits.joined(separator: "-") + time).utf8)
        return text.withUnsafeBufferPointer { DatePeriod($0) } == nil ? nil : text
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
    ]

    /// Returns the month with an English name, or with its first three letters.
    private static func month(named word: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let name = String(decoding: word, as: UTF8.self).lowercased()
        return months.firstIndex { $0 == name || $0.prefix(3) == name || name == "sept" && $0 == "september" }
            .map { $0 + 1 }
    }
}

/// A time of day, such as `8:59`, `20:59:30.5`, or `8:59 PM`.
struct ClockTime {
    private let hour, minute: Int
    private let second: String

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= 20 else { return nil }
        var text = String(decoding: text, as: UTF8.self).lowercased()
        var half: String?
        for suffix in ["am", "pm"] where text.hasSuffix(suffix) {
            half = suffix
            text.removeLast(2)
            if text.hasSuffix(" ") { text.removeLast() }
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard 2...3 ~= parts.count, 1...2 ~= parts[0].count, parts[1].count == 2 else { return nil }
        let seconds = (parts.count == 3 ? parts[2] : "00").split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard seconds[0].count == 2, seconds.last?.isEmpty == false,
            (parts[...1] + seconds).allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), let second = Int(seconds[0]),
            minute < 60, second < 60, half == nil ? hour < 24 : 1...12 ~= hour
        else { return nil }
        self.hour = half == nil ? hour : hour % 12 + (half == "pm" ? 12 : 0)
        self.minute = minute
        self.second = seconds.joined(separator: ".")
    }

    /// The time as ISO 8601 writes it, with seconds.
    var text: String { [hour, minute].map { $0 < 10 ? "0\($0):" : "\($0):" }.joined() + second }

    /// The seconds since the start of the day, as a number of JSON.
    var secondsText: String {
        let parts = second.split(separator: ".", maxSplits: 1)
        let whole = hour * 3600 + minute * 60 + (Int(parts[0]) ?? 0)
        return "\(whole)" + (parts.count > 1 ? ".\(parts[1])" : "")
    }
}
