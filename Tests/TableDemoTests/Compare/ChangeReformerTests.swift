import TableAgent
import TableSurfaces
import Testing

@testable import TableDemo

struct ChangeReformerTests {
    @Test func `Each kind of change has a section with its count`() throws {
        let text = try Comparison(
            "id,name,n\na,Oslo,1\nb,Rome,2\nc,Bari,3\nd,Linz,4\n",
            "id,name,n\nd,Linz,5\na,Oslo,1\nx,Bern,7\nc,,3\n"
        ).text
        #expect(
            text == """
                +-------+----+----------------+-------+
                |   Row | id | name           |     n |
                +-------+----+----------------+-------+
                | Added (1 row)                       |
                +-------+----+----------------+-------+
                |     3 | x  | Bern           |     7 |
                +-------+----+----------------+-------+
                | Removed (1 row)                     |
                +-------+----+----------------+-------+
                |     2 | b  | Rome           |     2 |
                +-------+----+----------------+-------+
                | Moved (1 row, 1 of them changed)    |
                +-------+----+----------------+-------+
                | 4 → 1 | d  | Linz           | 4 → 5 |
                +-------+----+----------------+-------+
                | Changed (1 row)                     |
                +-------+----+----------------+-------+
                |     4 | c  | Bari → (empty) |     3 |
                +-------+----+----------------+-------+

                """)
    }

    @Test func `Groups that come, go and move have sections too, with what changed inside`() throws {
        let text = try Comparison(
            "id,g\n1,a\n2,a\n3,b\n4,c\n5,d\n6,d\n7,d\n", "id,g\n5,d\n6,d\n7,d\n1,a\n9,a\n4,\n", groupBy: "g"
        ).text
        #expect(
            text == """
                +-----+----+---------------+
                | Row | id | g             |
                +-----+----+---------------+
                | Added g: (empty) (1 row) |
                +-----+----+---------------+
                |   6 |  4 |               |
                +-----+----+---------------+
                | Removed g: b (1 row)     |
                +-----+----+---------------+
                |   3 |  3 | b             |
                +-----+----+---------------+
                | Removed g: c (1 row)     |
                +-----+----+---------------+
                |   4 |  4 | c             |
                +-----+----+---------------+
                | Moved g: a (2 rows)      |
                +--------------------------+
                | Added (1 row)            |
                +-----+----+---------------+
                |   5 |  9 | a             |
                +-----+----+---------------+
                | Removed (1 row)          |
                +-----+----+---------------+
                |   2 |  2 | a             |
                +-----+----+---------------+

                """)
    }

    @Test func `A row that changes its group is a moved row`() throws {
        let text = try Comparison(
            "id,g\n1,a\n2,b\n3,a\n4,b\n", "id,g\n1,a\n2,a\n3,a\n4,b\n", groupBy: "g"
        ).text
        #expect(text.contains("| Moved (1 row, 1 of them changed) |"))
        #expect(text.contains("| 2 → 2 |  2 | b → a               |"))
    }

    @Test func `Rows come in the order of their groups, moved or not`() throws {
        let comparison = try Comparison(
            "id,g,v\n1,a,0\n2,b,0\n3,a,0\n4,b,0\n", "id,g,v\n2,b,1\n1,a,1\n3,a,1\n4,b,1\n", groupBy: "g")
        let report = ChangeReport(comparison)
        #expect(report.groups[.moved]?.count == 1)
        #expect(
            report.rows[.changed, default: []].map(\.position).pairs == [[0, 0], [0, 1], [1, 0], [1, 1]])
    }

    @Test func `Nothing changed is one line`() throws {
        let comparison = try Comparison("id\n1\n", "id\n1\n")
        let table = ChangeReformer().reform(ChangeReport(comparison))
        #expect(try TextFormat(border: .none).string(of: table) == "No changes.\n")
    }

    @Test func `A column without values that came is a change, if not of rows`() throws {
        let text = try Comparison("id,a,b\n1,,\n", "id,c\n1,\n").text
        #expect(
            text == """
                +-----+----+---+---+----+
                | Row | id | a | b | c  |
                +-----+----+---+---+----+
                | Added column: c       |
                +-----------------------+
                | Removed columns: a, b |
                +-----------------------+

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

    @Test func `Only what changed is highlighted in a changed row`() throws {
        let line = try #require(try lines(Comparison("id,v,w\n1,a,b\n", "id,v,w\n1,a,c\n")).first)
        #expect(line.map(\.shown) == ["1", "1", "a", "b → c"])
        #expect(line.map(\.role) == [.muted, .muted, .muted, .warning])
    }

    @Test func `A moved row shows both its numbers`() throws {
        let line = try #require(try lines(Comparison("id\n1\n2\n3\n", "id\n3\n1\n2\n")).first)
        #expect(line.map(\.shown) == ["3 → 1", "3"])
        #expect(line.map(\.role) == [.warning, .muted])
    }

    @Test func `Added rows are positive and removed rows negative`() throws {
        let lines = try lines(Comparison("id\n1\n2\n", "id\n1\n3\n"))
        #expect(lines.map { $0.map(\.shown) } == [["2", "3"], ["2", "2"]])
        #expect(lines.map { $0.map(\.role) } == [[.positive, .positive], [.negative, .negative]])
    }

    @Test(arguments: [
        (#""a""#, #""b""#, "a → b"),
        ("1", "2.0", "1 → 2.0"),
        ("5", #""5""#, #"5 → "5""#),
        (#""true""#, "true", #""true" → true"#),
        (#""""#, "null", #""" → null"#),
        ("null", "false", "(empty) → false"),
        (#""a""#, #""a ""#, #"a → "a ""#),
        (#""a\nb""#, #""c""#, "a\nb\n→ c"),
        (#"" ""#, #""""#, #"" " → (empty)"#),
    ])
    func `A change shows both values so that they can be told apart`(
        old: String, new: String, shown: String
    ) throws {
        let comparison = try Comparison(
            #"[{"id": 1, "v": \#(old)}]"#, #"[{"id": 1, "v": \#(new)}]"#, as: .json)
        let line = try #require(try lines(comparison).first)
        #expect(line.last?.shown == shown)
    }
}
