import TableAgent

/// The lines of a table, from the top: heads, visible rows, and feet. Rows may be filtered and sorted.
///
/// A folded section is a single line with its head and its totals. A line has the position of its row in the table, whatever
/// the order.
struct TableLines {
    /// The table, without the query of the person.
    let table: TableInfo

    /// The columns that a person sees.
    let columns: [GridColumn]

    private let visibleCells: VisibleCells?

    /// Whether the rows of folded sections are lines, too, as a search reads them.
    private let isUnfolded: Bool

    /// The filters and sorts of the person.
    let query: BrowserQuery

    /// The table as the query shows it; `nil` without a query.
    let queried: QueriedTable?

    /// The words of series.
    var seriesText = TableWords.english.series

    // Each read of `table.sections` would retain the storage of the table.
    private let whole: [TableSection]
    /// The sections as the query shows them; `nil` for a section that is not visible.
    private let sections: [TableSection?]
    /// The index of each section's first line, that of the table's foot, and the number of lines: 4 bytes for a section, and
    /// nothing for a row.
    private let firstLines: [UInt32]

    /// Creates the lines of a table, in its own order or as a query shows them.
    ///
    /// - Complexity: O(sections).
    init(
        _ table: TableInfo = TableInfo(), query: BrowserQuery = BrowserQuery(), queried: QueriedTable? = nil,
        isUnfolded: Bool = false
    ) {
        self.table = table
        columns = table.columns.shown(to: .people)
        visibleCells = table.columns.visibleCells(for: .people)
        self.query = query
        self.queried = queried
        self.isUnfolded = isUnfolded
        let whole = table.sections
        let sections = queried.map { whole.indices.map($0.section) } ?? whole
        self.whole = whole
        self.sections = sections
        var firstLines: [UInt32] = [0]
        firstLines.reserveCapacity(sections.count + 2)
        var count: UInt32 = 0
        for section in sections {
            if let section {
                let rowCount = section.rowCount(isUnfolded: isUnfolded)
                count += UInt32((section.hasHead ? 1 : 0) + rowCount + (section.hasFootLine ? 1 : 0))
            }
            firstLines.append(count)
        }
        firstLines.append(count + ((queried?.visible ?? table).hasFoot ? 1 : 0))
        self.firstLines = firstLines
    }

    /// The same lines, and the rows of folded sections.
    var unfolded: TableLines {
        var lines = TableLines(table, query: query, queried: queried, isUnfolded: true)
        lines.seriesText = seriesText
        return lines
    }

    /// The number of lines.
    var count: Int { firstLine(ofSection: sections.count + 1) }

    private func firstLine(ofSection index: Int) -> Int { Int(firstLines[index]) }

    /// Returns the line at an index.
    ///
    /// - Complexity: O(log sections).
    subscript(index: Int) -> BrowserLine {
        // Of several sections that begin at the line, all but the last are empty.
        let section = firstLines.partitionPoint { $0 > index } - 1
        guard let shown = self.section(section) else { return BrowserLine(section: section, part: .foot) }
        let row = index - firstLine(ofSection: section) - (shown.hasHead ? 1 : 0)
        if row < 0 { return BrowserLine(section: section, part: .head) }
        if row >= shown.rowCount(isUnfolded: isUnfolded) { return BrowserLine(section: section, part: .foot) }
        let rows = queried?.rows(ofSection: section)
        return BrowserLine(section: section, part: .row(rows.map { Int($0[row]) } ?? row))
    }

    /// Returns the index of a line. For a line that is not visible, returns the index of a line near its place.
    ///
    /// - Complexity: O(log sections) in the table's own order, O(rows of the section) in a sorted one.
    func index(of line: BrowserLine) -> Int {
        let start = firstLine(ofSection: min(line.section, sections.count))
        let last = max(count - 1, 0)
        let end = firstLine(ofSection: min(line.section, sections.count) + 1)
        guard let section = section(line.section), start < end else { return min(start, last) }
        let rowCount = section.rowCount(isUnfolded: isUnfolded)
        let firstRow = start + (section.hasHead ? 1 : 0)
        switch line.part {
        case .head: return start
        case .foot: return min(firstRow + rowCount, end - 1)
        case .row(let row):
            guard rowCount > 0 else { return min(start, last) }
            guard let rows = queried?.rows(ofSection: line.section) else {
                return firstRow + min(row, rowCount - 1)
            }
            if let found = rows.firstIndex(of: UInt32(row)) { return firstRow + found }
            // The row that follows a hidden one in the table.
            let next = rows.indices.filter { rows[$0] > row }.min { rows[$0] < rows[$1] }
            return firstRow + (next ?? rowCount - 1)
        }
    }

    /// Returns the positions of rows in the order of the lines. Under a sort, rows that are not visible follow in the order of
    /// the table.
    func ordered(_ positions: Set<RowPosition>) -> [RowPosition] {
        guard let queried, !query.sorts.isEmpty else { return positions.sorted() }
        let visible = Set(positions.map(\.section)).sorted().flatMap { section in
            (queried.rows(ofSection: section) ?? []).lazy.map { RowPosition(section: section, row: Int($0)) }
                .filter { positions.contains($0) }
        }
        return visible + positions.subtracting(visible).sorted()
    }

    /// Returns the first row that other lines show, from a row on in the order of these lines, or else the last one above it.
    /// Returns another line, and a row without such a row in its section, as it is.
    func next(_ line: BrowserLine, visibleIn new: TableLines) -> BrowserLine {
        guard let row = line.position?.row, let order = queried?.rows(ofSection: line.section),
            let place = order.firstIndex(of: UInt32(row)),
            let shown = new.queried?.rows(ofSection: line.section)
        else { return line }
        var isShown = [Bool](repeating: false, count: whole[line.section].rows.count)
        for row in shown { isShown[Int(row)] = true }
        let next = order[place...].first { isShown[Int($0)] } ?? order[..<place].last { isShown[Int($0)] }
        return next.map { BrowserLine(section: line.section, part: .row(Int($0))) } ?? line
    }

    /// Returns the index of the head above a line, or `nil` if its section has no head.
    func headIndex(above line: BrowserLine) -> Int? {
        section(of: line)?.hasHead == true ? firstLine(ofSection: line.section) : nil
    }

    /// Returns the visible section of a line, or `nil` for the foot of the table.
    func section(of line: BrowserLine) -> TableSection? { section(line.section) }

    private func section(_ index: Int) -> TableSection? { index < sections.count ? sections[index] : nil }

    /// Returns the row of a line. A head or foot is a row, too.
    func row(of line: BrowserLine) -> Row? {
        switch line.part {
        case .head: section(of: line)?.head
        case .foot: line.section < sections.count ? section(of: line)?.foot : (queried?.visible ?? table).foot
        case .row(let row): whole[line.section].rows[row]
        }
    }

    /// Returns the parts of a section that a line shows: the head and the foot of a folded section, or else the line alone.
    func parts(of line: BrowserLine) -> [BrowserLine] {
        [line] + [foldedFoot(of: line)].compactMap(\.self)
    }

    private func foldedFoot(of line: BrowserLine) -> BrowserLine? {
        guard line.part == .head, let section = section(of: line), section.hasFoot, !section.hasFootLine
        else { return nil }
        return BrowserLine(section: line.section, part: .foot)
    }

    /// Fills cells with a line, and with the totals of a folded section.
    ///
    /// - Returns: Whether the first text belongs to no column, so that it extends over the next columns without a text.
    @discardableResult
    func fill(_ grid: inout GridLine, with line: BrowserLine) -> Bool {
        fillPart(&grid, with: line)
        let isExtending = line.position == nil && grid.cells.count == 1
        if let foot = foldedFoot(of: line) {
            var totals = GridLine()
            fillPart(&totals, with: foot)
            grid.addTotals(of: totals)
        }
        return isExtending
    }

    /// Fills cells with a line, without the totals of a folded section.
    func fillPart(_ grid: inout GridLine, with line: BrowserLine) {
        let state = section(of: line)?.state ?? (queried?.visible ?? table).state
        grid.seriesText = seriesText
        grid.visibleCells = visibleCells
        let part: TablePart = line.position == nil ? .head : .row
        if row(of: line)?.fill(&grid, in: state, as: part) != true { grid.removeAll() }
    }

    /// Returns the title of a column; an empty text for a column without a title.
    func title(ofColumn column: Int) -> String {
        columns.indices.contains(column) ? columns[column].title : ""
    }

    /// Returns the displayed text of a cell. A single cell of a head or foot extends over the columns without a text.
    func text(of line: BrowserLine, column: Int) -> String {
        var grid = GridLine()
        let isExtending = fill(&grid, with: line)
        let text = grid.shown(at: column)
        return isExtending && text.isEmpty ? grid.shown(at: 0) : text
    }
}

extension TableSection {
    /// Whether the foot is a line. The foot of a folded section is a part of the line of its head.
    var hasFootLine: Bool { hasFoot && !(isCollapsed && hasHead) }

    fileprivate func rowCount(isUnfolded: Bool) -> Int { isUnfolded ? rows.count : visibleRowCount }
}

extension GridLine {
    /// Adds the cells of a foot to a head, in columns where the head has no text. Labels before the first value are left out.
    ///
    /// The only cell of a foot belongs to no column, so its text follows that of a head with a single cell.
    fileprivate mutating func addTotals(of foot: borrowing GridLine) {
        if cells.count == 1, foot.cells.count == 1 {
            text("\(shown(at: 0))  \(foot.shown(at: 0))", role: cells[0].role)
            cells.removeFirst()
            return
        }
        let start = bytes.count
        foot.bytes.withBytes { bytes.append($0) }
        hasSeries = hasSeries || foot.hasSeries
        let columns = foot.cells.indices.dropFirst()
        for index in columns.drop(while: { !foot.cells[$0].hasValue }) {
            while cells.count <= index { empty() }
            if cells[index].shown.isEmpty { cells[index] = foot.cells[index].moved(by: start) }
        }
    }
}
