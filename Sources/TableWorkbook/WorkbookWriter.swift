import TableAgent
import TableSurfaces

/// A writer of one workbook, which compresses the markup of its sheet into the output.
///
/// The writer is an object because it owns a buffer. Each table has its own writer.
final class WorkbookWriter: MeasuringWriter {
    private let format: WorkbookFormat
    private let namedColumns: [GridColumn]
    private let caption: String
    private let archive = ZipArchive()
    /// The markup of the entry that is being written.
    private var markup: GridOutput

    private var columns: [SheetColumn]
    /// The number of measured lines, and whether heads are among them.
    private var lineCount = 0
    private var hasHeads = false
    /// Whether lines may follow that were not measured.
    private var hasMoreLines = false
    private var styles = SheetStyles(for: [])
    /// The start of the cells of each column, `<c r="B`, and the attribute of each style, ` s="7"`.
    private var cellStarts: [ShortText] = []
    private var styleAttributes: [ShortText] = []

    /// The number of the last row.
    private var row = 0
    /// The number of the last row, and a quotation mark.
    private var rowEnd = ShortText("")
    private var sectionCount = 0
    private var headCount = 0
    /// The last row of the first section, for the filter.
    private var lastFilteredRow = 0
    /// Whether the open section is collapsed, and whether it has had a head, which shows and hides its rows.
    private var isCollapsed = false
    private var isGroup = false
    /// Whether the next row follows a row of a group, and whether that row is hidden.
    private var followsGroup = false
    private var followsHiddenGroup = false
    /// The sums of each column that the format names.
    private var sums: [Int: SheetSums] = [:]
    private var links: SheetLinks
    private var bars: SheetBars
    private(set) var overflowCount = 0
    var omittedBarCount: Int { bars.omittedCount }

    /// The largest number of rows in a sheet.
    private static let mostRows = 1_048_576

    init(_ format: WorkbookFormat, _ columns: [GridColumn], caption: String) {
        self.format = format
        self.caption = caption
        namedColumns = columns
        self.columns = columns.enumerated().map { SheetColumn(at: $0, $1) }
        bars = SheetBars(columns)
        links = SheetLinks(origin: format.linkOrigin)
        markup = GridOutput(to: archive)
    }

    private var hasTitles: Bool { !namedColumns.isEmpty }

    // MARK: Before the first row

    func measure(_ line: borrowing GridLine, of part: TablePart) {
        if part == .head { hasHeads = true }
        while columns.count < line.cells.count { columns.append(SheetColumn(at: columns.count, nil)) }
        lineCount += 1
        // A single cell of a head continues in the cells beside it.
        guard part != .head || line.cells.count > 1 else { return }
        for (index, cell) in line.cells.enumerated() {
            columns[index].add(cell, in: line, of: part)
        }
    }

    func begin(with sample: GridSample, to output: inout GridOutput) throws {
        hasMoreLines = sample.isStream || lineCount == format.measuredLineLimit
        guard columns.count <= SheetColumn.limit else {
            throw TableError(
                .workbookTooLarge,
                "The table has \(columns.count) columns, and a sheet has at most \(SheetColumn.limit); write fewer columns, "
                    + "or write CSV.")
        }
        try findSums()
        styles = SheetStyles(for: columns)
        cellStarts = columns.map { ShortText("<c r=\"\($0.letters)") }
        styleAttributes = (0..<styles.count).map { ShortText($0 == 0 ? "" : " s=\"\($0)\"") }

        try writeEntry("[Content_Types].xml", XML.contentTypes)
        try writeEntry("_rels/.rels", XML.relationshipList([("officeDocument", "xl/workbook.xml")]))
        try writeEntry(
            "xl/_rels/workbook.xml.rels",
            XML.relationshipList([("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")]))
        archive.beginEntry("xl/styles.xml")
        styles.write(to: &markup)
        try endEntry()
        archive.beginEntry("xl/worksheets/sheet1.xml")
        writeSheetStart()
        if hasTitles { try writeTitles() }
        passOn(to: &output)
    }

    private func findSums() throws(TableError) {
        let named = columns.indices.filter { namedColumns.indices.contains($0) }
        let indicesByKey = Dictionary(grouping: named) { columns[$0].key }
        for key in format.sums {
            guard let indices = indicesByKey[key] else {
                throw TableError(
                    .columnNotFound,
                    "There is no column \"\(key)\" to add up; "
                        + (hasTitles
                            ? "the columns are "
                                + namedColumns.map { "\"\($0.key)\"" }.joined(separator: ", ")
                            : "name the columns of the table") + ".")
            }
            for index in indices { sums[index] = SheetSums(firstRow: 2) }
        }
    }

    private func writeEntry(_ name: String, _ text: String) throws {
        archive.beginEntry(name)
        markup.write(text)
        try endEntry()
    }

    private func endEntry() throws {
        try markup.flush()
        archive.finish()
    }

    /// Moves the compressed bytes to the output.
    private func passOn(to output: inout GridOutput) {
        output.write(utf8: archive.takeBytes())
    }

    /// Writes the markup of the sheet before its rows.
    private func writeSheetStart() {
        markup.write(
            XML.declaration + "<worksheet xmlns=\"\(XML.mainNamespace)\" xmlns:r=\"\(XML.relationships)\">")
        markup.write("<sheetPr><outlinePr summaryBelow=\"0\"/><pageSetUpPr fitToPage=\"1\"/></sheetPr>")
        markup.write("<sheetViews><sheetView tabSelected=\"1\" workbookViewId=\"0\">")
        if hasTitles {
            markup.write("<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>")
            markup.write("<selection pane=\"bottomLeft\" activeCell=\"A2\" sqref=\"A2\"/>")
        }
        markup.write("</sheetView></sheetViews><sheetFormatPr defaultRowHeight=\"15\"")
        markup.write(hasHeads || lineCount == 0 ? " outlineLevelRow=\"1\"/>" : "/>")
        if !columns.isEmpty {
            markup.write("<cols>")
            for (index, column) in columns.enumerated() {
                let width = width(of: column)
                markup.write(
                    "<col min=\"\(index + 1)\" max=\"\(index + 1)\" width=\"\(width)\" customWidth=\"1\"/>")
            }
            markup.write("</cols>")
        }
        markup.write("<sheetData>")
    }

    private func width(of column: SheetColumn) -> Int {
        column.width(hasButton: !hasHeads, hasMoreLines: hasMoreLines)
    }

    private func writeTitles() throws {
        try beginRow()
        markup.write(">")
        for (index, column) in columns.enumerated() {
            var title = column.title
            title.withUTF8 { text in
                beginCell(
                    index, styles.titleIndex(column.titleAlignment, isLiteral: text.isEvaluatedAfterEdit))
                writeText(text)
            }
        }
        markup.append(literal: "</row>")
    }

    // MARK: Sections and rows

    func beginSection(_ id: AnyID, state: SectionState, to output: inout GridOutput) {
        sectionCount += 1
        isCollapsed = state.isCollapsed
        isGroup = false
        beginSums()
    }

    /// Begins the sums of a section whose rows follow.
    private func beginSums() {
        for column in sums.keys { sums[column]?.beginSection(at: row + 1) }
    }

    func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) throws {
        let part = position.part
        try beginRow()
        writeRowAttributes(part)
        for index in line.cells.indices { writeCell(line, at: index, of: part) }
        if part == .row {
            bars.add(line, at: row)
        } else {
            for index in columns.indices.dropFirst(line.cells.count) {
                beginCell(index, styles.plainIndex(in: part, aligned: columns[index].alignment))
                markup.append(literal: "/>")
            }
        }
        markup.append(literal: "</row>")
        // A formula starts below the head.
        if part == .head { beginSums() }
        try markup.flushIfFull()
        passOn(to: &output)
    }

    private func beginRow() throws(TableError) {
        row += 1
        guard row <= Self.mostRows else {
            throw TableError(
                .workbookTooLarge,
                "The table has more than \(Self.mostRows) lines, which is the height of a sheet; write fewer rows, or write CSV."
            )
        }
        rowEnd = ShortText("\(row)\"")
        markup.append(literal: "<row r=\"")
        markup.append(rowEnd)
    }

    /// Whether the rows of the open section are hidden. Without a head, a section has no button that shows its rows.
    private var hidesRows: Bool { isGroup && isCollapsed }

    /// Writes the place of a row in its group, and ends the start tag.
    ///
    /// Excel shows the button of a group beside the row that precedes the group. LibreOffice reads the state of the group from
    /// the row that follows, so both rows have the mark of a hidden group. If a row precedes one group and follows another, it
    /// has the state of the other: LibreOffice would hide visible rows otherwise.
    private func writeRowAttributes(_ part: TablePart) {
        var hasMark = followsHiddenGroup
        switch part {
        case .head:
            headCount += 1
            isGroup = true
            if !followsGroup { hasMark = hidesRows }
        case .row:
            if isGroup {
                markup.append(literal: " outlineLevel=\"1\"")
                hasMark = false
            }
            if hidesRows { markup.append(literal: " hidden=\"1\"") }
            if sectionCount == 1 || !format.includesHeadsAndFeet { lastFilteredRow = row }
        case .foot, .tableFoot: break
        }
        followsGroup = part == .row && isGroup
        followsHiddenGroup = followsGroup && hidesRows
        markup.append(literal: hasMark ? " collapsed=\"1\">" : ">")
    }

    // MARK: Cells

    @inline(__always)
    private func beginCell(_ column: Int, _ style: Int) {
        markup.append(cellStarts[column])
        markup.append(rowEnd)
        markup.append(styleAttributes[style])
    }

    private func writeCell(_ line: borrowing GridLine, at index: Int, of part: TablePart) {
        let cell = line.cells[index]
        var role = cell.role
        if cell.linkCount > 0 || role == .link {
            let isLink = links.add(cell, of: line, at: "\(columns[index].letters)\(row)")
            // A cell without a link doesn't look like one.
            if isLink != (role == .link), role == .plain || role == .link { role = isLink ? .link : .plain }
        }
        func beginCell(showing content: SheetContent) {
            self.beginCell(
                index,
                styles.index(of: content, in: part, as: role, aligned: columns[index].alignment))
        }
        switch CellValue(cell, in: line) {
        case .empty:
            guard part != .row else { return }
            beginCell(showing: .value(.general))
            markup.append(literal: "/>")
        case .text:
            line.withShown(of: cell) { text in
                let content: SheetContent = text.isEvaluatedAfterEdit ? .literalText : .text
                beginCell(showing: content)
                writeText(text)
            }
        case .boolean(let isTrue):
            beginCell(showing: .value(.general))
            markup.append(literal: isTrue ? " t=\"b\"><v>1</v></c>" : " t=\"b\"><v>0</v></c>")
            // LibreOffice adds up Booleans, and Excel does not.
            sums[index]?.addOther()
        case .date(let serial, let format):
            beginCell(showing: .value(format))
            markup.append(literal: "><v>")
            markup.write(serial)
            markup.append(literal: "</v></c>")
            sums[index]?.addOther()
        case .number(let format):
            beginCell(showing: .value(columns[index].format(for: format)))
            markup.append(literal: ">")
            line.withValue(of: cell) { number in
                if !sums.isEmpty { writeFormula(of: number, inColumn: index, of: part) }
                markup.append(literal: "<v>")
                writeNumber(number)
            }
            markup.append(literal: "</v></c>")
        }
    }

    /// Writes a text and ends its cell.
    private func writeText(_ text: UnsafeBufferPointer<UInt8>) {
        markup.append(literal: " t=\"inlineStr\"><is>")
        if !markup.writeCellText(text) { overflowCount += 1 }
        markup.append(literal: "</is></c>")
    }

    /// Writes a number, with a digit on both sides of its decimal point.
    private func writeNumber(_ number: UnsafeBufferPointer<UInt8>) {
        var rest = number[...]
        if rest.first == UInt8(ascii: "-") { markup.append(rest.removeFirst()) }
        if rest.first == UInt8(ascii: ".") { markup.append(UInt8(ascii: "0")) }
        if rest.last == UInt8(ascii: ".") { rest.removeLast() }
        markup.append(UnsafeBufferPointer(rebasing: rest))
    }

    /// Adds a number of a row to its sum, or writes the formula of a foot.
    private func writeFormula(
        of number: UnsafeBufferPointer<UInt8>, inColumn column: Int, of part: TablePart
    ) {
        let text = String(decoding: number, as: UTF8.self)
        guard sums[column] != nil, let number = Double(text) else { return }
        if part == .row {
            sums[column]?.add(number)
        } else if part != .head,
            let first = sums[column]?.firstRow(
                ofFoot: number, lastDigit: columns[column].lastDigit(of: text), isOfTable: part == .tableFoot),
            first < row
        {
            let letters = columns[column].letters
            markup.write("<f>SUBTOTAL(9,\(letters)\(first):\(letters)\(row - 1))</f>")
        } else if number != 0 {
            sums[column]?.addOther()
        }
    }

    // MARK: After the last row

    func end(to output: inout GridOutput) throws {
        if followsHiddenGroup, row < Self.mostRows { markup.write("<row r=\"\(row + 1)\" collapsed=\"1\"/>") }
        let filter = filteredCells
        markup.write("</sheetData>")
        if let filter { markup.write("<autoFilter ref=\"\(filter)\"/>") }
        try bars.writeRules(for: columns, to: &markup)
        links.write(to: &markup)
        writePageSettings()
        if row > 0, let last = columns.last {
            // Numbers that became text get no mark.
            markup.write(
                "<ignoredErrors><ignoredError sqref=\"A1:\(last.letters)\(row)\" numberStoredAsText=\"1\"/></ignoredErrors>"
            )
        }
        try bars.writeExtensions(for: columns, to: &markup)
        markup.write("</worksheet>")
        try endEntry()
        if !links.isEmpty { try writeEntry("xl/worksheets/_rels/sheet1.xml.rels", links.relationshipList) }
        let absoluteFilter = filter.map { _ in
            "$A$1:$\(columns[columns.count - 1].letters)$\(lastFilteredRow)"
        }
        let untitled = format.words.page.untitled
        let name = XML.sheetName(caption) ?? XML.sheetName(untitled) ?? "Table"
        try writeEntry(
            "xl/workbook.xml", XML.workbook(name: name, hasTitles: hasTitles, filter: absoluteFilter))
        archive.close()
        passOn(to: &output)
    }

    /// The titles and rows of a table without groups.
    private var filteredCells: String? {
        guard hasTitles, headCount == 0, sectionCount == 1 || !format.includesHeadsAndFeet,
            lastFilteredRow > 1,
            let last = columns.last
        else { return nil }
        return "A1:\(last.letters)\(lastFilteredRow)"
    }

    /// Writes the settings of printed pages: as wide as the table, unless the text would be too small to read, with the
    /// caption above and the page's number below.
    private func writePageSettings() {
        let tableWidth = columns.reduce(0) { $0 + width(of: $1) }
        markup.write(
            "<pageMargins left=\"0.5\" right=\"0.5\" top=\"0.75\" bottom=\"0.75\" header=\"0.3\" footer=\"0.3\"/>"
        )
        let orientation = tableWidth > 95 ? "landscape" : "portrait"
        // More characters on a page would be too small to read.
        let pageCount = max((tableWidth + 199) / 200, 1)
        markup.write(
            "<pageSetup orientation=\"\(orientation)\" fitToWidth=\"\(pageCount)\" fitToHeight=\"0\"/>")
        // An ampersand begins a code, so it is doubled. A header has at most 255 UTF-16 units.
        var header = ""
        for scalar in caption.unicodeScalars {
            let text = scalar == "&" ? "&&" : String(scalar)
            guard header.utf16.count + text.utf16.count <= 250 else { break }
            header += text
        }
        markup.write("<headerFooter><oddHeader>&amp;C\(XML.escaped(header))</oddHeader>")
        markup.write("<oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>")
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text begins with `=`, `+`, `-`, `@`, an apostrophe, a point, or a digit. After an edit of the cell, a
    /// spreadsheet would read such a text as a formula or a number.
    fileprivate var isEvaluatedAfterEdit: Bool {
        guard let first else { return false }
        return switch first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "'"),
            UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
