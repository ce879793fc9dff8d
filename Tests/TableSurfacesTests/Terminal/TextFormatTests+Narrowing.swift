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

    @Test func `A table that is too wide is stacked, each cell beside its title`() throws {
        #expect(
            try TextFormat(width: 24).string(of: Self.orders) == """
                ┌──────────────────────┐
                │ Two orders 東京      │
                ├──────────┬───────────┤
                │ Order    │ A-1       │
                │ Customer │ Müller &  │
                │          │ Söhne     │
                │ Sum      │ 1776.5    │
                ├──────────┼───────────┤
                │ Order    │ A-2       │
                │ Customer │           │
                │ Sum      │ 12        │
                ├──────────┼───────────┤
                │ Customer │ Total     │
                │ Sum      │ 1788.5    │
                └──────────┴───────────┘

                """)
    }

    @Test func `Without a border a blank line stands between stacked rows`() throws {
        let table = TableInfo(["Name", "Remark", ""], rows: [["Ada", "program", 1], ["Bob", "x"], []])
        #expect(
            try TextFormat(border: .none, width: 15).string(of: table)
                == """
                Name    Ada····
                Remark  program
                ········1······
                ···············
                Name    Bob····
                Remark  x······
                ···············
                ···············
                Name···········
                Remark·········
                ···············

                """.replacing("·", with: " "))
    }

    @Test func `The markdown border shows where a stacked row ends, and no title beside a head`() throws {
        #expect(
            try TextFormat(border: .markdown, width: 26).string(of: Self.orders).hasPrefix(
                """
                |          | Two orders  |
                |          | 東京        |
                |----------|-------------|
                | Order    | A-1         |
                | Customer | Müller &    |
                |          | Söhne       |
                | Sum      | 1776.5      |
                |----------|-------------|
                | Order    | A-2         |

                """))
    }

    @Test func `Cells without titles are stacked without them`() throws {
        let table = TableInfo(["", ""], rows: [["eleven chars", "twelve chars"], [], ["x"]])
        #expect(
            try TextFormat(border: .ascii, width: 18).string(of: table) == """
                +--------------+
                | eleven chars |
                | twelve chars |
                +--------------+
                |              |
                +--------------+
                | x            |
                +--------------+

                """)
    }

    @Test func `Columns are dropped from the right, and a line says which`() throws {
        #expect(
            try TextFormat(width: 24, narrowing: .drop).string(of: Self.orders) == """
                ┌───────┬──────────────┐
                │ Order │ Customer     │
                ├───────┴──────────────┤
                │ Two orders 東京      │
                ├───────┬──────────────┤
                │ A-1   │ Müller &     │
                │       │ Söhne        │
                ├╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤
                │ A-2   │              │
                ├───────┼──────────────┤
                │       │ Total        │
                ├───────┴──────────────┤
                │ 1 column left out:   │
                │ Sum                  │
                └──────────────────────┘

                """)
    }

    @Test(arguments: 2..<80)
    func `As many columns stay as fit, those of the highest priority and of these the first`(width: Int)
        throws
    {
        let priorities = [2, 0, 1, 0, 2, 1, 0, 1]
        let columns = priorities.enumerated().map { GridColumn("Column\($0)", priority: $1) }
        func text(_ columns: [GridColumn], _ format: TextFormat) throws -> String {
            try format.string(of: TableInfo(columns, rows: [columns.map { SampleCell.text($0.title) }]))
        }
        let dropped = try text(columns, TextFormat(border: .none, width: width, narrowing: .drop))
        let order = [0, 4, 2, 5, 7, 1, 3, 6]
        // Each column takes its title and two blanks before it.
        let count = max(1, min(8, (width + 2) / 9))
        let kept = order[..<count].sorted().map { columns[$0] }
        let titles = dropped.split(separator: "\n").first ?? ""
        if width >= 7 { #expect(titles == kept.map(\.title).joined(separator: "  ")) }
        #expect(dropped.contains("left out") == (count < 8) || width < 25)
    }

    @Test func `Columns of the lowest priority are dropped first`() throws {
        let columns = [
            GridColumn("First", priority: -1), GridColumn("Second"), GridColumn("", priority: -1),
            GridColumn("Fourth"),
        ]
        let rows: [[SampleCell]] = [
            ["1st", "2nd value", "3rd", "4th value"], ["a", "b", "c", "d\ne"], ["a", "b"],
        ]
        let format = TextFormat(border: .ascii, width: 25, narrowing: .drop)
        #expect(
            try format.string(of: TableInfo(columns, rows: rows)) == """
                +-----------+-----------+
                | Second    | Fourth    |
                +-----------+-----------+
                | 2nd value | 4th value |
                +...........+...........+
                | b         | d         |
                |           | e         |
                +...........+...........+
                | b         |           |
                +-----------+-----------+
                | 2 columns left out:   |
                | First, no. 3          |
                +-----------------------+

                """)
    }

    @Test func `The line that says which is never cut`() throws {
        let format = TextFormat(border: .none, width: 16, overflow: .cut, narrowing: .drop)
        let text = try format.string(
            of: TableInfo(["Order", "Customer", "Remark"], rows: [["A-1", "Ada", "x"]]))

        #expect(MeasuredText.lines(text).suffix(2) == ["1 column left  ", "out: Remark    "])
    }

    @Test(arguments: TextBorder.allCases)
    func `A dropped table is a rectangle, too`(border: TextBorder) throws {
        let text = try TextFormat(border: border, width: 20, narrowing: .drop).string(of: Self.orders)

        #expect(MeasuredText.widths(ofLinesIn: text).count == 1, "\(text)")
        #expect(text.contains(" column"))
    }

    @Test func `At least one column stays`() throws {
        let text = try TextFormat(border: .none, width: 3, narrowing: .drop).string(
            of: TableInfo(["A", "B"], rows: [["abcdef", "x"]]))

        #expect(text.hasPrefix("A  \nabc\ndef\n"))
    }

    @Test func `Squeezed columns go down to one terminal column each, and not below`() throws {
        #expect(
            try TextFormat(width: 1, narrowing: .squeeze).string(
                of: TableInfo(["", ""], rows: [["ab", "c"]])) == """
                    ┌───┬───┐
                    │ a │ c │
                    │ b │   │
                    └───┴───┘

                    """)
    }

    @Test(
        .timeLimit(.minutes(1)), arguments: [1, 4, 7, 9, 10, 11, 12, 17], TextBorder.allCases)
    func `A limit that is far too small still prints the table`(width: Int, border: TextBorder) throws {
        let table = TableInfo(
            columns: ["Name", "市", "Sum"],
            sections: [
                TableSection(0, head: ["A head over all 東京"], rows: [["さくら商店", "👨‍👩‍👧 東京", 1776.5]]),
                TableSection(1, rows: [["a\nb", "e\u{301}", 2]], foot: [nil, .word("Total"), 1778.5]),
            ])
        for narrowing in TextNarrowing.allCases {
            for overflow in TextOverflow.allCases {
                let text = try TextFormat(
                    border: border, width: width, overflow: overflow, narrowing: narrowing
                ).string(of: table)
                let widths = MeasuredText.widths(ofLinesIn: text)
                #expect(widths.count == 1, "\(text)")
                if narrowing == .stack, width >= 10 { #expect(widths.allSatisfy { $0 <= width }, "\(text)") }
                if narrowing == .stack, overflow != .cut, width >= 10 {
                    #expect(text.contains("👨‍👩‍👧"), "\(text)")
                }
            }
        }
    }
}
