import TableAgent
import TableSurfaces
import Testing

extension TextFormatTests {
    /// Returns the cells of the last column without borders and padding.
    private func lastColumn(_ column: GridColumn, _ cells: [SampleCell]) throws -> [String] {
        let text = try TextFormat(border: .ascii).string(
            of: TableInfo(["", column], rows: cells.map { ["k", $0] }))
        return MeasuredText.lines(text).filter { $0.hasPrefix("| k |") }.map {
            String($0.dropFirst(6).dropLast(2))
        }
    }

    @Test(
        arguments: [
            ([1, 22, 333], ["    1", "   22", "  333"]),
            ([1, 2.5, .decimal("-3.50")], ["    1", "  2.5", "-3.50"]),
            ([1, nil, 3], ["    1", "     ", "    3"]),
            ([1, .word("none"), 3], ["    1", " none", "    3"]),
            ([1, "x", 3], ["1    ", "x    ", "3    "]),
            ([1, true], ["1    ", "true "]),
            ([1, SampleCell(.date("2026"))], ["1    ", "2026 "]),
            (["1", "22"], ["1    ", "22   "]),
            ([nil, .word("n/a")], ["     ", "n/a  "]),
        ] as [([SampleCell], [String])])
    func `By default, a column is right-aligned only if its rows contain only numbers`(
        cells: [SampleCell], expected: [String]
    ) throws {
        #expect(try lastColumn("title", cells) == expected)
    }

    @Test(arguments: [
        (GridColumn.Alignment.left, ["1    ", "22   ", "abcde"]),
        (.center, ["  1  ", " 22  ", "abcde"]),
        (.right, ["    1", "   22", "abcde"]),
        (.automatic, ["1    ", "22   ", "abcde"]),
    ])
    func `A column has its declared alignment`(alignment: GridColumn.Alignment, expected: [String]) throws {
        #expect(try lastColumn(GridColumn("t", alignment: alignment), [1, 22, "abcde"]) == expected)
    }

    @Test func `Numbers can be left-aligned`() throws {
        #expect(try lastColumn(GridColumn("title", alignment: .left), [1, 22]) == ["1    ", "22   "])
    }

    @Test func `Heads and feet follow the alignment but do not determine it`() throws {
        let table = TableInfo(
            columns: ["A", "B"],
            sections: [TableSection(0, head: ["x", "text"], rows: [["a", 1]], foot: ["x", .word("s")])])

        #expect(
            try TextFormat(border: .none).string(of: table)
                == """
                A     B

                x  text
                a     1
                x     s

                """.replacing("\n\n", with: "\n       \n"))
    }

    @Test func `A title follows the alignment of its column`() throws {
        let table = TableInfo(
            ["L", GridColumn("C", alignment: .center), "R"], rows: [["wide", "wider", 12_345]])

        #expect(
            try TextFormat(border: .none).string(of: table) == """
                L       C        R
                wide  wider  12345

                """)
    }

    static let wideTexts = [
        "東京", "さくら商店", "한국어", "ｆｕｌｌ", "naïve", "e\u{301}tude", "👍", "👨‍👩‍👧 family", "🇯🇵", "❤️", "Ünï 東 👍🏽",
    ]

    @Test(arguments: wideTexts, TextFormat.Border.allCases)
    func `Lines have equal widths with wide, combined, and emoji characters`(
        text: String, border: TextFormat.Border
    ) throws {
        let table = TableInfo(
            columns: [GridColumn(text, alignment: .center), "b", GridColumn("c", alignment: .right)],
            sections: [
                TableSection(0, head: [.text("over all " + text)], rows: [["plain", 1, .text(text)]]),
                TableSection(
                    1, rows: [[.text(text), 22, "x"], [nil, .text(text)]], foot: [.text(text), "f"]),
            ])

        let result = try TextFormat(border: border).string(of: table)

        #expect(MeasuredText.widths(ofLinesIn: result).count == 1, "\(result)")
        #expect(result.contains(text))
    }

    @Test func `A wide character has two columns`() throws {
        #expect(
            try TextFormat().string(of: TableInfo(["市", "n"], rows: [["東京", 1], ["abc", 2], ["👍", 3]])) == """
                ┌──────┬───┐
                │ 市   │ n │
                ├──────┼───┤
                │ 東京 │ 1 │
                │ abc  │ 2 │
                │ 👍   │ 3 │
                └──────┴───┘

                """)
    }
}
