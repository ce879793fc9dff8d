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
        #expect(report.movedGroups.count == 1)
        #expect(report.changed.map(\.position).pairs == [[0, 0], [0, 1], [1, 0], [1, 1]])
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
