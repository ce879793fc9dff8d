/// A walk through two lists of rows in step: where it is, and what it found up to there.
@usableFromInline
struct RowWalk {
    /// The old row to look at next.
    @usableFromInline
    var old = 0
    /// The new row to look at next.
    @usableFromInline
    var new = 0
    /// How many new rows were left since rows were the same.
    @usableFromInline
    var misses = 0
    /// How many new rows were left in all, against those that were not.
    @usableFromInline
    var losses = 0

    /// What matches, ascending in the new list.
    @usableFromInline
    var segments: [RowSegment] = []
    /// The new rows without an old one, ascending.
    @usableFromInline
    var rest: [Int32] = []
    /// The new rows that match and have other content, ascending.
    @usableFromInline
    var changed: [Int32] = []

    init() {}

    /// Forgets what was found.
    mutating func reset() {
        segments.removeAll(keepingCapacity: true)
        rest.removeAll(keepingCapacity: true)
        changed.removeAll(keepingCapacity: true)
    }

    /// How far to look ahead for rows that are the same.
    @inlinable
    static var reach: Int { 8 }

    /// How many new rows to leave until a look ahead is of no more use.
    @inlinable
    static var patience: Int { 4 }

    @inlinable
    var isLost: Bool { misses > Self.patience }

    /// Adds rows that match, and goes to their end.
    @inlinable
    mutating func take(_ segment: RowSegment) {
        segments.append(segment)
        (old, new) = (segment.oldEnd, segment.newEnd)
        (misses, losses) = (0, Swift.max(0, losses - 8 * segment.count))
    }

    /// Leaves the next new rows, up to a row, without an old one.
    @inlinable
    mutating func leave(to end: Int) {
        misses += end - new
        losses += end - new
        while new < end {
            rest.append(Int32(truncatingIfNeeded: new))
            new += 1
        }
    }
}
