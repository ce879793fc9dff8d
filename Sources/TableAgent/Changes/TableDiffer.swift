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
        var hidden: [SectionPair] = []
        for pair in staying where !new[pair.new].isCopy(of: old[pair.old]) {
            if old[pair.old].isCollapsed || new[pair.new].isCollapsed { hidden.append(pair) }
            guard findRowChanges(pair), changes.count + max(gone.count, came.count) <= limit else {
                return false
            }
            findHeadFootChanges(old[pair.old], new[pair.new], pair.new)
        }
        let unmatched = (gone, came)
        if staying.count > 1 { findMovesAcrossSections() }
        changes.rowDeletes = gone.map(\.position)
        changes.rowInserts = came.map(\.position)
        guard changes.count <= limit else { return false }
        // Rows of sections with hidden ones are matched anew there, whatever moved across sections.
        if !hidden.isEmpty { (gone, came) = unmatched }
        findRemovedRows(staying, hidden, moved)
        findToggledSections(hidden + moved)
        return true
    }

    /// Finds the sections that were collapsed or expanded, and nothing else.
    mutating func findToggledSections() {
        let (staying, moved) = matchSections()
        changes = TableChanges()
        findToggledSections(staying + moved)
    }

    private mutating func findToggledSections(_ pairs: [SectionPair]) {
        let toggled = pairs.filter { old[$0.old].isCollapsed != new[$0.new].isCollapsed }.map(\.new).sorted()
        changes.collapsedSections = toggled.filter { new[$0].isCollapsed }
        changes.expandedSections = toggled.filter { !new[$0].isCollapsed }
    }

    // MARK: Sections

    /// Matches the sections, and returns those that stay and those that move.
    ///
    /// Of sections in another order, those stay that have the most visible rows in all.
    private mutating func matchSections() -> (staying: [SectionPair], moved: [SectionPair]) {
        if old.count == new.count,
            old.indices.allSatisfy({ new[$0].isCopy(of: old[$0]) || new[$0].id == old[$0].id })
        {
            return (old.indices.map { (old: $0, new: $0) }, [])
        }
        let matcher = RowMatcher(Self.rows(old), Self.rows(new), in: (0, 0))
        var match = matcher.match
        let moves = LongestIncreasingSubsequence.moves(match, oldCount: old.count) { number in
            1 + visibleRows(old, Int(match[number])).count + visibleRows(new, number).count
        }
        let moved = moves.map { (old: Int(match[$0]), new: $0) }
        changes.removedSections = matcher.gone.map(\.position.row)
        changes.sectionDeletes = (changes.removedSections + moved.map(\.old)).sorted()
        changes.sectionInserts = (matcher.came.map(\.position.row) + moves).sorted()
        for number in moves { match[number] = -1 }
        let staying = match.indices.filter { match[$0] >= 0 }
        return (staying.map { (old: Int(match[$0]), new: $0) }, moved)
    }

    /// Sections as rows, for they are matched alike.
    private static func rows(_ sections: [TableSection]) -> Rows {
        Rows(run: TypedRun(sections, as: SectionAsRow.self, identity: OwnIdentity()))
    }

    private enum SectionAsRow: TableItem {
        static func fill(_ view: inout Void, with data: TableSection) {}
        static func isUnchanged(_ old: TableSection, _ new: TableSection) -> Bool { true }
    }

    // MARK: Rows

    /// Finds the changes of a section's rows, and returns `false` if there are more than the limit.
    private mutating func findRowChanges(_ pair: SectionPair) -> Bool {
        let (old, new) = (visibleRows(old, pair.old), visibleRows(new, pair.new))
        let matcher = RowMatcher(old, new, in: pair, limit: limit)
        if matcher.exceedsLimit { return false }
        if !matcher.changed.isEmpty {
            for row in matcher.changed.sorted() {
                changes.rowUpdates.append(RowPosition(section: pair.new, row: matcher.first + Int(row)))
            }
        }
        if matcher.isSame { return true }
        // Where it is the only section, its lists are not copied.
        if gone.isEmpty { gone = matcher.gone } else { gone += matcher.gone }
        if came.isEmpty { came = matcher.came } else { came += matcher.came }
        for row in LongestIncreasingSubsequence.moves(matcher.match) {
            changes.rowMoves.append(
                TableChanges.RowMove(
                    from: RowPosition(section: pair.old, row: matcher.first + Int(matcher.match[row])),
                    to: RowPosition(section: pair.new, row: matcher.first + row)))
        }
        return true
    }

    /// The visible rows of a section, which is not copied if it is asked like this.
    private func visibleRows(_ sections: [TableSection], _ number: Int) -> Rows {
        sections[number].isCollapsed ? Rows() : sections[number].rows
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
        changes.rowMoves = (changes.rowMoves + moves).sorted { $0.to < $1.to }
        changes.rowUpdates = (changes.rowUpdates + updates).sorted()
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
        var moves: [TableChanges.RowMove] = []
        var rest: [UnmatchedRow] = []
        rest.reserveCapacity(came.count)
        var isMatched = [Bool](repeating: false, count: gone.count)
        var table = HashTable(count: gone.count) { hash(gone[$0], old[gone[$0].position.section].rows) }
        var (section, rows): (Int, Rows) = (-1, [])
        for row in came {
            let to = row.position
            if to.section != section { (section, rows) = (to.section, new[to.section].rows) }
            let number = table.take(hash(row, rows)) {
                let from = gone[$0].position
                return isSame(old[from.section].rows, from.row, rows, to.row)
            }
            guard let number else {
                rest.append(row)
                continue
            }
            moves.append(TableChanges.RowMove(from: gone[number].position, to: to))
            isMatched[number] = true
            onMatch(to)
        }
        guard !moves.isEmpty else { return [] }
        came = rest
        gone = zip(gone, isMatched).filter { !$0.1 }.map(\.0)
        return moves
    }

    // MARK: Heads and feet

    private mutating func findHeadFootChanges(_ old: TableSection, _ new: TableSection, _ index: Int) {
        if Self.isChanged(old.hasHead, new.hasHead, old.head, new.head, old.state != new.state) {
            changes.headUpdates.append(index)
        }
        if Self.isChanged(old.hasFoot, new.hasFoot, old.foot, new.foot, old.state != new.state) {
            changes.footUpdates.append(index)
        }
    }

    /// Whether the foot of the table has other content than before, is new, or is gone.
    static func isFootChanged(_ old: TableInfo, _ new: TableInfo) -> Bool {
        if new.sharesComputedFoot(with: old) { return false }
        return isChanged(old.hasFoot, new.hasFoot, old.foot, new.foot, old.state != new.state)
    }

    /// Whether a head or foot has other content than before, is new, or is gone. It is only computed if both tables
    /// have one.
    private static func isChanged(
        _ isInOld: Bool, _ isInNew: Bool, _ old: @autoclosure () -> Row?, _ new: @autoclosure () -> Row?,
        _ isStateChanged: @autoclosure () -> Bool
    ) -> Bool {
        guard isInOld, isInNew, let old = old(), let new = new() else { return isInOld != isInNew }
        var changed: [Int32] = []
        let same = old.run.follow(old.index, new.run, new.index, limit: 1, number: 0, changed: &changed)
        if same == 0 || !changed.isEmpty { return true }
        return isStateChanged() && new.run.operations.showsSection()
    }

    // MARK: Removed rows

    /// Finds the rows that were visible in a section that stays or moves, and are nowhere in the new table, not
    /// even hidden or shown by another item.
    private mutating func findRemovedRows(
        _ staying: [SectionPair], _ hidden: [SectionPair], _ moved: [SectionPair]
    ) {
        var (leaving, arriving) = (gone, came)
        if !hidden.isEmpty {
            let (olds, news) = (Set(hidden.map(\.old)), Set(hidden.map(\.new)))
            leaving.removeAll { olds.contains($0.position.section) }
            arriving.removeAll { news.contains($0.position.section) }
        }
        // The lists lack the rows of sections that moved, and the hidden ones of others.
        for pair in hidden + moved {
            let matcher = RowMatcher(old[pair.old].rows, new[pair.new].rows, in: pair)
            if !old[pair.old].isCollapsed { leaving += matcher.gone }
            arriving += matcher.came
        }
        let known = Set(moved.map(\.new))
        for section in changes.sectionInserts where !leaving.isEmpty && !known.contains(section) {
            for row in new[section].rows.indices { arriving.append(UnmatchedRow(section, row)) }
        }
        // Within one section, rows of one item are matched already.
        if !leaving.isEmpty, !arriving.isEmpty,
            staying.count != 1 || !changes.sectionInserts.isEmpty || showsSeveralItems(staying[0])
        {
            _ = Self.join(&leaving, old, &arriving, new) { row, rows in
                let place = rows.place(of: row.position.row)
                return row.hash != 0 ? row.hash ^ place.run.itemHash : place.run.idHash(at: place.index)
            } isSame: { oldRows, i, newRows, j in
                let (from, to) = (oldRows.place(of: i), newRows.place(of: j))
                return from.run.hasSameID(from.index, to.run, to.index)
            }
        }
        changes.removedRows = leaving.map(\.position)
        if !hidden.isEmpty || !moved.isEmpty { changes.removedRows.sort() }
    }

    private func showsSeveralItems(_ pair: SectionPair) -> Bool {
        let items = old[pair.old].rows.items + new[pair.new].rows.items
        return items.contains { $0 != items[0] }
    }
}
