/// A number that summarizes the values of a column, or the number of rows.
struct Aggregate: Equatable, Sendable {
    enum Function: String, Sendable {
        case count, sum, mean, min, max
    }

    let function: Function
    /// The name of the column; empty for the number of rows.
    let column: String

    /// The title of the aggregate's own column. A sum has the name of its column.
    var title: String {
        switch function {
        case .count: "count"
        case .sum: column
        case .mean, .min, .max: "\(function.rawValue) \(column)"
        }
    }
}

extension SourceTable {
    /// Returns the text of an aggregate for each group of rows and, as the last one, for all groups. Without values, a
    /// mean, a minimum and a maximum are `nil`.
    func values(of aggregate: Aggregate, in groups: RowGroups) throws(InputError) -> [String?] {
        if aggregate.function == .count {
            let counts = groups.rows.map(\.count)
            return (counts + [counts.reduce(0, +)]).map { String($0) }
        }
        let column = try column(named: aggregate.column)
        switch aggregate.function {
        case .count, .sum: return try sums(of: column, in: groups).map(\.description)
        case .mean:
            let sums = try sums(of: column, in: groups)
            var counts = withCells { cells in
                groups.rows.map { $0.count { !cells[$0, column].utf8.isEmpty } }
            }
            counts.append(counts.reduce(0, +))
            let places = (sums.last?.fractionDigits ?? 0) + 2
            return zip(sums, counts).map { $1 == 0 ? nil : $0.mean(of: $1, places: places) }
        case .min: return try extremes(of: column, in: groups, <).map { $0?.text }
        case .max: return try extremes(of: column, in: groups, >).map { $0?.text }
        }
    }

    /// Returns the first number by an order in each group and in all groups.
    private func extremes(
        of column: Int, in groups: RowGroups, _ precedes: (ExactNumber, ExactNumber) -> Bool
    ) throws(InputError) -> [ExactNumber?] {
        var extremes: [ExactNumber?] = groups.names.map { _ in nil }
        var total: ExactNumber?
        try withCells { cells throws(InputError) in
            for (group, rows) in groups.rows.enumerated() {
                for row in rows where !cells[row, column].utf8.isEmpty {
                    guard let number = ExactNumber(cells[row, column].utf8) else {
                        throw notSummed(column, row, cells[row, column].text)
                    }
                    if extremes[group].map({ precedes(number, $0) }) ?? true { extremes[group] = number }
                }
                if let extreme = extremes[group], total.map({ precedes(extreme, $0) }) ?? true {
                    total = extreme
                }
            }
        }
        return extremes + [total]
    }

    /// Returns the exact sum of a column in each group of rows and, as the last one, in all groups.
    private func sums(of column: Int, in groups: RowGroups) throws(InputError) -> [DecimalSum] {
        let total = groups.names.count
        var sums = [DecimalSum](repeating: DecimalSum(), count: total + 1)
        // In file order, because consecutive rows are near each other in memory.
        try withCells { cells throws(InputError) in
            for (row, group) in groups.numbers.enumerated() where group >= 0 {
                let number = cells[row, column].utf8
                if !number.isEmpty { try add(number, to: &sums[group], column, row) }
            }
        }
        for group in 0..<total {
            try Array(sums[group].description.utf8).withUnsafeBufferPointer { text throws(InputError) in
                try add(text, to: &sums[total], column)
            }
        }
        return sums
    }

    private func add(
        _ number: UnsafeBufferPointer<UInt8>, to sum: inout DecimalSum, _ column: Int, _ row: Int? = nil
    ) throws(InputError) {
        do {
            try sum.add(number)
        } catch {
            let value = String(decoding: number, as: UTF8.self)
            throw notSummed(column, row, value, hasTooManyDigits: error == .tooManyDigits)
        }
    }

    /// Returns the error for a value that can't be part of an aggregate or be compared with a number.
    func notSummed(
        _ column: Int, _ row: Int?, _ value: String, hasTooManyDigits: Bool = false, verb: String = "summed"
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
            file: file, line: row.map { Int(rows[$0].line) },
            reason: "column \(columns[column].quoted()) can't be \(verb): \(problem)")
    }
}
