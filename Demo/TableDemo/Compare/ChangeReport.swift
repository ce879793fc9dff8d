import TableAgent

/// What changed between two versions, in the order in which people read it.
///
/// It says more than ``TableChanges``: the rows of groups that came or went are listed, and of a group that
/// moved as a whole only what changed inside.
struct ChangeReport {
    let comparison: Comparison
    private(set) var addedGroups: [GroupChange] = []
    private(set) var removedGroups: [GroupChange] = []
    private(set) var movedGroups: [GroupChange] = []
    private(set) var added: [RowChange] = []
    private(set) var removed: [RowChange] = []
    private(set) var moved: [RowChange] = []
    /// Rows with other values that did not move.
    private(set) var changed: [RowChange] = []

    /// Lists the changes of a comparison.
    ///
    /// - Complexity: O(rows).
    init(_ comparison: Comparison) {
        self.comparison = comparison
        let (old, new) = (comparison.old.groups, comparison.new.groups)
        add(comparison.changes, old[...], new[...])
        addGroups(comparison.changes, old, new)
        added.sort { $0.position < $1.position }
        removed.sort { $0.position < $1.position }
        moved.sort { $0.position < $1.position }
        changed.sort { $0.position < $1.position }
    }

    /// Whether there is nothing to tell.
    var isEmpty: Bool {
        comparison.changes.isEmpty && comparison.addedColumns.isEmpty && comparison.removedColumns.isEmpty
    }

    private mutating func addGroups(
        _ changes: TableChanges, _ old: [TableVersion.Group], _ new: [TableVersion.Group]
    ) {
        var leaving = Dictionary(changes.sectionDeletes.map { (old[$0].name, $0) }) { first, _ in first }
        for section in changes.sectionInserts {
            guard let origin = leaving.removeValue(forKey: new[section].name) else {
                let rows = new[section].records.enumerated().map { row, record in
                    RowChange(old: nil, new: record, position: RowPosition(section: section, row: row))
                }
                addedGroups.append(GroupChange(new[section], rows))
                continue
            }
            movedGroups.append(GroupChange(new[section], []))
            let (before, after) = (old[origin...origin], new[section...section])
            add(TableChanges(from: before, to: after), before, after)
        }
        for section in changes.sectionDeletes where leaving[old[section].name] != nil {
            let rows = old[section].records.enumerated().map { row, record in
                RowChange(old: record, new: nil, position: RowPosition(section: section, row: row))
            }
            removedGroups.append(GroupChange(old[section], rows))
        }
    }

    /// Adds the changes of rows between some groups, which the changes number from 0.
    private mutating func add(
        _ changes: TableChanges, _ old: ArraySlice<TableVersion.Group>, _ new: ArraySlice<TableVersion.Group>
    ) {
        func before(_ place: RowPosition) -> VersionRecord {
            old[old.startIndex + place.section].records[place.row]
        }
        func change(_ before: VersionRecord?, to place: RowPosition, isMoved: Bool = false) -> RowChange {
            let section = new.startIndex + place.section
            return RowChange(
                old: before, new: new[section].records[place.row],
                position: RowPosition(section: section, row: place.row), isMoved: isMoved)
        }
        added += changes.rowInserts.map { change(nil, to: $0) }
        moved += changes.rowMoves.map { change(before($0.from), to: $0.to, isMoved: true) }
        removed += changes.rowDeletes.map {
            let position = RowPosition(section: old.startIndex + $0.section, row: $0.row)
            return RowChange(old: before($0), new: nil, position: position)
        }
        changed += changes.updatesInPlace(old.map(\.records.count), new.map(\.records.count)).map {
            change(before($0.from), to: $0.to)
        }
    }
}

extension GroupChange {
    fileprivate init(_ group: TableVersion.Group, _ rows: [RowChange]) {
        self.init(name: group.name ?? "", rowCount: group.records.count, rows: rows)
    }
}
