import TableAgent

/// Writes the columns, titles and lines of one table as HTML.
struct HTMLRows {
    /// How the cells of each column stand.
    private let alignments: [GridColumn.Alignment]
    private let hasTitles: Bool
    /// Whether there are lines, as far as is known: a stream may have some that it does not know yet.
    private let hasLines: Bool
    /// Whether a head or foot of one cell spans all columns.
    ///
    /// It must not where no other cell stands in a column by itself: HTML has no columns of nothing.
    private let spansColumns: Bool

    init(_ table: TableInfo, alignments: [GridColumn.Alignment]) {
        let hasRows = table.sections.contains { $0.visibleRowCount > 0 }
        hasLines = hasRows || table.sections.contains { $0.head != nil || $0.foot != nil }
        hasTitles = table.columns.contains { !$0.title.isEmpty }
        spansColumns = hasTitles || hasRows
        self.alignments = alignments.isEmpty ? [.left] : alignments  // A row of HTML has a cell.
    }

    func writeColumns(_ output: inout GridOutput) {
        guard hasTitles || hasLines else { return }
        output.write("<colgroup>")
        for alignment in alignments { output.write("<col\(alignment.htmlClass())>") }
        output.write("</colgroup>\n")
    }

    func writeTitles(of columns: [GridColumn], _ output: inout GridOutput) {
        guard hasTitles else { return }
        output.write("<thead>\n<tr>")
        for (column, alignment) in zip(columns, alignments) {
            output.write("<th scope=\"col\"\(alignment.htmlClass()) dir=\"auto\">")
            output.writeHTML(column.title)
            output.write("</th>")
        }
        output.write("</tr>\n</thead>\n")
    }

    func write(_ line: borrowing GridLine, _ part: GridPart, _ output: inout GridOutput) {
        switch part {
        case .row:
            output.bytes.append(literal: "<tr>")
            for index in alignments.indices { writeCell(of: line, at: index, &output) }
        case .head:
            output.bytes.append(literal: "<tr class=\"head\">")
            write(line, heading: 0, scope: "rowgroup", &output)
        case .foot:
            output.bytes.append(literal: "<tr class=\"foot\">")
            let label = line.cells.count > 1 ? line.cells.firstIndex(where: \.isLabel) : nil
            write(line, heading: label, scope: "row", &output)
        }
        output.bytes.append(literal: "</tr>\n")
    }

    /// Writes a head or foot, one cell of which is a heading.
    private func write(
        _ line: borrowing GridLine, heading: Int?, scope: String, _ output: inout GridOutput
    ) {
        let isSpan = line.cells.count == 1 && spansColumns
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
        guard index < line.cells.count else { return output.bytes.append(literal: "<td></td>") }
        let cell = line.cells[index]
        output.bytes.append(literal: "<td")
        switch (alignments[index], cell.role) {
        case (.left, .plain): break
        case (.right, .plain): output.bytes.append(literal: " class=\"right\"")
        case (let alignment, let role): output.write(alignment.htmlClass(with: role))
        }
        output.bytes.append(literal: cell.showsWords ? " dir=\"auto\">" : ">")
        output.writeContent(of: line, at: index)
        output.bytes.append(literal: "</td>")
    }
}

extension GridCell {
    /// Whether people are shown words, which have a direction of their own.
    fileprivate var showsWords: Bool { kind == .text || kind == .date || shown != value }

    /// Whether the cell is no data but a word for people, such as "Total" beside a sum.
    fileprivate var isLabel: Bool { kind == .empty && !shown.isEmpty }
}

extension GridColumn.Alignment {
    /// The class attribute of a cell with this alignment and a role, with a blank before it.
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
