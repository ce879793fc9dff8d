/// Finds what someone may have meant by a name that does not exist.
enum Spelling {
    /// The candidate that takes the fewest changes of a letter, the first of several; `nil` if none is
    /// near: at most a third of the letters may change, and at least two when the name is longer than
    /// that. Upper and lower case count as the same.
    ///
    /// - Complexity: O(*n* × *m*²) for *n* candidates and a name of *m* letters; no more than 64 letters
    ///   are compared.
    static func nearest(to name: String, in candidates: [String]) -> String? {
        let wanted = Array(name.lowercased().prefix(longest + 1))
        guard !wanted.isEmpty, wanted.count <= longest else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased().prefix(longest + 1))
            guard !letters.isEmpty, letters.count <= longest else { continue }
            let longer = max(wanted.count, letters.count)
            let distance = distance(wanted, letters)
            guard distance <= max(longer / 3, longer > 3 ? 2 : 1), distance < longer else { continue }
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
