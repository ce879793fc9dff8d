/// The evidence that the texts of a column are numbers.
///
/// Texts such as `007` and `+1` are codes or identifiers that programs would change. So are numbers if all of them have
/// more than 18 digits, and numbers such as `1E5` if none in the column has a decimal point or a sign.
struct NumberEvidence {
    /// Whether a point is the decimal sign. Otherwise, only whole numbers are numbers.
    private let hasPoint: Bool
    private var areNumbers = true
    private var hasShortNumber = false
    private var hasExponent = false
    private var hasMark = false

    /// Whether there are texts, and all of them are numbers.
    var isConclusive: Bool { areNumbers && hasShortNumber && (hasMark || !hasExponent) }

    init(_ decimal: DecimalSign?) {
        hasPoint = decimal != .comma
    }

    /// Adds a text that is not empty. Returns whether the texts so far can be numbers.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard areNumbers, let number = NumberText(text), hasPoint || !text.contains(".") else {
            areNumbers = false
            return false
        }
        hasShortNumber =
            hasShortNumber || number.significantDigits <= 18
            || Int64(String(decoding: text, as: UTF8.self)) != nil
        hasExponent = hasExponent || number.exponent != nil
        hasMark = hasMark || text.contains { [".", "-", "+"].contains($0) }
        return true
    }
}

extension SourceTable {
    /// Makes the cells with the texts that represent missing values null.
    mutating func findNulls(_ texts: [String]) {
        if texts.isEmpty { return }
        for index in cells.indices
        where texts.contains(where: { bytes[cells[index].range].elementsEqual($0.utf8) }) {
            cells[index] = Cell(cells[index].range.prefix(0), .null)
        }
    }

    /// Makes the cells of columns numbers if all of their texts except empty ones are numbers, and at least one exists.
    ///
    /// - Parameter known: The columns of numbers in an earlier part, in which other texts stay text; `nil` to find them.
    /// - Returns: The columns of numbers.
    @discardableResult
    mutating func findNumbers(in known: [Int]? = nil) -> [Int] {
        let texts = Set(values.texts.map { ExactText($0) })
        let numeric =
            known
            ?? columns.indices.filter { !texts.contains(ExactText(columns[$0])) && hasNumbers(inColumn: $0) }
        for column in numeric {
            for index in cells(ofColumn: column) {
                let isNumber =
                    known == nil
                    || utf8(of: cells[index]) { text in
                        var evidence = NumberEvidence(values.decimal)
                        return evidence.add(text)
                    }
                cells[index].kind = cells[index].range.isEmpty ? .null : isNumber ? .number : .text
            }
        }
        return numeric
    }

    private func hasNumbers(inColumn column: Int) -> Bool {
        var evidence = NumberEvidence(values.decimal)
        for index in cells(ofColumn: column) where !cells[index].range.isEmpty {
            guard utf8(of: cells[index], { evidence.add($0) }) else { return false }
        }
        return evidence.isConclusive
    }

    private func utf8<Result>(of cell: Cell, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[cell.range])) }
    }

    /// Returns the indices of a column's cells. Each row has a cell in each column.
    private func cells(ofColumn column: Int) -> StrideTo<Int> {
        stride(from: column, to: cells.count, by: columns.count)
    }
}
