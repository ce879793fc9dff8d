import TableAgent
import TableSurfaces
import Testing

@testable import tables

struct ChangeReformerTests {
    @Test func `Each kind of change has a section with its count`() throws {
        let text = try Comparison(
            "id,name,n\na,Oslo,1\nb,Rome,2\nc,Bari,3\nd,Linz,4\n",
            "id,name,n\nd,Linz,5\na,Oslo,1\nx,Bern,7\nc,,3\n"
        ).text
        #expect(
            text == """
                +---+-----+-----+----+---------+---+
                |   | Old | New | id | name    | n |
                +---+-----+-----+----+---------+---+
                | Added (1 row)                    |
                | + |     |   3 | x  | Bern    | 7 |
                +---+-----+-----+----+---------+---+
                | Removed (1 row)                  |
                | - |   2 |     | b  | Rome    | 2 |
                +---+-----+-----+----+---------+---+
                | Moved (1 row, 1 of them changed) |
                | - |   4 |     | d  | Linz    | 4 |
                | + |     |   1 |    |         | 5 |
                +---+-----+-----+----+---------+---+
                | Changed (1 row)                  |
                | - |   3 |     | c  | Bari    | 3 |
                | + |     |   4 |    | (empty) |   |
                +---+-----+-----+----+---------+---+
                | 2 changed, 1 added, 1 removed    |
                +----------------------------------+

                """)
    }

    @Test func `Added, removed, and moved groups have sections too, with their inner changes`() throws {
        let text = try Comparison(
            "id,g\n1,a\n2,a\n3,b\n4,c\n5,d\n6,d\n7,d\n", "id,g\n5,d\n6,d\n7,d\n1,a\n9,a\n4,\n", groupBy: "g"
        ).text
        #expect(
            text == """
                +---+-----+-----+----+--------------+
                |   | Old | New | id | g            |
                +---+-----+-----+----+--------------+
                | Added g: (empty) (1 row)          |
                | + |     |   6 |  4 |              |
                +---+-----+-----+----+--------------+
                | Removed g: b (1 row)              |
                | - |   3 |     |  3 | b            |
                +---+-----+-----+----+--------------+
                | Removed g: c (1 row)              |
                | - |   4 |     |  4 | c            |
                +---+-----+-----+----+--------------+
                | Moved g: a (2 rows)               |
                +-----------------------------------+
                | Added (1 row)                     |
                | + |     |   5 |  9 | a            |
                +---+-----+-----+----+--------------+
                | Removed (1 row)                   |
                | - |   2 |     |  2 | a            |
                +---+-----+-----+----+--------------+
                | 2 added, 3 removed, 1 group moved |
                +-----------------------------------+

                """)
    }

    @Test func `A row in another group is a moved row`() throws {
        let text = try Comparison(
            "id,g\n1,a\n2,b\n3,a\n4,b\n", "id,g\n1,a\n2,a\n3,a\n4,b\n", groupBy: "g"
        ).text
        #expect(text.contains("| Moved (1 row, 1 of them changed) |"))
        #expect(text.contains("| - |   2 |     |  2 | b           |\n| + |     |   2 |    | a           |\n"))
    }

    @Test func `Rows follow the order of their groups, even if a group moved`() throws {
        let comparison = try Comparison(
            "id,g,v\n1,a,0\n2,b,0\n3,a,0\n4,b,0\n", "id,g,v\n2,b,1\n1,a,1\n3,a,1\n4,b,1\n", groupBy: "g")
        let report = ChangeReport(comparison)
        #expect(report.groups[.moved]?.count == 1)
        #expect(
            report.rows[.changed, default: []].map(\.position).pairs == [[0, 0], [0, 1], [1, 0], [1, 1]])
    }

    @Test func `Equal versions are one line`() throws {
        let comparison = try Comparison("id\n1\n", "id\n1\n")
        let table = ChangeReformer().reform(ChangeReport(comparison))
        #expect(try TextFormat(border: .none).string(of: table) == "No changes.\n")
    }

    @Test func `A new column without values is a change, but not of rows`() throws {
        let text = try Comparison("id,a,b\n1,,\n", "id,c\n1,\n").text
        #expect(
            text == """
                +---+-----+-----+----+---+---+---+
                |   | Old | New | id | a | b | c |
                +---+-----+-----+----+---+---+---+
                | Added column: c                |
                +--------------------------------+
                | Removed columns: a, b          |
                +--------------------------------+
                | 3 columns added or removed     |
                +--------------------------------+

                """)
    }
}

struct ChangeLineTests {
    private func lines(_ comparison: Comparison) throws -> [[(shown: String, role: GridRole)]] {
        var result: [[(String, GridRole)]] = []
        var line = GridLine()
        for section in ChangeReformer().reform(ChangeReport(comparison)).sections {
            try section.rows.fillLines(&line) { line, _ in
                result.append(line.cells.indices.map { (line.shown(at: $0), line.cells[$0].role) })
            }
        }
        return result
    }

    @Test func `Only differing values of a changed row are highlighted, in both versions`() throws {
        let lines = try lines(Comparison("id,v,w\n1,a,b\n2,x,x\n", "id,v,w\n1,a,c\n2,y,x\n"))
        #expect(
            lines.map { $0.map(\.shown) }.prefix(2) == [
                ["-", "1", "", "1", "a", "b"], ["+", "", "1", "", "", "c"],
            ])
        #expect(lines[0].map(\.role) == [.negative, .negative, .negative, .muted, .muted, .negative])
        #expect(lines[1].map(\.role) == [.positive, .positive, .positive, .muted, .muted, .positive])
    }

    @Test func `A moved row shows both of its numbers`() throws {
        let line = try #require(try lines(Comparison("id\n1\n2\n3\n", "id\n3\n1\n2\n")).first)
        #expect(line.map(\.shown) == ["→", "3", "1", "3"])
        #expect(line.map(\.role) == [.warning, .warning, .warning, .muted])
    }

    @Test func `Added rows are positive, and removed rows are negative`() throws {
        let lines = try lines(Comparison("id\n1\n2\n", "id\n1\n3\n"))
        #expect(lines.map { $0.map(\.shown) } == [["+", "", "2", "3"], ["-", "2", "", "2"]])
        #expect(
            lines.map { $0.map(\.role) } == [
                [GridRole](repeating: .positive, count: 4), [GridRole](repeating: .negative, count: 4),
            ])
    }

    @Test(arguments: [
        (#""a""#, #""b""#, "a", "b"),
        ("1", "2.0", "1", "2.0"),
        ("5", #""5""#, "5", #""5""#),
        (#""true""#, "true", #""true""#, "true"),
        (#""""#, "null", #""""#, "null"),
        ("null", "false", "(empty)", "false"),
        (#""a""#, #""a ""#, #""a""#, #""a ""#),
        (#""a""#, #"" b""#, "a", #"" b""#),
        (#""a\nb""#, #""c""#, "a\nb", "c"),
        (#"" ""#, #""""#, #"" ""#, "(empty)"),
        (#""café""#, #""cafe\u0301""#, #""caf\u{00E9}""#, #""cafe\u{0301}""#),
        (#""a b""#, #""a\u00a0b""#, #""a b""#, #""a\u{00A0}b""#),
        (#""ab""#, #""a\u200bb""#, #""ab""#, #""a\u{200B}b""#),
        (#""a ""#, #""a\t""#, #""a ""#, #""a\t""#),
        (#""""#, #""\u200b""#, "(empty)", #""\u{200B}""#),
    ])
    func `A change shows both values so that they can be distinguished`(
        old: String, new: String, oldShown: String, newShown: String
    ) throws {
        let comparison = try Comparison(
            #"[{"id": 1, "v": \#(old)}]"#, #"[{"id": 1, "v": \#(new)}]"#, as: .json)
        #expect(try lines(comparison).map { $0.last?.shown } == [oldShown, newShown])
    }
}

struct ChangeColumnTests {
    private let old = "id,a,b,g,c\n1,x,2,u,3\n2,y,3,v,4\n"
    private let new = "id,a,b,g,c\n1,x,5,u,3\n2,y,3,v,4\n3,z,3,v,4\n"

    private func titles(
        _ reformer: ChangeReformer, _ new: String, groupBy: String? = nil
    ) throws -> [String] {
        let comparison = try Comparison(old, new, groupBy: groupBy)
        return reformer.reform(ChangeReport(comparison)).columns.dropFirst(3).map(\.title)
    }

    @Test func `People see the key, the group, the changed columns, and the number of hidden columns`() throws
    {
        #expect(try titles(ChangeReformer(), new) == ["id", "b"])
        #expect(try titles(ChangeReformer(), new, groupBy: "g") == ["id", "b", "g"])
        #expect(try Comparison(old, new).text.contains("| 3 unchanged columns not shown"))
    }

    @Test func `All columns are shown on request, to programs, and if no value changed`() throws {
        let all = ["id", "a", "b", "g", "c"]
        #expect(try titles(ChangeReformer(showsAllColumns: true), new) == all)
        #expect(try titles(ChangeReformer(isForPrograms: true), new) == all)
        #expect(try titles(ChangeReformer(), old + "3,z,3,v,4\n") == all)
        #expect(try !Comparison(old, old + "3,z,3,v,4\n").text.contains("not shown"))
    }
}

struct ChangeLimitTests {
    private let old = "id,g,v\na,x,1\nb,x,2\nc,x,3\nd,x,4\n"
    private let new = "id,g,v\na,x,5\nb,x,6\nc,x,7\ne,x,8\n"

    private func text(limit: Int) throws -> String {
        let table = try ChangeReformer(limit: limit).reform(ChangeReport(Comparison(old, new)))
        return try TextFormat(border: .ascii).string(of: table)
    }

    @Test func `The first changes of the report are shown, with their counts and a remark about the others`()
        throws
    {
        #expect(
            try text(limit: 3) == """
                +---+-----+-----+-----------+---+
                |   | Old | New | id        | v |
                +---+-----+-----+-----------+---+
                | Added (1 row)                 |
                | + |     |   4 | e         | 8 |
                +---+-----+-----+-----------+---+
                | Removed (1 row)               |
                | - |   4 |     | d         | 4 |
                +---+-----+-----+-----------+---+
                | Changed (3 rows)              |
                | - |   1 |     | a         | 1 |
                | + |     |   1 |           | 5 |
                +---+-----+-----+-----------+---+
                | 2 more changes not shown      |
                +-------------------------------+
                | 1 unchanged column not shown  |
                +-------------------------------+
                | 3 changed, 1 added, 1 removed |
                +-------------------------------+

                """)
    }

    @Test(arguments: [(1, "4 more changes not shown"), (4, "1 more change not shown")])
    func `The remark counts the changes that are not shown`(limit: Int, remark: String) throws {
        #expect(try text(limit: limit).contains("| \(remark) "))
    }

    @Test(arguments: [5, .max])
    func `A limit that no change exceeds has no effect`(limit: Int) throws {
        #expect(try text(limit: limit) == Comparison(old, new).text)
    }

    @Test func `The rows of a group that was added count, too`() throws {
        let comparison = try Comparison("id,g\n1,a\n", "id,g\n1,a\n2,b\n3,b\n4,c\n", groupBy: "g")
        let table = ChangeReformer(limit: 1).reform(ChangeReport(comparison))
        #expect(table.sections.map(\.rows.count) == [1, 0])
    }

    @Test func `Data has the first changes alone`() throws {
        let report = try ChangeReport(Comparison(old, new))
        let rows = try CSVFormat().string(of: ChangeReformer(isForPrograms: true, limit: 3).reform(report))
            .split(separator: "\r\n")
        #expect(
            rows == [
                "change,old_row,new_row,id,g,v", "added,,4,e,x,8", "removed,4,,d,x,4",
                "changed from,1,,a,x,1",
                "changed to,,1,a,x,5",
            ])
    }
}

struct ChangeDataTests {
    private func csv(_ old: String, _ new: String) throws -> String {
        let report = try ChangeReport(Comparison(old, new))
        return try CSVFormat().string(of: ChangeReformer(isForPrograms: true).reform(report))
            .replacing("\r\n", with: "\n")
    }

    @Test func `A data row contains its kind of change, its numbers, and all values`() throws {
        #expect(
            try csv(
                "id,name,n\na,Oslo,1\nb,Rome,2\nc,Bari,3\nd,Linz,4\ne,Graz,5\n",
                "id,name,n\nd,Linz,5\ne,Graz,5\na,Oslo,1\nx,Bern,7\nc,,3\n") == """
                    change,old_row,new_row,id,name,n
                    added,,4,x,Bern,7
                    removed,2,,b,Rome,2
                    moved from,4,,d,Linz,4
                    moved to,,1,d,Linz,5
                    moved,5,2,e,Graz,5
                    changed from,3,,c,Bari,3
                    changed to,,5,c,,3

                    """)
    }

    @Test func `Without changes, data contains only titles`() throws {
        #expect(try csv("id\n1\n", "id\n1\n") == "change,old_row,new_row,id\n")
    }
}
