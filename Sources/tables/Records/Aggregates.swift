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

    /// The title of the aggregate's own column. A sum has the name of its column.
    var title: String {
        switch function {
        case .count: "count"
        case .sum: column
        case .mean, .min, .max: "\(function.rawValue) \(column)"
        }
    }
}

/// A number or a date that compares exactly with others of its kind.
private struct ComparedValue {
    /// The text of the value: a number as JSON writes it, and a date or time as the file writes it.
    let text: String
    private let key: OrderKey?
    private let seconds: Double?

    /// Creates a value, or returns `nil` if the plain text is neither a number nor a date.
    init?(_ plain: UnsafeBufferPointer<UInt8>, written text: UnsafeBufferPointer<UInt8>) {
        key = NumberText(plain) == nil ? nil : ExactDecimal.key(of: plain)
        seconds = key == nil ? plain.secondsOfDate : nil
        guard key != nil || seconds != nil else { return nil }
        self.text = String(decoding: text, as: UTF8.self)
    }

    var isDate: Bool { seconds != nil }

    private var digits: ExactDecimal { Array(text.utf8).withUnsafeBufferPointer { ExactDecimal($0) } }

    static func < (left: ComparedValue, right: ComparedValue) -> Bool {
        guard let key = left.key, let other = right.key else {
            return left.seconds ?? -.infinity < right.seconds ?? -.infinity
        }
        if key.bits != other.bits { return key.bits < other.bits }
        return (key.isRounded || other.isRounded) && left.digits < right.digits
    }
}

/// The values of an aggregate, one for each group of rows. The rows can come from several parts of a table.
struct AggregateValues {
    let aggregate: Aggregate
    /// The numbers of rows, or of the rows with a number for a mean.
    private var counts: [Int] = []
    private var sums: [DecimalSum] = []
    private var extremes: [ComparedValue?] = []
    /// Whether the extremes are dates, and not numbers; `nil` without values.
    private var hasDates: Bool?
    /// The form of the column, or `nil` for plain numbers.
    private var form: ValueForm?

    init(of aggregate: Aggregate) {
        self.aggregate = aggregate
    }

    /// Adds a group without rows.
    mutating func addGroup() {
        switch aggregate.function {
        case .count: counts.append(0)
        case .sum: sums.append(DecimalSum())
        case .mean:
            counts.append(0)
            sums.append(DecimalSum())
        case .min, .max: extremes.append(nil)
        }
    }

    /// Adds the rows of a table.
    ///
    /// - Parameters:
    ///   - numbers: The number of each group here.
    ///   - isPart: Whether the table is a part of a file. The form of a column depends on all parts.
    mutating func add(
        _ table: SourceTable, _ groups: RowGroups, numbers: [Int], isPart: Bool
    ) throws(InputError) {
        if aggregate.function == .count {
            for (number, rows) in zip(numbers, groups.rows) { counts[number] += rows.count }
            return
        }
        let column = try table.column(named: aggregate.column)
        if !isPart { form = try table.clearForm(ofColumn: column, verb: verb, allowsOthers: true) }
        // A time of day is no amount.
        if form == .time, verb == "summed" { form = nil }
        try table.withCells { cells throws(InputError) in
            // In file order, because consecutive rows are near each other in memory.
            for (row, group) in groups.numbers.enumerated() where group >= 0 {
                let number = cells[row, column].utf8
                if number.isEmpty { continue }
                do throws(DecimalSum.Failure) {
                    guard let form, let plain = form.plain(number) else {
                        try add(number, written: number, to: numbers[group])
                        continue
                    }
                    try plain.withUnsafeBufferPointer { plain throws(DecimalSum.Failure) in
                        try add(plain, written: form.isNumber ? plain : number, to: numbers[group])
                    }
                } catch {
                    throw table.notSummed(
                        aggregate.column, line: Int(table.rows[row].line),
                        String(decoding: number, as: UTF8.self),
                        hasTooManyDigits: error == .tooManyDigits, verb: verb)
                }
            }
        }
    }

    private var verb: String { [.min, .max].contains(aggregate.function) ? "compared" : "summed" }

    private mutating func add(
        _ text: UnsafeBufferPointer<UInt8>, written: UnsafeBufferPointer<UInt8>, to group: Int
    ) throws(DecimalSum.Failure) {
        switch aggregate.function {
        case .count: break
        case .sum: try sums[group].add(text)
        case .mean:
            try sums[group].add(text)
            counts[group] += 1
        case .min, .max:
            guard let number = ComparedValue(text, written: written),
                number.isDate == hasDates ?? number.isDate
            else { throw .notANumber }
            hasDates = number.isDate
            let isFirst = extremes[group].map { aggregate.function == .min ? number < $0 : $0 < number }
            if isFirst ?? true { extremes[group] = number }
        }
    }

    /// Whether the order of the values is not that of their texts.
    var hasOtherOrder: Bool {
        extremes.isEmpty ? false : form?.hasOtherTexts == true && form?.isNumber == false
    }

    /// Returns the text for people of a value, or `nil` for the value itself.
    func shown(_ value: String) -> String? {
        guard case .number(let form) = form, form != .plain else { return nil }
        return form.text(value)
    }

    /// Returns the values of some sets of groups as texts. Without values, a mean, a minimum, and a maximum are `nil`.
    ///
    /// - Parameters:
    ///   - sets: The numbers of the groups in each set. The last set is all groups.
    ///   - table: A table with the file and the kinds of values, for errors.
    func texts(of sets: [[Int]], in table: SourceTable) throws(InputError) -> [String?] {
        let counts = sets.map { set in self.counts.isEmpty ? 0 : set.reduce(0) { $0 + self.counts[$1] } }
        switch aggregate.function {
        case .count: return counts.map { String($0) }
        case .sum: return try sets.map { set throws(InputError) in try sum(of: set, in: table).description }
        case .mean:
            let sums = try sets.map { set throws(InputError) in try sum(of: set, in: table) }
            let places = (sums.last?.fractionDigits ?? 0) + 2
            return zip(sums, counts).map { sum, count in
                count == 0 ? nil : sum.mean(of: count, places: places)
            }
        case .min: return sets.map { set in set.compactMap { extremes[$0] }.min(by: <)?.text }
        case .max: return sets.map { set in set.compactMap { extremes[$0] }.max(by: <)?.text }
        }
    }

    private func sum(of groups: [Int], in table: SourceTable) throws(InputError) -> DecimalSum {
        if groups.count == 1 { return sums[groups[0]] }
        var total = DecimalSum()
        for group in groups {
            let text = sums[group].description
            do throws(DecimalSum.Failure) {
                try Array(text.utf8).withUnsafeBufferPointer { text throws(DecimalSum.Failure) in
                    try total.add(text)
                }
            } catch {
                throw table.notSummed(aggregate.column, text, hasTooManyDigits: error == .tooManyDigits)
            }
        }
        return total
    }
}

extension SourceTable {
    /// Returns the error for a value that can't be part of an aggregate or be compared with a number.
    func notSummed(
        _ column: String, line: Int? = nil, _ value: String, hasTooManyDigits: Bool = false,
        verb: String = "summed"
    ) -> InputError {
        let digits = value.filter { $0.isASCII && $0.isNumber }
        let marks = value.filter { !($0.isASCII && $0.isNumber) && !"+-.eE".contains($0) }
        let problem: String
        if hasTooManyDigits {
            problem = "with \(value.quoted()) the sum has more than \(DecimalSum.mostDigits) digits"
        } else if digits.isEmpty, guessesKinds {
            problem =
                "\(value.quoted()) is no decimal number; if it means a missing value, add --null \(value.quoted())"
        } else if !digits.isEmpty, !marks.isEmpty,
            marks.allSatisfy({ ",'_ €$£¥%\u{A0}\u{202F}".contains($0) })
        {
            problem = "\(value.quoted()) is no decimal number; write it like 1234.50, without other signs"
        } else {
            problem = "\(value.quoted()) is no decimal number"
        }
        return InputError(
            file: file, line: line,
            reason: "column \(column.quoted()) can't be \(verb): \(problem)")
    }
}
