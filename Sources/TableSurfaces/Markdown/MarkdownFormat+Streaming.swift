public import TableAgent

extension MarkdownFormat: StreamableFormat {
    /// `true`: the alignment of a column is written above its cells.
    public var needsSample: Bool { true }

    /// Prepares to write a Markdown table row by row.
    ///
    /// - Parameter sample: The columns and the first rows, which decide on alignments that are automatic.
    /// - Returns: The writer.
    /// - Throws: For a line of the sample with more cells than it has columns.
    public func makeWriter(for sample: TableInfo) throws -> some StreamWriter {
        let survey = try TextSurvey(of: sample, spansHeads: false, measuresWidths: false)
        let alignments = survey.measure.alignments(sample.columns)
        return MarkdownWriter(format: self, columns: sample.columns, alignments: alignments)
    }
}

private struct MarkdownWriter: StreamWriter {
    let format: MarkdownFormat
    let columns: [GridColumn]
    let alignments: [GridColumn.Alignment]

    func begin(_ output: inout GridOutput) {
        format.writeTitles(of: columns, alignments, &output)
    }

    func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        format.write(line, part, count: alignments.count, &output)
    }
}
