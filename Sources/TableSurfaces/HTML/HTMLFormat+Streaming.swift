public import TableAgent

extension HTMLFormat: StreamableFormat {
    /// `true`: all cells of a column have one alignment.
    public var needsSample: Bool { true }

    /// Prepares to write an HTML table row by row.
    ///
    /// Every section is a body, since a stream does not know which one is the last and so the foot of the table.
    ///
    /// - Parameter sample: The columns and the first rows, which decide on alignments that are automatic.
    /// - Returns: The writer.
    /// - Throws: For a line of the sample with more cells than it has columns.
    public func makeWriter(for sample: TableInfo) throws -> some StreamWriter {
        let survey = try TextSurvey(of: sample, spansHeads: true, measuresWidths: false)
        let layout = TextLayout(
            survey, columns: sample.columns, border: TextBorder.none.strokes, limit: nil)
        let rows = HTMLRows(sample, alignments: layout.columns.map(\.alignment))
        return HTMLWriter(format: self, columns: sample.columns, rows: rows)
    }
}

private struct HTMLWriter: StreamWriter {
    let format: HTMLFormat
    let columns: [GridColumn]
    let rows: HTMLRows

    func begin(_ output: inout GridOutput) {
        format.writeStart(of: columns, rows, &output)
    }

    func beginSection(_ id: AnyID, _ output: inout GridOutput) {
        output.write("<tbody>\n")
    }

    func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        rows.write(line, part, &output)
    }

    func endSection(_ output: inout GridOutput) {
        output.write("</tbody>\n")
    }

    func end(_ output: inout GridOutput) {
        format.writeEnd(&output)
    }
}
