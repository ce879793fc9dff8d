import TableAgent
import Testing

/// Tests of changes that a surface would refuse.
struct TableChangesFaultTests {
    private let old = TableInfo.fruits(["A": ["a", "b"], "B": ["c"]])
    private let new = TableInfo.fruits(["A": ["a", "b"], "B": ["c"]])

    private func fault(_ change: (inout TableChanges) -> Void) -> String? {
        TableChanges.with(change).fault(from: old, to: new)
    }

    @Test func `Legal changes have no fault`() {
        #expect(fault { _ in } == nil)
        #expect(
            fault {
                $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 1))]
                $0.rowUpdates = [.at(1, 0)]
                $0.headUpdates = [0, 1]
                $0.footUpdates = [1]
            } == nil)
        #expect(
            fault {
                $0.sectionDeletes = [0]
                $0.sectionInserts = [0]
            } == nil)
    }

    @Test(arguments: [[2], [-1], [1, 0], [0, 0]])
    func `Heads and feet that are out of range, unordered, or repeated are a fault`(numbers: [Int]) {
        #expect(fault { $0.headUpdates = numbers }?.contains("head") == true)
        #expect(fault { $0.footUpdates = numbers }?.contains("foot") == true)
    }

    @Test func `A head of an inserted section is a fault`() {
        let fault = fault {
            ($0.sectionDeletes, $0.sectionInserts) = ([0], [0])
            $0.headUpdates = [0]
        }
        #expect(fault?.contains("head") == true)
    }

    @Test(arguments: [[.at(0, 2)], [.at(2, 0)], [.at(0, -1)], [.at(0, 0), .at(0, 0)]] as [[RowPosition]])
    func `Rows that are out of range or repeated are a fault`(rows: [RowPosition]) {
        #expect(fault { $0.rowDeletes = rows } != nil)
        #expect(fault { $0.rowInserts = rows } != nil)
        #expect(fault { $0.rowUpdates = rows } != nil)
    }

    @Test func `Section and row counts that do not match are a fault`() {
        #expect(fault { $0.sectionDeletes = [0] }?.contains("2 sections") == true)
        #expect(fault { $0.rowDeletes = [.at(1, 0)] }?.contains("Section 1") == true)
    }
}
