/// The rows of one table that no section matched, with their hashes if they are to be matched across
/// sections.
struct RowLeftovers {
    private(set) var places: [RowPosition] = []
    /// The hash of each row, apart from those in `unknown`.
    private(set) var hashes: [Int] = []
    /// Numbers in `places` of rows that were not hashed yet; neighbours in one section.
    private var unknown: [Range<Int>] = []
    /// Whether hashes are kept.
    let keepsHashes: Bool

    /// Begins without rows, with room for some.
    init(keepsHashes: Bool, _ expected: Int) {
        self.keepsHashes = keepsHashes
        places.reserveCapacity(expected)
        if keepsHashes { hashes.reserveCapacity(expected) }
    }

    /// Adds rows of a section, with their hashes if those are known already.
    mutating func append(_ rows: [Int32], _ known: [Int], section: Int) {
        guard !rows.isEmpty else { return }
        if keepsHashes {
            if known.count < rows.count {
                unknown.append(hashes.count..<hashes.count + rows.count)
                hashes.append(contentsOf: repeatElement(0, count: rows.count))
            } else {
                hashes.append(contentsOf: known)
            }
        }
        for row in rows { places.append(RowPosition(section: section, row: Int(row))) }
    }

    /// Adds the first rows of a section.
    mutating func append(count: Int, section: Int) {
        guard count > 0 else { return }
        if keepsHashes {
            unknown.append(hashes.count..<hashes.count + count)
            hashes.append(contentsOf: repeatElement(0, count: count))
        }
        for row in 0..<count { places.append(RowPosition(section: section, row: row)) }
    }

    /// Hashes the rows that were not hashed yet.
    mutating func completeHashes(in table: TableInfo) {
        var found: [Int] = []
        for numbers in unknown {
            var cursor = RowCursor(table.sections[places[numbers.lowerBound].section].rows)
            found.removeAll(keepingCapacity: true)
            cursor.hash(places[numbers].map { Int32(truncatingIfNeeded: $0.row) }, from: 0, into: &found)
            hashes.replaceSubrange(numbers, with: found)
        }
        unknown = []
    }

    /// Keeps the rows with some numbers only.
    mutating func keep(where isKept: (Int) -> Bool) {
        var left = 0
        for number in places.indices where isKept(number) {
            places[left] = places[number]
            left += 1
        }
        places.removeSubrange(left...)
    }
}
