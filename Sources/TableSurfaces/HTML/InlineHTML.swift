import TableAgent

/// A writer of HTML tables whose styles are attributes, for ``HTMLFormat/Styling/inline``.
struct InlineHTML {
    private let columns: [GridColumn]
    private let caption: String

    private static let barStyle = "color:#5f84bd"

    init(_ columns: [GridColumn], caption: String?) {
        self.columns = columns
        self.caption = caption ?? ""
    }

    /// Returns the bars of columns as characters, because mail programs remove SVG.
    static func bars(on scales: BarScales) -> ColumnBars {
        .markup(on: scales) { " <span aria-hidden=\"true\" style=\"\(barStyle)\">\($0)</span>" }
    }

    /// Writes the markup above the first section.
    func writeStart(_ decisions: HTMLDecisions, to output: inout GridOutput) {
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
            writeTag(
                "th scope=\"col\" dir=\"auto\"", aligned: alignment,
                style: "color:#62666d;border-bottom:2px solid #62666d", to: &output)
            output.writeHTML(column.title)
            output.write("</th>")
        }
        output.write("</tr>\n")
    }

    /// Writes a line.
    @inline(never)
    func write(
        _ line: borrowing GridLine, of part: TablePart, decisions: HTMLDecisions, bars: ColumnBars,
        to output: inout GridOutput
    ) {
        let isRow = part == .row
        let isSpan = !isRow && line.cells.count == 1 && decisions.spansColumns
        let style =
            switch part {
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
            writeTag(
                tag, aligned: isSpan ? .left : decisions.alignments[index], style: style + role.inlineStyle,
                to: &output)
            if index < line.cells.count {
                let scale = isRow ? decisions.scales[index] : nil
                writeContent(of: line, at: index, on: scale, to: &output)
                if isRow {
                    _ = bars.withBar(of: line, line.cells[index], inColumn: index) { output.append($0) }
                }
            }
            output.write("</td>")
        }
        output.write("</tr>\n")
    }

    /// Writes the text of a cell, or the chart of a series with the text as its label.
    private func writeContent(
        of line: borrowing GridLine, at index: Int, on scale: BarScale?, to output: inout GridOutput
    ) {
        let cell = line.cells[index]
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
        }
    }

    /// Writes the start of an element with the style of a cell. Later declarations replace earlier ones.
    private func writeTag(
        _ tag: String, aligned alignment: GridColumn.Alignment, style: String, to output: inout GridOutput
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
