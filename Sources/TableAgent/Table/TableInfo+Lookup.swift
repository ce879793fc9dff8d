extension TableInfo {
    /// Returns a section by its number.
    ///
    /// - Parameter index: The section's number, from 0.
    /// - Returns: The section, or `nil` when there is none at that place.
    public func section(at index: Int) -> TableSection? {
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
    /// - Complexity: O(1) after one pass over the sections, which the first look-up makes.
    public func index(ofSection id: some Hashable & Sendable) -> Int? {
        sectionIndex.number(of: AnyID(id))
    }

    /// Finds the section that a head or foot stands in.
    ///
    /// - Parameter entry: A head or foot of this table.
    /// - Returns: The number of the section, or `nil` when it is none of this table.
    /// - Complexity: O(1) after one pass over the sections, which the first look-up makes.
    public func index(ofSectionWith entry: Row) -> Int? {
        entryIndex.number(with: entry)
    }

    /// Finds a row by its id, in all sections.
    ///
    /// - Parameter id: The row's id.
    /// - Returns: The position of the first row with that id, or `nil`.
    /// - Complexity: O(rows with that id) after one pass over all rows, which the first look-up by id makes.
    ///   Copies of a table share what was learnt, until one of them is edited: it goes with that one.
    public func position(ofRow id: some Hashable & Sendable) -> RowPosition? {
        rowIndex.positions(ofRow: AnyID(id), in: self).min()
    }

    /// Finds a row by its id and that of its section.
    ///
    /// - Parameters:
    ///   - id: The row's id.
    ///   - section: The section's id.
    /// - Returns: The position of the first row with that id in the section, or `nil`.
    /// - Complexity: As of ``position(ofRow:)``.
    public func position(
        ofRow id: some Hashable & Sendable, inSection section: some Hashable & Sendable
    ) -> RowPosition? {
        guard let section = index(ofSection: section) else { return nil }
        return row(withID: AnyID(id), inSection: section).map { RowPosition(section: section, row: $0) }
    }

    /// Finds a row near the place where it stood, and if it is not there, by its id.
    ///
    /// It may be looked for right after a reload, when no index exists yet.
    func position(of row: Row, inSection section: AnyID, near former: RowPosition) -> RowPosition? {
        let id = row.id
        let number =
            self.section(at: former.section)?.id == section ? former.section : index(ofSection: section)
        if let number {
            let rows = sections[number].rows
            for distance in 0...64 {
                for row in [former.row - distance, former.row + distance]
                where rows.indices.contains(row) && rows[row].id == id {
                    return RowPosition(section: number, row: row)
                }
            }
            if let row = self.row(withID: id, inSection: number) {
                return RowPosition(section: number, row: row)
            }
        }
        // In another section of the same id; or an edit put the row itself elsewhere, and none of the same
        // id.
        let others = rowIndex.positions(ofRow: id, in: self)
        let near = others.filter { sections[$0.section].id == section }
            .min { abs($0.section - former.section) < abs($1.section - former.section) }
        return near
            ?? others.first { place in
                let other = sections[place.section].rows[place.row]
                return other.run === row.run && other.index == row.index
            }
    }

    /// The number of the first row with an id in a section.
    func row(withID id: AnyID, inSection section: Int) -> Int? {
        rowIndex.positions(ofRow: id, inSection: section, in: self).min()?.row
    }

    /// Finds the row that shows data with an id of its own.
    ///
    /// - Parameter data: The business data; of it only the id matters.
    /// - Returns: The position of the first row with that id and data of that type, or `nil`.
    /// - Complexity: As of ``position(ofRow:)``.
    public func position<Data: Identifiable>(ofData data: Data) -> RowPosition? where Data.ID: Sendable {
        let positions = rowIndex.positions(ofRow: AnyID(data.id), in: self)
        return positions.filter { row(at: $0)?.item.data == Data.self }.min()
    }

    /// Finds the row that shows data without an id of its own, by comparing.
    ///
    /// - Parameter data: The business data.
    /// - Returns: The position of the first row with equal data, or `nil`.
    /// - Complexity: O(rows).
    public func position<Data: Equatable>(ofDataEqualTo data: Data) -> RowPosition? {
        for (number, section) in sections.enumerated() {
            if let row = section.rows.firstIndex(of: data) { return RowPosition(section: number, row: row) }
        }
        return nil
    }

    /// Finds a row by its id and returns its data.
    ///
    /// - Parameters:
    ///   - id: The row's id.
    ///   - type: The type of the data.
    /// - Returns: The data of the first row with that id.
    /// - Throws: ``TableError`` with the code ``TableError/Code/rowNotFound`` when no row has the id, or
    ///   ``TableError/Code/wrongDataType`` when its data is of another type.
    /// - Complexity: As of ``position(ofRow:)``.
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
