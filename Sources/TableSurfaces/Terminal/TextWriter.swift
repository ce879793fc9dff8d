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

    var overflowCount: Int { lines?.overflowCount ?? 0 }

    @inline(__always)
    mutating func measure(_ line: borrowing GridLine, of part: GridPart) {
        measure.add(part, line)
    }

    /// Makes room for a line such as "… 12,345 more rows".
    mutating func measureOmission() {
        measure.addSpan(width: 18)
    }

    mutating func begin(with sample: GridSample, to output: inout GridOutput) throws {
        let endCount = sample.isStream ? format.rows.endCount : nil
        if let endCount, RowPlan(ends: endCount, of: [sample.rowCount]).omitsRows { measureOmission() }
        if !caption.isEmpty { output.writeLines(caption, .strong, format) }
        defer { limit = endCount.map { RowLimit(rowCount(ofEnd: $0)) } }
        guard !measure.columns.isEmpty else { return }
        let layout = TextLayout(
            measure, TextSample(sample, measure, format), columns: columns, format: format)
        lines = TextLines(format: format, layout: layout, columns: columns, scales: measure.scales)
        try lines?.writeTitles(&output)
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
        _ line: borrowing GridLine, of part: GridPart, to output: inout GridOutput
    ) throws {
        if part == .tableFoot { lines?.beginSection() }
        try lines?.write(part == .tableFoot ? .foot : part, line, &output)
    }

    mutating func endSection(to output: inout GridOutput) {
        if limit?.passes(nil) == false { limit?.append(.endSection) }
    }

    mutating func end(to output: inout GridOutput) throws {
        try writeLastRows(to: &output)
        try lines?.finish(&output)
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
        case .omission(let omission): try lines?.write(omission, &output)
        }
        try output.flushIfFull()
    }
}

/// A writer of the lines of a text table in a layout, whether the lines were measured or not.
private struct TextLines {
    private let format: TextFormat
    let layout: TextLayout
    private var frame: TextFrame
    /// The text of the current cell of each column, for a line that takes several lines of the output.
    private var texts: [CellText]
    /// The roles of these texts, or `nil` for the sign for a missing value.
    private var roles: [GridRole?]
    /// The drawing of the current row's bar in each column; empty without a bar.
    private var barTexts: [[UInt8]]
    private let titles: [String]
    /// The scales of the bars and series, and the bars.
    private let scales: BarScales
    private let bars: ColumnBars
    private let glyphs: Series.Glyphs
    /// The look of each role, by its index; empty without colors and isolates.
    private let looks: [TextLook?]
    /// Whether any role has a look, so that the looks are not read for each cell.
    private let hasLooks: Bool
    /// Whether a sign marks a missing value.
    private let marksMissing: Bool
    /// The number of texts that were wider than their column and were wrapped or cut.
    private(set) var overflowCount = 0
    /// The maximum number of omitted columns that are named.
    private static let mostNames = 20
    /// The number of rows so far, including omitted rows.
    private var rowCount = 0

    init(format: TextFormat, layout: TextLayout, columns: [GridColumn], scales: BarScales) {
        let isASCII = format.border == .ascii || layout.policy.hasWideAmbiguous
        glyphs = isASCII ? .ascii : .blocks
        self.scales = scales
        bars = layout.bars(on: scales, isASCII: isASCII, isFaint: format.palette != nil)
        self.format = format
        self.layout = layout
        looks = GridRole.allCases.map { TextLook($0, format) }
        hasLooks = format.palette != nil || format.isolatesCells
        frame = TextFrame(format, layout: layout)
        marksMissing = format.palette != nil
        texts = layout.columns.map { _ in CellText(policy: layout.policy) }
        roles = layout.columns.map { _ in .plain }
        barTexts = layout.columns.map { _ in [] }
        titles = (0..<layout.cellCount).map { $0 < columns.count ? columns[$0].title : "" }
    }

    mutating func beginSection() {
        frame.beginSection()
    }

    /// Writes a head, row or foot.
    @inline(__always)
    mutating func write(
        _ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput
    ) throws {
        let cells = line.cells
        let spans = part != .row && cells.count == 1
        if part == .row { rowCount &+= 1 } else if !spans, showsNothing(of: cells) { return }
        let number = layout.isStacked && part == .row ? rowCount : nil
        try frame.begin(.part(part), spansColumns: spans, number: number, &output)
        if spans {
            try line.withShown(of: cells[0]) { try writeSpan($0, cells[0].role, &output) }
        } else if layout.isStacked {
            try writeStacked(part, line, cells, &output)
        } else if line.hasSeries || !bars.isEmpty {
            try writeWithCharts(part, line, cells, &output)
        } else if !writeFitting(part, line, cells, &output) {
            try writeHigh(part, line, cells, &output)
        }
    }

    /// Writes the number of omitted rows, across all columns.
    mutating func write(_ omission: TextFormat.Omission, _ output: inout GridOutput) throws {
        rowCount += omission.rowCount
        try frame.begin(.omission(ofSections: omission.sectionCount > 0), spansColumns: true, &output)
        let mark = "\(layout.policy.ellipsis)"
        let count = omission.sectionCount
        let words = format.words
        let short = count > 0 ? words.text.omission(0, count) : words.number(omission.rowCount)
        let forms = [omission.text(in: words), short]
        var text = forms.map { "\(mark) \($0)" }.first { $0.count <= layout.innerWidth } ?? mark
        try text.withUTF8 { try writeSpan($0, .muted, &output) }
    }

    /// Returns whether all texts of a head or foot belong to omitted columns.
    private func showsNothing(of cells: [GridCell]) -> Bool {
        !layout.leftOut.isEmpty
            && layout.columns.allSatisfy { $0.cell >= cells.count || cells[$0.cell].shown.isEmpty }
    }

    /// Writes a line of a table with bars, or a line with a series.
    ///
    /// A separate function, so that other lines cost nothing more.
    @inline(never)
    private mutating func writeWithCharts(
        _ part: GridPart, _ line: borrowing GridLine, _ cells: [GridCell], _ output: inout GridOutput
    ) throws {
        if line.hasSeries || !writeFitting(part, line, cells, hasBars: true, &output) {
            try writeHigh(part, line, cells, &output)
        }
    }

    /// Writes a line whose cells all fit their columns unchanged.
    ///
    /// - Returns: Whether the line was written. If a cell does not fit, nothing is written.
    @inline(__always)
    private func writeFitting(
        _ part: GridPart, _ line: borrowing GridLine, _ cells: [GridCell], hasBars: Bool = false,
        _ output: inout GridOutput
    ) -> Bool {
        let start = output.count
        return line.bytes.withBytes { utf8 in
            output.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { output.append(frame.gap) }
                let (text, role) = content(at: column.cell, of: part, cells, utf8)
                // The width of a number equals its length in bytes.
                let isNumber = column.cell < cells.count && cells[column.cell].showsNumber
                let width = isNumber ? text.count : CellText.width(ofUnchanged: text, layout.policy)
                guard let width, width <= column.width else {
                    output.truncate(to: start)
                    return false
                }
                write(text, in: column, width: width, role, &output)
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
        at index: Int, of part: GridPart, _ cells: [GridCell], _ utf8: UnsafeBufferPointer<UInt8>
    ) -> (text: UnsafeBufferPointer<UInt8>, role: GridRole?) {
        guard index < cells.count else {
            let isGap = index == TextLayout.Column.gap.cell && part == .row
            return isGap ? (layout.policy.ellipsis.utf8, .muted) : (("" as StaticString).utf8, .plain)
        }
        let cell = cells[index]
        if marksMissing, part == .row, cell.isMissing { return (layout.policy.dash.utf8, nil) }
        return (UnsafeBufferPointer(rebasing: utf8[cell.shown]), cell.role)
    }

    /// Writes a text that fits its column, with spaces on either side.
    @inline(__always)
    private func write(
        _ text: UnsafeBufferPointer<UInt8>, in column: TextLayout.Column, width: Int, _ role: GridRole?,
        byPoint: Bool = true, _ output: inout GridOutput
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
    mutating func writeTitles(_ output: inout GridOutput) throws {
        guard titles.contains(where: { !$0.isEmpty }) else { return }
        guard !layout.isStacked else {
            // Each row shows the titles again, so count titles that do not fit only here.
            for title in titles { setTitle(title) }
            return
        }
        var line = GridLine()
        for title in titles { line.text(title, role: .strong) }
        try frame.begin(.titles, spansColumns: false, &output)
        let columns = layout.columns.map { $0.isGap ? $0 : $0.widened(for: titles[$0.cell], layout.policy) }
        setTexts(.row, line, line.cells, in: columns, wrapsCutTexts: true)
        try writeTexts(in: columns, byPoint: false, &output)
    }

    /// Writes the line below the table. If rows, columns, or bars can be missing, writes the size of the table, whether bars
    /// are omitted, and the names of omitted columns.
    mutating func finish(_ output: inout GridOutput) throws {
        try frame.end(&output)
        if frame.isEmpty || format.rows == .all && layout.leftOut.isEmpty && !layout.omitsBars { return }
        // Without a border, a reader might mistake the line for a row.
        if format.border == .none { output.append(literal: "\n") }
        let (leftOut, texts) = (layout.leftOut, format.words.text)
        let names = leftOut.prefix(Self.mostNames).map { index in
            let words = titles[index].split(whereSeparator: \.isNewline).joined(separator: " ")
            return words.isEmpty ? texts.untitledColumn(index + 1) : words
        }
        let more = leftOut.count - names.count
        let shown = names.isEmpty ? "" : texts.leftOut(layout.cellCount - leftOut.count, names, more)
        let bars = layout.omitsBars ? ", " + texts.barsOmitted : ""
        let size = texts.columns(layout.cellCount) + bars + (names.isEmpty ? "" : " (\(shown))")
        let rows = texts.rows(rowCount)
        switch format.rows {
        case .all: output.writeLines(size, .muted, format)
        case .ends: output.writeLines("\(rows), \(size)", .muted, format)
        case .fitting: output.writeLines("\(rows), \(size)", .muted, format, .cut)
        }
    }

    /// Writes a line as several lines of the output.
    private mutating func writeHigh(
        _ part: GridPart, _ line: borrowing GridLine, _ cells: [GridCell], _ output: inout GridOutput
    ) throws {
        setTexts(part, line, cells, in: layout.columns)
        if part == .row, !bars.isEmpty { setBars(line, cells) }
        defer { for index in barTexts.indices { barTexts[index] = [] } }
        // A row of two lines is not high if only one of its cells has two lines: nobody mistakes the second
        // line for a row.
        let isHighRow =
            part == .row
            && (texts.count { $0.lines.count > 1 } > 1 || texts.contains { $0.lines.count > 2 })
        if isHighRow { try frame.separate(&output) }
        try writeTexts(in: layout.columns, &output)
        if isHighRow { frame.endHighRow() }
    }

    /// Writes each cell on a line of its own, beside the title of its column. If there are titles, a row
    /// shows all cells. Otherwise, cells without text are skipped.
    private mutating func writeStacked(
        _ part: GridPart, _ line: borrowing GridLine, _ cells: [GridCell], _ output: inout GridOutput
    ) throws {
        let last = layout.columns.count - 1
        let showsAll = part == .row && last > 0
        var isEmpty = true
        try line.bytes.withBytes { utf8 in
            for index in 0..<(showsAll ? layout.cellCount : cells.count) {
                let (text, role) = content(at: index, of: part, cells, utf8)
                if text.isEmpty, !showsAll, part != .row || !marksMissing { continue }
                let column = layout.columns[last]
                if !line.hasSeries || !setChart(of: part, line, at: index, in: last, width: column.width) {
                    set(text, role, at: last, in: column)
                }
                if last > 0 { setTitle(titles[index], counts: false) }
                try writeTexts(in: layout.columns, &output)
                isEmpty = false
            }
        }
        if isEmpty {
            for index in texts.indices { texts[index].removeAll() }
            try writeTexts(in: layout.columns, &output)
        }
    }

    /// Writes text that spans all columns.
    private mutating func writeSpan(
        _ utf8: UnsafeBufferPointer<UInt8>, _ role: GridRole, _ output: inout GridOutput
    ) throws {
        let column = TextLayout.Column(
            cell: 0, width: layout.innerWidth, alignment: .left, overflow: format.overflow, tail: 0)
        set(utf8, role, at: 0, in: column)
        try writeTexts(in: [column], &output)
    }

    /// Lays out the texts of all columns. Titles wrap even if other texts of their columns are cut.
    private mutating func setTexts(
        _ part: GridPart, _ line: borrowing GridLine, _ cells: [GridCell], in columns: [TextLayout.Column],
        wrapsCutTexts: Bool = false
    ) {
        line.bytes.withBytes { utf8 in
            for (index, column) in columns.enumerated() {
                if line.hasSeries, setChart(of: part, line, at: column.cell, in: index, width: column.width) {
                    continue
                }
                let (text, role) = content(at: column.cell, of: part, cells, utf8)
                set(text, role, at: index, in: column, wraps: wrapsCutTexts)
            }
        }
    }

    /// Sets the chart of a series as a text, and returns whether the cell has a chart. Only rows share the scale of their
    /// column.
    private mutating func setChart(
        of part: GridPart, _ line: borrowing GridLine, at cell: Int, in index: Int, width: Int
    ) -> Bool {
        let scale = part == .row ? scales[cell] : nil
        guard cell < line.cells.count, let series = line.textChart(of: line.cells[cell], on: scale) else {
            return false
        }
        var chart = series.text(width: width, on: scale, glyphs)
        chart.withUTF8 { texts[index].set($0, width: width, overflow: .cut) }
        roles[index] = line.cells[cell].role
        return true
    }

    /// Sets the drawing of each bar.
    private mutating func setBars(_ line: borrowing GridLine, _ cells: [GridCell]) {
        for (index, column) in layout.columns.enumerated()
        where column.barWidth > 0 && column.cell < cells.count {
            _ = bars.withBar(of: line, cells[column.cell], inColumn: column.cell) {
                barTexts[index] = Array($0)
            }
        }
    }

    /// Lays out a title in the first column.
    private mutating func setTitle(_ title: String, counts: Bool = true) {
        var title = title
        title.withUTF8 { set($0, .strong, at: 0, in: layout.columns[0], wraps: true, counts: counts) }
    }

    /// Lays out a text, and counts the text if it does not fit.
    private mutating func set(
        _ text: UnsafeBufferPointer<UInt8>, _ role: GridRole?, at index: Int, in column: TextLayout.Column,
        wraps: Bool = false, counts: Bool = true
    ) {
        let overflow = wraps && column.overflow == .cut ? .wrap : column.overflow
        texts[index].set(text, width: column.width, overflow: overflow)
        roles[index] = role
        if counts, texts[index].isBroken { overflowCount += 1 }
    }

    /// Writes the texts of columns side by side.
    private func writeTexts(
        in columns: [TextLayout.Column], byPoint: Bool = true, _ output: inout GridOutput
    ) throws {
        let height = texts.prefix(columns.count).reduce(1) { max($0, $1.lines.count) }
        for number in 0..<height {
            output.append(frame.leftEdge)
            for (index, (column, text)) in zip(columns, texts).enumerated() {
                if index > 0 { output.append(frame.gap) }
                defer {
                    if column.barWidth > 0, number == 0, !barTexts[index].isEmpty {
                        output.append(barTexts[index])
                    } else {
                        output.appendBlanks(column.barWidth)
                    }
                }
                guard number < text.lines.count else {
                    output.appendBlanks(column.width)
                    continue
                }
                let line = text.lines[number]
                // The rest of a broken number must not be aligned as a separate number.
                let byPoint = byPoint && !text.isBroken
                text.bytes.withUnsafeBufferPointer {
                    let shown = UnsafeBufferPointer(rebasing: $0[line.range])
                    write(shown, in: column, width: line.width, roles[index], byPoint: byPoint, &output)
                }
            }
            output.append(frame.rightEdge)
            try output.flushIfFull()
        }
    }
}

extension GridOutput {
    /// Writes text outside the border, wrapped or cut at the width limit of the table.
    fileprivate mutating func writeLines(
        _ text: String, _ role: GridRole, _ format: TextFormat, _ overflow: TextOverflow = .wrap
    ) {
        var (text, lines, look) = (text, CellText(policy: format.widthPolicy), TextLook(role, format))
        text.withUTF8 { lines.set($0, width: format.width ?? Int(Int32.max), overflow: overflow) }
        for line in lines.lines {
            if let look { append(look.start) }
            append(Array(lines.bytes[line.range]))
            if let look { append(look.end) }
            append(literal: "\n")
        }
    }
}

extension GridCell {
    /// Whether a row marks the value as missing. A cell with a role needs no mark.
    fileprivate var isMissing: Bool { !hasValue && shown.isEmpty && role == .plain }
}
