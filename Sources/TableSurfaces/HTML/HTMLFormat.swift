public import TableAgent

/// An HTML table: a body for each section, its head as a row heading over all columns, its foot as last row.
///
/// Everything in a cell is escaped and can't become markup. Cells carry their role (`strong`, `warning` …)
/// and alignment (`right`, `center`) as classes. A link is one only if its address is `http`, `https` or
/// `mailto`. The rows of collapsed sections are left out.
public struct HTMLFormat: GridFormat, Sendable {
    /// The title of a whole page around the table; `nil` writes the table alone.
    public var pageTitle: String?

    /// Creates a format.
    ///
    /// - Parameter pageTitle: The title of a whole page with a small stylesheet; `nil` writes the table alone.
    public init(pageTitle: String? = nil) {
        self.pageTitle = pageTitle
    }

    /// The format's name, "HTML".
    public var name: String { "HTML" }

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
        var survey = try TextSurvey(of: table, spansHeads: true, measuresWidths: false)
        let layout = TextLayout(
            survey, columns: table.columns, border: TextBorder.none.strokes, limit: nil)
        writeStart(of: table.columns, layout, &output)
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            output.write("<tbody>\n")
            try table.walk(section: index, rows: section.visibleRows, line: &line, kept: &survey.kept) {
                part, line in
                write(line, part, layout, &output)
                try output.endLine()
            }
            output.write("</tbody>\n")
        }
        writeEnd(&output)
    }

    /// Writes what stands above the first section.
    func writeStart(of columns: [GridColumn], _ layout: TextLayout, _ output: inout GridOutput) {
        if let pageTitle { output.writePageStart(title: pageTitle) }
        output.write("<table>\n")
        writeTitles(of: columns, layout, &output)
    }

    /// Writes what stands below the last section.
    func writeEnd(_ output: inout GridOutput) {
        output.write("</table>\n")
        if pageTitle != nil { output.writePageEnd() }
    }

    private func writeTitles(of columns: [GridColumn], _ layout: TextLayout, _ output: inout GridOutput) {
        guard columns.contains(where: { !$0.title.isEmpty }) else { return }
        output.write("<thead>\n<tr>")
        for (index, column) in columns.enumerated() {
            output.write("<th scope=\"col\"\(layout.columns[index].alignment.htmlClass())>")
            var title = column.title
            title.withUTF8 { output.writeHTML($0) }
            output.write("</th>")
        }
        output.write("</tr>\n</thead>\n")
    }

    func write(
        _ line: borrowing GridLine, _ part: GridPart, _ layout: TextLayout, _ output: inout GridOutput
    ) {
        let count = layout.columns.count
        output.write(part == .foot ? "<tr class=\"foot\">" : "<tr>")
        if part != .row, line.cells.count == 1 {
            let tag = part == .head ? "th scope=\"rowgroup\"" : "td"
            let classes = GridColumn.Alignment.left.htmlClass(
                with: line.cells[0].role, and: part == .head ? "head" : nil)
            output.write("<\(tag) colspan=\"\(count)\"\(classes) dir=\"auto\">")
            writeContent(of: line, at: 0, &output)
            output.write(part == .head ? "</th>" : "</td>")
        } else {
            for index in 0..<count {
                let role = index < line.cells.count ? line.cells[index].role : .plain
                let isText = index < line.cells.count && line.cells[index].kind == .text
                output.bytes.append(literal: "<td")
                switch (layout.columns[index].alignment, role) {
                case (.left, .plain): break
                case (.right, .plain): output.bytes.append(literal: " class=\"right\"")
                case (let alignment, let role): output.write(alignment.htmlClass(with: role))
                }
                output.bytes.append(literal: isText ? " dir=\"auto\">" : ">")
                if index < line.cells.count { writeContent(of: line, at: index, &output) }
                output.bytes.append(literal: "</td>")
            }
        }
        output.write("</tr>\n")
    }

    private func writeContent(of line: borrowing GridLine, at index: Int, _ output: inout GridOutput) {
        let cell = line.cells[index]
        if cell.showsNumber {
            // Which holds nothing to escape.
            return line.withShown(of: cell) { output.bytes.append($0) }
        }
        let isLink = cell.role == .link && Self.isSafeAddress(line.value(at: index))
        if isLink {
            output.write("<a href=\"")
            var address = line.value(at: index)
            address.withUTF8 { output.writeHTML($0) }
            output.write("\">")
        }
        line.withShown(of: cell) { output.writeHTML($0) }
        if isLink { output.write("</a>") }
    }

    private static func isSafeAddress(_ address: String) -> Bool {
        guard !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return false }
        let start = address.lowercased()
        return ["https://", "http://", "mailto:"].contains { start.hasPrefix($0) }
    }
}

/// A container that writes tables as HTML.
public typealias HTMLContainer = GridContainer<HTMLFormat>

extension HTMLContainer {
    /// Creates a container that writes HTML tables.
    ///
    /// - Parameter sink: Takes the tables.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(HTMLFormat(), to: sink)
    }
}
