extension TableChanges {
    /// Finds the changes between two tables.
    ///
    /// Rows and sections are matched by id, heads and feet by their section. Rows that stand at another
    /// place are moves only where they must be: outside the longest increasing chain of their section, or in
    /// another section. Content is compared where data can be, and counts as changed where it can't, but for
    /// what an edit of a table left alone. Rows of collapsed sections are on no surface and do not take part.
    ///
    /// The changes are always legal in one batch of `UITableView` and `UICollectionView`.
    ///
    /// - Parameters:
    ///   - old: The table before.
    ///   - new: The table after.
    /// - Complexity: O(rows) for comparing; what was inserted, deleted or moved costs a hash for each row.
    public init(from old: TableInfo, to new: TableInfo) {
        let pairs = SectionMatcher.pairs(old.sections, new.sections)
        sectionDeletes = Self.missing(pairs.map(\.old), of: old.sections.count)
        sectionInserts = Self.missing(pairs.map(\.new), of: new.sections.count)
        var finder = RowChangeFinder()
        for pair in pairs {
            let (before, after) = (old.sections[pair.old], new.sections[pair.new])
            finder.find(before, after, pair)
            if Self.isOther(before.head, after.head, before.state, after.state) {
                headUpdates.append(pair.new)
            }
            if Self.isOther(before.foot, after.foot, before.state, after.state) {
                footUpdates.append(pair.new)
            }
        }
        if pairs.count > 1 { finder.finish(old, new) }
        rowDeletes = finder.deletes
        rowInserts = finder.inserts
        rowMoves = finder.moves
        rowUpdates = finder.updates
    }

    /// The numbers below a count that an ascending list lacks.
    private static func missing(_ numbers: [Int], of count: Int) -> [Int] {
        var result: [Int] = []
        var next = 0
        for number in numbers {
            result.append(contentsOf: next..<number)
            next = number + 1
        }
        result.append(contentsOf: next..<count)
        return result
    }

    /// Whether a head or foot shows other content than before.
    private static func isOther(
        _ old: HeadFoot?, _ new: HeadFoot?, _ oldState: SectionState, _ newState: SectionState
    ) -> Bool {
        guard let old, let new else { return (old == nil) != (new == nil) }
        if new.run.kind.showsSection, oldState != newState { return true }
        return RowPair.countUnchanged(old.run, 0, new.run, 0, 1) == 0
    }
}
