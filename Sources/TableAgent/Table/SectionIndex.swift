/// Where the sections of a table are, by their ids: made by one pass over them.
struct SectionIndex {
    private var numbers: [AnyID: Int] = [:]

    /// - Complexity: O(sections).
    init(of sections: [TableSection]) {
        numbers.reserveCapacity(sections.count)
        for (number, section) in sections.enumerated() { append(section, at: number) }
    }

    /// Takes in a section that stands behind all others.
    mutating func append(_ section: TableSection, at number: Int) {
        // Of sections with one id, the first is found.
        numbers[section.id] = numbers[section.id] ?? number
    }

    /// The number of the first section with an id.
    func number(of id: AnyID) -> Int? { numbers[id] }
}

/// Which heads and feet belong to which sections: made by one pass over the sections.
struct EntryIndex {
    private var numbers: [ObjectIdentifier: Int] = [:]

    /// - Complexity: O(sections).
    init(of sections: [TableSection]) {
        for (number, section) in sections.enumerated() {
            for entry in [section.head, section.foot].compactMap(\.self) {
                let id = ObjectIdentifier(entry.run)
                numbers[id] = numbers[id] ?? number
            }
        }
    }

    /// The number of the section with an entry as its head or foot.
    func number(with entry: Row) -> Int? { numbers[ObjectIdentifier(entry.run)] }
}
