import TableAgent
import TableSurfaces
import Testing

extension TextFormatTests {
    private static var article: TableInfo {
        TableInfo(["Article", "Count"], rows: [["green apples and pears", 123_456]])
    }

    @Test func `Text that is too wide continues in further lines, broken at spaces`() throws {
        #expect(
            try TextFormat(width: 21).string(of: Self.article) == """
                ┌─────────┬────────┐
                │ Article │  Count │
                ├─────────┼────────┤
                │ green   │ 123456 │
                │ apples  │        │
                │ and     │        │
                │ pears   │        │
                └─────────┴────────┘

                """)
    }

    @Test func `Text that is too wide can be cut, with an ellipsis`() throws {
        #expect(
            try TextFormat(width: 21, overflow: .cut).string(of: Self.article) == """
                ┌──────────┬────────┐
                │ Article  │  Count │
                ├──────────┼────────┤
                │ green a… │ 123456 │
                └──────────┴────────┘

                """)
    }

    @Test func `A word wider than its column is broken`() throws {
        #expect(
            try TextFormat(border: .none, width: 5).string(of: TableInfo([""], rows: [["abcdefghijklm"]]))
                == """
                abcde
                fghij
                klm\u{20}\u{20}

                """)
    }

    @Test(arguments: [.wrap, .cut] as [TextFormat.Overflow])
    func `A limit with enough width changes nothing`(overflow: TextFormat.Overflow) throws {
        let exact = try TextFormat().string(of: .store)
        let width = try #require(MeasuredText.widths(ofLinesIn: exact).first)

        #expect(try TextFormat(width: width, overflow: overflow).string(of: .store) == exact)
        #expect(try TextFormat(width: 500, overflow: overflow).string(of: .store) == exact)
    }

    @Test(arguments: TextFormat.Border.allCases, [21, 22, 30, 37, 48, 53])
    func `When text shrinks, all lines have equal widths within the limit`(
        border: TextFormat.Border, width: Int
    ) throws {
        let table = TableInfo(
            ["Name", "Remark", "Sum"],
            rows: [["Müller & Söhne of Zürich", "pays 東京 late, and not in full", 1234.5]])
        let wrapped = try TextFormat(border: border, width: width, overflow: .wrap).string(of: table)
        let cut = try TextFormat(border: border, width: width, overflow: .cut).string(of: table)

        for text in [wrapped, cut] {
            let widths = MeasuredText.widths(ofLinesIn: text)
            #expect(widths.count == 1 && widths.allSatisfy { $0 <= width }, "\(text)")
        }
    }

    @Test(arguments: [44, 48, 56])
    func `Numbers keep their width while text shrinks`(width: Int) throws {
        let text = try TextFormat(width: width, overflow: .cut).string(
            of: TableInfo(
                ["Name", "Sum", "Remark"],
                rows: [["a name that is much longer than its column", 123_456_789, "a remark that is, too"]]))

        #expect(text.contains("│ 123456789 │"))
        #expect(MeasuredText.widths(ofLinesIn: text).allSatisfy { $0 <= width })
    }

    @Test func `Narrow columns keep their width, and the widest shrink first`() throws {
        let text = try TextFormat(border: .none, width: 30, overflow: .cut).string(
            of: TableInfo(
                [GridColumn(""), "", ""], rows: [["short", "twelve chars", "a text that takes what is left"]])
        )

        #expect(text == "short  twelve chars  a text t…\n")
    }

    @Test func `A column uses the part of its width range that its text needs`() throws {
        let table = TableInfo(
            [
                GridColumn("", width: 4...6), GridColumn("", width: 4...6), GridColumn("", width: 4...6),
                GridColumn("", width: 3...3),
            ],
            rows: [["a", "abcde", "abcdefgh", "abcd"]])

        #expect(
            try TextFormat(border: .none, overflow: .cut).string(of: table) == "a     abcde  abcde…  ab…\n")
    }

    @Test func `A column keeps its minimum width under a limit`() throws {
        let table = TableInfo(
            [GridColumn("", width: 8...Int.max), ""], rows: [["abcdefghijklmnop", "abcdefghijklmnop"]])

        let format = TextFormat(border: .none, width: 14, overflow: .cut, narrowing: .squeeze)
        #expect(try format.string(of: table) == "abcdefg…  abc…\n")
    }

    @Test func `A head wider than the columns widens the table`() throws {
        let table = TableInfo(
            columns: ["A", "B", "C"],
            sections: [TableSection(0, head: ["A head over all"], rows: [["a", "b", 1]])])

        #expect(
            try TextFormat().string(of: table) == """
                ┌───┬─────────┬───┐
                │ A │ B       │ C │
                ├───┴─────────┴───┤
                │ A head over all │
                │ a │ b       │ 1 │
                └───┴─────────┴───┘

                """)
    }

    @Test func `A head wider than the limit continues in further lines`() throws {
        let table = TableInfo(
            columns: ["A", "B"], sections: [TableSection(0, head: ["A head over all"], rows: [["a", "b"]])])

        #expect(
            try TextFormat(width: 12).string(of: table) == """
                ┌───┬──────┐
                │ A │ B    │
                ├───┴──────┤
                │ A head   │
                │ over all │
                │ a │ b    │
                └───┴──────┘

                """)
    }

    @Test func `A head wider than fixed columns continues in further lines`() throws {
        let table = TableInfo(
            columns: [GridColumn("A", width: 3...3), GridColumn("B", width: 3...3)],
            sections: [TableSection(0, head: ["A head over all"], rows: [["a", "b"]])])

        let text = try TextFormat().string(of: table)

        #expect(MeasuredText.widths(ofLinesIn: text) == [13])
        #expect(text.contains("│ A head    │\n│ over all  │"))
    }

    @Test func `A width below 1 stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = TextFormat(width: 0) }
        await #expect(processExitsWith: .failure) { _ = TextFormat(width: -1) }
        await #expect(processExitsWith: .failure) {
            var format = TextFormat(width: 1)
            format.width = 0
        }
    }
}
