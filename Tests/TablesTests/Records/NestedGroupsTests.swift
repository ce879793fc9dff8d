import RandomTesting
import TableAgent
import TableSurfaces
import Testing

@testable import tables

struct NestedGroupsTests {
    private static let csv = """
        region,status,amount
        South,open,1.5
        North,open,2
        South,paid,3
        North,late,
        South,open,6
        ,open,7

        """

    private func text(_ reformer: RecordsReformer, _ csv: String = csv) throws -> String {
        try TextFormat(border: .none).string(of: reformer.reform(InputFixture.table(csv, as: .csv)))
            .split(separator: "\n").map { line in line.split(separator: " ").joined(separator: " ") }
            .filter { $0.contains { $0.isLetter || $0.isNumber } }.joined(separator: "\n")
    }

    private static let groups = RowSelection(groupBy: ["region", "status"])

    @Test func `Sections of one outer value follow each other, and their total follows them`() throws {
        var reformer = RecordsReformer(selection: Self.groups, sums: .sums("amount"), showsGroupColumn: false)
        reformer.columns = ["region", "amount"]
        #expect(
            try text(reformer) == """
                region amount
                region: South · status: open (2 rows)
                South 1.5
                South 6
                Total 7.5
                region: South · status: paid (1 row)
                South 3
                Total 3
                Total South 10.5
                region: North · status: open (1 row)
                North 2
                Total 2
                region: North · status: late (1 row)
                North
                Total 0
                Total North 2
                region: (empty) · status: open (1 row)
                7
                Total 7
                Total (empty) 7
                Grand total 19.5
                """)
    }

    @Test func `Sections without sums have ids of their own`() throws {
        let csv = "a,b\nx,\"y\"\"\"\n\"x\"\"\",y\nx · y,\n\"x, y\",\nx,\"y, \"\nx,y\n"
        let selection = RowSelection(groupBy: ["a", "b"])
        let table = try RecordsReformer(selection: selection).reform(InputFixture.table(csv, as: .csv))
        #expect(table.rowCount == 6 && table.sections.count == 6)
        #expect(Set(table.sections.map(\.id)).count == 6)
        #expect(Set(table.sections.map(\.id.description)).count == 6)
    }

    @Test func `Totals have those of each outer value below its rows`() throws {
        var reformer = RecordsReformer(
            selection: Self.groups, sums: [Aggregate(function: .count, column: "")] + .sums("amount"),
            showsTotals: true)
        reformer.sums.append(Aggregate(function: .mean, column: "amount"))
        reformer.sums.append(Aggregate(function: .max, column: "amount"))
        #expect(
            try text(reformer) == """
                region status count amount mean amount max amount
                South open 2 7.5 3.750 6
                South paid 1 3 3.000 3
                Total South 3 10.5 3.500 6
                North open 1 2 2.000 2
                North late 1 0
                Total North 2 2 2.000 2
                open 1 7 7.000 7
                Total (empty) 1 7 7.000 7
                Grand total 6 19.5 3.900 7
                """)
        reformer.selection.order.columns = ["count:desc", "region"]
        #expect(
            try text(reformer).hasPrefix(
                """
                region status count amount mean amount max amount
                South open 2 7.5 3.750 6
                North open 1 2 2.000 2
                North late 1 0
                South paid 1 3 3.000 3
                open 1 7
                """))
        #expect(try !text(reformer).contains("Total "))
        reformer.selection.order = RowOrder(limit: 1)
        #expect(try text(reformer).split(separator: "\n").count == 2)
    }

    @Test func `Programs read the rows of totals without those of outer values`() throws {
        let reformer = RecordsReformer(selection: Self.groups, sums: .sums("amount"), showsTotals: true)
        let info = try reformer.reform(InputFixture.table(Self.csv, as: .csv))
        #expect(
            try TSVFormat().string(of: info) == """
                region\tstatus\tamount
                South\topen\t7.5
                South\tpaid\t3
                North\topen\t2
                North\tlate\t0
                \topen\t7

                """)
        #expect(
            try JSONFormat().string(of: info).hasSuffix(
                """
                  {"id": "", "rows": [
                    {"region": "", "status": "open", "amount": 7}
                  ], "foot": {"amount": 7}}
                ], "total": {"amount": 19.5}}

                """))
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `Groups of random rows equal those of a plain model`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rows = (0..<Int.random(in: 1...60, using: &random)).map { _ in
            (
                path: (0..<3).map { _ in random.text(of: ["a", "b"]).prefix(1) }.map { String($0) },
                n: Int.random(in: 0...99, using: &random)
            )
        }
        /// Returns the labels and sums of groups, and of outer values after them.
        func lines(_ rows: [(path: [String], n: Int)], level: Int) -> [String] {
            var values: [String] = []
            for row in rows where !values.contains(row.path[level]) { values.append(row.path[level]) }
            return values.flatMap { value in
                let rows = rows.filter { $0.path[level] == value }
                let sum = "\(rows[0].path[...level].joined(separator: "/")) \(rows.reduce(0) { $0 + $1.n })"
                return level == 2 ? [sum] : lines(rows, level: level + 1) + [sum]
            }
        }
        let aggregates: [Aggregate] = .sums("n")
        let selection = RowSelection(groupBy: ["x", "y", "z"])
        let csv = rows.map { "\($0.path.joined(separator: ",")),\($0.n)\n" }
        var totals = try Totals(
            of: InputFixture.table("x,y,z,n\n", as: .csv), aggregates, groupBy: selection.groupBy)
        // The rows come in two parts.
        let middle = Int.random(in: 0...rows.count, using: &random)
        for part in [csv[..<middle], csv[middle...]] {
            try totals.add(InputFixture.table("x,y,z,n\n" + part.joined(), as: .csv), selectedBy: selection)
        }
        let sums = try totals.totals()[0].map { $0?.value }
        let found = zip(totals.entries, sums).map { entry, sum in
            "\(entry.path.map(\.description).joined(separator: "/")) \(sum ?? "")"
        }
        #expect(found == lines(rows, level: 0))
        #expect(sums.last == "\(rows.reduce(0) { $0 + $1.n })")
    }
}
