/// Matches the old and the new rows of a section by id and item.
///
/// Most rows need a comparison, not a hash. Elements of runs that both lists share are matched first. The rest is
/// walked through in step; where the lists differ, a look at the next few rows finds where they go on together,
/// and if not, anchors do: old rows at regular distances, which new rows are looked up among by their hashes.
/// From an anchor the match extends backward. What is left over is joined by hashes.
///
/// Each array has an element for each row, which is less work than any list of ranges.
struct RowMatcher {
    private let oldCount: Int
    private let newCount: Int
    private let limit: Int
    /// The numbers of the sections that the rows belong to.
    private let sections: (old: Int, new: Int)
    /// The number of rows of the sections that come before these.
    private let first: Int

    /// Whether each row is matched with the one at the same index.
    private(set) var isSame = false
    /// Whether there are surely more changes than the limit; then the match is not complete.
    private(set) var exceedsLimit = false
    /// The old row of each new one; -1 for none. It is empty if all rows are the same.
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
    /// The hashes of new rows that were looked up among the anchors; 0 for others.
    private var hashes: [Int] = []
    private var hasShared = false

    private static var anchorDistance: Int { 32 }
    private static var lookAhead: Int { 8 }

    /// Matches rows.
    ///
    /// - Parameters:
    ///   - sections: The numbers of the sections, for the rows that are left over.
    ///   - first: The number of rows that come before in both sections.
    ///   - limit: The number of changes that is still of use.
    init(_ old: Rows, _ new: Rows, in sections: (old: Int, new: Int), from first: Int = 0, limit: Int = .max)
    {
        (self.sections, self.first, self.limit) = (sections, first, limit)
        (oldCount, newCount, free) = (old.count, new.count, old.count)
        let pair = RowPair(old, new)
        let same = pair.follow(0, 0, min(oldCount, newCount), &changed)
        isSame = same == oldCount && same == newCount
        exceedsLimit = abs(oldCount - newCount) > limit || changed.count > limit
        guard !isSame, !exceedsLimit else { return }
        match = Array(repeating: -1, count: newCount)
        isTaken = Array(repeating: false, count: oldCount)
        take(0, 0, same)
        takeShared(old, new, from: same)
        walk(pair, from: same)
        if !exceedsLimit { join(pair) }
    }

    /// Matches rows that follow each other in both lists.
    private mutating func take(_ i: Int, _ j: Int, _ count: Int) {
        // The ranges are checked; the buffers spare each element a check whether its array is shared.
        precondition(j + count <= newCount)
        match.withUnsafeMutableBufferPointer { match in
            for offset in 0..<count { match[j &+ offset] = Int32(truncatingIfNeeded: i &+ offset) }
        }
        isTaken.withUnsafeMutableBufferPointer { $0[i..<i + count].update(repeating: true) }
        free -= count
    }

    // MARK: Shared runs

    /// Matches the elements of runs that both lists share, as an edit leaves them. Of elements that were
    /// rearranged within their run, not all are found.
    private mutating func takeShared(_ old: Rows, _ new: Rows, from start: Int) {
        if case .one = old.storage, case .one = new.storage { return }
        /// The rows of a slice that are not matched yet, and the next slice of the same run.
        struct OldSlice {
            var indices: Range<Int>
            let offset: Int
            var next: Int?
        }
        var slices: [OldSlice] = []
        var firstOfRun: [ObjectIdentifier: Int] = [:]
        var end = oldCount
        for slice in old.slices.reversed() {
            let offset = end - slice.range.upperBound
            end -= slice.count
            let run = ObjectIdentifier(slice.run)
            let indices =
                max(slice.start, min(slice.range.upperBound, start - offset))..<slice.range.upperBound
            slices.append(OldSlice(indices: indices, offset: offset, next: firstOfRun[run]))
            firstOfRun[run] = slices.count - 1
        }
        var row = 0
        for slice in new.slices {
            let offset = row - slice.start
            row += slice.count
            let run = ObjectIdentifier(slice.run)
            var indices =
                max(slice.start, min(slice.range.upperBound, start - offset))..<slice.range.upperBound
            while !indices.isEmpty, let number = firstOfRun[run] {
                let free = slices[number].indices
                let shared = indices.clamped(to: free)
                if !shared.isEmpty {
                    take(shared.lowerBound + slices[number].offset, shared.lowerBound + offset, shared.count)
                    hasShared = true
                }
                if free.upperBound > indices.upperBound {
                    slices[number].indices = max(free.lowerBound, indices.upperBound)..<free.upperBound
                    break
                }
                firstOfRun[run] = slices[number].next
                indices = max(indices.lowerBound, free.upperBound)..<indices.upperBound
            }
        }
    }

    // MARK: Walking in step

    private mutating func walk(_ pair: RowPair, from start: Int) {
        var (i, j) = (start, start)
        var oldEnd = hasShared ? freeOldEnd(i) : oldCount
        var newEnd = hasShared ? freeNewEnd(j) : newCount
        var anchors: Anchors?
        while j < newCount, free > 0 {
            if changed.count > limit { return exceedsLimit = true }
            if hasShared, skipMatched(&i, &j) { oldEnd = i }
            if i >= oldEnd, i < oldCount { oldEnd = freeOldEnd(i) }
            if j >= newEnd { newEnd = freeNewEnd(j) }
            let count = pair.follow(i, j, max(0, min(oldEnd - i, newEnd - j)), &changed)
            if count > 0 {
                take(i, j, count)
                (i, j) = (i + count, j + count)
            } else if !lookAhead(pair, &i, &j, oldEnd, newEnd) {
                if anchors == nil {
                    // Few rows are joined as quickly.
                    if free < 2 * Self.anchorDistance { return }
                    anchors = Anchors(
                        hasShared ? freeRows(from: start) : nil, start..<oldCount, pair)
                    hashes = Array(repeating: 0, count: newCount)
                }
                while j < newCount, match[j] < 0 {
                    hashes[j] = pair.newHash(j)
                    if let found = anchors?.take(hashes[j], isTaken), takeBackward(pair, found, j) {
                        (i, oldEnd) = (found + 1, freeOldEnd(found + 1))
                        j += 1
                        break
                    }
                    j += 1
                }
            }
        }
    }

    /// Skips rows that are matched already, and returns whether there were any.
    private func skipMatched(_ i: inout Int, _ j: inout Int) -> Bool {
        let start = (i, j)
        while j < newCount, match[j] >= 0 { (i, j) = (Int(match[j]) + 1, j + 1) }
        while i < oldCount, isTaken[i] { i += 1 }
        return start != (i, j)
    }

    /// Finds where the lists go on together within a few rows.
    private mutating func lookAhead(
        _ pair: RowPair, _ i: inout Int, _ j: inout Int, _ oldEnd: Int, _ newEnd: Int
    ) -> Bool {
        for distance in 1...Self.lookAhead {
            for skipped in 0...distance {
                let (a, b) = (i + skipped, j + distance - skipped)
                if a < oldEnd, b < newEnd, pair.follow(a, b, 1, &changed) == 1 {
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

    /// Where old rows end that are surely not matched, from one of them on.
    private func freeOldEnd(_ i: Int) -> Int {
        let most = min(i + 256, oldCount)
        return i < most ? isTaken[i..<most].firstIndex(of: true) ?? most : i
    }

    private func freeNewEnd(_ j: Int) -> Int {
        guard hasShared else { return newCount }
        let most = min(j + 256, newCount)
        return j < most ? match[j..<most].firstIndex { $0 >= 0 } ?? most : j
    }

    private func freeRows(from start: Int) -> [Int32] {
        var rows: [Int32] = []
        rows.reserveCapacity(free)
        for i in start..<oldCount where !isTaken[i] { rows.append(Int32(truncatingIfNeeded: i)) }
        return rows
    }

    /// Old rows at regular distances, by their hashes.
    private struct Anchors {
        private let rows: [Int32]
        private var table: HashTable

        /// - Parameters:
        ///   - free: The rows to choose from; `nil` for all.
        ///   - all: All rows that the walk has not come to.
        init(_ free: [Int32]?, _ all: Range<Int>, _ pair: RowPair) {
            let chosen = stride(from: 0, to: free?.count ?? all.count, by: RowMatcher.anchorDistance)
            rows = chosen.map { free?[$0] ?? Int32(truncatingIfNeeded: all.lowerBound + $0) }
            table = HashTable(count: rows.count) { [rows] in pair.oldHash(Int(rows[$0])) }
        }

        /// Removes and returns the first row with a hash that is not matched.
        mutating func take(_ hash: Int, _ isTaken: [Bool]) -> Int? {
            // Rows that are matched are removed, too, so that many equal ids cost no more than others.
            while let number = table.take(hash, where: { _ in true }) {
                if !isTaken[Int(rows[number])] { return Int(rows[number]) }
            }
            return nil
        }
    }

    // MARK: Joining the rest

    private mutating func join(_ pair: RowPair) {
        let rest = freeRows(from: 0)
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
            let hash = !isNeeded ? 0 : hashes.isEmpty || hashes[j] == 0 ? pair.newHash(j) : hashes[j]
            if isNeeded,
                let number = table.take(hash, where: { pair.follow(Int(rest[$0]), j, 1, &changed) == 1 })
            {
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
