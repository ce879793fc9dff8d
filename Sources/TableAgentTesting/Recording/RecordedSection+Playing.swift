import TableAgent

extension RecordedSection {
    /// Plays changes on the sections on show: what they name is filled anew, all else stays as it was.
    static func playing(
        _ changes: TableChanges, on shown: [RecordedSection], _ table: TableInfo
    ) -> [RecordedSection] {
        let deleted = Set(changes.sectionDeletes)
        let inserted = Set(changes.sectionInserts)
        var staying = shown.indices.filter { !deleted.contains($0) }[...]
        let play = RowPlay(changes, shown)
        return table.sections.enumerated().map { index, section in
            guard !inserted.contains(index), let origin = staying.popFirst() else {
                return RecordedSection(section)
            }
            func entry(_ old: RecordedEntry?, _ new: Row?, _ updates: [Int]) -> RecordedEntry? {
                updates.contains(index) ? new.map { RecordedEntry($0, in: section.state) } : old
            }
            return RecordedSection(
                section, head: entry(shown[origin].head, section.head, changes.headUpdates),
                rows: play.rows(of: section, index, origin),
                foot: entry(shown[origin].foot, section.foot, changes.footUpdates))
        }
    }
}

/// The changes of rows, ready to be played section by section.
private struct RowPlay {
    let shown: [RecordedSection]
    let filled: Set<RowPosition>
    let inserts: Set<RowPosition>
    let gone: Set<RowPosition>
    let sources: [RowPosition: RowPosition]

    init(_ changes: TableChanges, _ shown: [RecordedSection]) {
        self.shown = shown
        inserts = Set(changes.rowInserts)
        filled = inserts.union(changes.rowUpdates)
        gone = Set(changes.rowDeletes).union(changes.rowMoves.map(\.from))
        sources = Dictionary(changes.rowMoves.map { ($0.to, $0.from) }) { first, _ in first }
    }

    func rows(of section: TableSection, _ index: Int, _ origin: Int) -> [RecordedRow] {
        var rest = shown[origin].rows.indices.filter {
            !gone.contains(RowPosition(section: origin, row: $0))
        }[...]
        return section.visibleRows.enumerated().compactMap { number, row in
            let place = RowPosition(section: index, row: number)
            let source = sources[place]
            let kept = inserts.contains(place) || source != nil ? nil : rest.popFirst()
            if filled.contains(place) { return RecordedRow(row) }
            if let source { return shown[source.section].rows[source.row] }
            return kept.map { shown[origin].rows[$0] }
        }
    }
}
