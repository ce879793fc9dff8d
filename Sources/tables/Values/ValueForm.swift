import TableAgent

/// The notation of a column of texts that are numbers, dates, or times: `$1,234.50`, `01.02.2024`, `8:59 PM`.
///
/// A column has a form if all of its values are written alike, and can be read in only one way.
enum ValueForm: Equatable, Sendable {
    case number(NumberForm)
    case date(DateForm)
    case time
    /// Texts, even if they look like numbers.
    case text

    /// Returns a value as a number of JSON, as a date of ISO 8601, or as the seconds of a day; `nil` for a text that is
    /// written otherwise.
    func plain(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        switch self {
        case .number(let form): form.plain(text)
        case .date(let form): form.plain(text)
        case .time: ClockTime(text).map { Array($0.secondsText.utf8) }
        case .text: Array(text)
        }
    }

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    var isDate: Bool {
        if case .date = self { true } else { false }
    }

    /// Whether the texts of the file can differ from the plain values.
    var hasOtherTexts: Bool { ![.number(.plain), .date(.iso), .text].contains(self) }

    /// Whether the decimal signs of numbers are all where signs between groups would be, as in `$1,234` beside `$12345`.
    func looksGrouped(in texts: some Sequence<UnsafeBufferPointer<UInt8>>, _ options: ValueOptions) -> Bool {
        guard options.decimal == nil, case .number(let form) = self, let grouped = form.grouped else {
            return false
        }
        var hasSign = false
        for text in texts where text.contains(form.decimal) {
            if grouped.plain(text) == nil { return false }
            hasSign = true
        }
        return hasSign
    }

    /// Whether a value with the form is hardly anything else: a date, a time, or a number with a unit.
    var isEvident: Bool { isNumber ? unit != nil : ![.date(.iso), .text].contains(self) }

    /// The unit or the time zone of the values, which is not in their plain forms; `nil` without one.
    var unit: String? {
        switch self {
        case .number(let form): form.unit
        case .date(let form): form == .utc ? "UTC" : nil
        case .time, .text: nil
        }
    }

    /// Returns the plain form of a given value, which has the form of the column or is plain.
    ///
    /// Returns `nil` for another text, and for a number with both readings.
    func plain(given text: String) -> String? {
        let bytes = Array(text.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            let isPlain =
                switch self {
                case .number: NumberText(bytes) != nil
                case .date: DatePeriod(bytes) != nil
                case .time: false
                case .text: true
                }
            guard let plain = plain(bytes) else { return isPlain ? text : nil }
            let areSame = plain.withUnsafeBufferPointer { ExactDecimal($0) } == ExactDecimal(bytes)
            return isNumber && isPlain && !areSame ? nil : String(decoding: plain, as: UTF8.self)
        }
    }
}

/// The surface of a table, which determines the columns whose values are written in their plain form.
enum ValueUse {
    /// The texts of the file.
    case texts
    case json, people, workbook, browser

    /// Returns whether the values of a column are plain data, rather than the texts of the file.
    func usesPlainValues(of form: ValueForm) -> Bool {
        switch (self, form) {
        case (.json, .number): form.unit == nil && form.hasOtherTexts
        case (.people, .number), (.workbook, .number), (.browser, _): form.hasOtherTexts
        case (.workbook, .date): true
        case (_, _): false
        }
    }
}

/// The options that decide how the values of columns are read.
struct ValueOptions: Equatable, Sendable {
    /// The columns whose values are texts, even if all of them look like numbers or dates.
    var texts: [String] = []
    /// The decimal sign of numbers, or `nil` for a point in plain numbers, and for the only possible one in others.
    var decimal: DecimalSign?
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
