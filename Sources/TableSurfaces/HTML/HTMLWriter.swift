import TableAgent

/// A writer of a table as HTML: of a whole one, of a stream, and of single parts of one.
struct HTMLWriter: GridWriter {
    private let format: HTMLFormat
    private let caption: String
    private let columns: [GridColumn]
    private let hasTitles: Bool
    private var measured: ColumnAlignments
    private var fractions: HTMLFractions
    /// Whether there are lines, and rows, as far as was measured: a stream may have some that come later.
    private var (hasLines, hasRows) = (false, false)
    /// Whether cells stand at the left, in the middle, at the right or, where there are fractions, by the points of
    /// each column; known when the table begins.
    private var alignments: [GridColumn.Alignment] = []
    private var sectionCount = 0
    private var isBodyOpen = false
    /// The foot of a section that has nothing else.
    private var loneFoot: GridLine?
    /// The sections, for keys and actions; `nil` for a writer without them.
    private let sections: [TableSection]?
    private let actions: HTMLActions?
    private let isKeyed: Bool
    private var sectionKey = ""
    private var nextRow = 0

    /// Creates a writer of rows that arrive, which have neither keys nor actions.
    init(_ format: HTMLFormat, _ columns: [GridColumn], caption: String?) {
        self.init(format, columns, caption, sections: nil)
    }

    /// Creates a writer of a whole table.
    init(_ format: HTMLFormat, _ table: TableInfo) {
        let isNeeded = format.isKeyed || format.actions != nil
        self.init(format, table.columns, table.caption, sections: isNeeded ? table.sections : nil)
    }

    private init(
        _ format: HTMLFormat, _ columns: [GridColumn], _ caption: String?, sections: [TableSection]?
    ) {
        self.format = format
        let caption = caption ?? ""
        self.caption = caption.isEmpty ? format.page?.title ?? "" : caption
        self.columns = columns
        self.sections = sections
        measured = ColumnAlignments(columns)
        fractions = HTMLFractions(columns)
        actions = sections == nil ? nil : format.actions
        isKeyed = sections != nil && format.isKeyed
        hasTitles = columns.contains { !$0.title.isEmpty } || actions?.title.isEmpty == false
    }

    mutating func measure(_ part: GridPart, _ line: borrowing GridLine) {
        measured.add(part, line)
        fractions.add(part, line)
        hasLines = true
        if part == .row { hasRows = true }
    }

    mutating func begin(_ output: inout GridOutput) {
        alignments = measured.alignments.enumerated().map { index, alignment in
            fractions.length(inColumn: index) > 0 ? .decimal : alignment.side
        }
        if alignments.isEmpty { alignments = [.left] }  // A row of HTML has a cell.
        format.page?.writeStart(&output)
        output.append(literal: "<table>\n")
        if !caption.isEmpty {
            output.append(literal: "<caption dir=\"auto\">")
            output.writeHTML(caption)
            output.append(literal: "</caption>\n")
        }
        if hasTitles || hasLines {
            output.append(literal: "<colgroup>")
            for (index, alignment) in alignments.enumerated() {
                output.append(literal: "<col")
                output.writeClass(alignment, lack: .init(digits: fractions.length(inColumn: index) - 1))
                output.append(literal: ">")
            }
            if actions != nil { output.append(literal: "<col>") }
            output.append(literal: "</colgroup>\n")
        }
        if hasTitles { writeTitles(&output) }
    }

    private func writeTitles(_ output: inout GridOutput) {
        output.append(literal: "<thead>\n<tr>")
        for (column, alignment) in zip(columns, alignments) {
            output.append(literal: "<th scope=\"col\"")
            output.writeClass(alignment)
            output.append(literal: " dir=\"auto\">")
            output.writeHTML(column.title)
            output.append(literal: "</th>")
        }
        actions?.writeTitle(&output)
        output.append(literal: "</tr>\n</thead>\n")
    }

    /// Skips the sections above one.
    mutating func skip(toSection index: Int) {
        sectionCount = index
    }

    /// Goes to the lines of the next section.
    mutating func enterSection(_ id: AnyID) {
        sectionCount += 1
        if sections != nil { sectionKey = HTMLFormat.key(ofSection: id) }
        isBodyOpen = false
        nextRow = 0
    }

    mutating func beginSection(_ id: AnyID, _ state: SectionState, _ output: inout GridOutput) {
        writeLoneFoot(isLast: false, &output)
        enterSection(id)
        if state.rowCount > 0 { openBody(&output) }
    }

    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        if part == .foot, !isBodyOpen, sectionCount > 1 {
            loneFoot = copy line
        } else {
            openBody(&output)
            writeLine(part, line, row: nextRow, &output)
            if part == .row { nextRow += 1 }
        }
    }

    mutating func endSection(_ output: inout GridOutput) {
        guard loneFoot == nil else { return }
        openBody(&output)
        output.append(literal: "</tbody>\n")
    }

    mutating func end(_ output: inout GridOutput) {
        writeLoneFoot(isLast: true, &output)
        output.append(literal: "</table>\n")
        format.page?.writeEnd(&output)
    }

    private mutating func openBody(_ output: inout GridOutput) {
        guard !isBodyOpen else { return }
        writeGroup("<tbody", &output)
        isBodyOpen = true
    }

    private func writeGroup(_ tag: StaticString, _ output: inout GridOutput) {
        output.append(literal: tag)
        if isKeyed { output.writeKey("section", sectionKey) }
        output.append(literal: ">\n")
    }

    /// Writes the foot of a section that has nothing else: as that of the table if it is the last one.
    mutating func writeLoneFoot(isLast: Bool, _ output: inout GridOutput) {
        guard let foot = loneFoot.take() else { return }
        writeGroup(isLast ? "<tfoot" : "<tbody", &output)
        writeHeadOrFoot(.foot, foot, &output)
        output.append(literal: isLast ? "</tfoot>\n" : "</tbody>\n")
    }

    /// Writes a line of the section.
    @inline(__always)
    func writeLine(
        _ part: GridPart, _ line: borrowing GridLine, row: Int, _ output: inout GridOutput
    ) {
        guard part == .row else { return writeHeadOrFoot(part, line, &output) }
        if sections != nil { return writeRow(line, row, &output) }
        output.append(literal: "<tr>")
        for index in alignments.indices { writeCell(of: line, at: index, &output) }
        output.append(literal: "</tr>\n")
    }

    /// Writes a row with its key and its actions.
    @inline(never)
    private func writeRow(_ line: borrowing GridLine, _ index: Int, _ output: inout GridOutput) {
        guard let row = sections?[sectionCount - 1].rows[index] else { return }
        let key = HTMLFormat.key(ofRow: row.id, inSectionWithKey: sectionKey)
        output.append(literal: "<tr")
        if isKeyed { output.writeKey("row", key) }
        output.append(literal: ">")
        for index in alignments.indices { writeCell(of: line, at: index, &output) }
        actions?.write(row, key: key, &output)
        output.append(literal: "</tr>\n")
    }

    /// Writes a head or foot.
    @inline(never)
    private func writeHeadOrFoot(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        let isHead = part == .head
        output.append(literal: isHead ? "<tr class=\"head\"" : "<tr class=\"foot\"")
        if isKeyed { output.writeKey(isHead ? "head" : "foot", sectionKey) }
        output.append(literal: ">")
        let label = line.cells.count > 1 ? line.cells.firstIndex(where: \.isLabel) : nil
        writeCells(of: line, heading: isHead ? 0 : label, scope: isHead ? "rowgroup" : "row", &output)
        output.append(literal: "</tr>\n")
    }

    /// Writes the cells of a head or foot, one of which is a heading.
    private func writeCells(
        of line: borrowing GridLine, heading: Int?, scope: StaticString, _ output: inout GridOutput
    ) {
        // A single cell spans all columns, but for those in which no other cell stands: HTML has none such.
        let isSpan = line.cells.count == 1 && (hasTitles || hasRows)
        let columnCount = alignments.count + (actions == nil ? 0 : 1)
        for index in isSpan ? 0..<1 : alignments.indices {
            let isHeading = index == heading
            guard isSpan || isHeading else {
                writeCell(of: line, at: index, &output)
                continue
            }
            output.append(literal: isHeading ? "<th scope=\"" : "<td")
            if isHeading {
                output.append(literal: scope)
                output.append(literal: "\"")
            }
            if isSpan, columnCount > 1 { output.write(" colspan=\"\(columnCount)\"") }
            if index < line.cells.count {
                let cell = line.cells[index]
                if isSpan {
                    output.writeClass(.left, cell.role)
                } else {
                    output.writeClass(alignments[index], cell.role, lack: fractions.lack(of: line, at: index))
                }
                output.append(literal: cell.showsWords ? " dir=\"auto\">" : ">")
                output.writeContent(of: line, at: index)
            } else {
                output.append(literal: ">")
            }
            output.append(literal: isHeading ? "</th>" : "</td>")
        }
        if actions != nil, !isSpan { output.append(literal: "<td></td>") }
    }

    @inline(__always)
    private func writeCell(of line: borrowing GridLine, at index: Int, _ output: inout GridOutput) {
        guard index < line.cells.count else { return output.append(literal: "<td></td>") }
        let cell = line.cells[index]
        switch (alignments[index], cell.role, cell.showsWords) {
        case (.left, .plain, true): output.append(literal: "<td dir=\"auto\">")
        case (.left, .plain, false): output.append(literal: "<td>")
        case (.right, .plain, false): output.append(literal: "<td class=\"right\">")
        case (let alignment, let role, let showsWords):
            output.append(literal: "<td")
            output.writeClass(alignment, role, lack: fractions.lack(of: line, at: index))
            output.append(literal: showsWords ? " dir=\"auto\">" : ">")
        }
        output.writeContent(of: line, at: index)
        output.append(literal: "</td>")
    }
}

extension GridOutput {
    /// Writes the class attribute of a cell, if it has one, with a blank before it.
    @inline(never)
    fileprivate mutating func writeClass(
        _ side: GridColumn.Alignment, _ role: GridRole = .plain, lack: HTMLFractions.Lack = .init()
    ) {
        guard side != .left || role != .plain else { return }
        append(literal: " class=\"")
        switch side {
        case .right, .decimal: append(literal: "right")
        case .center: append(literal: "center")
        default: break
        }
        if side != .left, role != .plain { append(literal: " ") }
        switch role {
        case .plain: break
        case .strong: append(literal: "strong")
        case .muted: append(literal: "muted")
        case .positive: append(literal: "positive")
        case .negative: append(literal: "negative")
        case .warning: append(literal: "warning")
        case .link: append(literal: "link")
        }
        write(lack)
        append(literal: "\"")
    }

    /// Writes a key as an attribute, with a blank before it.
    fileprivate mutating func writeKey(_ name: StaticString, _ key: String) {
        append(literal: " data-")
        append(literal: name)
        append(literal: "=\"")
        writeHTML(key)
        append(literal: "\"")
    }
}

extension GridCell {
    /// Whether people are shown words, which have a direction of their own.
    fileprivate var showsWords: Bool { kind == .text || kind == .date || shown != value }

    /// Whether the cell is no data but a word for people, such as "Total" beside a sum.
    fileprivate var isLabel: Bool { kind == .empty && !shown.isEmpty }
}

extension GridColumn.Alignment {
    /// How the alignment is one of left, center and right.
    fileprivate var side: GridColumn.Alignment {
        switch self {
        case .right, .decimal, .decimalComma: .right
        case .center: .center
        case .left, .automatic: .left
        }
    }
}
