extension RowMatcher {
    /// Goes through both lists; what it can't place is left over.
    mutating func walk(_ pair: inout RowPair, _ old: Range<Int>, _ new: Range<Int>) {
        hasAnchors = false
        used = nil
        (walk.old, walk.new) = (old.lowerBound, new.lowerBound)
        shared = SharedRows.segments(pair.old.rows, old, pair.new.rows, new)
        if zip(shared, shared.dropFirst()).contains(where: { $0.old > $1.old }) { collectUsed(old) }
        for segment in shared {
            walk(&pair, to: segment.new, old, gapEnd: segment.old)
            walk.take(segment)
        }
        walk(&pair, to: new.upperBound, old, gapEnd: old.upperBound)
    }

    /// Walks both lists in step, until some new rows end, those of the gap before shared rows.
    private mutating func walk(
        _ pair: inout RowPair, to end: Int, _ old: Range<Int>, gapEnd: Int
    ) {
        (walk.misses, walk.losses) = (0, 0)
        var tries = Self.triesWhenLost
        while walk.new < end {
            let freeEnd = findFree(old) ?? gapEnd
            let count = walk.segments.count
            pair.walk(&walk, to: freeEnd, end)
            insertUsed(from: count)
            guard walk.isLost, !takeAnchor(&pair, old), walk.losses > Self.lossesWhenLost else { continue }
            tries -= 1
            guard tries == 0 else { continue }
            tries = Self.triesWhenLost
            // If the place is found again, anchors also match what was skipped.
            walk.leave(to: min(walk.new + walk.losses / 4, end))
        }
    }

    /// After how many losses only some new rows are looked up among the anchors, and how many of them in
    /// turn.
    private static var lossesWhenLost: Int { 512 }
    private static var triesWhenLost: Int { 64 }

    /// Steps over old rows that are matched already.
    ///
    /// - Returns: Where the next ones begin; `nil` if that is where the gap ends.
    private mutating func findFree(_ old: Range<Int>) -> Int? {
        guard let used else { return nil }
        // By some thousand rows, so that a jump does not cost more than a few steps.
        walk.old = used.first(from: walk.old, isIn: false, limit: min(walk.old + 4096, old.upperBound))
        return used.first(from: walk.old, isIn: true, limit: min(walk.old + 4096, old.upperBound))
    }

    /// Notes that the rows of segments are matched, from a segment on.
    private mutating func insertUsed(from number: Int) {
        guard used != nil else { return }
        for segment in walk.segments[number...] { used?.insert(segment.old..<segment.oldEnd) }
    }
}
