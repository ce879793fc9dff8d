import TableAgent

/// Visible rows in an order other than that of the table, or only some of the rows: 4 bytes for each of them.
struct RowOrder: Sendable {
    /// Indices of rows in their sections, section by section.
    private(set) var rows: [UInt32]

    /// The start of each section in `rows`, and the end of the last section.
    private(set) var starts: [UInt32]

    /// The conditions and the order of the rows.
    let ordering: RowOrdering

    /// Whether a filter hides rows.
    var isFiltered: Bool { ordering.filter != nil }

    /// The number of rows.
    var rowCount: Int { rows.count }

    /// Returns the number of rows in a section.
    func rowCount(ofSection section: Int) -> Int { Int(starts[section + 1] - starts[section]) }

    /// Returns a row of a section, as its index in the table.
    func row(_ index: Int, ofSection section: Int) -> Int { Int(rows[Int(starts[section]) + index]) }

    /// Returns the index of a row in its section; for a hidden row, that of the row that follows it in the table.
    func index(ofRow row: Int, inSection section: Int) -> Int {
        let slice = slice(section)
        if let found = slice.firstIndex(of: UInt32(row)) { return found - slice.startIndex }
        let next = slice.indices.filter { slice[$0] > row }.min { slice[$0] < slice[$1] }
        return (next ?? max(slice.startIndex, slice.endIndex - 1)) - slice.startIndex
    }

    private func slice(_ section: Int) -> ArraySlice<UInt32> {
        rows[Int(starts[section])..<Int(starts[section + 1])]
    }
}

/// The filter and the sort of a browser.
struct RowOrdering: Hashable, Sendable {
    /// The condition that visible rows meet, or `nil` for all rows.
    var filter: RowFilter?

    /// The order of the rows, or `nil` for that of the table.
    var sort: RowSort?

    /// Whether all rows are visible in the table's order.
    var isEmpty: Bool { filter == nil && sort == nil }

    /// Returns the ordering after a press of the sort key, which sorts in the other direction the second time.
    func sorted(byColumn column: Int) -> RowOrdering {
        let isAscending = sort.map { $0.column == column && !$0.isDescending } ?? false
        return RowOrdering(filter: filter, sort: RowSort(column: column, isDescending: isAscending))
    }

    /// Returns whether a filter shows all rows of a section because of its head.
    func showsAllRows(of section: TableSection, _ grid: inout GridLine) -> Bool {
        guard let filter, section.hasHead, section.head?.fill(&grid, in: section.state) == true
        else { return false }
        return filter.matchesHead(grid)
    }
}

// MARK: Changes

extension RowOrder {
    /// Returns the order after changes. Rows that stay are not read, and inserted and updated rows are filtered and sorted.
    ///
    /// - Complexity: O(rows), and O(log rows) fillings for each inserted or updated row.
    func applying(
        _ changes: TableChanges, from old: TableInfo, to new: TableInfo,
        seriesText: @escaping @Sendable (SeriesSummary) -> String = TableWords.english.series
    ) -> RowOrder {
        let map = PositionMap(changes)
        let (oldSections, newSections) = (old.sections, new.sections)
        var renewed: [Int: [Int]] = [:]
        for position in changes.rowInserts + changes.rowMoves.map(\.to) + changes.rowUpdates {
            renewed[position.section, default: []].append(position.row)
        }
        let departed = Set((changes.rowDeletes + changes.rowMoves.map(\.from)).map(\.section))
        let updatedHeads = Set(isFiltered ? changes.headUpdates : [])
        var result = RowOrder(rows: [], starts: [0], ordering: ordering)
        result.rows.reserveCapacity(rows.count + 64)
        var inserter = RowInserter(
            ordering: ordering, GridLine(seriesText: seriesText, columns: new.columns))
        for (index, section) in newSections.enumerated() {
            let source = map.oldIndex(ofSection: index)
            let rows = renewed[index].map { Set($0).sorted() } ?? []
            switch source {
            case let source?
            where rows.isEmpty && !departed.contains(source) && !updatedHeads.contains(index):
                result.rows += slice(source)
            case let source? where !updatedHeads.contains(index):
                var newIndices = map.newIndices(
                    ofRowsInSection: source, count: oldSections[source].visibleRowCount)
                for row in rows {
                    // An updated row is inserted again.
                    let old = map.oldPosition(ofRow: RowPosition(section: index, row: row))
                    if let old, old.section == source { newIndices[old.row] = -1 }
                }
                let start = result.rows.count
                for row in slice(source) where newIndices[Int(row)] >= 0 {
                    result.rows.append(UInt32(newIndices[Int(row)]))
                }
                inserter.insert(rows, of: section, into: &result.rows, from: start)
            default:
                // The section is new, or its head may show other rows than before.
                inserter.insert(
                    Array(0..<section.visibleRowCount), of: section, into: &result.rows,
                    from: result.rows.count)
            }
            result.starts.append(UInt32(result.rows.count))
        }
        return result
    }
}

/// Inserts rows into an ordered list at their places.
private struct RowInserter {
    let ordering: RowOrdering
    private var (grid, other): (GridLine, GridLine)

    init(ordering: RowOrdering, _ line: GridLine) {
        self.ordering = ordering
        grid = line
        other = line
    }

    /// Inserts the rows of a section that the filter shows.
    mutating func insert(
        _ indices: [Int], of section: TableSection, into rows: inout [UInt32], from start: Int
    ) {
        guard !indices.isEmpty else { return }
        let showsAll = ordering.showsAllRows(of: section, &grid)
        for index in indices {
            _ = section.rows[index].fill(&grid, in: section.state, as: .row)
            if !showsAll, ordering.filter?.matches(grid) == false { continue }
            let place = rows[start...].partitionPoint { !precedes(Int($0), index, in: section) }
            rows.insert(UInt32(index), at: place)
        }
    }

    /// Returns whether a row precedes the row in `grid`.
    private mutating func precedes(_ row: Int, _ index: Int, in section: TableSection) -> Bool {
        guard let sort = ordering.sort else { return row < index }
        _ = section.rows[row].fill(&other, in: section.state, as: .row)
        return sort.areInOrder(other, grid) ?? (row < index)
    }
}
