import TableAgent
import TableAgentTesting
import Testing

/// Each test has batches that cause only its own kind of violation.
struct BatchViolationTests {
    // MARK: Reloads

    @Test func `A section can't be deleted and reloaded`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": []]) {
            $0.sectionDeletes = [0]
            $0.sectionReloads = [0]
        }
        #expect(kinds == [.deleteAndReload])
    }

    @Test func `A row can't be deleted and reloaded`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b"]]) {
            $0.rowDeletes = [.at(0, 0)]
            $0.rowReloads = [.at(0, 0)]
        }
        #expect(kinds == [.deleteAndReload])
    }

    @Test func `A row can't be reloaded in a deleted section`() {
        let kinds = violations(from: ["A": ["a"], "B": []], to: ["B": []]) {
            $0.sectionDeletes = [0]
            $0.rowReloads = [.at(0, 0)]
        }
        #expect(kinds == [.deleteAndReload])
    }

    // MARK: Deletes

    @Test func `A section can't be deleted and moved`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": []]) {
            $0.sectionDeletes = [0]
            $0.sectionMoves = [.init(from: 0, to: 0)]
        }
        #expect(kinds == [.deleteAndMove])
    }

    @Test func `A row can't be deleted and moved`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b"]]) {
            $0.rowDeletes = [.at(0, 0)]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 0))]
        }
        #expect(kinds == [.deleteAndMove])
    }

    @Test func `A deleted section must exist in the old table`() {
        let kinds = violations(from: ["A": []], to: ["A": []]) { $0.sectionDeletes = [1] }
        #expect(kinds == [.notInOldTable])
    }

    @Test(arguments: [RowPosition.at(0, 1), .at(1, 0), .at(0, -1)])
    func `A deleted row must exist in the old table`(row: RowPosition) {
        let table: ShortTable = ["A": ["a"]]

        #expect(violations(from: table, to: table) { $0.rowDeletes = [row] } == [.notInOldTable])
    }

    // MARK: Inserts

    @Test func `A section can't be both inserted and the target of a move`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": [], "C": [], "A": []]) {
            $0.sectionInserts = [1]
            $0.sectionMoves = [.init(from: 0, to: 1)]
        }
        #expect(kinds == [.insertAndMove])
    }

    @Test func `A row can't be both inserted and the target of a move`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b", "a", "c"]]) {
            $0.rowInserts = [.at(0, 1)]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 1))]
        }
        #expect(kinds == [.insertAndMove])
    }

    @Test func `An inserted section must exist in the new table`() {
        let kinds = violations(from: ["A": []], to: ["A": []]) { $0.sectionInserts = [1] }
        #expect(kinds == [.notInNewTable])
    }

    @Test(arguments: [RowPosition.at(0, 1), .at(1, 0), .at(0, -1)])
    func `An inserted row must exist in the new table`(row: RowPosition) {
        let table: ShortTable = ["A": ["a"]]

        #expect(violations(from: table, to: table) { $0.rowInserts = [row] } == [.notInNewTable])
    }

    // MARK: Moves between deleted or inserted sections

    @Test func `A row can't move out of a deleted section`() {
        let kinds = violations(from: ["A": ["a"], "B": ["b"]], to: ["B": ["a", "b"]]) {
            $0.sectionDeletes = [0]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 0))]
        }
        #expect(kinds == [.moveFromDeletedSection])
    }

    @Test func `A row can't move into an inserted section`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b"], "B": ["a"]]) {
            $0.sectionInserts = [1]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(1, 0))]
        }
        #expect(kinds == [.moveToInsertedSection])
    }

    // MARK: Moves and duplicates

    @Test func `A moved section must exist in the old table`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": [], "A": []]) {
            $0.sectionMoves = [.init(from: 2, to: 0)]
        }
        #expect(kinds == [.notInOldTable])
    }

    @Test func `A section must move to a position in the new table`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": [], "A": []]) {
            $0.sectionMoves = [.init(from: 0, to: 2)]
        }
        #expect(kinds == [.notInNewTable])
    }

    @Test func `A moved row must exist in the old table`() {
        let kinds = violations(from: ["A": ["a"]], to: ["A": ["a"]]) {
            $0.rowMoves = [.init(from: .at(0, 1), to: .at(0, 0))]
        }
        #expect(kinds == [.notInOldTable])
    }

    @Test func `A row must move to a position in the new table`() {
        let kinds = violations(from: ["A": ["a"]], to: ["A": ["a"]]) {
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 1))]
        }
        #expect(kinds == [.notInNewTable])
    }

    @Test func `A section can't move twice`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": [], "A": []]) {
            $0.sectionMoves = [.init(from: 0, to: 0), .init(from: 0, to: 1)]
        }
        #expect(kinds == [.duplicate])
    }

    @Test func `Two sections can't move to the same index`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": [], "A": []]) {
            $0.sectionMoves = [.init(from: 0, to: 1), .init(from: 1, to: 1)]
        }
        #expect(kinds == [.duplicate])
    }

    @Test func `A row can't move twice`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b", "a"]]) {
            $0.rowMoves = [
                .init(from: .at(0, 0), to: .at(0, 0)), .init(from: .at(0, 0), to: .at(0, 1)),
            ]
        }
        #expect(kinds == [.duplicate])
    }

    @Test func `Two rows can't move to the same position`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b", "a"]]) {
            $0.rowMoves = [
                .init(from: .at(0, 0), to: .at(0, 1)), .init(from: .at(0, 1), to: .at(0, 1)),
            ]
        }
        #expect(kinds == [.duplicate])
    }

    @Test func `An operation on a section can't be listed twice`() {
        let (one, two): (ShortTable, ShortTable) = (["A": ["a"]], ["A": ["a"], "B": []])

        #expect(violations(from: two, to: one) { $0.sectionDeletes = [1, 1] } == [.duplicate])
        #expect(violations(from: one, to: two) { $0.sectionInserts = [1, 1] } == [.duplicate])
        #expect(violations(from: one, to: one) { $0.sectionReloads = [0, 0] } == [.duplicate])
    }

    @Test func `An operation on a row can't be listed twice`() {
        let (one, two): (ShortTable, ShortTable) = (["A": ["a"]], ["A": ["a", "b"]])
        let (first, second) = (RowPosition.at(0, 0), RowPosition.at(0, 1))

        #expect(violations(from: two, to: one) { $0.rowDeletes = [second, second] } == [.duplicate])
        #expect(violations(from: one, to: two) { $0.rowInserts = [second, second] } == [.duplicate])
        #expect(violations(from: one, to: one) { $0.rowReloads = [first, first] } == [.duplicate])
    }

    // MARK: Counts

    @Test func `The number of sections must match the batch`() {
        let (one, two): (ShortTable, ShortTable) = (["A": ["a"]], ["A": ["a"], "B": []])

        #expect(violations(from: one, to: two) { _ in } == [.sectionCount])
        #expect(violations(from: two, to: one) { _ in } == [.sectionCount])
        #expect(violations(from: two, to: two) { $0.sectionDeletes = [0] } == [.sectionCount])
    }

    @Test func `The number of rows must match the batch`() {
        let (one, two): (ShortTable, ShortTable) = (["A": ["a"]], ["A": ["a", "b"]])

        #expect(violations(from: one, to: two) { _ in } == [.rowCount])
        #expect(violations(from: two, to: one) { _ in } == [.rowCount])
        #expect(violations(from: two, to: two) { $0.rowInserts = [.at(0, 1)] } == [.rowCount])
    }

    @Test func `A move between sections changes the counts of both`() {
        let table: ShortTable = ["A": ["a"], "B": ["b"]]
        let kinds = violations(from: table, to: table) {
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(1, 0))]
        }
        #expect(kinds == [.rowCount, .rowCount])
    }

    // MARK: Content

    @Test func `A row must not show the content of another one`() {
        #expect(violations(from: ["A": ["a", "b"]], to: ["A": ["a", "c"]]) { _ in } == [.staleContent])
    }

    @Test func `A row must not be shown by the view of another item`() {
        func table(_ row: Row) -> TableInfo { TableInfo { TableSection(id: "A") { row } } }
        let simulator = BatchSimulator(
            from: table(Row(1, id: "a", as: NumberLine.self)),
            to: table(Row("1", id: "a", as: LabelItem.self)))
        #expect(simulator.violations(of: TableBatch()).map(\.kind) == [.staleContent])
    }

    @Test func `A section must not show the head of another one`() {
        #expect(violations(from: ["A": ["a"]], to: ["B": ["a"]]) { _ in } == [.staleContent])
    }

    @Test func `A delete of the wrong row is a violation`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b"]]) { $0.rowDeletes = [.at(0, 1)] }
        #expect(kinds == [.staleContent])
    }

    // MARK: Batches from bug reports, with the reported outcome

    /// rdar://27041784: the reload hits the section that now has the index of the moved section.
    @Test func `A reload of a row in a moved section causes an invalid count`() {
        let kinds = violations(from: ["A": ["a"], "B": ["b"]], to: ["B": ["b"], "A": ["a"]]) {
            $0.rowReloads = [.at(0, 0)]
            $0.sectionMoves = [.init(from: 0, to: 1)]
        }
        #expect(kinds == [.rowCount, .rowCount])
    }

    /// rdar://33662307: "attempt to delete and move".
    @Test func `A reload and a move of one row violate the delete-and-move rule`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b", "a"]]) {
            $0.rowReloads = [.at(0, 0)]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 1))]
        }
        #expect(kinds == [.deleteAndMove])
    }

    /// Instagram/IGListKit#690: "attempt to perform an insert and a move to the same section (4)".
    @Test func `A reloaded section can't be inserted at the target of a move`() throws {
        var batch = TableBatch()
        batch.sectionMoves = [.init(from: 2, to: 4)]
        batch.sectionReloads = [3]
        batch.sectionDeletes = [4]
        batch.sectionInserts = [2]
        let old: ShortTable = ["A": [], "B": [], "C": [], "D": [], "E": []]
        let new: ShortTable = ["A": [], "B": [], "N": [], "D": [], "C": []]
        let simulator = BatchSimulator(from: old.table, to: new.table)

        let found = simulator.violations(of: batch)
        #expect(found.map(\.kind) == [.insertAndMove])
        #expect(try #require(found.first).description.contains("Section 4"))
    }

    /// Instagram/IGListKit#691: the surface crashes, although all counts are correct.
    @Test func `An insert into a moved section is lost`() {
        let rows: [String] = ["1", "2", "3"]
        let kinds = violations(
            from: [
                "A": rows, "B": rows, "C": rows, "D": rows, "E": rows, "F": rows, "G": rows, "H": rows,
            ],
            to: [
                "N": rows, "D": ["new"] + rows, "A": rows, "B": rows, "C": rows, "E": rows, "F": rows,
                "G": rows, "H": rows,
            ]
        ) {
            $0.rowInserts = [.at(1, 0)]
            $0.sectionInserts = [0]
            $0.sectionMoves = [.init(from: 3, to: 1)]
        }
        #expect(kinds == [.staleContent])
    }

    /// rdar://48941906: "request for index path for global index 1 when there are only 1 items".
    @Test func `A row can't leave a section that moves to its own index`() {
        let kinds = violations(from: ["A": [], "B": ["b"]], to: ["A": ["b"], "B": []]) {
            $0.sectionMoves = [.init(from: 1, to: 1)]
            $0.rowMoves = [.init(from: .at(1, 0), to: .at(0, 0))]
        }
        #expect(kinds == [.staleContent])
    }

    @Test func `A row reloaded below a row that moves away shows the wrong content`() {
        let kinds = violations(from: ["A": ["a", "b", "c", "d"]], to: ["A": ["b", "c", "d", "a"]]) {
            $0.rowReloads = [.at(0, 1)]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 3))]
        }
        #expect(kinds == [.staleContent])
    }
}
