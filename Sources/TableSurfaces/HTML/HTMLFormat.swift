public import TableAgent

/// An HTML table: a body for each section, its head as a row heading over all columns, its foot as last row.
///
/// Everything in a cell is escaped and can't become markup; characters that HTML does not allow become
/// U+FFFD, and text has its own direction. Rows of collapsed sections are left out.
///
/// A section behind others that is a foot and nothing else is the foot of the table (`tfoot`):
///
/// ```swift
/// TableSection(id: "all") { Foot(orders, as: TotalLine.self) }
/// ```
///
/// The first cell of a foot with a text but no value, such as the word "Total", is the heading of its row.
///
/// For stylesheets, rows carry the classes `head` and `foot`, cells those of their alignment (`right`,
/// `center`) and role (`strong`, `muted`, `positive`, `negative`, `warning`, `link`). A cell with the role of
/// a link is one if its value is a valid address that starts with `https://`, `http://` or `mailto:` and has
/// no user name or password in it; else it is text.
public struct HTMLFormat: GridFormat, Sendable {
    /// What the table is about, written as its `caption`.
    ///
    /// When it is `nil`, a whole page shows its title there, and a table alone has no caption; an empty text
    /// is none.
    public var caption: String?

    /// The title of a whole page around the table; `nil` writes the table alone.
    public var pageTitle: String?

    /// The language of a whole page as a tag of BCP 47, such as "en" or "pt-BR"; `nil` leaves it open.
    public var language: String?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - caption: What the table is about; `nil` is the title of the page, if there is one.
    ///   - pageTitle: The title of a whole page with a small stylesheet; `nil` writes the table alone.
    ///   - language: The language of a whole page as a tag of BCP 47, such as "en".
    public init(caption: String? = nil, pageTitle: String? = nil, language: String? = nil) {
        self.caption = caption
        self.pageTitle = pageTitle
        self.language = language
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
        let rows = HTMLRows(table, alignments: survey.measure.alignments(table.columns))
        writeStart(of: table.columns, rows, &output)
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            let tag = table.endsWithFoot(index) ? "tfoot" : "tbody"
            output.write("<\(tag)>\n")
            try table.walk(section: index, rows: section.visibleRows, line: &line, kept: &survey.kept) {
                part, line in
                rows.write(line, part, &output)
                try output.endLine()
            }
            output.write("</\(tag)>\n")
        }
        writeEnd(&output)
    }

    /// Writes what stands above the first section.
    func writeStart(of columns: [GridColumn], _ rows: HTMLRows, _ output: inout GridOutput) {
        if let pageTitle { output.writePageStart(title: pageTitle, language: language) }
        output.write("<table>\n")
        if let caption = caption ?? pageTitle, !caption.isEmpty {
            output.write("<caption>")
            output.writeHTML(caption)
            output.write("</caption>\n")
        }
        rows.writeColumns(&output)
        rows.writeTitles(of: columns, &output)
    }

    /// Writes what stands below the last section.
    func writeEnd(_ output: inout GridOutput) {
        output.write("</table>\n")
        if pageTitle != nil { output.writePageEnd() }
    }
}

extension TableInfo {
    /// Whether a section is the foot of the whole table: the last of several, and a foot and nothing else.
    fileprivate func endsWithFoot(_ index: Int) -> Bool {
        guard index > 0, index == sections.count - 1 else { return false }
        let section = sections[index]
        return section.foot != nil && section.head == nil && section.rows.isEmpty
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
