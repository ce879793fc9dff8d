public import TableAgent

extension TextFormat: StreamableFormat {
    /// `true`: columns are as wide as the texts of the first rows.
    public var needsSample: Bool { true }

    /// Prepares to write aligned text row by row.
    ///
    /// - Parameter sample: The columns and the first rows, which decide on widths and alignments.
    /// - Returns: The writer. It wraps or cuts what is wider, and counts it.
    /// - Throws: For a line of the sample with more cells than it has columns.
    public func makeWriter(for sample: TableInfo) throws -> some StreamWriter {
        let survey = try TextSurvey(of: sample, spansHeads: border != .markdown)
        let layout = TextLayout(survey, columns: sample.columns, border: border.strokes, limit: width)
        return TextStreamWriter(
            columns: sample.columns, writer: TextWriter(format: self, layout: layout))
    }
}

private struct TextStreamWriter: StreamWriter {
    let columns: [GridColumn]
    var writer: TextWriter

    var overflowCount: Int { writer.overflowCount }

    mutating func begin(_ output: inout GridOutput) throws {
        try writer.writeTitles(of: columns, &output)
    }

    mutating func beginSection(_ id: AnyID, _ output: inout GridOutput) {
        writer.beginSection()
    }

    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) throws {
        try writer.write(part, line, &output)
    }

    mutating func end(_ output: inout GridOutput) {
        writer.end(&output)
    }
}
