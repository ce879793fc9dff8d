import TableAgent
import TableAgentTesting
import Testing

struct BatchSimulatorTests {
    @Test func `An empty batch between equal tables is legal`() {
        let table: ShortTable = ["A": ["a", "b"], "B": []]

        #expect(violations(from: table, to: table) { _ in } == [])
    }

    @Test func `Deletes use old positions, and inserts use new positions`() {
        let kinds = violations(from: ["A": ["a", "b", "c", "d"]], to: ["A": ["x", "b", "d", "y"]]) {
            $0.rowDeletes = [.at(0, 0), .at(0, 2)]
            $0.rowInserts = [.at(0, 0), .at(0, 3)]
        }
        #expect(kinds == [])
    }

    @Test func `Sections and rows can change in one batch`() {
        let kinds = violations(
            from: ["A": ["a"], "B": ["b", "c"], "C": ["d"]], to: ["N": ["n"], "B": ["c"], "C": ["b", "d"]]
        ) {
            $0.sectionDeletes = [0]
            $0.sectionInserts = [0]
            $0.rowMoves = [.init(from: .at(1, 0), to: .at(2, 0))]
        }
        #expect(kinds == [])
    }

    @Test func `Moved sections are assigned first, and the others fill the gaps in order`() {
        let kinds = violations(
            from: ["A": [], "B": [], "C": [], "D": []], to: ["B": [], "D": [], "N": [], "A": []]
        ) {
            $0.sectionDeletes = [2]
            $0.sectionInserts = [2]
            $0.sectionMoves = [.init(from: 0, to: 3)]
        }
        #expect(kinds == [])
    }

    @Test func `A row that moves with its section and within it does not change the count`() {
        let kinds = violations(from: ["A": ["a", "b"], "B": []], to: ["B": [], "A": ["a", "b"]]) {
            $0.sectionMoves = [.init(from: 0, to: 1)]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(1, 0))]
        }
        #expect(kinds == [])
    }

    @Test func `Deletes of rows in a deleted section are ignored`() {
        let kinds = violations(from: ["A": ["a"], "B": ["b"]], to: ["B": ["b"]]) {
            $0.sectionDeletes = [0]
            $0.rowDeletes = [.at(0, 0)]
        }
        #expect(kinds == [])
    }

    @Test func `A reload shows the new row at the position after deletes and inserts`() {
        let kinds = violations(from: ["A": ["a", "b", "c"]], to: ["A": ["x", "y", "c", "z"]]) {
            $0.rowDeletes = [.at(0, 0)]
            $0.rowReloads = [.at(0, 1)]
            $0.rowInserts = [.at(0, 0), .at(0, 3)]
        }
        #expect(kinds == [])
    }

    @Test func `A reload of a section shows its new rows`() {
        let kinds = violations(from: ["A": ["a"], "B": ["b"]], to: ["N": [], "A": ["c", "d"], "B": ["b"]]) {
            $0.sectionReloads = [0]
            $0.sectionInserts = [0]
        }
        #expect(kinds == [])
    }

    @Test func `A batch contains the structural part of changes`() {
        var changes = TableChanges()
        changes.sectionDeletes = [1]
        changes.sectionInserts = [2]
        changes.rowDeletes = [.at(0, 1)]
        changes.rowInserts = [.at(0, 2)]
        changes.rowMoves = [.init(from: .at(0, 3), to: .at(0, 4))]
        changes.rowUpdates = [.at(0, 5)]
        changes.headUpdates = [0]

        var batch = TableBatch()
        batch.sectionDeletes = [1]
        batch.sectionInserts = [2]
        batch.rowDeletes = [.at(0, 1)]
        batch.rowInserts = [.at(0, 2)]
        batch.rowMoves = [.init(from: .at(0, 3), to: .at(0, 4))]
        #expect(TableBatch(changes) == batch)
    }

    @Test func `The rows of a collapsed section don't count`() {
        let table = TableInfo.numbers(1, 2)
        var collapsed = table
        collapsed.sections[0].isCollapsed = true
        var batch = TableBatch()
        #expect(BatchSimulator(from: collapsed, to: collapsed).violations(of: batch).isEmpty)
        #expect(BatchSimulator(from: table, to: collapsed).violations(of: batch).map(\.kind) == [.rowCount])
        batch.rowDeletes = [.at(0, 0), .at(0, 1)]
        #expect(BatchSimulator(from: table, to: collapsed).violations(of: batch).isEmpty)
        let kinds = BatchSimulator(from: collapsed, to: collapsed).violations(of: batch).map(\.kind)
        #expect(kinds == [.notInOldTable, .notInOldTable])
    }

    @Test func `A violation describes the problem and its position`() {
        let (old, new): (ShortTable, ShortTable) = (["A": ["a"]], ["A": ["a", "b"]])
        let simulator = BatchSimulator(from: old.table, to: new.table)
        var batch = TableBatch()
        #expect(
            simulator.violations(of: batch).map(\.description) == [
                "Section 0 has 2 rows after, not 1: 1 before, 0 inserted, 0 deleted, 0 moved in, 0 moved out."
            ])
        batch.sectionDeletes = [1]
        batch.rowInserts = [.at(0, 1), .at(0, 1)]
        #expect(
            simulator.violations(of: batch).map(\.description) == [
                "Section 1 is deleted, reloaded, or moved, but is not in the old table.",
                "The row at section 0, row 1 is inserted more than once.",
            ])
    }
}
