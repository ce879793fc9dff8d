/// Finds the matched rows or sections that have to move. The old indices of the others are a longest or heaviest
/// increasing subsequence, and these rows or sections stay.
enum LongestIncreasingSubsequence {
    /// Returns the new indices of the rows that have to move, ascending, as few as possible.
    ///
    /// - Parameter match: The old index of each new row; negative if it is unmatched.
    /// - Complexity: O(rows × log rows), and O(rows) if no row has to move.
    static func moves(_ match: [Int32]) -> [Int] {
        let match = match.prefix(disorderedCount(match))
        guard !match.isEmpty else { return [] }
        // Both buffers have an element for each row. Only initialized elements are read: `lengths` of matched rows, and
        // the first `longest` elements of `ends`.
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: match.count) { lengths in
            // `ends[n]` is the lowest old index at the end of a subsequence of n + 1 rows. `lengths[row]` is the length
            // of the longest subsequence that ends with the row, minus 1.
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: match.count) { ends in
                var longest = 0
                var length = 0
                for (row, old) in match.enumerated() where old >= 0 {
                    // Usually a row extends the subsequence of the previous row.
                    let isAbovePrevious = length == 0 || ends[length - 1] < old
                    if !(isAbovePrevious && (length == longest || ends[length] > old)) {
                        length = count(below: old, in: ends[..<longest])
                    }
                    lengths[row] = Int32(truncatingIfNeeded: length)
                    ends[length] = old
                    length += 1
                    longest = max(longest, length)
                }
                // Among rows with the same length, later rows have lower old indices. The predecessor of a row in the
                // subsequence is therefore the last row above whose length is smaller by 1.
                var moves: [Int] = []
                moves.reserveCapacity(match.count - longest)
                var rest = longest
                for row in match.indices.reversed() where match[row] >= 0 {
                    if lengths[row] == rest - 1 { rest -= 1 } else { moves.append(row) }
                }
                return moves.reversed()
            }
        }
    }

    /// Returns the new indices of the sections that have to move, ascending, with the lowest total weight.
    ///
    /// - Parameters:
    ///   - match: The old index of each new section; negative if it is unmatched.
    ///   - oldCount: The number of old sections.
    ///   - weight: Returns the weight of a new section by its index.
    static func moves(_ match: [Int32], oldCount: Int, weight: (Int) -> Int) -> [Int] {
        let match = match.prefix(disorderedCount(match))
        guard !match.isEmpty else { return [] }
        // A Fenwick tree: over ranges of old indices, the greatest weight of a subsequence that ends there.
        var heaviest = [(weight: Int, last: Int)](repeating: (0, -1), count: oldCount + 1)
        var previous = [Int](repeating: -1, count: match.count)
        var best = (weight: 0, last: -1)
        for (index, old) in match.enumerated() where old >= 0 {
            var end = (weight: 0, last: -1)
            var node = Int(old)
            while node > 0 {
                if heaviest[node].weight > end.weight { end = heaviest[node] }
                node &= node - 1
            }
            previous[index] = end.last
            end = (end.weight + weight(index), index)
            if end.weight >= best.weight { best = end }
            node = Int(old) + 1
            while node <= oldCount {
                if end.weight > heaviest[node].weight { heaviest[node] = end }
                node += node & -node
            }
        }
        var moves: [Int] = []
        for index in match.indices.reversed() where match[index] >= 0 {
            if index == best.last { best.last = previous[index] } else { moves.append(index) }
        }
        return moves.reversed()
    }

    /// Returns the number of rows up to the last row that is out of order. The rows after that row are below all others
    /// in both tables, and stay.
    private static func disorderedCount(_ match: [Int32]) -> Int {
        var highest: Int32 = -1
        var count = 0
        for (row, old) in match.enumerated() where old >= 0 {
            if old > highest { highest = old } else { count = row + 1 }
        }
        return count
    }

    /// Returns how many of some ascending old indices are less than an old index. The loop has no branches, because a
    /// processor could not predict them.
    private static func count(below old: Int32, in ends: Slice<UnsafeMutableBufferPointer<Int32>>) -> Int {
        var low = 0
        var count = ends.count
        while count > 1 {
            let half = count / 2
            low &+= ends[low &+ half &- 1] < old ? half : 0
            count &-= half
        }
        return count == 1 && ends[low] < old ? low &+ 1 : low
    }
}
