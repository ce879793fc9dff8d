import RandomTesting
import Testing

@testable import TableLive

struct HashedListTests {
    private struct Element: StablyHashed, Equatable {
        let stableHash: UInt64
    }

    @Test(arguments: 0..<20)
    func `A changed list has the elements and the hash of a new list`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var plain = (0..<Int.random(in: 0...20, using: &random)).map { Element(stableHash: UInt64($0)) }
        var list = HashedList(plain)
        for step in 0..<100 {
            let removals = plain.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            for index in removals.reversed() { plain.remove(at: index) }
            var insertions: [(index: Int, element: Element)] = []
            for index in 0..<Int.random(in: 0...8, using: &random) {
                let element = Element(stableHash: random.next())
                let place = Int.random(
                    in: (insertions.last?.index ?? -1) + 1...plain.count + 8 - index, using: &random)
                guard place <= plain.count else { break }
                plain.insert(element, at: place)
                insertions.append((place, element))
            }
            list.apply(removing: removals, inserting: insertions)
            if !plain.isEmpty {
                let range = Int.random(in: 0..<plain.count, using: &random)..<plain.count
                let new = range.prefix(2).map { _ in Element(stableHash: random.next()) }
                plain.replaceSubrange(range.prefix(1), with: new)
                list.replace(range.prefix(1), with: new)
            }
            #expect(list.elements == plain, "seed \(seed), step \(step)")
            #expect(list.hash == HashedList(plain).hash, "seed \(seed), step \(step)")
        }
    }

    @Test func `Lists with different orders have different hashes`() {
        let elements = (0..<5).map { Element(stableHash: $0) }
        var hashes: Set = [HashedList(elements).hash, HashedList(elements.reversed()).hash]
        for first in elements.indices.dropLast() {
            var swapped = elements
            swapped.swapAt(first, first + 1)
            hashes.insert(HashedList(swapped).hash)
        }
        #expect(hashes.count == 6)
    }

    @Test(
        arguments: [
            ([], 0x520C26A4F70758CD), ([0], 0xB824083D97E68461),
            (Array("<table>\n".utf8), 0xBF90F28F89571A7F), (Array(0...20), 0xD77390B5EB4D3082),
        ] as [([UInt8], UInt64)])
    func `The hash of bytes is the same on every machine`(bytes: [UInt8], hash: UInt64) {
        #expect(StableHash.hash(bytes[...]) == hash)
        #expect(StableHash.hash(([9] + bytes)[1...]) == hash)
    }
}
