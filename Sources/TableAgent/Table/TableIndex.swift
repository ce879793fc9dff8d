/// Where the sections and rows of a table are, by their ids. Each part is made when it is first needed.
///
/// Copies of a table share one index. The first edit of a copy takes the content and keeps it up to date from
/// then on, so that editing a row by id need not walk over the rows; the index of the others is then empty, and
/// made again if they are asked.
///
/// A section gets a number, its *tag*, when it comes into the index, and keeps it when others come, go or move.
/// The sections are the one list of their index; the rows of a section are in the list of its tag.
final class TableIndex {
    private var sections: IDIndex?
    private var headsAndFeet: HeadFootIndex?
    private var rows: IDIndex?

    /// Returns the number of the first section with an id.
    func section(withID id: AnyID, in content: [TableSection]) -> Int? {
        makeSections(content)
        let tags = sections?.numbers(of: id.hashValue, inList: 0).first?.numbers ?? []
        return tags.lazy.map { self.number(ofTag: Int($0)) }.first { content[$0].id == id }
    }

    /// Returns the number of the first section with a row as its head or foot.
    ///
    /// - Complexity: O(1) after one pass over the sections, and O(sections with a head or foot that is not computed yet)
    ///   for a row of none.
    func section(withHeadOrFoot row: Row, in content: [TableSection]) -> Int? {
        if headsAndFeet == nil { headsAndFeet = HeadFootIndex(content.indices) }
        return headsAndFeet?.section(with: row, in: content)
    }

    /// Returns the positions of all rows with an id from the top, or only those in a section.
    ///
    /// - Complexity: That of ``TableInfo/position(ofRow:)`` for the first.
    func positions(
        ofRow id: AnyID, inSection section: Int? = nil, in content: [TableSection]
    ) -> some Collection<RowPosition> {
        makeSections(content)
        makeRows(content)
        let tag = section.map { Int(tags($0..<$0 + 1)[0]) }
        let found = (rows?.numbers(of: id.hashValue, inList: tag) ?? [])
            .map { (section: number(ofTag: $0.list), rows: $0.numbers) }
            .sorted { $0.section < $1.section }
        return found.lazy
            .flatMap { found in
                found.rows.lazy.map { RowPosition(section: found.section, row: self.index(ofRow: $0)) }
            }
            // Ids with one hash may differ, and one that is read from an object may have changed.
            .filter { content[$0.section].rows[$0.row].id == id }
    }

    private func index(ofRow number: Int32) -> Int { rows?.position(of: number).index ?? 0 }

    private func makeSections(_ content: [TableSection]) {
        guard sections == nil else { return }
        sections = IDIndex(capacity: content.count)
        sections?.replace(0..<0, with: content.map(\.id.hashValue))
    }

    private func makeRows(_ content: [TableSection]) {
        guard rows == nil else { return }
        rows = IDIndex(capacity: content.reduce(0) { $0 + $1.rows.count })
        for (tag, section) in zip(tags(content.indices), content) {
            rows?.replace(0..<0, of: Int(tag), with: section.rows.idHashes)
        }
    }

    /// The tags of sections, while the index of sections is there.
    private func tags(_ range: Range<Int>) -> [Int32] { sections?.numbers(range) ?? [] }
    private func number(ofTag tag: Int) -> Int { sections?.position(of: Int32(tag)).index ?? 0 }

    /// Takes the content of another index, which is empty then.
    func take(from other: TableIndex) {
        (sections, headsAndFeet, rows) = (other.sections, other.headsAndFeet, other.rows)
        (other.sections, other.headsAndFeet, other.rows) = (nil, nil, nil)
    }

    /// Replaces rows of a section.
    func replaceRows(_ range: Range<Int>, with new: Rows, inSection number: Int) {
        guard let count = rows?.count else { return }
        // Many rows are quicker found again than removed one by one.
        if range.count > count / 2 { return rows = nil }
        rows?.replace(range, of: Int(tags(number..<number + 1)[0]), with: new.idHashes)
    }

    func insertSection(_ section: TableSection, at number: Int) {
        headsAndFeet = nil
        sections?.replace(number..<number, with: [section.id.hashValue])
        replaceRows(0..<0, with: section.rows, inSection: number)
    }

    func removeSection(_ section: TableSection, at number: Int) {
        headsAndFeet = nil
        replaceRows(section.rows.indices, with: [], inSection: number)
        sections?.replace(number..<number + 1, with: [])
    }

    func moveSection(from source: Int, to target: Int) {
        headsAndFeet = nil
        sections?.move(from: source, to: target)
    }

    func forgetHeadsAndFeet() { headsAndFeet = nil }
}

/// The sections of heads and feet, none of which is computed for it.
private struct HeadFootIndex {
    private var sections: [ObjectIdentifier: Int] = [:]
    /// The sections that are not in the index yet, or that have a head or foot which was not computed yet.
    private var rest: [Int]

    init(_ sections: Range<Int>) {
        rest = Array(sections)
    }

    /// Returns the number of the first section with a row as its head or foot.
    ///
    /// - Complexity: O(1) for a row in the index, else O(sections in `rest`).
    mutating func section(with row: Row, in content: [TableSection]) -> Int? {
        let run = ObjectIdentifier(row.run)
        if let section = sections[run] { return section }
        var uncomputed: [Int] = []
        for number in rest {
            let (head, foot) = content[number].parts
            let (isHeadKnown, isFootKnown) = (add(head, number), add(foot, number))
            if !isHeadKnown || !isFootKnown { uncomputed.append(number) }
        }
        rest = uncomputed
        return sections[run]
    }

    /// Adds a head or foot, and returns `false` if it was not computed yet.
    private mutating func add(_ part: SectionPart?, _ number: Int) -> Bool {
        guard let part else { return true }
        guard let run = part.knownRow?.run else { return false }
        sections[ObjectIdentifier(run)] = min(number, sections[ObjectIdentifier(run)] ?? number)
        return true
    }
}

// MARK: Editing

/// What the verbs of an edit come down to, with the index kept up to date.
extension TableInfo {
    /// Replaces rows of a section with others and returns the old ones.
    @discardableResult
    mutating func exchangeRows(_ range: Range<Int>, ofSection number: Int, with rows: Rows) -> Rows {
        let old = content[number].rows.part(range)
        forgetComputedFoot()
        takeIndex()
        index.replaceRows(range, with: rows, inSection: number)
        content[number].rows.replaceSubrange(range, with: rows, joinsSlices: true)
        let (head, foot) = content[number].parts
        if head?.isComputed == true || foot?.isComputed == true { index.forgetHeadsAndFeet() }
        return old
    }

    mutating func insertSection(_ section: TableSection, at number: Int) {
        forgetComputedFoot()
        takeIndex()
        index.insertSection(section, at: number)
        content.insert(section, at: number)
    }

    /// Removes a section and returns it.
    @discardableResult
    mutating func removeSection(at number: Int) -> TableSection {
        forgetComputedFoot()
        takeIndex()
        let section = content.remove(at: number)
        index.removeSection(section, at: number)
        return section
    }

    /// Moves a section.
    ///
    /// - Parameter target: The number of the section afterwards.
    mutating func moveSection(from source: Int, to target: Int) {
        forgetComputedFoot()
        takeIndex()
        index.moveSection(from: source, to: target)
        content.insert(content.remove(at: source), at: target)
    }

    mutating func setParts(_ parts: (head: SectionPart?, foot: SectionPart?), ofSection number: Int) {
        takeIndex()
        index.forgetHeadsAndFeet()
        content[number].parts = parts
    }

    /// Takes the index from the copies of this table, to keep it up to date.
    private mutating func takeIndex() {
        guard !isKnownUniquelyReferenced(&index) else { return }
        let own = TableIndex()
        own.take(from: index)
        index = own
    }
}
