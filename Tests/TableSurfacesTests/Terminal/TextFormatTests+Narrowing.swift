import TableAgent
import TableSurfaces
import Testing

extension TextFormatTests {
    private static var orders: TableInfo {
        TableInfo(
            columns: ["Order", "Customer", GridColumn("Sum", alignment: .decimal)],
            sections: [
                TableSection(
                    0, head: ["Two orders 東京"],
                    rows: [["A-1", "Müller & Söhne", 1776.5], ["A-2", nil, 12]],
                    foot: [nil, .word("Total"), 1788.5])
            ])
    }

    @Test
    func `Stacked cells follow their titles, at the left, below the row's number`()
        throws
    {
        #expect(
            try TextFormat(width: 24, narrowing: .stack).string(of: Self.orders) == """
                ┌──────────────────────┐
                │ Two orders 東京      │
                ├─ 1 ──────┬───────────┤
                │ Order    │ A-1       │
                │ Customer │ Müller &  │
                │          │ Söhne     │
                │ Sum      │ 1776.5    │
                ├─ 2 ──────┼───────────┤
                │ Order    │ A-2       │
                │ Customer │           │
                │ Sum      │ 12        │
                ├──────────┼───────────┤
                │ Customer │ Total     │
                │ Sum      │ 1788.5    │
                └──────────┴───────────┘

                """)
    }

    @Test func `Without a border, the line between stacked rows contains the row's number`() throws {
        let table = TableInfo(["Name", "Remark", ""], rows: [["Ada", "program", 1], ["Bob", "x"], []])
        #expect(
            try TextFormat(border: .none, width: 15, narrowing: .stack).string(of: table)
                == """
                [1]············
                Name    Ada····
                Remark  program
                ········1······
                [2]············
                Name    Bob····
                Remark  x······
                ···············
                [3]············
                Name···········
                Remark·········
                ···············

                """.replacing("·", with: " "))
    }

    @Test func `Without titles, cells are stacked alone`() throws {
        let table = TableInfo(["", ""], rows: [["eleven chars", "twelve chars"], [], ["x"]])
        #expect(
            try TextFormat(border: .ascii, width: 18, narrowing: .stack).string(of: table) == """
                +- 1 ----------+
                | eleven chars |
                | twelve chars |
                +- 2 ----------+
                |              |
                +- 3 ----------+
                | x            |
                +--------------+

                """)
    }

    @Test func `Columns in the middle are omitted, and a line below names them`() throws {
        let expected = """
            ┌───────┬───┬────────┐
            │ Order │ … │    Sum │
            ├───────┴───┴────────┤
            │ Two orders 東京    │
            │ A-1   │ … │ 1776.5 │
            │ A-2   │ … │   12   │
            ├───────┼───┼────────┤
            │       │   │ 1788.5 │
            └───────┴───┴────────┘
            3 columns (2 shown,
            without Customer)

            """
        #expect(try TextFormat(width: 24, narrowing: .drop).string(of: Self.orders) == expected)
        #expect(try TextFormat(width: 24).string(of: Self.orders) == expected)
    }

    @Test func `Columns are omitted while half of them remain, and otherwise all are stacked`() throws {
        let columns = (1...9).map { GridColumn("Title \($0)") }
        let table = TableInfo(columns, rows: [(1...9).map { .text("value \($0)") }])

        #expect(
            try TextFormat(width: 60).string(of: table) == """
                ┌─────────┬─────────┬─────────┬───┬─────────┬─────────┐
                │ Title 1 │ Title 2 │ Title 3 │ … │ Title 8 │ Title 9 │
                ├─────────┼─────────┼─────────┼───┼─────────┼─────────┤
                │ value 1 │ value 2 │ value 3 │ … │ value 8 │ value 9 │
                └─────────┴─────────┴─────────┴───┴─────────┴─────────┘
                9 columns (5 shown, without Title 4, Title 5, Title 6, Title
                7)

                """)
        let narrow = MeasuredText.lines(try TextFormat(width: 54).string(of: table))
        #expect(narrow.first == "┌─ 1 ─────┬─────────┐")
        #expect(narrow.count == 11)
        #expect(narrow.contains("│ Title 5 │ value 5 │"))
    }

    @Test(arguments: 7..<80)
    func `As many columns as fit are kept, by priority and then from the outside`(width: Int)
        throws
    {
        let priorities = [2, 0, 1, 0, 2, 1, 0, 1]
        let columns = priorities.enumerated().map { GridColumn("Column\($0)", priority: $1) }
        let text = try TextFormat(border: .none, width: width, narrowing: .drop).string(
            of: TableInfo(columns, rows: [columns.map { SampleCell.text($0.title) }]))

        /// Returns consecutive titles, with an ellipsis for the omitted ones.
        func titles(_ count: Int) -> String {
            let kept = [0, 4, 7, 2, 5, 1, 6, 3][..<count]
            guard count > 1 else { return columns[0].title }
            var titles: [String] = []
            for index in columns.indices {
                if kept.contains(index) {
                    titles.append(columns[index].title)
                } else if titles.last != "…" {
                    titles.append("…")
                }
            }
            return titles.joined(separator: "  ")
        }
        let count = (1...8).last { titles($0).count <= width } ?? 1
        #expect(MeasuredText.lines(text).first == titles(count))
        #expect(
            text.replacing("\n", with: " ").contains("(\(count) shown, without ") == (count < 8) || width < 25
        )
    }

    @Test func `Columns of the lowest priority are omitted first`() throws {
        let columns = [
            GridColumn("First", priority: -1), GridColumn("Second"), GridColumn("", priority: -1),
            GridColumn("Fourth"),
        ]
        let rows: [[SampleCell]] = [
            ["1st", "2nd value", "3rd", "4th value"], ["a", "b", "c", "d\ne\nf"], ["a", "b"],
        ]
        let format = TextFormat(border: .ascii, width: 33, narrowing: .drop)
        #expect(
            try format.string(of: TableInfo(columns, rows: rows)) == """
                +---+-----------+---+-----------+
                | … | Second    | … | Fourth    |
                +---+-----------+---+-----------+
                | … | 2nd value | … | 4th value |
                +...+...........+...+...........+
                | … | b         | … | d         |
                |   |           |   | e         |
                |   |           |   | f         |
                +...+...........+...+...........+
                | … | b         | … |           |
                +---+-----------+---+-----------+
                4 columns (2 shown, without
                First, no. 3)

                """)
    }

    @Test func `The line that names omitted columns is never cut`() throws {
        let format = TextFormat(border: .none, width: 16, overflow: .cut, narrowing: .drop)
        let text = try format.string(
            of: TableInfo(["Order", "Customer", "Remark"], rows: [["A-1", "Ada", "x"]]))

        #expect(
            MeasuredText.lines(text).suffix(4) == ["", "3 columns (2", "shown, without", "Customer)"])
    }

    @Test(arguments: TextFormat.Border.allCases)
    func `A table with omitted columns is a rectangle`(border: TextFormat.Border) throws {
        let text = try TextFormat(border: border, width: 20, narrowing: .drop).string(of: Self.orders)

        #expect(MeasuredText.widths(ofLinesIn: text).count == 1, "\(text)")
        #expect(text.contains("without"))
    }

    @Test func `At least one column is kept`() throws {
        let text = try TextFormat(border: .none, width: 3, narrowing: .drop).string(
            of: TableInfo(["A", "B"], rows: [["abcdef", "x"]]))

        #expect(text.hasPrefix("A  \nabc\ndef\n\n2\ncol\num"))
    }

    @Test func `Squeezed columns shrink to one terminal column each before any is omitted`() throws {
        let table = TableInfo(["", ""], rows: [["ab", "c"]])
        #expect(
            try TextFormat(width: 9, narrowing: .squeeze).string(of: table) == """
                ┌───┬───┐
                │ a │ c │
                │ b │   │
                └───┴───┘

                """)
        #expect(
            try TextFormat(width: 8, narrowing: .squeeze).string(of: table).hasPrefix(
                """
                ┌────┐
                │ ab │
                └────┘
                2
                columns
                """))
    }

    @Test(arguments: 10...80)
    func `A squeezed table is within the limit, and its numbers stay whole`(width: Int) throws {
        let columns = ["Name", "Number", "Remark", "Amount", "Place"].map { GridColumn($0) }
        let row: [SampleCell] = [
            "Bartholomew the Elder", 1_234_567, "a remark of many words", .decimal("98765.4321"),
            "Ouagadougou",
        ]
        let text = try TextFormat(width: width, narrowing: .squeeze).string(
            of: TableInfo(columns, rows: [row]))

        #expect(MeasuredText.lines(text).allSatisfy { MeasuredText.width($0) <= width }, "\(text)")
        let below = text.replacing(MeasuredText.withoutCount(text), with: "").replacing("\n", with: " ")
        if !below.contains("Number"), width >= 11 { #expect(text.contains(" 1234567 "), "\(text)") }
        if !below.contains("Amount") { #expect(text.contains(" 98765.4321 "), "\(text)") }
    }

    @Test(
        .timeLimit(.minutes(15)), arguments: [1, 4, 7, 9, 10, 11, 12, 17], TextFormat.Border.allCases)
    func `A table is printed even if the limit is far too small`(width: Int, border: TextFormat.Border) throws
    {
        let table = TableInfo(
            columns: ["Name", "市", "Sum"],
            sections: [
                TableSection(0, head: ["A head over all 東京"], rows: [["さくら商店", "👨‍👩‍👧 東京", 1776.5]]),
                TableSection(1, rows: [["a\nb", "e\u{301}", 2]], foot: [nil, .word("Total"), 1778.5]),
            ])
        for narrowing in TextFormat.Narrowing.allCases {
            for overflow in TextFormat.Overflow.allCases {
                let text = try TextFormat(
                    border: border, width: width, overflow: overflow, narrowing: narrowing
                ).string(of: table)
                let widths = MeasuredText.widths(ofLinesIn: text)
                #expect(widths.count == 1, "\(text)")
                if width >= 10 { #expect(widths.allSatisfy { $0 <= width }, "\(text)") }
                if narrowing == .stack, overflow != .cut, width >= 10 {
                    #expect(text.contains("👨‍👩‍👧"), "\(text)")
                }
            }
        }
    }
}
