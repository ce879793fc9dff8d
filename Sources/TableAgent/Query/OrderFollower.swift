/// The rows of a section that stay in new data.
struct FollowedRows {
    /// The numbers of rows in the old and the new section.
    let oldCount: Int
    let newCount: Int

    /// The new rows that are new or have other content or another place, and the old rows that they were or that are gone;
    /// both ascending.
    private(set) var arriving: [Int] = []
    private(set) var departing: [Int] = []

    /// The first row of the middle part, which is not shared by both sections, and its length in both of them.
    private let first: Int
    private let oldMiddle: Int
    private let newMiddle: Int
    /// The old row of each new row of the middle part, and the reverse; empty if all rows stay at their place. Both count
    /// from the first row of the part, and are negative for a row without another one.
    private var oldRows: [Int32] = []
    private var newRows: [Int32] = []
    private let changed: Set<Int>

    /// Follows the rows of a section; `nil` if there are more changes than a limit.
    init?(from old: TableSection, to new: TableSection, limit: Int) {
        oldCount = old.rows.count
        newCount = new.rows.count
        var matcher = RowMatcher(limit: limit)
        if !new.isCopy(of: old) { matcher.match(old.rows, new.rows, in: IndexPair(old: 0, new: 0)) }
        guard !matcher.exceedsLimit else { return nil }
        let first = matcher.sharedCount
        self.first = first
        oldMiddle = matcher.oldCount
        newMiddle = matcher.newCount
        changed = Set(matcher.changed.map { first + Int($0) })
        arriving = changed.sorted()
        if new.isCopy(of: old) || matcher.isSame {
            departing = arriving
            return
        }
        oldRows = matcher.match
        newRows = Array(repeating: -1, count: oldMiddle)
        for (row, old) in oldRows.enumerated() where old >= 0 {
            newRows[Int(old)] = Int32(truncatingIfNeeded: row)
        }
        let moves = LongestIncreasingSubsequence.moves(oldRows).map { first + $0 }
        let staying = changed.union(moves)
        arriving = (staying + matcher.inserted.map(\.position.row)).sorted()
        departing = (staying.map { first + Int(oldRows[$0 - first]) } + matcher.removed.map(\.position.row))
            .sorted()
        guard max(arriving.count, departing.count) <= limit else { return nil }
    }

    /// Whether so few rows arrive that finding their places reads fewer rows than reading all of them.
    var areFew: Bool { arriving.count <= 16 || arriving.count * 32 <= newCount }

    /// Whether all rows stay at their places.
    var isInPlace: Bool { oldRows.isEmpty && newRows.isEmpty }

    /// Returns whether the content of a new row differs from that of its old row.
    func isChanged(_ newRow: Int) -> Bool { changed.contains(newRow) }

    /// Returns the new row of an old row, if it is still in the section.
    func stayingRow(of oldRow: Int) -> Int? {
        if isInPlace || oldRow < first { return oldRow }
        guard oldRow < first + oldMiddle else { return oldRow - oldMiddle + newMiddle }
        let new = newRows[oldRow - first]
        return new < 0 ? nil : first + Int(new)
    }

    /// Writes some old rows of an order as new rows. All of them are in both sections.
    func write(_ order: ArraySlice<UInt32>, to target: UnsafeMutablePointer<UInt32>) {
        let first = UInt32(first)
        let end = first + UInt32(oldMiddle)
        let shift = UInt32(truncatingIfNeeded: newMiddle - oldMiddle)
        order.withUnsafeBufferPointer { order in
            for index in order.indices {
                let row = order[index]
                target[index] =
                    isInPlace || row < first
                    ? row
                    : row >= end
                        ? row &+ shift : first &+ UInt32(truncatingIfNeeded: newRows[Int(row - first)])
            }
        }
    }
}

/// The edits of the shown rows of a section.
struct OrderEdit {
    /// The old indices of rows that leave their place, ascending.
    fileprivate(set) var removals: [Int] = []

    /// The rows that arrive, by their new index.
    fileprivate(set) var insertions: [(index: Int, row: Int)] = []

    /// The old index of rows that leave their place and arrive again, by their row; and whether their content changed.
    fileprivate var returning: [Int: (index: Int, isChanged: Bool)] = [:]

    /// The old indices of rows that are in the section no longer.
    fileprivate var gone: Set<Int> = []

    /// Returns the changes of the shown rows.
    func known(from old: TableSection, to new: TableSection) -> KnownRows {
        var known = KnownRows(from: old, to: new)
        var left = Set(removals)
        // The rows that stay precede and follow the same rows as before.
        var last = IndexPair(old: -1, new: -1)
        for (count, (index, row)) in insertions.enumerated() {
            guard let (oldIndex, isChanged) = returning[row] else {
                known.inserted.append(index)
                continue
            }
            left.remove(oldIndex)
            let rank = index - count
            let oldRank = oldIndex - removals.partitionPoint { $0 >= oldIndex }
            if rank == oldRank, last.new != rank || last.old < oldIndex {
                last = IndexPair(old: oldIndex, new: rank)
            } else {
                known.moves.append(IndexPair(old: oldIndex, new: index))
            }
            if isChanged { known.updates.append(index) }
        }
        known.removed = left.sorted()
        known.hidden = left.subtracting(gone)
        return known
    }
}

/// Brings the order of a section up to date: reads the rows that differ, and O(log rows) others for each of them.
struct OrderFollower {
    private(set) var order = RowOrder()

    /// The edits of the order; `nil` if all rows are shown in the order of the table.
    private(set) var orderEdit: OrderEdit?

    private let rows: FollowedRows
    private let section: TableSection
    private let plan: QueryPlan
    private let kinds: [ColumnKind?]
    private var line: GridLine
    private var other: GridLine
    private var scratch = QueryPlan.Scratch()

    init(_ rows: FollowedRows, _ section: TableSection, _ plan: QueryPlan, _ kinds: [ColumnKind?]) {
        self.rows = rows
        self.section = section
        self.plan = plan
        self.kinds = kinds
        line = plan.line
        other = plan.line
    }

    /// Follows the rows of a section, from their order so far.
    ///
    /// - Returns: Whether the order is up to date; `false` if all rows must be read.
    mutating func follow(_ old: RowOrder) throws(TableError) -> Bool {
        order.found = plan.wordsFound(inHeadOf: section, &line, using: &scratch)
        guard order.found == old.found else { return false }
        var arrivals: [Int] = []
        for row in rows.arriving {
            guard section.rows[row].fill(&line, in: section.state) else {
                throw TableError.itemNotShown(
                    section.rows[row].item, place: "row \(row)", surface: "a query", position: nil)
            }
            // A value of another kind changes the kind of its column.
            for (column, kind) in zip(plan.typedColumns, kinds) {
                let own = line.columnKind(of: line.cell(inColumn: column))
                if own != nil, own != kind { return false }
            }
            if plan.matches(line, found: order.found, using: &scratch) { arrivals.append(row) }
        }
        if old.rows == nil, arrivals.count == rows.arriving.count { return true }
        let oldRows = old.rows ?? Array(0..<UInt32(rows.oldCount))
        var edit = OrderEdit()
        edit.removals = removals(from: oldRows)
        for (count, place) in place(arrivals, among: oldRows, without: edit.removals).enumerated() {
            edit.insertions.append((place.rank + count, place.row))
        }
        for index in edit.removals {
            guard let newRow = rows.stayingRow(of: Int(oldRows[index])) else {
                edit.gone.insert(index)
                continue
            }
            edit.returning[newRow] = (index, rows.isChanged(newRow))
        }
        order.rows = edited(oldRows, edit)
        orderEdit = edit
        return true
    }

    /// Returns the indices of departing rows in an order, ascending.
    private func removals(from order: [UInt32]) -> [Int] {
        // A pass over the order reads 4 bytes a row. What a row was before is not asked, since an object may have changed.
        guard rows.departing.count > 4 else {
            return rows.departing.compactMap { order.firstIndex(of: UInt32($0)) }.sorted()
        }
        var isDeparting = [Bool](repeating: false, count: rows.oldCount)
        for row in rows.departing { isDeparting[row] = true }
        return order.indices.filter { isDeparting[Int(order[$0])] }
    }

    /// Returns the number of staying rows before each arriving row, in the new order.
    private mutating func place(
        _ arrivals: [Int], among order: [UInt32], without removals: [Int]
    ) -> [(rank: Int, row: Int)] {
        var places: [(rank: Int, row: Int)] = []
        for row in arrivals {
            var range = 0..<order.count - removals.count
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                // The removals before a rank are those whose own rank is not above it.
                let index = middle + removals.indices.partitionPoint { removals[$0] - $0 > middle }
                if precedes(rows.stayingRow(of: Int(order[index])) ?? 0, row) {
                    range = middle + 1..<range.upperBound
                } else {
                    range = range.lowerBound..<middle
                }
            }
            places.append((range.lowerBound, row))
        }
        places.sort { $0.rank == $1.rank ? precedes($0.row, $1.row) : $0.rank < $1.rank }
        return places
    }

    /// Returns whether a row precedes another one in the new order.
    private mutating func precedes(_ row: Int, _ otherRow: Int) -> Bool {
        if plan.sorts.isEmpty { return row < otherRow }
        _ = section.rows[row].fill(&line, in: section.state)
        _ = section.rows[otherRow].fill(&other, in: section.state)
        let result = plan.compare(line, other, using: &scratch)
        return result < 0 || result == 0 && row < otherRow
    }

    /// Returns an order with edits, in new rows.
    private func edited(_ order: [UInt32], _ edit: OrderEdit) -> [UInt32] {
        let count = order.count - edit.removals.count + edit.insertions.count
        // An empty array has the storage that all empty arrays share, which must not be written to.
        guard count > 0 else { return [] }
        return Array(unsafeUninitializedCapacity: count) { target, initialized in
            var removals = edit.removals[...]
            var insertions = edit.insertions[...]
            var source = 0
            while initialized < count {
                if removals.first == source {
                    removals.removeFirst()
                    source += 1
                } else if insertions.first?.index == initialized {
                    target[initialized] = UInt32(insertions.removeFirst().row)
                    initialized += 1
                } else {
                    // The rows up to the next edit.
                    let length = min(
                        (removals.first ?? order.count) - source,
                        (insertions.first?.index ?? count) - initialized)
                    if let start = target.baseAddress {
                        rows.write(order[source..<source + length], to: start + initialized)
                    }
                    source += length
                    initialized += length
                }
            }
        }
    }
}
