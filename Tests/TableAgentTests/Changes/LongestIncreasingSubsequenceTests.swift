import RandomTesting
import Testing

@testable import TableAgent

struct LongestIncreasingSubsequenceTests {
    /// Returns old indices, some without a match, in a mostly ascending order that is typical of tables.
    private func match(_ count: Int, _ random: inout SeededGenerator) -> [Int32] {
        var match = (0..<count).map { Int32($0) }
        for _ in 0..<Int.random(in: 0...count, using: &random) {
            match.insert(
                match.remove(at: .random(in: 0..<count, using: &random)),
                at: .random(in: 0..<count, using: &random))
        }
        for index in match.indices where Int.random(in: 0..<6, using: &random) == 0 { match[index] = -1 }
        return match
    }

    /// Returns the greatest weight of an increasing subsequence by comparing all pairs.
    private func greatestWeight(_ match: [Int32], _ weight: (Int) -> Int) -> Int {
        var best = [Int](repeating: 0, count: match.count)
        for (index, old) in match.enumerated() where old >= 0 {
            let before = match.indices.prefix(index).filter { match[$0] >= 0 && match[$0] < old }
            best[index] = (before.map { best[$0] }.max() ?? 0) + weight(index)
        }
        return best.max() ?? 0
    }

    private func staying(_ match: [Int32], _ moves: [Int]) -> [Int] {
        match.indices.filter { match[$0] >= 0 && !moves.contains($0) }
    }

    @Test(arguments: [1, 2, 5, 40])
    func `As few rows as possible move`(count: Int) {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let match = match(count, &random)
            let moves = LongestIncreasingSubsequence.moves(match)
            let staying = staying(match, moves)
            #expect(moves == moves.sorted() && moves.allSatisfy { match[$0] >= 0 })
            #expect(zip(staying, staying.dropFirst()).allSatisfy { match[$0] < match[$1] })
            #expect(staying.count == greatestWeight(match) { _ in 1 })
        }
    }

    @Test(arguments: [1, 2, 5, 40])
    func `The heaviest sections do not move`(count: Int) {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<200 {
            let match = match(count, &random)
            let weights = (0..<count).map { _ in Int.random(in: 1...100, using: &random) }
            let moves = LongestIncreasingSubsequence.moves(match, oldCount: count) { weights[$0] }
            let staying = staying(match, moves)
            #expect(moves == moves.sorted() && moves.allSatisfy { match[$0] >= 0 })
            #expect(zip(staying, staying.dropFirst()).allSatisfy { match[$0] < match[$1] })
            #expect(staying.reduce(0) { $0 + weights[$1] } == greatestWeight(match) { weights[$0] })
        }
    }

    @Test func `Without matches, no element moves`() {
        #expect(LongestIncreasingSubsequence.moves([]).isEmpty)
        #expect(LongestIncreasingSubsequence.moves([-1, -1]).isEmpty)
        #expect(LongestIncreasingSubsequence.moves([-1, 3, -1, 1]) == [1])
    }
}
