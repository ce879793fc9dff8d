/// The primitive edits that the verbs of a ``TableEdit`` use. They keep the index of ids up to date.
extension TableInfo {
    /// Replaces rows of a section with other rows and returns the old rows.
    @discardableResult
    mutating func exchangeRows(_ range: Range<Int>, ofSection section: Int, with rows: Rows) -> Rows {
        let old = content[section].rows.part(range)
        forgetComputedFoot()
        takeIndex()
        index.replaceRows(range, with: rows, inSection: section)
        content[section].rows.replaceSubrange(range, with: rows, joinsSlices: true)
        return old
    }

    /// Inserts a section.
    mutating func insertSection(_ section: TableSection, at index: Int) {
        forgetComputedFoot()
        takeIndex()
        self.index.insertSection(section, at: index)
        content.insert(section, at: index)
    }

    /// Removes a section and returns it.
    @discardableResult
    mutating func removeSection(at index: Int) -> TableSection {
        forgetComputedFoot()
        takeIndex()
        let section = content.remove(at: index)
        self.index.removeSection(section, at: index)
        return section
    }

    /// Moves a section.
    ///
    /// - Parameter target: The index of the section after the move.
    mutating func moveSection(from source: Int, to target: Int) {
        forgetComputedFoot()
        takeIndex()
        index.moveSection(from: source, to: target)
        content.insert(content.remove(at: source), at: target)
    }

    /// Sets the head and the foot of a section.
    mutating func setParts(_ parts: (head: SectionPart?, foot: SectionPart?), ofSection section: Int) {
        content[section].parts = parts
    }

    /// Moves the shared index into this table, so that the edit can update the index.
    private mutating func takeIndex() {
        guard !isKnownUniquelyReferenced(&index) else { return }
        let own = TableIndex()
        own.take(from: index)
        index = own
    }
}
