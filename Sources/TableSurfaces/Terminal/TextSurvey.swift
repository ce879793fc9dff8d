import TableAgent

/// The first pass over a table: what it tells about the columns, and its lines as far as memory allows.
struct TextSurvey: ~Copyable {
    let measure: TextMeasure
    /// The lines, as far as memory allows.
    var kept: KeptLines

    /// Walks a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - spansHeads: Whether a head or foot of one cell spans all columns.
    ///   - policy: How wide the terminal draws text.
    ///   - measuresWidths: Whether widths are wanted.
    ///   - kept: Takes the lines.
    init(
        of table: TableInfo, spansHeads: Bool, policy: TextWidthPolicy = .standard,
        measuresWidths: Bool = true, keeping kept: consuming KeptLines = KeptLines()
    ) throws {
        var measure = TextMeasure(
            table.columns, policy: policy, spansHeads: spansHeads, measuresWidths: measuresWidths)
        var kept = kept
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            try table.walk(section: index, rows: section.visibleRows, line: &line) { part, line in
                measure.add(part, line, keeping: &kept)
            }
        }
        self.measure = measure
        self.kept = kept
    }
}
