import TableAgent

/// The rows that a person marked. Marks stay on their rows when the table changes.
struct MarkedRows {
    private struct Key: Hashable {
        let section: AnyID
        let row: AnyID
    }

    /// The positions of the rows when they were marked, by the ids of the rows.
    private var positions: [Key: RowPosition] = [:]

    /// The number of marks.
    var count: Int { positions.count }

    /// Returns whether a row of a table is marked.
    func contains(_ position: RowPosition, in table: TableInfo) -> Bool {
        !positions.isEmpty && positions[Self.key(position, table)] != nil
    }

    /// Marks a row, or removes its mark.
    mutating func toggle(_ position: RowPosition, in table: TableInfo) {
        let key = Self.key(position, table)
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

    private static func key(_ position: RowPosition, _ table: TableInfo) -> Key {
        let section = table.sections[position.section]
        return Key(section: section.id, row: section.rows[position.row].id)
    }
}
