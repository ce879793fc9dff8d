extension TableInfo {
    /// Finds the ids that rows of one section share, and those that sections share.
    ///
    /// - Returns: Each row or section whose id has been there before, sections first.
    /// - Complexity: O(rows); O(duplicates) once rows have been looked up by id.
    public func duplicateIDs() -> [DuplicateID] {
        var result: [DuplicateID] = []
        var numbers: [AnyID: Int] = [:]
        for (number, section) in sections.enumerated() {
            if let first = numbers[section.id] {
                result.append(DuplicateID(id: section.id, first: .section(first), second: .section(number)))
            } else {
                numbers[section.id] = number
            }
        }
        struct Key: Hashable {
            let section: Int
            let id: AnyID
        }
        var rows: [Key: RowPosition] = [:]
        for position in withRowIndex({ $0.positionsOfEqualHashes(in: self) }).sorted() {
            let id = sections[position.section].rows[position.row].id
            let key = Key(section: position.section, id: id)
            if let first = rows[key] {
                result.append(DuplicateID(id: id, first: .row(first), second: .row(position)))
            } else {
                rows[key] = position
            }
        }
        return result
    }
}
