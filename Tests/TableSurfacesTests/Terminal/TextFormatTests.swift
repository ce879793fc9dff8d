import TableAgent
import TableSurfaces
import Testing

struct TextFormatTests {
    @Test func `By default, the border is light, without limit and color`() throws {
        #expect(try TextFormat().string(of: .store) == TextFormat(border: .light).string(of: .store))
    }

    @Test func `A foot of one cell spans all columns`() throws {
        let table = TableInfo(
            columns: ["A", "B"],
            sections: [TableSection(0, rows: [["a", "b"], ["c", "d"]], foot: ["2 rows"])])

        #expect(
            try TextFormat().string(of: table) == """
                ┌───┬────┐
                │ A │ B  │
                ├───┼────┤
                │ a │ b  │
                │ c │ d  │
                ├───┴────┤
                │ 2 rows │
                └────────┘

                """)
    }

    @Test func `A head of several cells fills the columns`() throws {
        let table = TableInfo(
            columns: ["", ""], sections: [TableSection(0, head: ["Sum", 30], rows: [["a", 1], ["b", 29]])])

        #expect(
            try TextFormat().string(of: table) == """
                ┌─────┬────┐
                │ Sum │ 30 │
                │ a   │  1 │
                │ b   │ 29 │
                └─────┴────┘

                """)
    }

    @Test func `A collapsed section shows its head and foot and hides its rows`() throws {
        let table = TableInfo(
            columns: ["Name", "Count"],
            sections: [
                TableSection(
                    0, head: ["Closed"], rows: [["a very long hidden name", 1]], foot: [nil, 1],
                    isCollapsed: true),
                TableSection(1, head: ["Open"], rows: [["shown", 2]]),
            ])

        #expect(
            try TextFormat().string(of: table) == """
                ┌───────┬───────┐
                │ Name  │ Count │
                ├───────┴───────┤
                │ Closed        │
                │       │     1 │
                ├───────┴───────┤
                │ Open          │
                │ shown │     2 │
                └───────┴───────┘

                """)
    }

    @Test func `Without any title, no line of titles is printed`() throws {
        #expect(
            try TextFormat().string(of: TableInfo(["", ""], rows: [["a", "b"]])) == """
                ┌───┬───┐
                │ a │ b │
                └───┴───┘

                """)
    }

    @Test func `A single title causes a line of titles`() throws {
        #expect(
            try TextFormat(border: .ascii).string(of: TableInfo(["", "B"], rows: [["a", "b"]])) == """
                +---+---+
                |   | B |
                +---+---+
                | a | b |
                +---+---+

                """)
    }

    @Test func `A table without columns has as many columns as its longest row`() throws {
        let table = TableInfo([], rows: [["a"], ["b", "c", 3], []])

        #expect(
            try TextFormat().string(of: table) == """
                ┌───┬───┬───┐
                │ a │   │   │
                │ b │ c │ 3 │
                │   │   │   │
                └───┴───┴───┘

                """)
    }

    @Test func `A table without columns and rows consists of its heads`() throws {
        let table = TableInfo(sections: [TableSection(0, head: ["Nothing"])])

        #expect(
            try TextFormat().string(of: table) == """
                ┌─────────┐
                │ Nothing │
                └─────────┘

                """)
    }

    @Test(arguments: TextFormat.Border.allCases)
    func `An empty table prints nothing`(border: TextFormat.Border) throws {
        let format = TextFormat(border: border, width: 20)

        #expect(try format.string(of: TableInfo()) == "")
        #expect(try format.string(of: TableInfo(sections: [TableSection("empty")])) == "")
    }

    @Test func `A table without rows prints its titles`() throws {
        let picture = """
            ┌───┬────┐
            │ A │ Bc │
            └───┴────┘

            """
        #expect(try TextFormat().string(of: TableInfo(columns: ["A", "Bc"])) == picture)
        #expect(try TextFormat().string(of: TableInfo(["A", "Bc"], rows: [])) == picture)
    }

    @Test func `Cells that a row does not write are blank`() throws {
        #expect(
            try TextFormat().string(of: TableInfo(["A", "B"], rows: [["a"], [], [nil, "b"]])) == """
                ┌───┬───┐
                │ A │ B │
                ├───┼───┤
                │ a │   │
                │   │   │
                │   │ b │
                └───┴───┘

                """)
    }
}
