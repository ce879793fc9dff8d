/// The changes of a section's visible rows, if they are known without a comparison.
struct KnownRows {
    /// The section in both tables. The changes are those between the rows of exactly these sections.
    let old: TableSection
    let new: TableSection

    /// The old rows without a new row, ascending.
    var removed: [Int] = []
    /// The new rows without an old row, ascending.
    var inserted: [Int] = []
    /// The rows that move, by their new index, ascending.
    var moves: [IndexPair] = []
    /// The new rows with other content than their old rows, ascending.
    var updates: [Int] = []

    /// The removed rows that a query hides: they are still in the section.
    var hidden: Set<Int> = []

    /// Whether there are more changes than a panel applies. The lists are then incomplete.
    var exceedsLimit = false

    init(from old: TableSection, to new: TableSection) {
        self.old = old
        self.new = new
    }

    /// Finds the changes from a match.
    ///
    /// - Parameters:
    ///   - match: The old index of each new row; negative for a new row without an old row.
    ///   - isChanged: Returns whether the content of a new row differs from that of its old row.
    ///   - limit: The number of changes above which the lists are of no use.
    /// - Complexity: O(rows), and O(rows × log rows) if rows move.
    mutating func find(_ match: [Int32], limit: Int, isChanged: (Int) -> Bool) {
        var isMatched = [Bool](repeating: false, count: old.rows.count)
        var last: Int32 = -1
        // Each row above the previous one needs another move.
        var descentCount = 0
        for (row, oldRow) in match.enumerated() {
            guard oldRow >= 0 else {
                inserted.append(row)
                continue
            }
            isMatched[Int(oldRow)] = true
            if oldRow < last { descentCount += 1 }
            last = oldRow
            if isChanged(row) { updates.append(row) }
        }
        exceedsLimit =
            max(inserted.count, descentCount, updates.count) > limit || isMatched.count - match.count > limit
        guard !exceedsLimit else { return }
        removed = isMatched.indices.filter { !isMatched[$0] }
        if descentCount > 0 {
            moves = LongestIncreasingSubsequence.moves(match).map { IndexPair(old: Int(match[$0]), new: $0) }
        }
    }
}
