extension StandardPanel {
    /// Tells of what an update removed, and of sections that it collapsed or expanded.
    func tell(of update: TableUpdate, _ changes: TableChanges?) {
        let toggled = tellToggled(update)
        guard let changes else { return }
        tellRemovedRows(changes, update, but: toggled)
        tellRemovedSections(changes, update)
    }

    /// - Returns: The sections that were collapsed or expanded, whose rows came or went without being removed.
    private func tellToggled(_ update: TableUpdate) -> Set<AnyID> {
        let (former, new) = (update.former, update.new)
        var toggled: Set<AnyID> = []
        guard former.sections.contains(where: \.isCollapsed) || new.sections.contains(where: \.isCollapsed)
        else { return toggled }
        for (number, section) in new.sections.enumerated() {
            // Mostly it is where it was; an index of the former table is made only for others.
            let isThere = former.section(at: number)?.id == section.id
            guard let old = isThere ? number : former.index(ofSection: section.id),
                former.sections[old].isCollapsed != section.isCollapsed
            else { continue }
            toggled.insert(section.id)
            EntrySource(self, kind: .head, section: section, number: number).post(
                section.isCollapsed ? .collapse : .expand)
        }
        return toggled
    }

    private func tellRemovedRows(_ changes: TableChanges, _ update: TableUpdate, but toggled: Set<AnyID>) {
        guard !changes.rowDeletes.isEmpty else { return }
        // A row that got another item is deleted and inserted, and no less there than before.
        var inserted: Set<RowKey> = []
        for position in changes.rowInserts {
            guard let row = update.new.row(at: position) else { continue }
            inserted.insert(RowKey(section: update.new.sections[position.section].id, row: row.id))
        }
        for position in changes.rowDeletes {
            let section = update.former.sections[position.section]
            let row = section.rows[position.row]
            guard !toggled.contains(section.id),
                !inserted.contains(RowKey(section: section.id, row: row.id))
            else { continue }
            eventHandler.handle(
                CellEvent(
                    content: EventContent(EventName.removed, ()), row: row, sectionID: section.id,
                    position: nil))
        }
    }

    private func tellRemovedSections(_ changes: TableChanges, _ update: TableUpdate) {
        // A section that moved is deleted and inserted.
        let inserted = Set(changes.sectionInserts.map { update.new.sections[$0].id })
        for number in changes.sectionDeletes {
            let section = update.former.sections[number]
            guard !inserted.contains(section.id) else { continue }
            eventHandler.handle(
                SectionEvent(
                    content: EventContent(EventName.removed, ()), kind: .head, entry: section.head,
                    sectionID: section.id, index: nil))
        }
    }
}

/// A row by its id and that of its section.
private struct RowKey: Hashable {
    let section: AnyID
    let row: AnyID
}
