/// The rows and sections of an old visible table that a query hides in the new one, and that are not removed.
struct HiddenRows {
    private let old: TableInfo
    private let whole: TableInfo
    private let oldWhole: TableInfo

    /// Whether a business has answered with another page. Its rows are not removed, and nobody knows which ones are.
    let isOtherPage: Bool

    /// The hidden rows of some old sections, by their visible index.
    private var known: [Int: Set<Int>] = [:]

    init(_ update: TableUpdate, after oldQueried: QueriedTable?, _ known: [Int: KnownRows]) {
        old = update.old
        whole = update.whole
        oldWhole = oldQueried?.whole ?? update.old
        let isAnswered = oldQueried?.isAnswered == true || update.queried?.isAnswered == true
        // An edit keeps the answer.
        let isEdited = oldWhole.queryAnswer === whole.queryAnswer
        isOtherPage =
            isAnswered
            && (oldQueried?.query != update.queried?.query || !isEdited && oldQueried?.query.page != nil)
        for rows in known.values where !rows.hidden.isEmpty {
            guard let index = old.sections.firstIndex(where: { $0.isCopy(of: rows.old) }) else { continue }
            self.known[index] = rows.hidden
        }
    }

    /// Returns whether an old row, by its visible position, is still in the table.
    func contains(_ position: RowPosition) -> Bool {
        if known[position.section]?.contains(position.row) == true { return true }
        let section = old.sections[position.section].id
        let id = old.sections[position.section].rows[position.row].id
        if whole.position(of: .id(id, in: .id(section))) != nil { return true }
        guard let found = whole.position(of: .id(id)) else { return false }
        // A row of another section that was there before is another row.
        let other = whole.sections[found.section].id
        return oldWhole.position(of: .id(id, in: .id(other))) == nil
    }

    /// Returns the rows that are removed from a section that is still in the table.
    func removedRows(ofHiddenSection index: Int) -> [RowPosition] {
        let section = old.sections[index]
        let isSame = zip(oldWhole.sections, whole.sections).allSatisfy { $0.isCopy(of: $1) }
        if isSame, oldWhole.sections.count == whole.sections.count { return [] }
        return section.visibleRows.indices.map { RowPosition(section: index, row: $0) }.filter {
            !contains($0)
        }
    }

    /// Returns whether an old section, by its visible index, is still in the table.
    func contains(section index: Int) -> Bool { whole.index(of: .id(old.sections[index].id)) != nil }
}
