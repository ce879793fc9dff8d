import Testing

@testable import TableAgent

struct HashJoinTests {
    /// Pairs off equal hashes in order, by a dictionary.
    private func expected(_ hashes: [Int], _ others: [Int]) -> [Int32] {
        var places: [Int: ArraySlice<Int32>] = [:]
        for (number, hash) in hashes.enumerated() { places[hash, default: []].append(Int32(number)) }
        return others.map { places[$0]?.popFirst() ?? -1 }
    }

    @Test(arguments: [0, 1, 10, 1000, 20_000])
    func `Equal hashes pair off in order`(count: Int) {
        var random = SeededGenerator(seed: 3)
        let hashes = (0..<count).map { _ in Int(truncatingIfNeeded: random.next()) }
        let repeated = hashes.map { _ in hashes[Int.random(in: 0..<count, using: &random)] }
        for others in [
            hashes, hashes.shuffled(using: &random), repeated, Array(hashes.dropFirst(count / 2)), [],
        ] {
            #expect(HashJoin.matches(hashes, others) == expected(hashes, others))
            #expect(HashJoin.matches(others, hashes) == expected(others, hashes))
        }
    }

    @Test func `Hashes that differ in their low bits only are dealt out by them`() {
        #expect(HashJoin.matches(Array(0..<4096), Array((0..<4096).reversed())) == (0..<4096).reversed())
    }
}
