extension StandardPanel {
    /// Tells of rows that an update removed, and of sections that it collapsed or expanded.
    func tell(of update: TableUpdate, _ changes: TableChanges?) {
        let (former, new) = (update.former, update.new)
        var collapsed: Set<AnyID> = []
        if former.sections.contains(where: \.isCollapsed) || new.sections.contains(where: \.isCollapsed) {
            for (number, section) in new.sections.enumerated() {
                // Mostly it is where it was; an index of the former table is made only for others.
                let isThere = former.section(at: number)?.id == section.id
                guard let old = isThere ? number : former.index(ofSection: section.id),
                    former.sections[old].isCollapsed != section.isCollapsed
                else { continue }
                collapsed.insert(section.id)
                EntrySource(self, kind: .head, section: section, number: number).post(
                    section.isCollapsed ? .collapse : .expand)
            }
        }
        for position in changes?.rowDeletes ?? [] {
            let section = former.sections[position.section]
            guard !collapsed.contains(section.id) else { continue }
            eventHandler.handle(
                CellEvent(
                    content: EventContent(EventName.removed, ()), row: section.rows[position.row],
                    sectionID: section.id, position: nil))
        }
    }
}
