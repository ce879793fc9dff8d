import TableAgent
import TableAgentTesting
import Testing

/// Batches known from bug reports, with the outcome that the reports tell.
struct BatchSimulatorKnownCaseTests {
    /// rdar://27041784: the reload hits the section that took the place of the moved one.
    @Test func `A reload of a row in a moved section makes an invalid count`() {
        let kinds = violations(from: ["A": ["a"], "B": ["b"]], to: ["B": ["b"], "A": ["a"]]) {
            $0.rowReloads = [.at(0, 0)]
            $0.sectionMoves = [.init(from: 0, to: 1)]
        }
        #expect(kinds == [.rowCount, .rowCount])
    }

    /// rdar://33662307: "attempt to delete and move".
    @Test func `A reload and a move of one row are a delete and a move`() {
        let kinds = violations(from: ["A": ["a", "b"]], to: ["A": ["b", "a"]]) {
            $0.rowReloads = [.at(0, 0)]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 1))]
        }
        #expect(kinds == [.deleteAndMove])
    }

    /// Instagram/IGListKit#690: "attempt to perform an insert and a move to the same section (4)".
    @Test func `A reloaded section can be inserted where another one moves to`() throws {
        var batch = TableBatch()
        batch.sectionMoves = [.init(from: 2, to: 4)]
        batch.sectionReloads = [3]
        batch.sectionDeletes = [4]
        batch.sectionInserts = [2]
        let simulator = BatchSimulator(
            from: ["A": [], "B": [], "C": [], "D": [], "E": []],
            to: ["A": [], "B": [], "N": [], "D": [], "C": []])

        let found = simulator.violations(of: batch)
        #expect(found.map(\.kind) == [.insertAndMove])
        #expect(try #require(found.first).description.contains("Section 4"))
    }

    /// Instagram/IGListKit#691: the surface crashes, though all numbers add up.
    @Test func `An insert into a moved section is lost`() {
        let rows: [BatchTable.Row] = ["1", "2", "3"]
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
    @Test func `A row does not leave a section that moves to its own place`() {
        let kinds = violations(from: ["A": [], "B": ["b"]], to: ["A": ["b"], "B": []]) {
            $0.sectionMoves = [.init(from: 1, to: 1)]
            $0.rowMoves = [.init(from: .at(1, 0), to: .at(0, 0))]
        }
        #expect(kinds == [.staleContent])
    }

    @Test func `A row reloaded below one that moves away is filled at the wrong place`() {
        let kinds = violations(from: ["A": ["a", "b", "c", "d"]], to: ["A": ["b", "c", "d", "a"]]) {
            $0.rowReloads = [.at(0, 1)]
            $0.rowMoves = [.init(from: .at(0, 0), to: .at(0, 3))]
        }
        #expect(kinds == [.staleContent])
    }
}
