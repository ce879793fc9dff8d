extension RowMatcher {
    /// Matches what the walk left over on both sides.
    mutating func matchRest(_ pair: inout RowPair, _ old: Range<Int>) {
        collectOldRest(old)
        guard !oldRest.isEmpty, !walk.rest.isEmpty else { return }
        matches.removeAll(keepingCapacity: true)
        if oldRest.count * walk.rest.count <= 256, pair.isSimple {
            // Quicker than to hash them.
            pair.pairUp(oldRest, walk.rest, &matches)
            acceptMatches(&pair)
            return
        }
        hashRest(&pair)
        let isLong = min(oldRest.count, walk.rest.count) > 100
        if isLong {
            // All by hash, to compare them afterwards: then memory is waited for only once.
            matches = HashJoin.matches(oldHashes, newHashes)
            let areSame = acceptMatches(&pair)
            matches = []
            if areSame { return dropMemory() }
        }
        matchEach(&pair)
        acceptMatches(&pair)
    }

    private mutating func collectOldRest(_ old: Range<Int>) {
        var end = old.lowerBound
        if let used {
            while true {
                let start = used.first(from: end, isIn: false, limit: old.upperBound)
                guard start < old.upperBound else { return }
                end = used.first(from: start, isIn: true, limit: old.upperBound)
                for row in start..<end { oldRest.append(Int32(truncatingIfNeeded: row)) }
            }
        }
        for segment in walk.segments {
            while end < segment.old {
                oldRest.append(Int32(truncatingIfNeeded: end))
                end += 1
            }
            end = segment.oldEnd
        }
        for row in end..<old.upperBound { oldRest.append(Int32(truncatingIfNeeded: row)) }
    }

    /// Finds matches by hash, row by row.
    private mutating func matchEach(_ pair: inout RowPair) {
        // Out of `self`, so that a closure may read `self` while the table changes.
        var table = HashTable()
        swap(&table, &self.table)
        defer { swap(&table, &self.table) }
        table.reset(for: oldRest.count)
        for number in oldRest.indices { table.insert(number, hash: oldHashes[number]) }
        for (row, hash) in zip(walk.rest, newHashes) {
            let match = table.take(hash) { pair.compare(Int(oldRest[$0]), Int(row)) != .other }
            matches.append(Int32(truncatingIfNeeded: match ?? -1))
        }
    }

    /// Makes segments of the matches, and removes them from what is left over.
    ///
    /// - Returns: False, and nothing done, if any two are not the same; rows that differ may have equal
    ///   hashes.
    @discardableResult
    private mutating func acceptMatches(_ pair: inout RowPair) -> Bool {
        found.removeAll()
        for (number, match) in matches.enumerated() where match >= 0 {
            found.old.append(oldRest[Int(match)])
            found.new.append(walk.rest[number])
        }
        if found.old.isEmpty { return true }
        guard pair.compare(&found) else { return false }
        Self.compact(&walk.rest, &newHashes) { number, _ in matches[number] < 0 }
        for match in matches where match >= 0 { oldRest[Int(match)] = -1 }
        Self.compact(&oldRest, &oldHashes) { $1 >= 0 }
        mergeFound()
        return true
    }

    /// Keeps some of the rows with their hashes, if all have one.
    private static func compact(
        _ rows: inout [Int32], _ hashes: inout [Int], _ isKept: (Int, Int32) -> Bool
    ) {
        let hasHashes = hashes.count == rows.count
        var left = 0
        for number in rows.indices where isKept(number, rows[number]) {
            rows[left] = rows[number]
            if hasHashes { hashes[left] = hashes[number] }
            left += 1
        }
        rows.removeLast(rows.count - left)
        hashes.removeLast(hasHashes ? hashes.count - left : hashes.count)
    }

    /// Merges the rows that were found with the other segments, ascending in the new list.
    private mutating func mergeFound() {
        var next = walk.segments.count - 1
        walk.segments.reserveCapacity(walk.segments.count + found.new.count)
        for (old, new) in zip(found.old, found.new) {
            walk.segments.append(RowSegment(old: Int(old), new: Int(new), count: 1))
        }
        // From the end, where there is room.
        var place = walk.segments.count - 1
        var number = found.new.count - 1
        while number >= 0 {
            while next >= 0, walk.segments[next].new > Int(found.new[number]) {
                walk.segments[place] = walk.segments[next]
                next -= 1
                place -= 1
            }
            walk.segments[place] = RowSegment(
                old: Int(found.old[number]), new: Int(found.new[number]), count: 1)
            place -= 1
            number -= 1
        }
        if found.new.count > 16 { joinNeighbours() }
        mergeChanged()
    }

    /// Makes one segment of those that follow each other in both lists.
    private mutating func joinNeighbours() {
        var last = 0
        for number in 1..<walk.segments.count {
            let segment = walk.segments[number]
            if walk.segments[last].oldEnd == segment.old, walk.segments[last].newEnd == segment.new {
                walk.segments[last].count += segment.count
            } else {
                last += 1
                walk.segments[last] = segment
            }
        }
        walk.segments.removeLast(walk.segments.count - last - 1)
    }

    private mutating func mergeChanged() {
        let count = walk.changed.count
        for (number, isChanged) in found.isChanged.enumerated() where isChanged {
            walk.changed.append(found.new[number])
        }
        if walk.changed.count > count, count > 0 { walk.changed.sort() }
    }

    /// Gives back large pieces of memory, which are of more use for the changes.
    private mutating func dropMemory() {
        found = FoundRows()
        if oldRest.isEmpty { (oldRest, oldHashes) = ([], []) }
        if walk.rest.isEmpty { (walk.rest, newHashes) = ([], []) }
    }
}
