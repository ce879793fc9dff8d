import TableAgent
import TableAgentTesting
import Testing

/// Each check has batches that violate it and nothing else.
struct BatchSimulatorCheckTests {
    // Check 1: reloads.

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

    // Check 2: deletes.

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

    @Test func `A delete must be of a section before`() {
        let kinds = violations(from: ["A": []], to: ["A": []]) { $0.sectionDeletes = [1] }
        #expect(kinds == [.outOfBoundsBefore])
    }

    @Test(arguments: [RowPosition.at(0, 1), .at(1, 0), .at(0, -1)])
    func `A delete must be of a row before`(row: RowPosition) {
        let table: BatchTable = ["A": ["a"]]

        #expect(violations(from: table, to: table) { $0.rowDeletes = [row] } == [.outOfBoundsBefore])
    }

    // Check 3: inserts.

    @Test func `A section can't be inserted and moved to`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": [], "C": [], "A": []]) {
            $0.sectionInserts = [1]
            $0.sectionMoves = [.init(from: 0, to: 1)]
        }
        #expect(kinds == [.insertAndMove])
    }

    @Test func `A row can't be inserted and moved to`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b", "a", "c"]]) {
            $0.rowInserts = [.at(0, 1)]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 1))]
        }
        #expect(kinds == [.insertAndMove])
    }

    @Test func `An insert must be of a section after`() {
        let kinds = violations(from: ["A": []], to: ["A": []]) { $0.sectionInserts = [1] }
        #expect(kinds == [.outOfBoundsAfter])
    }

    @Test(arguments: [RowPosition.at(0, 1), .at(1, 0), .at(0, -1)])
    func `An insert must be of a row after`(row: RowPosition) {
        let table: BatchTable = ["A": ["a"]]

        #expect(violations(from: table, to: table) { $0.rowInserts = [row] } == [.outOfBoundsAfter])
    }

    // Check 4: rows that move between sections that don't stay.

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

    // Check 5: moves and duplicates.

    @Test func `A moved section must be one before`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": [], "A": []]) {
            $0.sectionMoves = [.init(from: 2, to: 0)]
        }
        #expect(kinds == [.outOfBoundsBefore])
    }

    @Test func `A section must move to a place after`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": [], "A": []]) {
            $0.sectionMoves = [.init(from: 0, to: 2)]
        }
        #expect(kinds == [.outOfBoundsAfter])
    }

    @Test func `A moved row must be one before`() {
        let kinds = violations(from: ["A": ["a"]], to: ["A": ["a"]]) {
            $0.rowMoves = [.init(from: .at(0, 1), to: .at(0, 0))]
        }
        #expect(kinds == [.outOfBoundsBefore])
    }

    @Test func `A row must move to a place after`() {
        let kinds = violations(from: ["A": ["a"]], to: ["A": ["a"]]) {
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 1))]
        }
        #expect(kinds == [.outOfBoundsAfter])
    }

    @Test func `A section can't move twice`() {
        let kinds = violations(from: ["A": [], "B": []], to: ["B": [], "A": []]) {
            $0.sectionMoves = [.init(from: 0, to: 0), .init(from: 0, to: 1)]
        }
        #expect(kinds == [.duplicate])
    }

    @Test func `Two sections can't move to one place`() {
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

    @Test func `Two rows can't move to one place`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b", "a"]]) {
            $0.rowMoves = [
                .init(from: .at(0, 0), to: .at(0, 1)), .init(from: .at(0, 1), to: .at(0, 1)),
            ]
        }
        #expect(kinds == [.duplicate])
    }

    @Test func `No operation on sections may be there twice`() {
        let (one, two): (BatchTable, BatchTable) = (["A": ["a"]], ["A": ["a"], "B": []])

        #expect(violations(from: two, to: one) { $0.sectionDeletes = [1, 1] } == [.duplicate])
        #expect(violations(from: one, to: two) { $0.sectionInserts = [1, 1] } == [.duplicate])
        #expect(violations(from: one, to: one) { $0.sectionReloads = [0, 0] } == [.duplicate])
    }

    @Test func `No operation on rows may be there twice`() {
        let (one, two): (BatchTable, BatchTable) = (["A": ["a"]], ["A": ["a", "b"]])
        let (first, second) = (RowPosition.at(0, 0), RowPosition.at(0, 1))

        #expect(violations(from: two, to: one) { $0.rowDeletes = [second, second] } == [.duplicate])
        #expect(violations(from: one, to: two) { $0.rowInserts = [second, second] } == [.duplicate])
        #expect(violations(from: one, to: one) { $0.rowReloads = [first, first] } == [.duplicate])
    }

    // Checks 6 and 7: counts.

    @Test func `The number of sections must add up`() {
        let (one, two): (BatchTable, BatchTable) = (["A": ["a"]], ["A": ["a"], "B": []])

        #expect(violations(from: one, to: two) { _ in } == [.sectionCount])
        #expect(violations(from: two, to: one) { _ in } == [.sectionCount])
        #expect(violations(from: two, to: two) { $0.sectionDeletes = [0] } == [.sectionCount])
    }

    @Test func `The number of rows must add up`() {
        let (one, two): (BatchTable, BatchTable) = (["A": ["a"]], ["A": ["a", "b"]])

        #expect(violations(from: one, to: two) { _ in } == [.rowCount])
        #expect(violations(from: two, to: one) { _ in } == [.rowCount])
        #expect(violations(from: two, to: two) { $0.rowInserts = [.at(0, 1)] } == [.rowCount])
    }

    @Test func `A row that moves counts in both of its sections`() {
        let table: BatchTable = ["A": ["a"], "B": ["b"]]
        let kinds = violations(from: table, to: table) {
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(1, 0))]
        }
        #expect(kinds == [.rowCount, .rowCount])
    }

    // Check 8: content.

    @Test func `A row must not show the content of another one`() {
        #expect(violations(from: ["A": ["a", "b"]], to: ["A": ["a", "c"]]) { _ in } == [.staleContent])
    }

    @Test func `A row must not be shown by the view of another item`() {
        let (old, new) = (ItemType(StaleLine.self), ItemType(StaleTotal.self))
        let kinds = violations(
            from: ["A": [.init(id: "a", item: old)]], to: ["A": [.init(id: "a", item: new)]]
        ) { _ in }
        #expect(kinds == [.staleContent])
    }

    @Test func `A section must not show the head of another one`() {
        #expect(violations(from: ["A": ["a"]], to: ["B": ["a"]]) { _ in } == [.staleContent])
    }

    @Test func `A delete of the wrong row is found`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b"]]) { $0.rowDeletes = [.at(0, 1)] }
        #expect(kinds == [.staleContent])
    }
}

private enum StaleLine: GridLineItem {
    static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
}

private enum StaleTotal: GridLineItem {
    static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
}
