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

    /// The unit or the time zone of the values, which is not in their plain forms; `nil` without one.
    var unit: String? {
        switch self {
        case .number(let form): form.unit
        case .date(let form): form == .utc ? "UTC" : nil
        case .time, .text: nil
        }
    }

    /// Returns the plain form of a value that a person has given in the form of the column, or plainly; `nil` for another
    /// text.
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
            return plain(bytes).map { String(decoding: $0, as: UTF8.self) } ?? (isPlain ? text : nil)
        }
    }
}

extension GridLine {
    /// Adds a cell with a value in the form of its column. The value is plain, and people see the text of the file.
    mutating func add(_ value: SourceTable.LentCell, as form: ValueForm) {
        guard !value.isEmpty, let plain = form.plain(value.utf8) else { return add(value) }
        let shown = plain.elementsEqual(value.utf8) ? nil : value.text
        plain.withUnsafeBufferPointer { plain in
            switch form {
            case .number, .time: decimal(utf8: plain, shown: shown)
            case .date: date(String(decoding: plain, as: UTF8.self), shown: shown)
            case .text: text(utf8: plain)
            }
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

extension SourceTable {
    /// The form of a column's values.
    enum Finding: Equatable {
        /// The values are not written alike, or they are plain numbers of the file.
        case none
        case form(ValueForm)
        /// The values have two readings, of which an option chooses one.
        case unclear(example: String, advice: String)

        var form: ValueForm? {
            if case .form(let form) = self { form } else { nil }
        }
    }

    /// Finds the form of a column. A column without values, and one that the file lacks, has no form.
    ///
    /// - Complexity: O(*n*) in the bytes of a column with a form. The first value of another form ends the search.
    func form(ofColumn column: Int?) -> Finding {
        guard let column, !values.texts.contains(where: { ExactText($0) == ExactText(columns[column]) })
        else {
            return .none
        }
        return withCells { cells in
            let indices = rows.indices.lazy.filter { !cells[$0, column].isEmpty }
            guard let first = indices.first(where: { cells[$0, column].kind == .text }) else { return .none }
            let texts = indices.map { cells[$0, column] }
            var evidence = NumberEvidence(values.decimal)
            var forms: [ValueForm] = []
            if texts.allSatisfy({ evidence.add($0.utf8) }) {
                if evidence.isConclusive { forms = [.number(.plain)] }
            } else {
                forms = candidates(for: cells[first, column].utf8, texts.lazy.map(\.utf8))
                    .filter { form in texts.allSatisfy { form.plain($0.utf8) != nil } }
            }
            guard let form = forms.first, texts.allSatisfy({ $0.kind == .text || $0.kind == .number }) else {
                return .none
            }
            guard forms.count > 1 else { return .form(form) }
            return .unclear(
                example: cells[first, column].text,
                advice: form.isDate ? "add --dates dmy or --dates mdy" : "add --decimal . or --decimal ,")
        }
    }

    /// Returns the forms that the values can have, judged by the first one, and by the signs between digits.
    private func candidates(
        for first: UnsafeBufferPointer<UInt8>, _ texts: some Sequence<UnsafeBufferPointer<UInt8>>
    ) -> [ValueForm] {
        if ClockTime(first) != nil { return [.time] }
        let dates = DateForm.candidates(for: first, order: values.dates)
        if !dates.isEmpty { return dates.map { .date($0) } }
        return NumberForm.candidates(for: first, texts, decimal: values.decimal).map { .number($0) }
    }

    /// Returns a table of one column, which has the plain values of some rows.
    func plainColumn(_ column: Int, in form: ValueForm, rows: [Int]) -> SourceTable {
        var plain = SourceTable(file: file, columns: [columns[column]], guessesKinds: guessesKinds)
        withCells { cells in
            for row in rows {
                let cell = cells[row, column]
                let value = cell.isEmpty ? [] : form.plain(cell.utf8) ?? []
                let kind: Kind = value.isEmpty ? .null : form.isNumber ? .number : .text
                let start = plain.bytes.count
                plain.rows.append(RowStart(line: self.rows[row].line, cell: UInt32(plain.cells.count)))
                plain.bytes += value
                plain.cells.append(Cell(start..<plain.bytes.count, kind))
            }
        }
        return plain
    }

    /// Returns the form of a column whose order matters.
    ///
    /// - Parameter verb: The use of the values, such as `sorted`.
    /// - Throws: ``InputError`` if the values have two readings.
    func clearForm(ofColumn column: Int?, verb: String) throws(InputError) -> ValueForm? {
        let finding = form(ofColumn: column)
        if case .unclear(let example, let advice) = finding, let column {
            throw InputError(
                file: file,
                reason:
                    "column \(columns[column].quoted()) can't be \(verb): \(example.quoted()) has two readings; \(advice)"
            )
        }
        return finding.form
    }
}
