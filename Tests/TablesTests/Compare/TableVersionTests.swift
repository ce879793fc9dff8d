import TableAgent
import Testing

@testable import tables

struct DuplicateKeyTests {
    @Test func `Rows with equal keys are paired in order`() throws {
        let comparison = try Comparison("id,v\na,1\nb,2\na,3\n", "id,v\nx,0\na,1\na,4\nb,2\na,5\n")
        #expect(comparison.changes.rowInserts.pairs == [[0, 0], [0, 4]])
        #expect(comparison.changes.rowUpdates.pairs == [[0, 2]])
        #expect(comparison.changes.rowMoves.count == 1)
        #expect(comparison.changes.count == 4)
    }

    @Test func `A warning names the first row that repeats a key, and counts the others`() throws {
        let comparison = try Comparison("id\na\nb\n\na\na\n", "id\nb\u{1B}\nb\u{1B}\n")
        let advice =
            "rows with one key are paired in their order, so add a column to --key that tells them apart"
        #expect(
            comparison.warnings == [
                "warning: old:5: the key 'a' is on line 2, too; 2 rows repeat a key; \(advice)",
                "warning: new:3: the key 'b\\u{1B}' is on line 2, too; \(advice)",
            ])
        #expect(try Comparison("id\na\n", "id\na\nb\n").warnings.isEmpty)
    }

    @Test func `Keys are duplicates only within one group`() throws {
        let comparison = try Comparison("id,g\n1,a\n1,b\n1,a\n", "id,g\n1,a\n", groupBy: "g")
        #expect(comparison.warnings.count == 1)
        #expect(comparison.warnings[0].hasPrefix("warning: old:4: the key '1' is on line 2, too"))
    }
}
