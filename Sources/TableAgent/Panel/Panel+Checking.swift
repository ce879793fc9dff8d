extension Panel {
    /// Throws for the first item of a table that the container has no view for.
    ///
    /// A panel of one's own calls it before it shows a table, so that nothing on show changes for one that
    /// can't be shown.
    ///
    /// - Parameter info: The table to show.
    /// - Throws: ``TableError`` with the code ``TableError/Code/itemNotShown``, which names item, surface and
    ///   position.
    /// - Complexity: O(sections + arrays of rows); the container is asked once for each item.
    public func checkItems(of info: TableInfo) throws {
        var known = Set<ItemType>()
        func check(_ item: ItemType, _ place: @autoclosure () -> String, _ position: RowPosition?) throws {
            guard known.insert(item).inserted, !container.canShow(item) else { return }
            throw TableError.itemNotShown(
                item, place: place(), surface: container.surfaceName, position: position)
        }
        for (index, section) in info.sections.enumerated() {
            if let head = section.head { try check(head.item, "the head of section \(index)", nil) }
            var start = 0
            var former: RowKind?
            for slice in section.rows.slices {
                if slice.run.kind !== former {
                    let position = RowPosition(section: index, row: start)
                    try check(slice.run.item, "\(position)", position)
                }
                former = slice.run.kind
                start += slice.count
            }
            if let foot = section.foot { try check(foot.item, "the foot of section \(index)", nil) }
        }
    }
}
