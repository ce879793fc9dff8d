import Foundation
import TableAgent
import TableAgentTesting

/// The operations of a batch, checked as UIKit checks them.
struct UpdateBatch {
    var operations = TableBatch()

    var isEmpty: Bool { operations == TableBatch() }

    /// What UIKit would raise, given the numbers of rows before and after.
    ///
    /// It knows no ids, so that a row with another row's content is none of its business.
    func faults(from old: [Int], to new: [Int]) -> [String] {
        let violations = BatchSimulator(from: Self.table(old), to: Self.table(new)).violations(of: operations)
        return violations.filter { $0.kind != .staleContent }.map { "Invalid update: \($0.description)" }
    }

    private static func table(_ counts: [Int]) -> BatchTable {
        BatchTable(
            counts.map { BatchTable.Section(id: 0, rows: (0..<$0).map { BatchTable.Row(id: AnyID($0)) }) })
    }
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
