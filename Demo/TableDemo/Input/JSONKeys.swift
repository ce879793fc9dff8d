/// The keys of the objects in a JSON text, numbered in the order in which they first appear.
///
/// A key is known by the place where it first stands in the text, so that no string is made of the
/// many that follow. The table of places is open-addressed and at most half full.
struct JSONKeys {
    private var places: [Range<Int>] = []
    /// One more than the number of the key that has the slot; 0 for none. The count is a power of two.
    private var slots = [UInt32](repeating: 0, count: 32)

    /// The number of different keys so far.
    var count: Int { places.count }

    /// The number of the key at a place in the text, a new one if it has not come before.
    ///
    /// - Parameter guess: the number that is tried before the key is hashed.
    mutating func column(of key: Range<Int>, in text: UnsafeMutableBufferPointer<UInt8>, guess: Int) -> Int {
        if guess < places.count, Self.areEqual(places[guess], key, in: text) { return guess }
        var slot = slot(of: key, in: text)
        while slots[slot] != 0 {
            let column = Int(slots[slot]) - 1
            if Self.areEqual(places[column], key, in: text) { return column }
            slot = (slot + 1) & (slots.count - 1)
        }
        places.append(key)
        slots[slot] = UInt32(places.count)
        if places.count * 2 > slots.count { grow(text) }
        return places.count - 1
    }

    /// The keys as strings.
    func names(in text: UnsafeMutableBufferPointer<UInt8>) -> [String] {
        places.map { String(decoding: UnsafeBufferPointer(rebasing: text[$0]), as: UTF8.self) }
    }

    private mutating func grow(_ text: UnsafeMutableBufferPointer<UInt8>) {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (column, place) in places.enumerated() {
            var slot = slot(of: place, in: text)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(column + 1)
        }
    }

    /// The slot where the search for a key begins; the hash is seeded, so no file can aim at one.
    private func slot(of key: Range<Int>, in text: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[key])))
        return hasher.finalize() & (slots.count - 1)
    }

    private static func areEqual(
        _ first: Range<Int>, _ second: Range<Int>, in text: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        guard first.count == second.count else { return false }
        for offset in 0..<first.count
        where text[first.lowerBound + offset] != text[second.lowerBound + offset] {
            return false
        }
        return true
    }
}
