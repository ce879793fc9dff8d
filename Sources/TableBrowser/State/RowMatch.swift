import TableAgent

/// Finds rows of an old table in a new one.
///
/// Ids may be equal. A row whose content changed is found only if no other row of its section with its id has changed. Otherwise,
/// nobody could tell which of the new rows it is. In another section, a row with an equal id is often another row, such as the
/// total of another month. So a row is followed there only if no other row has its id.
enum RowMatch {
    /// Returns the new positions of rows after changes, or without known changes, by their old positions. Rows that are not
    /// found are left out.
    ///
    /// - Complexity: O(changes × log changes + rows × log changes). If the changes are unknown or do not name a row, such as a
    ///   row of a collapsed section, that of ``TableChanges/init(from:to:)``.
    static func newPositions(
        of rows: Set<RowPosition>, _ changes: TableChanges?, from old: TableInfo, to new: TableInfo
    ) -> [RowPosition: RowPosition] {
        let visible = rows.filter { !old.sections[$0.section].isCollapsed }
        var positions = changes.map { certainPositions(of: visible, $0, from: old, to: new) } ?? [:]
        let removed = Set(changes?.removedRows ?? [])
        let others = rows.filter { positions[$0] == nil && !removed.contains($0) }
        if others.isEmpty { return positions }
        // In these tables, no section is collapsed, removed, inserted, or moved, so that the changes name each row.
        let indices = newIndices(ofSectionsIn: old, new)
        let oldSections = old.sections
        let newSections = new.sections
        func table(_ rows: (Int) -> Rows) -> TableInfo {
            TableInfo(sections: indices.indices.map { TableSection(id: $0, rows: rows($0)) })
        }
        let allOld = table { oldSections[$0].rows }
        let allNew = table { index in indices[index].map { newSections[$0].rows } ?? [] }
        let all = TableChanges(from: allOld, to: allNew)
        for (row, target) in certainPositions(of: others, all, from: allOld, to: allNew)
        where target.section == row.section {
            positions[row] = indices[target.section].map { RowPosition(section: $0, row: target.row) }
        }
        let leaving = others.filter { positions[$0] == nil }
        if leaving.isEmpty { return positions }
        let departures = old.positions(ofRowsLike: leaving, in: old, among: old.rowPositions)
        let arrivals = new.positions(ofRowsLike: leaving, in: old, among: new.rowPositions)
        for row in leaving {
            let id = old.id(ofRow: row)
            if departures[id] == [row], arrivals[id]?.count == 1 { positions[row] = arrivals[id]?.first }
        }
        return positions
    }

    /// Returns the new positions of rows that changes leave as they are or only move, and of those that changed in their
    /// sections as the only ones with their ids.
    private static func certainPositions(
        of rows: Set<RowPosition>, _ changes: TableChanges, from old: TableInfo, to new: TableInfo
    ) -> [RowPosition: RowPosition] {
        let map = PositionMap(changes)
        let updates = Set(changes.rowUpdates)
        var positions: [RowPosition: RowPosition] = [:]
        for row in rows {
            guard let target = map.newPosition(ofRow: row), !updates.contains(target) else { continue }
            positions[row] = target
        }
        let changed = rows.filter { positions[$0] == nil }
        if changed.isEmpty { return positions }
        let updated = changes.rowUpdates.compactMap { map.oldPosition(ofRow: $0) }
        let departures = old.positions(
            ofRowsLike: changed, in: old,
            among: changes.rowDeletes + changes.rowMoves.map(\.from) + updated)
        let arrivals = new.positions(
            ofRowsLike: changed, in: old,
            among: changes.rowInserts + changes.rowMoves.map(\.to) + changes.rowUpdates)
        for row in changed {
            let id = old.id(ofRow: row)
            let section = map.newIndex(ofSection: row.section)
            let left = departures[id]?.filter { $0.section == row.section }
            let came = arrivals[id]?.filter { $0.section == section } ?? []
            if left == [row], came.count == 1 { positions[row] = came.first }
        }
        return positions
    }

    /// Returns the index in the new table of each section of the old table. Among sections with equal ids, a section is matched
    /// only if both tables have the same number of them.
    static func newIndices(ofSectionsIn old: TableInfo, _ new: TableInfo) -> [Int?] {
        let oldIDs = old.sections.map(\.id)
        let newIDs = new.sections.map(\.id)
        if oldIDs == newIDs { return Array(newIDs.indices) }
        let candidates = Dictionary(grouping: newIDs.indices) { newIDs[$0] }
        var result = [Int?](repeating: nil, count: oldIDs.count)
        for (id, indices) in Dictionary(grouping: oldIDs.indices, by: { oldIDs[$0] }) {
            guard let targets = candidates[id], targets.count == indices.count else { continue }
            for (index, target) in zip(indices, targets) { result[index] = target }
        }
        return result
    }
}

extension TableInfo {
    fileprivate func id(ofRow position: RowPosition) -> AnyID {
        sections[position.section].rows[position.row].id
    }

    /// The positions of all rows.
    fileprivate var rowPositions: some Sequence<RowPosition> {
        let sections = sections
        return sections.indices.lazy.flatMap { section in
            sections[section].rows.indices.lazy.map { RowPosition(section: section, row: $0) }
        }
    }

    /// Returns those of some positions at which a row has the id of one of some rows of an old table.
    fileprivate func positions(
        ofRowsLike rows: Set<RowPosition>, in old: TableInfo, among positions: some Sequence<RowPosition>
    ) -> [AnyID: Set<RowPosition>] {
        let ids = Set(rows.map { old.id(ofRow: $0) })
        var result: [AnyID: Set<RowPosition>] = [:]
        for position in positions {
            let id = id(ofRow: position)
            if ids.contains(id) { result[id, default: []].insert(position) }
        }
        return result
    }
}
