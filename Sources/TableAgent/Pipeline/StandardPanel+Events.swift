extension StandardPanel {
    /// Tells of what an update removed, and of sections that it collapsed or expanded.
    func tell(_ news: UpdateNews) {
        for (section, number) in news.toggled {
            EntrySource(self, kind: .head, section: section, number: number).post(
                section.isCollapsed ? .collapse : .expand)
        }
        // A listener may detach the panel, which then is silent.
        for (row, sectionID) in news.removedRows {
            attached?.eventHandler.handle(
                CellEvent(
                    content: EventContent(EventName.removed, ()), row: row, sectionID: sectionID,
                    position: nil))
        }
        for section in news.removedSections {
            attached?.eventHandler.handle(
                SectionEvent(
                    content: EventContent(EventName.removed, ()), kind: .head, entry: section.head,
                    sectionID: section.id, index: nil))
        }
    }
}
