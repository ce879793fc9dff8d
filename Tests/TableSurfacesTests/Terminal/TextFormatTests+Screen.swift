import RandomTesting
import TableAgent
import TableSurfaces
import Testing

/// Tests of tables that show as many rows as fit in a number of lines.
extension TextFormatTests {
    private static func rows(_ range: Range<Int>) -> [[SampleCell]] {
        range.map { [SampleCell(.integer($0)), .text("row \($0)")] }
    }

    private static func section(_ id: String, _ range: Range<Int>) -> SampleSection {
        let count = "\(range.count) rows"
        return SampleSection(
            id: id, head: [.text("\(id): \(count)")], rows: rows(range), foot: ["Sum", .text(count)])
    }

    private static let sections = [section("a", 0..<2), section("b", 10..<30), section("c", 40..<90)]

    @Test func `Every title and total stays, and the sections share the other lines`() throws {
        let table = TableInfo(["N", "Name"], Self.sections, foot: ["All", "72 rows"])

        let text = try TextFormat(rows: .fitting(lines: 30)).string(of: table)

        #expect(
            text == """
                ┌─────┬──────────────┐
                │   N │ Name         │
                ├─────┴──────────────┤
                │ a: 2 rows          │
                │   0 │ row 0        │
                │   1 │ row 1        │
                ├─────┼──────────────┤
                │ Sum │ 2 rows       │
                ├─────┴──────────────┤
                │ b: 20 rows         │
                │  10 │ row 10       │
                │  11 │ row 11       │
                │ … 16 more rows     │
                │  28 │ row 28       │
                │  29 │ row 29       │
                ├─────┼──────────────┤
                │ Sum │ 20 rows      │
                ├─────┴──────────────┤
                │ c: 50 rows         │
                │  40 │ row 40       │
                │  41 │ row 41       │
                │ … 46 more rows     │
                │  88 │ row 88       │
                │  89 │ row 89       │
                ├─────┼──────────────┤
                │ Sum │ 50 rows      │
                ├─────┼──────────────┤
                │ All │ 72 rows      │
                └─────┴──────────────┘
                72 rows, 2 columns

                """)
    }

    @Test(arguments: 1...60)
    func `A table is no higher than its lines if a row fits`(lines: Int) throws {
        for sections in [Self.sections, [SampleSection(id: "a", rows: Self.rows(0..<40))]] {
            for border in [TextFormat.Border.light, .none] {
                let format = TextFormat(border: border, rows: .fitting(lines: lines))
                let text = try format.string(of: TableInfo(["N", "Name"], sections))
                let height = text.count { $0 == "\n" }
                #expect(height <= max(lines, 13), "\(border)")
                #expect(lines > 60 || height >= min(lines - 1, 7), "\(border)")
            }
        }
    }

    @Test func `A row that is higher than its lines is shown`() throws {
        let titles = (0..<30).map { GridColumn("Column \($0)") }
        let row = (0..<30).map { SampleCell(.integer($0)) }
        let table = TableInfo(titles, [SampleSection(id: "a", rows: [row, row, row])])

        let text = try TextFormat(width: 30, rows: .fitting(lines: 10), narrowing: .stack).string(of: table)

        #expect(text.contains("Column 0") && text.contains("Column 29") && text.contains("… 2"))
    }

    @Test func `Sections in the middle are omitted if not all heads and feet fit`() throws {
        let sections = (0..<100).map { Self.section("s\($0)", $0 * 10..<$0 * 10 + 5) }

        let text = try TextFormat(rows: .fitting(lines: 20)).string(of: TableInfo(["N", "Name"], sections))

        #expect(text.contains("│ s0: 5 rows") && text.contains("│ s99: 5 rows"))
        #expect(text.contains("│ … 98 sections"))
        #expect(text.count { $0 == "\n" } <= 20)
    }

    @Test func `A stream shows half as many rows as lines at each end`() throws {
        let sections = [SampleSection(id: "a", rows: Self.rows(0..<100))]

        let stream = try TextFormat(rows: .fitting(lines: 6)).streamed(["N", "Name"], sections, sample: 1000)

        #expect(
            stream.text == (try TextFormat(rows: .ends(3)).string(of: TableInfo(["N", "Name"], sections))))
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Random tables are no higher than the smallest plan requires`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let table = TableInfo(["A", "B"], random.sectionsOfWidth3(columns: 2))
            let lines = Int.random(in: 1...30, using: &random)
            func height(_ lines: Int) throws -> Int {
                try TextFormat(width: 30, rows: .fitting(lines: lines), overflow: .cut).string(of: table)
                    .count {
                        $0 == "\n"
                    }
            }
            #expect(try height(lines) <= max(lines, height(1)), "seed \(seed), \(lines) lines")
        }
    }

    @Test func `A table that fits is shown whole`() throws {
        let table = TableInfo(["N", "Name"], Self.sections)

        let text = try TextFormat(rows: .fitting(lines: 100)).string(of: table)

        #expect(text == (try TextFormat().string(of: table)) + "72 rows, 2 columns\n")
    }

    @Test func `Many short rows leave no line unused, and long ones are cut`() throws {
        let rows = (0..<100).map {
            [SampleCell(.integer($0)), .text("first line\nsecond line of row \($0)")]
        }
        let table = TableInfo(["N", "Long title"], [SampleSection(id: "a", rows: rows)])

        let text = try TextFormat(width: 24, rows: .fitting(lines: 10), overflow: .cut).string(of: table)

        #expect(text.count { $0 == "\n" } == 10)
        #expect(text.contains("│  0 │ first line↵sec… │\n"))
        #expect(text.contains("│ … 96 more rows       │\n"))
    }

    @Test func `Titles wrap at words even if the texts of their columns are cut`() throws {
        let table = TableInfo(
            ["The number of units", "population_in_2020"],
            [SampleSection(id: "a", rows: [[.text("a long text without end"), .text("b")]])])

        let text = try TextFormat(width: 30, overflow: .cut).string(of: table)

        #expect(
            text == """
                ┌──────────────┬─────────────┐
                │ The number   │ population_ │
                │ of units     │ in_2020     │
                ├──────────────┼─────────────┤
                │ a long text… │ b           │
                └──────────────┴─────────────┘

                """)
    }

    @Test func `A table that fits a screen of 40 columns is not stacked while two columns fit`() throws {
        let columns = (0..<12).map { GridColumn("Title \($0)") }
        let table = TableInfo(
            columns, [SampleSection(id: "a", rows: [(0..<12).map { .text("value \($0)") }])])

        let text = try TextFormat(width: 40, rows: .fitting(lines: 20), overflow: .cut).string(of: table)
        let narrow = try TextFormat(width: 39, rows: .fitting(lines: 20), overflow: .cut).string(of: table)

        #expect(text.contains("│ … │"), "\(text)")
        #expect(text.hasSuffix("…\n"), "\(text)")
        #expect(narrow.contains("├─ 1") || narrow.contains("┌─ 1"))
    }
}
