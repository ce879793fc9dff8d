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
        let (origin, heights) = series.shortened(to: ChartSize.mostColumns).heights(on: scale, of: height)
        func y(_ place: Double) -> Int { height - Int(place.rounded()) }
        let start = y(origin)
        var path = ""
        for (index, place) in heights.enumerated() {
            guard let place else { continue }
            // A number other than the origin has a height.
            var end = y(place)
            if end == start, place != origin { end += place > origin ? -1 : 1 }
            if end == start { end += start > 0 ? -1 : 1 }
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
