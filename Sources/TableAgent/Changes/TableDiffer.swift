/// Finds the changes between two tables: of sections first, then of the rows of each section that stays, then
/// of rows that went from one section to another, and last what all that means for listeners.
struct TableDiffer {
    private(set) var changes = TableChanges()

    private let old: [TableSection]
    private let new: [TableSection]
    private let limit: Int
    /// The visible rows of sections that stay which have no match yet.
    private var gone: [UnmatchedRow] = []
    private var came: [UnmatchedRow] = []

    private typealias SectionPair = (old: Int, new: Int)

    init(from old: [TableSection], to new: [TableSection], limit: Int) {
        (self.old, self.new, self.limit) = (old, new, limit)
    }

    /// Finds all changes, and returns `false` if there are more than the limit.
    mutating func findChanges() -> Bool {
        let (staying, moved) = matchSections()
        guard changes.count <= limit else { return false }
        var hasCollapsed = false
        for pair in staying {
            if old[pair.old].isCollapsed || new[pair.new].isCollapsed { hasCollapsed = true }
            guard findRowChanges(pair), changes.count + max(gone.count, came.count) <= limit else {
                return false
            }
            if isHeadFootChanged(old[pair.old].head, new[pair.new].head, pair) {
                changes.headUpdates.append(pair.new)
            }
            if isHeadFootChanged(old[pair.old].foot, new[pair.new].foot, pair) {
                changes.footUpdates.append(pair.new)
            }
        }
        if staying.count > 1 { findMovesAcrossSections() }
        changes.rowDeletes = gone.map(\.position)
        changes.rowInserts = came.map(\.position)
        guard changes.count <= limit else { return false }
        hasCollapsed = hasCollapsed || moved.contains { old[$0.old].isCollapsed || new[$0.new].isCollapsed }
        findRemovedRows(staying, moved, hasCollapsed)
        if hasCollapsed { findToggledSections(staying + moved) }
        return true
    }

    /// Finds the sections that were collapsed or expanded, and nothing else.
    mutating func findToggledSections() {
        let (staying, moved) = matchSections()
        changes = TableChanges()
        findToggledSections(staying + moved)
    }

    private mutating func findToggledSections(_ pairs: [SectionPair]) {
        for pair in pairs.sorted(by: { $0.new < $1.new })
        where old[pair.old].isCollapsed != new[pair.new].isCollapsed {
            if new[pair.new].isCollapsed {
                changes.collapsedSections.append(pair.new)
            } else {
                changes.expandedSections.append(pair.new)
            }
        }
    }

    // MARK: Sections

    /// Matches the sections, and returns those that stay and those that move.
    ///
    /// Of sections in another order, those stay that have the most visible rows in all.
    private mutating func matchSections() -> (staying: [SectionPair], moved: [SectionPair]) {
        if old.count == new.count, old.indices.allSatisfy({ old[$0].id == new[$0].id }) {
            return (old.indices.map { ($0, $0) }, [])
        }
        let matcher = RowMatcher(Self.rows(old), Self.rows(new), in: (0, 0))
        let match = matcher.match
        let moves = LongestIncreasingSubsequence.moves(match, oldCount: old.count) { number in
            1 + Self.visibleRowCount(old, Int(match[number])) + Self.visibleRowCount(new, number)
        }
        let moved = moves.map { (old: Int(match[$0]), new: $0) }
        changes.removedSections = matcher.gone.map(\.position.row)
        changes.sectionDeletes = (changes.removedSections + moved.map(\.old)).sorted()
        changes.sectionInserts = (matcher.came.map(\.position.row) + moves).sorted()
        var isMoved = Array(repeating: false, count: new.count)
        for number in moves { isMoved[number] = true }
        let staying = match.indices.filter { match[$0] >= 0 && !isMoved[$0] }
        return (staying.map { (Int(match[$0]), $0) }, moved)
    }

    /// The number of visible rows of a section, which is not copied if it is asked like this.
    private static func visibleRowCount(_ sections: [TableSection], _ number: Int) -> Int {
        sections[number].isCollapsed ? 0 : sections[number].rows.count
    }

    /// Sections as rows, for they are matched alike.
    private static func rows(_ sections: [TableSection]) -> Rows {
        Rows(run: TypedRun(sections, as: SectionAsRow.self, identity: SectionIdentity()))
    }

    private enum SectionAsRow: TableItem {
        static func fill(_ view: inout Void, with data: TableSection) {}
        static func isUnchanged(_ old: TableSection, _ new: TableSection) -> Bool { true }
    }

    private struct SectionIdentity: RowIdentity {
        func id(of section: TableSection, at index: Int) -> AnyID { section.id }
    }

    // MARK: Rows

    /// Finds the changes of a section's rows, and returns `false` if there are more than the limit.
    private mutating func findRowChanges(_ pair: SectionPair) -> Bool {
        if old[pair.old].isCollapsed || new[pair.new].isCollapsed {
            return findRowChanges(old[pair.old].visibleRows, new[pair.new].visibleRows, pair)
        }
        return findRowChanges(old[pair.old].rows, new[pair.new].rows, pair)
    }

    private mutating func findRowChanges(_ old: Rows, _ new: Rows, _ pair: SectionPair) -> Bool {
        let (first, last) = old.sharedEnds(with: new)
        let matcher = RowMatcher(
            old.part(first..<old.count - last), new.part(first..<new.count - last), in: pair, from: first,
            limit: limit)
        if matcher.exceedsLimit { return false }
        if !matcher.changed.isEmpty {
            for row in matcher.changed.sorted() {
                changes.rowUpdates.append(RowPosition(section: pair.new, row: first + Int(row)))
            }
        }
        if matcher.isSame { return true }
        // Where it is the only section, its lists are not copied.
        if gone.isEmpty { gone = matcher.gone } else { gone += matcher.gone }
        if came.isEmpty { came = matcher.came } else { came += matcher.came }
        for row in LongestIncreasingSubsequence.moves(matcher.match) {
            changes.rowMoves.append(
                TableChanges.RowMove(
                    from: RowPosition(section: pair.old, row: first + Int(matcher.match[row])),
                    to: RowPosition(section: pair.new, row: first + row)))
        }
        return true
    }

    /// Finds the rows that left one section and arrived in another.
    private mutating func findMovesAcrossSections() {
        var (changed, updates): ([Int32], [RowPosition]) = ([], [])
        let moves = Self.join(&gone, old, &came, new) { row, rows in
            row.hash != 0 ? row.hash : rows.hash(at: row.position.row)
        } isSame: { oldRows, i, newRows, j in
            RowPair(oldRows, newRows).follow(i, j, 1, &changed) == 1
        } onMatch: { position in
            if changed.popLast() != nil { updates.append(position) }
        }
        guard !moves.isEmpty else { return }
        changes.rowMoves += moves
        changes.rowMoves.sort { $0.to < $1.to }
        changes.rowUpdates += updates
        changes.rowUpdates.sort()
    }

    /// Pairs off rows by their hashes, in order, and removes them from both lists.
    ///
    /// It is a static function, so that its closures don't capture a copy of what changes.
    private static func join(
        _ gone: inout [UnmatchedRow], _ old: [TableSection], _ came: inout [UnmatchedRow],
        _ new: [TableSection],
        hash: (UnmatchedRow, Rows) -> Int, isSame: (Rows, Int, Rows, Int) -> Bool,
        onMatch: (RowPosition) -> Void = { _ in }
    ) -> [TableChanges.RowMove] {
        guard !gone.isEmpty, !came.isEmpty else { return [] }
        var pairs: [TableChanges.RowMove] = []
        var isMatched = [Bool](repeating: false, count: gone.count)
        var table = HashTable(count: gone.count) { hash(gone[$0], old[gone[$0].position.section].rows) }
        came.removeAll { row in
            let to = row.position
            let rows = new[to.section].rows
            let number = table.take(hash(row, rows)) {
                let from = gone[$0].position
                return isSame(old[from.section].rows, from.row, rows, to.row)
            }
            guard let number else { return false }
            pairs.append(TableChanges.RowMove(from: gone[number].position, to: to))
            isMatched[number] = true
            onMatch(to)
            return true
        }
        if !pairs.isEmpty { gone = zip(gone, isMatched).filter { !$0.1 }.map(\.0) }
        return pairs
    }

    // MARK: Heads and feet

    /// Whether a head or foot has other content than before.
    private func isHeadFootChanged(_ oldRow: Row?, _ newRow: Row?, _ pair: SectionPair) -> Bool {
        guard let oldRow, let newRow else { return (oldRow == nil) != (newRow == nil) }
        var changed: [Int32] = []
        let same = oldRow.run.follow(
            oldRow.index, newRow.run, newRow.index, limit: 1, number: 0, changed: &changed)
        if same == 0 || !changed.isEmpty { return true }
        return
            (old[pair.old].isCollapsed != new[pair.new].isCollapsed
            || old[pair.old].rows.count != new[pair.new].rows.count)
            && newRow.run.operations.showsSection()
    }

    // MARK: Removed rows

    /// Finds the rows that were visible in a section that stays or moves, and are nowhere in the new table.
    ///
    /// The changes name them, but for sections whose rows they don't name one by one: those that moved, and those
    /// that are or were collapsed. A row that is shown by another item is not removed.
    private mutating func findRemovedRows(
        _ staying: [SectionPair], _ moved: [SectionPair], _ hasCollapsed: Bool
    ) {
        if !hasCollapsed, moved.isEmpty, gone.isEmpty || came.isEmpty && changes.sectionInserts.isEmpty {
            changes.removedRows = changes.rowDeletes
            return
        }
        let toggled = staying.filter {
            hasCollapsed && (old[$0.old].isCollapsed || new[$0.new].isCollapsed)
        }
        let (oldToggled, newToggled) = (Set(toggled.map(\.old)), Set(toggled.map(\.new)))
        var leaving = toggled.isEmpty ? gone : gone.filter { !oldToggled.contains($0.position.section) }
        var arriving = toggled.isEmpty ? came : came.filter { !newToggled.contains($0.position.section) }

        // Those of the other sections.
        var (othersLeaving, othersArriving): ([UnmatchedRow], [UnmatchedRow]) = ([], [])
        let others = toggled + moved
        for pair in others where !old[pair.old].isCollapsed {
            let matcher = matchAll(pair)
            othersLeaving += matcher.gone
            othersArriving += matcher.came
        }
        guard !leaving.isEmpty || !othersLeaving.isEmpty else { return }
        for pair in others where old[pair.old].isCollapsed { othersArriving += matchAll(pair).came }
        var targets: Set<RowPosition> = []
        for move in toggled.isEmpty ? [] : changes.rowMoves
        where oldToggled.contains(move.from.section) != newToggled.contains(move.to.section) {
            if newToggled.contains(move.to.section) {
                targets.insert(move.to)
            } else {
                othersArriving.append(UnmatchedRow(move.to.section, move.to.row))
            }
        }
        if !targets.isEmpty { othersArriving.removeAll { targets.contains($0.position) } }
        let known = Set(moved.map(\.new))
        for section in changes.sectionInserts where !known.contains(section) {
            for row in new[section].rows.indices { othersArriving.append(UnmatchedRow(section, row)) }
        }

        // Rows with one id and one item are matched by now, so what the changes name needs no further look.
        if countItems(leaving, arriving) < 2 {
            if others.isEmpty, othersArriving.isEmpty { return changes.removedRows = changes.rowDeletes }
            removeSame(&othersLeaving, &arriving)
            arriving = []
        }
        leaving += othersLeaving
        arriving += othersArriving
        removeSame(&leaving, &arriving)
        changes.removedRows = leaving.map(\.position)
        if !others.isEmpty { changes.removedRows.sort() }
    }

    /// Removes rows with the same ids from both lists.
    private func removeSame(_ leaving: inout [UnmatchedRow], _ arriving: inout [UnmatchedRow]) {
        _ = Self.join(&leaving, old, &arriving, new) { row, rows in
            let place = rows.place(of: row.position.row)
            return row.hash != 0 ? row.hash ^ place.run.itemHash : place.run.idHash(at: place.index)
        } isSame: { oldRows, i, newRows, j in
            let (from, to) = (oldRows.place(of: i), newRows.place(of: j))
            return from.run.hasSameID(from.index, to.run, to.index)
        }
    }

    /// Matches all rows of a section, visible or hidden.
    private func matchAll(_ pair: SectionPair) -> RowMatcher {
        let (old, new) = (old[pair.old].rows, new[pair.new].rows)
        let (first, last) = old.sharedEnds(with: new)
        return RowMatcher(
            old.part(first..<old.count - last), new.part(first..<new.count - last), in: pair, from: first)
    }

    /// The number of items that show rows in sections with unmatched rows; those of each section once.
    private func countItems(_ gone: [UnmatchedRow], _ came: [UnmatchedRow]) -> Int {
        var items: [any TableItem.Type] = []
        for (rows, sections) in gone.isEmpty || came.isEmpty ? [] : [(gone, old), (came, new)] {
            var last = -1
            for row in rows where row.position.section != last {
                last = row.position.section
                for item in sections[last].rows.items where !items.contains(where: { $0 == item }) {
                    items.append(item)
                }
            }
        }
        return items.count
    }
}
