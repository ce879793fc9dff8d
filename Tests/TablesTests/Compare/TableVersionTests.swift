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

    @Test func `A warning names the file, both lines and the key`() throws {
        let comparison = try Comparison("id\na\nb\n\na\na\n", "id\nb\u{1B}\nb\u{1B}\n")
        #expect(
            comparison.warnings == [
                "warning: old:5: the key 'a' is on line 2 too; rows with one key are paired in their order",
                "warning: old:6: the key 'a' is on line 2 too; rows with one key are paired in their order",
                "warning: new:3: the key 'b\\u{1B}' is on line 2 too; "
                    + "rows with one key are paired in their order",
            ])
    }

    @Test func `Further warnings are counted`() throws {
        let rows = String(repeating: "a\n", count: 12)
        let comparison = try Comparison("id\n" + rows, "id\n" + rows + "a\n")
        #expect(comparison.warnings.count == 22)
        #expect(comparison.warnings[9].hasPrefix("warning: old:12: "))
        #expect(
            comparison.warnings[10] == "warning: old: 1 more row has a key that is on other lines too")
        #expect(
            comparison.warnings[21] == "warning: new: 2 more rows have keys that are on other lines too")
    }

    @Test func `Keys are duplicates only within one group`() throws {
        let comparison = try Comparison("id,g\n1,a\n1,b\n1,a\n", "id,g\n1,a\n", groupBy: "g")
        #expect(comparison.warnings.count == 1)
        #expect(comparison.warnings[0].hasPrefix("warning: old:4: the key '1' is on line 2 too"))
    }
}
