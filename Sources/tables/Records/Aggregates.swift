import TableAgent

/// A number that summarizes the values of a column, or the number of rows.
struct Aggregate: Hashable, Sendable {
    enum Function: String, Sendable {
        case count, sum, mean, min, max
    }

    let function: Function
    private let name: ExactText

    init(function: Function, column: String) {
        self.function = function
        name = ExactText(column)
    }

    /// The name of the column; empty for the number of rows.
    var column: String { name.description }

    /// Returns the title of the aggregate. A sum has the name of its column, unless a group has it.
    func title(besides groups: [String] = []) -> String {
        let title =
            switch function {
            case .count: "count"
            case .sum: column
            case .mean, .min, .max: "\(function.rawValue) \(column)"
            }
        let isTaken = groups.contains { ExactText($0) == ExactText(title) }
        return isTaken ? "\(function.rawValue) \(title)" : title
    }
}

/// A number or a date that compares exactly with others of its kind.
private struct ComparedValue {
    /// The text of the value: a number as JSON writes it, and a date or time as the file writes it.
    let text: String
    let isDate: Bool
    /// The nearest number, or the seconds of a date.
    private let number: Double

    /// Creates a value, or returns `nil` if the plain text is neither a number nor a date.
    init?(_ plain: UnsafeBufferPointer<UInt8>, written text: UnsafeBufferPointer<UInt8>) {
        isDate = NumberText(plain) == nil
        guard let number = isDate ? plain.secondsOfDate : plain.number else { return nil }
        self.number = number
        self.text = String(decoding: text, as: UTF8.self)
    }

    static func < (left: ComparedValue, right: ComparedValue) -> Bool {
        if left.number != right.number || left.isDate { return left.number < right.number }
        return left.text != right.text && left.text.number < right.text.number
    }
}

/// The values of an aggregate, one for each group of rows. The rows can come from several parts of a table.
struct AggregateValues {
    private struct Group {
        /// The number of rows, or of the rows with a value.
        var count = 0
        var sum = Self.noSum
        /// The least or the greatest value.
        var extreme: ComparedValue?

        /// The sum that all groups share until they have one.
        private static let noSum = DecimalSum()
    }

    let aggregate: Aggregate
    private var groups: [Group] = []
    /// Whether the extremes are dates, and not numbers; `nil` without values.
    private var hasDates: Bool?
    /// The form of the column, or `nil` for plain numbers.
    private var form: ValueForm?

    init(of aggregate: Aggregate) {
        self.aggregate = aggregate
    }

    /// Adds a group without rows.
    mutating func addGroup() { groups.append(Group()) }

    /// Adds the rows of a table.
    ///
    /// - Parameters:
    ///   - numbers: The number of each group here.
    ///   - isPart: Whether the table is a part of a file. The form of a column depends on all parts.
    mutating func add(
        _ table: SourceTable, _ rows: RowGroups, numbers: [Int], isPart: Bool
    ) throws(InputError) {
        if aggregate.function == .count {
            for (number, rows) in zip(numbers, rows.rows) { groups[number].count += rows.count }
            return
        }
        let column = try table.column(named: aggregate.column)
        if !isPart { form = try table.clearForm(ofColumn: column, verb: verb, allowsOthers: true) }
        /// The first row with a number that is a text in its column.
        var code: Int?
        try table.withCells { cells throws(InputError) in
            // In file order, because consecutive rows are near each other in memory.
            for (row, group) in rows.numbers(rowCount: table.rows.count).enumerated() where group >= 0 {
                let number = cells[row, column].utf8
                if number.isEmpty { continue }
                do throws(DecimalSum.Failure) {
                    guard let form, let plain = form.plain(number) else {
                        // Whether these are numbers depends on all parts.
                        if isPart, number.count > 18 || number.contains("E") || number.contains("e") {
                            throw .notANumber
                        }
                        if !isPart, cells[row, column].kind == .text { code = code ?? row }
                        try add(number, written: number, to: numbers[group])
                        continue
                    }
                    try plain.withUnsafeBufferPointer { plain throws(DecimalSum.Failure) in
                        try add(plain, written: form.isNumber ? plain : number, to: numbers[group])
                    }
                } catch {
                    throw table.misfit(
                        String(decoding: number, as: UTF8.self), inColumn: aggregate.column,
                        line: Int(table.rows[row].line), verb: verb, error)
                }
            }
            guard let code, hasDates != true else { return }
            throw table.misfit(
                cells[code, column].text, inColumn: aggregate.column, line: Int(table.rows[code].line),
                verb: verb)
        }
    }

    private var verb: String { [.min, .max].contains(aggregate.function) ? "compared" : "summed" }

    private mutating func add(
        _ text: UnsafeBufferPointer<UInt8>, written: UnsafeBufferPointer<UInt8>, to group: Int
    ) throws(DecimalSum.Failure) {
        switch aggregate.function {
        case .count: break
        case .sum, .mean:
            try groups[group].sum.add(text)
            groups[group].count += 1
        case .min, .max:
            guard let number = ComparedValue(text, written: written),
                number.isDate == hasDates ?? number.isDate
            else { throw .notANumber }
            hasDates = number.isDate
            let isFirst = groups[group].extreme.map { aggregate.function == .min ? number < $0 : $0 < number }
            if isFirst ?? true { groups[group].extreme = number }
        }
    }

    /// The form of the least and greatest values; `nil` for plain numbers.
    var writtenForm: ValueForm? { form?.isNumber == false ? form : nil }

    /// Returns the values of some sets of groups. Without values, a mean, a minimum, and a maximum are `nil`.
    ///
    /// - Parameters:
    ///   - sets: The numbers of the groups in each set.
    ///   - table: A table with the file and the kinds of values, for errors.
    func totals(of sets: [[Int]], in table: SourceTable) throws(InputError) -> [Totals.Total?] {
        let places = (groups.map(\.sum.fractionDigits).max() ?? 0) + 2
        return try sets.map { set throws(InputError) in
            let count = set.reduce(0) { $0 + groups[$1].count }
            let extremes = set.compactMap { groups[$0].extreme }
            let text: String?
            switch aggregate.function {
            case .count: text = String(count)
            case .sum: text = try sum(of: set, in: table).description
            case .mean:
                text = try count == 0 ? nil : sum(of: set, in: table).mean(of: count, places: places)
            case .min: text = extremes.min(by: <)?.text
            case .max: text = extremes.max(by: <)?.text
            }
            return text.map { ($0, shown($0)) }
        }
    }

    /// Returns the text for people of a value, or `nil` for the value itself.
    private func shown(_ value: String) -> String? {
        guard case .number(let form) = form, form != .plain else { return nil }
        return form.text(value)
    }

    private func sum(of set: [Int], in table: SourceTable) throws(InputError) -> DecimalSum {
        if set.count == 1 { return groups[set[0]].sum }
        var total = DecimalSum()
        for group in set where (try? total.add(groups[group].sum.description)) == nil {
            throw table.misfit(
                groups[group].sum.description, inColumn: aggregate.column, verb: verb, .tooManyDigits)
        }
        return total
    }
}

extension SourceTable {
    /// Returns the error for a value that can't be sorted, added up, or compared with a number.
    func misfit(
        _ value: String, inColumn column: String, line: Int? = nil, verb: String,
        _ failure: DecimalSum.Failure = .notANumber, advice: String = ""
    ) -> InputError {
        let isWord = guessesKinds && !value.contains(where: \.isNumber)
        let null = isWord ? "; if it means a missing value, add --null \(value.quoted())" : ""
        var problem =
            value.isNumber
            ? "can be a code or a number; for numbers, add --decimal ." : "is no decimal number"
        if failure == .tooManyDigits { problem = "makes a sum of more than \(DecimalSum.mostDigits) digits" }
        return InputError(
            file: file, line: line,
            reason: "column \(column.quoted()) can't be \(verb): \(value.quoted()) \(problem)\(null)\(advice)"
        )
    }
}
