/// A hash table of the indices of a list. It finds each index once, by the hash of the element. Indices with equal
/// hashes are found in ascending order.
struct HashTable {
    /// The first index of each slot; -1 for an empty slot.
    private var first: [Int32]
    /// For each index, the upper half of its hash, and in the lower half the next index of its slot.
    private var links: [UInt64]

    private static var upperHalf: UInt64 { 0xFFFF_FFFF_0000_0000 }

    /// Creates a table of the indices below a count.
    ///
    /// - Parameter hash: Returns the hash of an index. It is called for each index in ascending order.
    init(count: Int, hash: (Int) -> Int) {
        var size = count == 0 ? 0 : 4
        while size < 2 * count { size *= 2 }
        first = Array(repeating: -1, count: size)
        links = (0..<count).map { Self.mixed(hash($0)) }
        for index in links.indices.reversed() {
            let slot = Int(truncatingIfNeeded: links[index]) & (size - 1)
            links[index] = links[index] & Self.upperHalf | UInt64(UInt32(bitPattern: first[slot]))
            first[slot] = Int32(truncatingIfNeeded: index)
        }
    }

    /// Removes and returns the first index with a hash that a closure accepts.
    mutating func removeFirst(withHash hash: Int, where isAccepted: (Int) -> Bool) -> Int? {
        if first.isEmpty { return nil }
        let mixed = Self.mixed(hash)
        let slot = Int(truncatingIfNeeded: mixed) & (first.count - 1)
        var previous = -1
        var index = Int(first[slot])
        while index >= 0 {
            let link = links[index]
            let next = Int32(truncatingIfNeeded: link)
            if link & Self.upperHalf == mixed & Self.upperHalf, isAccepted(index) {
                if previous < 0 {
                    first[slot] = next
                } else {
                    links[previous] = links[previous] & Self.upperHalf | link & ~Self.upperHalf
                }
                return index
            }
            previous = index
            index = Int(next)
        }
        return nil
    }

    /// Spreads a hash over all bits, since not all types have hashes as good as Swift's.
    private static func mixed(_ hash: Int) -> UInt64 {
        let product = UInt64(truncatingIfNeeded: hash).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
