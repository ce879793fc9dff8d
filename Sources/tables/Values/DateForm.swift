import TableAgent

/// The notation of dates and times: `2024-02-01`, `01.02.2024`, `2/1/2024 8:59 PM`, `Feb 1, 2024`, `20:59:30.5`.
struct DateForm: Hashable, Sendable {
    /// The notation of the day.
    enum Day: Hashable, Sendable {
        /// The dates and instants of ISO 8601, which are plain.
        case iso
        /// The instants of ISO 8601 in UTC. A plain instant has no zone.
        case utc
        /// Days, months, and years as digits, with a sign between them. Without an order, the year is first.
        case digits(DateOrder?, separator: UInt8)
        /// Dates with the English name of a month.
        case named
        /// No day. A plain time is an instant of January 1, 1970.
        case time
        /// No day. A plain time has no day, because workbooks store times of day.
        case clock
    }

    /// A day, which the calendar may lack.
    private typealias Date = (year: Int, month: Int, day: Int)

    static let iso = DateForm(day: .iso)
    static let utc = DateForm(day: .utc)

    var day: Day
    /// Whether AM or PM follows a time.
    var hasHalves = false
    /// Whether years have two digits, and are from 1969 to 2068, as in POSIX.
    var hasShortYears = false

    /// Returns a date as ISO 8601 writes it; `nil` for another text.
    func plain(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var rest = text[...]
        let date: Date?
        switch day {
        case .iso: return text.secondsOfDate == nil ? nil : Array(text)
        case .utc: return text.last != "Z" || text.secondsOfDate == nil ? nil : Array(text.dropLast())
        case .digits(let order, let separator):
            date = digits(&rest, order: order, separator: separator)
        case .named: date = named(&rest)
        case .time, .clock: date = (1970, 1, 1)
        }
        guard let date else { return nil }
        var plain: [UInt8] = []
        plain.reserveCapacity(32)
        plain.append(twoDigits: date.year / 100)
        plain.append(twoDigits: date.year % 100)
        plain.append(twoDigits: date.month, after: "-")
        plain.append(twoDigits: date.day, after: "-")
        if !rest.isEmpty || hasNoDay {
            let gap = rest.prefix { [" ", ",", "T"].contains($0) }
            rest = rest[gap.endIndex...]
            guard gap.isEmpty == hasNoDay, addTime(rest, to: &plain) else { return nil }
        }
        guard plain.withUnsafeBufferPointer({ DatePeriod($0) }) != nil else { return nil }
        return day == .clock ? Array(plain.dropFirst("1970-01-01T".utf8.count)) : plain
    }

    private var hasNoDay: Bool { day == .time || day == .clock }

    /// Returns the forms that a date can have, the plain one first.
    ///
    /// - Parameter order: The order of digits if the year is last, or `nil` for any order.
    static func candidates(for text: UnsafeBufferPointer<UInt8>, order: DateOrder?) -> [DateForm] {
        let orders: [DateOrder?] = order.map { [nil, $0] } ?? [nil, .dmy, .mdy]
        let digits = "/-.".utf8.flatMap { sign in orders.map { Day.digits($0, separator: sign) } }
        func forms(of days: [Day], hasShortYears: Bool) -> [DateForm] {
            days.flatMap { day in
                [false, true].map { DateForm(day: day, hasHalves: $0, hasShortYears: hasShortYears) }
            }
        }
        let long = forms(of: [.utc, .iso, .named, .time] + digits, hasShortYears: false)
        return (long + forms(of: [.named] + digits, hasShortYears: true)).filter { $0.plain(text) != nil }
    }

    // MARK: Reading

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private func digits(_ rest: inout Bytes, order: DateOrder?, separator: UInt8) -> Date? {
        guard let first = rest.number(digits: order == nil ? 4...4 : 1...2), rest.skip(separator),
            let second = rest.number(digits: 1...2), rest.skip(separator),
            let third = order == nil ? rest.number(digits: 1...2) : year(&rest)
        else { return nil }
        return switch order {
        case nil: (first, second, third)
        case .dmy: (third, second, first)
        case .mdy: (third, first, second)
        }
    }

    private func named(_ rest: inout Bytes) -> Date? {
        var day = rest.number(digits: 1...2)
        var year = day == nil && !hasShortYears ? year(&rest) : nil
        guard day == nil && year == nil || Self.skipGap(&rest), let month = Self.month(&rest),
            Self.skipGap(&rest)
        else { return nil }
        if day == nil {
            day = rest.number(digits: 1...2)
            if year == nil, !Self.skipGap(&rest) { return nil }
        }
        year = year ?? self.year(&rest)
        guard let day, let year else { return nil }
        return (year, month, day)
    }

    private func year(_ rest: inout Bytes) -> Int? {
        guard hasShortYears else { return rest.number(digits: 4...4) }
        return rest.number(digits: 2...2).map { $0 < 69 ? 2000 + $0 : 1900 + $0 }
    }

    private static func skipGap(_ rest: inout Bytes) -> Bool {
        let gap = rest.prefix { [".", "/", "-", " ", ","].contains($0) }
        rest = rest[gap.endIndex...]
        return 1...2 ~= gap.count
    }

    private static let months =
        "january february march april may june july august september october november december"
        .split(separator: " ").map { Array($0.utf8) }

    /// Reads an English name of a month, or its first letters.
    private static func month(_ rest: inout Bytes) -> Int? {
        let word = rest.prefix(while: \.isLetter)
        let name = word.map { $0 | 0x20 }
        rest = rest[word.endIndex...]
        let isShort = name.count == 3 || name.elementsEqual("sept".utf8)
        return months.firstIndex { $0 == name || isShort && $0.starts(with: name) }.map { $0 + 1 }
    }

    /// Adds a time of day as ISO 8601 writes it, with seconds. Returns `false` for another text.
    private func addTime(_ text: Bytes, to plain: inout [UInt8]) -> Bool {
        var rest = text
        guard let hour = rest.number(digits: 1...2), rest.skip(":"), let minute = rest.number(digits: 2...2)
        else { return false }
        let hasSeconds = rest.skip(":")
        guard let second = hasSeconds ? rest.number(digits: 2...2) : 0, second < 60 else { return false }
        let fraction = rest.prefix { hasSeconds && ($0.isDigit || $0 == ".") }
        rest = rest[fraction.endIndex...]
        if hasHalves { _ = rest.skip(" ") }
        switch String(decoding: rest, as: UTF8.self).lowercased() {
        case "" where !hasHalves && hour < 24: plain.append(twoDigits: hour, after: "T")
        case "am" where hasHalves && 1...12 ~= hour: plain.append(twoDigits: hour % 12, after: "T")
        case "pm" where hasHalves && 1...12 ~= hour: plain.append(twoDigits: hour % 12 + 12, after: "T")
        default: return false
        }
        plain.append(twoDigits: minute, after: ":")
        plain.append(twoDigits: second, after: ":")
        plain += fraction
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The seconds from the start of 1970 in UTC to a day or instant of ISO 8601; `nil` for another text.
    var secondsOfDate: Double? { count < 10 ? nil : DatePeriod(self)?.seconds }
}

extension [UInt8] {
    fileprivate mutating func append(twoDigits number: Int, after sign: UInt8? = nil) {
        if let sign { append(sign) }
        append("0" + UInt8(number / 10))
        append("0" + UInt8(number % 10))
    }
}
