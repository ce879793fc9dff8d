/// Collects the changes of rows, section by section and then across sections.
struct RowChangeFinder {
    private(set) var deletes: RowLeftovers
    private(set) var inserts: RowLeftovers
    private(set) var moves: [TableChanges.RowMove] = []
    private(set) var updates: [RowPosition] = []
    private var matcher = RowMatcher()
    private var chain = IncreasingChain()

    /// Begins without changes.
    ///
    /// - Parameter sections: How many sections there are; rows may move between several.
    init(sections: Int) {
        // Room for a few changes in each section.
        let expected = sections > 1 ? 8 * sections : 0
        deletes = RowLeftovers(keepsHashes: sections > 1, expected)
        inserts = RowLeftovers(keepsHashes: sections > 1, expected)
        moves.reserveCapacity(expected)
        updates.reserveCapacity(expected)
    }

    /// Finds the changes of one section that both tables have.
    mutating func find(_ old: [TableSection], _ new: [TableSection], _ section: SectionMatcher.Pair) {
        let oldCount = old.visibleRowCount(ofSection: section.old)
        let newCount = new.visibleRowCount(ofSection: section.new)
        guard oldCount > 0, newCount > 0 else {
            deletes.append(count: oldCount, section: section.old)
            inserts.append(count: newCount, section: section.new)
            return
        }
        var pair = RowPair(old: old[section.old].rows, new: new[section.new].rows)
        matcher.match(&pair)
        if deletes.keepsHashes, !matcher.oldRest.isEmpty, !matcher.walk.rest.isEmpty {
            matcher.hashRest(&pair)
        }
        deletes.append(matcher.oldRest, matcher.oldHashes, section: section.old)
        inserts.append(matcher.walk.rest, matcher.newHashes, section: section.new)
        for row in matcher.walk.changed { updates.append(RowPosition(section: section.new, row: Int(row))) }
        if chain.find(matcher.walk.segments) { appendMoves(section) }
    }

    /// Makes moves of the rows outside the chain.
    private mutating func appendMoves(_ section: SectionMatcher.Pair) {
        var count = moves.count
        for (index, segment) in matcher.walk.segments.enumerated() where !chain.stays[index] {
            count += segment.count
        }
        if count > moves.capacity { moves.reserveCapacity(max(count, 2 * moves.capacity)) }
        for (index, segment) in matcher.walk.segments.enumerated() where !chain.stays[index] {
            for offset in 0..<segment.count {
                moves.append(
                    TableChanges.RowMove(
                        from: RowPosition(section: section.old, row: segment.old + offset),
                        to: RowPosition(section: section.new, row: segment.new + offset)))
            }
        }
    }
}

extension RowChangeFinder {
    /// Makes moves of the rows that left one section and arrived in another.
    ///
    /// Call it once, after all sections, if there are several.
    mutating func finish(_ old: TableInfo, _ new: TableInfo) {
        guard !deletes.places.isEmpty, !inserts.places.isEmpty else { return }
        deletes.completeHashes(in: old)
        inserts.completeHashes(in: new)
        var table = HashTable()
        table.reset(for: deletes.places.count)
        for (number, hash) in deletes.hashes.enumerated() { table.insert(number, hash: hash) }
        var isGone = [Bool](repeating: false, count: deletes.places.count)
        var hasArrived = [Bool](repeating: false, count: inserts.places.count)
        var found = 0
        for (number, target) in inserts.places.enumerated() {
            var likeness = RowLikeness.other
            let match = table.take(inserts.hashes[number]) {
                likeness = Self.compare(deletes.places[$0], old, target, new)
                return likeness != .other
            }
            guard let match else { continue }
            isGone[match] = true
            hasArrived[number] = true
            found += 1
            moves.append(TableChanges.RowMove(from: deletes.places[match], to: target))
            if likeness == .changed { updates.append(target) }
        }
        guard found > 0 else { return }
        deletes.keep { !isGone[$0] }
        inserts.keep { !hasArrived[$0] }
        moves.sort { $0.to < $1.to }
        updates.sort()
    }

    private static func compare(_ from: RowPosition, _ old: TableInfo, _ to: RowPosition, _ new: TableInfo)
        -> RowLikeness
    {
        let (a, i) = old.sections[from.section].rows.place(of: from.row)
        let (b, j) = new.sections[to.section].rows.place(of: to.row)
        return RowPair.compare(a.run, i, b.run, j, areAlike: a.run.kind.isAlike(b.run.kind))
    }
}

extension [TableSection] {
    /// How many rows of a section are on show.
    ///
    /// Asked like this, a section is not copied.
    func visibleRowCount(ofSection number: Int) -> Int {
        self[number].isCollapsed ? 0 : self[number].rows.count
    }
}
