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
    private var map: LineMap

    /// Creates the lines of a table, in its own order.
    ///
    /// - Complexity: O(sections).
    init(_ table: TableInfo = TableInfo()) {
        self.init(table, BrowserQuery(), nil)
    }

    /// Creates the lines of a table that a query shows.
    init(_ queried: QueriedTable, _ query: BrowserQuery) {
        self.init(queried.whole, query, queried)
    }

    private init(_ table: TableInfo, _ query: BrowserQuery, _ queried: QueriedTable?, map: LineMap? = nil) {
        let whole = table.sections
        let sections = queried.map { queried in whole.indices.map(queried.section) } ?? whole
        self.table = table
        columns = table.columns.shown(to: .people)
        visibleCells = table.columns.visibleCells(for: .people)
        self.query = query
        self.queried = queried
        self.whole = whole
        self.sections = sections
        let hasFoot = (queried?.visible ?? table).hasFoot
        self.map =
            map
            ?? LineMap(count: sections.count + 1) { index in
                index == sections.count ? (hasFoot ? 1 : 0) : Self.height(of: sections[index])
            }
    }

    /// Returns the lines of a new table, in the table's own order.
    ///
    /// - Parameters:
    ///   - changes: The changes from the table of these lines to the new table.
    ///   - new: The new table.
    /// - Complexity: O(sections).
    func applying(_ changes: TableChanges, to new: TableInfo) -> TableLines {
        let rows = changes.rowDeletes + changes.rowInserts + changes.rowMoves.flatMap { [$0.from, $0.to] }
        var touched = Set(rows.map(\.section))
        touched.formUnion(changes.headUpdates + changes.footUpdates)
        touched.formUnion(changes.collapsedSections + changes.expandedSections)
        guard queried == nil, changes.sectionDeletes.isEmpty, changes.sectionInserts.isEmpty,
            touched.count <= 32
        else { return TableLines(new) }
        var lines = TableLines(new, BrowserQuery(), nil, map: map)
        for index in touched {
            let height = Self.height(of: lines.sections[index])
            lines.map.add(height - self.height(ofSection: index), toSection: index)
        }
        let end = sections.count
        lines.map.add((new.hasFoot ? 1 : 0) - height(ofSection: end), toSection: end)
        return lines
    }

    /// The number of lines.
    var count: Int { map.lineCount }

    private static func height(of section: TableSection?) -> Int {
        guard let section else { return 0 }
        return section.visibleRowCount + (section.hasHead ? 1 : 0) + (section.hasFoot ? 1 : 0)
    }

    private func height(ofSection index: Int) -> Int {
        map.firstLine(ofSection: index + 1) - map.firstLine(ofSection: index)
    }

    /// Returns the line at an index.
    ///
    /// - Complexity: O(log sections).
    subscript(index: Int) -> BrowserLine {
        let (section, offset) = map.section(ofLine: index)
        guard let shown = self.section(section) else { return BrowserLine(section: section, part: .foot) }
        let row = offset - (shown.hasHead ? 1 : 0)
        if row < 0 { return BrowserLine(section: section, part: .head) }
        if row >= shown.visibleRowCount { return BrowserLine(section: section, part: .foot) }
        let rows = queried?.rows(ofSection: section)
        return BrowserLine(section: section, part: .row(rows.map { Int($0[row]) } ?? row))
    }

    /// Returns the index of a line. For a line that is not visible, returns the index of a line near its place.
    ///
    /// - Complexity: O(log sections) in the table's own order, O(rows of the section) in a sorted one.
    func index(of line: BrowserLine) -> Int {
        let start = map.firstLine(ofSection: min(line.section, sections.count))
        let last = max(count - 1, 0)
        guard let section = section(line.section), height(ofSection: line.section) > 0 else {
            return min(start, last)
        }
        let rowCount = section.visibleRowCount
        let firstRow = start + (section.hasHead ? 1 : 0)
        switch line.part {
        case .head: return start
        case .foot: return min(firstRow + rowCount, map.firstLine(ofSection: line.section + 1) - 1)
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
        section(of: line)?.hasHead == true ? map.firstLine(ofSection: line.section) : nil
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

    /// Fills cells with the rows of a section from a line on, until a closure returns `false`.
    ///
    /// - Returns: The index behind the last filled line; `nil` if the line is a head or foot.
    func fillRows(
        from first: Int, _ grid: inout GridLine, while body: (borrowing GridLine, Int) -> Bool
    ) -> Int? {
        struct Stop: Error {}
        let (index, offset) = map.section(ofLine: first)
        guard let section = section(index) else { return nil }
        let row = offset - (section.hasHead ? 1 : 0)
        guard 0..<section.visibleRowCount ~= row else { return nil }
        var next = first
        grid.seriesText = seriesText
        grid.visibleCells = visibleCells
        try? section.rows.fillLines(from: row, &grid, in: section.state) { filled, filledRow in
            next = first + filledRow + 1 - row
            if !body(filled, next - 1) { throw Stop() }
        }
        // A row that fills no cells has no text.
        return max(next, first + 1)
    }

    /// Returns the displayed text of a cell. A single cell of a head or foot extends over all columns.
    func text(of line: BrowserLine, column: Int) -> String {
        var grid = GridLine()
        fill(&grid, with: line)
        return grid.shown(at: line.position == nil && grid.cells.count == 1 ? 0 : column)
    }
}
