import TableAgent

/// A kind of change, in the order of the report. Moved rows are not also listed as changed.
enum ChangeKind: String, CaseIterable {
    case added = "Added", removed = "Removed", moved = "Moved", changed = "Changed"
}

/// A row that was added, removed, moved, or changed.
struct RowChange {
    /// The old row, or `nil` if the row was added.
    var old: Record?
    /// The new row, or `nil` if the row was removed.
    var new: Record?
    /// The row's position in the new version, or in the old version if the row was removed. In a group that
    /// was added or removed as a whole, every row has the first position.
    var position = RowPosition(section: 0, row: 0)
    var isMoved = false

    var kind: ChangeKind { old == nil ? .added : new == nil ? .removed : isMoved ? .moved : .changed }

    /// Whether the values of the row differ.
    var isChanged: Bool {
        guard let old, let new else { return false }
        return !RecordLine.isUnchanged(old, new)
    }
}

/// The changes between two versions.
///
/// The report is more detailed than `TableChanges`: it also lists the rows of added and removed groups. For a
/// group that moved as a whole, it lists only the changes inside.
struct ChangeReport {
    let comparison: Comparison
    private(set) var groups: [ChangeKind: [TableVersion.Group]] = [:]
    /// The changes of each kind, by position, without the rows of added and removed groups.
    private(set) var rows: [ChangeKind: [RowChange]] = [:]

    init(_ comparison: Comparison) {
        self.comparison = comparison
        let changes = comparison.changes
        let old = comparison.old.groups
        let new = comparison.new.groups
        add(changes, from: old, to: new)
        var deleted = Dictionary(changes.sectionDeletes.map { (old[$0].name, $0) }) { first, _ in first }
        for section in changes.sectionInserts {
            let group = new[section]
            if let origin = deleted.removeValue(forKey: group.name) {
                groups[.moved, default: []].append(group)
                let inside = Comparison.changes(from: [old[origin]], to: [group])
                add(inside, from: [old[origin]], to: [group], firstOld: origin, firstNew: section)
            } else {
                groups[.added, default: []].append(group)
            }
        }
        groups[.removed] = deleted.values.sorted().map { old[$0] }
        rows = rows.mapValues { $0.sorted { $0.position < $1.position } }
    }

    /// The numbers of changed rows of each kind, such as `3 changed, 1 added`, and of changed columns.
    var summary: String {
        let whole = groups.flatMap { kind, groups in
            kind == .moved ? [] : groups.flatMap(\.records).map { _ in kind }
        }
        let kinds = whole + rows.values.joined().map { $0.isChanged ? .changed : $0.kind }
        let counts = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
        var parts = [ChangeKind.changed, .added, .removed, .moved].compactMap { kind in
            counts[kind].map { "\($0.grouped) \(kind.rawValue.lowercased())" }
        }
        if let moved = groups[.moved] { parts.append("\(TableWords.counted(moved.count, "group")) moved") }
        let columns = comparison.addedColumns.count + comparison.removedColumns.count
        if columns > 0 { parts.append("\(TableWords.counted(columns, "column")) added or removed") }
        return parts.isEmpty ? "No changes." : parts.joined(separator: ", ")
    }

    /// Whether each compared column has changed values in a moved or changed row.
    var hasChanges: [Bool] {
        var hasChanges = comparison.columns.map { _ in false }
        for case let (old?, new?) in rows.values.joined().map({ ($0.old, $0.new) }) {
            Record.forEachValue(old: old, new: new) { index, _, _, isSame in
                if !isSame { hasChanges[index] = true }
            }
        }
        return hasChanges
    }

    /// Adds the row changes of some groups, whose section indices in the changes begin with 0.
    private mutating func add(
        _ changes: TableChanges, from old: [TableVersion.Group], to new: [TableVersion.Group],
        firstOld: Int = 0, firstNew: Int = 0
    ) {
        let map = PositionMap(changes)
        let targets = Set(changes.rowMoves.map(\.to))
        for place in changes.rowInserts + targets + changes.rowUpdates.filter({ !targets.contains($0) }) {
            let change = RowChange(
                old: map.oldPosition(ofRow: place).map { old[$0.section].records[$0.row] },
                new: new[place.section].records[place.row],
                position: RowPosition(section: firstNew + place.section, row: place.row),
                isMoved: targets.contains(place))
            rows[change.kind, default: []].append(change)
        }
        rows[.removed, default: []] += changes.rowDeletes.map {
            let position = RowPosition(section: firstOld + $0.section, row: $0.row)
            return RowChange(old: old[$0.section].records[$0.row], position: position)
        }
    }
}
