import TableAgent

/// The ids of a row and of its section.
struct RowIDs: Hashable {
    /// The id of the section.
    let section: AnyID
    /// The id of the row.
    let row: AnyID

    /// Reads the ids of a row at a position that exists.
    init(of position: RowPosition, in table: TableInfo) {
        let section = table.sections[position.section]
        self.section = section.id
        row = section.rows[position.row].id
    }
}

/// The rows that a person marked. Marks stay on their rows when the table changes.
struct MarkedRows {
    /// The positions of the rows when they were marked, by the ids of the rows.
    private var positions: [RowIDs: RowPosition] = [:]

    /// The number of marks, also of rows that were removed.
    var count: Int { positions.count }

    /// Returns whether a row of a table is marked.
    func contains(_ position: RowPosition, in table: TableInfo) -> Bool {
        !positions.isEmpty && positions[RowIDs(of: position, in: table)] != nil
    }

    /// Marks a row, or removes its mark.
    mutating func toggle(_ position: RowPosition, in table: TableInfo) {
        let ids = RowIDs(of: position, in: table)
        positions[ids] = positions[ids] == nil ? position : nil
    }

    /// Removes all marks.
    mutating func removeAll() { positions = [:] }

    /// Returns the positions of the marked rows that a table still contains, from the top.
    func positions(in table: TableInfo) -> [RowPosition] {
        positions.compactMap { ids, position in
            table.position(ofRow: ids.row, inSection: ids.section, near: position, within: 64)
        }.sorted()
    }
}
