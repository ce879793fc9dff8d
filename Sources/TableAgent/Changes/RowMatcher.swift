/// Matches the old and the new rows of sections by id and item, one section after the other.
///
/// Most rows need a comparison, not a hash. The matcher follows both lists in step. Where the lists differ, the matcher
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
    private(set) var first = 0
    /// Whether each row is matched with the row at the same index. `match` is then not set.
    private(set) var isSame = false
    /// The old row of each new row; negative for a new row without an old row.
    private(set) var match: [Int32] = []
    /// The new rows whose content differs from their old rows, in no order.
    private(set) var changed: [Int32] = []

    private var sections = (old: 0, new: 0)
    private var oldCount = 0
    private var newCount = 0
    /// Whether an old row has a new row.
    private var isMatched: [Bool] = []
    /// The number of old rows without a new row.
    private var unmatchedCount = 0
    /// The hashes of new rows that were looked up among the anchors.
    private var lookedUpHashes: [Int] = []

    private static var anchorDistance: Int { 32 }
    private static var lookAhead: Int { 8 }

    /// Creates a matcher.
    ///
    /// - Parameter limit: The number of changes above which the result is of no use.
    init(limit: Int = .max) {
        self.limit = limit
    }

    /// Matches the rows of a section.
    ///
    /// - Parameter sections: The indices of the section, for the positions of unmatched rows.
    mutating func match(_ old: Rows, _ new: Rows, in sections: (old: Int, new: Int)) {
        let last: Int
        (first, last) = old.sharedEnds(with: new)
        let pair = RowPair(old.part(first..<old.count - last), new.part(first..<new.count - last))
        (oldCount, newCount) = (pair.old.count, pair.new.count)
        if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
        let same = pair.follow(0, 0, min(oldCount, newCount), &changed)
        isSame = same == oldCount && same == newCount
        exceedsLimit = exceedsLimit || abs(oldCount - newCount) > limit || changed.count > limit
        guard !isSame, !exceedsLimit else { return }
        (self.sections, unmatchedCount) = (sections, oldCount)
        match.removeAll(keepingCapacity: true)
        match.append(contentsOf: repeatElement(Unmatched.row, count: newCount))
        isMatched.removeAll(keepingCapacity: true)
        isMatched.append(contentsOf: repeatElement(false, count: oldCount))
        lookedUpHashes.removeAll(keepingCapacity: true)
        take(0, 0, same)
        walk(pair, from: same)
        if !exceedsLimit { join(pair) }
    }

    /// Matches rows that follow each other in both lists.
    private mutating func take(_ i: Int, _ j: Int, _ count: Int) {
        // Both ranges are checked here; the buffers then spare each element its checks.
        precondition(i >= 0 && i + count <= oldCount && j >= 0 && j + count <= newCount)
        match.withUnsafeMutableBufferPointer { match in
            for offset in 0..<count { match[j &+ offset] = Int32(truncatingIfNeeded: i &+ offset) }
        }
        isMatched.withUnsafeMutableBufferPointer { $0[i..<i + count].update(repeating: true) }
        unmatchedCount -= count
    }

    // MARK: Walking in step

    private mutating func walk(_ pair: RowPair, from start: Int) {
        var (i, j, end) = (start, start, oldCount)
        var shared = SharedSlices(pair)
        var anchors: HashTable?
        while j < newCount, unmatchedCount > 0 {
            if changed.count > limit { return exceedsLimit = true }
            if i == end, i < oldCount { end = unmatchedEnd(i) }
            let count = pair.follow(i, j, min(end - i, newCount - j), &changed)
            if count > 0 {
                take(i, j, count)
                (i, j) = (i + count, j + count)
            } else if lookAhead(pair, &i, &j, end) {
                continue
            } else if let next = shared?.next(from: j, isMatched) {
                (i, j, end) = (next.old, next.new, unmatchedEnd(next.old))
            } else {
                shared = nil
                // For a few rows, `join` is as quick as anchors.
                if unmatchedCount < 2 * Self.anchorDistance { return }
                var table = anchors ?? makeAnchors(pair, from: start)
                anchors = nil
                while j < newCount {
                    let found = lookUp(j, among: &table, pair, from: start)
                    j += 1
                    if let found, takeBackward(pair, found, j - 1) {
                        (i, end) = (found + 1, unmatchedEnd(found + 1))
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
        _ j: Int, among anchors: inout HashTable, _ pair: RowPair, from start: Int
    ) -> Int? {
        let hash = pair.newHash(j)
        match[j] = Unmatched.row(withHashAt: lookedUpHashes.count)
        lookedUpHashes.append(hash)
        // Matched anchors are removed, too, so that each anchor is looked at once, even if many ids are equal.
        while let anchor = anchors.take(hash, where: { _ in true }) {
            let row = min(start + anchor * Self.anchorDistance, oldCount - 1)
            if !isMatched[row] { return row }
        }
        return nil
    }

    /// Finds and matches two equal rows within the next few rows, and continues after these rows.
    ///
    /// - Returns: Whether two equal rows were found.
    private mutating func lookAhead(_ pair: RowPair, _ i: inout Int, _ j: inout Int, _ end: Int) -> Bool {
        for distance in 1...Self.lookAhead {
            for skipped in 0...distance {
                let (a, b) = (i + skipped, j + distance - skipped)
                if a < end, b < newCount, pair.follow(a, b, 1, &changed) == 1 {
                    take(a, b, 1)
                    (i, j) = (a + 1, b + 1)
                    return true
                }
            }
        }
        return false
    }

    /// Matches two rows and the rows before them, as long as the rows are the same and unmatched.
    ///
    /// - Returns: Whether at least the two rows were matched.
    private mutating func takeBackward(_ pair: RowPair, _ i: Int, _ j: Int) -> Bool {
        var (a, b) = (i, j)
        while a >= 0, b >= 0, !isMatched[a], match[b] < 0, pair.follow(a, b, 1, &changed) == 1 {
            take(a, b, 1)
            (a, b) = (a - 1, b - 1)
        }
        return a < i
    }

    /// Returns the end of the unmatched old rows from a row on, at most 256 rows below the row.
    private func unmatchedEnd(_ i: Int) -> Int {
        let most = min(i + 256, oldCount)
        return isMatched[i..<most].firstIndex(of: true) ?? most
    }

    // MARK: Joining the rest

    /// Matches unmatched rows by their hashes, and adds the others to `removed` and `inserted`.
    private mutating func join(_ pair: RowPair) {
        let (oldRest, newRest) = (unmatchedCount, newCount - oldCount + unmatchedCount)
        let isNeeded = oldRest > 0 && newRest > 0
        let start = removed.count
        if start == 0 { removed.reserveCapacity(oldRest) }
        if inserted.isEmpty { inserted.reserveCapacity(newRest) }
        for i in isMatched.indices where !isMatched[i] {
            removed.append(UnmatchedRow(sections.old, first + i, hash: isNeeded ? pair.oldHash(i) : 0))
        }
        var table = HashTable(count: isNeeded ? oldRest : 0) { removed[start + $0].hash }
        for j in match.indices where match[j] < 0 {
            let hash =
                Unmatched.hashIndex(match[j]).map { lookedUpHashes[$0] } ?? (isNeeded ? pair.newHash(j) : 0)
            let offset = table.take(hash) {
                pair.follow(removed[start + $0].position.row - first, j, 1, &changed) == 1
            }
            if let offset {
                take(removed[start + offset].position.row - first, j, 1)
            } else {
                inserted.append(UnmatchedRow(sections.new, first + j, hash: hash))
                if inserted.count > limit { return exceedsLimit = true }
            }
        }
        guard unmatchedCount < oldRest else { return }
        var end = start
        for index in start..<removed.count where !isMatched[removed[index].position.row - first] {
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

    init(_ section: Int, _ row: Int, hash: Int = 0) {
        self.section = Int32(truncatingIfNeeded: section)
        self.row = Int32(truncatingIfNeeded: row)
        self.hash = hash
    }

    var position: RowPosition { RowPosition(section: Int(section), row: Int(row)) }
}
