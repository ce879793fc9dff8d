import TableAgent

/// The lines of a table, from the top: heads, visible rows, and feet. Rows may be filtered and sorted.
///
/// A line has the position of its row in the table, whatever the order.
struct TableLines {
    /// The table, without the query of the person.
    let table: TableInfo

    /// The columns that a person sees.
    let columns: [GridColumn]

    private let visibleCells: VisibleCells?

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
        _ table: TableInfo = TableInfo(), query: BrowserQuery = BrowserQuery(), queried: QueriedTable? = nil
    ) {
        self.table = table
        columns = table.columns.shown(to: .people)
        visibleCells = table.columns.visibleCells(for: .people)
        self.query = query
        self.queried = queried
        let whole = table.sections
        let sections = queried.map { whole.indices.map($0.section) } ?? whole
        self.whole = whole
        self.sections = sections
        var firstLines: [UInt32] = [0]
        firstLines.reserveCapacity(sections.count + 2)
        var count: UInt32 = 0
        for section in sections {
            let parts = section.map { ($0.hasHead ? 1 : 0) + $0.visibleRowCount + ($0.hasFoot ? 1 : 0) }
            count += UInt32(parts ?? 0)
            firstLines.append(count)
        }
        firstLines.append(count + ((queried?.visible ?? table).hasFoot ? 1 : 0))
        self.firstLines = firstLines
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
        if row >= shown.visibleRowCount { return BrowserLine(section: section, part: .foot) }
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
        let rowCount = section.visibleRowCount
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

    /// Fills cells with a line.
    func fill(_ grid: inout GridLine, with line: BrowserLine) {
        let state = section(of: line)?.state ?? (queried?.visible ?? table).state
        grid.seriesText = seriesText
        grid.visibleCells = visibleCells
        let part: TablePart = line.position == nil ? .head : .row
        if row(of: line)?.fill(&grid, in: state, as: part) != true { grid.removeAll() }
    }

    /// Returns the displayed text of a cell. A single cell of a head or foot extends over all columns.
    func text(of line: BrowserLine, column: Int) -> String {
        var grid = GridLine()
        fill(&grid, with: line)
        return grid.shown(at: line.position == nil && grid.cells.count == 1 ? 0 : column)
    }
}
