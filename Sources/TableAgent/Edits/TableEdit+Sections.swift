// The verbs for sections. The file of the type has the verbs for rows.
extension TableEdit {
    /// Appends a section.
    ///
    /// - Complexity: O(sections), like all verbs for sections; O(rows of the section) if the table has an
    ///   index of ids.
    public mutating func append(_ section: TableSection, animation: RowAnimation = .automatic) {
        insert(section, atIndex: table.sections.count, animation)
    }

    /// Inserts a section at an index. If the index is the number of sections, the section is appended.
    public mutating func insert(
        _ section: TableSection, at index: Int, animation: RowAnimation = .automatic
    ) throws(TableError) {
        guard 0...table.sections.count ~= index else {
            throw TableError.positionOutOfRange(section: index, in: table)
        }
        insert(section, atIndex: index, animation)
    }

    /// Inserts a section before another section.
    public mutating func insert(
        _ section: TableSection, before other: SectionReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        insert(section, atIndex: try resolve(other), animation)
    }

    /// Inserts a section after another section.
    public mutating func insert(
        _ section: TableSection, after other: SectionReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        insert(section, atIndex: try resolve(other) + 1, animation)
    }

    private mutating func insert(_ section: TableSection, atIndex index: Int, _ animation: RowAnimation) {
        animations.inserts.add(section.id, animation)
        table.insertSection(section, at: index)
        if section.remembersCollapse { table.content[index].forgetCollapse() }
    }

    /// Reloads the head, rows, and foot of a section with the same data.
    public mutating func reloadSection(_ section: SectionReference) throws(TableError) {
        let index = try resolve(section)
        let rows = table.sections[index].rows
        table.exchangeRows(0..<rows.count, ofSection: index, with: rows.renewed)
        let (head, foot) = table.sections[index].parts
        table.setParts((head?.renewed(of: rows), foot?.renewed(of: rows)), ofSection: index)
    }

    /// Removes a section.
    public mutating func removeSection(
        _ section: SectionReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        let index = try resolve(section)
        animations.deletes.add(table.removeSection(at: index).id, animation)
    }

    /// Removes all sections.
    public mutating func removeAllSections(animation: RowAnimation = .automatic) {
        for section in table.sections { animations.deletes.add(section.id, animation) }
        table.sections = []
    }

    /// Moves a section before another section.
    public mutating func moveSection(
        _ section: SectionReference, before other: SectionReference
    ) throws(TableError) {
        try moveSection(section, to: other, isBelow: false)
    }

    /// Moves a section after another section.
    public mutating func moveSection(
        _ section: SectionReference, after other: SectionReference
    ) throws(TableError) {
        try moveSection(section, to: other, isBelow: true)
    }

    private mutating func moveSection(
        _ section: SectionReference, to other: SectionReference, isBelow: Bool
    ) throws(TableError) {
        let (source, target) = (try resolve(section), try resolve(other))
        guard source != target else { return }
        table.moveSection(from: source, to: target + (isBelow ? 1 : 0) - (source < target ? 1 : 0))
    }

    /// Sets the head of a section; `nil` removes it.
    public mutating func setHead(_ head: Head?, of section: SectionReference) throws(TableError) {
        let index = try resolve(section)
        table.setParts((head?.part, table.sections[index].parts.foot), ofSection: index)
    }

    /// Sets the foot of a section; `nil` removes it.
    public mutating func setFoot(_ foot: Foot?, of section: SectionReference) throws(TableError) {
        let index = try resolve(section)
        table.setParts((table.sections[index].parts.head, foot?.part), ofSection: index)
    }

    /// Sets the foot of the table; `nil` removes it.
    public mutating func setFoot(_ foot: Foot?) {
        table.setFoot(foot)
    }

    /// Hides the rows of a section.
    ///
    /// If an agent reloads, the section stays collapsed until an edit expands it or new data lacks its id.
    public mutating func collapseSection(
        _ section: SectionReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        try setCollapsed(true, of: section) { $0.deletes.addAllRows(of: $1, animation) }
    }

    /// Shows the hidden rows of a section.
    public mutating func expandSection(
        _ section: SectionReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        try setCollapsed(false, of: section) { $0.inserts.addAllRows(of: $1, animation) }
    }

    /// Hides the rows of a section, or shows them if they are hidden.
    public mutating func toggleSection(
        _ section: SectionReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        if table.sections[try resolve(section)].isCollapsed {
            try expandSection(section, animation: animation)
        } else {
            try collapseSection(section, animation: animation)
        }
    }

    private mutating func setCollapsed(
        _ isCollapsed: Bool, of section: SectionReference,
        animate: (inout EditAnimations, AnyID) -> Void
    ) throws(TableError) {
        let index = try resolve(section)
        let wasCollapsed = table.sections[index].isCollapsed
        table.content[index].collapse = CollapseState(isCollapsed: isCollapsed, isKept: true)
        table.content[index].collapseAfterFailure = nil
        guard wasCollapsed != isCollapsed else { return }
        animate(&animations, table.sections[index].id)
    }
}
