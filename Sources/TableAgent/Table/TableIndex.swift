/// The positions of the sections and rows of a table by their ids. Each part is created when it is first needed.
///
/// Copies of a table share one index. The first edit of a copy takes the content of the index. From then on, the copy
/// keeps its index up to date, so that an edit of a row by id need not visit all rows. The index of the other copies is
/// then empty, and their next look-up creates it again.
///
/// The index of sections has a single list. In this list, each section has a handle, which the section keeps when
/// sections are inserted, removed, or moved. The index of rows has a list for each section, and the number of the list
/// is the section's handle.
final class TableIndex {
    private(set) var sections: IDIndex?
    private(set) var rows: IDIndex?

    /// Returns the indices of all sections with an id, ascending.
    ///
    /// - Complexity: O(1) for the first index, after one pass over the sections in the first look-up.
    func sections(withID id: AnyID, in content: [TableSection]) -> some Collection<Int> {
        sections(withHashOf: id, in: content).lazy.map { self.section(withHandle: $0) }
            .filter { content[$0].id == id }
    }

    /// Returns the number of earlier sections with the same hash of the id. They have the same id, unless hashes
    /// collide.
    ///
    /// - Complexity: O(log sections).
    func occurrence(ofSection section: Int, in content: [TableSection]) -> Int {
        let handles = sections(withHashOf: content[section].id, in: content)
        return handles.partitionPoint { self.section(withHandle: $0) >= section } - handles.startIndex
    }

    /// Returns the index of the section with an id and an occurrence.
    func section(withID id: AnyID, occurrence: Int, in content: [TableSection]) -> Int? {
        guard let handle = sections(withHashOf: id, in: content).dropFirst(occurrence).first else {
            return nil
        }
        let section = section(withHandle: handle)
        return content[section].id == id ? section : nil
    }

    private func sections(withHashOf id: AnyID, in content: [TableSection]) -> ArraySlice<Int32> {
        makeSections(content)
        return sections?.handles(withHash: id.hashValue) ?? []
    }

    /// Returns the positions of all rows with an id from the top, or only those in a section.
    ///
    /// - Complexity: O(1) for the first position, after one pass over all rows in the first look-up.
    func positions(
        ofRow id: AnyID, inSection section: Int? = nil, in content: [TableSection]
    ) -> some Collection<RowPosition> {
        makeSections(content)
        makeRows(content)
        let hash = id.hashValue
        let lists = section.map { [rowList(ofSection: $0)] } ?? rows?.lists(withHash: hash) ?? []
        return lists.lazy
            .flatMap { list in
                let section = self.section(withHandle: Int32(list))
                return (self.rows?.handles(withHash: hash, inList: list) ?? []).lazy
                    .map { RowPosition(section: section, row: self.row(withHandle: $0)) }
            }
            // Ids with the same hash may differ, and an id that is read from an object may have changed.
            .filter { content[$0.section].rows[$0.row].id == id }
    }

    private func row(withHandle handle: Int32) -> Int { rows?.position(of: handle).index ?? 0 }
    private func section(withHandle handle: Int32) -> Int { sections?.position(of: handle).index ?? 0 }

    /// Returns the rank of a list of rows: the index of its section.
    private func rank(ofList list: Int) -> Int { section(withHandle: Int32(list)) }

    /// Returns the list of the rows of a section, while the index of sections exists.
    private func rowList(ofSection section: Int) -> Int {
        sections.map { Int($0.handles(section..<section + 1)[0]) } ?? 0
    }

    private func makeSections(_ content: [TableSection]) {
        guard sections == nil else { return }
        sections = IDIndex(capacity: content.count)
        sections?.replace(0..<0, with: content.map(\.id.hashValue))
    }

    private func makeRows(_ content: [TableSection]) {
        guard rows == nil else { return }
        rows = IDIndex(capacity: content.reduce(0) { $0 + $1.rows.count })
        for (list, section) in zip(sections?.handles(content.indices) ?? [], content) {
            rows?.replace(0..<0, of: Int(list), with: section.rows.idHashes, rank: rank(ofList:))
        }
    }

    /// Takes the content of another index, which is then empty.
    func take(from other: TableIndex) {
        sections = other.sections
        rows = other.rows
        other.sections = nil
        other.rows = nil
    }

    /// Replaces rows of a section.
    func replaceRows(_ range: Range<Int>, with new: Rows, inSection section: Int) {
        guard let count = rows?.count else { return }
        // A new index of the remaining rows takes less time than removing many rows one by one.
        if range.count > count / 2 { return rows = nil }
        rows?.replace(range, of: rowList(ofSection: section), with: new.idHashes, rank: rank(ofList:))
    }

    func insertSection(_ section: TableSection, at index: Int) {
        sections?.replace(index..<index, with: [section.id.hashValue])
        replaceRows(0..<0, with: section.rows, inSection: index)
    }

    func removeSection(_ section: TableSection, at index: Int) {
        replaceRows(section.rows.indices, with: [], inSection: index)
        sections?.replace(index..<index + 1, with: [])
    }

    func moveSection(from source: Int, to target: Int) {
        sections?.move(from: source, to: target)
        rows?.rankChanged(ofList: rowList(ofSection: target), rank(ofList:))
    }
}
