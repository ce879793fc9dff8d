/// Whether the rows of a section are hidden, and whether an edit has said so.
///
/// The state is a part of the section, so that it follows the section when edits move, insert, and remove sections.
struct CollapseState: Equatable {
    var isCollapsed: Bool

    /// Whether an edit collapsed or expanded the section. The section then keeps its state in new data.
    var isKept = false
}

extension TableInfo {
    /// Gives the sections of new data the states that edits set in the table before.
    ///
    /// A section has the same id in both tables. Of several sections with one id, the first one is the first one in both
    /// tables, and so on.
    ///
    /// - Parameters:
    ///   - newest: The table before, if the running update is committed.
    ///   - fallback: The table before, if the running update fails; `nil` if no update is running.
    /// - Complexity: O(sections).
    mutating func keepCollapses(of newest: TableInfo, orOf fallback: TableInfo?) {
        // A reformer may return sections of an earlier table, with their states.
        for index in content.indices where content[index].remembersCollapse {
            content[index].forgetCollapse()
        }
        for section in newest.content.indices where newest.content[section].collapse.isKept {
            guard let index = index(ofCounterpartOf: section, in: newest) else { continue }
            if fallback != nil { content[index].collapseAfterFailure = content[index].collapse }
            content[index].collapse = newest.content[section].collapse
        }
        guard let fallback else { return }
        for section in fallback.content.indices {
            let old = fallback.content[section]
            let state = old.collapseAfterFailure ?? old.collapse
            if state.isKept, let index = index(ofCounterpartOf: section, in: fallback) {
                content[index].collapseAfterFailure = state
            }
        }
    }

    /// Sets the states that depend on the running update, when it has ended.
    ///
    /// - Complexity: O(sections).
    mutating func settleCollapses(afterFailure hasFailed: Bool) {
        for index in content.indices {
            guard let state = content[index].collapseAfterFailure else { continue }
            if hasFailed { content[index].collapse = state }
            content[index].collapseAfterFailure = nil
        }
    }

    private func index(ofCounterpartOf section: Int, in other: TableInfo) -> Int? {
        let occurrence = other.index.occurrence(ofSection: section, in: other.content)
        return index.section(withID: other.content[section].id, occurrence: occurrence, in: content)
    }
}
