/// What a table has learnt about where its rows and sections are; each part is made when it is first needed.
///
/// Copies of a table share one. The first verb that edits a copy takes the content out and keeps it up to
/// date from then on, so that an edit by id need not walk over the rows; what the others share is empty then,
/// and is made anew if they are asked.
final class TableIndex {
    var rows: RowIndex?
    var sections: SectionIndex?
    var entries: EntryIndex?

    func forget() {
        (rows, sections, entries) = (nil, nil, nil)
    }

    func forgetSections() {
        (sections, entries) = (nil, nil)
    }
}

extension TableInfo {
    /// Where the sections are.
    var sectionIndex: SectionIndex {
        let found = index.sections ?? SectionIndex(of: sections)
        index.sections = found
        return found
    }

    /// Which section a head or foot belongs to.
    var entryIndex: EntryIndex {
        let found = index.entries ?? EntryIndex(of: sections)
        index.entries = found
        return found
    }

    /// Where the rows are.
    var rowIndex: RowIndex {
        let found = index.rows ?? RowIndex(of: self)
        index.rows = found
        return found
    }

    /// The index, for a verb to keep it up to date.
    mutating func takeIndex() -> TableIndex {
        if !isKnownUniquelyReferenced(&index) {
            let own = TableIndex()
            (own.rows, own.sections, own.entries) = (index.rows, index.sections, index.entries)
            index.forget()
            index = own
        }
        return index
    }

    /// Lets go of the index when the sections are changed by other means than verbs.
    mutating func forgetIndex() {
        if isKnownUniquelyReferenced(&index) { index.forget() } else { index = TableIndex() }
    }
}
