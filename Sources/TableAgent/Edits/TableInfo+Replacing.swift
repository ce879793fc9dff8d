// What all verbs come down to: they change the sections, the index and the animations alike.

extension TableInfo {
    /// Puts rows in the place of some of a section.
    ///
    /// - Parameters:
    ///   - insertion: How the rows come.
    ///   - deletion: How the others go; without it, the way opposite to `insertion`.
    mutating func replaceRows(
        _ range: Range<Int>, ofSection number: Int, with rows: Rows,
        _ insertion: RowAnimation = .automatic, deletion: RowAnimation? = nil
    ) {
        let section = content[number].id
        // One hint for all rows of a section where there are many.
        let isWhole = range.count == content[number].rows.count && range.count > 100
        let former = exchangeRows(range, ofSection: number, with: rows)
        if isWhole {
            animations.deleteAllRows(of: section, deletion ?? insertion.opposite)
            animations.insertAllRows(of: section, insertion)
        } else {
            animations.delete(former, of: section, deletion ?? insertion.opposite)
            animations.insert(rows, of: section, insertion)
        }
    }

    /// Puts rows in the place of some of a section, without an animation, and returns those.
    @discardableResult
    mutating func exchangeRows(_ range: Range<Int>, ofSection number: Int, with rows: Rows) -> Rows {
        let former = content[number].rows.part(range)
        let index = takeIndex()
        index.replace(former, with: rows, at: range.lowerBound, inSection: content[number].id)
        content[number].rows.replaceSubrange(range, with: rows)
        if content[number].rows.joinSlices() { index.rows = nil }
        return former
    }

    /// Puts rows in the place of some of a section, which is made if it is missing.
    mutating func replaceRows(
        in section: SectionReference, _ row: Int, upTo end: Int?, with rows: Rows, _ insertion: RowAnimation
    ) throws(TableError) {
        let found = number(of: section)
        let count = found.map { content[$0].rows.count } ?? 0
        guard (0...count).contains(row) else {
            throw TableError.positionOutOfRange(
                RowPosition(section: found ?? content.count, row: row), in: self)
        }
        let number = try numberMaking(section, insertion)
        replaceRows(row..<(end ?? count), ofSection: number, with: rows, insertion)
    }

    mutating func insert(_ section: TableSection, atNumber number: Int, _ animation: RowAnimation) {
        animations.insert(section, animation)
        let index = takeIndex()
        if number == content.count {
            index.sections?.append(section, at: number)
            index.entries = nil
        } else {
            index.forgetSections()
        }
        index.rows?.insert(section.rows, at: 0, inSection: section.id)
        content.insert(section, at: number)
    }

    mutating func remove(sectionNumber number: Int, _ animation: RowAnimation) {
        let section = content.remove(at: number)
        animations.delete(section, animation)
        let index = takeIndex()
        index.forgetSections()
        index.replace(section.rows, with: Rows(), at: 0, inSection: section.id)
    }

    mutating func moveSection(_ source: Int, to target: Int) {
        takeIndex().forgetSections()
        content.insert(content.remove(at: source), at: target)
    }

    mutating func setHead(_ head: Row?, foot: Row?, ofSection number: Int) {
        takeIndex().entries = nil
        content[number].head = head
        content[number].foot = foot
    }

    /// The number of a section that is named, which is made at the end if it is missing.
    mutating func numberMaking(
        _ reference: SectionReference, _ animation: RowAnimation
    ) throws(TableError) -> Int {
        if let number = number(of: reference) { return number }
        switch reference.target {
        case .id(let id): append(TableSection(id: id), animation: animation)
        case .number(content.count), .last: append(TableSection(id: freeID), animation: animation)
        case .number(let number): throw TableError.positionOutOfRange(section: number, in: self)
        }
        return content.count - 1
    }

    /// An id for a section that is named by its number only: that number, or the next one that is free.
    private var freeID: Int {
        var id = content.count
        while index(ofSection: id) != nil { id += 1 }
        return id
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
