/// What a table has learnt about where its rows and sections are; each part is made when it is first needed.
///
/// Copies of a table share it until one of them is edited: then it goes with the edited one.
final class TableIndex {
    var rows: RowIndex?
    var sections: SectionIndex?
}

extension TableInfo {
    /// Asks where sections are.
    func withSectionIndex<Result>(_ body: (SectionIndex) -> Result) -> Result {
        let found = index.sections ?? SectionIndex(of: sections)
        index.sections = found
        return body(found)
    }

    /// Asks where rows are.
    func withRowIndex<Result>(_ body: (RowIndex) -> Result) -> Result {
        let found = index.rows ?? RowIndex(of: self)
        index.rows = found
        return body(found)
    }

    /// Takes the index out of what copies of the table share, to change it.
    mutating func takeIndex() -> TableIndex {
        if !isKnownUniquelyReferenced(&index) {
            let own = TableIndex()
            swap(&own.rows, &index.rows)
            swap(&own.sections, &index.sections)
            index = own
        }
        return index
    }

    mutating func forgetIndex() {
        if isKnownUniquelyReferenced(&index) {
            index.rows = nil
            index.sections = nil
        } else {
            index = TableIndex()
        }
    }
}
