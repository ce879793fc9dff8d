import TableAgent
import TableAgentTesting

extension BatchTable: ExpressibleByDictionaryLiteral {
    /// The ids of sections with those of their rows, as in `["A": ["a", "b"]]`.
    init(dictionaryLiteral sections: (AnyID, [Row])...) {
        self.init(sections.map { BatchTable.Section(id: $0, rows: $1) })
    }
}

extension RowPosition {
    /// Section and row, for tests that name many places.
    static func at(_ section: Int, _ row: Int) -> RowPosition {
        RowPosition(section: section, row: row)
    }
}

/// What is wrong with a batch that a closure fills.
func violations(
    from old: BatchTable, to new: BatchTable, _ fill: (inout TableBatch) -> Void
) -> [BatchViolation.Kind] {
    var batch = TableBatch()
    fill(&batch)
    return BatchSimulator(from: old, to: new).violations(of: batch).map(\.kind)
}
