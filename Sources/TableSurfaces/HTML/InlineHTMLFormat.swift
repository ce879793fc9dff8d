public import TableAgent

/// An HTML table whose styles are attributes, so that it keeps its look in mail and in documents.
///
/// ```swift
/// mail.body = try InlineHTMLFormat().string(of: table)
/// ```
///
/// Mail programs ignore or remove stylesheets, so this format does without classes. The table is a fragment without a page
/// around it. Heads, feet, links, and escaping are as in ``HTMLFormat``. Numbers with fractions are aligned at the right,
/// and the colors are those of the light style.
public struct InlineHTMLFormat: TextualFormat, Sendable {
    /// The words of series.
    public var words: TableWords

    /// Creates a format.
    public init(words: TableWords = .english) { self.words = words }

    /// The format's name, "inline HTML".
    public var name: String { "inline HTML" }

    /// `text/html; charset=utf-8` (RFC 2854).
    public var mediaType: String { "text/html; charset=utf-8" }

    /// `html`.
    public var fileExtension: String { "html" }

    /// All lines: the cells of a column have the same alignment.
    public var sampleLimit: GridSampleLimit { .all }

    /// Returns a writer of an HTML table.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        InlineHTMLWriter(columns, caption ?? "")
    }
}

/// A writer of an HTML table with a style in each cell.
private struct InlineHTMLWriter: GridWriter {
    private let columns: [GridColumn]
    private let caption: String
    private var counts: LineCounts
    private var decisions: HTMLDecisions
    private var bars = ColumnBars.none

    private static let barStyle = "color:#5f84bd"

    init(_ columns: [GridColumn], _ caption: String) {
        (self.columns, self.caption) = (columns, caption)
        counts = LineCounts(columns, countsFractions: false)
        decisions = counts.decisions(actions: nil)
    }

    mutating func measure(_ part: GridPart, _ line: borrowing GridLine) {
        counts.add(part, line)
    }

    mutating func begin(_ sample: GridSample, _ output: inout GridOutput) {
        decisions = counts.decisions(actions: nil)
        // Mail programs remove SVG.
        bars = .markup(on: decisions.scales) {
            " <span aria-hidden=\"true\" style=\"\(Self.barStyle)\">\($0)</span>"
        }
        output.write(
            "<table style=\"border-collapse:collapse;font-family:sans-serif;font-size:14px;line-height:1.4;color:#1c1d1f\">\n"
        )
        if !caption.isEmpty {
            output.write(
                "<caption dir=\"auto\" style=\"padding:0 10px 8px;font-size:18px;font-weight:600;text-align:left\">"
            )
            output.writeHTML(caption)
            output.write("</caption>\n")
        }
        guard decisions.hasTitles else { return }
        output.write("<tr>")
        for (column, alignment) in zip(columns, decisions.alignments) {
            writeStart(
                "th scope=\"col\" dir=\"auto\"", alignment, "color:#62666d;border-bottom:2px solid #62666d",
                &output)
            output.writeHTML(column.title)
            output.write("</th>")
        }
        output.write("</tr>\n")
    }

    func write(_ place: GridPlace, _ line: borrowing GridLine, _ output: inout GridOutput) {
        let isRow = place.part == .row
        let isSpan = !isRow && line.cells.count == 1 && decisions.spansColumns
        let style =
            switch place.part {
            case .row: ""
            case .head: "font-weight:600;padding-top:16px"
            case .foot: "font-weight:600;background:#f5f6f8"
            case .tableFoot: "font-weight:600;background:#f5f6f8;border-top:2px solid #62666d"
            }
        output.write("<tr>")
        for index in isSpan ? 0..<1 : decisions.alignments.indices {
            let role = index < line.cells.count ? line.cells[index].role : .plain
            var tag = "td dir=\"auto\""
            if isSpan, decisions.alignments.count > 1 { tag += " colspan=\"\(decisions.alignments.count)\"" }
            writeStart(tag, isSpan ? .left : decisions.alignments[index], style + role.inlineStyle, &output)
            if index < line.cells.count { writeContent(of: line, at: index, isRow: isRow, &output) }
            output.write("</td>")
        }
        output.write("</tr>\n")
    }

    func end(_ output: inout GridOutput) {
        output.write("</table>\n")
    }

    /// Writes the text of a cell, or the chart of a series with the text as its label. In a row, a bar follows a number.
    private func writeContent(
        of line: borrowing GridLine, at index: Int, isRow: Bool, _ output: inout GridOutput
    ) {
        let cell = line.cells[index]
        let scale = isRow ? decisions.scales[index] : nil
        if line.hasSeries, let series = line.textChart(of: cell, on: scale) {
            output.writeLink(of: line, cell) { output in
                output.write("<span role=\"img\" aria-label=\"")
                output.writeHTMLValue(line.shown(at: index), lineBreak: " ")
                output.write(cell.role == .plain ? "\" style=\"\(Self.barStyle)\">" : "\">")
                output.write(series.text(on: scale, .blocksInMarkup))
                output.write("</span>")
            }
        } else {
            output.writeContent(of: line, at: index)
            if isRow { _ = bars.withBar(of: line, cell, inColumn: index) { output.append($0) } }
        }
    }

    /// Writes the start of an element with the style of a cell. Later declarations replace earlier ones.
    private func writeStart(
        _ tag: String, _ alignment: GridColumn.Alignment, _ style: String, _ output: inout GridOutput
    ) {
        let side =
            switch alignment {
            case .right, .decimal, .decimalComma: "right"
            case .center: "center"
            case .left, .automatic: "left"
            }
        output.write(
            "<\(tag) style=\"padding:5px 10px;border-bottom:1px solid #e2e4e8;text-align:\(side);vertical-align:top;\(style)\">"
        )
    }
}

extension GridRole {
    /// The style of the role, after a semicolon.
    fileprivate var inlineStyle: String {
        switch self {
        case .plain, .link: ""
        case .strong: ";font-weight:600"
        case .muted: ";color:#62666d"
        case .positive: ";color:#15692f"
        case .negative: ";color:#b3261e"
        case .warning: ";color:#855500"
        }
    }
}
