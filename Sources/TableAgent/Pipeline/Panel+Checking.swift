extension Panel {
    /// Throws for the first item of a table that the container has no view for.
    ///
    /// A panel of one's own calls it before it shows a table, so that nothing on show changes for one that
    /// can't be shown.
    ///
    /// - Parameter info: The table to show.
    /// - Throws: ``TableError`` with the code ``TableError/Code/itemNotShown``, which names item, surface and
    ///   position.
    /// - Complexity: O(sections + items); the container is asked once for each item that it shows.
    public func checkItems(of info: TableInfo) throws {
        var known = Set<ItemType>()
        func isRefused(_ item: ItemType) -> Bool {
            guard !known.contains(item) else { return false }
            if container.canShow(item) { known.insert(item) }
            return !known.contains(item)
        }
        for (index, section) in info.sections.enumerated() {
            if let head = section.head, isRefused(head.item) {
                throw refusal(of: head.item, at: "the head of section \(index)", nil)
            }
            for item in section.rows.items where isRefused(item) {
                guard let row = section.rows.firstIndex(of: item) else { continue }
                let position = RowPosition(section: index, row: row)
                throw refusal(of: item, at: "\(position)", position)
            }
            if let foot = section.foot, isRefused(foot.item) {
                throw refusal(of: foot.item, at: "the foot of section \(index)", nil)
            }
        }
    }

    private func refusal(of item: ItemType, at place: String, _ position: RowPosition?) -> TableError {
        TableError.itemNotShown(item, place: place, surface: container.surfaceName, position: position)
    }
}
