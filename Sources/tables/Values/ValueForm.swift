import TableAgent

/// The notation of a column of texts that are numbers, dates, or times: `$1,234.50`, `01.02.2024`, `8:59 PM`.
///
/// A column has a form if all of its values are written alike, and can be read in only one way.
enum ValueForm: Equatable, Sendable {
    case number(NumberForm)
    /// Dates or times of day.
    case date(DateForm)
    /// Texts, even if they look like numbers.
    case text

    /// Returns a value as a number of JSON, or as a date of ISO 8601; `nil` for a text that is written otherwise.
    func plain(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        switch self {
        case .number(let form): form.plain(text)
        case .date(let form): form.plain(text)
        case .text: Array(text)
        }
    }

    /// Returns whether a value has the form.
    func fits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // Without memory for a plain value, this takes a third of the time.
        self == .date(.iso) ? text.secondsOfDate != nil : plain(text) != nil
    }

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    var isTime: Bool {
        if case .date(let form) = self { form.day == .time } else { false }
    }

    /// The name of the type of numbers, dates, or times.
    var typeName: String { isNumber ? "number" : isTime ? "time" : "date" }

    /// Whether the texts of the file can differ from the plain values.
    var hasOtherTexts: Bool { ![.number(.plain), .date(.iso), .date(.utc), .text].contains(self) }

    /// Whether a value with the form is hardly anything else: a date, a time, or a number with a unit. `3.10.12` can be a version.
    var isEvident: Bool {
        if case .date(let form) = self, form.hasShortYears { return false }
        return hasOtherTexts && (!isNumber || unit != nil)
    }

    /// The unit or the time zone of the values, which is not in their plain forms; `nil` without one.
    var unit: String? {
        switch self {
        case .number(let form): form.unit.isEmpty ? nil : form.unit
        case .date(let form): form == .utc ? "UTC" : nil
        case .text: nil
        }
    }

    /// Returns the other reading of the values, the sign that it reads otherwise, and the options that decide. Dates with years of
    /// two digits can also be texts.
    func rival(_ options: ValueOptions) -> (form: ValueForm, sign: UInt8?, advice: String)? {
        switch self {
        case .number(let form) where options.decimal == nil:
            return form.rival.map { (.number($0), form.decimal, "add --decimal . or --decimal ,") }
        case .date(let form) where options.dates == nil && form.hasShortYears:
            return (self, nil, "add --dates dmy or --dates mdy, or name the column with --text")
        case .date(let form) where options.dates == nil:
            // With points, the day is first in all countries.
            guard case .digits(let order?, let sign) = form.day, sign != "." else { return nil }
            let day = DateForm.Day.digits(order == .dmy ? .mdy : .dmy, separator: sign)
            let rival = ValueForm.date(DateForm(day: day, hasHalves: form.hasHalves))
            return (rival, sign, "add --dates dmy or --dates mdy")
        case .number, .date, .text: return nil
        }
    }

    /// Returns the plain form of a given value, which has the form of the column or is plain.
    ///
    /// Returns `nil` for another text, and for a number with both readings.
    func plain(given text: String) -> String? {
        switch self {
        case .number(let form):
            let plain = form.partialForms.lazy.compactMap { ValueForm.number($0).plain(text) }.first
            guard let plain else { return text.isNumber ? text : nil }
            return text.isNumber && text.number != plain.number ? nil : plain
        case .date(let form):
            let others = [form.hasHalves, !form.hasHalves].map { DateForm(day: form.day, hasHalves: $0) }
            let isPeriod = Array(text.utf8).withUnsafeBufferPointer { DatePeriod($0) } != nil
            return plain(text) ?? others.lazy.compactMap { ValueForm.date($0).plain(text) }.first
                ?? (isPeriod && !isTime ? text : nil)
        case .text: return text
        }
    }

    private func plain(_ text: String) -> String? {
        Array(text.utf8).withUnsafeBufferPointer { plain($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Removes a byte from the start. Returns `false` if the start is another one.
    mutating func skip(_ byte: UInt8) -> Bool { skip(CollectionOfOne(byte)) }

    mutating func skip(_ bytes: some Collection<UInt8>) -> Bool {
        guard starts(with: bytes) else { return false }
        self = dropFirst(bytes.count)
        return true
    }

    /// Removes the digits from the start, and returns their number; `nil` for another count of digits.
    mutating func number(digits counts: ClosedRange<Int>) -> Int? {
        let digits = prefix(while: \.isDigit)
        guard counts ~= digits.count else { return nil }
        self = self[digits.endIndex...]
        return digits.reduce(0) { $0 * 10 + Int($1 - "0") }
    }
}

/// The surface of a table, which determines the columns whose values are written in their plain form.
enum ValueUse {
    /// The texts of the file.
    case texts
    case json, people, workbook, browser

    /// Returns the form by which the values of a column become plain data, or `nil` for the texts of the file.
    func form(_ form: ValueForm) -> ValueForm? {
        switch (self, form) {
        case (.workbook, .date(let date)):
            form.isTime ? .date(DateForm(day: .clock, hasHalves: date.hasHalves)) : form
        case (.json, .number): form.unit == nil && form.hasOtherTexts ? form : nil
        case (.browser, .date(.utc)): .date(.iso)
        case (.browser, .date): form
        case (.people, .number), (.workbook, .number), (.browser, .number): form.hasOtherTexts ? form : nil
        case (_, _): nil
        }
    }
}

/// The options that decide how the values of columns are read.
struct ValueOptions: Equatable, Sendable {
    /// The columns whose values are texts, even if all of them look like numbers or dates.
    var texts: [String] = []
    /// The decimal sign of numbers, or `nil` for a point in plain numbers, and for the only possible one in others.
    var decimal: DecimalSign?
    /// Whether fields are separated by semicolons, as where a comma is the decimal sign.
    var hasSemicolons = false
    /// The order of dates such as `1/2/2024`, or `nil` for the only possible one.
    var dates: DateOrder?
}

/// The decimal sign of numbers.
enum DecimalSign: String, CaseIterable, Sendable {
    case point = "."
    case comma = ","

    var byte: UInt8 { self == .point ? "." : "," }
}

/// The order of day and month before a year.
enum DateOrder: String, CaseIterable, Sendable {
    case dmy, mdy
}
