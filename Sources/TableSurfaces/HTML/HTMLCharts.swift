import TableAgent

/// The sizes of drawings, in CSS pixels. The stylesheet has the colors.
private enum ChartSize {
    static let (barWidth, barHeight) = (80, 8)
    /// The width of a series' column with the space after it.
    static let columnWidth = 5
    static let seriesHeight = 18
    /// The maximum number of columns in the chart of a series.
    static let mostColumns = 48
}

extension ColumnBars {
    /// Draws bars as SVG. Screen readers skip them and read the number.
    static func html(on scales: BarScales) -> ColumnBars {
        let (width, height) = (ChartSize.barWidth, ChartSize.barHeight)
        return ColumnBars(scales, unit: 1, steps: { _ in width }) { _, bar in
            let path = bar.path
            return "<svg class=\"bar\" aria-hidden=\"true\" width=\"\(width)\" height=\"\(height)\">"
                + (path.isEmpty ? "" : "<path d=\"\(path)\"/>") + "</svg>"
        }
    }
}

extension ColumnBars.Bar {
    /// The outline of the bar. A triangle outside the scale shows that the number is beyond it.
    fileprivate var path: String {
        let (width, height) = (ChartSize.barWidth, ChartSize.barHeight)
        var path = steps.isEmpty ? "" : "M\(steps.lowerBound) 0h\(steps.count)v\(height)h-\(steps.count)"
        if beyond > 0 { path += "M\(width + 2) 0l4 \(height / 2)l-4 \(height / 2)" }
        if beyond < 0 { path += "M-2 0l-4 \(height / 2)l4 \(height / 2)" }
        // A mark at zero between bars in both directions.
        if 1..<width ~= axis { path += "M\(axis) -3h1v\(height + 6)h-1" }
        return path
    }
}

extension GridOutput {
    /// Writes the chart of a series as SVG, whose title is the text of the cell.
    mutating func write(_ series: Series, of line: borrowing GridLine, at index: Int, on scale: BarScale?) {
        let (columnWidth, height) = (ChartSize.columnWidth, ChartSize.seriesHeight)
        let columns = series.shortened(to: ChartSize.mostColumns)
        let (origin, heights) = columns.heights(on: scale, of: height)
        func y(_ place: Double) -> Int { height - Int(place.rounded()) }
        let (zero, range) = (scale?.origin ?? 0, scale?.range ?? columns.extent ?? 0...0)
        // Both directions keep at least a pixel.
        let hasBoth = range.lowerBound < zero && zero < range.upperBound
        let start = hasBoth ? min(max(y(origin), 1), height - 1) : y(origin)
        var path = ""
        for (index, (value, place)) in zip(columns.values, heights).enumerated() {
            guard let value, let place else { continue }
            // Each number has a height, on its side of the axis.
            var end = y(place)
            if value > zero, start > 0 {
                end = min(end, start - 1)
            } else if value < zero, start < height {
                end = max(end, start + 1)
            } else if end == start {
                end += start > 0 ? -1 : 1
            }
            path += "M\(index * columnWidth) \(start)V\(end)h\(columnWidth - 1)V\(start)"
        }
        let width = heights.count * columnWidth
        write("<svg class=\"series\" role=\"img\" width=\"\(width)\" height=\"\(height)\"><title>")
        // The element `br` would end the drawing.
        writeHTML(String(line.shown(at: index).map { $0.isNewline ? " " : $0 }))
        write("</title><path d=\"\(path)\"/>")
        if 1..<height ~= start { write("<path class=\"axis\" d=\"M0 \(start)h\(width)\"/>") }
        write("</svg>")
    }
}
