import TableAgent
import Testing

@testable import TableDemo

struct ComparedColumnTests {
    @Test(arguments: [
        ("id,a,b", "id,a,b", ["id", "a", "b"]),
        ("id,a,b", "id,b,a", ["id", "b", "a"]),
        ("id,a,b", "id,b", ["id", "a", "b"]),
        ("a,b,id", "id,c", ["a", "b", "id", "c"]),
        ("id,a,x,y", "c,a,d,id", ["c", "a", "x", "y", "d", "id"]),
    ])
    func `A column that is gone stands where it stood`(old: String, new: String, names: [String]) throws {
        let comparison = try Comparison(old + "\n", new + "\n")
        #expect(comparison.columns.map(\.name) == names)
        let (old, new) = (comparison.old.source.table, comparison.new.source.table)
        #expect(comparison.columns.map(\.old) == names.map { old.columns.firstIndex(of: $0) })
        #expect(comparison.columns.map(\.new) == names.map { new.columns.firstIndex(of: $0) })
    }

    @Test func `A new column changes the rows that have a value in it`() throws {
        let comparison = try Comparison("id\n1\n2\n", "id,v\n1,\n2,x\n")
        #expect(comparison.addedColumns == ["v"])
        #expect(comparison.removedColumns.isEmpty)
        #expect(comparison.changes.rowUpdates.pairs == [[0, 1]])
    }

    @Test func `A column that is gone changes the rows that had a value in it`() throws {
        let comparison = try Comparison("id,v\n1,\n2,x\n", "id\n1\n2\n")
        #expect(comparison.addedColumns.isEmpty)
        #expect(comparison.removedColumns == ["v"])
        #expect(comparison.changes.rowUpdates.pairs == [[0, 1]])
    }

    @Test func `Columns of an empty file are not said to come or go`() throws {
        let comparison = try Comparison("[]", #"[{"id": 1, "v": 2}]"#, as: .json)
        #expect(comparison.addedColumns.isEmpty)
    }
}
