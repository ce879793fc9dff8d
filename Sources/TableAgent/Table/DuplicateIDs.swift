extension TableInfo {
    /// Finds the ids that several rows of one section have, or several sections.
    ///
    /// - Returns: An error for each row or section with an id that precedes it, sections first. The error has
    ///   the code ``TableError/Code/duplicateID`` and the position of the row.
    /// - Complexity: O(rows).
    public func duplicateIDs() -> [TableError] {
        let ofSections = Self.duplicates(sections.lazy.map(\.id)) { id, first, second in
            TableError.duplicateID(id, "section \(first)", "section \(second)", nil)
        }
        let ofRows = sections.enumerated().flatMap { number, section in
            Self.duplicates(section.rows.lazy.map(\.id)) { id, first, second in
                let position = RowPosition(section: number, row: second)
                return TableError.duplicateID(
                    id, "\(RowPosition(section: number, row: first))", "\(position)", position)
            }
        }
        return ofSections + ofRows
    }

    private static func duplicates(
        _ ids: some Collection<AnyID>, _ error: (AnyID, Int, Int) -> TableError
    ) -> [TableError] {
        var first = [AnyID: Int](minimumCapacity: ids.count)
        return ids.enumerated().compactMap { number, id in
            if let old = first[id] { return error(id, old, number) }
            first[id] = number
            return nil
        }
    }
}

extension TableError {
    fileprivate static func duplicateID(
        _ id: AnyID, _ first: String, _ second: String, _ position: RowPosition?
    ) -> TableError {
        TableError(
            .duplicateID,
            "The id \(String(reflecting: id.base)) is found at \(first) and again at \(second); "
                + "give sections, and the rows of a section, ids that differ.",
            position: position)
    }
}
