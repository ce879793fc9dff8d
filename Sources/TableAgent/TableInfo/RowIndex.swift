/// Where the rows of a table are, by their ids: made by one pass over the rows, kept up to date by edits.
///
/// A row gets a number when it comes into the index and keeps it until it goes. The number says which element
/// of which run it is and in which section, which an edit of other rows does not change; its position follows
/// from that.
struct RowIndex {
    /// Rows that came into the index together: a slice, and the number of its first row.
    private struct Entry {
        let firstNumber: Int
        let slice: RunSlice
        /// The row of the slice's first element, then.
        let row: Int
        let section: AnyID
    }

    private var entries: [Entry] = []
    private var nextNumber = 0
    private(set) var rowCount = 0
    /// A row's number by the hash of its id, and the numbers of further rows with the same hash.
    private var first: [Int: Int]
    private var others: [Int: [Int]] = [:]

    /// - Complexity: O(rows).
    init(of table: TableInfo) {
        first = Dictionary(minimumCapacity: table.rowCount)
        for section in table.sections { insert(section.rows, at: 0, inSection: section.id) }
    }

    /// Whether rows share the hash of their id, as they do when they share the id.
    var hasEqualHashes: Bool { !others.isEmpty }

    /// Whether so many rows have gone since that a new index would be smaller.
    var isWornOut: Bool { nextNumber > 2 * rowCount + 1024 }
}

// MARK: Edits

extension RowIndex {
    /// Takes in rows that were put into a section, from a place on.
    mutating func insert(_ rows: Rows, at row: Int, inSection section: AnyID) {
        var row = row
        for slice in rows.slices {
            entries.append(Entry(firstNumber: nextNumber, slice: slice, row: row, section: section))
            row += slice.count
            for index in slice.range { insert(nextNumber + index - slice.start, slice.run.hash(at: index)) }
            nextNumber += slice.count
            rowCount += slice.count
        }
    }

    private mutating func insert(_ number: Int, _ hash: Int) {
        // One look-up in the usual case, that the hash is new.
        let taken = first.updateValue(number, forKey: hash)
        guard let taken else { return }
        first[hash] = taken
        others[hash, default: []].append(number)
    }

    /// Forgets rows that were taken out of a section.
    mutating func remove(_ rows: Rows, fromSection section: AnyID) {
        for slice in rows.slices {
            for index in slice.range {
                let hash = slice.run.hash(at: index)
                let number = numbers(hash).first {
                    let entry = entry(of: $0)
                    return entry.slice.run === slice.run && entry.section == section
                        && element($0, of: entry) == index
                }
                if let number { remove(number, hash) }
            }
        }
    }

    private mutating func remove(_ number: Int, _ hash: Int) {
        rowCount -= 1
        if first[hash] != number {
            others[hash]?.removeAll { $0 == number }
        } else {
            first[hash] = others[hash]?.removeFirst()
        }
        if others[hash]?.isEmpty == true { others[hash] = nil }
    }
}

// MARK: Look-up

extension RowIndex {
    /// The positions of all rows with an id.
    ///
    /// - Complexity: O(arrays of a section) for each of them.
    func positions(ofRow id: AnyID, in table: TableInfo) -> [RowPosition] {
        numbers(id.hashValue).compactMap { number in
            let entry = entry(of: number)
            let index = element(number, of: entry)
            guard entry.slice.run.index(of: id, in: index..<index + 1) != nil else { return nil }
            return position(ofElement: index, of: entry, in: table)
        }
    }

    /// The positions of all rows that share the hash of their id with another row.
    func positionsOfEqualHashes(in table: TableInfo) -> [RowPosition] {
        others.keys.flatMap { hash in
            numbers(hash).compactMap { number in
                let entry = entry(of: number)
                return position(ofElement: element(number, of: entry), of: entry, in: table)
            }
        }
    }

    private func position(
        ofElement index: Int, of entry: Entry, in table: TableInfo
    ) -> RowPosition? {
        func position(inSection section: Int) -> RowPosition? {
            table.sections[section].rows.slices.row(
                ofElement: index, of: entry.slice.run, near: entry.row + index - entry.slice.start
            ).map { RowPosition(section: section, row: $0) }
        }
        if let section = table.index(ofSection: entry.section), let place = position(inSection: section) {
            return place
        }
        // Another section with the same id.
        let others = table.sections.indices.lazy.filter { table.sections[$0].id == entry.section }
        return others.compactMap(position).first
    }

    /// The numbers of the rows whose ids have a hash.
    private func numbers(_ hash: Int) -> [Int] {
        guard let number = first[hash] else { return [] }
        return others.isEmpty ? [number] : [number] + others[hash, default: []]
    }

    private func entry(of number: Int) -> Entry {
        var low = 0
        var high = entries.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if entries[middle].firstNumber <= number { low = middle } else { high = middle - 1 }
        }
        return entries[low]
    }

    private func element(_ number: Int, of entry: Entry) -> Int {
        number - entry.firstNumber + entry.slice.start
    }
}
