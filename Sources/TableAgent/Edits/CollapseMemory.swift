/// The sections that edits collapsed or expanded, so that new data does not undo it.
struct CollapseMemory {
    /// A section among those with the same id, of which there is rarely more than one.
    private struct Key: Hashable {
        let id: AnyID
        /// How many sections with the same id stand above it.
        let occurrence: Int
    }

    private var states: [Key: Bool] = [:]

    /// Keeps the state of a section that an edit collapsed or expanded.
    mutating func keep(_ section: Int, of table: TableInfo) {
        let id = table.sections[section].id
        let isFirst = table.index(ofSection: id) == section
        let occurrence = isFirst ? 0 : table.sections[..<section].count { $0.id == id }
        states[Key(id: id, occurrence: occurrence)] = table.sections[section].isCollapsed
    }

    /// Collapses and expands the sections of a new table as the edits did, and forgets those that it lacks.
    mutating func apply(to table: inout TableInfo) {
        for (key, isCollapsed) in states {
            if let section = Self.section(key, of: table) {
                table.content[section].isCollapsed = isCollapsed
            } else {
                states[key] = nil
            }
        }
    }

    /// Forgets the sections that a table lacks or has in another state, since an edit replaced them.
    mutating func prune(to table: TableInfo) {
        states = states.filter { key, isCollapsed in
            Self.section(key, of: table).map { table.sections[$0].isCollapsed == isCollapsed } ?? false
        }
    }

    private static func section(_ key: Key, of table: TableInfo) -> Int? {
        guard key.occurrence > 0 else { return table.index(ofSection: key.id) }
        let sections = table.sections.indices.lazy.filter { table.sections[$0].id == key.id }
        return sections.dropFirst(key.occurrence).first
    }
}
