/// Where the sections of a table are, by their ids and by their heads and feet: made by one pass over them.
struct SectionIndex {
    private var numbers: [AnyID: Int] = [:]
    private var entries: [ObjectIdentifier: Int] = [:]

    /// - Complexity: O(sections).
    init(of sections: [Section]) {
        numbers.reserveCapacity(sections.count)
        for (number, section) in sections.enumerated() {
            // Of sections with one id, the first is found.
            numbers[section.id] = numbers[section.id] ?? number
            for entry in [section.head, section.foot].compactMap(\.self) {
                let id = ObjectIdentifier(entry.run)
                entries[id] = entries[id] ?? number
            }
        }
    }

    /// The number of the first section with an id.
    func number(of id: AnyID) -> Int? { numbers[id] }

    /// The number of a section that may have an entry as its head or foot.
    func number(with entry: HeadFoot) -> Int? { entries[ObjectIdentifier(entry.run)] }
}
