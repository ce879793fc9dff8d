import TableAgent

/// The value of a cell in a workbook, and the number format that shows the value.
enum CellValue: Equatable {
    /// A number that a cell of a workbook holds exactly. It is written as it is spelled.
    case number(NumberFormat)
    /// A date or time, as the number of days since December 30, 1899.
    case date(serial: String, NumberFormat)
    case boolean(Bool)
    /// The displayed text, for any value that is not a number, a date, or a Boolean in a workbook.
    case text
    /// Nothing, also for an empty text.
    case empty

    /// Creates the value of a cell.
    ///
    /// A workbook holds whole numbers of up to 15 digits, and decimal numbers that are the
    /// description of a `Double`.
    init(_ cell: GridCell, in line: borrowing GridLine) {
        self =
            switch cell.kind {
            case .integer: line.withValue(of: cell, Self.whole)
            case .decimal: line.withValue(of: cell, Self.decimal)
            case .date:
                line.withValue(of: cell) { DateSerial($0).map { .date(serial: $0.text, $0.format) } ?? .text }
            case .boolean: .boolean(line.withValue(of: cell) { $0.first == UInt8(ascii: "t") })
            case .text, .json, .series, .empty, .missing: .text
            }
        if self == .text, cell.shown.isEmpty { self = .empty }
    }

    private static let mostDigits = 15

    private static func whole(_ utf8: UnsafeBufferPointer<UInt8>) -> CellValue {
        let signCount = utf8.first == UInt8(ascii: "-") ? 1 : 0
        return utf8.count - signCount <= mostDigits ? .number(.whole) : .text
    }

    private static func decimal(_ utf8: UnsafeBufferPointer<UInt8>) -> CellValue {
        var (digitCount, fractionCount, hasPoint) = (0, 0, false)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if digitCount > 0 || byte != UInt8(ascii: "0") { digitCount += 1 }
                if hasPoint { fractionCount += 1 }
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "-"): break
            default: return isDouble(utf8) ? .number(.general) : .text
            }
        }
        if digitCount <= mostDigits, fractionCount <= mostDigits { return .number(.decimal(fractionCount)) }
        // A long whole number is an identifier, even if a `Double` holds it.
        if !hasPoint { return .text }
        return isDouble(utf8) ? .number(.general) : .text
    }

    /// Returns whether a decimal number is the description of a normal `Double`, apart from its spelling. Excel reads
    /// smaller numbers as zero.
    private static func isDouble(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = String(decoding: utf8, as: UTF8.self)
        guard let double = Double(text), double.isNormal || double.isZero else { return false }
        let description = double.description
        return text == description || Significand(text) == Significand(description)
    }
}

/// The digits of a decimal number without zeros at both ends, and the power of ten of the first digit.
private struct Significand: Equatable {
    private var digits: [UInt8] = []
    private var power = 0

    init(_ text: String) {
        let parts = text.lowercased().split(separator: "e", maxSplits: 1)
        var hasPoint = false
        for byte in parts[0].utf8 {
            if byte == UInt8(ascii: ".") { hasPoint = true }
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { continue }
            let isLeadingZero = digits.isEmpty && byte == UInt8(ascii: "0")
            if !isLeadingZero { digits.append(byte) }
            if hasPoint == isLeadingZero { power += hasPoint ? -1 : 1 }
        }
        if parts.count > 1 { power &+= Int(parts[1]) ?? 0 }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.isEmpty { power = 0 }
    }
}

/// A number format of a cell.
enum NumberFormat: Hashable {
    case general
    /// A whole number without grouping, because it may be a year or an identifier.
    case whole
    /// A decimal number with grouped digits and the given number of decimals.
    case decimal(Int)
    case date
    case dateTime
    /// A date and time with milliseconds.
    case dateTimeMilliseconds
    case time

    /// The code of the format, or `nil` for the general format.
    var code: String? {
        switch self {
        case .general: nil
        case .whole: "0"
        case .decimal(let count): "#,##0" + (count > 0 ? "." + String(repeating: "0", count: count) : "")
        case .date: "yyyy-mm-dd"
        case .dateTime: "yyyy-mm-dd hh:mm:ss"
        case .dateTimeMilliseconds: "yyyy-mm-dd hh:mm:ss.000"
        case .time: "hh:mm:ss"
        }
    }

    /// The width of a date or time in characters; 0 for numbers.
    var width: Int {
        switch self {
        case .general, .whole, .decimal: 0
        case .date, .dateTime, .dateTimeMilliseconds, .time: code?.utf8.count ?? 0
        }
    }
}
