import Foundation
import TableAgent
import TableAgentTesting

/// Where each section and row on show goes by a legal batch; what is reloaded goes nowhere.
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

/// The deletes and inserts of a batch, with those that its reloads come down to.
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
