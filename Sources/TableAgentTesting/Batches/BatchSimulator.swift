public import TableAgent

/// Checks whether `UITableView` and `UICollectionView` accept a batch, also on systems without UIKit.
///
/// The rules come from documentation, bug reports, and observed behavior. Where these differ, the simulator
/// applies the strictest rule. It also does more than the views: it applies the batch to the ids and items
/// of the old table's visible rows, and compares the result with the new table. A row that would show another
/// row's content is a violation, too.
///
/// ```swift
/// let simulator = BatchSimulator(from: yesterday, to: today)
/// let batch = TableBatch(TableChanges(from: yesterday, to: today))
/// #expect(simulator.violations(of: batch).isEmpty)
/// ```
public struct BatchSimulator {
    private let old: TableInfo
    private let new: TableInfo

    /// Creates a simulator for batches between two tables.
    ///
    /// - Parameters:
    ///   - old: The table before the batch.
    ///   - new: The table after the batch.
    public init(from old: TableInfo, to new: TableInfo) {
        self.old = old
        self.new = new
    }

    /// Returns the violations of a batch.
    ///
    /// Row counts are checked only if the sections are legal, and content only if the whole batch is legal,
    /// because a view would fail earlier.
    ///
    /// - Parameter batch: The batch to check.
    /// - Returns: All violations. The result is empty for a legal batch that shows every row's own content.
    /// - Complexity: O(rows + operations × log operations).
    public func violations(of batch: TableBatch) -> [BatchViolation] {
        var check = BatchCheck(batch, from: old.sections, to: new.sections)
        return check.run()
    }
}

/// A defect of a batch that would crash a view or show wrong content.
public struct BatchViolation: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of violations.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A section or row is deleted and reloaded, or a row is reloaded in a section that is deleted.
        case deleteAndReload
        /// A section or row is deleted, or reloaded, and moved.
        case deleteAndMove
        /// A delete, a reload, or the source of a move does not exist in the old table.
        case notInOldTable
        /// A section or row is inserted, or inserted by a reload, at the target of a move.
        case insertAndMove
        /// An insert or the target of a move does not exist in the new table.
        case notInNewTable
        /// A row moves out of a section that is deleted.
        case moveFromDeletedSection
        /// A row moves into a section that is inserted.
        case moveToInsertedSection
        /// An operation is listed twice, or two moves have the same source or target.
        case duplicate
        /// The number of new sections differs from the old number after the batch.
        case sectionCount
        /// The number of rows in a new section differs from the old number after the batch.
        case rowCount
        /// A section or row would show the content of another one. Views do not check this.
        case staleContent
    }

    /// The kind of the violation.
    public let kind: Kind

    /// A sentence that says what is wrong and where.
    public let description: String

    fileprivate init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// One check of one batch, in the order in which a view performs it.
private struct BatchCheck {
    private let batch: TableBatch
    private let old: [TableSection]
    private let new: [TableSection]
    private var violations: [BatchViolation] = []

    // Including the delete and the insert of each reload.
    private var sectionDeletes: Set<Int>
    private var sectionInserts: Set<Int>
    private var rowDeletes: Set<RowPosition>
    private var rowInserts: Set<RowPosition>

    init(_ batch: TableBatch, from old: [TableSection], to new: [TableSection]) {
        self.batch = batch
        self.old = old
        self.new = new
        sectionDeletes = Set(batch.sectionDeletes)
        sectionInserts = Set(batch.sectionInserts)
        rowDeletes = Set(batch.rowDeletes)
        rowInserts = Set(batch.rowInserts)
    }

    mutating func run() -> [BatchViolation] {
        resolveSectionReloads()
        checkSections()
        let areSectionsSound = violations.isEmpty
        resolveRowReloads()
        checkRows()
        guard areSectionsSound, checkSectionCount() else { return violations }
        var resolved = batch
        resolved.sectionDeletes = Array(sectionDeletes)
        resolved.sectionInserts = Array(sectionInserts)
        resolved.rowDeletes = Array(rowDeletes)
        resolved.rowInserts = Array(rowInserts)
        let origins = BatchOrigins(
            resolved, from: old.map(\.visibleRowCount), to: new.map(\.visibleRowCount))
        checkRowCounts(origins.sections)
        if violations.isEmpty { checkContent(origins) }
        return violations
    }

    private mutating func report(_ kind: BatchViolation.Kind, _ description: String) {
        violations.append(BatchViolation(kind, description))
    }

    // MARK: Reloads

    // The insert of a reload is at the reloaded position, shifted by the deletes and inserts of the batch.
    // Moves are not part of this shift, so a reload beside a move can hit the wrong row.

    private mutating func resolveSectionReloads() {
        for section in Set(batch.sectionReloads).sorted() {
            if batch.sectionDeletes.contains(section) {
                report(.deleteAndReload, "Section \(section) is deleted and reloaded.")
            } else {
                sectionDeletes.insert(section)
                sectionInserts.insert(shifted(section))
            }
        }
    }

    private mutating func resolveRowReloads() {
        let deletes = Dictionary(grouping: Set(batch.rowDeletes), by: \.section)
        let inserts = Dictionary(grouping: Set(batch.rowInserts), by: \.section)
        for position in Set(batch.rowReloads).sorted() {
            if batch.rowDeletes.contains(position) {
                report(.deleteAndReload, "The row at \(position) is deleted and reloaded.")
            } else if sectionDeletes.contains(position.section) {
                report(
                    .deleteAndReload,
                    "The row at \(position) is reloaded, and its section deleted or reloaded.")
            } else {
                rowDeletes.insert(position)
                let section = shifted(position.section)
                let row = Self.shifted(
                    position.row, by: deletes[position.section, default: []].map(\.row),
                    inserts[section, default: []].map(\.row))
                rowInserts.insert(RowPosition(section: section, row: row))
            }
        }
    }

    private func shifted(_ section: Int) -> Int {
        Self.shifted(section, by: Array(Set(batch.sectionDeletes)), Array(Set(batch.sectionInserts)))
    }

    /// Returns the index that an old index has after deletes and inserts.
    private static func shifted(_ index: Int, by deletes: [Int], _ inserts: [Int]) -> Int {
        var result = index - deletes.count { $0 < index }
        for insert in inserts.sorted() where insert <= result { result += 1 }
        return result
    }

    // MARK: Positions

    private mutating func checkSections() {
        let operations = Operations(
            deletes: batch.sectionDeletes, inserts: batch.sectionInserts, reloads: batch.sectionReloads,
            sources: batch.sectionMoves.map(\.from), targets: batch.sectionMoves.map(\.to),
            resolvedDeletes: sectionDeletes, resolvedInserts: sectionInserts)
        check(operations, isOld: old.indices.contains, isNew: new.indices.contains) { "Section \($0)" }
    }

    private mutating func checkRows() {
        let old = old
        let new = new
        let operations = Operations(
            deletes: batch.rowDeletes, inserts: batch.rowInserts, reloads: batch.rowReloads,
            sources: batch.rowMoves.map(\.from), targets: batch.rowMoves.map(\.to),
            resolvedDeletes: rowDeletes, resolvedInserts: rowInserts)
        check(operations, isOld: { Self.isVisible($0, in: old) }, isNew: { Self.isVisible($0, in: new) }) {
            "The row at \($0)"
        }
        // Views ignore deletes of rows in deleted sections.
        rowDeletes = rowDeletes.filter { !sectionDeletes.contains($0.section) }
        for move in batch.rowMoves {
            if sectionDeletes.contains(move.from.section) {
                report(.moveFromDeletedSection, "The row at \(move.from) moves out of a deleted section.")
            }
            if sectionInserts.contains(move.to.section) {
                report(.moveToInsertedSection, "A row moves to \(move.to), in a section that is inserted.")
            }
        }
    }

    private static func isVisible(_ row: RowPosition, in sections: [TableSection]) -> Bool {
        sections.indices.contains(row.section)
            && (0..<sections[row.section].visibleRowCount).contains(row.row)
    }

    /// The operations on sections or on rows. The resolved ones include the delete and the insert of each reload.
    private struct Operations<Position: Hashable & Comparable> {
        let deletes: [Position]
        let inserts: [Position]
        let reloads: [Position]
        /// The sources and the targets of the moves.
        let sources: [Position]
        let targets: [Position]
        let resolvedDeletes: Set<Position>
        let resolvedInserts: Set<Position>
    }

    /// Checks that each position exists, is listed once, and is not moved if it is also deleted or inserted.
    private mutating func check<Position>(
        _ operations: Operations<Position>, isOld: (Position) -> Bool, isNew: (Position) -> Bool,
        _ name: (Position) -> String
    ) {
        for (list, verb) in [
            (operations.deletes, "is deleted"), (operations.inserts, "is inserted"),
            (operations.reloads, "is reloaded"), (operations.sources, "moves"),
            (operations.targets, "is moved to"),
        ] {
            let counts = Dictionary(list.map { ($0, 1) }, uniquingKeysWith: +)
            for position in counts.filter({ $0.value > 1 }).keys.sorted() {
                report(.duplicate, "\(name(position)) \(verb) more than once.")
            }
        }
        for position in operations.resolvedDeletes.sorted() + operations.sources where !isOld(position) {
            report(
                .notInOldTable,
                "\(name(position)) is deleted, reloaded, or moved, but is not in the old table.")
        }
        for position in operations.resolvedInserts.sorted() + operations.targets where !isNew(position) {
            report(
                .notInNewTable, "\(name(position)) is inserted or moved to, but is not in the new table.")
        }
        for position in operations.sources where operations.resolvedDeletes.contains(position) {
            report(.deleteAndMove, "\(name(position)) is deleted or reloaded, and moves.")
        }
        for position in operations.targets where operations.resolvedInserts.contains(position) {
            report(.insertAndMove, "\(name(position)) is inserted or reloaded, and is moved to.")
        }
    }

    // MARK: Counts

    private mutating func checkSectionCount() -> Bool {
        let expected = old.count + sectionInserts.count - sectionDeletes.count
        guard new.count != expected else { return true }
        report(
            .sectionCount,
            "There are \(new.count) sections after, not \(expected): \(old.count) before, "
                + "\(sectionInserts.count) inserted, \(sectionDeletes.count) deleted.")
        return false
    }

    private mutating func checkRowCounts(_ origins: [Int?]) {
        var targets: [Int: Int] = [:]
        for case (let section, let origin?) in origins.enumerated() { targets[origin] = section }
        // A row that stays in its section does not change the section's count, even if the section moves.
        let moves = batch.rowMoves.filter { targets[$0.from.section] != $0.to.section }
        let deleted = Self.countsBySection(rowDeletes, in: old)
        let inserted = Self.countsBySection(rowInserts, in: new)
        let movedOut = Self.countsBySection(Set(moves.map(\.from)), in: old)
        let movedIn = Self.countsBySection(Set(moves.map(\.to)), in: new)
        for case (let section, let origin?) in origins.enumerated() {
            let oldCount = old[origin].visibleRowCount
            let newCount = new[section].visibleRowCount
            let plus = inserted[section, default: 0]
            let minus = deleted[origin, default: 0]
            let arrived = movedIn[section, default: 0]
            let left = movedOut[origin, default: 0]
            let expected = oldCount + plus - minus + arrived - left
            guard newCount != expected else { continue }
            report(
                .rowCount,
                "Section \(section) has \(newCount) rows after, not \(expected): \(oldCount) before, "
                    + "\(plus) inserted, \(minus) deleted, \(arrived) moved in, \(left) moved out.")
        }
    }

    private static func countsBySection(_ rows: Set<RowPosition>, in sections: [TableSection]) -> [Int: Int] {
        rows.filter { isVisible($0, in: sections) }.reduce(into: [:]) { $0[$1.section, default: 0] += 1 }
    }

    // MARK: Content

    /// Compares the ids and items that the batch produces with the new ones, position by position.
    ///
    /// A moved section keeps its rows unchanged: views ignore operations on these rows, or crash.
    private mutating func checkContent(_ origins: BatchOrigins) {
        let moved = Set(batch.sectionMoves.map(\.to))
        for case (let section, let origin?) in origins.sections.enumerated() {
            let oldSection = old[origin]
            let newSection = new[section]
            if oldSection.id != newSection.id {
                report(
                    .staleContent, "Section \(section) is \(newSection.id) and would show \(oldSection.id).")
            }
            var shown = origins.rows[section].map { $0.map { old[$0.section].rows[$0.row] } }
            if moved.contains(section) { shown = Array(oldSection.visibleRows) }
            guard shown.count == newSection.visibleRowCount else {
                report(
                    .staleContent,
                    "Section \(section) moves with \(shown.count) rows and has \(newSection.visibleRowCount): "
                        + "operations on the rows of a moved section are lost.")
                continue
            }
            for case (let (row, shown?), let new) in zip(shown.enumerated(), newSection.visibleRows)
            where shown.id != new.id || shown.item != new.item {
                let position = RowPosition(section: section, row: row)
                report(
                    .staleContent,
                    "The row at \(position) is \(new.id) (\(new.item)) and would show \(shown.id) "
                        + "(\(shown.item)).")
            }
        }
    }
}
