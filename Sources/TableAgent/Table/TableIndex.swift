/// Where the sections and rows of a table are, by their ids. Each part is made when it is first needed.
///
/// Copies of a table share one index. The first edit of a copy takes the content and keeps it up to date from
/// then on, so that editing a row by id need not walk over the rows; the index of the others is then empty, and
/// made again if they are asked.
///
/// A section gets a number, its *tag*, when it comes into the index, and keeps it when others come, go or move;
/// so ids that several sections share do no harm.
final class TableIndex {
    private var sections: SectionIndex?
    private var headsAndFeet: [ObjectIdentifier: Int]?
    private var rows: RowIndex?

    /// Returns the number of the first section with an id.
    func section(withID id: AnyID, in content: [TableSection]) -> Int? {
        sectionIndex(content).numbers(withID: id).min()
    }

    /// Returns the number of the first section with a row as its head or foot.
    func section(withHeadOrFoot row: Row, in content: [TableSection]) -> Int? {
        if headsAndFeet == nil {
            var found: [ObjectIdentifier: Int] = [:]
            for (number, section) in content.enumerated().reversed() {
                if let head = section.head { found[ObjectIdentifier(head.run)] = number }
                if let foot = section.foot { found[ObjectIdentifier(foot.run)] = number }
            }
            headsAndFeet = found
        }
        return headsAndFeet?[ObjectIdentifier(row.run)]
    }

    /// Returns the positions of all rows with an id, or only those in a section.
    ///
    /// - Complexity: That of ``TableInfo/position(ofRow:)``.
    func positions(
        ofRow id: AnyID, inSection section: Int? = nil, in content: [TableSection]
    ) -> [RowPosition] {
        let sections = sectionIndex(content)
        let index = rows ?? RowIndex(of: content, sections)
        rows = index
        return index.positions(ofRow: id, tag: section.map { sections.tag(of: $0) }, sections, in: content)
    }

    private func sectionIndex(_ content: [TableSection]) -> SectionIndex {
        let index = sections ?? SectionIndex(of: content)
        sections = index
        return index
    }

    /// Takes the content of another index, which is empty then.
    func take(from other: TableIndex) {
        (sections, headsAndFeet, rows) = (other.sections, other.headsAndFeet, other.rows)
        (other.sections, other.headsAndFeet, other.rows) = (nil, nil, nil)
    }

    func replaceRows(_ old: Rows, with new: Rows, inSection number: Int) {
        guard let tag = sections?.tag(of: number) else { return }
        replaceRows(old, with: new, tag)
    }

    private func replaceRows(_ old: Rows, with new: Rows, _ tag: Int) {
        // Of rows that share an id, each is searched for among all of them.
        guard let limit = rows.map({ $0.hasEqualHashes ? 64 : $0.rowCount / 2 }) else { return }
        guard old.count <= limit else { return rows = nil }
        rows?.remove(old, fromSection: tag)
        rows?.insert(new, inSection: tag)
        if rows?.isWornOut == true { rows = nil }
    }

    func insertSection(_ section: TableSection, at number: Int) {
        headsAndFeet = nil
        guard let tag = sections?.insert(section, at: number) else { return }
        rows?.insert(section.rows, inSection: tag)
    }

    func removeSection(_ section: TableSection, at number: Int) {
        headsAndFeet = nil
        guard let tag = sections?.remove(section, at: number) else { return }
        replaceRows(section.rows, with: [], tag)
    }

    func moveSection(from source: Int, to target: Int) {
        headsAndFeet = nil
        sections?.move(from: source, to: target)
    }

    func forgetHeadsAndFeet() { headsAndFeet = nil }
    func forgetRows() { rows = nil }
}

/// Which section has which tag and which id.
private struct SectionIndex {
    /// The tags of the sections, in their order.
    private var tags: [Int]
    /// The number of the section with a tag; -1 for one that was removed.
    private var numbers: [Int]
    private var tagsByID: [AnyID: [Int]] = [:]

    init(of sections: [TableSection]) {
        tags = Array(sections.indices)
        numbers = tags
        tagsByID.reserveCapacity(sections.count)
        for (tag, section) in sections.enumerated() { tagsByID[section.id, default: []].append(tag) }
    }

    func tag(of number: Int) -> Int { tags[number] }
    func number(of tag: Int) -> Int { numbers[tag] }
    func numbers(withID id: AnyID) -> [Int] { tagsByID[id]?.map { numbers[$0] } ?? [] }
    var allTags: [Int] { tags }

    mutating func insert(_ section: TableSection, at number: Int) -> Int {
        let tag = numbers.count
        numbers.append(number)
        tags.insert(tag, at: number)
        tagsByID[section.id, default: []].append(tag)
        renumber(number..<tags.count)
        return tag
    }

    mutating func remove(_ section: TableSection, at number: Int) -> Int {
        let tag = tags.remove(at: number)
        numbers[tag] = -1
        tagsByID[section.id]?.removeAll { $0 == tag }
        renumber(number..<tags.count)
        return tag
    }

    mutating func move(from source: Int, to target: Int) {
        tags.insert(tags.remove(at: source), at: target)
        renumber(min(source, target)..<max(source, target) + 1)
    }

    private mutating func renumber(_ range: Range<Int>) {
        for number in range { numbers[tags[number]] = number }
    }
}

/// Which rows have an id with which hash.
///
/// A row gets a number when it comes into the index and keeps it until it is removed. The number says which
/// element of which run it is, and in which section, which an edit of other rows does not change; its position
/// follows from that.
private struct RowIndex {
    /// Rows that came into the index together: a slice, and the number of its first row.
    private struct Entry {
        let firstNumber: Int
        let slice: RunSlice
        /// The tag of the section.
        let section: Int
    }

    private struct Key: Hashable {
        let hash: Int
        let section: Int
    }

    private var entries: [Entry] = []
    private var nextNumber = 0
    private(set) var rowCount = 0
    /// A row's number by the hash of its id.
    private var first: [Int: Int]
    /// The numbers of further rows with the same hash, by section.
    private var others: [Key: [Int]] = [:]

    /// - Complexity: O(rows).
    init(of content: [TableSection], _ sections: SectionIndex) {
        first = Dictionary(minimumCapacity: content.reduce(0) { $0 + $1.rows.count })
        for (number, section) in content.enumerated() {
            insert(section.rows, inSection: sections.tag(of: number))
        }
    }

    /// Whether rows share the hash of their id, as they do when they share the id.
    var hasEqualHashes: Bool { !others.isEmpty }

    /// Whether so many rows have gone, whose data the index keeps alive, that it is better made again.
    var isWornOut: Bool { nextNumber - rowCount > rowCount / 4 + 16 }

    mutating func insert(_ rows: Rows, inSection section: Int) {
        for slice in rows.slices {
            entries.append(Entry(firstNumber: nextNumber, slice: slice, section: section))
            for index in slice.indices {
                insert(nextNumber, slice.run.idHash(at: index), section)
                nextNumber += 1
            }
            rowCount += slice.rows.count
        }
    }

    private mutating func insert(_ number: Int, _ hash: Int, _ section: Int) {
        // One look-up in the usual case, that the hash is new.
        guard let taken = first.updateValue(number, forKey: hash) else { return }
        first[hash] = taken
        others[Key(hash: hash, section: section), default: []].append(number)
    }

    mutating func remove(_ rows: Rows, fromSection section: Int) {
        for slice in rows.slices {
            for index in slice.indices {
                let hash = slice.run.idHash(at: index)
                let number = numbers(hash, [section]).first {
                    let element = element($0)
                    return element.run === slice.run && element.index == index
                }
                guard let number else { continue }
                rowCount -= 1
                if first[hash] == number { first[hash] = nil } else { removeOther(number, hash, section) }
            }
        }
    }

    private mutating func removeOther(_ number: Int, _ hash: Int, _ section: Int) {
        let key = Key(hash: hash, section: section)
        guard let place = others[key]?.lastIndex(of: number) else { return }
        others[key]?.remove(at: place)
        if others[key]?.isEmpty == true { others[key] = nil }
    }

    func positions(
        ofRow id: AnyID, tag: Int?, _ sections: SectionIndex, in content: [TableSection]
    ) -> [RowPosition] {
        let hash = id.hashValue
        let numbers = numbers(
            hash, tag.map { [$0] } ?? (others.isEmpty ? [] : sections.allTags), any: tag == nil
        )
        .filter { number in
            let element = element(number)
            return element.run.id(at: element.index) == id
        }
        return numbers.flatMap { number -> [RowPosition] in
            let (section, element) = (sections.number(of: entry(of: number).section), element(number))
            // One value may stand in a section several times.
            return content[section].rows.rows(ofElement: element.index, of: element.run)
                .map { RowPosition(section: section, row: $0) }
        }
    }

    /// The numbers of the rows in some sections whose ids have a hash.
    ///
    /// - Parameter any: Whether the first one may be in any section.
    private func numbers(_ hash: Int, _ sections: [Int], any: Bool = false) -> [Int] {
        let number = first[hash].flatMap { any || sections == [entry(of: $0).section] ? $0 : nil }
        let numbers = number.map { [$0] } ?? []
        return others.isEmpty
            ? numbers : numbers + sections.flatMap { others[Key(hash: hash, section: $0)] ?? [] }
    }

    private func element(_ number: Int) -> (run: Run, index: Int) {
        let entry = entry(of: number)
        return (entry.slice.run, number - entry.firstNumber + entry.slice.start)
    }

    private func entry(of number: Int) -> Entry {
        var (low, high) = (0, entries.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if entries[middle].firstNumber <= number { low = middle } else { high = middle - 1 }
        }
        return entries[low]
    }
}

// MARK: Editing

/// What the verbs of an edit come down to, with the index kept up to date.
extension TableInfo {
    /// Replaces rows of a section with others and returns the old ones.
    @discardableResult
    mutating func exchangeRows(_ range: Range<Int>, ofSection number: Int, with rows: Rows) -> Rows {
        let old = content[number].rows.part(range)
        takeIndex()
        index.replaceRows(old, with: rows, inSection: number)
        if content[number].rows.replaceSubrange(range, with: rows, joinsSlices: true) { index.forgetRows() }
        return old
    }

    mutating func insertSection(_ section: TableSection, at number: Int) {
        takeIndex()
        index.insertSection(section, at: number)
        content.insert(section, at: number)
    }

    /// Removes a section and returns it.
    @discardableResult
    mutating func removeSection(at number: Int) -> TableSection {
        takeIndex()
        let section = content.remove(at: number)
        index.removeSection(section, at: number)
        return section
    }

    /// Moves a section.
    ///
    /// - Parameter target: The number of the section afterwards.
    mutating func moveSection(from source: Int, to target: Int) {
        takeIndex()
        index.moveSection(from: source, to: target)
        content.insert(content.remove(at: source), at: target)
    }

    mutating func setHead(_ head: Row?, foot: Row?, ofSection number: Int) {
        takeIndex()
        index.forgetHeadsAndFeet()
        content[number].head = head
        content[number].foot = foot
    }

    /// Takes the index from the copies of this table, to keep it up to date.
    private mutating func takeIndex() {
        guard !isKnownUniquelyReferenced(&index) else { return }
        let own = TableIndex()
        own.take(from: index)
        index = own
    }
}
