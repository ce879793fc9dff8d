/// Finds which old row is which new row, in a section that both tables have.
///
/// Ids need a match, not a hash each. What is shared is found by slices. Most other rows are found by walking
/// both lists in step; a look ahead steps over a few rows that came or went; anchors, every 32nd old row in a
/// small table, find the place again after many, and from a found anchor the match extends upwards. Only what
/// is left over is hashed, on both sides. Equal ids pair off in order.
///
/// Content is compared as soon as rows match, while they are in the processor's cache.
///
/// One matcher serves many sections, so that its memory is used again.
struct RowMatcher {
    /// What matches, the new rows without an old one, and the ones with other content.
    var walk = RowWalk()
    /// The old rows without a new one, ascending.
    var oldRest: [Int32] = []
    /// The hashes of the first rows of `oldRest`, as far as they were needed.
    var oldHashes: [Int] = []
    /// The hashes of the first new rows without an old one.
    var newHashes: [Int] = []

    /// The rows that stand in the same slices.
    var shared: [RowSegment] = []
    /// The old rows that are matched, unless they are just those of the segments, and ascending like these.
    var used: RowSet?
    var table = HashTable()
    var hasAnchors = false
    /// For each new row that was left over, the number of its match in `oldRest`; -1 for none.
    var matches: [Int32] = []
    /// What these are.
    var found = FoundRows()

    mutating func match(_ pair: inout RowPair) {
        walk.reset()
        oldRest.removeAll(keepingCapacity: true)
        oldHashes.removeAll(keepingCapacity: true)
        newHashes.removeAll(keepingCapacity: true)
        let (oldCount, newCount) = (pair.old.count, pair.new.count)
        let shared = pair.old.rows.slices.countShared(with: pair.new.rows.slices)
        var (start, end) = shared
        if max(oldCount, newCount) > Self.longCount {
            let most = min(oldCount, newCount)
            start += pair.countSame(start, start, limit: most - start - end)
            end += pair.countSameAbove(oldCount - end, newCount - end, limit: most - start - end)
        }
        let (old, new) = (start..<oldCount - end, start..<newCount - end)

        append(RowSegment(old: 0, new: 0, count: start))
        pair.appendChanged(shared.start, shared.start, start - shared.start, to: &walk.changed)
        if old.isEmpty || new.isEmpty {
            for row in old { oldRest.append(Int32(truncatingIfNeeded: row)) }
            for row in new { walk.rest.append(Int32(truncatingIfNeeded: row)) }
        } else {
            walk(&pair, old, new)
            matchRest(&pair, old)
        }
        append(RowSegment(old: oldCount - end, new: newCount - end, count: end))
        pair.appendChanged(oldCount - end, newCount - end, end - shared.end, to: &walk.changed)
    }

    /// How many rows a list must have so that what it shares at both ends is looked for first, for the walk
    /// to be about the rest only.
    private static var longCount: Int { 256 }

    /// Adds rows that match, below all others in the new list.
    private mutating func append(_ segment: RowSegment) {
        if segment.count > 0 { walk.segments.append(segment) }
    }

    /// Hashes what is left over, as far as it was not hashed before.
    mutating func hashRest(_ pair: inout RowPair) {
        oldHashes.reserveCapacity(oldRest.count)
        newHashes.reserveCapacity(walk.rest.count)
        pair.hashOld(oldRest, &oldHashes)
        pair.hashNew(walk.rest, &newHashes)
    }
}
