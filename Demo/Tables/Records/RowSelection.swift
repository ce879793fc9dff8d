#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A number that compares exactly with others of up to 38 digits.
struct ExactNumber: Comparable {
    let text: String
    private let approximation: Double

    /// Creates a number, or returns `nil` if the text is no number or has more than 38 digits or a large exponent.
    init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard let number = NumberText(utf8), number.significantDigits <= 38, abs(number.exponent ?? 0) <= 80
        else { return nil }
        text = String(decoding: utf8, as: UTF8.self)
        approximation = Double(text) ?? 0
    }

    static func < (left: ExactNumber, right: ExactNumber) -> Bool { order(left, right) { $0 < $1 } }
    static func == (left: ExactNumber, right: ExactNumber) -> Bool { order(left, right) { $0 == $1 } }

    /// Compares the approximations or, if they are equal, the decimal numbers.
    private static func order(
        _ left: ExactNumber, _ right: ExactNumber, by compares: (Decimal, Decimal) -> Bool
    ) -> Bool {
        if left.approximation != right.approximation {
            let isLess = left.approximation < right.approximation
            return compares(isLess ? 0 : 1, isLess ? 1 : 0)
        }
        return compares(Decimal(string: left.text) ?? 0, Decimal(string: right.text) ?? 0)
    }
}

/// A value by which rows are sorted: numbers first, then texts by their code points, then missing values.
private enum SortKey: Comparable {
    case number(ExactNumber)
    case text(ExactText)
    case missing

    init(_ cell: SourceTable.LentCell, isNumber: Bool) {
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
    /// The operators. Longer signs precede their first characters.
    private enum Operator: String, CaseIterable {
        case notEqual = "!=", notAbove = "<=", notBelow = ">=", equal = "=", below = "<", above = ">",
            contains = "~"
    }

    private let column: Int
    private let comparison: Operator
    private let value: String
    private let number: ExactNumber?

    /// Parses a condition. The text before the first comparison that follows the name of a column is the column.
    init(_ text: String, in table: SourceTable) throws(InputError) {
        func trimmed(_ text: Substring) -> String {
            let start = text.drop { $0 == " " }
            return start.lastIndex { $0 != " " }.map { String(start[...$0]) } ?? ""
        }
        var problem: InputError?
        for index in text.indices {
            guard let found = Operator.allCases.first(where: { text[index...].hasPrefix($0.rawValue) })
            else { continue }
            do {
                column = try table.column(named: trimmed(text[..<index]))
            } catch {
                problem = problem ?? error
                continue
            }
            comparison = found
            value = trimmed(text[index...].dropFirst(found.rawValue.count))
            var text = value
            number = text.withUTF8 { ExactNumber($0) }
            return
        }
        let signs = "a comparison: = != < <= > >= or ~"
        throw problem
            ?? InputError(
                file: table.file, reason: "the condition \(text.quoted()) needs a column and \(signs)")
    }

    /// Returns whether a row meets the condition. A missing value equals an empty text.
    func isMet(by row: Int, in cells: SourceTable.LentCells) -> Bool {
        let cell = cells[row, column]
        if comparison == .contains { return cell.text.lowercased().contains(value.lowercased()) }
        if let number, let other = cell.kind == .json ? nil : ExactNumber(cell.utf8) {
            return isMet(number == other, other < number)
        }
        let isEqual = cell.utf8.elementsEqual(value.utf8)
        // A text or a missing value is neither below nor above a number, and a missing value not below a text.
        let isOrdered = number == nil && cell.kind.isValue && !cell.utf8.isEmpty
        return switch comparison {
        case .equal: isEqual
        case .notEqual: !isEqual
        default: isOrdered && isMet(isEqual, cell.utf8.lexicographicallyPrecedes(value.utf8))
        }
    }

    private func isMet(_ isEqual: Bool, _ isBelow: Bool) -> Bool {
        switch comparison {
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

extension SourceTable {
    /// Returns the rows that meet all conditions, sorted by columns.
    ///
    /// Rows with equal values keep their order. Rows without a value are the last ones in either direction.
    ///
    /// - Parameters:
    ///   - conditions: The conditions, such as `status = open` or `amount >= 10`.
    ///   - sorting: The columns, the most important one first. `:desc` after a name reverses the order.
    func rows(where conditions: [String], sortedBy sorting: [String]) throws(InputError) -> [Int] {
        var selected = Array(rows.indices)
        for condition in conditions {
            let condition = try Condition(condition, in: self)
            withCells { cells in selected.removeAll { !condition.isMet(by: $0, in: cells) } }
        }
        for name in sorting.reversed() {
            let isReversed = name.hasSuffix(":desc") && columns.index(of: name) == nil
            let column = try column(named: isReversed ? String(name.dropLast(5)) : name)
            let keys = withCells { cells in
                selected.map { row in
                    let cell = cells[row, column]
                    return (row: row, key: SortKey(cell, isNumber: guessesKinds || cell.kind == .number))
                }
            }
            selected = keys.sorted { left, right in
                if left.key == .missing || right.key == .missing { return left.key < right.key }
                return isReversed ? right.key < left.key : left.key < right.key
            }.map(\.row)
        }
        return selected
    }
}
