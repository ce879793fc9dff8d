/// Finds the changes between two tables.
///
/// It finds the changes of sections first, and then the changes of rows in each section that stays. Rows that moved to
/// another section follow. The removed rows and the toggled sections come last.
struct TableDiffer {
    private(set) var changes = TableChanges()

    private let old: [TableSection]
    private let new: [TableSection]
    private let limit: Int
    private typealias SectionPair = (old: Int, new: Int)

    init(from old: [TableSection], to new: [TableSection], limit: Int) {
        (self.old, self.new, self.limit) = (old, new, limit)
    }

    /// Finds all changes, and returns `false` if there are more than the limit.
    mutating func findChanges() -> Bool {
        let (staying, moved) = matchSections()
        guard changes.count <= limit else { return false }
        var matcher = RowMatcher(limit: limit)
        var hidden: [SectionPair] = []
        for pair in staying {
            let (old, new) = (old[pair.old], new[pair.new])
            if new.isCopy(of: old) { continue }
            if old.isCollapsed || new.isCollapsed { hidden.append(pair) }
            findRowChanges(pair, &matcher)
            guard !matcher.exceedsLimit,
                changes.count + max(matcher.removed.count, matcher.inserted.count) <= limit
            else { return false }
            findHeadFootChanges(old, new, pair.new)
        }
        var (removed, inserted) = (matcher.removed, matcher.inserted)
        if staying.count > 1 { findMovesAcrossSections(&removed, &inserted) }
        changes.rowDeletes = removed.map(\.position)
        changes.rowInserts = inserted.map(\.position)
        guard changes.count <= limit else { return false }
        // `findRemovedRows` matches all rows of sections with hidden rows again, even rows that moved across sections.
        if !hidden.isEmpty { (removed, inserted) = (matcher.removed, matcher.inserted) }
        findRemovedRows(removed, inserted, staying, hidden, moved)
        findToggledSections(hidden + moved)
        return true
    }

    /// Finds only the sections that were collapsed or expanded.
    mutating func findToggledSections() {
        let (staying, moved) = matchSections()
        changes = TableChanges()
        findToggledSections(staying + moved)
    }

    private mutating func findToggledSections(_ pairs: [SectionPair]) {
        if pairs.isEmpty { return }
        let toggled = pairs.filter { old[$0.old].isCollapsed != new[$0.new].isCollapsed }.map(\.new).sorted()
        changes.collapsedSections = toggled.filter { new[$0].isCollapsed }
        changes.expandedSections = toggled.filter { !new[$0].isCollapsed }
    }

    // MARK: Sections

    /// Matches the sections, and returns the sections that stay and the sections that move.
    ///
    /// If sections change their order, the sections that stay are those with the most visible rows in total.
    private mutating func matchSections() -> (staying: [SectionPair], moved: [SectionPair]) {
        if old.count == new.count,
            old.indices.allSatisfy({ new[$0].isCopy(of: old[$0]) || new[$0].hasSameID(as: old[$0]) })
        {
            return (old.indices.map { (old: $0, new: $0) }, [])
        }
        var matcher = RowMatcher()
        matcher.match(Self.rows(old), Self.rows(new), in: (0, 0))
        var match = matcher.match
        let moves = LongestIncreasingSubsequence.moves(match, oldCount: old.count) { index in
            1 + visibleRows(old, Int(match[index])).count + visibleRows(new, index).count
        }
        let moved = moves.map { (old: Int(match[$0]), new: $0) }
        changes.removedSections = matcher.removed.map(\.position.row)
        changes.sectionDeletes = (changes.removedSections + moved.map(\.old)).sorted()
        changes.sectionInserts = (matcher.inserted.map(\.position.row) + moves).sorted()
        for index in moves { match[index] = -1 }
        let staying = match.indices.filter { match[$0] >= 0 }
        return (staying.map { (old: Int(match[$0]), new: $0) }, moved)
    }

    /// Returns sections as rows, since both are matched in the same way.
    private static func rows(_ sections: [TableSection]) -> Rows {
        Rows(run: TypedRun(sections, as: SectionAsRow.self, identity: OwnIdentity()))
    }

    private enum SectionAsRow: TableItem {
        static func fill(_ view: inout Void, with data: TableSection) {}
        static func isUnchanged(_ old: TableSection, _ new: TableSection) -> Bool { true }
    }

    // MARK: Rows

    /// Finds the changes of a section's rows.
    private mutating func findRowChanges(_ pair: SectionPair, _ matcher: inout RowMatcher) {
        matcher.match(visibleRows(old, pair.old), visibleRows(new, pair.new), in: pair)
        if matcher.exceedsLimit { return }
        if !matcher.changed.isEmpty {
            for row in matcher.changed.sorted() {
                changes.rowUpdates.append(RowPosition(section: pair.new, row: matcher.first + Int(row)))
            }
        }
        if matcher.isSame { return }
        for row in LongestIncreasingSubsequence.moves(matcher.match) {
            changes.rowMoves.append(
                TableChanges.RowMove(
                    from: RowPosition(section: pair.old, row: matcher.first + Int(matcher.match[row])),
                    to: RowPosition(section: pair.new, row: matcher.first + row)))
        }
    }

    /// Returns the visible rows of a section without a copy of the section.
    private func visibleRows(_ sections: [TableSection], _ index: Int) -> Rows {
        sections[index].isCollapsed ? Rows() : sections[index].rows
    }

    /// Finds the rows that moved from one section to another.
    private mutating func findMovesAcrossSections(
        _ removed: inout [UnmatchedRow], _ inserted: inout [UnmatchedRow]
    ) {
        var (changed, updates): ([Int32], [RowPosition]) = ([], [])
        let moves = Self.join(&removed, old, &inserted, new) { row, rows in
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

    /// Matches rows by their hashes, in order, and removes matched rows from both lists.
    ///
    /// The function is static, so that its closures do not capture a copy of the differ.
    private static func join(
        _ removed: inout [UnmatchedRow], _ old: [TableSection], _ inserted: inout [UnmatchedRow],
        _ new: [TableSection],
        hash: (UnmatchedRow, Rows) -> Int, isSame: (Rows, Int, Rows, Int) -> Bool,
        onMatch: (RowPosition) -> Void = { _ in }
    ) -> [TableChanges.RowMove] {
        guard !removed.isEmpty, !inserted.isEmpty else { return [] }
        var moves: [TableChanges.RowMove] = []
        var rest: [UnmatchedRow] = []
        rest.reserveCapacity(inserted.count)
        var isMatched = [Bool](repeating: false, count: removed.count)
        // Most rows are in the same section as the previous row.
        var (section, rows): (Int, Rows) = (-1, [])
        var table = HashTable(count: removed.count) { index in
            let from = removed[index].position
            if from.section != section { (section, rows) = (from.section, old[from.section].rows) }
            return hash(removed[index], rows)
        }
        section = -1
        for row in inserted {
            let to = row.position
            if to.section != section { (section, rows) = (to.section, new[to.section].rows) }
            let match = table.take(hash(row, rows)) {
                let from = removed[$0].position
                return isSame(old[from.section].rows, from.row, rows, to.row)
            }
            guard let match else {
                rest.append(row)
                continue
            }
            moves.append(TableChanges.RowMove(from: removed[match].position, to: to))
            isMatched[match] = true
            onMatch(to)
        }
        guard !moves.isEmpty else { return [] }
        inserted = rest
        removed = zip(removed, isMatched).filter { !$0.1 }.map(\.0)
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

    /// Whether the foot of the table is new, removed, or has other content.
    static func isFootChanged(_ old: TableInfo, _ new: TableInfo) -> Bool {
        if new.sharesComputedFoot(with: old) { return false }
        return isChanged(old.hasFoot, new.hasFoot, old.foot, new.foot, old.state != new.state)
    }

    /// Whether a head or foot is new, removed, or has other content. It is only computed if both tables have one.
    private static func isChanged(
        _ isInOld: Bool, _ isInNew: Bool, _ old: @autoclosure () -> Row?, _ new: @autoclosure () -> Row?,
        _ isStateChanged: @autoclosure () -> Bool
    ) -> Bool {
        guard isInOld, isInNew, let old = old(), let new = new() else { return isInOld != isInNew }
        var changed: [Int32] = []
        let same = old.run.follow(old.index, new.run, new.index, limit: 1, row: 0, changed: &changed)
        if same == 0 || !changed.isEmpty { return true }
        return isStateChanged() && new.item is any SectionItem.Type
    }

    // MARK: Removed and relocated rows

    /// Finds the removed and the relocated rows.
    ///
    /// Both were visible in a section that stays or moves. The new table does not contain a removed row. In the new
    /// table, a relocated row is hidden, is shown by another item, or is in a section that is new or moves.
    ///
    /// - Parameters:
    ///   - removed: The visible old rows of sections that stay, without a visible new row there.
    ///   - inserted: The visible new rows of sections that stay, without a visible old row there.
    private mutating func findRemovedRows(
        _ removed: [UnmatchedRow], _ inserted: [UnmatchedRow],
        _ staying: [SectionPair], _ hidden: [SectionPair], _ moved: [SectionPair]
    ) {
        var (removed, inserted) = (removed, inserted)
        let isInOrder = hidden.isEmpty && moved.isEmpty
        if !isInOrder {
            // The lists lack the rows of sections that moved, and the hidden rows of other sections.
            let (olds, news) = (Set(hidden.map(\.old)), Set(hidden.map(\.new)))
            removed.removeAll { olds.contains($0.position.section) }
            inserted.removeAll { news.contains($0.position.section) }
            var matcher = RowMatcher()
            for pair in hidden + moved { matcher.match(old[pair.old].rows, new[pair.new].rows, in: pair) }
            removed += matcher.removed.filter { !old[$0.position.section].isCollapsed }
            inserted += matcher.inserted
        }
        if removed.isEmpty { return }
        let matched = Set(moved.map(\.new))
        for section in changes.sectionInserts where !matched.contains(section) {
            for row in new[section].rows.indices { inserted.append(UnmatchedRow(section, row)) }
        }
        // Within one section, rows of one item are matched already.
        if !inserted.isEmpty,
            staying.count != 1 || !changes.sectionInserts.isEmpty || showsSeveralItems(staying[0])
        {
            changes.relocatedRows = Self.join(&removed, old, &inserted, new) { row, rows in
                rows.withRun(of: row.position.row) { run, index in
                    row.hash != 0 ? row.hash ^ run.itemHash : run.idHash(at: index)
                }
            } isSame: { oldRows, i, newRows, j in
                oldRows.withRun(of: i) { old, i in newRows.withRun(of: j) { old.hasSameID(i, $0, $1) } }
            }
        }
        changes.removedRows = removed.map(\.position)
        if !isInOrder { changes.removedRows.sort() }
    }

    private func showsSeveralItems(_ pair: SectionPair) -> Bool {
        let slices = old[pair.old].rows.slices + new[pair.new].rows.slices
        return slices.contains { $0.run.item != slices[0].run.item }
    }
}
