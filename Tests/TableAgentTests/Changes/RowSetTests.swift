import Testing

@testable import TableAgent

struct RowSetTests {
    @Test func `It does what a set of numbers does`() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let start = Int.random(in: 0...100, using: &random)
            let end = start + Int.random(in: 1...300, using: &random)
            var set = RowSet(start..<end)
            var numbers: Set<Int> = []
            for _ in 0..<4 {
                let first = Int.random(in: start...end, using: &random)
                let rows = first..<Int.random(in: first...end, using: &random)
                set.insert(rows)
                numbers.formUnion(rows)
                #expect((start..<end).filter(set.contains) == numbers.sorted())
            }
            for row in start...end {
                let limit = Int.random(in: row...end, using: &random)
                #expect(
                    set.first(from: row, isIn: true, limit: limit) == (row..<limit).first(
                        where: numbers.contains) ?? limit)
                #expect(
                    set.first(from: row, isIn: false, limit: limit) == (row..<limit).first {
                        !numbers.contains($0)
                    } ?? limit)
            }
        }
    }
}
