package import TableAgent

/// The bars of a table's columns.
///
/// Bars have few lengths, so each length is drawn once, before the first line. A cell then costs reading its number
/// and copying a drawing.
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

    /// The index of each column's ruler, or -1 for a column without bars.
    private let rulerIndices: [Int]
    private let rulers: [BarRuler]
    /// The drawings of all rulers, one after the other, and the start of each drawing.
    private let drawings: [UInt8]
    private let starts: [Int]

    /// Whether no column has bars.
    let isEmpty: Bool

    /// No bars.
    package static let none = ColumnBars(BarScales(), unit: 1, steps: { _ in 0 }, draw: { _, _ in "" })

    /// Draws all bars.
    ///
    /// - Parameters:
    ///   - scales: The scale of each column with bars.
    ///   - unit: The steps between the possible places of an axis.
    ///   - steps: Returns the number of steps of a column's bars, a multiple of the unit; 0 for no bars.
    ///   - draw: Returns the drawing of a bar.
    init(_ scales: BarScales, unit: Int, steps: (Int) -> Int, draw: (Int, Bar) -> String) {
        var (indices, rulers, drawings, starts) = ([Int](), [BarRuler](), [UInt8](), [0])
        for index in 0..<scales.count {
            let count = steps(index)
            guard let scale = scales[index], count > 0 else {
                indices.append(-1)
                continue
            }
            let ruler = BarRuler(scale, steps: count, unit: unit, firstDrawing: starts.count - 1)
            for bar in ruler.bars {
                drawings += draw(index, bar).utf8
                starts.append(drawings.count)
            }
            indices.append(rulers.count)
            rulers.append(ruler)
        }
        rulerIndices = indices
        self.rulers = rulers
        self.drawings = drawings
        self.starts = starts
        isEmpty = rulers.isEmpty
    }

    /// Passes the drawing of a cell's bar to a closure if the cell has a number and the column has bars.
    ///
    /// - Returns: Whether there is a bar.
    @inline(__always)
    package func withBar(
        of line: borrowing GridLine, _ cell: GridCell, inColumn index: Int,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        guard cell.isNumber, index < rulerIndices.count, rulerIndices[index] >= 0,
            let number = line.number(in: cell), !number.isNaN
        else { return false }
        let bar = rulers[rulerIndices[index]].drawing(of: number)
        drawings.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[starts[bar]..<starts[bar + 1]]))
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
    /// The index of the first drawing.
    private let firstDrawing: Int

    init(_ scale: BarScale, steps: Int, unit: Int, firstDrawing: Int) {
        self.scale = scale
        self.steps = steps
        self.firstDrawing = firstDrawing
        origin = scale.origin
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

    /// The bars of all drawings.
    var bars: [ColumnBars.Bar] {
        (0...steps).map { ColumnBars.Bar(steps: min($0, axis)..<max($0, axis), axis: axis, beyond: 0) } + [
            ColumnBars.Bar(steps: 0..<axis, axis: axis, beyond: -1),
            ColumnBars.Bar(steps: axis..<steps, axis: axis, beyond: 1),
        ]
    }

    /// Returns the index of a number's drawing. Only the number at which bars start has no length.
    @inline(__always)
    func drawing(of number: Double) -> Int {
        if number < scale.range.lowerBound { return firstDrawing &+ steps &+ 1 }
        if number > scale.range.upperBound { return firstDrawing &+ steps &+ 2 }
        var length = ((number / 2 - origin / 2) * stepsPerHalf).rounded()
        if length == 0, number != origin { length = number < origin ? -1 : 1 }
        return firstDrawing &+ min(max(axis &+ Int(length), 0), steps)
    }
}
