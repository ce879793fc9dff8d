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
        insertSection(section, at: number)
    }

    mutating func remove(sectionNumber number: Int, _ animation: RowAnimation) {
        animations.delete(removeSection(at: number), animation)
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
