@testable import TableAgent

extension TableIndex {
    /// Returns a sentence about the first violated invariant, or `nil`.
    ///
    /// - Parameter content: The sections of the table that has the index, whose ids did not change in place.
    func violation(in content: [TableSection]) -> String? {
        guard let sections else {
            return rows == nil ? nil : "The rows have an index, and the sections have none."
        }
        if let violation = sections.violation(expected: [(0, content.map(\.id.hashValue))]) {
            return violation
        }
        let lists = sections.handles(content.indices).map { Int($0) }
        return rows?.violation(expected: zip(lists, content).map { ($0, $1.rows.idHashes) })
    }
}

extension IDIndex {
    /// Returns a sentence about the first violated invariant, or `nil`.
    ///
    /// - Parameter expected: The lists by rank, each with the hashes of the elements that it should have.
    /// - Complexity: O(elements × size of a block).
    func violation(expected: [(list: Int, hashes: [Int])]) -> String? {
        var byHash: [Int: [(list: Int, handle: Int32)]] = [:]
        for (list, listHashes) in expected {
            let own = handles(0..<Int.max, of: list)
            guard own.map({ hashes[Int($0)] }) == listHashes else { return "List \(list) has other hashes." }
            for (index, handle) in own.enumerated() {
                guard position(of: handle) == (list, index) else {
                    return "Handle \(handle) is not found at \(index) in list \(list)."
                }
                byHash[hashes[Int(handle)], default: []].append((list, handle))
            }
        }
        for (hash, expected) in byHash {
            let found = lists(withHash: hash).flatMap { list in
                handles(withHash: hash, inList: list).map { (list, $0) }
            }
            guard found.elementsEqual(expected, by: ==) else {
                return "The handles of hash \(hash) are \(found) instead of \(expected)."
            }
        }
        guard handles.count == byHash.count, count == expected.reduce(0, { $0 + $1.hashes.count }) else {
            return "There are hashes or handles of removed elements."
        }
        return nil
    }
}
