#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import TableAgent

extension UnsafeBufferPointer<UInt8> {
    /// The number nearest to a decimal number; `nil` for another text.
    var number: Double? {
        guard let bits = ExactDecimal.key(of: self)?.bits else { return nil }
        return Double(bitPattern: bits >> 63 == 1 ? bits ^ 1 << 63 : ~bits)
    }
}

/// The numbers or dates of a column in ascending order.
///
/// Values are sorted as `Double`, and by their texts only if these are equal. So the order is exact at any number of
/// digits, and a number beyond the range of `Double` is no special case.
struct SortedValues {
    private struct Element {
        let number: Double
        let row: UInt32
        let count: UInt32
    }

    private let elements: [Element]
    private let form: ValueForm
    private let column: Int
    private let cells: SourceTable.LentCells
    /// The sum, if all numbers are short.
    private let shortSum: DecimalSum?
    /// The number of rows with a value.
    let count: Int

    /// Sorts values. The cells must stay valid as long as the result.
    ///
    /// - Parameter form: The form of all values. Numbers are plain.
    /// - Complexity: O(*n* log *n*) in the different values.
    init(_ values: [ValueCounts.Value], as form: ValueForm, column: Int, of cells: SourceTable.LentCells) {
        func text(_ row: UInt32) -> UnsafeBufferPointer<UInt8> { cells[Int(row), column].utf8 }
        // Numbers are added here, because texts in ascending order are rarely in the cache of the processor.
        var sum = form.isNumber ? DecimalSum() : nil
        var elements = values.map { value in
            let text = text(value.row)
            if sum?.addShort(text, times: Int(value.count)) == false { sum = nil }
            let date = form.isNumber ? nil : form.plain(text)
            let number = date.map { $0.withUnsafeBufferPointer(\.secondsOfDate) } ?? text.number
            return Element(number: number ?? .nan, row: value.row, count: value.count)
        }
        shortSum = sum
        elements.sort { first, second in
            if first.number != second.number { return first.number < second.number }
            let (text, other) = (text(first.row), text(second.row))
            return form.isNumber
                ? ExactDecimal(text) < ExactDecimal(other) : text.lexicographicallyPrecedes(other)
        }
        self.elements = elements
        self.form = form
        self.column = column
        self.cells = cells
        count = elements.reduce(0) { $0 + Int($1.count) }
    }

    private func utf8(_ element: Element) -> UnsafeBufferPointer<UInt8> {
        cells[Int(element.row), column].utf8
    }

    private func text(_ element: Element?) -> String? {
        element.map { String(decoding: utf8($0), as: UTF8.self) }
    }

    var least: String? { text(elements.first) }
    var greatest: String? { text(elements.last) }

    /// The exact sum, or `nil` if it has more digits than ``DecimalSum`` allows.
    var sum: DecimalSum? {
        if let shortSum { return shortSum }
        var sum = DecimalSum()
        for element in elements {
            guard (try? sum.add(utf8(element), times: Int(element.count))) != nil else { return nil }
        }
        return sum
    }

    /// The number in the middle, or half the exact sum of the two numbers in the middle. `nil` without numbers, or if
    /// the sum has more digits than ``DecimalSum`` allows.
    var median: String? {
        guard let low = element(at: (count - 1) / 2), let high = element(at: count / 2) else { return nil }
        if low.row == high.row { return text(low) }
        var sum = DecimalSum()
        for element in [low, high] where (try? sum.add(utf8(element))) == nil { return nil }
        let half = sum.mean(of: 2, places: sum.fractionDigits + 1)
        if half.hasSuffix("5") { return half }
        return String(half.dropLast(sum.fractionDigits == 0 ? 2 : 1))
    }

    /// Returns the value of a rank, counted from 0 in the sorted rows.
    private func element(at rank: Int) -> Element? {
        var rest = rank
        return elements.first { element in
            rest -= Int(element.count)
            return rest < 0
        }
    }

    // MARK: Ranges

    /// The numbers of rows in consecutive ranges of values.
    struct Ranges {
        let counts: [Int]
        /// The factor by which each range is wider than the one before, or `nil` for ranges of equal width.
        var growth: Double?
    }

    private static let rangeCount = 10

    /// The values in ten ranges from the least to the greatest value, or in one range if all values are equal. `nil`
    /// without values, or for values beyond the range of `Double`.
    ///
    /// Usually, the ranges have equal widths. If more than half of the values would be in one range, the ends grow by a
    /// constant factor. All values must then be positive, and the greatest at least ten times the least. Each end belongs
    /// to the range above it.
    var ranges: Ranges? {
        guard let low = elements.first, let high = elements.last, low.number.isFinite, high.number.isFinite
        else { return nil }
        guard low.number < high.number else { return Ranges(counts: [count]) }
        // The width itself can be beyond the range of Double.
        let scale = (high.number - low.number).isFinite ? 1 : 0.5
        let width = high.number * scale - low.number * scale
        // A place is as exact as the values are beside the width.
        let error = max(abs(low.number), abs(high.number)).ulp * scale * 4 / width
        let equal = counts(within: min(error, 1e-9)) { ($0 * scale - low.number * scale) / width }
        // The quotient of 0.7 and 0.07 is a little less than ten.
        guard form.isNumber, low.number > 0, high.number / low.number > 10 - 1e-12,
            equal.contains(where: { $0 * 2 > count })
        else { return Ranges(counts: equal) }
        let start = log(low.number)
        let growth = log(high.number) - start
        let growing = counts(within: 1e-9) { (log($0) - start) / growth }
        return Ranges(counts: growing, growth: exp(growth / Double(Self.rangeCount)))
    }

    /// Returns the numbers of rows in each range.
    ///
    /// - Parameters:
    ///   - error: The error of a place.
    ///   - place: Returns the place of a value between the least one and the greatest one, from 0 to 1.
    private func counts(within error: Double, _ place: (Double) -> Double) -> [Int] {
        // The first element of each range. The place of a value at an end, such as 0.3 between 0.1 and 2.1, is rounded.
        let inner = (1..<Self.rangeCount).map { end in
            let least = Double(end) / Double(Self.rangeCount) - error
            return elements.partitionPoint { place($0.number) >= least }
        }
        return zip([0] + inner, inner + [elements.count]).map { start, end in
            elements[start..<end].reduce(0) { $0 + Int($1.count) }
        }
    }
}
