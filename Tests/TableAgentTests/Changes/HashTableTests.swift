import RandomTesting
import Testing

@testable import TableAgent

struct HashTableTests {
    private func taken(_ table: inout HashTable, _ hash: Int) -> [Int] {
        var numbers: [Int] = []
        while let number = table.removeFirst(withHash: hash, where: { _ in true }) { numbers.append(number) }
        return numbers
    }

    @Test func `An empty table returns no number`() {
        var table = HashTable(count: 0) { $0 }
        #expect(table.removeFirst(withHash: 1) { _ in true } == nil)
        #expect(table.removeFirst(withHash: 0) { _ in true } == nil)
    }

    @Test func `Numbers with the same hash are returned in ascending order, each once`() {
        var table = HashTable(count: 9) { $0 % 3 }
        #expect(taken(&table, 1) == [1, 4, 7])
        #expect(taken(&table, 1) == [])
        #expect(taken(&table, 0) == [0, 3, 6])
        #expect(taken(&table, 5) == [])
    }

    @Test(arguments: [0, 1, 2, 3])
    func `A number that is not accepted stays in the table`(number: Int) {
        var table = HashTable(count: 4) { _ in 1 }
        #expect(table.removeFirst(withHash: 1) { $0 == number } == number)
        #expect(table.removeFirst(withHash: 1) { $0 > 3 } == nil)
        #expect(taken(&table, 1) == [0, 1, 2, 3].filter { $0 != number })
    }

    @Test func `Each number is hashed once, in ascending order`() {
        var asked: [Int] = []
        var table = HashTable(count: 5) {
            asked.append($0)
            return 7
        }
        #expect(asked == [0, 1, 2, 3, 4])
        #expect(table.removeFirst(withHash: 7) { _ in true } == 0)
    }

    @Test func `A hash table equals a dictionary of lists`() {
        let seed = SeededGenerator.seed
        var random = SeededGenerator(seed: seed)
        for count in [1, 3, 40, 1000] {
            let hashes = (0..<count).map { _ in
                Int.random(in: 0..<count / 3 + 1, using: &random) &* 0x1_0000_0001
            }
            var table = HashTable(count: count) { hashes[$0] }
            var lists = Dictionary(grouping: 0..<count) { hashes[$0] }
            for _ in 0..<3 * count {
                let hash = hashes[Int.random(in: 0..<count, using: &random)]
                let least = Int.random(in: 0..<count, using: &random)
                let expected = lists[hash]?.firstIndex { $0 >= least }.flatMap { lists[hash]?.remove(at: $0) }
                guard table.removeFirst(withHash: hash, where: { $0 >= least }) == expected else {
                    Issue.record("TABLE_SEED=\(seed)")
                    return
                }
            }
        }
    }

    @Test func `A hundred thousand numbers with the same hash have no additional cost`() {
        var table = HashTable(count: 100_000) { _ in 1 }
        #expect(taken(&table, 1) == Array(0..<100_000))
    }
}
