/// Finds numbers by their hashes. Numbers with equal hashes are found in ascending order, each once.
struct HashTable {
    /// For each slot, the first number of a list; -1 for none.
    private var first: [Int32]
    /// For each number, the upper half of its hash, and in the lower half the next number of its list.
    private var links: [UInt64]

    private static var upperHalf: UInt64 { 0xFFFF_FFFF_0000_0000 }

    /// Makes a table of the numbers below a count.
    ///
    /// - Parameter hash: The hash of a number, which is asked for each number in ascending order.
    init(count: Int, hash: (Int) -> Int) {
        var size = count == 0 ? 0 : 4
        while size < 2 * count { size *= 2 }
        first = Array(repeating: -1, count: size)
        links = (0..<count).map { Self.mixed(hash($0)) }
        for number in links.indices.reversed() {
            let slot = Int(truncatingIfNeeded: links[number]) & (size - 1)
            links[number] = links[number] & Self.upperHalf | UInt64(UInt32(bitPattern: first[slot]))
            first[slot] = Int32(truncatingIfNeeded: number)
        }
    }

    /// Removes and returns the first number with a hash that a closure accepts.
    mutating func take(_ hash: Int, where isAccepted: (Int) -> Bool) -> Int? {
        if first.isEmpty { return nil }
        let mixed = Self.mixed(hash)
        let slot = Int(truncatingIfNeeded: mixed) & (first.count - 1)
        var (previous, number) = (-1, Int(first[slot]))
        while number >= 0 {
            let link = links[number]
            let next = Int32(truncatingIfNeeded: link)
            if link & Self.upperHalf == mixed & Self.upperHalf, isAccepted(number) {
                if previous < 0 {
                    first[slot] = next
                } else {
                    links[previous] = links[previous] & Self.upperHalf | link & ~Self.upperHalf
                }
                return number
            }
            (previous, number) = (number, Int(next))
        }
        return nil
    }

    /// Spreads a hash over all bits, since not all types have hashes as good as Swift's.
    private static func mixed(_ hash: Int) -> UInt64 {
        let product = UInt64(truncatingIfNeeded: hash).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
