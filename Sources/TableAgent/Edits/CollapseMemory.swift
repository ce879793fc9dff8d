/// The sections that edits collapsed or expanded. They keep their state when new data arrives.
struct CollapseMemory {
    /// The key of a section: its id, and its number among the sections with the same id.
    private struct Key: Hashable {
        let id: AnyID
        /// The number of earlier sections with the same id.
        let occurrence: Int
    }

    /// Whether each section is collapsed; `nil` for a section that an edit removed.
    private var states: [Key: Bool?] = [:]
    /// Whether an edit removed all sections, so that earlier states no longer count.
    private var forgetsEarlier = false

    /// Stores the state of a section that an edit collapses, expands, or, with `nil`, removes.
    mutating func keep(_ isCollapsed: Bool?, _ section: Int, of table: TableInfo) {
        let id = table.sections[section].id
        let isFirst = table.index(ofSectionWithID: id) == section
        let occurrence = isFirst ? 0 : table.sections[..<section].count { $0.id == id }
        states[Key(id: id, occurrence: occurrence)] = .some(isCollapsed)
    }

    /// Removes the states of all sections, because an edit removed the sections.
    mutating func removeAll() {
        (states, forgetsEarlier) = ([:], true)
    }

    /// Adds the states of later edits.
    mutating func add(_ later: CollapseMemory) {
        if later.forgetsEarlier { states = [:] }
        states.merge(later.states) { $1 }
    }

    /// Collapses and expands the sections of a table as the edits did. Removes the states of missing
    /// sections.
    mutating func apply(to table: inout TableInfo) {
        for (key, isCollapsed) in states {
            guard let isCollapsed, let section = Self.section(key, of: table) else {
                states[key] = nil
                continue
            }
            if table.sections[section].isCollapsed != isCollapsed {
                table.content[section].isCollapsed = isCollapsed
            }
        }
    }

    private static func section(_ key: Key, of table: TableInfo) -> Int? {
        guard key.occurrence > 0 else { return table.index(ofSectionWithID: key.id) }
        let sections = table.sections.indices.lazy.filter { table.sections[$0].id == key.id }
        return sections.dropFirst(key.occurrence).first
    }
}
