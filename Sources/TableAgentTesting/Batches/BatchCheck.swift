import TableAgent

/// One check of one batch: the operations without reloads, and what was found wrong so far.
struct BatchCheck {
    let batch: TableBatch
    let old: [BatchTable.Section]
    let new: [BatchTable.Section]

    private(set) var violations: [BatchViolation] = []
    /// How many of the violations concern sections.
    private(set) var sectionViolationCount = 0

    // With what reloads come down to.
    var sectionDeletes: Set<Int>
    var sectionInserts: Set<Int>
    var rowDeletes: Set<RowPosition>
    var rowInserts: Set<RowPosition>

    init(_ batch: TableBatch, from old: BatchTable, to new: BatchTable) {
        self.batch = batch
        self.old = old.sections
        self.new = new.sections
        sectionDeletes = Set(batch.sectionDeletes)
        sectionInserts = Set(batch.sectionInserts)
        rowDeletes = Set(batch.rowDeletes)
        rowInserts = Set(batch.rowInserts)
    }

    mutating func report(_ kind: BatchViolation.Kind, _ description: String) {
        violations.append(BatchViolation(kind, description))
    }

    mutating func reportSection(_ kind: BatchViolation.Kind, _ description: String) {
        report(kind, description)
        sectionViolationCount += 1
    }

    func isPlaceBefore(_ row: RowPosition) -> Bool {
        old.indices.contains(row.section) && old[row.section].rows.indices.contains(row.row)
    }

    func isPlaceAfter(_ row: RowPosition) -> Bool {
        new.indices.contains(row.section) && new[row.section].rows.indices.contains(row.row)
    }

    /// The elements that a list has more than once, each once, in the order of their second appearance.
    static func duplicates<Element: Hashable>(_ elements: [Element]) -> [Element] {
        var seen: Set<Element> = []
        var reported: Set<Element> = []
        return elements.filter { !seen.insert($0).inserted && reported.insert($0).inserted }
    }
}
