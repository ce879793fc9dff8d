/// Finds the heaviest increasing chain: which segments may stay in place so that the fewest rows move.
///
/// Segments don't overlap, so two of them are in order either with all of their rows or with none.
enum IncreasingChain {
    /// Whether each segment, given by its old place and its weight in the order of new places, stays.
    ///
    /// - Parameters:
    ///   - old: The old places, all of them different.
    ///   - weights: The numbers of rows.
    /// - Returns: A flag for each segment; `nil` when all stay.
    /// - Complexity: O(*n* log *n* + *m*) for *n* segments and *m* as the last old place; O(*n*) when all stay.
    static func stays(old: [Int], weights: [Int]) -> [Bool]? {
        guard zip(old, old.dropFirst()).contains(where: { $0 > $1 }) else { return nil }
        let ranks = ranks(of: old)

        // A Fenwick tree over ranks, of the heaviest chain that ends at or below a rank.
        var heaviest = [Int32](repeating: 0, count: old.count + 1)
        var last = [Int32](repeating: -1, count: old.count + 1)
        var previous = [Int32](repeating: -1, count: old.count)
        for (index, rank) in ranks.enumerated() {
            var below: Int32 = 0
            var node = rank
            while node > 0 {
                if heaviest[node] > below {
                    below = heaviest[node]
                    previous[index] = last[node]
                }
                node &= node - 1
            }
            let weight = below + Int32(truncatingIfNeeded: weights[index])
            node = rank + 1
            while node <= old.count {
                if weight > heaviest[node] {
                    heaviest[node] = weight
                    last[node] = Int32(truncatingIfNeeded: index)
                }
                node += node & -node
            }
        }
        return stays(endingAt: end(heaviest, last), previous)
    }

    /// The last segment of the heaviest chain of all.
    private static func end(_ heaviest: [Int32], _ last: [Int32]) -> Int32 {
        var best = 0
        for node in heaviest.indices where heaviest[node] > heaviest[best] { best = node }
        return last[best]
    }

    private static func stays(endingAt end: Int32, _ previous: [Int32]) -> [Bool] {
        var stays = [Bool](repeating: false, count: previous.count)
        var index = end
        while index >= 0 {
            stays[Int(index)] = true
            index = previous[Int(index)]
        }
        return stays
    }

    /// The rank of each place among all.
    private static func ranks(of places: [Int]) -> [Int] {
        var ranks = [Int](repeating: 0, count: places.count)
        let highest = places.max() ?? 0
        if highest > 8 * places.count {
            let order = places.indices.sorted { places[$0] < places[$1] }
            for (rank, index) in order.enumerated() { ranks[index] = rank }
            return ranks
        }
        // The places are dense: an array by place is quicker than a sort.
        var indices = [Int32](repeating: -1, count: highest + 1)
        for (index, place) in places.enumerated() { indices[place] = Int32(truncatingIfNeeded: index) }
        var rank = 0
        for index in indices where index >= 0 {
            ranks[Int(index)] = rank
            rank += 1
        }
        return ranks
    }
}
