/// Finds the changes between two tables.
///
/// It finds the changes of sections first, and then the changes of rows in each section that stays. Rows that moved to
/// another section follow. The removed rows and the toggled sections come last.
struct TableDiffer {
    private(set) var changes = TableChanges()

    private let old: [TableSection]
    private let new: [TableSection]
    private let limit: Int
    /// The sections whose changes of rows are known, by their index in the new table.
    private let known: [Int: KnownRows]

    /// The sections that are in both tables.
    private struct SectionMatch {
        var staying: [IndexPair] = []
        /// The sections that are deleted and inserted, because they changed their order.
        var moved: [IndexPair] = []
        /// The staying sections that changed and are collapsed in one of the tables.
        var hidden: [IndexPair] = []
    }

    init(from old: [TableSection], to new: [TableSection], limit: Int, known: [Int: KnownRows] = [:]) {
        self.old = old
        self.new = new
        self.limit = limit
        self.known = known
    }

    /// Finds all changes, and returns `false` if there are more than the limit.
    mutating func findChanges() -> Bool {
        var sections = matchSections()
        guard changes.count <= limit else { return false }
        var matcher = RowMatcher(limit: limit)
        for pair in sections.staying {
            let old = old[pair.old]
            let new = new[pair.new]
            if new.isCopy(of: old) { continue }
            if old.isCollapsed || new.isCollapsed { sections.hidden.append(pair) }
            findRowChanges(pair, &matcher)
            guard !matcher.exceedsLimit,
                changes.count + max(matcher.removed.count, matcher.inserted.count) <= limit
            else { return false }
            findHeadFootChanges(from: old, to: new, at: pair.new)
        }
        var removed = matcher.removed
        var inserted = matcher.inserted
        if sections.staying.count > 1 { findMovesAcrossSections(&removed, &inserted) }
        changes.rowDeletes = removed.map(\.position)
        changes.rowInserts = inserted.map(\.position)
        guard changes.count <= limit else { return false }
        if !sections.hidden.isEmpty {
            // All rows of sections with hidden rows are matched again, even rows that moved across sections.
            removed = matcher.removed
            inserted = matcher.inserted
        }
        findRemovedRows(removed, inserted, in: sections)
        findToggledSections(sections.hidden + sections.moved)
        return true
    }

    /// Finds only the sections that were collapsed or expanded.
    mutating func findToggledSections() {
        let sections = matchSections()
        changes = TableChanges()
        findToggledSections(sections.staying + sections.moved)
    }

    private mutating func findToggledSections(_ pairs: [IndexPair]) {
        if pairs.isEmpty { return }
        let toggled = pairs.filter { old[$0.old].isCollapsed != new[$0.new].isCollapsed }.map(\.new).sorted()
        changes.collapsedSections = toggled.filter { new[$0].isCollapsed }
        changes.expandedSections = toggled.filter { !new[$0].isCollapsed }
    }

    // MARK: Sections

    /// Matches the sections.
    ///
    /// If sections change their order, the sections that stay are those with the most visible rows in total.
    private mutating func matchSections() -> SectionMatch {
        if old.count == new.count,
            old.indices.allSatisfy({ new[$0].isCopy(of: old[$0]) || new[$0].hasSameID(as: old[$0]) })
        {
            return SectionMatch(staying: old.indices.map { IndexPair(old: $0, new: $0) })
        }
        var matcher = RowMatcher()
        matcher.match(Self.rows(old), Self.rows(new), in: IndexPair(old: 0, new: 0))
        var match = matcher.match
        let moves = LongestIncreasingSubsequence.moves(match, oldCount: old.count) { index in
            1 + visibleRows(old, Int(match[index])).count + visibleRows(new, index).count
        }
        let moved = moves.map { IndexPair(old: Int(match[$0]), new: $0) }
        changes.removedSections = matcher.removed.map(\.position.row)
        changes.sectionDeletes = (changes.removedSections + moved.map(\.old)).sorted()
        changes.sectionInserts = (matcher.inserted.map(\.position.row) + moves).sorted()
        for index in moves { match[index] = -1 }
        let staying = match.indices.filter { match[$0] >= 0 }
        return SectionMatch(staying: staying.map { IndexPair(old: Int(match[$0]), new: $0) }, moved: moved)
    }

    /// Returns sections as rows, since both are matched in the same way.
    private static func rows(_ sections: [TableSection]) -> Rows {
        Rows(run: TypedRun(sections, as: SectionAsRow.self, identity: OwnIdentity(), context: ()))
    }

    private enum SectionAsRow: TableItem {
        static func fill(_ view: inout Void, with data: TableSection) {}
        static func isUnchanged(_ old: TableSection, _ new: TableSection) -> Bool { true }
    }

    // MARK: Rows

    /// Finds the changes of a section's rows.
    private mutating func findRowChanges(_ pair: IndexPair, _ matcher: inout RowMatcher) {
        if !known.isEmpty, let known = knownRows(pair) {
            matcher.add(known, in: pair)
            for row in known.updates { changes.rowUpdates.append(RowPosition(section: pair.new, row: row)) }
            for move in known.moves {
                changes.rowMoves.append(
                    TableChanges.RowMove(
                        from: RowPosition(section: pair.old, row: move.old),
                        to: RowPosition(section: pair.new, row: move.new)))
            }
            return
        }
        matcher.match(visibleRows(old, pair.old), visibleRows(new, pair.new), in: pair)
        if matcher.exceedsLimit { return }
        if !matcher.changed.isEmpty {
            for row in matcher.changed.sorted() {
                changes.rowUpdates.append(RowPosition(section: pair.new, row: matcher.sharedCount + Int(row)))
            }
        }
        if matcher.isSame { return }
        for row in LongestIncreasingSubsequence.moves(matcher.match) {
            changes.rowMoves.append(
                TableChanges.RowMove(
                    from: RowPosition(section: pair.old, row: matcher.sharedCount + Int(matcher.match[row])),
                    to: RowPosition(section: pair.new, row: matcher.sharedCount + row)))
        }
    }

    /// Returns the known changes of two sections whose rows are visible.
    private func knownRows(_ pair: IndexPair) -> KnownRows? {
        guard let known = known[pair.new], known.old.isCopy(of: old[pair.old]),
            known.new.isCopy(of: new[pair.new]),
            !known.old.isCollapsed, !known.new.isCollapsed
        else { return nil }
        return known
    }

    /// Returns the visible rows of a section without a copy of the section.
    private func visibleRows(_ sections: [TableSection], _ index: Int) -> Rows {
        sections[index].isCollapsed ? Rows() : sections[index].rows
    }

    /// Finds the rows that moved from one section to another.
    private mutating func findMovesAcrossSections(
        _ removed: inout [UnmatchedRow], _ inserted: inout [UnmatchedRow]
    ) {
        var changed: [Int32] = []
        var updates: [RowPosition] = []
        let moves = Self.matchByHash(&removed, of: old, with: &inserted, of: new) { row, rows in
            row.hash != 0 ? row.hash : rows.hash(at: row.position.row)
        } isSame: { old, new, indices in
            RowPair(old, new).follow(from: indices, limit: 1, changed: &changed) == 1
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
    private static func matchByHash(
        _ removed: inout [UnmatchedRow], of old: [TableSection],
        with inserted: inout [UnmatchedRow], of new: [TableSection],
        hash: (UnmatchedRow, Rows) -> Int, isSame: (_ old: Rows, _ new: Rows, IndexPair) -> Bool,
        onMatch: (RowPosition) -> Void = { _ in }
    ) -> [TableChanges.RowMove] {
        guard !removed.isEmpty, !inserted.isEmpty else { return [] }
        var moves: [TableChanges.RowMove] = []
        var rest: [UnmatchedRow] = []
        rest.reserveCapacity(inserted.count)
        var isMatched = [Bool](repeating: false, count: removed.count)
        // Most rows are in the same section as the previous row.
        var section = -1
        var rows: Rows = []
        var table = HashTable(count: removed.count) { index in
            let from = removed[index].position
            if from.section != section {
                section = from.section
                rows = old[section].rows
            }
            return hash(removed[index], rows)
        }
        section = -1
        for row in inserted {
            let to = row.position
            if to.section != section {
                section = to.section
                rows = new[section].rows
            }
            let match = table.removeFirst(withHash: hash(row, rows)) {
                let from = removed[$0].position
                return isSame(old[from.section].rows, rows, IndexPair(old: from.row, new: to.row))
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

    private mutating func findHeadFootChanges(
        from old: TableSection, to new: TableSection, at index: Int
    ) {
        if Self.isChanged(
            from: old.head, to: new.head, isInOld: old.hasHead, isInNew: new.hasHead,
            isStateChanged: old.state != new.state)
        {
            changes.headUpdates.append(index)
        }
        if Self.isChanged(
            from: old.foot, to: new.foot, isInOld: old.hasFoot, isInNew: new.hasFoot,
            isStateChanged: old.state != new.state)
        {
            changes.footUpdates.append(index)
        }
    }

    /// Whether the foot of the table is new, removed, or has other content.
    static func isFootChanged(from old: TableInfo, to new: TableInfo) -> Bool {
        if new.sharesComputedFoot(with: old) { return false }
        return isChanged(
            from: old.foot, to: new.foot, isInOld: old.hasFoot, isInNew: new.hasFoot,
            isStateChanged: old.state != new.state)
    }

    /// Whether a head or foot is new, removed, or has other content. It is only computed if both tables have one.
    private static func isChanged(
        from old: @autoclosure () -> Row?, to new: @autoclosure () -> Row?, isInOld: Bool, isInNew: Bool,
        isStateChanged: @autoclosure () -> Bool
    ) -> Bool {
        guard isInOld, isInNew, let old = old(), let new = new() else { return isInOld != isInNew }
        var changed: [Int32] = []
        let same = old.run.follow(
            new.run, from: IndexPair(old: old.index, new: new.index), limit: 1, row: 0, changed: &changed)
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
        _ removed: [UnmatchedRow], _ inserted: [UnmatchedRow], in sections: SectionMatch
    ) {
        var removed = removed
        var inserted = inserted
        let isInOrder = sections.hidden.isEmpty && sections.moved.isEmpty
        if !isInOrder {
            // The lists lack the rows of sections that moved, and the hidden rows of other sections.
            let hiddenOld = Set(sections.hidden.map(\.old))
            let hiddenNew = Set(sections.hidden.map(\.new))
            removed.removeAll { hiddenOld.contains($0.position.section) }
            inserted.removeAll { hiddenNew.contains($0.position.section) }
            var matcher = RowMatcher()
            for pair in sections.hidden + sections.moved {
                matcher.match(old[pair.old].rows, new[pair.new].rows, in: pair)
            }
            removed += matcher.removed.filter { !old[$0.position.section].isCollapsed }
            inserted += matcher.inserted
        }
        if removed.isEmpty { return }
        let matched = Set(sections.moved.map(\.new))
        for section in changes.sectionInserts where !matched.contains(section) {
            inserted += new[section].rows.indices.map { UnmatchedRow(section: section, row: $0) }
        }
        // Within one section, rows of one item are matched already.
        if !inserted.isEmpty,
            sections.staying.count != 1 || !changes.sectionInserts.isEmpty
                || showsSeveralItems(sections.staying[0])
        {
            changes.relocatedRows = Self.matchByHash(&removed, of: old, with: &inserted, of: new) {
                row, rows in
                rows.withRun(of: row.position.row) { run, index in
                    row.hash != 0 ? row.hash ^ run.itemHash : run.idHash(at: index)
                }
            } isSame: { oldRows, newRows, indices in
                oldRows.withRun(of: indices.old) { old, oldIndex in
                    newRows.withRun(of: indices.new) { new, newIndex in
                        old.hasSameID(as: new, at: IndexPair(old: oldIndex, new: newIndex))
                    }
                }
            }
        }
        changes.removedRows = removed.map(\.position)
        if !isInOrder { changes.removedRows.sort() }
    }

    private func showsSeveralItems(_ pair: IndexPair) -> Bool {
        let slices = old[pair.old].rows.slices + new[pair.new].rows.slices
        return slices.contains { $0.run.item != slices[0].run.item }
    }
}
