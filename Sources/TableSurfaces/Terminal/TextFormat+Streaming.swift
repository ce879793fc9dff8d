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
        let survey = try TextSurvey(of: sample, spansHeads: border != .markdown, policy: widthPolicy)
        guard !survey.measure.columns.isEmpty else { return TextStreamWriter(writer: nil) }
        let layout = TextLayout(
            survey.measure, columns: sample.columns, border: border.strokes(widthPolicy), format: self)
        return TextStreamWriter(writer: TextWriter(format: self, layout: layout, columns: sample.columns))
    }
}

private struct TextStreamWriter: StreamWriter {
    /// `nil` without any column, when there is nothing to write.
    var writer: TextWriter?

    var overflowCount: Int { writer?.overflowCount ?? 0 }

    mutating func begin(_ output: inout GridOutput) throws {
        try writer?.writeTitles(&output)
    }

    mutating func beginSection(_ id: AnyID, _ output: inout GridOutput) {
        writer?.beginSection()
    }

    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) throws {
        try writer?.write(part, line, &output)
    }

    mutating func end(_ output: inout GridOutput) throws {
        try writer?.finish(&output)
    }
}
