/// A number in the range of `Double` that compares exactly with others.
struct ExactNumber: Comparable {
    let text: String
    private let approximation: Double

    /// Creates a number, or returns `nil` if the text is no number or is beyond the range of `Double`.
    init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard NumberText(utf8) != nil else { return nil }
        text = String(decoding: utf8, as: UTF8.self)
        approximation = Double(text) ?? .infinity
        if !approximation.isFinite { return nil }
    }

    static func < (left: ExactNumber, right: ExactNumber) -> Bool {
        if left.approximation != right.approximation { return left.approximation < right.approximation }
        guard let digits = left.digits, let other = right.digits else { return false }
        return digits < other
    }

    static func == (left: ExactNumber, right: ExactNumber) -> Bool {
        left.approximation == right.approximation
            && (left.text.utf8.elementsEqual(right.text.utf8) || left.digits == right.digits)
    }

    private var digits: DecimalDigits? {
        var text = text
        return text.withUTF8 { DecimalDigits($0) }
    }
}

/// A value by which rows are sorted: numbers first, then texts by their code points, then missing values.
enum SortKey: Comparable {
    case number(ExactNumber)
    case text(ExactText)
    case missing

    init(_ cell: SourceTable.LentCell, in table: SourceTable) {
        let isNumber = table.guessesKinds || cell.kind == .number
        if !cell.kind.isValue || cell.utf8.isEmpty {
            self = .missing
        } else {
            let number = isNumber ? ExactNumber(cell.utf8) : nil
            self = number.map { .number($0) } ?? .text(ExactText(cell.text))
        }
    }
}

extension ExactText: Comparable {
    static func < (left: ExactText, right: ExactText) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

/// A condition for the rows to show, such as `status = open`.
private struct Condition {
    private enum Relation {
        case equal, notEqual, below, notAbove, above, notBelow, contains
    }

    /// The signs of the relations. Longer signs precede their first characters.
    private static let signs: [(sign: String, relation: Relation)] = [
        ("!=", .notEqual), ("<>", .notEqual), ("<=", .notAbove), (">=", .notBelow), ("==", .equal),
        ("=", .equal),
        ("<", .below), (">", .above), ("~", .contains),
    ]

    private let column: Int
    private let relation: Relation
    private let value: String
    private let number: ExactNumber?

    /// Parses a condition. The text before the first sign that follows the name of a column is the column. The value can
    /// be in quotes.
    ///
    /// - Parameter isPart: Whether other rows of the file, which are unknown, can have other kinds and more columns.
    init(_ text: String, in table: SourceTable, isPart: Bool = false) throws(InputError) {
        var problem: InputError?
        var unknown: String?
        for index in text.indices {
            guard let found = Self.signs.first(where: { text[index...].hasPrefix($0.sign) }) else { continue }
            do throws(InputError) {
                column = try Self.column(named: Self.trimmed(text[..<index]), in: table)
            } catch {
                problem = problem ?? error
                unknown = unknown ?? Self.trimmed(text[..<index])
                continue
            }
            relation = found.relation
            let rest = Self.trimmed(text[index...].dropFirst(found.sign.count))
            let isQuoted = rest.count > 1 && "'\"".contains(rest.prefix(1)) && rest.first == rest.last
            var value = isQuoted ? String(rest.dropFirst().dropLast()) : rest
            number = value.withUTF8 { ExactNumber($0) }
            self.value = value
            if !isQuoted { try checkText(found.sign, in: table) }
            try checkKinds(in: table, isPart: isPart)
            return
        }
        if let unknown, isPart, !table.guessesKinds {
            let wider = SourceTable(
                file: table.file, columns: table.columns + [unknown], guessesKinds: false, bytes: table.bytes,
                cells: table.cells, rows: table.rows)
            self = try Condition(text, in: wider, isPart: true)
            return
        }
        let problemOfText =
            "the condition \(text.quoted()) needs a column and a comparison: = != < <= > >= or ~"
        throw problem ?? InputError(file: table.file, reason: problemOfText)
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
    }

    /// Returns the column with a name, or else the column whose name has spaces around it.
    private static func column(named name: String, in table: SourceTable) throws(InputError) -> Int {
        let trimmedColumns = table.columns.indices(byName: { trimmed($0[...]) })
        if let index = table.index(ofColumn: name) ?? trimmedColumns[ExactText(name)] { return index }
        return try table.column(named: name)
    }

    /// Throws an error if the text after the sign looks like a part of another language.
    private func checkText(_ sign: String, in table: SourceTable) throws(InputError) {
        var problem: String?
        if let next = value.first, "=<>".contains(next) {
            problem = "the condition has \(sign)\(next); write = != < <= > >= or ~"
        } else if [" and ", " or "].contains(where: value.contains),
            value.contains(where: { "=<>~".contains($0) })
        {
            problem = "a condition has one comparison; repeat --where if all must hold, there is no 'or'"
        }
        if let problem { throw InputError(file: table.file, reason: problem) }
    }

    /// Throws an error if the value can't be compared with those of the column, so that no row is left out silently.
    private func checkKinds(in table: SourceTable, isPart: Bool) throws(InputError) {
        if [.equal, .notEqual, .contains].contains(relation) {
            guard relation != .contains, !value.isEmpty, number == nil, !isPart, table.isNumeric(column)
            else {
                return
            }
        } else if number != nil {
            return try table.withCells { cells throws(InputError) in
                for row in table.rows.indices where !cells[row, column].utf8.isEmpty {
                    if ExactNumber(cells[row, column].utf8) != nil { continue }
                    throw table.notSummed(
                        table.columns[column], line: Int(table.rows[row].line), cells[row, column].text,
                        verb: "compared with \(value.quoted())")
                }
            }
        } else if !value.isEmpty, isPart || !table.isNumeric(column) {
            return
        }
        let name = table.columns[column].quoted()
        let problem =
            value.isEmpty
            ? "the condition on \(name) needs a value"
            : "column \(name) has numbers, and \(value.quoted()) is none; write it like 1234.50"
        throw InputError(file: table.file, reason: problem)
    }

    /// Returns whether a row meets the condition. A missing value equals an empty text.
    func isMet(by row: Int, in cells: SourceTable.LentCells) -> Bool {
        let cell = cells[row, column]
        if relation == .contains { return cell.text.lowercased().contains(value.lowercased()) }
        if let number, let other = cell.kind == .json ? nil : ExactNumber(cell.utf8) {
            return isMet(number == other, other < number)
        }
        let isEqual = cell.utf8.elementsEqual(value.utf8)
        // A missing value is neither below nor above a value.
        let isOrdered = cell.kind.isValue && !cell.utf8.isEmpty
        return switch relation {
        case .equal: isEqual
        case .notEqual: !isEqual
        default: isOrdered && isMet(isEqual, cell.utf8.lexicographicallyPrecedes(value.utf8))
        }
    }

    private func isMet(_ isEqual: Bool, _ isBelow: Bool) -> Bool {
        switch relation {
        case .equal: isEqual
        case .notEqual: !isEqual
        case .below: isBelow
        case .notAbove: isBelow || isEqual
        case .above: !isBelow && !isEqual
        case .notBelow: !isBelow
        case .contains: false
        }
    }
}

/// The rows of a table to use, in an order and in groups.
struct RowSelection: Equatable, Sendable {
    /// The conditions that the rows meet, such as `status = open` or `amount >= 10`.
    var conditions: [String] = []
    var order = RowOrder()
    /// The name of the column to group by.
    var groupBy: String?

    /// Returns the selected rows of a table in their groups.
    func groups(in table: SourceTable) throws(InputError) -> RowGroups {
        let column = try groupBy.map { name throws(InputError) in try table.column(named: name) }
        return RowGroups(table, by: column, rows: try rows(of: table))
    }

    /// Returns the selected rows of a table, which can be a part of a file.
    func rows(of table: SourceTable, isPart: Bool = false) throws(InputError) -> [Int] {
        var selected = Array(table.rows.indices)
        for condition in conditions {
            let condition = try Condition(condition, in: table, isPart: isPart)
            table.withCells { cells in selected.removeAll { !condition.isMet(by: $0, in: cells) } }
        }
        return try order.ordered(selected, of: table) { row, column in
            table.withCells { SortKey($0[row, column], in: table) }
        }
    }
}

extension ExactText {
    /// Whether the text is a number with a comma, such as `9,95` or `1,234.50`, which would be sorted as text.
    fileprivate var hasDecimalComma: Bool {
        let utf8 = description.utf8
        return utf8.contains(",") && utf8.contains { $0.isDigit }
            && utf8.allSatisfy { $0.isDigit || [",", ".", "-", "+"].contains($0) }
    }
}

/// An order of rows, and their maximum number.
struct RowOrder: Equatable, Sendable {
    /// The columns to sort by, the most important one first. `:desc` after a name reverses the order.
    var columns: [String] = []
    /// The maximum number of rows.
    var limit: Int?

    /// Returns rows in the order.
    ///
    /// Rows with equal values keep their order. Rows without a value are the last ones in either direction.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - table: The table with the columns.
    ///   - key: Returns the value of a row in a column.
    func ordered(
        _ rows: [Int], of table: SourceTable, key: (_ row: Int, _ column: Int) -> SortKey
    ) throws(InputError) -> [Int] {
        var rows = rows
        for name in columns.reversed() {
            let direction =
                table.index(ofColumn: name) == nil ? [":desc", ":asc"].first { name.hasSuffix($0) } : nil
            let isReversed = direction == ":desc"
            let column = try table.column(named: String(name.dropLast(direction?.count ?? 0)))
            let keys = rows.map { (row: $0, key: key($0, column)) }
            try checkNumbers(keys, in: table, column)
            rows = keys.sorted { left, right in
                if left.key == .missing || right.key == .missing { return left.key < right.key }
                return isReversed ? right.key < left.key : left.key < right.key
            }.map(\.row)
        }
        return limit.map { Array(rows.prefix($0)) } ?? rows
    }

    /// Throws an error if all values that are no numbers have a comma, such as `9,95`, so that they would be sorted as texts.
    private func checkNumbers(
        _ keys: [(row: Int, key: SortKey)], in table: SourceTable, _ column: Int
    ) throws(InputError) {
        let texts = keys.compactMap { row, key in if case .text(let text) = key { (row, text) } else { nil } }
        guard table.guessesKinds, let (row, text) = texts.first, texts.allSatisfy(\.1.hasDecimalComma) else {
            return
        }
        let line = row < table.rows.count ? Int(table.rows[row].line) : nil
        throw table.notSummed(table.columns[column], line: line, text.description, verb: "sorted")
    }
}
