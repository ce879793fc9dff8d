/// Matches the old and the new rows of a section by id and item.
///
/// Most rows need a comparison, not a hash. Both lists are walked through in step; where they differ, they go on
/// together within the next few rows, where both share elements of a run, or at an anchor: old rows at regular
/// distances, among which new rows are looked up by their hashes. From an anchor the match extends backward. What
/// is left over is joined by hashes.
///
/// `match` and `isTaken` have an element for each row, which is less work than any list of ranges.
struct RowMatcher {
    private let oldCount: Int
    private let newCount: Int
    private let limit: Int
    /// The numbers of the sections that the rows belong to.
    private let sections: (old: Int, new: Int)
    /// The number of rows at the top that both lists share, and that are not looked at.
    let first: Int

    /// Whether each row is matched with the one at the same index.
    private(set) var isSame = false
    /// Whether there are surely more changes than the limit; then the match is not complete.
    private(set) var exceedsLimit = false
    /// The old row of each new one; negative for none. It is empty if all rows are the same.
    private(set) var match: [Int32] = []
    /// The new rows with other content than their old ones, in no order.
    private(set) var changed: [Int32] = []
    /// The old rows without a new one.
    private(set) var gone: [UnmatchedRow] = []
    /// The new rows without an old one.
    private(set) var came: [UnmatchedRow] = []

    /// Whether an old row has a new one.
    private var isTaken: [Bool] = []
    /// The number of old rows without a new one.
    private var free: Int
    /// The hashes of new rows that were looked up among the anchors; `match` has -2 for the first, -3 for the next.
    private var hashes: [Int] = []

    private static var anchorDistance: Int { 32 }
    private static var lookAhead: Int { 8 }

    /// Matches rows.
    ///
    /// - Parameters:
    ///   - sections: The numbers of the sections, for the rows that are left over.
    ///   - limit: The number of changes that is still of use.
    init(_ old: Rows, _ new: Rows, in sections: (old: Int, new: Int), limit: Int = .max) {
        let last: Int
        (first, last) = old.sharedEnds(with: new)
        let pair = RowPair(old.part(first..<old.count - last), new.part(first..<new.count - last))
        (self.sections, self.limit) = (sections, limit)
        (oldCount, newCount, free) = (pair.old.count, pair.new.count, pair.old.count)
        let same = pair.follow(0, 0, min(oldCount, newCount), &changed)
        isSame = same == oldCount && same == newCount
        exceedsLimit = abs(oldCount - newCount) > limit || changed.count > limit
        guard !isSame, !exceedsLimit else { return }
        match = Array(repeating: -1, count: newCount)
        isTaken = Array(repeating: false, count: oldCount)
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
        isTaken.withUnsafeMutableBufferPointer { $0[i..<i + count].update(repeating: true) }
        free -= count
    }

    // MARK: Walking in step

    private mutating func walk(_ pair: RowPair, from start: Int) {
        var (i, j, end) = (start, start, oldCount)
        var shared = SharedSlices(pair)
        var anchors: HashTable?
        while j < newCount, free > 0 {
            if changed.count > limit { return exceedsLimit = true }
            if i == end, i < oldCount { end = freeEnd(i) }
            let count = pair.follow(i, j, min(end - i, newCount - j), &changed)
            if count > 0 {
                take(i, j, count)
                (i, j) = (i + count, j + count)
            } else if lookAhead(pair, &i, &j, end) {
                continue
            } else if let next = shared?.next(from: j, isTaken) {
                (i, j, end) = (next.old, next.new, freeEnd(next.old))
            } else {
                shared = nil
                // Few rows are joined as quickly.
                if free < 2 * Self.anchorDistance { return }
                var table = anchors ?? makeAnchors(pair, from: start)
                anchors = nil
                while j < newCount {
                    let found = lookUp(j, among: &table, pair, from: start)
                    j += 1
                    if let found, takeBackward(pair, found, j - 1) {
                        (i, end) = (found + 1, freeEnd(found + 1))
                        break
                    }
                }
                anchors = table
            }
        }
    }

    /// Returns a table of old rows at regular distances.
    private mutating func makeAnchors(_ pair: RowPair, from start: Int) -> HashTable {
        hashes.reserveCapacity(newCount)
        return HashTable(count: (oldCount - start) / Self.anchorDistance + 1) {
            pair.oldHash(min(start + $0 * Self.anchorDistance, oldCount - 1))
        }
    }

    /// Looks up a new row, and returns the old row of a free anchor with the same hash. It keeps the hash, too.
    private mutating func lookUp(
        _ j: Int, among anchors: inout HashTable, _ pair: RowPair, from start: Int
    ) -> Int? {
        let hash = pair.newHash(j)
        hashes.append(hash)
        match[j] = Int32(truncatingIfNeeded: -1 - hashes.count)
        // Anchors that are matched are removed, too, so that many equal ids cost no more than others.
        while let number = anchors.take(hash, where: { _ in true }) {
            let row = min(start + number * Self.anchorDistance, oldCount - 1)
            if !isTaken[row] { return row }
        }
        return nil
    }

    /// Finds where the lists go on together within a few rows.
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

    /// Matches two rows and those before them, as long as these are the same and free.
    private mutating func takeBackward(_ pair: RowPair, _ i: Int, _ j: Int) -> Bool {
        var (a, b) = (i, j)
        while a >= 0, b >= 0, !isTaken[a], match[b] < 0, pair.follow(a, b, 1, &changed) == 1 {
            take(a, b, 1)
            (a, b) = (a - 1, b - 1)
        }
        return a < i
    }

    /// The end of the free old rows from one on, looked for within 256 rows.
    private func freeEnd(_ i: Int) -> Int {
        let most = min(i + 256, oldCount)
        return isTaken[i..<most].firstIndex(of: true) ?? most
    }

    // MARK: Joining the rest

    private mutating func join(_ pair: RowPair) {
        var rest: [Int32] = []
        rest.reserveCapacity(free)
        for i in isTaken.indices where !isTaken[i] { rest.append(Int32(truncatingIfNeeded: i)) }
        let newRest = newCount - oldCount + free
        let isNeeded = free > 0 && newRest > 0
        came.reserveCapacity(newRest)
        var oldHashes: [Int] = []
        oldHashes.reserveCapacity(isNeeded ? rest.count : 0)
        var table = HashTable(count: isNeeded ? rest.count : 0) { number in
            oldHashes.append(pair.oldHash(Int(rest[number])))
            return oldHashes[number]
        }
        for j in match.indices where match[j] < 0 {
            let hash = match[j] < -1 ? hashes[-2 - Int(match[j])] : isNeeded ? pair.newHash(j) : 0
            if let number = table.take(hash, where: { pair.follow(Int(rest[$0]), j, 1, &changed) == 1 }) {
                take(Int(rest[number]), j, 1)
            } else {
                came.append(UnmatchedRow(sections.new, first + j, hash: hash))
                if came.count > limit { return exceedsLimit = true }
            }
        }
        gone.reserveCapacity(free)
        for (number, i) in rest.enumerated() where !isTaken[Int(i)] {
            gone.append(UnmatchedRow(sections.old, first + Int(i), hash: isNeeded ? oldHashes[number] : 0))
        }
    }
}

/// A row without a match.
struct UnmatchedRow {
    private let section: Int32
    private let row: Int32
    /// The hash of the row's id and item where it is known, otherwise 0.
    let hash: Int

    init(_ section: Int, _ row: Int, hash: Int = 0) {
        self.section = Int32(truncatingIfNeeded: section)
        self.row = Int32(truncatingIfNeeded: row)
        self.hash = hash
    }

    var position: RowPosition { RowPosition(section: Int(section), row: Int(row)) }
}
