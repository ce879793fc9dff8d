/// The range of numbers that the bars of a column can show.
///
/// A container of your own asks it where a bar begins, and how long it is:
///
/// ```swift
/// let scale = BarScale(.automatic, extent: 0...437)      // 0...500
/// let part = scale.map { $0.part(of: 125) }              // 0...0.25
/// ```
public struct BarScale: Hashable, Sendable {
    /// The range, whose width is neither zero nor infinite.
    public let range: ClosedRange<Double>

    /// The narrowest range, whose parts are still normal numbers.
    private static let leastWidth = 1e-300

    /// Creates the scale of a column's bars.
    ///
    /// - Parameters:
    ///   - bar: The scale that the column names.
    ///   - extent: Zero and the numbers of the column; ignored for a given range.
    /// - Returns: The scale, or `nil` if no bar can be drawn: all numbers are zero, or the given range is empty or
    ///   infinite.
    public init?(_ bar: GridColumn.Bar, extent: ClosedRange<Double>) {
        range =
            switch bar {
            case .automatic:
                -BarStep.roundedUp(-extent.lowerBound)...BarStep.roundedUp(extent.upperBound)
            case .range(let range): range
            }
        guard range.halfWidth.isFinite, range.halfWidth >= Self.leastWidth / 2 else { return nil }
    }

    /// The number at which bars start: zero, or the bound that is nearest to zero.
    public var origin: Double { min(max(0, range.lowerBound), range.upperBound) }

    /// Returns the part of the scale that the bar of a number covers, from 0 at the lower bound to 1 at the upper bound. A number
    /// outside of the range has the longest bar on its side.
    public func part(of number: Double) -> ClosedRange<Double> {
        func place(_ number: Double) -> Double {
            let inside = min(max(number, range.lowerBound), range.upperBound)
            // Half of each difference, because the width of large numbers may be infinite.
            return (inside / 2 - range.lowerBound / 2) / range.halfWidth
        }
        let (start, end) = (place(origin), place(number))
        return min(start, end)...max(start, end)
    }
}

extension ClosedRange<Double> {
    /// Half of the width. The width of large numbers may be infinite.
    package var halfWidth: Double { upperBound / 2 - lowerBound / 2 }
}

/// The steps by which the ends of automatic scales grow: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, and 8 times a power of ten.
///
/// The largest number of a stream rarely exceeds the step of its sample. And the rows of a live page can be counted by
/// step, so that a removed row needs no new search for the largest number.
package enum BarStep {
    /// Ten times the first digits of the ends in each power of ten.
    private static let digits: [Double] = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80]

    /// The least and the greatest power of ten of an end.
    private static let exponents = -300...308
    /// The powers of ten in which an end is the exact product or quotient of two numbers, rounded once.
    private static let usualExponents = -21...23

    private static let count = 10 * exponents.count

    /// Returns an end by its index. The last ends are the largest number.
    private static func end(at index: Int) -> Double {
        let (exponent, digits) = (index / 10 + exponents.lowerBound, digits[index % 10])
        if exponent > 0, usualExponents.contains(exponent) {
            return digits * Double.powersOfTen[exponent - 1]
        }
        if usualExponents.contains(exponent) { return digits / Double.powersOfTen[1 - exponent] }
        return min(Double("\(digits)e\(exponent - 1)") ?? .infinity, .greatestFiniteMagnitude)
    }

    private static let usualIndices =
        10 * (usualExponents.lowerBound - exponents.lowerBound)..<10
        * (usualExponents.upperBound + 1 - exponents.lowerBound)

    /// Returns the step of a finite number: 0 for zero, a positive step for a positive number, and the negative of that
    /// step for the negative of the number.
    package static func step(of number: Double) -> Int16 {
        let magnitude = number.magnitude
        if magnitude == 0 { return 0 }
        let isUsual = 1e-21...1e23 ~= magnitude
        let index = (isUsual ? usualIndices : 0..<count).partitionPoint { end(at: $0) >= magnitude }
        let step = Int16(min(index, count - 1) + 1)
        return number < 0 ? -step : step
    }

    /// Returns the end of a step.
    package static func end(_ step: Int16) -> Double {
        if step == 0 { return 0 }
        let end = end(at: Int(step.magnitude) - 1)
        return step < 0 ? -end : end
    }

    /// Returns the least end that is not less than a finite number, or zero for a negative number.
    package static func roundedUp(_ number: Double) -> Double { number > 0 ? end(step(of: number)) : 0 }
}
