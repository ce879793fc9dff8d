import TableAgent

/// Where the sections and rows of a new table come from when a batch is applied to an old one.
struct BatchOrigins {
    /// The old index of each new section; `nil` for one that is inserted.
    let sections: [Int?]

    /// The old position of each new row, by section; `nil` for one that is inserted or that no old row is left
    /// for.
    let rows: [[RowPosition?]]

    /// Finds the origins. Moved sections and rows have their targets, and the rest fills the gaps in order.
    ///
    /// - Parameters:
    ///   - batch: The batch. Its reloads are ignored, and the indices of its sections must exist.
    ///   - oldCounts: The number of visible rows in each old section.
    ///   - newCounts: The number of visible rows in each new section.
    /// - Complexity: O(rows + operations).
    init(_ batch: TableBatch, from oldCounts: [Int], to newCounts: [Int]) {
        let insertedSections = Set(batch.sectionInserts)
        let leavingSections = Set(batch.sectionDeletes).union(batch.sectionMoves.map(\.from))
        var staying = oldCounts.indices.filter { !leavingSections.contains($0) }[...]
        var sections = [Int?](repeating: nil, count: newCounts.count)
        for move in batch.sectionMoves { sections[move.to] = move.from }
        for index in sections.indices where sections[index] == nil && !insertedSections.contains(index) {
            sections[index] = staying.popFirst()
        }

        let inserted = Set(batch.rowInserts)
        let leaving = Set(batch.rowDeletes).union(batch.rowMoves.map(\.from))
        let sources = Dictionary(batch.rowMoves.map { ($0.to, $0.from) }) { first, _ in first }
        self.sections = sections
        rows = sections.enumerated().map { index, origin in
            guard let origin else { return Array(repeating: nil, count: newCounts[index]) }
            var staying = (0..<oldCounts[origin]).lazy.map { RowPosition(section: origin, row: $0) }
                .filter { !leaving.contains($0) }.makeIterator()
            return (0..<newCounts[index]).map { row in
                let position = RowPosition(section: index, row: row)
                if let source = sources[position] { return source }
                return inserted.contains(position) ? nil : staying.next()
            }
        }
    }
}
