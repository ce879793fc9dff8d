/// Numbers by their hash: open addressing, no removal, equal hashes in the order of their insertion.
///
/// The caller compares what the numbers stand for.
struct HashTable {
    /// A number in the low half and a part of its hash in the high half; all ones for a free slot.
    private var slots: [UInt64] = []
    private var mask = 0

    private static var free: UInt64 { .max }

    /// Makes the table empty, with room for some numbers.
    mutating func reset(for count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        mask = size - 1
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(Self.free, count: size))
    }

    /// Adds a number below 2³² - 1.
    mutating func insert(_ number: Int, hash: Int) {
        slots.withUnsafeMutableBufferPointer { slots in
            var slot = hash & mask
            while slots[slot] != Self.free { slot = (slot + 1) & mask }
            slots[slot] = Self.tag(hash) | UInt64(truncatingIfNeeded: number)
        }
    }

    /// The first number with a hash that a closure accepts.
    func first(_ hash: Int, where accepts: (Int) -> Bool) -> Int? {
        slots.withUnsafeBufferPointer { slots in
            guard !slots.isEmpty else { return nil }
            let tag = Self.tag(hash)
            var slot = hash & mask
            while slots[slot] != Self.free {
                if slots[slot] & Self.tagMask == tag {
                    let number = Int(truncatingIfNeeded: slots[slot] & ~Self.tagMask)
                    if accepts(number) { return number }
                }
                slot = (slot + 1) & mask
            }
            return nil
        }
    }

    private static var tagMask: UInt64 { 0xFFFF_FFFF_0000_0000 }

    private static func tag(_ hash: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: hash) & tagMask
    }
}
