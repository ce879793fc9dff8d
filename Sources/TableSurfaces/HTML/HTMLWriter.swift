package import TableAgent

/// A writer of HTML for a whole table, a stream, or single lines of a table.
///
/// The markup of a line depends on the line, its position and the ``HTMLDecisions``, but not on earlier lines.
package struct HTMLWriter: MeasuringWriter {
    private let format: HTMLFormat
    private let caption: String
    private let columns: [GridColumn]
    private var actions: HTMLActions?
    private var controls: HTMLControls?
    private var isKeyed: Bool
    /// The counts of the measured lines.
    private(set) var counts: LineCounts
    private(set) var decisions: HTMLDecisions
    private(set) var bars: ColumnBars
    /// The writer of all markup if styles are attributes, and `nil` otherwise.
    private let inline: InlineHTML?
    /// Whether the table has its own foot.
    private var hasFoot = false
    /// The section of the last written line, and its key; `nil` unless rows have keys or actions.
    private var section: (id: AnyID, key: String)?
    /// The edits and the link to details of the present row; `nil` for a row without these.
    private var extras: RowExtras?
    /// The key of the next row, or of the section of the next head or foot; `nil` to derive the key from the ids.
    var key: String?

    /// Creates a writer. With counts of earlier lines, the writer can write lines without ``begin(with:to:)``.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - columns: The columns of the table.
    ///   - caption: The caption of the table.
    ///   - counts: The counts of the lines, or `nil` if the writer measures the lines itself.
    ///   - bars: The bars of these counts, or `nil` to draw them. Drawing bars takes longer than writing a line.
    package init(
        _ format: HTMLFormat, _ columns: [GridColumn], caption: String?, counts: LineCounts? = nil,
        bars: ColumnBars? = nil
    ) {
        self.format = format
        let caption = caption ?? ""
        self.caption = caption.isEmpty ? format.page?.title ?? "" : caption
        self.columns = columns
        let isInline = format.styling == .inline
        inline = isInline ? InlineHTML(columns, caption: caption) : nil
        actions = isInline ? nil : format.actions
        controls = isInline ? nil : format.controls
        isKeyed = !isInline && format.isKeyed
        self.counts = counts ?? LineCounts(columns, countsFractions: !isInline)
        decisions = self.counts.decisions(actions: actions, hasControls: controls != nil)
        self.bars = counts == nil ? .none : bars ?? .html(on: decisions.scales)
    }

    @inline(__always)
    package mutating func measure(_ line: borrowing GridLine, of part: TablePart) {
        counts.add(line, of: part)
    }

    /// Returns the decisions for different counts of the same columns.
    package func decisions(for counts: LineCounts) -> HTMLDecisions {
        counts.decisions(actions: actions, hasControls: hasControls)
    }

    /// Writes the frame: all markup above the first section.
    ///
    /// The rows of a stream have no ids, so they have no keys and no actions.
    package mutating func begin(with sample: GridSample, to output: inout GridOutput) {
        if sample.isStream {
            actions = nil
            controls = nil
            isKeyed = false
        }
        decisions = decisions(for: counts)
        if let inline {
            bars = InlineHTML.bars(on: decisions.scales)
            return inline.writeStart(decisions, to: &output)
        }
        bars = .html(on: decisions.scales)
        format.page?.writeStart(&output, format.words.page)
        output.append(literal: "<table>\n")
        writeCaption(&output)
        writeColumns(&output)
    }

    var hasControls: Bool { controls != nil }

    /// Whether a column of check boxes precedes the others.
    private var allowsMany: Bool { actions?.allowsMany == true }

    /// Writes the caption, with the number of rows that a query has found.
    package func writeCaption(_ output: inout GridOutput) {
        guard !caption.isEmpty || hasControls else { return }
        output.append(literal: "<caption dir=\"auto\">")
        output.writeHTML(caption)
        if let result = controls?.result {
            output.append(literal: caption.isEmpty ? "<span class=\"count\">" : " <span class=\"count\">")
            let words = format.words.page.controls
            output.writeHTML(words.count(result.matchingRowCount, result.rowCount, result.countLimit))
            output.append(literal: "</span>")
        }
        output.append(literal: "</caption>\n")
    }

    /// Writes the columns and their titles.
    package func writeColumns(_ output: inout GridOutput) {
        if decisions.hasColumns {
            output.append(literal: allowsMany ? "<colgroup><col>" : "<colgroup>")
            for (index, alignment) in decisions.alignments.enumerated() {
                output.append(literal: "<col")
                output.writeClass(alignment, lack: .init(digits: decisions.fractionLengths[index] - 1))
                output.append(literal: ">")
            }
            if actions != nil { output.append(literal: "<col>") }
            output.append(literal: "</colgroup>\n")
        }
        // The title of the actions contains their form.
        if decisions.hasTitles || (actions != nil && decisions.hasColumns) { writeTitles(&output) }
    }

    private func writeTitles(_ output: inout GridOutput) {
        output.append(literal: "<thead>\n<tr>")
        if allowsMany { actions?.writeCheckTitle(&output, format.words.page) }
        for (index, (column, alignment)) in zip(columns, decisions.alignments).enumerated() {
            output.append(literal: "<th scope=\"col\"")
            output.writeClass(alignment)
            if let order = controls?.order(of: column), order.place == 0 {
                output.append(
                    literal: order.isDescending ? " aria-sort=\"descending\"" : " aria-sort=\"ascending\"")
            }
            output.append(literal: " dir=\"auto\">")
            if let controls, column.isSortable, !column.title.isEmpty {
                controls.writeTitle(of: column, startsDescending: decisions.sortsDescending[index], &output)
            } else {
                output.writeHTML(column.title)
            }
            output.append(literal: "</th>")
        }
        actions?.writeTitle(&output, format.words.page)
        output.append(literal: "</tr>\n</thead>\n")
    }

    package mutating func beginSection(_ id: AnyID, state: SectionState, to output: inout GridOutput) {
        guard inline == nil else { return }
        enter(id)
        output.append(literal: "<tbody")
        if isKeyed { output.writeKey("section", section?.key ?? "") }
        output.append(literal: ">\n")
    }

    /// Computes the key of a section, unless the last line has the same section.
    @inline(__always)
    private mutating func enter(_ id: AnyID) {
        guard isKeyed || actions != nil, section?.id != id else { return }
        section = (id, HTMLFormat.key(ofSection: id))
    }

    /// Writes a line. The foot of the table is enclosed in the element `tfoot`.
    @inline(__always)
    package mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) {
        if let inline {
            return inline.write(
                line, of: position.part, decisions: decisions, bars: bars, to: &output)
        }
        guard position.part == .row else { return writeHeadOrFoot(line, at: position, to: &output) }
        if isKeyed || actions != nil { return writeRow(line, at: position, to: &output) }
        output.append(literal: "<tr>")
        writeCells(of: line, &output)
        output.append(literal: "</tr>\n")
    }

    package mutating func endSection(to output: inout GridOutput) {
        guard inline == nil else { return }
        output.append(literal: "</tbody>\n")
    }

    package mutating func end(to output: inout GridOutput) {
        if !hasFoot { writeFootOfControls(&output) }
        output.append(literal: "</table>\n")
        guard inline == nil else { return }
        if let actions { output.write(actions.manyForm(format.words.page)) }
        format.page?.writeEnd(&output)
    }

    /// Writes the element `tfoot` of a table without a foot, if there are rows of controls.
    package func writeFootOfControls(_ output: inout GridOutput) {
        guard controls?.hasFoot == true else { return }
        output.append(literal: "<tfoot>\n")
        writeRowsOfControls(&output)
        output.append(literal: "</tfoot>\n")
    }

    private func writeRowsOfControls(_ output: inout GridOutput) {
        let columnCount = decisions.alignments.count + (actions == nil ? 0 : 1) + (allowsMany ? 1 : 0)
        controls?.writeFoot(columnCount: columnCount, &output, format.words.page.controls)
    }

    /// Writes a row with its key and its actions.
    @inline(never)
    private mutating func writeRow(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) {
        guard let row = position.row else { return }
        if let id = position.sectionID { enter(id) }
        let key = key ?? HTMLFormat.key(ofRow: row.id, inSectionWithKey: section?.key ?? "")
        output.append(literal: "<tr")
        if isKeyed { output.writeKey("row", key) }
        output.append(literal: ">")
        if let actions {
            let label = label(of: line)
            let offered = HTMLActions.offered(by: row)
            if allowsMany {
                actions.writeCheck(HTMLActions.forMany(offered), key: key, label: label, &output)
            }
            extras = RowExtras(
                of: row, key: key, label: label, columns: columns, actions: actions, words: format.words)
            writeCells(of: line, &output)
            extras = nil
            actions.write(offered, key: key, label: label, &output)
        } else {
            writeCells(of: line, &output)
        }
        output.append(literal: "</tr>\n")
    }

    /// Writes a head or foot.
    @inline(never)
    private mutating func writeHeadOrFoot(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) {
        let isHead = position.part == .head
        let isOfTable = position.part == .tableFoot
        if isOfTable {
            hasFoot = true
            output.append(literal: "<tfoot>\n")
        }
        output.append(literal: isHead ? "<tr class=\"head\"" : "<tr class=\"foot\"")
        if let id = position.sectionID { enter(id) }
        let sectionKey = isOfTable ? "" : key ?? section?.key ?? ""
        if isKeyed, !isOfTable { output.writeKey(isHead ? "head" : "foot", sectionKey) }
        output.append(literal: ">")
        let label = line.cells.count > 1 ? line.cells.firstIndex(where: \.isLabel) : nil
        let hasFold = isHead && isKeyed
        let tag: StaticString = isHead ? "<th scope=\"rowgroup\"" : "<th scope=\"row\""
        let offered = actions == nil ? [] : position.sender.map(HTMLActions.offered) ?? []
        writeCells(
            of: line, heading: isHead ? 0 : label, tag, hasActions: !offered.isEmpty, hasFold: hasFold,
            &output)
        if !offered.isEmpty {
            // A foot such as "Total" does not say what its actions are about.
            let key = HTMLFormat.key(of: position.part, inSectionWithKey: sectionKey)
            actions?.write(offered, key: key, label: isHead ? self.label(of: line) : "", &output)
        }
        output.append(literal: "</tr>\n")
        guard isOfTable else { return }
        writeRowsOfControls(&output)
        output.append(literal: "</tfoot>\n")
    }

    /// Writes the cells of a head or foot, except for a cell with actions. At most one of the cells is a heading.
    private func writeCells(
        of line: borrowing GridLine, heading: Int?, _ tag: StaticString, hasActions: Bool, hasFold: Bool,
        _ output: inout GridOutput
    ) {
        let isSpan = line.cells.count == 1 && decisions.spansColumns
        let columnCount =
            decisions.alignments.count + (actions == nil || hasActions ? 0 : 1) + (allowsMany ? 1 : 0)
        if allowsMany, !isSpan { output.append(literal: "<td class=\"check\"></td>") }
        for index in isSpan ? 0..<1 : decisions.alignments.indices {
            let isHeading = index == heading
            guard isSpan || isHeading else {
                writeCell(
                    of: line, at: index, hasExtras: line.hasSeries || hasControls, isRow: false, &output)
                continue
            }
            output.append(literal: isHeading ? tag : "<td")
            if isSpan, columnCount > 1 { output.write(" colspan=\"\(columnCount)\"") }
            // Otherwise, a screen reader would read the name of the box before each cell of the section.
            let canFold = hasFold && isHeading && index < line.cells.count
            if canFold { output.writeAttribute("aria-label", label(of: line)) }
            if index < line.cells.count {
                let cell = line.cells[index]
                output.writeClass(
                    isSpan ? .left : decisions.alignments[index], cell.role,
                    lack: isSpan ? .init() : decisions.lack(of: line, at: index))
                output.append(literal: cell.showsWords ? " dir=\"auto\">" : ">")
                if canFold { writeFold(of: label(of: line), &output) }
                writeContent(of: line, at: index, hasExtras: line.hasSeries, isRow: false, &output)
            } else {
                output.append(literal: ">")
            }
            output.append(literal: isHeading ? "</th>" : "</td>")
        }
        if actions != nil, !isSpan, !hasActions { output.append(literal: "<td></td>") }
    }

    /// Writes the check box of a head that hides the rows of its section, without a script. The stylesheet does not show it if the
    /// section has no rows.
    private func writeFold(of section: String, _ output: inout GridOutput) {
        output.append(literal: "<input type=\"checkbox\" class=\"fold\"")
        output.writeAttribute("aria-label", "\(format.words.page.hideRows): \(section)")
        output.append(literal: ">")
    }

    /// Writes the cells of a row. The first of several cells is the row's header, unless the cell is empty.
    @inline(__always)
    private func writeCells(of line: borrowing GridLine, _ output: inout GridOutput) {
        if line.hasSeries || !bars.isEmpty || extras != nil || hasControls {
            return writeCellsWithExtras(of: line, &output)
        }
        writeCells(of: line, hasExtras: false, &output)
    }

    /// A separate function, so that rows without charts, edits, details, and labels cost nothing more.
    @inline(never)
    private func writeCellsWithExtras(of line: borrowing GridLine, _ output: inout GridOutput) {
        writeCells(of: line, hasExtras: true, &output)
    }

    @inline(__always)
    private func writeCells(of line: borrowing GridLine, hasExtras: Bool, _ output: inout GridOutput) {
        var indices = decisions.alignments.indices
        if indices.count > 1, let cell = line.cells.first, !cell.shown.isEmpty {
            output.append(literal: "<th scope=\"row\"")
            if hasExtras { controls?.writeLabel(of: columns, at: 0, &output) }
            switch (decisions.alignments[0], cell.role, cell.showsWords) {
            case (.left, .plain, true): output.append(literal: " dir=\"auto\">")
            case (.right, .plain, false): output.append(literal: " class=\"right\">")
            case (let alignment, let role, let showsWords):
                output.writeClass(alignment, role, lack: decisions.lack(of: line, at: 0))
                output.append(literal: showsWords ? " dir=\"auto\">" : ">")
            }
            writeContent(of: line, at: 0, hasExtras: hasExtras, &output)
            output.append(literal: "</th>")
            indices = indices.dropFirst()
        }
        for index in indices { writeCell(of: line, at: index, hasExtras: hasExtras, &output) }
    }

    /// Writes the text of a cell. In a row, a button that edits the cell and a bar precede it; the stylesheet adds digits after it.
    @inline(__always)
    private func writeContent(
        of line: borrowing GridLine, at index: Int, hasExtras: Bool, isRow: Bool = true,
        _ output: inout GridOutput
    ) {
        guard hasExtras else { return output.writeContent(of: line, at: index) }
        if isRow, let extras {
            extras.write(line, at: index, to: &output, in: format.words.page) {
                writeChartOrText(of: line, at: index, isRow: true, &$0)
            }
        } else {
            writeChartOrText(of: line, at: index, isRow: isRow, &output)
        }
    }

    private func writeChartOrText(
        of line: borrowing GridLine, at index: Int, isRow: Bool, _ output: inout GridOutput
    ) {
        let cell = line.cells[index]
        if cell.kind == .series {
            // Only rows share the scale of their column.
            let scale = isRow ? decisions.scales[index] : nil
            if let series = line.chart(of: cell, on: scale) {
                return output.writeLink(of: line, cell) {
                    $0.write(series, of: line, at: index, on: scale)
                }
            }
        }
        if isRow { _ = bars.withBar(of: line, cell, inColumn: index) { output.append($0) } }
        output.writeContent(of: line, at: index)
    }

    /// Returns the text of a row's first cell.
    private func label(of line: borrowing GridLine) -> String {
        guard let cell = line.cells.first else { return "" }
        return line.withShown(of: cell) { String(decoding: $0, as: UTF8.self) }
    }

    @inline(__always)
    private func writeCell(
        of line: borrowing GridLine, at index: Int, hasExtras: Bool, isRow: Bool = true,
        _ output: inout GridOutput
    ) {
        guard index < line.cells.count else {
            output.append(literal: "<td")
            controls?.writeLabel(of: columns, at: index, &output)
            output.append(literal: ">")
            if isRow { extras?.writeEdit(at: index, to: &output, in: format.words.page) }
            return output.append(literal: "</td>")
        }
        let cell = line.cells[index]
        switch (decisions.alignments[index], cell.role, cell.showsWords) {
        case (.left, .plain, true) where !hasExtras: output.append(literal: "<td dir=\"auto\">")
        case (.left, .plain, false) where !hasExtras: output.append(literal: "<td>")
        case (.right, .plain, false) where !hasExtras: output.append(literal: "<td class=\"right\">")
        case (let alignment, let role, let showsWords):
            output.append(literal: "<td")
            if hasExtras { controls?.writeLabel(of: columns, at: index, &output) }
            output.writeClass(alignment, role, lack: decisions.lack(of: line, at: index))
            output.append(literal: showsWords ? " dir=\"auto\">" : ">")
        }
        writeContent(of: line, at: index, hasExtras: hasExtras, isRow: isRow, &output)
        output.append(literal: "</td>")
    }
}

extension GridOutput {
    /// Writes the class attribute of a cell, after a space, if the cell has a class.
    @inline(never)
    fileprivate mutating func writeClass(
        _ side: GridColumn.Alignment, _ role: GridRole = .plain, lack: HTMLDecisions.Lack = .init()
    ) {
        guard side != .left || role != .plain else { return }
        append(literal: " class=\"")
        switch side {
        case .right, .decimal: append(literal: "right")
        case .center: append(literal: "center")
        default: break
        }
        if side != .left, role != .plain { append(literal: " ") }
        if role != .plain { append(GridRole.classes[Int(role.rawValue)]) }
        if let point = lack.point { append(literal: point == .comma ? " comma" : " point") }
        if lack.digits > 0 { write(" d\(lack.digits)") }
        append(literal: "\"")
    }

    /// Writes a key as an attribute, after a space.
    fileprivate mutating func writeKey(_ name: StaticString, _ key: String) {
        append(literal: " data-")
        append(literal: name)
        append(literal: "=\"")
        writeHTMLValue(key)
        append(literal: "\"")
    }
}

extension GridRole {
    /// The class of each role, which is its name.
    fileprivate static let classes = allCases.map { ShortText("\($0)") }
}

extension GridCell {
    /// Whether the cell shows words, which need their own text direction.
    @inline(__always)
    fileprivate var showsWords: Bool { kind == .text || kind == .date || shown != value }

    /// Whether the cell is a label for people without data, such as "Total" beside a sum.
    fileprivate var isLabel: Bool { kind == .empty && !shown.isEmpty }
}
