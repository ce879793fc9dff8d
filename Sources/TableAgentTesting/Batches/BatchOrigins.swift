import TableAgent

/// The origin of each section and row of a new table: its old position before a batch was applied.
struct BatchOrigins {
    /// The old index of each new section, or `nil` for an inserted section.
    let sections: [Int?]

    /// The old position of each new row, grouped by section. The position is `nil` for an inserted row, and
    /// for a row without a remaining old row.
    let rows: [[RowPosition?]]

    /// The new position of each remaining old row.
    ///
    /// - Complexity: O(rows).
    var newPositions: [RowPosition: RowPosition] {
        var positions: [RowPosition: RowPosition] = [:]
        for (section, rows) in rows.enumerated() {
            for case (let row, let old?) in rows.enumerated() {
                positions[old] = RowPosition(section: section, row: row)
            }
        }
        return positions
    }

    /// Computes the origins. Moves are assigned first; the remaining sections and rows then fill the gaps in
    /// order.
    ///
    /// - Parameters:
    ///   - batch: The batch. Reloads are ignored, and all section indices must exist.
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
