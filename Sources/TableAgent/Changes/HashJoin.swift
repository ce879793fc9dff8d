/// Pairs off the equal hashes of two long lists, in order.
///
/// In one table for all, each look would wait for memory. So both lists are dealt out into parts by some bits
/// of the hashes first, and the table of a part fits into the processor's nearest cache.
///
/// What has equal hashes is almost certainly the same, but the caller must look.
enum HashJoin {
    /// For each hash of a second list, the number of its match in the first; -1 for none.
    static func matches(_ hashes: [Int], _ others: [Int]) -> [Int32] {
        var bits = 0
        while bits < 10, hashes.count >> bits > 512 { bits += 1 }
        let first = Parts(hashes, bits)
        let second = Parts(others, bits)
        var table = HashTable()
        var matches = [Int32](repeating: -1, count: others.count)
        for part in 0..<1 << bits {
            let numbers = first.range(part)
            table.reset(for: numbers.count)
            for place in numbers {
                table.insert(first.number(at: place), tag: first.tag(at: place))
            }
            for place in second.range(part) {
                if let match = table.take(tag: second.tag(at: place), where: { _ in true }) {
                    matches[second.number(at: place)] = Int32(truncatingIfNeeded: match)
                }
            }
        }
        return matches
    }

    /// Hashes by some of their bits, those with equal ones in order.
    private struct Parts {
        /// The tag of each hash, and in the low half its number.
        let entries: [UInt64]
        /// For each part, where it ends.
        let ends: [Int]

        init(_ hashes: [Int], _ bits: Int) {
            // The bits below those of the tag.
            func part(_ mixed: UInt64) -> Int { Int(truncatingIfNeeded: (mixed >> 23) & (1 << bits - 1)) }
            var ends = [Int](repeating: 0, count: 1 << bits)
            for hash in hashes { ends[part(HashTable.mixed(hash))] += 1 }
            var start = 0
            for part in ends.indices {
                (start, ends[part]) = (start + ends[part], start)
            }
            entries = Array(unsafeUninitializedCapacity: hashes.count) { entries, count in
                for number in hashes.indices {
                    let mixed = HashTable.mixed(hashes[number])
                    let part = part(mixed)
                    entries[ends[part]] = (mixed >> 33) << 32 | UInt64(truncatingIfNeeded: number)
                    ends[part] += 1
                }
                count = hashes.count
            }
            self.ends = ends
        }

        func range(_ part: Int) -> Range<Int> { (part == 0 ? 0 : ends[part - 1])..<ends[part] }

        func number(at place: Int) -> Int { Int(truncatingIfNeeded: entries[place] & 0xFFFF_FFFF) }

        func tag(at place: Int) -> UInt64 { entries[place] >> 32 }
    }
}
