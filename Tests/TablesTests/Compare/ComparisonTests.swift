import TableAgent
import TableSurfaces
import Testing

@testable import tables

struct ComparisonTests {
    private let old = "id,v\na,1\nb,2\nc,3\nd,4\n"

    @Test func `Equal files have no changes`() throws {
        #expect(try Comparison(old, old).changes == TableChanges())
    }

    @Test func `Added, removed, and changed rows are found by their key`() throws {
        let changes = try Comparison(old, "id,v\nx,0\na,1\nc,33\nd,4\n").changes
        #expect(changes.rowInserts.pairs == [[0, 0]])
        #expect(changes.rowDeletes.pairs == [[0, 1]])
        #expect(changes.rowUpdates.pairs == [[0, 2]])
        #expect(changes.count == 3)
    }

    @Test func `A moved row is one move, and can also be changed`() throws {
        let changes = try Comparison(old, "id,v\nd,44\na,1\nb,2\nc,3\n").changes
        #expect(changes.rowMoves.pairs == [[[0, 3], [0, 0]]])
        #expect(changes.rowUpdates.pairs == [[0, 0]])
        #expect(changes.count == 2)
    }

    @Test func `Groups are sections, and a row in another group is moved`() throws {
        let changes = try Comparison(
            "id,g\n1,a\n2,b\n3,a\n4,b\n", "id,g\n1,a\n2,a\n3,a\n4,b\n", groupBy: "g"
        ).changes
        #expect(changes.rowMoves.pairs == [[[1, 0], [0, 1]]])
        #expect(changes.rowUpdates.pairs == [[0, 1]])
        #expect(changes.count == 2)
    }

    @Test func `Patterns select and remove compared columns of either version`() throws {
        func columns(_ list: String...) throws -> [String] {
            try Comparison("id,v,old\n1,2,3\n", "id,v,new_v\n1,2,3\n", columns: list).columns
        }
        #expect(try columns("*v") == ["id", "v", "new_v"])
        #expect(try columns("-v", "-id") == ["id", "old", "new_v"])
        #expect(throws: InputError.self) { try columns("*w") }
    }

    @Test func `Added and removed groups are sections without rows of their own`() throws {
        let changes = try Comparison("id,g\n1,a\n2,b\n", "id,g\n2,b\n3,c\n4,c\n", groupBy: "g").changes
        #expect(changes.sectionDeletes == [0])
        #expect(changes.sectionInserts == [1])
        #expect(changes.count == 2)
    }

    @Test func `Equal keys in two groups are two rows`() throws {
        let comparison = try Comparison("id,g,v\n1,a,x\n1,b,y\n", "id,g,v\n1,a,x\n1,b,z\n", groupBy: "g")
        #expect(comparison.changes.rowUpdates.pairs == [[1, 0]])
        #expect(comparison.changes.count == 1)
        #expect(comparison.warnings.isEmpty)
    }

    @Test func `Keys and groups with different code points are different, even if they look alike`() throws {
        let changes = try Comparison("id\né\n", "id\ne\u{301}\n").changes
        #expect(changes.rowInserts.pairs == [[0, 0]] && changes.rowDeletes.pairs == [[0, 0]])
        #expect(try Comparison("id\né\ne\u{301}\n", "id\né\n").warnings.isEmpty)
        let groups = try Comparison("id,g\n1,é\n2,e\u{301}\n", "id,g\n1,é\n", groupBy: "g").changes
        #expect(groups.sectionDeletes == [1] && groups.count == 1)
        let columns = try Comparison("id,é\n1,2\n", "id,e\u{301}\n1,2\n")
        #expect(columns.addedColumns.count == 1 && columns.removedColumns.count == 1)
        #expect(throws: InputError.self) { try Comparison("id,é\n", "id,é\n", columns: ["e\u{301}"]) }
        let titles = try Comparison("é,e\u{301}\n1,2\n", "é,e\u{301}\n1,2\n", key: "é", columns: ["e\u{301}"])
        #expect(titles.columns.map(\.utf8.count) == [2, 3])
    }

    @Test func `Columns are compared by name, regardless of their order`() throws {
        #expect(try Comparison("id,v,w\n1,2,3\n", "w,id,v\n3,1,2\n").changes.isEmpty)
    }

    @Test func `A word in a numeric column changes only its own row`() throws {
        let changes = try Comparison("id,v\n1,5\n2,6\n3,\n", "id,v\n1,5\n2,six\n3,\n").changes
        #expect(changes.rowUpdates.pairs == [[0, 1]])
    }

    @Test func `Files of different formats can contain equal tables`() throws {
        let json = #"[{"id": "a", "v": 1}, {"id": "b", "v": null}, {"id": "c", "v": true}]"#
        let comparison = try Comparison("id,v\na,1\nb,\nc,true\n", json, newFormat: .json)
        #expect(comparison.changes.isEmpty)
    }

    @Test func `JSON values of different kinds are different`() throws {
        let changes = try Comparison(
            #"[{"id":1,"v":5},{"id":2,"v":""},{"id":3,"v":true},{"id":4,"v":null},{"id":5,"v":"x"}]"#,
            #"[{"id":1,"v":"5"},{"id":2,"v":null},{"id":3,"v":"true"},{"id":4},{"id":5,"v":"x"}]"#, as: .json
        ).changes
        #expect(changes.rowUpdates.pairs == [[0, 0], [0, 1], [0, 2]])
    }

    @Test func `Values with equal beginnings are different`() throws {
        #expect(try Comparison("id,v\n1,ab\n", "id,v\n1,abc\n").changes.rowUpdates.pairs == [[0, 0]])
        #expect(try Comparison("id,v\n1,ab\n", "id,v\n1,ax\n").changes.rowUpdates.pairs == [[0, 0]])
    }

    @Test func `Only chosen columns, the key, and the group are compared`() throws {
        let comparison = try Comparison(
            "id,g,v,w\n1,a,2,3\n2,a,2,3\n", "id,g,v,w\n1,a,2,0\n2,a,0,3\n", groupBy: "g", columns: ["w"])
        #expect(comparison.columns == ["id", "g", "w"])
        #expect(comparison.changes.rowUpdates.pairs == [[0, 0]])
    }

    @Test func `An empty file is a version without rows`() throws {
        let filled = #"[{"id": 1}, {"id": 2}]"#
        #expect(try Comparison("[]", filled, as: .json).changes.rowInserts.pairs == [[0, 0], [0, 1]])
        #expect(try Comparison(filled, "[]", as: .json).changes.rowDeletes.pairs == [[0, 0], [0, 1]])
        #expect(try Comparison("[]", filled, as: .json, groupBy: "id").changes.sectionInserts == [0, 1])
        #expect(try Comparison("id\n", "id\n1\n").changes.rowInserts.pairs == [[0, 0]])
        #expect(try Comparison("[]", "[]", as: .json).changes.isEmpty)
    }

    @Test(arguments: [
        ("id,v\n", "v\n", "id", nil, "new: there is no column 'id'"),
        ("v\n", "id,v\n", "id", nil, "old: there is no column 'id'"),
        ("Id,v\n", "id,v\n", "id", nil, "old: there is no column 'id'; did you mean 'Id'?"),
        ("id,v\n", "id,v\n", "v", "x", "old: there is no column 'x'"),
        ("id,x\n", "id,v\n", "v", "x", "old: there is no column 'v'"),
        ("id,x\n", "id,v\n", "id", "x", "new: there is no column 'x'"),
    ])
    func `A missing key or group column in one file is an error`(
        old: String, new: String, key: String, group: String?, message: String
    ) {
        let error = #expect(throws: InputError.self) { try Comparison(old, new, key: key, groupBy: group) }
        #expect(error?.description.hasPrefix(message) == true)
    }

    @Test func `A chosen column that neither file has is an error`() throws {
        let columns = ["v", "w", "amuont"]
        let error = #expect(throws: InputError.self) {
            try Comparison("id,v\n", "id,w,amount\n", columns: columns)
        }
        #expect(error?.description.contains("'amuont'; did you mean 'amount'?") == true)
    }
}

struct ComparedColumnTests {
    @Test(arguments: [
        ("id,a,b", "id,a,b", ["id", "a", "b"]),
        ("id,a,b", "id,b,a", ["id", "b", "a"]),
        ("id,a,b", "id,b", ["id", "a", "b"]),
        ("a,b,id", "id,c", ["a", "b", "id", "c"]),
        ("id,a,x,y", "c,a,d,id", ["c", "a", "x", "y", "d", "id"]),
    ])
    func `A removed column keeps its position`(old: String, new: String, names: [String]) throws {
        let comparison = try Comparison(old + "\n", new + "\n")
        #expect(comparison.columns == names)
        for source in [comparison.old.source, comparison.new.source] {
            #expect(source.columns == names.map { source.table.columns.firstIndex(of: $0) })
        }
    }

    @Test func `A new column changes the rows that have a value in it`() throws {
        let comparison = try Comparison("id\n1\n2\n", "id,v\n1,\n2,x\n")
        #expect(comparison.addedColumns == ["v"])
        #expect(comparison.removedColumns.isEmpty)
        #expect(comparison.changes.rowUpdates.pairs == [[0, 1]])
    }

    @Test func `A removed column changes the rows that had a value in it`() throws {
        let comparison = try Comparison("id,v\n1,\n2,x\n", "id\n1\n2\n")
        #expect(comparison.addedColumns.isEmpty)
        #expect(comparison.removedColumns == ["v"])
        #expect(comparison.changes.rowUpdates.pairs == [[0, 1]])
    }

    @Test func `The columns of an empty file are neither added nor removed`() throws {
        let comparison = try Comparison("[]", #"[{"id": 1, "v": 2}]"#, as: .json)
        #expect(comparison.addedColumns.isEmpty)
    }
}

/// Comparisons of the rows that meet conditions.
struct ConditionalComparisonTests {
    private let old = "id,v,n\na,open,1\nb,open,2\nc,paid,3\n"
    private let new = "id,v,n\na,open,1\nb,paid,2\nc,open,4\n"

    @Test func `A row that meets the conditions in one version only is added or removed`() throws {
        let comparison = try Comparison(old, new, conditions: ["v = open"])
        #expect(ChangeReport(comparison).summary == "1 added, 1 removed")
        #expect(comparison.changes.rowInserts.pairs == [[0, 1]])
        #expect(comparison.changes.rowDeletes.pairs == [[0, 1]])
    }

    @Test func `Rows keep the numbers of their files`() throws {
        let report = try ChangeReport(Comparison(old, new, conditions: ["n > 2"]))
        let change = try #require(report.rows[.changed]?.first)
        #expect([change.old?.row, change.new?.row] == [2, 2])
    }

    @Test func `Rows that the conditions leave out have no keys`() throws {
        let old = "id,v\na,paid\na,open\n"
        let comparison = try Comparison(old, "id,v\na,open\n", conditions: ["v = open"])
        #expect(comparison.isEmpty)
        #expect(comparison.warnings.isEmpty)
    }

    @Test func `Groups without a row that meets the conditions are in no version`() throws {
        let comparison = try Comparison(old, new, groupBy: "v", conditions: ["n < 2"])
        #expect(comparison.isEmpty)
        #expect(comparison.new.groups.map(\.name?.description) == ["open"])
    }

    @Test(arguments: [
        ("id\n1\n", "id,v\n1,x\n", "old: there is no column 'v'; the columns are id"),
        ("id,v\n1,x\n", "id\n1\n", "new: there is no column 'v'; the columns are id"),
        ("id,v = x\n1,2\n", "id,v\n1,2\n", "new: there is no column 'v = x'; the columns are id, v"),
        ("id\n1\n", "id\n1\n", "new: there is no column 'v'; the columns are id"),
    ])
    func `A condition needs a column of both versions`(old: String, new: String, message: String) throws {
        let error = #expect(throws: InputError.self) {
            try Comparison(old, new, conditions: ["v = x = 2"])
        }
        #expect(error?.description.hasPrefix(message) == true)
    }

    @Test func `A version without columns has no rows that could lack the column of a condition`() throws {
        let rows = #"[{"id": 1, "v": 1}, {"id": 2, "v": 2}]"#
        let comparison = try Comparison("[]", rows, as: .json, conditions: ["v = 2"])
        #expect(ChangeReport(comparison).summary == "1 added")
    }
}

extension Comparison {
    /// Compares two texts as the files `old` and `new`.
    init(
        _ old: String, _ new: String, as format: InputFormat = .csv, newFormat: InputFormat? = nil,
        key: String = "id", groupBy: String? = nil, columns: [String]? = nil, conditions: [String] = [],
        tolerance: Tolerance = Tolerance()
    ) throws {
        let newFile = InputFile(name: "new", bytes: Array(new.utf8))
        try self.init(
            from: SourceTable(reading: InputFile(name: "old", bytes: Array(old.utf8)), as: format),
            to: SourceTable(reading: newFile, as: newFormat ?? format),
            keys: [key], groupBy: groupBy, columns: columns, conditions: conditions, tolerance: tolerance)
    }

    /// The warnings about rows with duplicate keys.
    var warnings: [String] { [old.warning, new.warning].compactMap(\.self) }

    /// The text for people, with an ASCII border.
    var text: String {
        get throws { try TextFormat(border: .ascii).string(of: ChangeReformer().reform(ChangeReport(self))) }
    }
}

extension [RowPosition] {
    /// The positions in the notation of JSON, `[section, row]`.
    var pairs: [[Int]] { map { [$0.section, $0.row] } }
}

extension [TableChanges.RowMove] {
    /// The old and new positions of the moves.
    var pairs: [[[Int]]] { map { [$0.from, $0.to].pairs } }
}
