import Foundation
import TableAgent
import TableAgentTesting

/// The operations of a batch, with UIKit's checks.
struct UpdateBatch {
    var operations = TableBatch()

    var isEmpty: Bool { operations == TableBatch() }

    /// Returns the exceptions that UIKit would raise for the row counts before and after the batch.
    ///
    /// The check has no ids, so it can't detect a row with another row's content.
    func faults(from old: [Int], to new: [Int]) -> [String] {
        let violations = BatchSimulator(from: Self.table(old), to: Self.table(new)).violations(of: operations)
        return violations.filter { $0.kind != .staleContent }.map { "Invalid update: \($0.description)" }
    }

    private static func table(_ counts: [Int]) -> TableInfo {
        TableInfo(
            sections: counts.map { count in
                TableSection(id: 0, rows: Rows(Array(0..<count), id: \.self, as: CountedLine.self))
            })
    }
}

/// The item of a row about which only its existence is known.
private enum CountedLine: GridLineItem {
    static func fill(_ line: inout GridLine, with number: Int) {}
}

extension UpdateBatch {
    mutating func deleteRows(_ paths: [IndexPath]) { operations.rowDeletes += paths.map(RowPosition.init) }
    mutating func insertRows(_ paths: [IndexPath]) { operations.rowInserts += paths.map(RowPosition.init) }
    mutating func reloadRows(_ paths: [IndexPath]) { operations.rowReloads += paths.map(RowPosition.init) }
    mutating func moveRow(_ from: IndexPath, _ to: IndexPath) {
        operations.rowMoves.append(.init(from: RowPosition(from), to: RowPosition(to)))
    }
    mutating func deleteSections(_ sections: IndexSet) { operations.sectionDeletes += sections }
    mutating func insertSections(_ sections: IndexSet) { operations.sectionInserts += sections }
    mutating func reloadSections(_ sections: IndexSet) { operations.sectionReloads += sections }
    mutating func moveSection(_ from: Int, _ to: Int) {
        operations.sectionMoves.append(.init(from: from, to: to))
    }
}

extension RowPosition {
    init(_ path: IndexPath) { self.init(section: path.section, row: path.row) }
}

/// The new position of each section and row after a legal batch, or `nil` for a reloaded one.
struct UpdatePlan {
    private var sectionTargets: [Int: Int] = [:]
    private var rowTargets: [RowPosition: RowPosition] = [:]

    init(_ batch: UpdateBatch, from old: [Int], to new: [Int]) {
        let play = Play(batch.operations)
        let moves = batch.operations.sectionMoves
        for move in moves { sectionTargets[move.from] = move.to }
        let taken = Set(moves.map(\.to)).union(play.sectionInserts)
        let free = new.indices.filter { !taken.contains($0) }
        let rest = old.indices.filter { sectionTargets[$0] == nil && !play.sectionDeletes.contains($0) }
        for (section, target) in zip(rest, free) { sectionTargets[section] = target }

        for move in batch.operations.rowMoves { rowTargets[move.from] = move.to }
        let occupied = Set(rowTargets.values).union(play.rowInserts)
        for (section, target) in sectionTargets {
            let staying = Self.places(section, old).filter {
                rowTargets[$0] == nil && !play.rowDeletes.contains($0)
            }
            let free = Self.places(target, new).filter { !occupied.contains($0) }
            for (from, to) in zip(staying, free) { rowTargets[from] = to }
        }
    }

    func target(ofSection section: Int) -> Int? { sectionTargets[section] }

    func target(of path: IndexPath) -> IndexPath? {
        rowTargets[RowPosition(path)].map { IndexPath(row: $0.row, section: $0.section) }
    }

    private static func places(_ section: Int, _ counts: [Int]) -> [RowPosition] {
        (0..<counts[section]).map { RowPosition(section: section, row: $0) }
    }
}

/// The deletes and inserts of a batch, including those of its reloads.
private struct Play {
    var sectionDeletes: Set<Int>
    var sectionInserts: Set<Int>
    var rowDeletes: Set<RowPosition>
    var rowInserts: Set<RowPosition>

    init(_ batch: TableBatch) {
        sectionDeletes = Set(batch.sectionDeletes)
        sectionInserts = Set(batch.sectionInserts)
        rowDeletes = Set(batch.rowDeletes)
        rowInserts = Set(batch.rowInserts)
        let (deletes, inserts) = (sectionDeletes, sectionInserts)
        for section in batch.sectionReloads {
            sectionDeletes.insert(section)
            sectionInserts.insert(Self.shifted(section, deletes, inserts))
        }
        let (gone, new) = (rowDeletes, rowInserts)
        for place in batch.rowReloads {
            rowDeletes.insert(place)
            let section = Self.shifted(place.section, deletes, inserts)
            let row = Self.shifted(
                place.row, Set(gone.filter { $0.section == place.section }.map(\.row)),
                Set(new.filter { $0.section == section }.map(\.row)))
            rowInserts.insert(RowPosition(section: section, row: row))
        }
    }

    private static func shifted(_ number: Int, _ deletes: Set<Int>, _ inserts: Set<Int>) -> Int {
        inserts.sorted().reduce(number - deletes.count { $0 < number }) { $1 <= $0 ? $0 + 1 : $0 }
    }
}
