/// The kind of values by which a column is compared. All values of a column have one kind; a column with values of several
/// kinds is one of texts.
enum ColumnKind: Hashable, Sendable {
    case number, date, boolean, text
}

/// The beginning of the comparison of two cells.
package struct OrderKey: Sendable {
    /// A number whose order is that of the values.
    package var bits: UInt64
    /// Whether values with the same bits may differ.
    package var isRounded = false

    /// The bits of a cell without a value, above those of all values.
    static let missing = UInt64.max
}

extension GridLine {
    /// Returns the kind of a cell's value, or `nil` for a cell without a value, an empty text, and not-a-number.
    @inline(__always)
    borrowing func columnKind(of cell: GridCell) -> ColumnKind? {
        switch cell.kind {
        case .integer: .number
        case .decimal: withValue(of: cell) { $0.last == 0x6E } ? nil : .number
        case .boolean: .boolean
        case .date:
            cell.value.isEmpty ? nil : withValue(of: cell) { DatePeriod($0) == nil } ? .text : .date
        case .text, .json, .series: cell.shown.isEmpty ? nil : .text
        case .empty, .missing: nil
        }
    }

    /// Returns the cell of a column, which has no value beyond the last cell.
    @inline(__always)
    borrowing func cell(inColumn column: Int) -> GridCell {
        column < cells.count
            ? cells[column] : GridCell(kind: .missing, role: .plain, value: 0..<0, shown: 0..<0, linkCount: 0)
    }

    /// Returns the value of a column as a query writes it; `nil` without a value.
    package borrowing func queryValue(inColumn column: Int) -> String? {
        let cell = cell(inColumn: column)
        return columnKind(of: cell).map { _ in withValue(of: cell) { String(decoding: $0, as: UTF8.self) } }
    }

    /// Returns the key of a cell's value in a column of numbers, dates, or Booleans.
    @inline(__always)
    borrowing func orderKey(of cell: GridCell) -> OrderKey? {
        switch cell.kind {
        case .integer, .decimal: withValue(of: cell) { ExactDecimal.key(of: $0) }
        case .boolean: OrderKey(bits: withValue(of: cell) { $0.first == 0x74 } ? 2 : 1)
        case .date:
            withValue(of: cell) { DatePeriod($0).map { OrderKey(bits: $0.start, isRounded: $0.isRounded) } }
        case .text, .json, .series, .empty, .missing: nil
        }
    }

    /// Returns what tells values with the same rounded ``OrderKey`` apart: a number, or the fraction of a second of an instant.
    borrowing func exactKey(of cell: GridCell) -> ExactDecimal {
        withValue(of: cell) { cell.kind == .date ? DatePeriod.fraction(of: $0) : ExactDecimal($0) }
    }
}

// MARK: Numbers

/// A decimal number that compares exactly at any number of digits.
package struct ExactDecimal: Hashable, Comparable, Sendable {
    /// The sign, the exponent, and the digits of 0.d₁d₂d₃… × 10ᵉ. The order of the bytes is that of the numbers, and the last
    /// byte is not 0.
    let bytes: [UInt8]

    /// Creates a number from its text in the form of JSON, or from `inf` or `-inf`.
    package init(_ utf8: UnsafeBufferPointer<UInt8>) {
        let isNegative = utf8.first == 0x2D
        var rest = utf8[(isNegative ? 1 : 0)...]
        /// The digits without zeros at both ends.
        var digits: [UInt8] = []
        var exponent = 0
        if rest.first == 0x69 {
            exponent = .max
            digits = [1]
        }
        var hasPoint = false
        while exponent < .max, let byte = rest.popFirst() {
            switch byte {
            case 0x2E, 0x2C: hasPoint = true
            case 0x2B: break
            case 0x45, 0x65:
                let text = String(decoding: rest, as: UTF8.self)
                // The digits of a number are in memory, so an exponent beyond the limit decides alone.
                let limit = 1 << 60
                exponent += min(max(Int(text) ?? (text.hasPrefix("-") ? -limit : limit), -limit), limit)
                rest = rest.dropFirst(rest.count)
            default:
                if byte != 0x30 || !digits.isEmpty {
                    digits.append(byte)
                    if !hasPoint { exponent += 1 }
                } else if hasPoint {
                    exponent -= 1
                }
            }
        }
        while digits.last == 0x30 { digits.removeLast() }
        guard !digits.isEmpty else {
            bytes = [2]
            return
        }
        let size = withUnsafeBytes(of: (Int64(exponent) ^ .min).bigEndian, Array.init) + digits
        // Above all digits, the end of a negative number is above the longer ones.
        bytes = isNegative ? [1] + size.map { ~$0 } + [.max] : [3] + size
    }

    package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Returns the key of a number; `nil` for not-a-number.
    ///
    /// A number of up to 15 digits is a quotient of two numbers that a double contains, so its double is exact enough to be
    /// its only one.
    @inline(__always)
    package static func key(of utf8: UnsafeBufferPointer<UInt8>) -> OrderKey? {
        let isNegative = utf8.first == 0x2D
        var index = isNegative ? 1 : 0
        let first = index
        var digits: UInt64 = 0
        var point = -1
        while index < utf8.count, index &- first < 17 {
            let byte = utf8[index]
            if byte &- 0x30 < 10 {
                digits = digits &* 10 &+ UInt64(byte &- 0x30)
            } else if byte == 0x2E, point < 0 {
                point = index
            } else {
                return longKey(of: utf8)
            }
            index &+= 1
        }
        let count = index &- first &- (point < 0 ? 0 : 1)
        guard index == utf8.count, 1...15 ~= count else { return longKey(of: utf8) }
        let value = point < 0 ? Double(digits) : Double(digits) / powers[index &- point &- 1]
        return OrderKey(bits: bits(of: isNegative ? -value : value))
    }

    @inline(never)
    private static func longKey(of utf8: UnsafeBufferPointer<UInt8>) -> OrderKey? {
        guard let value = Double(String(decoding: utf8, as: UTF8.self)), !value.isNaN else { return nil }
        return OrderKey(bits: bits(of: value), isRounded: true)
    }

    /// Returns bits whose order is that of the numbers. There is one zero.
    @inline(__always)
    private static func bits(of value: Double) -> UInt64 {
        let bits = (value == 0 ? 0 : value).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }
}

// MARK: Dates

/// A date or an instant of ISO 8601, such as `2026`, `2026-10`, `2026-10-19`, or `2026-10-19T12:30:00.5+02:00`.
///
/// It is a period from its first microsecond to that of the next one. An instant without a zone is in UTC.
package struct DatePeriod: Hashable, Sendable {
    /// The first microsecond, and the microsecond after the period. All years are positive.
    let start: UInt64
    let end: UInt64

    /// Whether the period is a microsecond.
    var isInstant: Bool { end - start == 1 }

    /// The seconds from the start of 1970 in UTC to the first microsecond.
    package var seconds: Double { Double(Int64(bitPattern: start &- 1 << 62)) / 1e6 }

    /// Whether the instant has digits below a microsecond.
    private(set) var isRounded = false

    private static let day = 86_400_000_000

    package init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        var text = Scanner(rest: utf8[...])
        guard let year = text.number(4) else { return nil }
        func start(of year: Int, month: Int = 1, day: Int = 1) -> Int {
            Self.days(to: year, month: month, day: day) * Self.day
        }
        if text.rest.isEmpty {
            self.init(start(of: year), start(of: year + 1))
            return
        }
        guard text.skip("-"), let month = text.number(2), 1...12 ~= month else { return nil }
        let next = month == 12 ? start(of: year + 1) : start(of: year, month: month + 1)
        if text.rest.isEmpty {
            self.init(start(of: year, month: month), next)
            return
        }
        guard text.skip("-"), let day = text.number(2), day >= 1 else { return nil }
        let date = start(of: year, month: month, day: day)
        guard date < next else { return nil }
        if text.rest.isEmpty {
            self.init(date, date + Self.day)
            return
        }
        guard text.skip("T") || text.skip("t") || text.skip(" "), let time = text.time() else { return nil }
        self.init(date + time.start, date + time.end)
        isRounded = text.isRounded
    }

    private init(_ start: Int, _ end: Int) {
        func positive(_ time: Int) -> UInt64 { UInt64(bitPattern: Int64(time)) &+ 1 << 62 }
        self.start = positive(start)
        self.end = positive(end)
    }

    /// Returns the fraction of a second of an instant, which may have digits below a microsecond.
    package static func fraction(of utf8: UnsafeBufferPointer<UInt8>) -> ExactDecimal {
        let start = utf8.firstIndex { $0 == 0x2E || $0 == 0x2C } ?? utf8.count
        let end = utf8[start...].dropFirst().firstIndex { $0 &- 0x30 >= 10 } ?? utf8.count
        return ExactDecimal(UnsafeBufferPointer(rebasing: utf8[start..<end]))
    }

    /// Returns the number of days from 1970-01-01 to a date of the Gregorian calendar.
    private static func days(to year: Int, month: Int, day: Int) -> Int {
        // Years begin in March here, so that a leap day is the last day.
        let year = month <= 2 ? year - 1 : year
        let days = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return year * 365 + Self.floor(year, 4) - Self.floor(year, 100) + Self.floor(year, 400) + days
            - 719_468
    }

    private static func floor(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : (number - divisor + 1) / divisor
    }

    private struct Scanner {
        var rest: Slice<UnsafeBufferPointer<UInt8>>
        var isRounded = false

        mutating func number(_ count: Int) -> Int? {
            guard rest.count >= count, rest.prefix(count).allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { 10 * $0 + Int($1 &- 0x30) }
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// Reads the rest of an instant, and returns the microseconds of its day in UTC.
        mutating func time() -> (start: Int, end: Int)? {
            guard let hour = number(2), hour <= 24, skip(":"), let minute = number(2), minute < 60 else {
                return nil
            }
            var time = (hour * 60 + minute) * 60_000_000
            var length = 60_000_000
            if skip(":") {
                guard let second = number(2), second <= 60 else { return nil }
                time += second * 1_000_000
                length = 1_000_000
                if skip(".") || skip(",") {
                    let digits = rest.prefix { $0 &- 0x30 < 10 }
                    guard !digits.isEmpty else { return nil }
                    var unit = 100_000
                    for digit in digits.prefix(6) {
                        time += Int(digit &- 0x30) * unit
                        unit /= 10
                    }
                    isRounded = digits.dropFirst(6).contains { $0 != 0x30 }
                    rest = rest.dropFirst(digits.count)
                    length = 1
                }
            }
            guard hour < 24 || time == 24 * 3_600_000_000, let zone = zone(), rest.isEmpty else { return nil }
            return (time - zone, time - zone + length)
        }

        /// Reads the difference to UTC, in microseconds.
        private mutating func zone() -> Int? {
            if rest.isEmpty || skip("Z") || skip("z") { return 0 }
            let isWest = rest.first == UInt8(ascii: "-")
            guard skip("+") || skip("-"), let hours = number(2), hours < 24 else { return nil }
            _ = skip(":")
            guard let minutes = rest.isEmpty ? 0 : number(2), minutes < 60 else { return nil }
            return (isWest ? -1 : 1) * (hours * 60 + minutes) * 60_000_000
        }
    }
}
