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
    package init(of line: borrowing GridLine, _ cell: GridCell) {
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

    /// Returns the heights of the numbers above the lower bound of a scale, on which numbers outside it are at its ends.
    ///
    /// - Parameters:
    ///   - scale: The scale of the column; `nil` for a scale from zero that holds all numbers of the series.
    ///   - height: The height of the scale.
    /// - Returns: The height of the number at which columns start, and the height of each number.
    func heights(on scale: BarScale?, of height: Int) -> (origin: Double, values: [Double?]) {
        let own = extent.map { min($0.lowerBound, 0)...max($0.upperBound, 0) } ?? 0...0
        let range = scale?.range ?? own
        let half = range.upperBound / 2 - range.lowerBound / 2
        func place(_ number: Double) -> Double {
            let number = min(max(number, range.lowerBound), range.upperBound)
            return half > 0 ? (number / 2 - range.lowerBound / 2) / half * Double(height) : 0
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

    /// Whether characters can show the series: it has a number, and no number is negative.
    package var fitsText: Bool { extent.map { $0.lowerBound >= 0 } ?? false }

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
        // Below its origin, a scale has only negative numbers, which this series has not.
        let positive = scale.flatMap { scale in
            BarScale(.range(scale.origin...max(scale.origin, scale.range.upperBound)), extent: 0...0)
        }
        return series.heights(on: positive, of: levels).values.map { height in
            height.map { glyphs.columns[max(Int($0.rounded()), 1) - 1] } ?? glyphs.gap
        }.joined()
    }
}
