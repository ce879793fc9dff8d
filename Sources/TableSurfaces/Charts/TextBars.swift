import TableAgent

extension ColumnBars {
    /// Draws bars as text of a fixed width.
    ///
    /// - Parameters:
    ///   - scales: The scale of each column's bars.
    ///   - isASCII: Whether the bars consist of ASCII characters.
    ///   - widths: Returns the width of a column's bars in terminal columns; 0 for no bars.
    ///   - decorate: Returns the text to write for a bar.
    package static func text(
        on scales: BarScales, isASCII: Bool, widths: (Int) -> Int, decorate: (String) -> String
    ) -> ColumnBars {
        let unit = isASCII ? 1 : 2
        return ColumnBars(scales, unit: unit, steps: { widths($0) * unit }) { index, bar in
            decorate(bar.text(width: widths(index), isASCII: isASCII))
        }
    }
}

extension ColumnBars.Bar {
    /// Returns the bar as text of a width. A character has two steps, or one step in ASCII.
    fileprivate func text(width: Int, isASCII: Bool) -> String {
        let unit = isASCII ? 1 : 2
        var characters = (0..<width).map { index in
            let covered = steps.clamped(to: unit * index..<unit * (index + 1))
            if covered.isEmpty { return " " }
            if isASCII { return "=" }
            return covered.count == unit ? "━" : covered.lowerBound == unit * index ? "╸" : "╺"
        }
        if beyond > 0 { characters[width - 1] = isASCII ? ">" : "»" }
        if beyond < 0 { characters[0] = isASCII ? "<" : "«" }
        return characters.joined()
    }
}
