import TableAgent

/// A writer of aligned text, which computes a layout from the measured lines and writes all lines with it.
struct TextWriter: GridWriter {
    private let format: TextFormat
    private let columns: [GridColumn]
    private let caption: String
    private var measure: TextMeasure
    /// The lines, created when the table begins; `nil` if the table has no columns and there is nothing to
    /// write.
    private var lines: TextLines?

    init(_ format: TextFormat, _ columns: [GridColumn], _ caption: String?) {
        self.format = format
        self.columns = columns
        self.caption = caption ?? ""
        measure = TextMeasure(columns, format: format)
    }

    var overflowCount: Int { lines?.overflowCount ?? 0 }

    @inline(__always)
    mutating func measure(_ part: GridPart, _ line: borrowing GridLine) {
        measure.add(part, line)
    }

    /// Makes room for a line such as "… 12,345 more rows".
    mutating func measureOmission() {
        measure.addSpan(width: 18)
    }

    mutating func begin(_ sample: GridSample, _ output: inout GridOutput) throws {
        if !caption.isEmpty { output.writeLines(caption, .strong, format) }
        guard !measure.columns.isEmpty else { return }
        let layout = TextLayout(
            measure, TextSample(sample, measure, format), columns: columns, format: format)
        lines = TextLines(format: format, layout: layout, columns: columns)
        lines?.writeTitles(&output)
    }

    func rowCount(ofEnd count: Int) -> Int { lines?.layout.rowCount(ofEnd: count) ?? count }

    mutating func beginSection(_ id: AnyID, _ state: SectionState, _ output: inout GridOutput) {
        lines?.beginSection()
    }

    @inline(__always)
    mutating func write(_ place: GridPlace, _ line: borrowing GridLine, _ output: inout GridOutput) {
        if place.part == .tableFoot { lines?.beginSection() }
        lines?.write(place.part == .tableFoot ? .foot : place.part, line, &output)
    }

    mutating func write(_ omission: GridOmission, _ output: inout GridOutput) {
        lines?.write(omission, &output)
    }

    mutating func end(_ output: inout GridOutput) {
        lines?.finish(&output)
    }
}

/// The lines of a text table in a layout, whether they were measured or not.
private struct TextLines {
    private let format: TextFormat
    let layout: TextLayout
    private var frame: TextFrame
    /// The text of the current cell of each column, for a line that takes several lines of the output.
    private var texts: [CellText]
    /// The roles of these cells, or `nil` for a missing value.
    private var roles: [GridRole?]
    private let titles: [String]
    /// The look of each role, by its index; empty without colors and isolates.
    private let looks: [TextLook?]
    /// Whether any role has a look; see the row `text/100k x 6` of the benchmark.
    private let hasLooks: Bool
    /// The sign for a missing value and its look, or `nil` without colors.
    private let missing: (sign: [UInt8], look: TextLook)?
    /// The text in place of omitted columns.
    private let ellipsis: [UInt8]
    /// The number of texts that were wider than their column and were wrapped or cut.
    private(set) var overflowCount = 0
    /// The maximum number of omitted columns that are named.
    private static let mostNames = 20
    /// The number of rows so far, including omitted rows.
    private var rowCount = 0

    init(format: TextFormat, layout: TextLayout, columns: [GridColumn]) {
        self.format = format
        self.layout = layout
        looks = GridRole.allCases.map { TextLook($0, format) }
        hasLooks = format.palette != nil || format.isolatesCells
        frame = TextFrame(format, layout: layout)
        let dash = layout.policy.hasWideAmbiguous ? "-" : "–"
        missing = format.palette.map { _ in (Array(dash.utf8), TextLook.faint) }
        ellipsis = layout.policy.ellipsis
        let count = max(layout.columns.count, 1)
        texts = Array(repeating: CellText(policy: layout.policy), count: count)
        roles = Array(repeating: .plain, count: count)
        titles = (0..<layout.cellCount).map { $0 < columns.count ? columns[$0].title : "" }
    }

    mutating func beginSection() {
        frame.beginSection()
    }

    /// Writes a head, row or foot.
    @inline(__always)
    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        let cells = line.cells
        let spans = part != .row && cells.count == 1
        if part == .row { rowCount &+= 1 } else if !spans, showsNothing(of: cells) { return }
        let number = layout.isStacked && part == .row ? rowCount : nil
        frame.begin(.part(part), spansColumns: spans, number: number, &output)
        if spans {
            line.withShown(of: cells[0]) {
                writeSpan($0, cells[0].role, overflow: format.overflow, &output)
            }
            if texts[0].isBroken { overflowCount += 1 }
        } else if layout.isStacked {
            writeStacked(line, showsAll: part == .row, &output)
        } else if !writeFitting(part, line, cells, &output) {
            writeHigh(part, line, &output)
        }
    }

    /// Writes the number of omitted rows, across all columns.
    mutating func write(_ omission: GridOmission, _ output: inout GridOutput) {
        rowCount += omission.rowCount
        frame.begin(.omission(ofSections: omission.sectionCount > 0), spansColumns: true, &output)
        let mark = String(decoding: ellipsis, as: UTF8.self)
        let count = omission.sectionCount
        let forms = [omission.text, count > 0 ? count.counted("section") : omission.rowCount.grouped]
        var text = forms.map { "\(mark) \($0)" }.first { $0.count <= layout.innerWidth } ?? mark
        text.withUTF8 { writeSpan($0, .muted, overflow: .wrap, &output) }
    }

    /// Returns whether all texts of a head or foot belong to omitted columns.
    private func showsNothing(of cells: [GridCell]) -> Bool {
        !layout.leftOut.isEmpty
            && layout.columns.allSatisfy { $0.cell >= cells.count || cells[$0.cell].shown.isEmpty }
    }

    /// Writes a line whose cells all fit their columns unchanged.
    ///
    /// - Returns: Whether the line was written. If a cell does not fit, nothing is written.
    @inline(__always)
    private func writeFitting(
        _ part: GridPart, _ line: borrowing GridLine, _ cells: [GridCell], _ output: inout GridOutput
    ) -> Bool {
        let start = output.count
        return line.bytes.withBytes { utf8 in
            output.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { output.append(frame.gap) }
                guard column.cell < cells.count else {
                    writeMissing(column, part, &output)
                    continue
                }
                let cell = cells[column.cell]
                if hasLooks, part == .row, cell.isMissing, let missing {
                    missing.sign.withUnsafeBufferPointer {
                        write($0, in: column, width: 1, nil, numbers: $0, &output)
                    }
                    continue
                }
                let text = UnsafeBufferPointer(rebasing: utf8[cell.shown])
                let width =
                    cell.showsNumber
                    ? text.count : CellText.width(ofUnchanged: text, layout.policy) ?? .max
                guard width <= column.width else {
                    output.truncate(to: start)
                    return false
                }
                write(text, in: column, width: width, cell.role, numbers: text, &output)
            }
            output.append(frame.rightEdge)
            return true
        }
    }

    /// Writes a text that fits its column, with spaces on either side.
    @inline(__always)
    private func write(
        _ text: UnsafeBufferPointer<UInt8>, in column: TextLayout.Column, width: Int, _ role: GridRole?,
        numbers: UnsafeBufferPointer<UInt8>, _ output: inout GridOutput
    ) {
        let blanks = column.blanks(besideWidth: width, of: numbers, layout.policy)
        output.appendBlanks(blanks.before)
        if hasLooks, !text.isEmpty, let look = role.map({ looks[Int($0.rawValue)] }) ?? missing?.look {
            output.append(look.start)
            output.append(text)
            output.append(look.end)
        } else {
            output.append(text)
        }
        output.appendBlanks(blanks.after)
    }

    /// Writes a gap, or a column without a cell in the line.
    @inline(never)
    private func writeMissing(_ column: TextLayout.Column, _ part: GridPart, _ output: inout GridOutput) {
        guard column.isGap, part == .row else { return output.appendBlanks(column.width) }
        ellipsis.withUnsafeBufferPointer { write($0, in: column, width: 1, .muted, numbers: $0, &output) }
    }

    /// Writes the line of titles, if there is one.
    mutating func writeTitles(_ output: inout GridOutput) {
        guard titles.contains(where: { !$0.isEmpty }) else { return }
        guard !layout.isStacked else {
            // Each row shows the titles; count titles that do not fit only once.
            for title in titles { set(title, .strong, in: 0) }
            return
        }
        frame.begin(.titles, spansColumns: false, &output)
        for (index, column) in layout.columns.enumerated() {
            if column.isGap { setGap(in: index) } else { set(titles[column.cell], .strong, in: index) }
        }
        writeTexts(byPoint: false, &output)
    }

    /// Writes the line below the table and the line that names omitted columns or gives the size of the
    /// table.
    mutating func finish(_ output: inout GridOutput) {
        frame.end(&output)
        if frame.isEmpty || format.rows == .all && layout.leftOut.isEmpty { return }
        // Without a border, a reader might mistake the line for a row.
        if format.border == .none { output.append(literal: "\n") }
        let leftOut = layout.leftOut
        let names = leftOut.prefix(Self.mostNames).map { index in
            let words = titles[index].split(whereSeparator: \.isNewline).joined(separator: " ")
            return words.isEmpty ? "no. \(index + 1)" : words
        }
        let more = leftOut.count - names.count
        let list = names.joined(separator: ", ") + (more > 0 ? ", and \(more.grouped) more" : "")
        let shown = "\(layout.cellCount - leftOut.count) shown, without \(list)"
        output.writeLines(
            rowCount.counted("row") + ", " + layout.cellCount.counted("column")
                + (names.isEmpty ? "" : " (\(shown))"),
            .muted, format)
    }

    /// Writes a line as several lines of the output.
    private mutating func writeHigh(
        _ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput
    ) {
        let cells = line.cells
        for (index, column) in layout.columns.enumerated() {
            texts[index].removeAll()
            if column.isGap, part == .row { setGap(in: index) }
            guard column.cell < cells.count else { continue }
            let cell = cells[column.cell]
            set(line, cell, in: index, width: column.width, column.overflow, part)
        }
        // A second line with the text of a single cell can't be mistaken for a row.
        let isHighRow =
            part == .row
            && (texts.count { $0.lines.count > 1 } > 1 || texts.contains { $0.lines.count > 2 })
        if isHighRow { frame.separate(&output) }
        writeTexts(&output)
        if isHighRow { frame.endHighRow() }
    }

    /// Writes a line as one line for each cell, or for each cell with a text, beside the title of the column.
    private mutating func writeStacked(
        _ line: borrowing GridLine, showsAll: Bool, _ output: inout GridOutput
    ) {
        let cells = line.cells
        // A head that would span the columns belongs to no column.
        let isAlone = !showsAll && cells.count == 1
        let column = layout.columns.count - 1
        let width = layout.columns[column].width
        var isEmpty = true
        for index in 0..<(column > 0 && showsAll ? layout.cellCount : cells.count) {
            texts[column].removeAll()
            if index < cells.count, !cells[index].shown.isEmpty || showsAll && missing != nil {
                let part: GridPart = showsAll ? .row : .foot
                set(line, cells[index], in: column, width: width, format.overflow, part)
                if cells[index].showsNumber { texts[column].alignPoint(at: layout.lead, width: width) }
            } else if column == 0 || !showsAll {
                continue
            }
            if column > 0 { set(isAlone ? "" : titles[index], .strong, in: 0, counts: false) }
            writeTexts(&output)
            isEmpty = false
        }
        if isEmpty {
            for index in texts.indices { texts[index].removeAll() }
            writeTexts(&output)
        }
    }

    /// Lays out a cell, or the sign for a missing value.
    private mutating func set(
        _ line: borrowing GridLine, _ cell: GridCell, in index: Int, width: Int, _ overflow: TextOverflow,
        _ part: GridPart
    ) {
        roles[index] = cell.role
        if let missing, cell.isMissing, part == .row {
            missing.sign.withUnsafeBufferPointer { texts[index].set($0, width: 1, overflow: .cut) }
            roles[index] = nil
        } else {
            line.withShown(of: cell) { texts[index].set($0, width: width, overflow: overflow) }
            if texts[index].isBroken { overflowCount += 1 }
        }
    }

    /// Lays out the text in place of omitted columns.
    private mutating func setGap(in index: Int) {
        ellipsis.withUnsafeBufferPointer { texts[index].set($0, width: 1, overflow: .cut) }
        roles[index] = .muted
    }

    /// Writes text that spans all columns.
    private mutating func writeSpan(
        _ utf8: UnsafeBufferPointer<UInt8>, _ role: GridRole, overflow: TextOverflow,
        _ output: inout GridOutput
    ) {
        let column = TextLayout.Column(
            cell: 0, width: layout.innerWidth, alignment: .left, overflow: overflow, tail: 0)
        texts[0].set(utf8, width: column.width, overflow: overflow)
        for number in texts[0].lines.indices {
            output.append(frame.leftEdge)
            write(line: number, of: texts[0], in: column, role, byPoint: false, &output)
            output.append(frame.rightEdge)
        }
    }

    private mutating func set(_ text: String, _ role: GridRole, in index: Int, counts: Bool = true) {
        var text = text
        let column = layout.columns[index]
        text.withUTF8 { texts[index].set($0, width: column.width, overflow: column.overflow) }
        roles[index] = role
        if counts, texts[index].isBroken { overflowCount += 1 }
    }

    /// Writes the texts of all columns side by side.
    private func writeTexts(byPoint: Bool = true, _ output: inout GridOutput) {
        let height = texts.reduce(1) { max($0, $1.lines.count) }
        for number in 0..<height {
            output.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { output.append(frame.gap) }
                write(line: number, of: texts[index], in: column, roles[index], byPoint: byPoint, &output)
            }
            output.append(frame.rightEdge)
        }
    }

    /// Writes one line of a cell's text, or spaces below its last line.
    private func write(
        line number: Int, of text: CellText, in column: TextLayout.Column, _ role: GridRole?, byPoint: Bool,
        _ output: inout GridOutput
    ) {
        guard number < text.lines.count else { return output.appendBlanks(column.width) }
        let line = text.lines[number]
        text.bytes.withUnsafeBufferPointer { bytes in
            let shown = UnsafeBufferPointer(rebasing: bytes[line.range])
            // The rest of a number must not be aligned like a number of its own.
            let isNumber = byPoint && !text.isBroken
            let numbers = isNumber ? shown : UnsafeBufferPointer(rebasing: shown[..<0])
            write(shown, in: column, width: line.width, role, numbers: numbers, &output)
        }
    }
}

extension GridOutput {
    /// Writes text outside the border in lines no wider than the table may be.
    fileprivate mutating func writeLines(_ text: String, _ role: GridRole, _ format: TextFormat) {
        var (text, lines, look) = (text, CellText(policy: format.widthPolicy), TextLook(role, format))
        text.withUTF8 { lines.set($0, width: format.width ?? Int(Int32.max), overflow: .wrap) }
        for line in lines.lines {
            if let look { append(look.start) }
            append(Array(lines.bytes[line.range]))
            if let look { append(look.end) }
            append(literal: "\n")
        }
    }
}

extension GridCell {
    /// Whether a row marks the value as missing. A role is a mark by itself.
    fileprivate var isMissing: Bool { !hasValue && shown.isEmpty && role == .plain }
}
