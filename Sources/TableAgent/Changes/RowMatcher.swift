/// Matches the old and the new rows of sections by id and item, one section after the other.
///
/// Most rows need a comparison, not a hash. The matcher follows both lists in order. Where the lists differ, the matcher
/// first looks for equal rows within the next few rows, and then for elements of a run that both lists share. Last, it
/// looks up new rows by their hashes among the anchors, which are old rows at regular distances. From an anchor, the
/// matcher also follows both lists backward. Finally, it matches the remaining rows by their hashes.
///
/// `match` and `isMatched` have an element for each row, which takes less time than a list of ranges. All sections use
/// the same arrays, so that a small section needs no allocation.
struct RowMatcher {
    /// The number of changes above which the result is of no use.
    private let limit: Int

    // The result for all sections so far.

    /// Whether the number of changes certainly exceeds the limit. The match is then incomplete.
    private(set) var exceedsLimit = false
    /// The old rows without a new row.
    private(set) var removed: [UnmatchedRow] = []
    /// The new rows without an old row.
    private(set) var inserted: [UnmatchedRow] = []

    // The result for the last section.

    /// The number of rows at the top that both lists share. The other results count rows from there.
    private(set) var sharedCount = 0
    /// Whether each row is matched with the row at the same index. `match` is then not set.
    private(set) var isSame = false
    /// The old row of each new row; negative for a new row without an old row.
    private(set) var match: [Int32] = []
    /// The new rows whose content differs from their old rows, in no order.
    private(set) var changed: [Int32] = []

    private var sections = IndexPair(old: 0, new: 0)
    /// The numbers of rows below the shared ones at the top and above those at the end.
    private(set) var oldCount = 0
    private(set) var newCount = 0
    /// Whether an old row has a new row.
    private var isMatched: [Bool] = []
    /// The number of old rows without a new row.
    private var unmatchedCount = 0
    /// The hashes of new rows that were looked up among the anchors.
    private var lookedUpHashes: [Int] = []

    private static var anchorDistance: Int { 32 }
    private static var nearbyDistance: Int { 8 }

    /// Creates a matcher.
    ///
    /// - Parameter limit: The number of changes above which the result is of no use.
    init(limit: Int = .max) {
        self.limit = limit
    }

    /// Matches the rows of a section.
    ///
    /// - Parameter sections: The indices of the section, for the positions of unmatched rows.
    mutating func match(_ old: Rows, _ new: Rows, in sections: IndexPair) {
        let shared = old.sharedEnds(with: new)
        sharedCount = shared.first
        let pair = RowPair(
            old.part(shared.first..<old.count - shared.last), new.part(shared.first..<new.count - shared.last)
        )
        oldCount = pair.old.count
        newCount = pair.new.count
        if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
        let top = IndexPair(old: 0, new: 0)
        let same = pair.follow(from: top, limit: min(oldCount, newCount), changed: &changed)
        isSame = same == oldCount && same == newCount
        exceedsLimit = exceedsLimit || abs(oldCount - newCount) > limit || changed.count > limit
        guard !isSame, !exceedsLimit else { return }
        self.sections = sections
        unmatchedCount = oldCount
        match.removeAll(keepingCapacity: true)
        match.append(contentsOf: repeatElement(Unmatched.row, count: newCount))
        isMatched.removeAll(keepingCapacity: true)
        isMatched.append(contentsOf: repeatElement(false, count: oldCount))
        lookedUpHashes.removeAll(keepingCapacity: true)
        record(same, from: top)
        matchInOrder(pair, from: same)
        if !exceedsLimit { matchByHash(pair) }
    }

    /// Adds a section whose changes are known to the result for all sections.
    mutating func add(_ known: KnownRows, in sections: IndexPair) {
        removed += known.removed.map { UnmatchedRow(section: sections.old, row: $0) }
        inserted += known.inserted.map { UnmatchedRow(section: sections.new, row: $0) }
        exceedsLimit = exceedsLimit || known.moves.count + known.updates.count > limit
    }

    /// Records the match of rows that follow each other in both lists.
    private mutating func record(_ count: Int, from start: IndexPair) {
        let olds = start.old..<start.old + count
        let news = start.new..<start.new + count
        // Both ranges are checked here; the buffers then spare each element its checks.
        precondition(min(olds.lowerBound, news.lowerBound) >= 0)
        precondition(olds.upperBound <= oldCount && news.upperBound <= newCount)
        match.withUnsafeMutableBufferPointer { match in
            for row in news { match[row] = Int32(truncatingIfNeeded: row &- start.new &+ start.old) }
        }
        isMatched.withUnsafeMutableBufferPointer { $0[olds].update(repeating: true) }
        unmatchedCount -= count
    }

    // MARK: Following both lists

    private mutating func matchInOrder(_ pair: RowPair, from start: Int) {
        var next = IndexPair(old: start, new: start)
        // The end of the unmatched old rows from the next row on.
        var end = oldCount
        var shared = SharedSlices(pair)
        var anchors: HashTable?
        while next.new < newCount, unmatchedCount > 0 {
            if changed.count > limit { return exceedsLimit = true }
            if next.old == end, end < oldCount { end = unmatchedEnd(from: end) }
            let most = min(end - next.old, newCount - next.new)
            let count = pair.follow(from: next, limit: most, changed: &changed)
            if count > 0 {
                record(count, from: next)
                next = next.advanced(by: count)
            } else if let found = matchNearby(pair, from: next, end: end) {
                next = found.advanced(by: 1)
            } else if let found = shared?.next(from: next.new, isMatched: isMatched) {
                next = found
                end = unmatchedEnd(from: next.old)
            } else {
                shared = nil
                // For a few rows, `matchByHash` is as quick as anchors.
                if unmatchedCount < 2 * Self.anchorDistance { return }
                var table = anchors ?? makeAnchors(pair, from: start)
                anchors = nil
                while next.new < newCount {
                    let anchor = lookUp(next.new, among: &table, pair, from: start)
                    next.new += 1
                    if let anchor, matchBackward(pair, from: IndexPair(old: anchor, new: next.new - 1)) {
                        next.old = anchor + 1
                        end = unmatchedEnd(from: next.old)
                        break
                    }
                }
                anchors = table
            }
        }
    }

    /// Returns a table of old rows at regular distances.
    private mutating func makeAnchors(_ pair: RowPair, from start: Int) -> HashTable {
        lookedUpHashes.reserveCapacity(newCount)
        return HashTable(count: (oldCount - start) / Self.anchorDistance + 1) {
            pair.oldHash(min(start + $0 * Self.anchorDistance, oldCount - 1))
        }
    }

    /// Looks up a new row, keeps its hash, and returns the old row of an unmatched anchor with the same hash.
    private mutating func lookUp(
        _ row: Int, among anchors: inout HashTable, _ pair: RowPair, from start: Int
    ) -> Int? {
        let hash = pair.newHash(row)
        match[row] = Unmatched.row(withHashAt: lookedUpHashes.count)
        lookedUpHashes.append(hash)
        // Matched anchors are removed, too, so that each anchor is looked at once, even if many ids are equal.
        while let anchor = anchors.removeFirst(withHash: hash, where: { _ in true }) {
            let row = min(start + anchor * Self.anchorDistance, oldCount - 1)
            if !isMatched[row] { return row }
        }
        return nil
    }

    /// Finds and matches two equal rows within the next few rows.
    ///
    /// - Returns: The two rows, or `nil` if no rows are equal.
    private mutating func matchNearby(_ pair: RowPair, from start: IndexPair, end: Int) -> IndexPair? {
        for distance in 1...Self.nearbyDistance {
            for skipped in 0...distance {
                let next = IndexPair(old: start.old + skipped, new: start.new + distance - skipped)
                if next.old < end, next.new < newCount,
                    pair.follow(from: next, limit: 1, changed: &changed) == 1
                {
                    record(1, from: next)
                    return next
                }
            }
        }
        return nil
    }

    /// Matches two rows and the rows before them, as long as the rows are the same and unmatched.
    ///
    /// - Returns: Whether at least the two rows were matched.
    private mutating func matchBackward(_ pair: RowPair, from start: IndexPair) -> Bool {
        var next = start
        while next.old >= 0, next.new >= 0, !isMatched[next.old], match[next.new] < 0,
            pair.follow(from: next, limit: 1, changed: &changed) == 1
        {
            record(1, from: next)
            next = next.advanced(by: -1)
        }
        return next.old < start.old
    }

    /// Returns the end of the unmatched old rows from a row on, at most 256 rows below the row.
    private func unmatchedEnd(from row: Int) -> Int {
        let most = min(row + 256, oldCount)
        return isMatched[row..<most].firstIndex(of: true) ?? most
    }

    // MARK: Matching the rest

    /// Matches unmatched rows by their hashes, and adds the others to `removed` and `inserted`.
    private mutating func matchByHash(_ pair: RowPair) {
        let oldRest = unmatchedCount
        let newRest = newCount - oldCount + unmatchedCount
        let needsHashes = oldRest > 0 && newRest > 0
        let start = removed.count
        if start == 0 { removed.reserveCapacity(oldRest) }
        if inserted.isEmpty { inserted.reserveCapacity(newRest) }
        for row in isMatched.indices where !isMatched[row] {
            let hash = needsHashes ? pair.oldHash(row) : 0
            removed.append(UnmatchedRow(section: sections.old, row: sharedCount + row, hash: hash))
        }
        var table = HashTable(count: needsHashes ? oldRest : 0) { removed[start + $0].hash }
        for row in match.indices where match[row] < 0 {
            let knownHash = Unmatched.hashIndex(match[row]).map { lookedUpHashes[$0] }
            let hash = knownHash ?? (needsHashes ? pair.newHash(row) : 0)
            let offset = table.removeFirst(withHash: hash) {
                let old = removed[start + $0].position.row - sharedCount
                return pair.follow(from: IndexPair(old: old, new: row), limit: 1, changed: &changed) == 1
            }
            if let offset {
                record(1, from: IndexPair(old: removed[start + offset].position.row - sharedCount, new: row))
            } else {
                inserted.append(UnmatchedRow(section: sections.new, row: sharedCount + row, hash: hash))
                if inserted.count > limit { return exceedsLimit = true }
            }
        }
        guard unmatchedCount < oldRest else { return }
        var end = start
        for index in start..<removed.count where !isMatched[removed[index].position.row - sharedCount] {
            removed[end] = removed[index]
            end += 1
        }
        removed.removeLast(removed.count - end)
    }

    /// The elements of `match` for new rows without an old row.
    private enum Unmatched {
        /// A row whose hash is not known.
        static var row: Int32 { -1 }

        /// A row whose hash is in `lookedUpHashes`.
        static func row(withHashAt index: Int) -> Int32 { Int32(truncatingIfNeeded: -2 - index) }

        /// The index in `lookedUpHashes` of the hash of a row; `nil` if the hash is not known.
        static func hashIndex(_ element: Int32) -> Int? { element < row ? -2 - Int(element) : nil }
    }
}

/// A row without a match.
struct UnmatchedRow {
    private let section: Int32
    private let row: Int32
    /// The hash of the row's id and item; 0 if it is not known.
    let hash: Int

    init(section: Int, row: Int, hash: Int = 0) {
        self.section = Int32(truncatingIfNeeded: section)
        self.row = Int32(truncatingIfNeeded: row)
        self.hash = hash
    }

    var position: RowPosition { RowPosition(section: Int(section), row: Int(row)) }
}
