import TableAgent

/// A match between the rows of two tables, which finds rows of the old table in the new one.
///
/// Ids may be equal. A row whose content changed is found only if no other row of its section with its id has changed. Otherwise,
/// nobody could tell which of the new rows it is.
struct RowMatch {
    private let old: TableInfo
    private let new: TableInfo
    private let changes: TableChanges
    private let map: PositionMap
    private let updates: Set<RowPosition>

    /// The index in the new table of each compared section; `nil` for a section that was removed. Without the list, some rows
    /// of the tables were not compared.
    private let newSections: [Int?]?

    /// Creates a match from known changes. It contains the visible rows of sections that neither move nor collapse.
    ///
    /// - Complexity: O(changes × log changes).
    private init(_ changes: TableChanges, from old: TableInfo, to new: TableInfo) {
        self.init(changes, from: old, to: new, newSections: nil)
    }

    /// Creates a match of all rows, visible or hidden, by comparing the tables.
    ///
    /// - Complexity: O(sections) for tables that share their rows, otherwise that of ``TableChanges/init(from:to:)``.
    init(from old: TableInfo, to new: TableInfo) {
        // In the compared tables, no section is collapsed, removed, inserted, or moved, so that the changes name each row.
        let matched = Self.newIndices(ofSectionsIn: old, new)
        let known = Set(matched.compactMap(\.self))
        let newSections = matched + new.sections.indices.filter { !known.contains($0) }
        func table(_ rows: (Int) -> Rows?) -> TableInfo {
            TableInfo(sections: newSections.indices.map { TableSection(id: $0, rows: rows($0) ?? []) })
        }
        let oldSections = old.sections
        let sections = new.sections
        let comparedOld = table { $0 < oldSections.count ? oldSections[$0].rows : nil }
        let comparedNew = table { newSections[$0].map { sections[$0].rows } }
        self.init(
            TableChanges(from: comparedOld, to: comparedNew), from: comparedOld, to: comparedNew,
            newSections: newSections)
    }

    /// Returns the new positions of rows after changes, or without known changes, by their old positions. Rows without a match
    /// are left out.
    ///
    /// - Complexity: O(changes × log changes + rows × log changes). If the changes are unknown or do not name a row, such as a
    ///   row of a collapsed section, that of ``init(from:to:)``.
    static func newPositions(
        of rows: Set<RowPosition>, _ changes: TableChanges?, from old: TableInfo, to new: TableInfo
    ) -> [RowPosition: RowPosition] {
        var positions = changes.map { RowMatch($0, from: old, to: new).newPositions(of: rows) } ?? [:]
        let removed = Set(changes?.removedRows ?? [])
        let rest = rows.filter { positions[$0] == nil && !removed.contains($0) }
        guard !rest.isEmpty else { return positions }
        positions.merge(RowMatch(from: old, to: new).newPositions(of: rest)) { known, _ in known }
        return positions
    }

    private init(
        _ changes: TableChanges, from old: TableInfo, to new: TableInfo, newSections: [Int?]?
    ) {
        self.old = old
        self.new = new
        self.changes = changes
        self.newSections = newSections
        map = PositionMap(changes)
        updates = Set(changes.rowUpdates)
    }

    // MARK: Sections

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

    // MARK: Rows

    /// Returns the new positions of rows by their old positions. Rows without a match are left out.
    ///
    /// - Complexity: O(rows × log changes), and O(changes) if the content of a row changed.
    func newPositions(of rows: some Sequence<RowPosition>) -> [RowPosition: RowPosition] {
        let relocated = newSections == nil ? [] : changes.relocatedRows
        let relocations = Dictionary(relocated.map { ($0.from, $0.to) }) { first, _ in first }
        var positions: [RowPosition: RowPosition] = [:]
        var uncertain: [TableChanges.RowMove] = []
        for row in rows where !old.sections[row.section].isCollapsed {
            let found = map.newPosition(ofRow: row)
            guard let target = found ?? relocations[row] else { continue }
            let isKnown = newSections == nil || target.section == row.section
            if isKnown, found != nil, !updates.contains(target) {
                positions[row] = target
            } else {
                uncertain.append(TableChanges.RowMove(from: row, to: target))
            }
        }
        for move in certain(uncertain) { positions[move.from] = move.to }
        guard let newSections else { return positions }
        return positions.compactMapValues { position in
            newSections[position.section].map { RowPosition(section: $0, row: position.row) }
        }
    }

    /// Returns those of some rows whose ids make their match certain.
    ///
    /// In its section, a row competes with the other changed rows that have its id. In another section, a row with an equal id is
    /// often another row, such as the total of another month. So a row is followed there only if no other row has its id.
    private func certain(_ rows: [TableChanges.RowMove]) -> [TableChanges.RowMove] {
        guard !rows.isEmpty else { return [] }
        let ids = rows.map { id(of: $0.from, in: old) }
        let known = Set(ids)
        func rivals(_ positions: [RowPosition], in table: TableInfo) -> [AnyID: [RowPosition]] {
            var rivals: [AnyID: [RowPosition]] = [:]
            for position in positions {
                let id = id(of: position, in: table)
                if known.contains(id) { rivals[id, default: []].append(position) }
            }
            return rivals
        }
        let departures = rivals(changes.rowDeletes + changes.rowMoves.map(\.from), in: old)
        let arrivals = rivals(changes.rowInserts + changes.rowMoves.map(\.to) + changes.rowUpdates, in: new)
        var stays: [TableChanges.RowMove] = []
        var leaves: [AnyID: TableChanges.RowMove] = [:]
        for (row, id) in zip(rows, ids) {
            guard map.newIndex(ofSection: row.from.section) == row.to.section else {
                leaves[id] = row
                continue
            }
            let hasRival =
                departures[id]?.contains { $0.section == row.from.section && $0 != row.from } == true
                || arrivals[id]?.contains { $0.section == row.to.section && $0 != row.to } == true
            if !hasRival { stays.append(row) }
        }
        // Rows that were not compared may have the same id.
        if leaves.isEmpty || newSections == nil { return stays }
        for table in [old, new] {
            var counts: [AnyID: Int] = [:]
            for row in table.sections.lazy.flatMap(\.rows) where leaves[row.id] != nil {
                counts[row.id, default: 0] += 1
            }
            leaves = leaves.filter { counts[$0.key] == 1 }
        }
        return stays + leaves.values
    }

    private func id(of position: RowPosition, in table: TableInfo) -> AnyID {
        table.sections[position.section].rows[position.row].id
    }
}
