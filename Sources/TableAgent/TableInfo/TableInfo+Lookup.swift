extension TableInfo {
    /// Returns a section by its number.
    ///
    /// - Parameter index: The section's number, from 0.
    /// - Returns: The section, or `nil` when there is none at that place.
    public func section(at index: Int) -> Section? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    /// Returns a row by its position.
    ///
    /// - Parameter position: The row's position; rows of collapsed sections count.
    /// - Returns: The row, or `nil` when there is none at that place.
    public func row(at position: RowPosition) -> Row? {
        guard let rows = section(at: position.section)?.rows, rows.indices.contains(position.row) else {
            return nil
        }
        return rows[position.row]
    }

    /// Finds a section by its id.
    ///
    /// - Parameter id: The section's id.
    /// - Returns: The number of the first section with that id, or `nil`.
    /// - Complexity: O(sections).
    public func index(ofSection id: some Hashable & Sendable) -> Int? {
        let id = AnyID(id)
        return sections.firstIndex { $0.id == id }
    }

    /// Finds a row by its id, in all sections from the top.
    ///
    /// - Parameter id: The row's id.
    /// - Returns: The position of the first row with that id, or `nil`.
    /// - Complexity: O(rows).
    public func position(ofRow id: some Hashable & Sendable) -> RowPosition? {
        for (index, section) in sections.enumerated() {
            if let row = section.rows.firstIndex(ofID: id) { return RowPosition(section: index, row: row) }
        }
        return nil
    }

    /// Finds a row by its id and that of its section.
    ///
    /// - Parameters:
    ///   - id: The row's id.
    ///   - section: The section's id.
    /// - Returns: The position of the first row with that id in the section, or `nil`.
    /// - Complexity: O(sections + rows of the section).
    public func position(
        ofRow id: some Hashable & Sendable, inSection section: some Hashable & Sendable
    ) -> RowPosition? {
        guard let index = index(ofSection: section), let row = sections[index].rows.firstIndex(ofID: id)
        else { return nil }
        return RowPosition(section: index, row: row)
    }

    /// Finds a row by its id and returns its data.
    ///
    /// - Parameters:
    ///   - id: The row's id.
    ///   - type: The type of the data.
    /// - Returns: The data of the first row with that id.
    /// - Throws: ``TableError`` with the code ``TableError/Code/rowNotFound`` when no row has the id, or
    ///   ``TableError/Code/wrongDataType`` when its data is of another type.
    /// - Complexity: O(rows).
    public func data<Data>(
        ofRow id: some Hashable & Sendable, as type: Data.Type = Data.self
    ) throws -> Data {
        guard let position = position(ofRow: id), let row = row(at: position) else {
            throw TableError.rowNotFound(id: AnyID(id))
        }
        guard let data = row.data(as: type) else {
            throw TableError.wrongDataType(expected: type, found: row.item.data, position: position)
        }
        return data
    }
}
