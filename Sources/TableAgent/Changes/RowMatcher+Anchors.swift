extension RowMatcher {
    private static var anchorDistance: Int { 32 }

    /// Looks for the row that was left last among the anchors, and takes what matches up to it.
    ///
    /// - Returns: Whether it is there.
    mutating func takeAnchor(_ pair: inout RowPair, _ old: Range<Int>) -> Bool {
        guard old.count >= 2 * Self.anchorDistance else { return false }
        if used == nil, !shared.isEmpty { collectUsed(old) }
        if !hasAnchors { setAnchors(&pair, old) }
        let row = walk.new - 1
        pair.hashNew(walk.rest, &newHashes)
        let hash = newHashes[newHashes.count - 1]
        // An anchor that was matched otherwise is of no more use.
        while let anchor = table.first(hash, where: { isUsed($0) || pair.compare($0, row) != .other }) {
            table.remove(anchor, hash: hash)
            guard !isUsed(anchor) else { continue }
            if used == nil, anchor < walk.old { collectUsed(old) }
            let count = countFree(&pair, above: anchor + 1, row + 1, old)
            walk.rest.removeLast(count)
            newHashes.removeLast(count)
            let segment = RowSegment(old: anchor + 1 - count, new: row + 1 - count, count: count)
            walk.take(segment)
            used?.insert(segment.old..<segment.oldEnd)
            pair.appendChanged(segment.old, segment.new, count, to: &walk.changed)
            return true
        }
        return false
    }

    /// Whether an old row is matched.
    private func isUsed(_ row: Int) -> Bool {
        if let used { return used.contains(row) }
        guard row < walk.old else { return false }
        // The segments are ascending in the old list, too.
        var (low, high) = (0, walk.segments.count)
        while low < high {
            let middle = (low + high) / 2
            if walk.segments[middle].oldEnd <= row { low = middle + 1 } else { high = middle }
        }
        return low < walk.segments.count && walk.segments[low].old <= row
    }

    /// Begins to note which rows are matched, as they are not, or no more, ascending.
    mutating func collectUsed(_ old: Range<Int>) {
        var used = RowSet(old)
        for segment in shared { used.insert(segment.old..<segment.oldEnd) }
        for segment in walk.segments {
            used.insert((segment.old..<segment.oldEnd).clamped(to: old))
        }
        self.used = used
    }

    /// How many rows are the same above two places, of those that were left over.
    private func countFree(_ pair: inout RowPair, above i: Int, _ j: Int, _ old: Range<Int>) -> Int {
        let lowest = used == nil ? walk.old : old.lowerBound
        let same = pair.countSameAbove(i, j, limit: min(i - lowest, walk.rest.count))
        var count = 1
        while count < same, Int(walk.rest[walk.rest.count - count - 1]) == j - count - 1,
            !(used?.contains(i - count - 1) ?? false)
        {
            count += 1
        }
        return count
    }

    private mutating func setAnchors(_ pair: inout RowPair, _ old: Range<Int>) {
        hasAnchors = true
        var row = old.lowerBound
        while true {
            row = used?.first(from: row, isIn: false, limit: old.upperBound) ?? row
            guard row < old.upperBound else { break }
            oldRest.append(Int32(truncatingIfNeeded: row))
            row += Self.anchorDistance
        }
        pair.hashOld(oldRest, &oldHashes)
        table.reset(for: oldRest.count)
        for (row, hash) in zip(oldRest, oldHashes) { table.insert(Int(row), hash: hash) }
        oldRest.removeAll(keepingCapacity: true)
        oldHashes.removeAll(keepingCapacity: true)
    }
}
