import TableAgent

/// A writer of aligned text, which computes a layout from the measured lines and writes all lines with it.
struct TextWriter: MeasuringWriter {
    private let format: TextFormat
    private let columns: [GridColumn]
    private let caption: String
    private var measure: TextMeasure
    /// The lines, created when the table begins; `nil` if the table has no columns and there is nothing to
    /// write.
    private var lines: TextLines?
    /// In a stream that omits rows, the last rows.
    private var limit: RowLimit?

    init(_ format: TextFormat, _ columns: [GridColumn], _ caption: String?) {
        self.format = format
        self.columns = columns
        self.caption = caption ?? ""
        measure = TextMeasure(columns, format: format)
    }

    var overflowCount: Int { lines?.texts.overflowCount ?? 0 }

    @inline(__always)
    mutating func measure(_ line: borrowing GridLine, of part: TablePart) {
        measure.add(part, line)
    }

    /// Makes room for a line such as "… 12,345 more rows".
    mutating func measureOmission() {
        measure.addSpan(width: 18)
    }

    mutating func begin(with sample: GridSample, to output: inout GridOutput) throws {
        let endCount = sample.isStream ? format.rows.endCount : nil
        if let endCount, RowPlan(ends: endCount, of: [sample.rowCount]).omitsRows { measureOmission() }
        if !caption.isEmpty { format.writeCaption(caption, role: .strong, to: &output) }
        defer { limit = endCount.map { RowLimit(rowCount(ofEnd: $0)) } }
        guard !measure.columns.isEmpty else { return }
        let layout = TextLayout(
            measure, TextSample(sample, measure, format), columns: columns, format: format)
        lines = TextLines(format: format, layout: layout, columns: columns, scales: measure.scales)
        try lines?.writeTitles(to: &output)
    }

    /// Returns the number of rows to show at each end of a table, which can be fewer in a stacked table.
    func rowCount(ofEnd count: Int) -> Int { lines?.layout.rowCount(ofEnd: count) ?? count }

    mutating func beginSection(_ id: AnyID, state: SectionState, to output: inout GridOutput) {
        if limit?.passes(nil) == false { limit?.append(.beginSection) } else { lines?.beginSection() }
    }

    @inline(__always)
    mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) throws {
        if limit != nil {
            if position.part == .tableFoot { try writeLastRows(to: &output) }
            if limit?.passes(position.part) == false {
                limit?.append(.line(position, copy line))
                return
            }
        }
        try write(line, of: position.part, to: &output)
    }

    @inline(__always)
    private mutating func write(
        _ line: borrowing GridLine, of part: TablePart, to output: inout GridOutput
    ) throws {
        if part == .tableFoot { lines?.beginSection() }
        try lines?.writeLine(line, as: part == .tableFoot ? .foot : part, to: &output)
    }

    mutating func endSection(to output: inout GridOutput) {
        if limit?.passes(nil) == false { limit?.append(.endSection) }
    }

    mutating func end(to output: inout GridOutput) throws {
        try writeLastRows(to: &output)
        try lines?.writeEnd(to: &output)
    }

    /// Writes what the limit has kept, and removes the limit.
    private mutating func writeLastRows(to output: inout GridOutput) throws {
        guard var limit else { return }
        self.limit = nil
        for step in limit.finish() { try perform(step, to: &output) }
    }

    /// Performs a step, whatever a limit would do with it.
    mutating func perform(_ step: RowLimit.Step, to output: inout GridOutput) throws {
        switch step {
        case .beginSection: lines?.beginSection()
        case .line(let position, let line): try write(line, of: position.part, to: &output)
        case .endSection: break
        case .omission(let omission): try lines?.writeOmission(omission, to: &output)
        }
        try output.flushIfFull()
    }
}

/// A writer of the lines of a text table in a layout, whether the lines were measured or not.
private struct TextLines {
    private let format: TextFormat
    let layout: TextLayout
    private var frame: TextFrame
    /// The texts of the current line, if the line may take several lines of the output.
    private(set) var texts: LineTexts
    private let titles: [String]
    /// The scales of the bars and series, and the bars.
    private let scales: BarScales
    private let bars: ColumnBars
    /// The look of each role, by its index; empty without colors and isolates.
    private let looks: [TextLook?]
    /// Whether any role has a look, so that the looks are not read for each cell.
    private let hasLooks: Bool
    /// Whether a sign marks a missing value.
    private let marksMissing: Bool
    /// The number of rows so far, including omitted rows.
    private var rowCount = 0

    init(format: TextFormat, layout: TextLayout, columns: [GridColumn], scales: BarScales) {
        let isASCII = format.border == .ascii || layout.policy.hasWideAmbiguous
        self.scales = scales
        bars = layout.bars(on: scales, isASCII: isASCII, isFaint: format.palette != nil)
        self.format = format
        self.layout = layout
        looks = GridRole.allCases.map { TextLook($0, format) }
        hasLooks = format.palette != nil || format.isolatesCells
        frame = TextFrame(format, layout: layout)
        marksMissing = format.palette != nil
        texts = LineTexts(layout, glyphs: isASCII ? .ascii : .blocks)
        titles = (0..<layout.cellCount).map { $0 < columns.count ? columns[$0].title : "" }
    }

    mutating func beginSection() {
        frame.beginSection()
    }

    /// Writes a head, row or foot.
    @inline(__always)
    mutating func writeLine(
        _ line: borrowing GridLine, as part: TablePart, to output: inout GridOutput
    ) throws {
        let spans = part != .row && line.cells.count == 1
        if part == .row { rowCount &+= 1 } else if !spans, showsNothing(of: line.cells) { return }
        let number = layout.isStacked && part == .row ? rowCount : nil
        try frame.begin(.part(part), spansColumns: spans, number: number, &output)
        if spans {
            let cell = line.cells[0]
            try line.withShown(of: cell) {
                try writeSpan($0, role: cell.role, alignment: cell.isNumber ? .right : .left, to: &output)
            }
        } else if layout.isStacked {
            try writeStacked(line, as: part, to: &output)
        } else if line.hasSeries || !bars.isEmpty {
            try writeCharts(line, as: part, to: &output)
        } else if !writeFitting(line, as: part, to: &output) {
            try writeWrapped(line, as: part, to: &output)
        }
    }

    /// Writes the number of omitted rows, across all columns.
    mutating func writeOmission(_ omission: TextFormat.Omission, to output: inout GridOutput) throws {
        rowCount += omission.rowCount
        try frame.begin(.omission(ofSections: omission.sectionCount > 0), spansColumns: true, &output)
        let mark = "\(layout.policy.ellipsis)"
        let count = omission.sectionCount
        let words = format.words
        let short = count > 0 ? words.text.omission(0, count) : words.number(omission.rowCount)
        let forms = [omission.text(in: words), short]
        var text = forms.map { "\(mark) \($0)" }.first { $0.count <= layout.innerWidth } ?? mark
        try text.withUTF8 { try writeSpan($0, role: .muted, alignment: .left, to: &output) }
    }

    /// Returns whether all texts of a head or foot belong to omitted columns.
    private func showsNothing(of cells: [GridCell]) -> Bool {
        !layout.leftOut.isEmpty
            && layout.columns.allSatisfy { $0.cell >= cells.count || cells[$0.cell].shown.isEmpty }
    }

    /// Writes a line of a table with bars, or a line with a series. In a function of its own, so that other lines cost
    /// nothing more.
    @inline(never)
    private mutating func writeCharts(
        _ line: borrowing GridLine, as part: TablePart, to output: inout GridOutput
    ) throws {
        if line.hasSeries || !writeFitting(line, as: part, hasBars: true, to: &output) {
            try writeWrapped(line, as: part, to: &output)
        }
    }

    /// Writes a line whose cells all fit their columns unchanged.
    ///
    /// - Returns: Whether the line was written. If a cell does not fit, nothing is written.
    @inline(__always)
    private func writeFitting(
        _ line: borrowing GridLine, as part: TablePart, hasBars: Bool = false, to output: inout GridOutput
    ) -> Bool {
        let start = output.count
        let cells = line.cells
        return line.bytes.withBytes { utf8 in
            output.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { output.append(frame.gap) }
                let (text, role) = content(ofCell: column.cell, in: cells, of: part, from: utf8)
                // The width of a number equals its length in bytes, so numbers are not measured again.
                let isNumber = column.cell < cells.count && cells[column.cell].showsNumber
                let width = isNumber ? text.count : CellText.width(ofUnchanged: text, layout.policy)
                guard let width, width <= column.width else {
                    output.truncate(to: start)
                    return false
                }
                append(text, width: width, role: role, in: column, to: &output)
                guard hasBars, column.barWidth > 0 else { continue }
                let hasBar =
                    part == .row && column.cell < cells.count
                    && bars.withBar(of: line, cells[column.cell], inColumn: column.cell) { output.append($0) }
                if !hasBar { output.appendBlanks(column.barWidth) }
            }
            output.append(frame.rightEdge)
            return true
        }
    }

    /// Returns the text that a column shows, and its role: the text of a cell, the sign for a missing value,
    /// or the ellipsis in place of omitted columns.
    @inline(__always)
    private func content(
        ofCell index: Int, in cells: [GridCell], of part: TablePart, from utf8: UnsafeBufferPointer<UInt8>
    ) -> (text: UnsafeBufferPointer<UInt8>, role: GridRole?) {
        guard index < cells.count else {
            let isGap = index == TextLayout.Column.gap.cell && part == .row
            return isGap ? (layout.policy.ellipsis.utf8, .muted) : (("" as StaticString).utf8, .plain)
        }
        let cell = cells[index]
        if marksMissing, part == .row, cell.isMissing { return (layout.policy.dash.utf8, nil) }
        return (UnsafeBufferPointer(rebasing: utf8[cell.shown]), cell.role)
    }

    /// Appends a text that fits its column, with spaces on either side.
    @inline(__always)
    private func append(
        _ text: UnsafeBufferPointer<UInt8>, width: Int, role: GridRole?, in column: TextLayout.Column,
        byPoint: Bool = true, to output: inout GridOutput
    ) {
        let blanks = column.blanks(
            besideWidth: width, of: byPoint ? text : ("" as StaticString).utf8, layout.policy)
        output.appendBlanks(blanks.before)
        if hasLooks, !text.isEmpty, let look = role.map({ looks[Int($0.rawValue)] }) ?? .faint {
            output.append(look.start)
            output.append(text)
            output.append(look.end)
        } else {
            output.append(text)
        }
        output.appendBlanks(blanks.after)
    }

    /// Writes the line of titles, if there is one.
    mutating func writeTitles(to output: inout GridOutput) throws {
        guard titles.contains(where: { !$0.isEmpty }) else { return }
        guard !layout.isStacked else {
            // Each row shows the titles again, so count titles that do not fit only here.
            for title in titles { texts.setTitle(title, in: layout.columns[0]) }
            return
        }
        var line = GridLine()
        for title in titles { line.text(title, role: .strong) }
        try frame.begin(.titles, spansColumns: false, &output)
        let columns = layout.columns.map { $0.isGap ? $0 : $0.widened(for: titles[$0.cell], layout.policy) }
        setCells(of: line, as: .row, in: columns, wrapsCutTexts: true)
        try writeCells(in: columns, byPoint: false, to: &output)
    }

    /// Writes the line below the table. If rows, columns, or bars can be missing, writes the size of the table,
    /// whether bars are omitted, and the names of omitted columns.
    mutating func writeEnd(to output: inout GridOutput) throws {
        try frame.end(&output)
        if frame.isEmpty || format.rows == .all && layout.leftOut.isEmpty && !layout.omitsBars { return }
        // Without a border, a reader might mistake the line for a row.
        if format.border == .none { output.append(literal: "\n") }
        let size = layout.size(of: titles, in: format.words)
        let rows = format.words.text.rows(rowCount)
        switch format.rows {
        case .all: format.writeCaption(size, role: .muted, to: &output)
        case .ends: format.writeCaption("\(rows), \(size)", role: .muted, to: &output)
        case .fitting:
            format.writeCaption("\(rows), \(size)", role: .muted, overflow: .cut, to: &output)
        }
    }

    /// Writes a line whose cells may be wrapped or cut, as one line of the output or several.
    private mutating func writeWrapped(
        _ line: borrowing GridLine, as part: TablePart, to output: inout GridOutput
    ) throws {
        setCells(of: line, as: part, in: layout.columns)
        if part == .row, !bars.isEmpty { texts.setBars(of: line, in: layout.columns, bars) }
        defer { texts.removeBars() }
        let isHighRow = part == .row && texts.isHigh
        if isHighRow { try frame.separate(&output) }
        try writeCells(in: layout.columns, to: &output)
        if isHighRow { frame.endHighRow() }
    }

    /// Writes each cell on a line of its own, beside the title of its column. If there are titles, a row
    /// shows all cells. Otherwise, cells without text are skipped.
    private mutating func writeStacked(
        _ line: borrowing GridLine, as part: TablePart, to output: inout GridOutput
    ) throws {
        let last = layout.columns.count - 1
        let column = layout.columns[last]
        let cells = line.cells
        let showsAll = part == .row && last > 0
        var isEmpty = true
        try line.bytes.withBytes { utf8 in
            for index in 0..<(showsAll ? layout.cellCount : cells.count) {
                let (text, role) = content(ofCell: index, in: cells, of: part, from: utf8)
                if text.isEmpty, !showsAll, part != .row || !marksMissing { continue }
                if !setChart(of: line, as: part, cell: index, at: last, width: column.width) {
                    texts.set(text, role: role, at: last, in: column)
                }
                if last > 0 { texts.setTitle(titles[index], in: layout.columns[0], counts: false) }
                try writeCells(in: layout.columns, to: &output)
                isEmpty = false
            }
        }
        if isEmpty {
            texts.removeAll()
            try writeCells(in: layout.columns, to: &output)
        }
    }

    /// Writes text that spans all columns. A sum below a single column is at its right end.
    private mutating func writeSpan(
        _ utf8: UnsafeBufferPointer<UInt8>, role: GridRole, alignment: GridColumn.Alignment,
        to output: inout GridOutput
    ) throws {
        let column = TextLayout.Column(
            cell: 0, width: layout.innerWidth, alignment: alignment, overflow: format.overflow, tail: 0)
        texts.set(utf8, role: role, at: 0, in: column)
        try writeCells(in: [column], to: &output)
    }

    /// Lays out the cells of all columns. Titles wrap even if other texts of their columns are cut.
    private mutating func setCells(
        of line: borrowing GridLine, as part: TablePart, in columns: [TextLayout.Column],
        wrapsCutTexts: Bool = false
    ) {
        let cells = line.cells
        line.bytes.withBytes { utf8 in
            for (index, column) in columns.enumerated()
            where !setChart(of: line, as: part, cell: column.cell, at: index, width: column.width) {
                let (text, role) = content(ofCell: column.cell, in: cells, of: part, from: utf8)
                texts.set(text, role: role, at: index, in: column, wraps: wrapsCutTexts)
            }
        }
    }

    /// Sets the chart of a series, and returns whether the cell has a chart. Only rows share the scale of their
    /// column.
    private mutating func setChart(
        of line: borrowing GridLine, as part: TablePart, cell: Int, at index: Int, width: Int
    ) -> Bool {
        line.hasSeries
            && texts.setChart(
                of: line, cell: cell, at: index, width: width, scale: part == .row ? scales[cell] : nil)
    }

    /// Writes the cells of columns side by side.
    private func writeCells(
        in columns: [TextLayout.Column], byPoint: Bool = true, to output: inout GridOutput
    ) throws {
        // Each cell is read from its first line to its last one.
        var lines = texts.cells.map { $0.lines.makeIterator() }
        for number in 0..<texts.height(ofFirst: columns.count) {
            output.append(frame.leftEdge)
            for (index, column) in columns.enumerated() {
                if index > 0 { output.append(frame.gap) }
                let text = texts.cells[index]
                if let line = lines[index].next() {
                    text.bytes.withUnsafeBufferPointer {
                        // The rest of a broken number must not be aligned as a separate number.
                        append(
                            UnsafeBufferPointer(rebasing: $0[line.range]), width: line.width,
                            role: texts.roles[index], in: column, byPoint: byPoint && !text.isBroken,
                            to: &output)
                    }
                } else {
                    output.appendBlanks(column.width)
                }
                if number == 0, column.barWidth > 0, !texts.bars[index].isEmpty {
                    output.append(texts.bars[index])
                } else {
                    output.appendBlanks(column.barWidth)
                }
            }
            output.append(frame.rightEdge)
            try output.flushIfFull()
        }
    }
}

extension GridCell {
    /// Whether a row marks the value as missing. A cell with a role needs no mark.
    fileprivate var isMissing: Bool { !hasValue && shown.isEmpty && role == .plain }
}
