import TableAgent
import TableSurfaces
import Testing

extension TextFormatTests {
    private static var highRows: TableInfo {
        TableInfo(
            columns: ["A", "B"],
            sections: [
                TableSection(
                    0, head: ["h"],
                    rows: [["1\n2\n3", "x"], ["4", "y"], ["5", "z\n"], ["6\n7", "x\n"], ["8", "y"]],
                    foot: ["a\nb", "c"]),
                TableSection(1, rows: [["9\n", "\n"], ["10", "\n\n"]]),
            ])
    }

    private static let highRowPictures = [
        TextFormat.Border.light: """
        ┌────┬───┐
        │ A  │ B │
        ├────┴───┤
        │ h      │
        │ 1  │ x │
        │ 2  │   │
        │ 3  │   │
        ├╌╌╌╌┼╌╌╌┤
        │ 4  │ y │
        │ 5  │ z │
        │    │   │
        ├╌╌╌╌┼╌╌╌┤
        │ 6  │ x │
        │ 7  │   │
        ├╌╌╌╌┼╌╌╌┤
        │ 8  │ y │
        ├────┼───┤
        │ a  │ c │
        │ b  │   │
        ├────┼───┤
        │ 9  │   │
        │    │   │
        ├╌╌╌╌┼╌╌╌┤
        │ 10 │   │
        │    │   │
        │    │   │
        └────┴───┘

        """,
        .none: """
        A   B
        ·····
        h····
        1   x
        2····
        3····
        ·····
        4   y
        5   z
        ·····
        ·····
        6   x
        7····
        ·····
        8   y
        a   c
        b····
        ·····
        9····
        ·····
        ·····
        10···
        ·····
        ·····

        """,
    ]

    @Test(arguments: [TextFormat.Border.light, .none])
    func `A fine line separates a row of several lines from its neighbors`(border: TextFormat.Border) throws {
        let picture = try #require(Self.highRowPictures[border]).replacing("·", with: " ")

        #expect(try TextFormat(border: border).string(of: Self.highRows) == picture)
    }

    @Test(arguments: [
        (TextFormat.Border.ascii, "+....+...+"), (.rounded, "├╌╌╌╌┼╌╌╌┤"), (.heavy, "┣╍╍╍╍╋╍╍╍┫"),
        (.double, "╟────╫───╢"),
    ])
    func `Each border has a fine line`(border: TextFormat.Border, line: String) throws {
        let lines = MeasuredText.lines(try TextFormat(border: border).string(of: Self.highRows))

        #expect(lines.count { $0 == line } == 4)
        #expect(Set(lines.map(\.count)).count == 1)
    }

    @Test func `Fine lines are drawn only on request`() throws {
        let light = try TextFormat(separatesHighRows: false).string(of: Self.highRows)

        #expect(!light.contains("╌"))
    }
}
