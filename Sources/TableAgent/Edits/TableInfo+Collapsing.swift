extension TableInfo {
    /// Hides the rows of a section.
    ///
    /// The section stays so when new data is shown, as long as there is a section with its id, until it is
    /// expanded.
    ///
    /// ```swift
    /// try agent.edit { try $0.collapseSection(.id("july")) }
    /// ```
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - animation: How the rows go.
    /// - Throws: ``TableError`` when the section does not exist.
    public mutating func collapseSection(
        _ section: SectionReference, animation: RowAnimation = .automatic
    ) throws {
        let number = try requireNumber(of: section)
        content[number].isCollapsed = true
        animations.deleteAllRows(of: content[number].id, animation)
    }

    /// Shows the rows of a section again.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - animation: How the rows come.
    /// - Throws: ``TableError`` when the section does not exist.
    public mutating func expandSection(
        _ section: SectionReference, animation: RowAnimation = .automatic
    ) throws {
        let number = try requireNumber(of: section)
        content[number].isCollapsed = false
        animations.insertAllRows(of: content[number].id, animation)
    }

    /// Hides the rows of a section, or shows them if they are hidden.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - animation: How the rows go or come.
    /// - Throws: ``TableError`` when the section does not exist.
    public mutating func toggleSection(
        _ section: SectionReference, animation: RowAnimation = .automatic
    ) throws {
        let isCollapsed = content[try requireNumber(of: section)].isCollapsed
        if isCollapsed {
            try expandSection(section, animation: animation)
        } else {
            try collapseSection(section, animation: animation)
        }
    }

    /// Collapses and expands sections as edits of a former table did; sections with the same id in order.
    mutating func keepCollapsed(from former: TableInfo) {
        for number in content.indices where content[number].isSetByEdit {
            content[number].isSetByEdit = false
        }
        guard former.content.contains(where: \.isSetByEdit) else { return }
        var states: [AnyID: [Bool?]] = [:]
        for section in former.content.reversed() {
            states[section.id, default: []].append(section.isSetByEdit ? section.isCollapsed : nil)
        }
        for number in content.indices {
            guard let isCollapsed = states[content[number].id]?.popLast() ?? nil else { continue }
            content[number].isCollapsed = isCollapsed
        }
    }
}
