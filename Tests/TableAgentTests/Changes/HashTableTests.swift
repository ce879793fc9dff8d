import Testing

@testable import TableAgent

struct HashTableTests {
    private func numbers(_ table: HashTable, _ hash: Int) -> [Int] {
        var numbers: [Int] = []
        _ = table.first(hash) {
            numbers.append($0)
            return false
        }
        return numbers
    }

    /// Hashes that differ where the table looks at them.
    private func hash(_ number: Int) -> Int { number &* 0x1E37_79B9_7F4A_7C15 }

    @Test func `A table that nothing was put in has nothing`() {
        var table = HashTable()
        #expect(table.first(1) { _ in true } == nil)
        #expect(table.take(1) { _ in true } == nil)
        table.remove(1, hash: 1)
        table.reset(for: 10)
        #expect(table.first(1) { _ in true } == nil)
    }

    @Test func `Numbers with one hash come in the order of their insertion`() {
        var table = HashTable()
        for number in [5, 3, 9, 0] { table.insert(number, hash: hash(1)) }
        table.insert(7, hash: hash(2))

        #expect(numbers(table, hash(1)) == [5, 3, 9, 0])
        #expect(numbers(table, hash(2)) == [7])
        #expect(table.first(hash(1)) { $0 < 5 } == 3)
        #expect(table.first(hash(1)) { $0 > 9 } == nil)
    }

    @Test(arguments: [5, 3, 9, 0])
    func `A number that is removed leaves the order of the others`(number: Int) {
        var table = HashTable()
        let all = [5, 3, 9, 0]
        for number in all { table.insert(number, hash: hash(1)) }
        table.remove(number, hash: hash(1))
        #expect(numbers(table, hash(1)) == all.filter { $0 != number })

        table.insert(number, hash: hash(1))
        #expect(numbers(table, hash(1)) == all.filter { $0 != number } + [number])
    }

    @Test func `What is taken is gone`() {
        var table = HashTable()
        for number in 0..<4 { table.insert(number, hash: hash(1)) }
        let taken = (0..<5).map { _ in table.take(hash(1)) { _ in true } }
        #expect(taken == [0, 1, 2, 3, nil])
        table.insert(8, hash: hash(1))
        #expect(numbers(table, hash(1)) == [8])
    }

    @Test func `A table grows, and forgets what was removed`() {
        var table = HashTable()
        for round in 0..<20 {
            for number in 0..<1000 { table.insert(number, hash: hash(1000 * round + number)) }
            for number in 0..<1000 where number % 10 > 0 || round < 19 {
                table.remove(number, hash: hash(1000 * round + number))
            }
        }
        for number in 0..<1000 {
            #expect(numbers(table, hash(19_000 + number)) == (number % 10 > 0 ? [] : [number]))
        }
    }

    @Test func `It does what a dictionary of lists does`() {
        let seed = SeededGenerator.seed
        var random = SeededGenerator(seed: seed)
        var table = HashTable()
        var lists: [Int: [Int]] = [:]
        var hashes: [Int: Int] = [:]
        for _ in 0..<20_000 {
            let number = Int.random(in: 0..<300, using: &random)
            if let key = hashes.removeValue(forKey: number) {
                table.remove(number, hash: hash(key))
                lists[key]?.removeAll { $0 == number }
            } else {
                let key = Int.random(in: 0..<100, using: &random)
                hashes[number] = key
                table.insert(number, hash: hash(key))
                lists[key, default: []].append(number)
            }
            let key = Int.random(in: 0..<100, using: &random)
            guard numbers(table, hash(key)) == lists[key, default: []] else {
                Issue.record("TABLE_SEED=\(seed)")
                return
            }
        }
    }

    @Test func `Taking a hundred thousand numbers with one hash costs no more than others`() {
        var table = HashTable()
        for number in 0..<100_000 { table.insert(number, hash: 1) }
        for number in 0..<100_000 { #expect(table.take(1) { _ in true } == number) }
    }
}
