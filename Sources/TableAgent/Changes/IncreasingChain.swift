/// Finds the heaviest increasing chain: which segments may stay in place so that the fewest rows move.
///
/// Segments don't overlap, so two of them are in order either with all of their rows or with none.
///
/// One value serves many sections, so that its memory is used again.
struct IncreasingChain {
    /// Whether each segment stays, after a search that found any that does not; beyond these it says nothing.
    private(set) var stays: [Bool] = []

    /// Finds the segments that stay, of segments in the order of their new places.
    ///
    /// - Parameter areRows: Whether a segment's count is that of the old places in it. Otherwise only the
    ///   first one is a place, and the count is a weight.
    /// - Returns: Whether any does not stay.
    /// - Complexity: O(*n* log *n*) for *n* segments; O(*n*) when all stay.
    mutating func find(_ segments: [RowSegment], areRows: Bool = true) -> Bool {
        let range = Self.unordered(segments)
        guard !range.isEmpty else { return false }
        while stays.count < segments.count { stays.append(true) }
        for index in 0..<segments.count { stays[index] = !range.contains(index) }
        let rows = areRows ? segments[range].reduce(0) { $0 + $1.count } : .max
        if rows <= 8 * range.count {
            Self.findByRows(segments[range], rows, &stays)
        } else {
            Self.findByWeight(segments[range], &stays)
        }
        return true
    }

    /// The range outside of which each segment is in order with all others.
    private static func unordered(_ segments: [RowSegment]) -> Range<Int> {
        var (end, highest) = (0, -1)
        for (index, segment) in segments.enumerated() {
            if segment.old < highest { end = index + 1 } else { highest = segment.old }
        }
        var (start, lowest) = (end, Int.max)
        var index = end
        while index > 0 {
            index -= 1
            if segments[index].old > lowest { start = index } else { lowest = segments[index].old }
        }
        return start..<end
    }
}
