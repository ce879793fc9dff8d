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
        departing = (staying.compactMap(oldRow) + matcher.removed.map(\.position.row)).sorted()
        guard max(arriving.count, departing.count) <= limit else { return nil }
    }

    /// Whether so few rows arrive that finding their places reads fewer rows than reading all of them.
    var areFew: Bool { arriving.count <= 16 || arriving.count * 32 <= newCount }

    /// Whether all rows stay at their places.
    var isInPlace: Bool { oldRows.isEmpty && newRows.isEmpty }

    /// Returns whether the content of a new row differs from that of its old row.
    func isChanged(_ newRow: Int) -> Bool { changed.contains(newRow) }

    /// Returns the old row of a new row, if there is one.
    func oldRow(of newRow: Int) -> Int? {
        if isInPlace || newRow < first { return newRow }
        guard newRow < first + newMiddle else { return newRow - newMiddle + oldMiddle }
        let old = oldRows[newRow - first]
        return old < 0 ? nil : first + Int(old)
    }

    /// Returns the new row of an old row, if it is still in the section.
    func stayingRow(of oldRow: Int) -> Int? {
        if isInPlace || oldRow < first { return oldRow }
        guard oldRow < first + oldMiddle else { return oldRow - oldMiddle + newMiddle }
        let new = newRows[oldRow - first]
        return new < 0 ? nil : first + Int(new)
    }

    /// Returns a list with an element for each old row, in the new order of rows. New rows have an element of 0.
    func moved(_ list: [UInt8]) -> [UInt8] {
        if isInPlace { return list }
        return list[..<first] + oldRows.map { $0 < 0 ? 0 : list[first + Int($0)] }
            + list[(first + oldMiddle)...]
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

    /// Returns the old index of each shown row.
    ///
    /// - Parameters:
    ///   - rows: The new rows that are shown, in their order; `nil` for all.
    ///   - oldRows: The old rows that were shown.
    func match(of rows: [UInt32]?, with oldRows: [UInt32]?) -> [Int32] {
        var indices = [Int32](repeating: oldRows == nil ? 0 : -1, count: oldCount)
        if let oldRows {
            for (index, row) in oldRows.enumerated() { indices[Int(row)] = Int32(truncatingIfNeeded: index) }
        } else {
            for row in indices.indices { indices[row] = Int32(truncatingIfNeeded: row) }
        }
        func index(_ row: Int) -> Int32 { oldRow(of: row).map { indices[$0] } ?? -1 }
        return rows.map { $0.map { index(Int($0)) } } ?? (0..<newCount).map(index)
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

    /// Writes the edits as changes.
    func write(to known: inout KnownRows) {
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
    }
}

/// Brings the order of a section up to date: reads the rows that differ, and O(log rows) others for each of them.
struct OrderFollower {
    /// The new order, and the numbers of values of each kind.
    private(set) var order = RowOrder(kinds: [])
    private(set) var counts: [KindCounts] = []

    /// The edits of the order; `nil` if all rows are shown in the order of the table.
    private(set) var orderEdit: OrderEdit?

    private let rows: FollowedRows
    private let old: TableSection
    private let new: TableSection
    private let plan: QueryPlan
    private var line: GridLine
    private var other: GridLine
    private var scratch = QueryPlan.Scratch()

    init(_ rows: FollowedRows, _ old: TableSection, _ new: TableSection, _ plan: QueryPlan) {
        self.rows = rows
        self.old = old
        self.new = new
        self.plan = plan
        line = plan.line
        other = plan.line
    }

    /// Follows the rows of a section.
    ///
    /// - Returns: Whether the order is up to date; `false` if all rows must be read.
    mutating func follow(_ section: QueriedSection) throws(TableError) -> Bool {
        order.found = plan.wordsFound(inHeadOf: new, &line, using: &scratch)
        guard order.found == section.order.found else { return false }
        counts = section.counts
        order.kinds = section.order.kinds.map { rows.moved($0) }
        for (index, kinds) in section.order.kinds.enumerated() {
            for row in rows.departing { counts[index].add(kinds[row], -1) }
        }
        var arrivals: [Int] = []
        for row in rows.arriving where try read(row) { arrivals.append(row) }
        if section.order.rows == nil, arrivals.count == rows.arriving.count { return true }
        let oldRows = section.order.rows ?? Array(0..<UInt32(old.rows.count))
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

    /// Reads a row and its kinds, and returns whether it meets the query.
    private mutating func read(_ row: Int) throws(TableError) -> Bool {
        guard new.rows[row].fill(&line, in: new.state) else {
            throw TableError.itemNotShown(
                new.rows[row].item, place: "row \(row)", surface: "a query", position: nil)
        }
        for (index, column) in plan.typedColumns.enumerated() {
            let kind = column < line.cells.count ? line.columnKind(of: line.cells[column])?.rawValue ?? 0 : 0
            order.kinds[index][row] = kind
            counts[index].add(kind)
        }
        return plan.matches(line, found: order.found, using: &scratch)
    }

    /// Returns the indices of departing rows in an order, ascending.
    private func removals(from order: [UInt32]) -> [Int] {
        if plan.sorts.isEmpty {
            return rows.departing.compactMap { row in
                let index = order.partitionPoint { $0 >= row }
                return index < order.count && order[index] == row ? index : nil
            }
        }
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
        let stayingCount = order.count - removals.count
        var places: [(rank: Int, row: Int)] = []
        for row in arrivals {
            fill(&line, row)
            var range = 0..<stayingCount
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                // The removals before a rank are those whose own rank is not above it.
                let index = middle + removals.indices.partitionPoint { removals[$0] - $0 > middle }
                let staying = rows.stayingRow(of: Int(order[index])) ?? 0
                if precedes(staying, row) {
                    range = middle + 1..<range.upperBound
                } else {
                    range = range.lowerBound..<middle
                }
            }
            places.append((range.lowerBound, row))
        }
        guard !plan.sorts.isEmpty, places.count > 1 else { return places.sorted { $0 < $1 } }
        let (section, plan) = (new, plan)
        var (first, second, scratch) = (line, other, scratch)
        places.sort { left, right in
            guard left.rank == right.rank else { return left.rank < right.rank }
            _ = section.rows[left.row].fill(&first, in: section.state)
            _ = section.rows[right.row].fill(&second, in: section.state)
            let result = plan.compare(first, second, using: &scratch)
            return result == 0 ? left.row < right.row : result < 0
        }
        return places
    }

    /// Returns whether a new row precedes the row in `line`.
    private mutating func precedes(_ row: Int, _ lineRow: Int) -> Bool {
        if plan.sorts.isEmpty { return row < lineRow }
        fill(&other, row)
        let result = plan.compare(other, line, using: &scratch)
        return result < 0 || result == 0 && row < lineRow
    }

    private func fill(_ line: inout GridLine, _ row: Int) {
        _ = new.rows[row].fill(&line, in: new.state)
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
