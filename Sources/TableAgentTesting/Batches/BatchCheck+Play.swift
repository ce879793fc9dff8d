import TableAgent

extension BatchCheck {
    /// Plays the batch on the old ids and compares them with the new ones, place by place.
    ///
    /// A moved section takes its rows along as they are: surfaces lose the operations on its rows, or crash
    /// over them.
    mutating func play(_ origins: [Int?]) {
        let moved = Set(batch.sectionMoves.map(\.to))
        let sources = Dictionary(batch.rowMoves.map { ($0.to, $0.from) }) { first, _ in first }
        let gone = rowDeletes.union(batch.rowMoves.map(\.from))
        for case (let section, let origin?) in origins.enumerated() {
            if old[origin].id != new[section].id {
                report(
                    .staleContent,
                    "Section \(section) is \(new[section].id) and would show \(old[origin].id).")
            }
            if moved.contains(section) {
                compare(section, old[origin].rows)
            } else {
                compare(section, rows(of: section, origin, gone, sources))
            }
        }
    }

    /// The rows on show in a section after the batch; `nil` for a row that is filled anew.
    private func rows(
        of section: Int, _ origin: Int, _ gone: Set<RowPosition>, _ sources: [RowPosition: RowPosition]
    ) -> [BatchTable.Row?] {
        var rest = old[origin].rows.indices.filter {
            !gone.contains(RowPosition(section: origin, row: $0))
        }[...]
        return new[section].rows.indices.map { row in
            let place = RowPosition(section: section, row: row)
            if rowInserts.contains(place) { return nil }
            if let source = sources[place] { return old[source.section].rows[source.row] }
            return rest.popFirst().map { old[origin].rows[$0] }
        }
    }

    private mutating func compare(_ section: Int, _ shown: [BatchTable.Row?]) {
        let rows = new[section].rows
        if shown.count != rows.count {
            report(
                .staleContent,
                "Section \(section) moves with \(shown.count) rows and has \(rows.count): "
                    + "operations on the rows of a moved section are lost.")
            return
        }
        for case (let row, let shown?) in shown.enumerated() where shown != rows[row] {
            let place = RowPosition(section: section, row: row)
            report(.staleContent, "The row at \(place) is \(rows[row]) and would show \(shown).")
        }
    }
}
