/// The positions of the sections and rows of a table by their ids. Each part is created when it is first needed.
///
/// Copies of a table share one index. The first edit of a copy takes the content of the index and keeps it up to date
/// from then on, so that an edit of a row by id need not visit all rows. The index of the other copies is then empty,
/// and their next look-up creates it again.
///
/// The sections are the only list of their index. Each section has a handle there, which it keeps when other sections
/// are inserted, removed or moved. The rows of a section are in the list with the number of that handle.
final class TableIndex {
    private var sections: IDIndex?
    private var rows: IDIndex?

    /// Returns the index of the first section with an id.
    func section(withID id: AnyID, in content: [TableSection]) -> Int? {
        makeSections(content)
        let handles = sections?.handles(withHash: id.hashValue, inList: 0).first?.handles ?? []
        return handles.lazy.map { self.section(withHandle: $0) }.first { content[$0].id == id }
    }

    /// Returns the positions of all rows with an id from the top, or only those in a section.
    ///
    /// - Complexity: That of ``TableInfo/position(ofRowWithID:)`` for the first.
    func positions(
        ofRow id: AnyID, inSection section: Int? = nil, in content: [TableSection]
    ) -> some Collection<RowPosition> {
        makeSections(content)
        makeRows(content)
        let found = (rows?.handles(withHash: id.hashValue, inList: section.map(rowList(ofSection:))) ?? [])
            .map { (section: self.section(withHandle: Int32($0.list)), rows: $0.handles) }
            .sorted { $0.section < $1.section }
        return found.lazy
            .flatMap { found in
                found.rows.lazy.map { RowPosition(section: found.section, row: self.row(withHandle: $0)) }
            }
            // Ids with the same hash may differ, and an id that is read from an object may have changed.
            .filter { content[$0.section].rows[$0.row].id == id }
    }

    private func row(withHandle handle: Int32) -> Int { rows?.position(of: handle).index ?? 0 }
    private func section(withHandle handle: Int32) -> Int { sections?.position(of: handle).index ?? 0 }

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
            rows?.replace(0..<0, of: Int(list), with: section.rows.idHashes)
        }
    }

    /// Takes the content of another index, which is then empty.
    func take(from other: TableIndex) {
        (sections, rows) = (other.sections, other.rows)
        (other.sections, other.rows) = (nil, nil)
    }

    /// Replaces rows of a section.
    func replaceRows(_ range: Range<Int>, with new: Rows, inSection section: Int) {
        guard let count = rows?.count else { return }
        // To index the other rows again takes less time than to remove many rows one by one.
        if range.count > count / 2 { return rows = nil }
        rows?.replace(range, of: rowList(ofSection: section), with: new.idHashes)
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
    }

    /// Returns a sentence about the first violated invariant, or `nil`. Only tests call this.
    ///
    /// - Parameter content: The sections of the table that has the index, whose ids did not change in place.
    func violation(in content: [TableSection]) -> String? {
        guard let sections else {
            return rows == nil ? nil : "The rows have an index, and the sections have none."
        }
        if let violation = sections.violation(expected: [0: content.map(\.id.hashValue)]) { return violation }
        let lists = content.indices.map { (rowList(ofSection: $0), content[$0].rows.idHashes) }
        return rows?.violation(expected: Dictionary(lists) { $0 + $1 })
    }
}
