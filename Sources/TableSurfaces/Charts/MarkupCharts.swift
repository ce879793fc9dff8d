import TableAgent

extension ColumnBars {
    /// The number of characters in a bar.
    private static let markupWidth = 10

    /// Draws bars as text in a proportional font: always the same number of characters, so that numbers at the right of
    /// a column stay aligned.
    ///
    /// - Parameters:
    ///   - scales: The scale of each column's bars.
    ///   - decorate: Returns the markup of a bar.
    static func markup(on scales: BarScales, decorate: (String) -> String) -> ColumnBars {
        ColumnBars(scales, unit: 1, steps: { _ in markupWidth }) { _, bar in
            var characters = (0..<markupWidth).map { bar.steps.contains($0) ? "━" : "─" }
            if bar.beyond > 0 { characters[markupWidth - 1] = "»" }
            if bar.beyond < 0 { characters[0] = "«" }
            return decorate(characters.joined())
        }
    }
}
