extension TableInfo {
    /// Moves a row to the place above another one, in the same or another section.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - other: The row below it afterwards.
    /// - Throws: ``TableError`` when either row does not exist.
    public mutating func moveRow(_ row: RowReference, before other: RowReference) throws {
        let (source, target) = (try position(of: row), try position(of: other))
        guard source != target else { return }
        let isBelow = source.section == target.section && source.row < target.row
        moveRow(
            source, to: RowPosition(section: target.section, row: isBelow ? target.row - 1 : target.row))
    }

    /// Moves a row to the place below another one, in the same or another section.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - other: The row above it afterwards.
    /// - Throws: ``TableError`` when either row does not exist.
    public mutating func moveRow(_ row: RowReference, after other: RowReference) throws {
        let (source, target) = (try position(of: row), try position(of: other))
        guard source != target else { return }
        let isBelow = source.section == target.section && source.row < target.row
        moveRow(
            source, to: RowPosition(section: target.section, row: isBelow ? target.row : target.row + 1))
    }

    /// Moves a row to a position.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - position: The position that it has afterwards.
    /// - Throws: ``TableError`` when the row or the position does not exist.
    public mutating func moveRow(_ row: RowReference, to position: RowPosition) throws {
        let source = try self.position(of: row)
        guard let section = section(at: position.section),
            (0...section.rows.count - (source.section == position.section ? 1 : 0)).contains(position.row)
        else { throw TableError.positionOutOfRange(position, in: self) }
        moveRow(source, to: position)
    }

    /// Moves a row to the end of a section.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - section: The section; one that is missing is made, at the end of the table.
    /// - Throws: ``TableError`` when the row does not exist.
    public mutating func moveRow(_ row: RowReference, toEndOf section: SectionReference) throws {
        let source = try position(of: row)
        let number = try numberMaking(section, .automatic)
        let count = content[number].rows.count
        moveRow(source, to: RowPosition(section: number, row: source.section == number ? count - 1 : count))
    }

    private mutating func moveRow(_ source: RowPosition, to target: RowPosition) {
        let row = content[source.section].rows.part(source.row..<source.row + 1)
        exchangeRows(source.row..<source.row + 1, ofSection: source.section, with: Rows())
        exchangeRows(target.row..<target.row, ofSection: target.section, with: row)
    }
}
