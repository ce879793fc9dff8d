/// The sections that edits collapsed or expanded. They keep their state when new data arrives.
struct CollapseMemory {
    /// The key of a section: its id, and its number among the sections with the same id.
    private struct Key: Hashable {
        let id: AnyID
        /// The number of earlier sections with the same hash of the id, which are those with the same id unless
        /// hashes collide.
        let occurrence: Int
    }

    /// Whether each section is collapsed; `nil` for a section that an edit removed.
    private var states: [Key: Bool?] = [:]
    /// Whether an edit removed all sections, so that earlier states no longer count.
    private var forgetsEarlier = false

    /// Stores the state of a section that an edit collapses, expands, or, with `nil`, removes.
    mutating func keep(_ isCollapsed: Bool?, _ section: Int, of table: TableInfo) {
        let occurrence = table.index.occurrence(ofSection: section, in: table.content)
        states[Key(id: table.sections[section].id, occurrence: occurrence)] = .some(isCollapsed)
    }

    /// Removes the states of all sections, because an edit removed the sections.
    mutating func removeAll() {
        states = [:]
        forgetsEarlier = true
    }

    /// Adds the states of later edits.
    mutating func add(_ later: CollapseMemory) {
        if later.forgetsEarlier { states = [:] }
        states.merge(later.states) { $1 }
    }

    /// Collapses and expands the sections of a table as the edits did. Removes the states of missing
    /// sections.
    ///
    /// - Returns: The previous states of the sections that were collapsed or expanded.
    @discardableResult
    mutating func apply(to table: inout TableInfo) -> CollapseMemory {
        var previous = CollapseMemory()
        for (key, isCollapsed) in states {
            guard let isCollapsed,
                let section = table.index.section(
                    withID: key.id, occurrence: key.occurrence, in: table.content)
            else {
                states[key] = nil
                continue
            }
            if table.sections[section].isCollapsed != isCollapsed {
                previous.states[key] = .some(!isCollapsed)
                table.content[section].isCollapsed = isCollapsed
            }
        }
        return previous
    }
}
