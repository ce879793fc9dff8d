public import TableAgent

/// Checks whether `UITableView` and `UICollectionView` would take a batch, on systems that have neither.
///
/// It knows their rules from documentation, bug reports, and observed behavior, and is strict where these
/// differ. Beyond what the surfaces check, it applies the batch to the ids and items of the old table's visible
/// rows and compares the result with the new table, so that it also finds a row that would show another row's
/// content.
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

    /// Returns what is wrong with a batch.
    ///
    /// Rows are counted only if nothing is wrong with the sections, and content is compared only if nothing is
    /// wrong at all: a surface would not get that far.
    ///
    /// - Parameter batch: The batch to check.
    /// - Returns: All violations; none for a legal batch that shows every row's own content.
    /// - Complexity: O(rows + operations × log operations).
    public func violations(of batch: TableBatch) -> [BatchViolation] {
        var check = BatchCheck(batch, from: old.sections, to: new.sections)
        return check.run()
    }
}

/// Something in a batch that would crash a surface, or that it would show wrongly.
public struct BatchViolation: Hashable, Sendable, CustomStringConvertible {
    /// What can be wrong with a batch.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A section or row is deleted and reloaded, or a row is reloaded in a section that is deleted.
        case deleteAndReload

        /// A section or row is deleted, or reloaded, and moved.
        case deleteAndMove

        /// A delete, a reload, or the source of a move is not in the old table.
        case notInOldTable

        /// A section or row is inserted, or inserted by a reload, where another one moves to.
        case insertAndMove

        /// An insert or the target of a move is not in the new table.
        case notInNewTable

        /// A row moves out of a section that is deleted.
        case moveFromDeletedSection

        /// A row moves into a section that is inserted.
        case moveToInsertedSection

        /// An operation is listed twice, or two moves have the same source or target.
        case duplicate

        /// The number of new sections is not what the batch makes of the old ones.
        case sectionCount

        /// The number of rows in a new section is not what the batch makes of the old one.
        case rowCount

        /// A section or row would show the content of another one; no surface checks that.
        case staleContent
    }

    /// What is wrong.
    public let kind: Kind

    /// What is wrong and where, in a sentence.
    public let description: String

    fileprivate init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// One check of one batch, in the order in which a surface checks.
private struct BatchCheck {
    private let batch: TableBatch
    private let old: [TableSection]
    private let new: [TableSection]
    private var violations: [BatchViolation] = []

    // With the delete and the insert that each reload consists of.
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

    // A reload's insert goes to where the deletes and inserts of the batch shift its position. Moves don't count
    // in that shift, which is how a reload beside a move hits the wrong row.

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

    /// The index to which deletes and inserts shift another one.
    private static func shifted(_ index: Int, by deletes: [Int], _ inserts: [Int]) -> Int {
        var result = index - deletes.count { $0 < index }
        for insert in inserts.sorted() where insert <= result { result += 1 }
        return result
    }

    // MARK: Positions

    private mutating func checkSections() {
        let name = { (index: Int) in "Section \(index)" }
        let moves = batch.sectionMoves.map { ($0.from, $0.to) }
        checkUnique(
            batch.sectionDeletes, batch.sectionInserts, batch.sectionReloads, moves: moves, name)
        checkExist(
            sectionDeletes, sectionInserts, moves: moves, name, inOld: old.indices.contains,
            inNew: new.indices.contains)
        checkMoves(moves, sectionDeletes, sectionInserts, name)
    }

    private mutating func checkRows() {
        let name = { (position: RowPosition) in "The row at \(position)" }
        let moves = batch.rowMoves.map { ($0.from, $0.to) }
        checkUnique(batch.rowDeletes, batch.rowInserts, batch.rowReloads, moves: moves, name)
        let (old, new) = (old, new)
        checkExist(
            rowDeletes, rowInserts, moves: moves, name, inOld: { Self.isVisible($0, in: old) },
            inNew: { Self.isVisible($0, in: new) })
        // Surfaces drop deletes of rows in deleted sections.
        rowDeletes = rowDeletes.filter { !sectionDeletes.contains($0.section) }
        checkMoves(moves, rowDeletes, rowInserts, name)
        for (from, to) in moves {
            if sectionDeletes.contains(from.section) {
                report(.moveFromDeletedSection, "The row at \(from) moves out of a deleted section.")
            }
            if sectionInserts.contains(to.section) {
                report(.moveToInsertedSection, "A row moves to \(to), in a section that is inserted.")
            }
        }
    }

    private static func isVisible(_ row: RowPosition, in sections: [TableSection]) -> Bool {
        sections.indices.contains(row.section)
            && (0..<sections[row.section].visibleRowCount).contains(row.row)
    }

    private mutating func checkUnique<Position: Hashable & Comparable>(
        _ deletes: [Position], _ inserts: [Position], _ reloads: [Position],
        moves: [(from: Position, to: Position)], _ name: (Position) -> String
    ) {
        for (positions, verb) in [
            (deletes, "is deleted"), (inserts, "is inserted"), (reloads, "is reloaded"),
            (moves.map(\.from), "moves"), (moves.map(\.to), "is moved to"),
        ] {
            let counts = Dictionary(positions.map { ($0, 1) }, uniquingKeysWith: +)
            for position in counts.filter({ $0.value > 1 }).keys.sorted() {
                report(.duplicate, "\(name(position)) \(verb) more than once.")
            }
        }
    }

    private mutating func checkExist<Position: Comparable>(
        _ deletes: Set<Position>, _ inserts: Set<Position>, moves: [(from: Position, to: Position)],
        _ name: (Position) -> String, inOld: (Position) -> Bool, inNew: (Position) -> Bool
    ) {
        for (positions, verb) in [
            (deletes.sorted(), "is deleted or reloaded"), (moves.map(\.from), "moves"),
        ] {
            for position in positions where !inOld(position) {
                report(.notInOldTable, "\(name(position)) \(verb), but is not in the old table.")
            }
        }
        for (positions, verb) in [
            (inserts.sorted(), "is inserted or reloaded"), (moves.map(\.to), "is moved to"),
        ] {
            for position in positions where !inNew(position) {
                report(.notInNewTable, "\(name(position)) \(verb), but is not in the new table.")
            }
        }
    }

    private mutating func checkMoves<Position: Hashable>(
        _ moves: [(from: Position, to: Position)], _ deletes: Set<Position>, _ inserts: Set<Position>,
        _ name: (Position) -> String
    ) {
        for (from, to) in moves {
            if deletes.contains(from) {
                report(.deleteAndMove, "\(name(from)) is deleted or reloaded, and moves.")
            }
            if inserts.contains(to) {
                report(.insertAndMove, "\(name(to)) is inserted or reloaded, and is moved to.")
            }
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
        // A row that stays in its section, wherever that moves, changes no count.
        let moves = batch.rowMoves.filter { targets[$0.from.section] != $0.to.section }
        let deleted = Self.countsBySection(rowDeletes, in: old)
        let inserted = Self.countsBySection(rowInserts, in: new)
        let movedOut = Self.countsBySection(Set(moves.map(\.from)), in: old)
        let movedIn = Self.countsBySection(Set(moves.map(\.to)), in: new)
        for case (let section, let origin?) in origins.enumerated() {
            let (oldCount, newCount) = (old[origin].visibleRowCount, new[section].visibleRowCount)
            let (plus, minus) = (inserted[section, default: 0], deleted[origin, default: 0])
            let (arrived, left) = (movedIn[section, default: 0], movedOut[origin, default: 0])
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

    /// Compares what the batch makes of the old ids and items with the new ones, position by position.
    ///
    /// A moved section takes its rows along as they are: surfaces lose the operations on its rows, or crash.
    private mutating func checkContent(_ origins: BatchOrigins) {
        let moved = Set(batch.sectionMoves.map(\.to))
        for case (let section, let origin?) in origins.sections.enumerated() {
            let (oldSection, newSection) = (old[origin], new[section])
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
