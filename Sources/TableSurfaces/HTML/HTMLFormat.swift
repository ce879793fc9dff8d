public import TableAgent

/// An HTML table: a body for each section, its head as a row heading over all columns, its foot as last row.
///
/// Everything in a cell is escaped and can't become markup; characters that HTML does not allow become
/// U+FFFD, and text has its own direction. Rows of collapsed sections are left out.
///
/// The last section is the foot of the table (`tfoot`) if it stands behind others and has a foot and nothing
/// else: no head and no rows, not even hidden ones. That is so for a table and for a stream:
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
public struct HTMLFormat: StreamableFormat, Sendable {
    /// The title of a whole page around the table; `nil` writes the table alone.
    ///
    /// It is also the caption of a table whose own is `nil`.
    public var pageTitle: String?

    /// The language of a whole page as a tag of BCP 47, such as "en" or "pt-BR"; `nil` leaves it open.
    public var language: String?

    /// Creates a format with the options that its properties describe.
    public init(pageTitle: String? = nil, language: String? = nil) {
        self.pageTitle = pageTitle
        self.language = language
    }

    /// The format's name, "HTML".
    public var name: String { "HTML" }

    /// `text/html; charset=utf-8` (RFC 2854).
    public var mediaType: String { "text/html; charset=utf-8" }

    /// `html`.
    public var fileExtension: String { "html" }

    /// `true`: all cells of a column have one alignment.
    public var needsSample: Bool { true }

    /// Returns a writer of an HTML table.
    ///
    /// A foot that may be that of the table is written when the next section begins, or the table ends.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        HTMLWriter(self, columns, caption)
    }
}

private struct HTMLWriter: GridWriter {
    private let format: HTMLFormat
    private let caption: String
    private let columns: [GridColumn]
    private let hasTitles: Bool
    private var measured: ColumnAlignments
    /// Whether there are lines, and rows, as far as was measured: a stream may have some that come later.
    private var (hasLines, hasRows) = (false, false)
    /// How the cells of each column stand; known when the table begins.
    private var alignments: [GridColumn.Alignment] = []
    private var sectionCount = 0
    private var isBodyOpen = false
    /// The foot of a section that has nothing else.
    private var loneFoot: GridLine?

    init(_ format: HTMLFormat, _ columns: [GridColumn], _ caption: String?) {
        self.format = format
        self.caption = caption ?? format.pageTitle ?? ""
        self.columns = columns
        hasTitles = columns.contains { !$0.title.isEmpty }
        measured = ColumnAlignments(columns)
    }

    mutating func measure(_ part: GridPart, _ line: borrowing GridLine) {
        measured.add(part, line)
        hasLines = true
        if part == .row { hasRows = true }
    }

    mutating func begin(_ output: inout GridOutput) {
        alignments = measured.alignments
        if alignments.isEmpty { alignments = [.left] }  // A row of HTML has a cell.
        if let title = format.pageTitle { output.writePageStart(title: title, language: format.language) }
        output.write("<table>\n")
        if !caption.isEmpty {
            output.write("<caption>")
            output.writeHTML(caption)
            output.write("</caption>\n")
        }
        if hasTitles || hasLines {
            output.write("<colgroup>")
            for alignment in alignments { output.write("<col\(alignment.htmlClass())>") }
            output.write("</colgroup>\n")
        }
        if hasTitles { writeTitles(&output) }
    }

    private func writeTitles(_ output: inout GridOutput) {
        output.write("<thead>\n<tr>")
        for (column, alignment) in zip(columns, alignments) {
            output.write("<th scope=\"col\"\(alignment.htmlClass()) dir=\"auto\">")
            output.writeHTML(column.title)
            output.write("</th>")
        }
        output.write("</tr>\n</thead>\n")
    }

    mutating func beginSection(_ id: AnyID, _ state: SectionState, _ output: inout GridOutput) {
        writeLoneFoot(in: "tbody", &output)
        sectionCount += 1
        isBodyOpen = false
        if state.rowCount > 0 { openBody(&output) }
    }

    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        if part == .foot, !isBodyOpen, sectionCount > 1 {
            loneFoot = copy line
        } else {
            openBody(&output)
            writeLine(part, line, &output)
        }
    }

    mutating func endSection(_ output: inout GridOutput) {
        guard loneFoot == nil else { return }
        openBody(&output)
        output.write("</tbody>\n")
    }

    mutating func end(_ output: inout GridOutput) {
        writeLoneFoot(in: "tfoot", &output)
        output.write("</table>\n")
        if format.pageTitle != nil { output.writePageEnd() }
    }

    private mutating func openBody(_ output: inout GridOutput) {
        guard !isBodyOpen else { return }
        output.write("<tbody>\n")
        isBodyOpen = true
    }

    private mutating func writeLoneFoot(in tag: String, _ output: inout GridOutput) {
        guard let foot = loneFoot.take() else { return }
        output.write("<\(tag)>\n")
        writeLine(.foot, foot, &output)
        output.write("</\(tag)>\n")
    }

    @inline(__always)
    private func writeLine(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        switch part {
        case .row:
            output.append(literal: "<tr>")
            for index in alignments.indices { writeCell(of: line, at: index, &output) }
        case .head:
            output.append(literal: "<tr class=\"head\">")
            writeCells(of: line, heading: 0, scope: "rowgroup", &output)
        case .foot:
            output.append(literal: "<tr class=\"foot\">")
            let label = line.cells.count > 1 ? line.cells.firstIndex(where: \.isLabel) : nil
            writeCells(of: line, heading: label, scope: "row", &output)
        }
        output.append(literal: "</tr>\n")
    }

    /// Writes the cells of a head or foot, one of which is a heading.
    private func writeCells(
        of line: borrowing GridLine, heading: Int?, scope: String, _ output: inout GridOutput
    ) {
        // A single cell spans all columns, but for those in which no other cell stands: HTML has none such.
        let isSpan = line.cells.count == 1 && (hasTitles || hasRows)
        for index in isSpan ? 0..<1 : alignments.indices {
            let isHeading = index == heading
            guard isSpan || isHeading else {
                writeCell(of: line, at: index, &output)
                continue
            }
            output.write(isHeading ? "<th scope=\"\(scope)\"" : "<td")
            if isSpan, alignments.count > 1 { output.write(" colspan=\"\(alignments.count)\"") }
            if index < line.cells.count {
                let cell = line.cells[index]
                output.write((isSpan ? .left : alignments[index]).htmlClass(with: cell.role))
                output.write(cell.showsWords ? " dir=\"auto\">" : ">")
                output.writeContent(of: line, at: index)
            } else {
                output.write(">")
            }
            output.write(isHeading ? "</th>" : "</td>")
        }
    }

    @inline(__always)
    private func writeCell(of line: borrowing GridLine, at index: Int, _ output: inout GridOutput) {
        guard index < line.cells.count else { return output.append(literal: "<td></td>") }
        let cell = line.cells[index]
        output.append(literal: "<td")
        switch (alignments[index], cell.role) {
        case (.left, .plain): break
        case (.right, .plain): output.append(literal: " class=\"right\"")
        case (let alignment, let role): output.write(alignment.htmlClass(with: role))
        }
        output.append(literal: cell.showsWords ? " dir=\"auto\">" : ">")
        output.writeContent(of: line, at: index)
        output.append(literal: "</td>")
    }
}

extension GridCell {
    /// Whether people are shown words, which have a direction of their own.
    fileprivate var showsWords: Bool { kind == .text || kind == .date || shown != value }

    /// Whether the cell is no data but a word for people, such as "Total" beside a sum.
    fileprivate var isLabel: Bool { kind == .empty && !shown.isEmpty }
}

extension GridColumn.Alignment {
    /// Returns the class attribute of a cell with this alignment and a role, with a blank before it.
    fileprivate func htmlClass(with role: GridRole = .plain) -> String {
        let alignment: String? =
            switch self {
            case .right, .decimal, .decimalComma: "right"
            case .center: "center"
            case .left, .automatic: nil
            }
        let classes = [alignment, role == .plain ? nil : "\(role)"].compactMap(\.self)
        return classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    }
}

/// A container that writes tables as HTML.
public typealias HTMLContainer = GridContainer<HTMLFormat>

extension HTMLContainer {
    /// Creates a container that writes HTML tables to a sink.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(HTMLFormat(), to: sink)
    }
}
