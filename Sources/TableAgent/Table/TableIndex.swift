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
    private var headsAndFeet: [ObjectIdentifier: Int]?
    private var rows: IDIndex?

    /// Returns the number of the first section with an id.
    func section(withID id: AnyID, in content: [TableSection]) -> Int? {
        makeSections(content)
        let tags = sections?.numbers(of: id.hashValue) { _ in 0 } ?? []
        return tags.lazy.map { self.number(ofTag: Int($0)) }.first { content[$0].id == id }
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

    /// Returns the positions of all rows with an id from the top, or only those in a section.
    ///
    /// - Complexity: That of ``TableInfo/position(ofRow:)``.
    func positions(
        ofRow id: AnyID, inSection section: Int? = nil, in content: [TableSection]
    ) -> some Sequence<RowPosition> {
        makeSections(content)
        makeRows(content)
        let list = section.map { tag(of: $0) }
        let numbers = rows?.numbers(of: id.hashValue, fromList: list) { self.number(ofTag: $0) }
        return (numbers ?? []).lazy.map { self.position(ofNumber: $0) }
            .prefix { section == nil || $0.section == section }
            .filter { content[$0.section].rows[$0.row].id == id }
    }

    private func position(ofNumber row: Int32) -> RowPosition {
        let place = rows?.position(of: Int(row)) ?? (list: 0, index: 0)
        return RowPosition(section: number(ofTag: place.list), row: place.index)
    }

    private func makeSections(_ content: [TableSection]) {
        guard sections == nil else { return }
        sections = IDIndex(capacity: content.count)
        sections?.replace(0..<0, [], with: content.map(\.id.hashValue)) { _ in 0 }
    }

    private func makeRows(_ content: [TableSection]) {
        guard rows == nil else { return }
        rows = IDIndex(capacity: content.reduce(0) { $0 + $1.rows.count })
        for (number, section) in content.enumerated() {
            replaceRows(0..<0, [], with: section.rows, inSection: number)
        }
    }

    private func tag(of number: Int) -> Int { sections?.number(at: number) ?? number }
    private func number(ofTag tag: Int) -> Int { sections?.position(of: tag).index ?? tag }

    /// Takes the content of another index, which is empty then.
    func take(from other: TableIndex) {
        (sections, headsAndFeet, rows) = (other.sections, other.headsAndFeet, other.rows)
        (other.sections, other.headsAndFeet, other.rows) = (nil, nil, nil)
    }

    /// Replaces rows of a section; the old ones are those in the range.
    func replaceRows(_ range: Range<Int>, _ old: Rows, with new: Rows, inSection number: Int) {
        // Many rows are quicker found again than removed one by one.
        if let count = rows?.count, old.count > count / 2 { rows = nil }
        rows?.replace(range, old.idHashes, of: tag(of: number), with: new.idHashes) {
            self.number(ofTag: $0)
        }
    }

    func insertSection(_ section: TableSection, at number: Int) {
        headsAndFeet = nil
        sections?.replace(number..<number, [], with: [section.id.hashValue]) { _ in 0 }
        replaceRows(0..<0, [], with: section.rows, inSection: number)
    }

    func removeSection(_ section: TableSection, at number: Int) {
        headsAndFeet = nil
        replaceRows(section.rows.indices, section.rows, with: [], inSection: number)
        sections?.replace(number..<number + 1, [section.id.hashValue], with: []) { _ in 0 }
    }

    func moveSection(_ section: TableSection, from source: Int, to target: Int) {
        headsAndFeet = nil
        // The tag that the removal frees is the next one that is given.
        sections?.replace(source..<source + 1, [section.id.hashValue], with: []) { _ in 0 }
        sections?.replace(target..<target, [], with: [section.id.hashValue]) { _ in 0 }
        if rows?.hasEqualHashes == true { rows = nil }
    }

    func forgetHeadsAndFeet() { headsAndFeet = nil }
}

// MARK: Editing

/// What the verbs of an edit come down to, with the index kept up to date.
extension TableInfo {
    /// Replaces rows of a section with others and returns the old ones.
    @discardableResult
    mutating func exchangeRows(_ range: Range<Int>, ofSection number: Int, with rows: Rows) -> Rows {
        let old = content[number].rows.part(range)
        takeIndex()
        index.replaceRows(range, old, with: rows, inSection: number)
        content[number].rows.replaceSubrange(range, with: rows, joinsSlices: true)
        let (head, foot) = content[number].parts
        if head?.isComputed == true || foot?.isComputed == true { index.forgetHeadsAndFeet() }
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
        index.moveSection(content[source], from: source, to: target)
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
