extension IncreasingChain {
    /// Marks the heaviest chain of segments, whose counts may be any weights.
    static func findByWeight(_ segments: ArraySlice<RowSegment>, _ stays: inout [Bool]) {
        let ranks = ranks(of: segments)
        // A Fenwick tree over ranks, of the heaviest chain that ends at or below a rank.
        var heaviest = [Int32](repeating: 0, count: segments.count + 1)
        var last = [Int32](repeating: -1, count: segments.count + 1)
        var previous: [Int32] = []
        previous.reserveCapacity(segments.count)
        for (index, segment) in segments.enumerated() {
            var below: Int32 = 0
            var end: Int32 = -1
            var node = Int(ranks[index])
            while node > 0 {
                if heaviest[node] > below {
                    below = heaviest[node]
                    end = last[node]
                }
                node &= node - 1
            }
            previous.append(end)
            let weight = below + Int32(truncatingIfNeeded: segment.count)
            node = Int(ranks[index]) + 1
            while node <= segments.count {
                if weight > heaviest[node] {
                    heaviest[node] = weight
                    last[node] = Int32(truncatingIfNeeded: index)
                }
                node += node & -node
            }
        }
        var best = 0
        for node in heaviest.indices where heaviest[node] > heaviest[best] { best = node }
        var end = last[best]
        while end >= 0 {
            stays[segments.startIndex + Int(end)] = true
            end = previous[Int(end)]
        }
    }

    /// The rank of each segment's old place among all.
    private static func ranks(of segments: ArraySlice<RowSegment>) -> [Int32] {
        // Places and numbers in one word each sort quicker than by a closure.
        var order = segments.enumerated().map { UInt64($1.old) << 32 | UInt64($0) }
        order.sort()
        var ranks = [Int32](repeating: 0, count: segments.count)
        for (rank, entry) in order.enumerated() {
            ranks[Int(truncatingIfNeeded: entry & 0xFFFF_FFFF)] = Int32(truncatingIfNeeded: rank)
        }
        return ranks
    }
}
