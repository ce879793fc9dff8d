// What the verbs of an edit come down to: they change sections and index alike.
extension TableInfo {
    /// Replaces rows of a section.
    ///
    /// - Returns: The rows that were replaced.
    @discardableResult
    mutating func replaceRows(_ range: Range<Int>, ofSection section: Int, with rows: Rows) -> Rows {
        let old = content[section].rows.part(range)
        let index = takeIndex()
        index.replace(old, with: rows, at: range.lowerBound, inSection: content[section].id)
        content[section].rows.replaceSubrange(range, with: rows)
        if content[section].rows.joinSlices() { index.rows = nil }
        return old
    }

    /// Replaces the data of a row.
    mutating func replaceData<Data>(at position: RowPosition, with data: Data) throws(TableError) {
        let (slice, index) = content[position.section].rows.place(of: position.row)
        guard let run = slice.run.replacement(at: index, by: data) else {
            throw TableError.wrongData(Data.self, for: slice.run.item, position: position)
        }
        replaceRows(position.row..<position.row + 1, ofSection: position.section, with: Rows(run: run))
    }

    mutating func insertSection(_ section: TableSection, at index: Int) {
        let tableIndex = takeIndex()
        if index == content.count {
            tableIndex.sections?.append(section, at: index)
            tableIndex.entries = nil
        } else {
            tableIndex.forgetSections()
        }
        tableIndex.rows?.insert(section.rows, at: 0, inSection: section.id)
        content.insert(section, at: index)
    }

    mutating func removeSection(at index: Int) -> TableSection {
        let section = content.remove(at: index)
        let tableIndex = takeIndex()
        tableIndex.forgetSections()
        tableIndex.replace(section.rows, with: Rows(), at: 0, inSection: section.id)
        return section
    }

    mutating func moveSection(from source: Int, to target: Int) {
        takeIndex().forgetSections()
        content.insert(content.remove(at: source), at: target)
    }

    mutating func setHead(_ head: Row?, foot: Row?, ofSection section: Int) {
        takeIndex().entries = nil
        (content[section].head, content[section].foot) = (head, foot)
    }

    mutating func setCollapsed(_ isCollapsed: Bool, ofSection section: Int) {
        content[section].isCollapsed = isCollapsed
    }
}

extension TableIndex {
    /// Takes rows out of a section and others in, or forgets all rows where that costs less.
    fileprivate func replace(_ former: Rows, with rows: Rows, at row: Int, inSection section: AnyID) {
        // Of rows that share an id, each is looked for among all of them.
        guard let limit = self.rows.map({ $0.hasEqualHashes ? 64 : $0.rowCount / 2 }) else { return }
        guard former.count <= limit else { return self.rows = nil }
        self.rows?.remove(former, fromSection: section)
        self.rows?.insert(rows, at: row, inSection: section)
        if self.rows?.isWornOut == true { self.rows = nil }
    }
}

extension Rows {
    /// The same rows, whose content counts as changed.
    var renewed: Rows {
        var result = Rows()
        for slice in slices { result.append(RunSlice(slice.run.copy(of: slice.range, isRenewed: true))) }
        return result
    }
}

extension Row {
    /// The same head or foot, whose content counts as changed.
    var renewed: Row { Row(run: run.copy(of: 0..<1, isRenewed: true)) }
}
