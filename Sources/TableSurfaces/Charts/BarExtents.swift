package import TableAgent

/// The scales of columns.
package struct BarScales: Hashable, Sendable {
    private var scales: [BarScale?] = []

    package init(_ scales: [BarScale?] = []) { self.scales = scales }

    /// The scale of a column, or `nil` for a column without bars and for one that is not named.
    package subscript(column: Int) -> BarScale? { column < scales.count ? scales[column] : nil }

    /// The number of named columns.
    package var count: Int { scales.count }
}

extension BarScale {
    /// The part of the scale above its origin, if there is one.
    var abovePart: BarScale? { BarScale(.range(origin...range.upperBound), extent: 0...0) }
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
}
