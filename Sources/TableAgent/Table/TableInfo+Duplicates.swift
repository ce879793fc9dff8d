extension TableInfo {
    /// Finds the ids that rows of one section share, and those that sections share.
    ///
    /// - Returns: Each row or section whose id has been there before, sections first.
    /// - Complexity: O(rows).
    public func duplicateIDs() -> [DuplicateID] {
        duplicateSections() + sections.indices.flatMap(duplicateRows)
    }

    private func duplicateSections() -> [DuplicateID] {
        var first: [AnyID: Int] = [:]
        return sections.enumerated().compactMap { number, section in
            guard let former = first.updateValue(number, forKey: section.id) else { return nil }
            first[section.id] = former
            return DuplicateID(id: section.id, first: .section(former), second: .section(number))
        }
    }

    private func duplicateRows(ofSection section: Int) -> [DuplicateID] {
        let rows = sections[section].rows
        // By the hashes, which cost less than the ids, what shares its hash is found.
        var seen: Set<Int> = []
        seen.reserveCapacity(rows.count)
        var repeated: Set<Int> = []
        for slice in rows.slices {
            for index in slice.range {
                let hash = slice.run.hash(at: index)
                if !seen.insert(hash).inserted { repeated.insert(hash) }
            }
        }
        guard !repeated.isEmpty else { return [] }
        var first: [AnyID: Int] = [:]
        var result: [DuplicateID] = []
        var row = 0
        for slice in rows.slices {
            for index in slice.range {
                defer { row += 1 }
                guard repeated.contains(slice.run.hash(at: index)) else { continue }
                let id = slice.run.id(at: index)
                if let former = first[id] {
                    result.append(
                        DuplicateID(
                            id: id, first: .row(RowPosition(section: section, row: former)),
                            second: .row(RowPosition(section: section, row: row))))
                } else {
                    first[id] = row
                }
            }
        }
        return result
    }
}
