package import TableAgent

/// The range of numbers that the bars of a column can show.
package struct BarScale: Hashable, Sendable {
    /// The range, whose width is neither zero nor infinite.
    package let range: ClosedRange<Double>

    /// The narrowest range, whose parts are still normal numbers.
    private static let leastWidth = 1e-300

    /// Creates the scale of a column's bars.
    ///
    /// - Parameters:
    ///   - bar: The scale that the column names.
    ///   - extent: Zero and the numbers of the column; ignored for a given range.
    /// - Returns: The scale, or `nil` if no bar can be drawn: all numbers are zero, or the given range is empty or
    ///   infinite.
    package init?(_ bar: GridColumn.Bar, extent: ClosedRange<Double>) {
        range =
            switch bar {
            case .automatic:
                -BarStep.roundedUp(-extent.lowerBound)...BarStep.roundedUp(extent.upperBound)
            case .range(let range): range
            }
        guard range.halfWidth.isFinite, range.halfWidth >= Self.leastWidth / 2 else { return nil }
    }

    /// The number at which bars start: zero, or the bound that is nearest to zero.
    package var origin: Double { min(max(0, range.lowerBound), range.upperBound) }

    /// The part of the scale above its origin, if there is one.
    var abovePart: BarScale? { BarScale(.range(origin...range.upperBound), extent: 0...0) }
}

/// The scales of columns.
package struct BarScales: Hashable, Sendable {
    private var scales: [BarScale?] = []

    package init(_ scales: [BarScale?] = []) { self.scales = scales }

    /// The scale of a column, or `nil` for a column without bars and for one that is not named.
    package subscript(column: Int) -> BarScale? { column < scales.count ? scales[column] : nil }

    /// The number of named columns.
    package var count: Int { scales.count }
}

extension ClosedRange<Double> {
    /// Half of the width. The width of large numbers may be infinite.
    var halfWidth: Double { upperBound / 2 - lowerBound / 2 }
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

/// The least and the greatest numbers in the rows of the columns with an automatic scale.
package struct BarExtents: Sendable {
    private let bars: [GridColumn.Bar?]
    /// The columns with an automatic scale.
    private let automatic: [Int]
    /// Whether numbers must be measured.
    let isMeasuring: Bool
    private var extents: [ClosedRange<Double>]

    package init(_ columns: [GridColumn]) {
        bars = columns.map(\.bar)
        automatic = columns.indices.filter { columns[$0].bar == .automatic }
        isMeasuring = !automatic.isEmpty
        extents = automatic.isEmpty ? [] : columns.map { _ in 0...0 }
    }

    /// Measures the numbers of a row.
    @inline(never)
    package mutating func add(_ line: borrowing GridLine) {
        let cells = line.cells
        for index in automatic where index < cells.count {
            let (cell, old) = (cells[index], extents[index])
            if let number = line.number(in: cell) {
                guard number < old.lowerBound || number > old.upperBound, number.isFinite else { continue }
                extents[index] = min(old.lowerBound, number)...max(old.upperBound, number)
            } else if let extent = line.extent(of: cell) {
                extents[index] =
                    min(old.lowerBound, extent.lowerBound)...max(old.upperBound, extent.upperBound)
            }
        }
    }

    /// The scales of the columns. A range that a column names needs no measuring.
    package var scales: BarScales {
        BarScales(
            bars.enumerated().map { index, bar in
                bar.flatMap { BarScale($0, extent: extents.isEmpty ? 0...0 : extents[index]) }
            })
    }
}

extension GridLine {
    /// Returns the least and the greatest finite number in a cell, or `nil` without one.
    func extent(of cell: GridCell) -> ClosedRange<Double>? {
        if cell.kind == .series { return Series(of: self, cell).extent }
        return number(in: cell).flatMap { $0.isFinite ? $0...$0 : nil }
    }

    /// Returns the number in a cell, which may be infinite or not a number; `nil` for a cell of another kind.
    @inline(__always)
    package func number(in cell: GridCell) -> Double? {
        cell.isNumber ? withValue(of: cell) { Double(utf8: $0) } : nil
    }
}

extension Double {
    /// The powers of ten that are exact.
    fileprivate static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19, 1e20, 1e21, 1e22,
    ]

    /// Reads a number: exactly, up to 15 digits without an exponent; otherwise as the standard library does.
    @inline(__always)
    package init?(utf8: UnsafeBufferPointer<UInt8>) {
        let isNegative = utf8.first == UInt8(ascii: "-")
        var (digits, point, offset) = (0, -1, isNegative ? 1 : 0)
        let end = utf8.count < 17 ? utf8.count : 0
        while offset < end {
            let byte = utf8[offset]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ Int(digit)
            } else if byte == UInt8(ascii: "."), point < 0 {
                point = offset
            } else {
                break
            }
            offset &+= 1
        }
        guard offset == utf8.count, digits < 1 << 53 else {
            guard let number = Double(String(decoding: utf8, as: UTF8.self)) else { return nil }
            self = number
            return
        }
        // The quotient of two exact numbers is rounded once.
        let magnitude =
            point < 0 ? Double(digits) : Double(digits) / Self.powersOfTen[utf8.count &- 1 &- point]
        self = isNegative ? -magnitude : magnitude
    }
}
