/// Finds which old row is which new row, in a section that both tables have.
///
/// Ids need a match, not a hash each. Most rows are found by walking both lists in step; a look ahead steps
/// over a few rows that came or went; anchors, every 32nd old row in a small table, find the place again
/// after many, and from a found anchor the match extends upwards. Only what is left over is hashed, on both
/// sides. Equal ids pair off in order.
///
/// One matcher serves many sections, so that its memory is used again.
struct RowMatcher {
    /// Neighbouring rows that are neighbours in both lists.
    struct Segment {
        var old: Int
        var new: Int
        var count: Int
    }

    /// What matches, ascending in the new list.
    private(set) var segments: [Segment] = []
    /// The old rows without a new one, ascending.
    private(set) var oldRest: [Int] = []
    /// The new rows without an old one, ascending.
    private(set) var newRest: [Int] = []

    /// For the old rows between the common start and end, whether they are matched.
    private var isUsed: [Bool] = []
    private var newHashes: [Int] = []
    private var found: [Segment] = []
    private var table = HashTable()

    mutating func match(_ pair: RowPair) {
        segments.removeAll(keepingCapacity: true)
        oldRest.removeAll(keepingCapacity: true)
        newRest.removeAll(keepingCapacity: true)
        let (oldCount, newCount) = (pair.old.count, pair.new.count)
        let most = min(oldCount, newCount)
        var (start, end) = pair.shared
        start += pair.countSame(start, start, limit: most - start - end)
        end += pair.countSameAbove(oldCount - end, newCount - end, limit: most - start - end)
        append(Segment(old: 0, new: 0, count: start))
        let (old, new) = (start..<oldCount - end, start..<newCount - end)
        if old.isEmpty || new.isEmpty {
            oldRest.append(contentsOf: old)
            newRest.append(contentsOf: new)
        } else {
            walk(pair, old, new)
            matchRest(pair, old)
        }
        append(Segment(old: oldCount - end, new: newCount - end, count: end))
    }

    private mutating func append(_ segment: Segment) {
        guard segment.count > 0 else { return }
        if let last = segments.last, last.old + last.count == segment.old,
            last.new + last.count == segment.new
        {
            segments[segments.count - 1].count += segment.count
        } else {
            segments.append(segment)
        }
    }

    /// Walks both lists in step; what it can't place goes to `newRest`.
    private mutating func walk(_ pair: RowPair, _ old: Range<Int>, _ new: Range<Int>) {
        isUsed.removeAll(keepingCapacity: true)
        isUsed.append(contentsOf: repeatElement(false, count: old.count))
        newHashes.removeAll(keepingCapacity: true)
        var hasAnchors = false
        var (i, j) = (old.lowerBound, new.lowerBound)
        var misses = 0
        while j < new.upperBound {
            let same = countSame(pair, i, j, old, limit: min(old.upperBound - i, new.upperBound - j))
            if same > 0 {
                take(Segment(old: i, new: j, count: same), old)
                (i, j) = (i + same, j + same)
                misses = 0
                continue
            }
            if misses < 4, let (skipped, passed) = lookAhead(pair, i, j, old, new) {
                for row in j..<j + passed { leave(row, pair.hashOfNew(row)) }
                (i, j) = (i + skipped, j + passed)
                continue
            }
            let hash = pair.hashOfNew(j)
            if old.count >= 2 * Self.anchorDistance {
                if !hasAnchors { setAnchors(pair, old) }
                hasAnchors = true
                if let anchor = table.first(
                    hash, where: { !isUsed[$0 - old.lowerBound] && pair.isSame($0, j) })
                {
                    let above = extendUpwards(pair, anchor, j, old)
                    take(Segment(old: anchor - above, new: j - above, count: above + 1), old)
                    (i, j) = (anchor + 1, j + 1)
                    misses = 0
                    continue
                }
            }
            leave(j, hash)
            j += 1
            misses += 1
        }
    }

    private mutating func take(_ segment: Segment, _ old: Range<Int>) {
        append(segment)
        for row in segment.old..<segment.old + segment.count { isUsed[row - old.lowerBound] = true }
    }

    private mutating func leave(_ row: Int, _ hash: Int) {
        newRest.append(row)
        newHashes.append(hash)
    }

    /// How many rows are the same and not matched yet.
    private func countSame(_ pair: RowPair, _ i: Int, _ j: Int, _ old: Range<Int>, limit: Int) -> Int {
        guard limit > 0, !isUsed[i - old.lowerBound] else { return 0 }
        let same = pair.countSame(i, j, limit: limit)
        var free = min(same, 1)
        while free < same, !isUsed[i + free - old.lowerBound] { free += 1 }
        return free
    }

    /// How many old or how many new rows to step over so that the next ones are the same.
    private func lookAhead(
        _ pair: RowPair, _ i: Int, _ j: Int, _ old: Range<Int>, _ new: Range<Int>
    ) -> (old: Int, new: Int)? {
        guard i < old.upperBound else { return nil }
        for distance in 1...8 {
            if i + distance < old.upperBound, !isUsed[i + distance - old.lowerBound],
                pair.isSame(i + distance, j)
            {
                return (distance, 0)
            }
            if j + distance < new.upperBound, !isUsed[i - old.lowerBound], pair.isSame(i, j + distance) {
                return (0, distance)
            }
        }
        return nil
    }

    private static var anchorDistance: Int { 32 }

    private mutating func setAnchors(_ pair: RowPair, _ old: Range<Int>) {
        table.reset(for: old.count / Self.anchorDistance + 1)
        for row in stride(from: old.lowerBound, to: old.upperBound, by: Self.anchorDistance) {
            table.insert(row, hash: pair.hashOfOld(row))
        }
    }

    /// Takes back from `newRest` the rows right above a found anchor that are the same in both lists.
    private mutating func extendUpwards(_ pair: RowPair, _ anchor: Int, _ j: Int, _ old: Range<Int>) -> Int {
        var above = 0
        while anchor - above > old.lowerBound, newRest.last == j - above - 1,
            !isUsed[anchor - above - 1 - old.lowerBound], pair.isSame(anchor - above - 1, j - above - 1)
        {
            above += 1
            newRest.removeLast()
            newHashes.removeLast()
        }
        return above
    }
}

extension RowMatcher {
    /// Matches by hash what the walk left over on both sides.
    private mutating func matchRest(_ pair: RowPair, _ old: Range<Int>) {
        for (offset, isUsed) in isUsed.enumerated() where !isUsed { oldRest.append(old.lowerBound + offset) }
        guard !oldRest.isEmpty, !newRest.isEmpty else { return }
        table.reset(for: oldRest.count)
        for row in oldRest { table.insert(row, hash: pair.hashOfOld(row)) }
        found.removeAll(keepingCapacity: true)
        var left = 0
        for (index, row) in newRest.enumerated() {
            let match = table.first(newHashes[index]) {
                !isUsed[$0 - old.lowerBound] && pair.isSame($0, row)
            }
            if let match {
                isUsed[match - old.lowerBound] = true
                found.append(Segment(old: match, new: row, count: 1))
            } else {
                newRest[left] = row
                left += 1
            }
        }
        guard !found.isEmpty else { return }
        newRest.removeSubrange(left...)
        oldRest.removeAll { isUsed[$0 - old.lowerBound] }
        mergeFound()
    }

    /// Merges the segments that were found by hash with the others, ascending in the new list.
    private mutating func mergeFound() {
        let walked = segments
        segments.removeAll(keepingCapacity: true)
        var next = 0
        for segment in walked {
            while next < found.count, found[next].new < segment.new {
                append(found[next])
                next += 1
            }
            append(segment)
        }
        for segment in found[next...] { append(segment) }
    }
}
