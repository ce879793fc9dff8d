public import TableAgent

/// A Markdown table as GitHub reads it (GFM): one table, in which heads and feet are strong rows.
///
/// Whatever Markdown would read in a cell is escaped, so that the page shows the text itself. Line breaks
/// become `<br>`, other control characters but tabs U+FFFD; tabs, and blanks at the edges of a cell, are
/// written as character references. The rows of collapsed sections are left out.
///
/// A backslash keeps web addresses from becoming links. Where it does not help, since GitHub looks at the
/// finished page, the sign stands in a `<span>`: of mentions (`@name`), emoji (`:tada:`) and formulas (two
/// `$` in a cell). Mail addresses and, in comments, references such as `#12` do become links on GitHub, with
/// their text as it was.
public struct MarkdownFormat: GridFormat, Sendable {
    /// Creates a format.
    public init() {}

    /// The format's name, "Markdown".
    public var name: String { "Markdown" }

    /// Writes a table in two passes over its rows: one for the columns, one for the text.
    ///
    /// Lines of the first pass are kept for the second as far as they fit in 8 MiB; an item fills once for
    /// them and twice for the rest.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - output: Takes the text.
    /// - Throws: For a row with more cells than the table has columns, or what the output throws.
    /// - Complexity: O(rows × columns); memory does not grow with the rows.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        var survey = try TextSurvey(of: table, spansHeads: false, measuresWidths: false)
        let alignments = survey.measure.alignments(table.columns)
        writeTitles(of: table.columns, alignments, &output)
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            try table.walk(section: index, rows: section.visibleRows, line: &line, kept: &survey.kept) {
                part, line in
                write(line, part, count: alignments.count, &output)
                try output.endLine()
            }
        }
    }

    /// Writes the line of titles, which Markdown asks for, and the one with the alignments below it.
    func writeTitles(
        of columns: [GridColumn], _ alignments: [GridColumn.Alignment], _ output: inout GridOutput
    ) {
        guard !alignments.isEmpty else { return }
        var line = GridLine()
        for index in alignments.indices {
            line.text(index < columns.count ? columns[index].title : "")
        }
        write(line, .row, count: alignments.count, &output)
        for alignment in alignments {
            switch alignment {
            case .right, .decimal, .decimalComma: output.write("| ---: ")
            case .center: output.write("| :---: ")
            case .left, .automatic: output.write("| --- ")
            }
        }
        output.write("|\n")
    }

    func write(_ line: borrowing GridLine, _ part: GridPart, count: Int, _ output: inout GridOutput) {
        for index in 0..<count {
            output.bytes.append(literal: "| ")
            guard index < line.cells.count, !line.cells[index].shown.isEmpty else { continue }
            let cell = line.cells[index]
            let isStrong = part != .row || cell.role == .strong
            if isStrong { output.bytes.append(literal: "**") }
            line.withShown(of: cell) {
                // A number holds nothing to escape.
                cell.showsNumber ? output.bytes.append($0) : output.writeMarkdown($0)
            }
            output.bytes.append(literal: isStrong ? "** " : " ")
        }
        output.bytes.append(literal: "|\n")
    }
}

/// A container that writes tables as Markdown.
public typealias MarkdownContainer = GridContainer<MarkdownFormat>

extension MarkdownContainer {
    /// Creates a container that writes Markdown.
    ///
    /// - Parameter sink: Takes the tables.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(MarkdownFormat(), to: sink)
    }
}
