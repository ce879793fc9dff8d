package import TableAgent

/// The numbers of a series cell, for its chart.
package struct Series {
    /// The numbers, or `nil` for a missing one.
    private(set) var values: [Double?]

    /// The maximum number of columns in a chart of text.
    package static let mostColumns = 24

    /// Reads the JSON array of a cell.
    ///
    /// - Complexity: O(bytes of the cell).
    init(of line: borrowing GridLine, _ cell: GridCell) {
        values = line.withValue(of: cell) { json in
            guard json.count > 2 else { return [] }
            return json[1..<json.count - 1].split(separator: UInt8(ascii: ",")).map {
                Double(utf8: UnsafeBufferPointer(rebasing: $0))
            }
        }
    }

    /// The least and the greatest number, or `nil` without a number.
    var extent: ClosedRange<Double>? {
        var extent: ClosedRange<Double>?
        for case let value? in values {
            extent = extent.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
        }
        return extent
    }

    /// Returns a series of at most `count` values: each is the mean of the numbers in an equal part of this series.
    func shortened(to count: Int) -> Series {
        guard values.count > count else { return self }
        var series = self
        series.values = (0..<count).map { index in
            let part = values[index * values.count / count..<(index + 1) * values.count / count]
            let numbers = part.compactMap { $0 }
            let mean = numbers.reduce(0) { $0 + $1 / Double(numbers.count) }
            // The rounded mean of the largest numbers may be infinite.
            let most = Double.greatestFiniteMagnitude
            return numbers.isEmpty ? nil : min(max(mean, -most), most)
        }
        return series
    }

    /// Returns the heights of the numbers above the lower bound of a scale.
    ///
    /// - Parameters:
    ///   - scale: The scale, or `nil` for a scale from zero to the numbers of the series.
    ///   - height: The height of the scale.
    /// - Returns: The height of the number at which columns start, and the height of each number.
    func heights(on scale: BarScale?, of height: Int) -> (origin: Double, values: [Double?]) {
        let own = extent.map { min($0.lowerBound, 0)...max($0.upperBound, 0) } ?? 0...0
        let range = scale?.range ?? own
        let halfWidth = range.halfWidth
        func place(_ number: Double) -> Double {
            let number = min(max(number, range.lowerBound), range.upperBound)
            let half = number / 2 - range.lowerBound / 2
            return halfWidth > 0 ? half / halfWidth * Double(height) : 0
        }
        return (place(scale?.origin ?? 0), values.map { $0.map(place) })
    }

    // MARK: Text

    /// The characters of a chart of text.
    package struct Glyphs {
        /// The columns, from the lowest.
        let columns: [String]
        /// The place of a missing number.
        let gap: String

        /// Block elements. U+2588 is not used, because it touches the line above.
        package static let blocks = Glyphs(columns: ["▁", "▂", "▃", "▄", "▅", "▆", "▇"], gap: " ")
        /// Block elements where spaces at the edges of a text vanish.
        static let blocksInMarkup = Glyphs(columns: blocks.columns, gap: "\u{2002}")
        /// ASCII, where block elements are missing or may take two terminal columns.
        package static let ascii = Glyphs(columns: ["_", ".", "-", "=", "+", "*", "#"], gap: " ")
    }

    /// The number of characters in a chart of text.
    var textWidth: Int { min(values.count, Self.mostColumns) }

    /// Returns the chart as text, one character for each number or part of the series.
    ///
    /// - Parameters:
    ///   - width: The maximum number of characters.
    ///   - scale: The scale of the column, if it has one.
    ///   - glyphs: The characters.
    package func text(width: Int = Series.mostColumns, on scale: BarScale?, _ glyphs: Glyphs) -> String {
        let series = shortened(to: max(min(width, Self.mostColumns), 1))
        let levels = glyphs.columns.count
        return series.heights(on: scale?.abovePart, of: levels).values.map { height in
            height.map { glyphs.columns[max(Int($0.rounded()), 1) - 1] } ?? glyphs.gap
        }.joined()
    }
}

extension GridLine {
    /// Returns the series of a cell if a chart can show it; otherwise `nil`, and the cell shows its text.
    ///
    /// A chart shows at least one number, and no number outside the scale of its column.
    func chart(of cell: GridCell, on scale: BarScale?) -> Series? {
        guard cell.kind == .series, !cell.shown.isEmpty, case let series = Series(of: self, cell),
            let extent = series.extent, scale.map({ $0.range.contains(extent) }) ?? true
        else { return nil }
        return series
    }

    /// Returns the series of a cell if characters can show it. They can't show a number below the origin of the scale.
    package func textChart(of cell: GridCell, on scale: BarScale?) -> Series? {
        guard let series = chart(of: cell, on: scale), let least = series.extent?.lowerBound else {
            return nil
        }
        if let scale { return scale.abovePart != nil && least >= scale.origin ? series : nil }
        return least >= 0 ? series : nil
    }
}
