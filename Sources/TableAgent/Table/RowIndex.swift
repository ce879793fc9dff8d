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
        let sectionHash: Int
    }

    private var entries: [Entry] = []
    private var nextNumber = 0
    private(set) var rowCount = 0
    /// A row's number by the hash of its id.
    private var first: [Int: Int]
    /// The numbers of further rows with the same hash; many, if each section has a row with the same id.
    private var others: [Int: [Int]] = [:]
    /// The same numbers by the hashes of row and section.
    private var othersBySection: [Int: [Int]] = [:]

    /// - Complexity: O(rows).
    init(of table: TableInfo) {
        first = Dictionary(minimumCapacity: table.rowCount)
        for section in table.sections { insert(section.rows, at: 0, inSection: section.id) }
    }

    /// Whether rows share the hash of their id, as they do when they share the id.
    var hasEqualHashes: Bool { !others.isEmpty }

    /// Whether so many rows have gone, which the index keeps alive, that it is better made anew.
    var isWornOut: Bool { nextNumber - rowCount > rowCount / 4 + 16 }
}

// MARK: Edits

extension RowIndex {
    /// Takes in rows that were put into a section, from a place on.
    mutating func insert(_ rows: Rows, at row: Int, inSection section: AnyID) {
        var row = row
        let sectionHash = section.hashValue
        for slice in rows.slices {
            entries.append(
                Entry(
                    firstNumber: nextNumber, slice: slice, row: row, section: section,
                    sectionHash: sectionHash))
            row += slice.count
            for index in slice.range {
                insert(nextNumber + index - slice.start, slice.run.hash(at: index), sectionHash)
            }
            nextNumber += slice.count
            rowCount += slice.count
        }
    }

    private mutating func insert(_ number: Int, _ hash: Int, _ sectionHash: Int) {
        // One look-up in the usual case, that the hash is new.
        guard let taken = first.updateValue(number, forKey: hash) else { return }
        first[hash] = taken
        others[hash, default: []].append(number)
        othersBySection[Self.mix(hash, sectionHash), default: []].append(number)
    }

    /// Forgets rows that were taken out of a section.
    mutating func remove(_ rows: Rows, fromSection section: AnyID) {
        let sectionHash = section.hashValue
        for slice in rows.slices {
            for index in slice.range {
                let hash = slice.run.hash(at: index)
                let number = numbers(hash, sectionHash).first {
                    let entry = entry(of: $0)
                    return entry.slice.run === slice.run && element($0, of: entry) == index
                        && entry.section == section
                }
                if let number { remove(number, hash) }
            }
        }
    }

    private mutating func remove(_ number: Int, _ hash: Int) {
        rowCount -= 1
        if first[hash] == number {
            guard let next = others[hash]?.last else { return first[hash] = nil }
            first[hash] = next
            removeOther(next, hash)
        } else {
            removeOther(number, hash)
        }
    }

    private mutating func removeOther(_ number: Int, _ hash: Int) {
        let mixed = Self.mix(hash, entry(of: number).sectionHash)
        others.remove(number, of: hash)
        othersBySection.remove(number, of: mixed)
    }

    private static func mix(_ hash: Int, _ sectionHash: Int) -> Int { hash &* 31 &+ sectionHash }
}

extension [Int: [Int]] {
    fileprivate mutating func remove(_ number: Int, of key: Int) {
        guard let place = self[key]?.lastIndex(of: number) else { return }
        self[key]?.remove(at: place)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}

// MARK: Look-up

extension RowIndex {
    /// The positions of all rows with an id.
    ///
    /// - Complexity: O(rows with that id), as long as they stand near where they stood.
    func positions(ofRow id: AnyID, in table: TableInfo) -> [RowPosition] {
        let hash = id.hashValue
        guard let number = first[hash] else { return [] }
        return positions([number] + (others[hash] ?? []), ofRow: id, in: table)
    }

    /// The positions of all rows with an id in a section.
    func positions(ofRow id: AnyID, inSection section: Int, in table: TableInfo) -> [RowPosition] {
        let sectionID = table.sections[section].id
        return positions(numbers(id.hashValue, sectionID.hashValue), ofRow: id, in: table)
            .filter { $0.section == section }
    }

    /// The numbers of the rows whose ids have a hash, in sections whose ids have one, and perhaps of others.
    private func numbers(_ hash: Int, _ sectionHash: Int) -> [Int] {
        guard let number = first[hash] else { return [] }
        return others.isEmpty ? [number] : [number] + (othersBySection[Self.mix(hash, sectionHash)] ?? [])
    }

    private func positions(_ numbers: [Int], ofRow id: AnyID, in table: TableInfo) -> [RowPosition] {
        struct Place: Hashable {
            let run: ObjectIdentifier
            let index: Int
            let sectionHash: Int
        }
        func place(_ number: Int) -> Place {
            let entry = entry(of: number)
            return Place(
                run: ObjectIdentifier(entry.slice.run), index: element(number, of: entry),
                sectionHash: entry.sectionHash)
        }
        var counts: [Place: Int] = [:]
        if numbers.count > 1 {
            for number in numbers { counts[place(number), default: 0] += 1 }
        }
        return numbers.flatMap { number -> [RowPosition] in
            let entry = entry(of: number)
            let index = element(number, of: entry)
            guard entry.slice.run.index(of: id, in: index..<index + 1) != nil else { return [] }
            let isShared = numbers.count > 1 && counts[place(number), default: 1] > 1
            return positions(ofElement: index, of: entry, isShared, in: table)
        }
    }

    /// - Parameter isShared: Whether one value stands at several places of a section.
    private func positions(
        ofElement index: Int, of entry: Entry, _ isShared: Bool, in table: TableInfo
    ) -> [RowPosition] {
        guard let number = table.index(ofSection: entry.section) else { return [] }
        if isShared {
            let rows = table.sections[number].rows.slices.rows(ofElement: index, of: entry.slice.run)
            return rows.map { RowPosition(section: number, row: $0) }
        }
        func position(inSection section: Int) -> RowPosition? {
            table.sections[section].rows.slices.row(
                ofElement: index, of: entry.slice.run, near: entry.row + index - entry.slice.start
            ).map { RowPosition(section: section, row: $0) }
        }
        if let position = position(inSection: number) { return [position] }
        // Another section with the same id.
        let others = table.sections.indices.lazy.filter { table.sections[$0].id == entry.section }
        return others.compactMap(position).first.map { [$0] } ?? []
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
