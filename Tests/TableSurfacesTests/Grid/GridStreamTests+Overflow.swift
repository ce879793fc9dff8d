import TableAgent
import TableSurfaces
import Testing

extension GridStreamTests {
    private static let growing = [
        SampleSection(
            id: "rows", rows: [["ab", 1], ["abc", 2], ["abcdef", 3], ["a b c d e", 4000], ["ab", 5]])
    ]

    @Test func `Text wider than the sample is wrapped and counted`() throws {
        let stream = try TextFormat(border: .none).streamed(["T", "N"], Self.growing, sample: 2)

        #expect(
            stream.text == """
                T    N
                ab   1
                abc  2
                abc  3
                def   
                \("      ")
                a b  4
                c d  0
                e    0
                     0
                \("      ")
                ab   5

                """)
        #expect(stream.report == GridStream.Report(rowCount: 5, overflowCount: 3))
    }

    @Test func `Text wider than the sample is cut with an ellipsis and counted`() throws {
        let stream = try TextFormat(border: .none, overflow: .cut)
            .streamed(["T", "N"], Self.growing, sample: 2)

        #expect(stream.text == "T    N\nab   1\nabc  2\nab…  3\na …  …\nab   5\n")
        #expect(stream.report == GridStream.Report(rowCount: 5, overflowCount: 3))
    }

    @Test func `A column of fixed width needs no sample`() throws {
        let columns = [GridColumn("T", width: 6...6), GridColumn("N", alignment: .right, width: 2...2)]
        for overflow in TextFormat.Overflow.allCases {
            let format = TextFormat(overflow: overflow)
            let stream = try format.streamed(columns, Self.growing, sample: 0)
            #expect(try stream.text == format.string(of: TableInfo(columns, Self.growing)))
            #expect(stream.report.overflowCount == 2)
        }
    }

    @Test func `A text whose lines fit does not overflow, and a wide head does`() throws {
        let sections = [
            SampleSection(id: "a", rows: [["abc"]]),
            SampleSection(id: "b", head: ["a head of many words"], rows: [["a\nb\nc"]]),
        ]
        let stream = try TextFormat().streamed(["T"], sections, sample: 1)
        #expect(stream.report == GridStream.Report(rowCount: 2, overflowCount: 1))
    }

    @Test func `Titles that do not fit are each counted once`() throws {
        let columns = [GridColumn("Customer", width: 3...3), GridColumn("N", width: 2...2)]
        let sections = [SampleSection(id: "a", rows: [["Ada", 1], ["Bob", 2]])]
        for narrowing in [TextFormat.Narrowing.squeeze, .stack] {
            // In a stacked layout, titles also have a column of width 3.
            let format = TextFormat(border: .none, width: 8, overflow: .cut, narrowing: narrowing)
            let stream = try format.streamed(columns, sections, sample: 0)
            #expect(stream.text.contains("Cus"))
            #expect(stream.report == GridStream.Report(rowCount: 2, overflowCount: 1))
        }
    }

    @Test func `Stacked cells have the width of the widest column, regardless of the sample`() throws {
        let columns = [GridColumn("A", width: 6...6), GridColumn("B", width: 9...20)]
        let stream = try TextFormat(border: .none, width: 14, narrowing: .stack).streamed(
            columns, [SampleSection(id: "a", rows: [["a long one", "漢字"]])], sample: 0)

        #expect(stream.text == "[1]         \nA  a long   \n   one      \nB  漢字     \n")
        #expect(stream.report == GridStream.Report(rowCount: 1, overflowCount: 1))
    }

    @Test(arguments: StreamedFormats.all)
    func `A row with more cells than columns is an error that names the row`(
        format: any TextualFormat & Sendable
    ) throws {
        let sink = CountingSink()
        let stream = GridStream(format, columns: ["A"], to: sink)
        try stream.append([1], as: SampleLine.self)
        let error = #expect(throws: TableError.self) { try stream.append([1, 2], as: SampleLine.self) }
        #expect(error?.code == .tooManyCells)
        #expect(error?.description.contains("SampleLine wrote 2 cells at section 0, row 1,") == true)
        #expect(sink.discardCount == 1)
    }

    @Test func `Without columns, the sample determines their number`() throws {
        let stream = GridStream(MarkdownFormat(), columns: [], sample: 2, to: CountingSink())
        try stream.append(contentsOf: [[1], [1, 2], [3, 4]], as: SampleLine.self)
        let error = #expect(throws: TableError.self) { try stream.append([1, 2, 3], as: SampleLine.self) }
        #expect(
            error?.description
                == "SampleLine wrote 3 cells at section 0, row 3, but the widest measured line has 2; "
                + "name the columns.")
        let data = GridStream(JSONLinesFormat(), columns: [], to: CountingSink())
        try data.append(contentsOf: [[1], [1, 2, 3]], as: SampleLine.self)
        #expect(try data.finish().rowCount == 2)
    }
}
