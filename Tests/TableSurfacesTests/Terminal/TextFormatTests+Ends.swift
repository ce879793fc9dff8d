import TableAgent
import TableSurfaces
import Testing

/// Tests of tables that show only the first and last rows.
extension TextFormatTests {
    private static func numbers(_ range: ClosedRange<Int>) -> [[SampleCell]] {
        range.map { [SampleCell(.integer($0)), .text("row \($0)")] }
    }

    private static let columns: [GridColumn] = ["N", GridColumn("Name", width: 18...99)]

    /// Returns the text of a table, and checks that a stream that measures all rows writes the same.
    private func text(_ format: TextFormat, _ sections: [SampleSection]) throws -> String {
        let text = try format.string(of: TableInfo(Self.columns, sections))
        #expect(try format.streamed(Self.columns, sections, sample: 1000).text == text)
        return text
    }

    @Test(arguments: [
        (
            TextFormat.Border.light,
            """
            ┌───────┬────────────────────┐
            │     N │ Name               │
            ├───────┼────────────────────┤
            │ 10001 │ row 10001          │
            │ 10002 │ row 10002          │
            │ … 1,230 more rows          │
            │ 11233 │ row 11233          │
            │ 11234 │ row 11234          │
            └───────┴────────────────────┘
            1,234 rows, 2 columns

            """
        ),
        (
            .none,
            """
                N  Name··············
            10001  row 10001·········
            10002  row 10002·········
            … 1,230 more rows········
            11233  row 11233·········
            11234  row 11234·········

            1,234 rows, 2 columns

            """
        ),
    ])
    func `Between the first and the last rows, a line counts the omitted rows`(
        border: TextFormat.Border, picture: String
    ) throws {
        let sections = [SampleSection(id: "a", rows: Self.numbers(10001...11234))]

        let text = try text(TextFormat(border: border, rows: .ends(2)), sections)

        #expect(text == picture.replacing("·", with: " "))
    }

    @Test(arguments: 1...4, -1...3)
    func `A single omitted row is shown instead of a line`(count: Int, more: Int) throws {
        let rowCount = 2 * count + more
        let sections = [SampleSection(id: "a", rows: Self.numbers(101...100 + rowCount))]
        let lines = MeasuredText.lines(try text(TextFormat(border: .ascii, rows: .ends(count)), sections))
        let rows = lines.filter { $0.hasPrefix("| 1") }

        #expect(rows.count == (more > 1 ? 2 * count : rowCount))
        #expect(
            rows.first?.contains("row 101 ") == true && rows.last?.contains("row \(100 + rowCount) ") == true)
        #expect(lines.contains { $0.hasPrefix("| … \(more) more ") } == (more > 1))
        #expect(lines.last == "\(rowCount) row\(rowCount == 1 ? "" : "s"), 2 columns")
    }

    @Test func `Sections without shown rows are omitted, and totals of other sections are kept`()
        throws
    {
        let sections = (1...5).map { number in
            SampleSection(
                id: "\(number)", head: [.text("Section \(number)")],
                rows: Self.numbers(number * 1000 + 1...number * 1000 + 4), foot: [7777, .word("Total")])
        }

        let text = try text(TextFormat(rows: .ends(2)), sections)
        #expect(
            text == """
                ┌──────┬────────────────────┐
                │    N │ Name               │
                ├──────┴────────────────────┤
                │ Section 1                 │
                │ 1001 │ row 1001           │
                │ 1002 │ row 1002           │
                │ … 2 more rows             │
                ├──────┬────────────────────┤
                │ 7777 │ Total              │
                ├──────┴────────────────────┤
                │ … 12 rows in 3 sections   │
                │ Section 5                 │
                │ … 2 more rows             │
                │ 5003 │ row 5003           │
                │ 5004 │ row 5004           │
                ├──────┼────────────────────┤
                │ 7777 │ Total              │
                └──────┴────────────────────┘
                20 rows, 2 columns

                """)
    }

    @Test func `Sections without visible rows are shown if they are next to shown rows`() throws {
        func table(_ order: [String]) -> TableInfo {
            TableInfo(
                columns: Self.columns,
                sections: order.enumerated().map { number, kind in
                    TableSection(
                        number, head: ["\(kind) \(number)"].map { .text($0) },
                        rows: kind == "Empty" ? [] : Self.numbers(11...14), isCollapsed: kind == "Closed")
                })
        }
        let format = TextFormat(border: .ascii, rows: .ends(4))
        func heads(_ order: [String]) throws -> [String] {
            MeasuredText.lines(try format.string(of: table(order))).filter {
                $0.contains("Open") || $0.contains("Empty") || $0.contains("Closed") || $0.contains("…")
            }.map { MeasuredText.trimmed($0.dropFirst(2).dropLast(2)) }
        }

        #expect(
            try heads(["Closed", "Open", "Empty", "Open", "Closed", "Open", "Empty"]) == [
                "Closed 0", "Open 1", "… 4 rows in 2 sections", "Closed 4", "Open 5", "Empty 6",
            ])
        #expect(
            try heads(["Open", "Open", "Empty", "Open", "Open"]) == [
                "Open 0", "… 8 rows in 3 sections", "Open 4",
            ])
        #expect(try heads(["Open", "Closed", "Open"]) == ["Open 0", "Closed 1", "Open 2"])
    }

    @Test func `A total in its own section is kept`() throws {
        let sections = [
            SampleSection(id: "rows", rows: Self.numbers(11...99)),
            SampleSection(id: "total", foot: [89, .word("Total")]),
        ]

        let text = try text(TextFormat(rows: .ends(1)), sections)
        #expect(
            text == """
                ┌────┬────────────────────┐
                │  N │ Name               │
                ├────┼────────────────────┤
                │ 11 │ row 11             │
                │ … 87 more rows          │
                │ 99 │ row 99             │
                ├────┼────────────────────┤
                │ 89 │ Total              │
                └────┴────────────────────┘
                89 rows, 2 columns

                """)
    }

    @Test func `In a stacked layout, fewer rows are shown, each with its number in the table`() throws {
        let columns = (1...10).map { GridColumn("Title \($0)") }
        let rows = (1...100).map { number in columns.map { _ in SampleCell(.integer(number)) } }
        let format = TextFormat(border: .none, width: 24, rows: .ends(20))
        let text = try format.string(of: TableInfo(columns, rows: rows))
        let labels = MeasuredText.lines(text).filter {
            $0.hasPrefix("[") || $0.hasPrefix("…") || $0.hasPrefix("100 ")
        }

        #expect(
            labels.map { MeasuredText.trimmed($0) } == [
                "[1]", "[2]", "… 96", "[99]", "[100]", "100 rows, 10 columns",
            ])
        #expect(
            try format.streamed(columns, [SampleSection(id: "a", rows: rows)], sample: 1000).text == text)
    }

    @Test func `Columns have the width of the shown rows`() throws {
        let rows: [[SampleCell]] = [
            ["a", "b"], [.text(String(repeating: "x", count: 50)), "c"], ["d", "e"], ["f", "g"],
        ]

        #expect(
            try TextFormat(border: .ascii, rows: .ends(1)).string(
                of: TableInfo(["First", "Second"], rows: rows))
                    == """
                    +-------+------------+
                    | First | Second     |
                    +-------+------------+
                    | a     | b          |
                    | … 2 more rows      |
                    | f     | g          |
                    +-------+------------+
                    4 rows, 2 columns

                    """)
    }

    @Test func `A line below the border counts all rows and columns, even if all are shown`() throws {
        let format = TextFormat(border: .none, rows: .ends(9))

        #expect(
            try format.string(of: TableInfo(["A", "B"], rows: [["a", "b"]])) == """
                A  B
                a  b

                1 row, 2 columns

                """)
        #expect(try TextFormat(border: .none).string(of: TableInfo(["A"], rows: [["a"]])) == "A\na\n")
    }
}
