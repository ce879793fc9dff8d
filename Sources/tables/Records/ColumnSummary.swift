import TableAgent

/// The facts about the values of a column.
struct ColumnSummary: Sendable {
    /// The type that all values have. The empty cells of a column have no type.
    enum ValueType: String, Sendable {
        case empty, integer, decimal, boolean, date, time, text, json = "JSON", mixed
    }

    /// A value of the column, and the number of its rows.
    struct CommonValue: Sendable {
        let kind: SourceTable.Kind
        let text: String
        let count: Int
    }

    /// The shares of values in parts of the column, and a text that names the parts.
    struct Shape: Sendable {
        let shares: [Double]
        let words: String
    }

    let name: String
    let type: ValueType
    /// The number of cells without a value or with an empty text.
    let emptyCount: Int
    /// The number of different values, or `nil` for more than are counted.
    let distinctCount: Int?
    /// Whether there are several rows, and no two rows have the same value.
    let isUnique: Bool
    /// The text of the least number, date, or time.
    private(set) var min: String?
    /// The text of the greatest number, date, or time.
    private(set) var max: String?
    /// The text of the number in the middle.
    private(set) var median: String?
    /// The text of the mean.
    private(set) var mean: String?
    /// The most common value, if any value occurs twice and the different values are counted.
    private(set) var mostCommon: CommonValue?
    /// The shape of numbers, dates, and times in ten ranges, and that of other values in the most common ones and all others.
    private(set) var shape: Shape?

    /// The number of most common values that are parts of a shape.
    private static let commonCount = 8

    /// Describes the values of a column in some rows.
    ///
    /// - Parameter limit: The maximum number of different values that are counted.
    /// - Complexity: O(*n*) in the bytes of the column, and O(*m* log *m*) in its different numbers.
    init(of table: SourceTable, column: Int, rows: [Int], limit: Int = ValueCounts.mostValues) {
        let form = table.form(ofColumn: column).form
        if let form, form.hasOtherTexts, !form.isTime {
            let plain = table.plainColumn(column, in: form, rows: rows)
            self = ColumnSummary(of: plain, column: 0, rows: Array(plain.rows.indices), limit: limit)
            return
        }
        self = table.withCells { cells in
            let counts = ValueCounts(cells, column: column, rows: rows, limit: limit)
            return ColumnSummary(
                name: table.columns[column], counts, cells, column: column, rows: rows,
                times: form?.isTime == true ? form : nil)
        }
    }

    private init(
        name: String, _ counts: ValueCounts, _ cells: SourceTable.LentCells, column: Int, rows: [Int],
        times: ValueForm?
    ) {
        let values = counts.values
        let valueCount = values.reduce(0) { $0 + Int($1.count) }
        self.name = name
        let found = ValueType(of: values.lazy.map { cells[Int($0.row), column] })
        type = found == .text && times != nil ? .time : found
        emptyCount = rows.count - valueCount
        distinctCount = counts.isExact ? values.count : nil
        isUnique = values.count == rows.count && counts.isExact && rows.count > 1
        let common = counts.isExact ? counts.mostCommon(Self.commonCount) : []
        let texts = common.map { value in
            let cell = cells[Int(value.row), column]
            return CommonValue(kind: cell.kind, text: cell.text, count: Int(value.count))
        }
        if let first = texts.first, first.count > 1 { mostCommon = first }
        switch type {
        case .empty: break
        case .integer, .decimal, .date, .time:
            let form = times ?? (type == .date ? ValueForm.date(.iso) : .number(.plain))
            let sorted = SortedValues(values, as: form, column: column, of: cells)
            min = sorted.least
            max = sorted.greatest
            shape = sorted.ranges.map { Shape($0, of: valueCount, from: min ?? "", to: max ?? "") }
            guard form.isNumber else { return }
            median = sorted.median
            if let sum = sorted.sum { mean = sum.mean(of: valueCount, places: sum.fractionDigits + 2) }
        case .boolean, .text, .json, .mixed:
            if mostCommon != nil { shape = Shape(texts, of: valueCount) }
        }
    }
}

extension ColumnSummary.ValueType {
    /// Finds the type of values.
    fileprivate init(of values: some Sequence<SourceTable.LentCell>) {
        let types = Set(values.compactMap { Self($0) })
        switch types {
        case [.integer, .decimal]: self = .decimal
        case [.date, .text]: self = .text
        default: self = types.count > 1 ? .mixed : types.first ?? .empty
        }
    }

    /// Finds the type of a value; `nil` without one.
    private init?(_ value: SourceTable.LentCell) {
        switch value.kind {
        case .number: self = value.utf8.allSatisfy { $0.isDigit || $0 == "-" } ? .integer : .decimal
        case .true, .false: self = .boolean
        case .json: self = .json
        case .text: self = value.utf8.secondsOfDate == nil ? .text : .date
        case .null, .missing: return nil
        }
    }
}

extension ColumnSummary.Shape {
    /// The shares of ranges. The words contain the ends of the ranges.
    fileprivate init(_ ranges: SortedValues.Ranges, of count: Int, from least: String, to greatest: String) {
        shares = ranges.counts.map { Self.share($0, of: count) }
        let parts = ranges.counts.map { Self.percent($0, of: count) }.joined(separator: ", ")
        let factor = ranges.growth.map { SeriesSummary.text(of: ($0 * 100).rounded() / 100) }
        let growth = factor.map { ", each \($0) times as wide as the one before" } ?? ""
        words =
            shares.count == 1
            ? "all \(least)"
            : "\(shares.count) \(growth.isEmpty ? "equal " : "")ranges from \(least) to \(greatest)\(growth): \(parts)"
    }

    /// The shares of the most common values and of all others.
    fileprivate init(_ values: [ColumnSummary.CommonValue], of count: Int) {
        let rest = count - values.reduce(0) { $0 + $1.count }
        let parts =
            values.map { ($0.text.shortened(to: 20), $0.count) } + (rest > 0 ? [("others", rest)] : [])
        shares = parts.map { Self.share($0.1, of: count) }
        words = parts.map { "\($0.0) \(Self.percent($0.1, of: count))" }.joined(separator: ", ")
    }

    /// Returns a share, rounded to six digits.
    private static func share(_ part: Int, of count: Int) -> Double {
        (Double(part) / Double(count) * 1e6).rounded() / 1e6
    }

    /// Returns a share as text. A part of the values is neither 0% nor 100%.
    private static func percent(_ part: Int, of count: Int) -> String {
        let percent = Int((Double(part) / Double(count) * 100).rounded())
        if percent == 0, part > 0 { return "<1%" }
        return percent == 100 && part < count ? ">99%" : "\(percent)%"
    }
}
