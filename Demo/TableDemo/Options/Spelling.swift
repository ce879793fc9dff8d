/// Finds what someone may have meant by a name that does not exist.
enum Spelling {
    /// The candidate that takes the fewest changes of a letter, the first of several; `nil` if none is
    /// near.
    ///
    /// Near is one change, two in a name of more than four letters, and up to a third of a longer one.
    /// Upper and lower case count as the same. Names of more than 64 letters are not compared.
    ///
    /// - Complexity: O(*n* × *m*²) for *n* candidates of *m* letters.
    static func nearest(to name: String, in candidates: [String]) -> String? {
        let wanted = Array(name.lowercased().prefix(longest + 1))
        guard !wanted.isEmpty, wanted.count <= longest else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased().prefix(longest + 1))
            guard !letters.isEmpty, letters.count <= longest else { continue }
            let longer = max(wanted.count, letters.count)
            let distance = distance(wanted, letters)
            guard distance <= max(longer / 3, longer > 4 ? 2 : 1), distance < longer else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    private static let longest = 64

    /// The number of letters to insert, remove, replace or swap with their neighbour.
    static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var cost = min(last[j] + (first[i] == second[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[second.count]
    }
}
