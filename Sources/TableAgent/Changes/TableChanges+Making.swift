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
        var finder = RowChangeFinder(sections: pairs.count)
        for pair in pairs {
            finder.find(old.sections, new.sections, pair)
            let hasOtherState = { old.sections[pair.old].state != new.sections[pair.new].state }
            if Self.isOther(old.sections[pair.old].head, new.sections[pair.new].head, hasOtherState) {
                headUpdates.append(pair.new)
            }
            if Self.isOther(old.sections[pair.old].foot, new.sections[pair.new].foot, hasOtherState) {
                footUpdates.append(pair.new)
            }
        }
        if pairs.count > 1 { finder.finish(old, new) }
        rowDeletes = finder.deletes.places
        rowInserts = finder.inserts.places
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
        _ old: Row?, _ new: Row?, _ hasOtherState: () -> Bool
    ) -> Bool {
        guard let old, let new else { return (old == nil) != (new == nil) }
        if new.run.kind.showsSection, hasOtherState() { return true }
        let areAlike = old.run.kind.isAlike(new.run.kind)
        return RowPair.countUnchanged(old.run, 0, new.run, 0, 1, areAlike: areAlike) == 0
    }
}

extension TableChanges {
    init?(from old: TableInfo, to new: TableInfo, limit: Int) {
        self.init(from: old, to: new)
        if count > limit { return nil }
    }
}
