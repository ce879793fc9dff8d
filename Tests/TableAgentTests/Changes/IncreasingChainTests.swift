import Testing

@testable import TableAgent

struct IncreasingChainTests {
    /// The greatest weight of a chain, by looking at all pairs.
    private func greatestWeight(_ segments: [RowSegment]) -> Int {
        var best: [Int] = []
        for (index, segment) in segments.enumerated() {
            let below = (0..<index).filter { segments[$0].old < segment.old }.map { best[$0] }.max() ?? 0
            best.append(below + segment.count)
        }
        return best.max() ?? 0
    }

    /// Neighbouring ranges of rows, in a random order.
    private func segments(_ count: Int, _ longest: Int, _ random: inout SeededGenerator) -> [RowSegment] {
        var old = 0
        var segments: [RowSegment] = []
        for _ in 0..<count {
            let length = Int.random(in: 1...longest, using: &random)
            segments.append(RowSegment(old: old, new: 0, count: length))
            old += length + Int.random(in: 0...1, using: &random)
        }
        // Mostly in order, as tables are.
        for _ in 0..<Int.random(in: 0...count, using: &random) {
            segments.insert(
                segments.remove(at: .random(in: 0..<count, using: &random)),
                at: .random(in: 0..<count, using: &random))
        }
        return segments
    }

    @Test(arguments: [1, 2, 5, 40], [1, 3, 100])
    func `The heaviest chain stays`(count: Int, longest: Int) {
        var random = SeededGenerator(seed: 5)
        var chain = IncreasingChain()
        for _ in 0..<200 {
            let segments = segments(count, longest, &random)
            let isAscending = zip(segments, segments.dropFirst()).allSatisfy { $0.old < $1.old }
            for areRows in [true, false] {
                #expect(chain.find(segments, areRows: areRows) == !isAscending)
                if isAscending { continue }
                let staying = zip(segments, chain.stays).filter(\.1).map(\.0)
                #expect(zip(staying, staying.dropFirst()).allSatisfy { $0.old < $1.old })
                #expect(staying.reduce(0) { $0 + $1.count } == greatestWeight(segments))
            }
        }
    }
}
