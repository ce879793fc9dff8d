import TableAgent

extension TableChanges {
    /// The rows with other content that did not move, with their places in both tables.
    ///
    /// The changes name the new place only. The old one is found as a surface finds it: of the rows that
    /// are left when others have gone, the first is the first that did not come from elsewhere.
    ///
    /// - Parameters:
    ///   - old: The number of rows in each old section.
    ///   - new: The number of rows in each new section.
    /// - Complexity: O(rows of the sections that stay).
    func updatesInPlace(_ old: [Int], _ new: [Int]) -> [RowMove] {
        guard !rowUpdates.isEmpty else { return [] }
        let updates = Set(rowUpdates)
        let leaving = Set(rowDeletes).union(rowMoves.map(\.from))
        let arriving = Set(rowInserts).union(rowMoves.map(\.to))
        var result: [RowMove] = []
        for (from, to) in zip(rest(old, sectionDeletes), rest(new, sectionInserts)) {
            var origins = (0..<old[from]).lazy.map { RowPosition(section: from, row: $0) }
                .filter { !leaving.contains($0) }.makeIterator()
            for row in 0..<new[to] {
                let place = RowPosition(section: to, row: row)
                guard !arriving.contains(place), let origin = origins.next() else { continue }
                if updates.contains(place) { result.append(RowMove(from: origin, to: place)) }
            }
        }
        return result
    }

    /// The sections that are not among some.
    private func rest(_ counts: [Int], _ sections: [Int]) -> [Int] {
        let sections = Set(sections)
        return counts.indices.filter { !sections.contains($0) }
    }
}
