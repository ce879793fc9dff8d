/// The changes between two tables: a value that a surface can apply, a file can store, and a network can send.
///
/// Deletes and ``RowMove/from`` are positions in the old table. Inserts, ``RowMove/to``, and updates are positions in
/// the new table. `UITableView` and `UICollectionView` read a batch in the same way. A section that moved
/// is a delete and an insert. Rows of deleted and inserted sections are not in the lists.
///
/// Five more lists are for the listeners of the table. A row that a batch deletes may still be in the table: in another
/// section, in a collapsed section, or with another item.
///
/// ```swift
/// let changes = TableChanges(from: yesterday, to: today)
/// changes.rowInserts        // where rows are new
/// changes.removedRows       // the rows that the new table does not contain
/// ```
public struct TableChanges: Hashable, Sendable, Codable {
    /// A row that moved to another section, or within its section.
    public struct RowMove: Hashable, Sendable, Codable {
        /// The position in the old table.
        public var from: RowPosition
        /// The position in the new table.
        public var to: RowPosition

        /// Creates a move.
        public init(from: RowPosition, to: RowPosition) {
            self.from = from
            self.to = to
        }
    }

    /// Sections that were removed or moved, by their old index, ascending.
    public var sectionDeletes: [Int] = []

    /// Sections that are new or moved, by their new index, ascending.
    public var sectionInserts: [Int] = []

    /// Rows that were removed, by their old position, ascending.
    public var rowDeletes: [RowPosition] = []

    /// Rows that are new, by their new position, ascending.
    public var rowInserts: [RowPosition] = []

    /// Rows that moved, by their new position, ascending.
    public var rowMoves: [RowMove] = []

    /// Rows whose content changed, moved or not, by their new position, ascending.
    public var rowUpdates: [RowPosition] = []

    /// Sections whose head changed, by their new index, ascending.
    public var headUpdates: [Int] = []

    /// Sections whose foot changed, by their new index, ascending.
    public var footUpdates: [Int] = []

    /// Whether the foot of the table was added, removed, or changed.
    public var updatesTableFoot = false

    /// Rows that the new table does not contain, visible or hidden, by their old position, ascending. They were visible
    /// in a section that stays or moves.
    public var removedRows: [RowPosition] = []

    /// Rows that a batch deletes although the new table still contains them, in no order.
    ///
    /// In the new table, such a row is hidden, has another item, or is in a section that is new or moves. Its new
    /// position counts visible and hidden rows.
    public var relocatedRows: [RowMove] = []

    /// Sections that are not in the new table, by their old index, ascending.
    public var removedSections: [Int] = []

    /// Sections that stay or move and are collapsed now, by their new index, ascending.
    public var collapsedSections: [Int] = []

    /// Sections that stay or move and are expanded now, by their new index, ascending.
    public var expandedSections: [Int] = []

    /// Creates changes that change nothing.
    public init() {}

    /// Whether there are no changes for a surface.
    package var isEmpty: Bool { count == 0 }

    /// The number of changes of rows, sections, heads, and feet that a surface applies.
    public var count: Int {
        sectionDeletes.count + sectionInserts.count + rowDeletes.count + rowInserts.count + rowMoves.count
            + rowUpdates.count + headUpdates.count + footUpdates.count + (updatesTableFoot ? 1 : 0)
    }
}

extension TableChanges {
    /// Finds the changes between two tables.
    ///
    /// Rows and sections are matched by id, heads and feet by their section or table. A row is a move only if it is
    /// outside the longest increasing subsequence of its section, or is in another section. An item determines whether
    /// content is unchanged. Rows, heads, and feet that an edit does not touch count as unchanged. A row, head, or foot
    /// with another height has changed, too. Rows of collapsed sections are not visible and are not compared.
    ///
    /// The changes are always legal in one batch of `UITableView` and `UICollectionView`.
    ///
    /// - Complexity: O(rows) for comparing, and O(n × log n) for the first n rows of a section, up to the last row
    ///   that is out of order. Each inserted, deleted, or moved row is also hashed.
    public init(from old: TableInfo, to new: TableInfo) {
        // An optional result of the other initializer would be copied, with a retain and a release for each list.
        var differ = TableDiffer(from: old.sections, to: new.sections, limit: .max)
        _ = differ.findChanges()
        self = (consume differ).changes
        updatesTableFoot = TableDiffer.isFootChanged(from: old, to: new)
    }

    /// Finds the changes between two tables, if there are not too many.
    ///
    /// - Parameters:
    ///   - old: The old table.
    ///   - new: The new table.
    ///   - limit: The maximum ``count`` of changes.
    ///   - known: The sections whose changes of rows are known, by their index in the new table.
    /// - Returns: `nil` if there are more changes than the limit. The search ends as soon as this is certain.
    init?(from old: TableInfo, to new: TableInfo, limit: Int, known: [Int: KnownRows]) {
        var differ = TableDiffer(from: old.sections, to: new.sections, limit: limit, known: known)
        guard differ.findChanges() else { return nil }
        self = (consume differ).changes
        updatesTableFoot = TableDiffer.isFootChanged(from: old, to: new)
        if count > limit { return nil }
    }

    /// Finds the changes between two tables, if there are not too many.
    ///
    /// - Parameters:
    ///   - old: The old table.
    ///   - new: The new table.
    ///   - limit: The maximum ``count`` of changes.
    /// - Returns: `nil` if there are more changes than the limit. The search ends as soon as this is certain.
    package init?(from old: TableInfo, to new: TableInfo, limit: Int) {
        self.init(from: old, to: new, limit: limit, known: [:])
    }

    /// Finds only the sections that were collapsed or expanded.
    static func toggledSections(from old: TableInfo, to new: TableInfo) -> TableChanges {
        var differ = TableDiffer(from: old.sections, to: new.sections, limit: .max)
        differ.findToggledSections()
        return differ.changes
    }
}

// MARK: Legality

extension TableChanges {
    /// Returns why a surface would refuse the changes as one batch, or `nil` if the changes are legal.
    ///
    /// Positions must exist and be unique. Rows may only move between sections that stay. The numbers of sections and
    /// rows must add up, as `UITableView` requires.
    ///
    /// - Returns: A sentence about the first fault.
    /// - Complexity: O(sections + changes).
    public func fault(from old: TableInfo, to new: TableInfo) -> String? {
        sectionFault(old.sections.count, new.sections.count) ?? rowFault(old.sections, new.sections)
            ?? headFootFault(new.sections.count) ?? tableFootFault(old.hasFoot, new.hasFoot)
    }

    private func sectionFault(_ oldCount: Int, _ newCount: Int) -> String? {
        guard Self.isAscending(sectionDeletes, below: oldCount),
            Self.isAscending(sectionInserts, below: newCount)
        else { return "A deleted or inserted section is out of range, out of order or named twice." }
        let expected = oldCount - sectionDeletes.count + sectionInserts.count
        guard expected == newCount else {
            return "\(oldCount) sections with \(sectionDeletes.count) deleted and \(sectionInserts.count) "
                + "inserted are \(expected), but the new table has \(newCount)."
        }
        return nil
    }

    private func rowFault(_ old: [TableSection], _ new: [TableSection]) -> String? {
        let deletes = Set(sectionDeletes)
        let inserts = Set(sectionInserts)
        let departures = rowDeletes + rowMoves.map(\.from)
        let arrivals = rowInserts + rowMoves.map(\.to)
        guard Self.exist(departures, in: old, without: deletes),
            Self.exist(arrivals, in: new, without: inserts),
            Self.exist(rowUpdates, in: new, without: inserts)
        else { return "A row is out of range, in a deleted or inserted section, or named twice." }
        var departureCounts = [Int](repeating: 0, count: old.count)
        for position in departures { departureCounts[position.section] += 1 }
        var arrivalCounts = [Int](repeating: 0, count: new.count)
        for position in arrivals { arrivalCounts[position.section] += 1 }
        let staying = zip(
            old.indices.filter { !deletes.contains($0) }, new.indices.filter { !inserts.contains($0) })
        for (oldIndex, newIndex) in staying {
            let growth = arrivalCounts[newIndex] - departureCounts[oldIndex]
            if growth == 0, new[newIndex].isCopy(of: old[oldIndex]) { continue }
            let expected = old[oldIndex].visibleRowCount + growth
            let count = new[newIndex].visibleRowCount
            guard count == expected else {
                return "Section \(newIndex) would have \(expected) rows, "
                    + "but the new table has \(count) there."
            }
        }
        return nil
    }

    private func headFootFault(_ count: Int) -> String? {
        let inserts = Set(sectionInserts)
        for (part, updates) in [("head", headUpdates), ("foot", footUpdates)]
        where !Self.isAscending(updates, below: count) || !inserts.isDisjoint(with: updates) {
            return "An updated \(part) is out of range, out of order, in an inserted section, or named twice."
        }
        return nil
    }

    private func tableFootFault(_ isInOld: Bool, _ isInNew: Bool) -> String? {
        if updatesTableFoot, !isInOld, !isInNew {
            return "The foot of the table is updated, but neither table has one."
        }
        if !updatesTableFoot, isInOld != isInNew {
            return "The foot of the table is \(isInNew ? "new" : "gone"), which the changes do not name."
        }
        return nil
    }

    private static func isAscending(_ indices: [Int], below count: Int) -> Bool {
        zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 }
            && indices.allSatisfy { (0..<count).contains($0) }
    }

    /// Whether positions exist, are unique, and are outside of some sections.
    private static func exist(
        _ positions: [RowPosition], in table: [TableSection], without sections: Set<Int>
    ) -> Bool {
        positions.allSatisfy {
            table.indices.contains($0.section) && !sections.contains($0.section)
                && (0..<table[$0.section].visibleRowCount).contains($0.row)
        } && Set(positions).count == positions.count
    }
}
