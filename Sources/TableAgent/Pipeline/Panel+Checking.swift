// The check of a table before its update.
extension Panel {
    /// Throws an error for the first item without a view.
    ///
    /// A section that is a copy of the visible section at its index was already checked.
    ///
    /// - Complexity: O(sections + arrays); the container is asked once for each item.
    func check(_ table: TableInfo) throws(TableError) {
        guard let container else { return }
        var known = Set<ObjectIdentifier>()
        var last: ObjectIdentifier?
        func check(
            _ item: any TableItem.Type, in place: @autoclosure () -> String, at position: RowPosition? = nil
        ) throws(TableError) {
            // Neighboring arrays usually have the same item.
            guard last != ObjectIdentifier(item) else { return }
            last = ObjectIdentifier(item)
            guard !known.contains(ObjectIdentifier(item)) else { return }
            guard container.canShow(item) else {
                throw TableError.itemNotShown(
                    item, place: place(), surface: container.surfaceName, position: position)
            }
            known.insert(ObjectIdentifier(item))
        }
        let visible = wholeTable.sections
        for (index, section) in table.sections.enumerated() {
            if index < visible.count, section.isCopy(of: visible[index]) { continue }
            if let head = section.parts.head { try check(head.item, in: "the head of section \(index)") }
            for slice in section.rows.slices {
                let position = RowPosition(section: index, row: slice.rows.lowerBound)
                try check(slice.run.item, in: "\(position)", at: position)
            }
            if let foot = section.parts.foot { try check(foot.item, in: "the foot of section \(index)") }
            if section.emptyText != nil {
                try check(EmptyText.self, in: "the empty text of section \(index)")
            }
        }
        if let foot = table.footPart { try check(foot.item, in: "the foot of the table") }
        if table.emptyText != nil { try check(EmptyText.self, in: "the empty text of the table") }
    }
}
