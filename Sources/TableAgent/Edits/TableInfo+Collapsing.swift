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
        setCollapsed(true, ofSection: number)
        animations.delete(content[number].rows, animation)
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
        setCollapsed(false, ofSection: number)
        animations.insert(content[number].rows, animation)
    }

    private mutating func setCollapsed(_ isCollapsed: Bool, ofSection number: Int) {
        content[number].isCollapsed = isCollapsed
        content[number].isSetByEdit = true
    }

    /// Collapses and expands sections as edits of a former table did.
    mutating func keepCollapsed(from former: TableInfo) {
        let states = former.content.lazy.filter(\.isSetByEdit).map { ($0.id, $0.isCollapsed) }
        guard !states.isEmpty else { return }
        let isCollapsed = Dictionary(states) { first, _ in first }
        for number in content.indices {
            guard let isCollapsed = isCollapsed[content[number].id] else { continue }
            setCollapsed(isCollapsed, ofSection: number)
        }
    }
}
