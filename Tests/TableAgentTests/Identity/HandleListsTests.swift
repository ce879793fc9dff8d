import RandomTesting
import Testing

@testable import TableAgent

@Suite struct HandleListsTests {
    /// As many new handles as the first of two blocks loses, so that the second block keeps its start.
    @Test func `A range over two blocks moves the blocks after it`() {
        var lists = HandleLists()
        var expected = (0..<9_000).map { Int32($0) }
        lists.replace(0..<0, of: 0, with: expected)
        let new = (9_000..<9_010).map { Int32($0) }
        lists.replace(2_038..<2_068, of: 0, with: new)
        expected.replaceSubrange(2_038..<2_068, with: new)
        #expect(lists.handles(0..<expected.count, of: 0) == expected)
        let indices = Array(stride(from: 0, to: expected.count, by: 101)) + [expected.count - 1]
        #expect(indices.allSatisfy { lists.position(of: expected[$0]).index == $0 })
    }

    @Test(arguments: SeededGenerator.seeds(6)) func `Lists are those of arrays`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var lists = HandleLists()
        var expected: [[Int32]] = [[], [], []]
        var last: Int32 = 0
        for _ in 0..<30 {
            let list = Int.random(in: 0..<3, using: &random)
            let start = Int.random(in: 0...expected[list].count, using: &random)
            let most = min(expected[list].count - start, Bool.random(using: &random) ? 20 : 6_000)
            let range = start..<start + Int.random(in: 0...most, using: &random)
            let count = Int.random(in: 0...(Bool.random(using: &random) ? 20 : 5_000), using: &random)
            let new = (0..<count).map { last + Int32($0) }
            last += Int32(count)
            lists.replace(range, of: list, with: new)
            expected[list].replaceSubrange(range, with: new)
        }
        for (list, handles) in expected.enumerated() {
            #expect(lists.handles(0..<handles.count, of: list) == handles)
            for index in stride(from: 0, to: handles.count, by: 101) {
                #expect(lists.position(of: handles[index]) == (list, index))
            }
        }
    }
}
