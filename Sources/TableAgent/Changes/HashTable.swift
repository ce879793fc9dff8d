/// Numbers by their hash: open addressing with a slot for each hash, and a ring of the numbers that share it.
///
/// Numbers with one hash come in the order of their insertion. However many there are, adding one and taking
/// the first one out cost the same. The caller compares what the numbers stand for.
struct HashTable {
    /// A tag, which is half of a hash, in the high half; in the low half a sign for several numbers and the
    /// last number, or ``nobody`` when all were removed. A free slot is all ones, which no tag is.
    private var slots: [UInt64] = []
    /// How many slots are not free.
    private var used = 0
    /// For a number that shares its tag, the number that was inserted after it; after the last one the first.
    private var next: [UInt32] = []

    private static var free: UInt64 { .max }
    private static var several: UInt64 { 1 << 31 }
    private static var nobody: UInt64 { several - 1 }

    /// Makes the table empty, with room for some numbers.
    mutating func reset(for count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(Self.free, count: size))
        used = 0
    }

    /// Adds a number below 2³¹ - 1, which is not in the table.
    mutating func insert(_ number: Int, hash: Int) { insert(number, tag: Self.tag(hash)) }

    /// Adds a number for which the tag stands in for the hash.
    mutating func insert(_ number: Int, tag: UInt64) {
        if 2 * (used + 1) > slots.count { grow() }
        let slot = slot(of: tag)
        let entry = slots[slot]
        if entry == Self.free { used += 1 }
        if entry == Self.free || entry & Self.nobody == Self.nobody {
            slots[slot] = tag << 32 | UInt64(truncatingIfNeeded: number)
        } else {
            link(number, after: Self.number(entry), isAlone: entry & Self.several == 0)
            slots[slot] = tag << 32 | Self.several | UInt64(truncatingIfNeeded: number)
        }
    }

    /// The first number with a hash that a closure accepts.
    ///
    /// A closure that accepts none sees all numbers with the hash.
    func first(_ hash: Int, where accepts: (Int) -> Bool) -> Int? {
        guard let entry = entry(Self.tag(hash)) else { return nil }
        let last = Self.number(entry)
        if entry & Self.several == 0 { return accepts(last) ? last : nil }
        var number = last
        repeat {
            number = Int(next[number])
            if accepts(number) { return number }
        } while number != last
        return nil
    }

    /// Removes and returns the first number with a hash that a closure accepts.
    mutating func take(_ hash: Int, where accepts: (Int) -> Bool) -> Int? {
        take(tag: Self.tag(hash), where: accepts)
    }

    /// Removes and returns the first number with a tag that a closure accepts.
    mutating func take(tag: UInt64, where accepts: (Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        let slot = slot(of: tag)
        let entry = slots[slot]
        guard entry != Self.free, entry & Self.nobody != Self.nobody else { return nil }
        let last = Self.number(entry)
        if entry & Self.several == 0 {
            guard accepts(last) else { return nil }
            slots[slot] = entry | Self.nobody
            return last
        }
        var before = last
        repeat {
            let number = Int(next[before])
            if accepts(number) {
                unlink(number, after: before, slot)
                return number
            }
            before = number
        } while before != last
        return nil
    }

    /// Removes a number.
    mutating func remove(_ number: Int, hash: Int) {
        _ = take(hash) { $0 == number }
    }

    /// 31 bits, each of which depends on many of the hash: not all types have hashes that are as good as
    /// Swift's.
    private static func tag(_ hash: Int) -> UInt64 { mixed(hash) >> 33 }

    /// The bits of a hash, the higher the better mixed.
    static func mixed(_ hash: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15
    }

    private static func number(_ entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & nobody) }

    /// The slot of a tag, or the free one where it would go.
    private func slot(of tag: UInt64) -> Int {
        slots.withUnsafeBufferPointer { slots in
            let mask = slots.count - 1
            var slot = Int(truncatingIfNeeded: tag) & mask
            while slots[slot] != Self.free, slots[slot] >> 32 != tag { slot = (slot + 1) & mask }
            return slot
        }
    }

    /// The slot's content for a tag that has numbers.
    private func entry(_ tag: UInt64) -> UInt64? {
        guard !slots.isEmpty else { return nil }
        let entry = slots[slot(of: tag)]
        return entry == Self.free || entry & Self.nobody == Self.nobody ? nil : entry
    }

    /// Makes room and drops the slots whose numbers were all removed.
    private mutating func grow() {
        let entries = slots.filter { $0 != Self.free && $0 & Self.nobody != Self.nobody }
        reset(for: 2 * (entries.count + 1))
        for entry in entries { slots[slot(of: entry >> 32)] = entry }
        used = entries.count
    }
}

extension HashTable {
    /// Adds a number to the ring of the last one with its tag.
    private mutating func link(_ number: Int, after last: Int, isAlone: Bool) {
        let most = max(number, last)
        if most >= next.count { next.append(contentsOf: repeatElement(0, count: most + 1 - next.count)) }
        next[number] = isAlone ? UInt32(truncatingIfNeeded: last) : next[last]
        next[last] = UInt32(truncatingIfNeeded: number)
    }

    /// Removes a number from its ring.
    private mutating func unlink(_ number: Int, after before: Int, _ slot: Int) {
        if before == number {
            slots[slot] = slots[slot] | Self.nobody
            return
        }
        next[before] = next[number]
        if Self.number(slots[slot]) == number {
            slots[slot] = slots[slot] & ~Self.nobody | UInt64(truncatingIfNeeded: before)
        }
    }
}
