package import TableAgent

/// The bars of a table's columns.
///
/// Bars have few lengths, so each length is drawn once, before the first line. A cell then costs reading its number
/// and copying a drawing; see the row `text/100k x 6 bars` of the benchmark.
package struct ColumnBars {
    /// A bar on a ruler of equal steps.
    struct Bar {
        /// The steps that the bar covers.
        let steps: Range<Int>
        /// The number of steps to the left of the axis.
        let axis: Int
        /// The side on which the number is beyond the scale: -1 at the left, 1 at the right, otherwise 0.
        let beyond: Int
    }

    private struct Column {
        let ruler: BarRuler
        /// The drawings, one after the other, and the end of each of them.
        var bytes: [UInt8] = []
        var ends: [Int] = [0]
    }

    private let columns: [Column?]

    /// Whether no column has bars.
    let isEmpty: Bool

    /// No bars.
    package static let none = ColumnBars([], unit: 1, steps: { _ in 0 }, draw: { _, _ in "" })

    /// Draws all bars.
    ///
    /// - Parameters:
    ///   - scales: The scale of each column with bars.
    ///   - unit: The steps between the possible places of an axis.
    ///   - steps: Returns the number of steps of a column's bars, a multiple of the unit; 0 for no bars.
    ///   - draw: Returns the drawing of a bar.
    init(_ scales: [BarScale?], unit: Int, steps: (Int) -> Int, draw: (Int, Bar) -> String) {
        columns = scales.enumerated().map { index, scale in
            let count = steps(index)
            guard let scale, count > 0 else { return nil }
            var column = Column(ruler: BarRuler(scale, steps: count, unit: unit))
            for bar in column.ruler.bars {
                column.bytes += draw(index, bar).utf8
                column.ends.append(column.bytes.count)
            }
            return column
        }
        isEmpty = columns.allSatisfy { $0 == nil }
    }

    /// Passes the drawing of a cell's bar to a closure, unless the cell has no number or the column no bars.
    ///
    /// - Returns: Whether there is a bar.
    @inline(__always)
    package func withBar(
        of line: borrowing GridLine, _ cell: GridCell, inColumn index: Int,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        guard index < columns.count, columns[index] != nil, let number = line.number(in: cell), !number.isNaN
        else { return false }
        columns.withUnsafeBufferPointer { columns in
            guard let column = columns[index] else { return }
            let bar = column.ruler.index(of: number)
            column.bytes.withUnsafeBufferPointer {
                body(UnsafeBufferPointer(rebasing: $0[column.ends[bar]..<column.ends[bar + 1]]))
            }
        }
        return true
    }
}

/// Places numbers on a scale of equal steps.
private struct BarRuler {
    private let scale: BarScale
    private let origin: Double
    private let steps: Int
    private let axis: Int
    /// The number of steps in each half of a unit. Halves keep the difference of two large numbers finite.
    private let stepsPerHalf: Double

    init(_ scale: BarScale, steps: Int, unit: Int) {
        (self.scale, self.steps, origin) = (scale, steps, scale.origin)
        let (below, above) = (
            origin / 2 - scale.range.lowerBound / 2, scale.range.upperBound / 2 - origin / 2
        )
        let units = steps / unit
        var axis = Int((Double(units) * (below / (below + above))).rounded())
        // Both directions keep at least one unit.
        if below > 0, above > 0, units > 1 { axis = min(max(axis, 1), units - 1) }
        self.axis = axis * unit
        // Equal numbers have equal lengths in both directions.
        stepsPerHalf = min(
            axis > 0 && below > 0 ? Double(axis * unit) / below : .infinity,
            axis < units && above > 0 ? Double(steps - axis * unit) / above : .infinity)
    }

    /// The bars for all results of ``index(of:)``.
    var bars: [ColumnBars.Bar] {
        (0...steps).map { ColumnBars.Bar(steps: min($0, axis)..<max($0, axis), axis: axis, beyond: 0) } + [
            ColumnBars.Bar(steps: 0..<axis, axis: axis, beyond: -1),
            ColumnBars.Bar(steps: axis..<steps, axis: axis, beyond: 1),
        ]
    }

    /// Returns the index of a number's bar. Only the number at which bars start has no length.
    @inline(__always)
    func index(of number: Double) -> Int {
        if number < scale.range.lowerBound { return steps &+ 1 }
        if number > scale.range.upperBound { return steps &+ 2 }
        var length = ((number / 2 - origin / 2) * stepsPerHalf).rounded()
        if length == 0, number != origin { length = number < origin ? -1 : 1 }
        return min(max(axis &+ Int(length), 0), steps)
    }
}
