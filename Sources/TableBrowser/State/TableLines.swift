import TableAgent

/// The lines of a table, from the top: heads, visible rows, and feet. Rows may be filtered and sorted.
struct TableLines {
    /// The table.
    let table: TableInfo

    /// The columns that a person sees.
    let columns: [GridColumn]

    private let visibleCells: VisibleCells?

    /// The rows in another order, or only some of them; `nil` for the rows of the table.
    let order: RowOrder?

    /// The words of series.
    var seriesText = TableWords.english.series

    // Each read of `table.sections` would retain the storage of the table.
    private let sections: [TableSection]
    private var map: LineMap

    /// Creates the lines of a table.
    ///
    /// - Complexity: O(sections).
    init(_ table: TableInfo = TableInfo(), order: RowOrder? = nil) {
        let sections = table.sections
        self.table = table
        columns = table.columns.shown(to: .people)
        visibleCells = table.columns.visibleCells(for: .people)
        self.order = order
        self.sections = sections
        map = LineMap(count: sections.count + 1) { index in
            index == sections.count
                ? (Self.hasFoot(table.hasFoot, order) ? 1 : 0)
                : Self.height(of: sections[index], at: index, in: order)
        }
    }

    private init(_ table: TableInfo, map: LineMap) {
        self.table = table
        columns = table.columns.shown(to: .people)
        visibleCells = table.columns.visibleCells(for: .people)
        order = nil
        sections = table.sections
        self.map = map
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
        guard order == nil, changes.sectionDeletes.isEmpty, changes.sectionInserts.isEmpty,
            touched.count <= 32
        else { return TableLines(new) }
        var lines = TableLines(new, map: map)
        for index in touched {
            let height = Self.height(of: lines.sections[index], at: index, in: nil)
            lines.map.add(height - self.height(ofSection: index), toSection: index)
        }
        let end = sections.count
        lines.map.add((new.hasFoot ? 1 : 0) - height(ofSection: end), toSection: end)
        return lines
    }

    /// The number of lines.
    var count: Int { map.lineCount }

    /// The number of rows of the table, visible or not.
    ///
    /// - Complexity: O(sections).
    var tableRowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

    private static func height(of section: TableSection, at index: Int, in order: RowOrder?) -> Int {
        let rows = rowCount(of: section, at: index, in: order)
        if let order, order.isFiltered, rows == 0, !section.isCollapsed { return 0 }
        return rows + (section.hasHead ? 1 : 0) + (hasFoot(section.hasFoot, order) ? 1 : 0)
    }

    /// Returns whether a foot is visible. Feet are often sums of all rows, which some rows must not seem to have.
    private static func hasFoot(_ hasFoot: Bool, _ order: RowOrder?) -> Bool {
        hasFoot && order?.isFiltered != true
    }

    private static func rowCount(of section: TableSection, at index: Int, in order: RowOrder?) -> Int {
        section.isCollapsed ? 0 : order?.rowCount(ofSection: index) ?? section.rows.count
    }

    private func height(ofSection index: Int) -> Int {
        map.firstLine(ofSection: index + 1) - map.firstLine(ofSection: index)
    }

    /// Returns the line at an index.
    ///
    /// - Complexity: O(log sections).
    subscript(index: Int) -> BrowserLine {
        let (section, offset) = map.section(ofLine: index)
        guard section < sections.count else { return BrowserLine(section: section, part: .foot) }
        let row = offset - (sections[section].hasHead ? 1 : 0)
        if row < 0 { return BrowserLine(section: section, part: .head) }
        if row >= Self.rowCount(of: sections[section], at: section, in: order) {
            return BrowserLine(section: section, part: .foot)
        }
        return BrowserLine(section: section, part: .row(order?.row(row, ofSection: section) ?? row))
    }

    /// Returns the index of a line. For a line that is not visible, returns the index of a line near its place.
    ///
    /// - Complexity: O(log sections) in the table's own order, O(rows of the section) in a sorted one.
    func index(of line: BrowserLine) -> Int {
        let start = map.firstLine(ofSection: min(line.section, sections.count))
        let last = max(count - 1, 0)
        guard line.section < sections.count, height(ofSection: line.section) > 0 else {
            return min(start, last)
        }
        let section = sections[line.section]
        let rows = Self.rowCount(of: section, at: line.section, in: order)
        let firstRow = start + (section.hasHead ? 1 : 0)
        switch line.part {
        case .head: return start
        case .foot: return min(firstRow + rows, map.firstLine(ofSection: line.section + 1) - 1)
        case .row(let row):
            guard rows > 0 else { return min(start, last) }
            return firstRow + (order?.index(ofRow: row, inSection: line.section) ?? min(row, rows - 1))
        }
    }

    /// Returns the index of the head above a line, or `nil` if its section has no head.
    func headIndex(above line: BrowserLine) -> Int? {
        guard line.section < sections.count, sections[line.section].hasHead else { return nil }
        return map.firstLine(ofSection: line.section)
    }

    /// Returns the section of a line, or `nil` for the foot of the table.
    func section(of line: BrowserLine) -> TableSection? {
        line.section < sections.count ? sections[line.section] : nil
    }

    /// Returns the row of a line. A head or foot is a row, too.
    func row(of line: BrowserLine) -> Row? {
        guard let section = section(of: line) else { return table.foot }
        return switch line.part {
        case .head: section.head
        case .foot: section.foot
        case .row(let row): section.rows[row]
        }
    }

    /// Fills cells with a line.
    func fill(_ grid: inout GridLine, with line: BrowserLine) {
        let state = section(of: line)?.state ?? table.state
        grid.seriesText = seriesText
        grid.visibleCells = visibleCells
        let part: TablePart = line.position == nil ? .head : .row
        if row(of: line)?.fill(&grid, in: state, as: part) != true { grid.removeAll() }
    }

    /// Fills cells with the rows of a section in the table's own order, from a row on, until a closure returns `false`.
    ///
    /// - Returns: The index behind the last filled row.
    func fillRows(
        ofSection index: Int, from first: Int, _ grid: inout GridLine,
        while body: (borrowing GridLine, Int) -> Bool
    ) -> Int {
        struct Stop: Error {}
        var next = first
        grid.seriesText = seriesText
        grid.visibleCells = visibleCells
        try? sections[index].rows.fillLines(from: first, &grid, in: sections[index].state) { filled, row in
            next = row + 1
            if !body(filled, row) { throw Stop() }
        }
        return next
    }

    /// Returns the displayed text of a cell. A single cell of a head or foot extends over all columns.
    func text(of line: BrowserLine, column: Int) -> String {
        var grid = GridLine()
        fill(&grid, with: line)
        return grid.shown(at: line.position == nil && grid.cells.count == 1 ? 0 : column)
    }
}
