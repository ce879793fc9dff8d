import RandomTesting
import TableAgent
import TableSurfaces
import Testing

@testable import tables

struct RecordsReformerTests {
    private let csv = """
        region,city,amount
        north,Oslo,0.1
        south,Rome,1.50
        north,Bergen,0.2
        south,Bari,
        ,Nowhere,-7

        """

    private func table(_ text: String, _ format: InputFormat = .csv) throws -> SourceTable {
        try SourceTable(reading: InputFile(name: "sales", bytes: Array(text.utf8)), as: format)
    }

    private func totals(
        of table: SourceTable, _ aggregates: [Aggregate], by group: String? = nil
    ) throws -> TableInfo {
        try TotalsReformer().reform(table.totals(of: aggregates, by: group))
    }

    @Test func `Without a group, the table is one section without a head`() throws {
        let info = try RecordsReformer().reform(table(csv))
        #expect(info.sections.map(\.id) == ["all"])
        #expect(info.sections[0].head == nil)
        #expect(info.sections[0].foot == nil)
        #expect(info.rowCount == 5)
        #expect(info.columns.map(\.alignment) == [.left, .left, .decimal])
    }

    @Test func `Groups follow the order of their first rows, with exact sums below`() throws {
        let reformer = RecordsReformer(
            selection: RowSelection(groupBy: ["region"]), sums: .sums("amount"), columns: ["amount", "city"])
        let text = try TextFormat(border: .ascii).string(of: reformer.reform(table(csv)))
        #expect(
            text == """
                +--------+----------------+
                | amount | city           |
                +--------+----------------+
                | region: north (2 rows)  |
                |   0.1  | Oslo           |
                |   0.2  | Bergen         |
                +--------+----------------+
                |   0.3  | Total          |
                +--------+----------------+
                | region: south (2 rows)  |
                |   1.50 | Rome           |
                |        | Bari           |
                +--------+----------------+
                |   1.50 | Total          |
                +--------+----------------+
                | region: (empty) (1 row) |
                |  -7    | Nowhere        |
                +--------+----------------+
                |  -7    | Total          |
                +--------+----------------+
                |  -5.20 | Grand total    |
                +--------+----------------+

                """)
    }

    @Test func `Data formats contain values and sums, without labels for people`() throws {
        let reformer = RecordsReformer(
            selection: RowSelection(groupBy: ["region"]), sums: .sums("amount"), columns: ["city", "amount"])
        let json = try JSONFormat().string(of: reformer.reform(table(csv)))
        #expect(
            json == """
                {"sections": [
                  {"id": "north", "head": ["north"], "rows": [
                    {"city": "Oslo", "amount": 0.1},
                    {"city": "Bergen", "amount": 0.2}
                  ], "foot": {"amount": 0.3}},
                  {"id": "south", "head": ["south"], "rows": [
                    {"city": "Rome", "amount": 1.50},
                    {"city": "Bari", "amount": null}
                  ], "foot": {"amount": 1.50}},
                  {"id": "", "head": [""], "rows": [
                    {"city": "Nowhere", "amount": -7}
                  ], "foot": {"amount": -7}}
                ], "total": {"amount": -5.20}}

                """)
    }

    @Test func `Totals alone contain a row for each group and the grand total`() throws {
        let info = try totals(of: table(csv), .sums("amount"), by: "region")
        let text = try TextFormat(border: .ascii).string(of: info)
        #expect(
            text == """
                +-------------+--------+
                | region      | amount |
                +-------------+--------+
                | north       |   0.3  |
                | south       |   1.50 |
                |             |  -7    |
                +-------------+--------+
                | Grand total |  -5.20 |
                +-------------+--------+

                """)
        let lines = try JSONLinesFormat().string(of: info)
        #expect(lines.hasPrefix("{\"region\": \"north\", \"amount\": 0.3}\n"))
    }

    @Test func `Columns that look the same have sums of their own`() throws {
        let csv = "e\u{301},\u{E9}\n1,20\n2,30\n"
        let options = try Options(parsing: ["f", "--sum", "e\u{301},\u{E9},\u{E9}"])
        #expect(options.aggregates.count == 2)
        let lines = try CSVFormat().string(of: totals(of: table(csv), options.aggregates))
        #expect(lines == "e\u{301},\u{E9}\r\n3,50\r\n")
        let info = try RecordsReformer(sums: options.aggregates).reform(table(csv))
        #expect(try TextFormat(border: .none).string(of: info).contains("3  50"))
    }

    @Test func `Totals alone without a group contain one row`() throws {
        let sums: [Aggregate] = .sums("amount", "n")
        let json = "[{\"n\": 1, \"amount\": 0.1}, {\"amount\": 2}]"
        let lines = try JSONLinesFormat().string(of: totals(of: table(json, .json), sums))
        #expect(lines == "{\"amount\": 2.1, \"n\": 1}\n")
        let empty = try CSVFormat().string(of: totals(of: table("n,amount\n"), sums))
        #expect(empty == "amount,n\r\n0,0\r\n")
    }

    @Test func `Without groups, there is no grand total`() throws {
        let reformer = RecordsReformer(selection: RowSelection(groupBy: ["a"]), sums: .sums("b"))
        #expect(try reformer.reform(table("a,b\n")).sections.isEmpty)
        #expect(try RecordsReformer(sums: .sums("b")).reform(table("a,b\nx,1\n")).sections.count == 1)
    }

    @Test func `Texts with different code points are two groups, even if they look alike`() throws {
        let info = try totals(of: table("k,n\ne\u{301},1\né,2\ne\u{301},4\n"), .sums("n"), by: "k")
        let lines = try JSONLinesFormat().string(of: info)
        #expect(
            Array(lines.utf8) == Array("{\"k\": \"e\u{301}\", \"n\": 5}\n{\"k\": \"é\", \"n\": 2}\n".utf8))
        #expect(
            try RecordsReformer(selection: RowSelection(groupBy: ["k"])).reform(table("k\ne\u{301}\né\n"))
                .sections.count == 2)
    }

    @Test func `Long texts with the same beginning are different groups`() throws {
        let keys = [
            "0123456789abcdef", "0123456789abcdefx", "0123456789abcdefy", "0123456789abcde", "", "\u{0}",
        ]
        let csv = "k,n\n" + (keys + keys).map { "\"\($0)\",1\n" }.joined()
        let lines = try TSVFormat().string(of: totals(of: table(csv), .sums("n"), by: "k")).split(
            separator: "\n")
        #expect(lines.dropFirst().map { String($0) } == keys.map { "\($0)\t2" })
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `Groups and sums equal those of a simple model`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let keys = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                random.text(of: ["a", "é", "e", "\u{301}", "b"])
            }
            let rows = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                (
                    key: keys.randomElement(using: &random) ?? "",
                    cents: Int.random(in: -99999...99999, using: &random)
                )
            }
            func amount(_ cents: Int) -> String {
                let digits = String(cents.magnitude % 100 + 100).suffix(2)
                return "\(cents < 0 ? "-" : "")\(cents.magnitude / 100).\(digits)"
            }
            var sums: [(key: String, cents: Int)] = []
            for row in rows {
                let index = sums.firstIndex { $0.key.unicodeScalars.elementsEqual(row.key.unicodeScalars) }
                if let index { sums[index].cents += row.cents } else { sums.append(row) }
            }
            let csv = "k,n\n" + rows.map { "\"\($0.key)\",\(amount($0.cents))\n" }.joined()
            let info = try totals(of: table(csv), .sums("n"), by: "k")
            let lines = try TSVFormat().string(of: info).split(separator: "\n").dropFirst()
            let expected = sums.map { "\($0.key)\t\(amount($0.cents))" }
            #expect(lines.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(csv)")
            let total = amount(sums.reduce(0) { $0 + $1.cents })
            #expect(
                try JSONFormat().string(of: info).hasSuffix("\n], \"total\": {\"n\": \(total)}}\n"), "\(csv)")
        }
    }

    @Test func `A grand total that is too long is an error`() throws {
        let csv = "k,n\na,99999999999999999999999999999999999999\nb,1\n"
        let error = #expect(throws: InputError.self) {
            try RecordsReformer(selection: RowSelection(groupBy: ["k"]), sums: .sums("n")).reform(table(csv))
        }
        #expect(
            error?.description
                == "sales: column 'n' can't be summed: '1' makes a sum of more than 38 digits")
    }

    @Test func `JSON values keep their types`() throws {
        let json = """
            [{"a": "007", "b": 1e5, "c": true}, {"b": null, "d": {"x": [1, 2]}}]
            """
        let lines = try JSONLinesFormat().string(of: RecordsReformer().reform(table(json, .json)))
        #expect(
            lines == """
                {"a": "007", "b": 1e5, "c": true}
                {"b": null, "d": {"x":[1,2]}}

                """)
    }

    @Test func `Numbers are printed as written, and in JSON in its own notation`() throws {
        let info = try RecordsReformer(sums: .sums("n")).reform(table("n\n1e2\n.5\n-.50\n12.\n-0\n"))
        #expect(try CSVFormat().string(of: info) == "n\r\n1e2\r\n.5\r\n-.50\r\n12.\r\n-0\r\n")
        let json = try JSONFormat().string(of: info)
        #expect(
            json.split(separator: "\n").dropFirst(2).joined() == """
                    {"n": 1e2},    {"n": 0.5},    {"n": -0.50},    {"n": 12},    {"n": -0}  ], "foot": {"n": 112.00}}]}
                """)
        #expect(try TextFormat(border: .ascii).string(of: info).contains(".5  |"))
    }

    @Test func `Titles with equal code points are equal`() throws {
        let reformer = RecordsReformer(columns: ["e\u{301}", "column_3"])
        let info = try reformer.reform(table("\u{E9},e\u{301},\n1,2,3\n"))
        #expect(try CSVFormat().bytes(of: info) == Array("e\u{301},column_3\r\n2,3\r\n".utf8))
    }

    @Test func `Summing a value that is not a number is an error with its line`() throws {
        let error = #expect(throws: InputError.self) {
            try RecordsReformer(sums: .sums("n")).reform(table("n,m\n1,x\n007,y\n"))
        }
        #expect(error?.description == "sales:3: column 'n' can't be summed: '007' is no decimal number")
        let missing = #expect(throws: InputError.self) {
            try RecordsReformer(sums: .sums("n")).reform(table("n,m\n1,x\nNA,y\n"))
        }
        #expect(missing?.description.hasSuffix("if it means a missing value, add --null 'NA'") == true)
    }

    @Test func `Columns of numbers can have bars`() throws {
        let columns = try RecordsReformer(bars: ["amount"]).reform(table(csv)).columns
        #expect(columns.map(\.bar) == [nil, nil, .automatic])
    }

    @Test func `Totals have bars by the names of their columns`() throws {
        var reformer = RecordsReformer(
            selection: RowSelection(groupBy: ["region"]), sums: .sums("amount"), bars: ["amount"],
            showsTotals: true)
        #expect(try reformer.reform(table(csv)).columns.map(\.bar) == [nil, .automatic])
        reformer.bars = ["city"]
        #expect(throws: InputError.self) { try reformer.reform(table(csv)) }
    }

    @Test(arguments: [
        ("a,b\nOslo,1\n", "'Oslo' is no decimal number; if it means a missing value, add --null 'Oslo'"),
        ("a,b\n5,1\nn/a,2\n", "'n/a' is no decimal number; if it means a missing value, add --null 'n/a'"),
        ("a,b\n1E5,1\n2E3,2\n", "'1E5' can be a code or a number; for numbers, add --decimal ."),
        ("a,b\n$1.234,1\n", "'$1.234' has two readings; add --decimal . or --decimal ,"),
    ])
    func `Bars of a column without numbers are an error that says what it holds`(
        csv: String, problem: String
    ) throws {
        let error = #expect(throws: InputError.self) { try RecordsReformer(bars: ["a"]).reform(table(csv)) }
        #expect(error?.description == "sales: column 'a' can't be drawn as bars: \(problem)")
    }

    @Test func `Bars of Booleans and objects are an error`() throws {
        let json = try table("[{\"a\": true}, {\"a\": [1]}, {\"a\": null}]", .json)
        let error = #expect(throws: InputError.self) { try RecordsReformer(bars: ["a"]).reform(json) }
        #expect(error?.description.hasSuffix("can't be drawn as bars: 'true' is no decimal number") == true)
    }

    @Test(arguments: ["a,b\n", "a,b\nx,\n"])
    func `An empty column has no bars`(csv: String) throws {
        #expect(
            try TextFormat().string(of: RecordsReformer(bars: ["b"]).reform(table(csv))).contains("━")
                == false)
    }

    @Test(arguments: [
        RecordsReformer(bars: ["regoin"]),
        RecordsReformer(selection: RowSelection(groupBy: ["regoin"])), RecordsReformer(sums: .sums("regoin")),
        RecordsReformer(columns: ["regoin"]),
    ])
    func `An unknown column is an error that suggests the nearest one`(reformer: RecordsReformer) throws {
        let error = #expect(throws: InputError.self) { try reformer.reform(table(csv)) }
        #expect(error?.description.contains("did you mean 'region'") == true)
    }

    @Test func `A file with titles only is a table without rows`() throws {
        let text = try TextFormat(border: .ascii).string(of: RecordsReformer().reform(table("a,b\n")))
        #expect(text == "+---+---+\n| a | b |\n+---+---+\n")
    }

    @Test func `A file with titles only has the sum zero`() throws {
        let json = try JSONFormat().string(of: RecordsReformer(sums: .sums("b")).reform(table("a,b\n")))
        #expect(json.contains("\"foot\": {\"b\": 0}"))
    }
}
