import TableAgent

/// The ids of a row and of its section.
struct RowKey: Hashable {
    let section: AnyID
    let row: AnyID

    /// Reads the ids of a row at a position that exists.
    init(_ position: RowPosition, in table: TableInfo) {
        let section = table.sections[position.section]
        (self.section, row) = (section.id, section.rows[position.row].id)
    }
}

/// The rows that a person marked. Marks stay on their rows when the table changes.
struct MarkedRows {
    /// The positions of the rows when they were marked, by the ids of the rows.
    private var positions: [RowKey: RowPosition] = [:]

    /// The number of marks, also of rows that were removed.
    var count: Int { positions.count }

    /// Returns whether a row of a table is marked.
    func contains(_ position: RowPosition, in table: TableInfo) -> Bool {
        !positions.isEmpty && positions[RowKey(position, in: table)] != nil
    }

    /// Marks a row, or removes its mark.
    mutating func toggle(_ position: RowPosition, in table: TableInfo) {
        let key = RowKey(position, in: table)
        positions[key] = positions[key] == nil ? position : nil
    }

    /// Removes all marks.
    mutating func removeAll() { positions = [:] }

    /// Returns the positions of the marked rows that a table still contains, from the top.
    func positions(in table: TableInfo) -> [RowPosition] {
        positions.compactMap { key, position in
            table.position(ofRow: key.row, inSection: key.section, near: position, within: 64)
        }.sorted()
    }
}
