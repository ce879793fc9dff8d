public import TableAgent

extension HTMLFormat: StreamableFormat {
    /// `true`: all cells of a column have one alignment.
    public var needsSample: Bool { true }

    /// Prepares to write an HTML table row by row.
    ///
    /// A section of a foot alone may be the foot of the table, so it is written when the next one begins, or
    /// the table ends.
    ///
    /// - Parameter sample: The columns and the first rows, which decide on alignments that are automatic.
    /// - Returns: The writer.
    /// - Throws: For a line of the sample with more cells than it has columns.
    public func makeWriter(for sample: TableInfo) throws -> some StreamWriter {
        let survey = try TextSurvey(of: sample, spansHeads: true, measuresWidths: false)
        let rows = HTMLRows(sample, alignments: survey.measure.alignments(sample.columns))
        return HTMLWriter(format: self, columns: sample.columns, rows: rows)
    }
}

private struct HTMLWriter: StreamWriter {
    let format: HTMLFormat
    let columns: [GridColumn]
    let rows: HTMLRows
    private var sectionCount = 0
    private var isBodyOpen = false
    /// The foot of a section that is nothing else so far.
    private var loneFoot: GridLine?

    init(format: HTMLFormat, columns: [GridColumn], rows: HTMLRows) {
        (self.format, self.columns, self.rows) = (format, columns, rows)
    }

    func begin(_ output: inout GridOutput) {
        format.writeStart(of: columns, rows, &output)
    }

    mutating func beginSection(_ id: AnyID, _ output: inout GridOutput) {
        writeLoneFoot(in: "tbody", &output)
        sectionCount += 1
        isBodyOpen = false
    }

    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        if part == .foot, !isBodyOpen, sectionCount > 1 {
            loneFoot = copy line
        } else {
            openBody(&output)
            rows.write(line, part, &output)
        }
    }

    mutating func endSection(_ output: inout GridOutput) {
        guard loneFoot == nil else { return }
        openBody(&output)
        output.write("</tbody>\n")
    }

    mutating func end(_ output: inout GridOutput) {
        writeLoneFoot(in: "tfoot", &output)
        format.writeEnd(&output)
    }

    private mutating func openBody(_ output: inout GridOutput) {
        guard !isBodyOpen else { return }
        output.write("<tbody>\n")
        isBodyOpen = true
    }

    private mutating func writeLoneFoot(in tag: String, _ output: inout GridOutput) {
        guard let foot = loneFoot.take() else { return }
        output.write("<\(tag)>\n")
        rows.write(foot, .foot, &output)
        output.write("</\(tag)>\n")
    }
}
