import TableAgent
import Testing

@testable import TableSurfaces

struct TextWriterTests {
    private let columns: [GridColumn] = ["Name", GridColumn("Sum", alignment: .decimal), "Remark"]

    /// Returns the text of a head and rows in a layout computed from the first rows.
    private func text(sample: Int, rows: [[SampleCell]], _ format: TextFormat) throws -> String {
        let section = SampleSection(id: "all", head: ["All"], rows: rows)
        return try format.streamed(columns, [section], sample: sample).text
    }

    @Test func `Rows that were not measured fit the layout of the measured rows`() throws {
        let rows: [[SampleCell]] = [
            ["Ada", 1.25, "short"], ["Bob", 20, nil], ["Charlotte", 3, "long remark"], ["Eve", 1234.5, "x"],
        ]

        #expect(
            try text(sample: 2, rows: rows, TextFormat()) == """
                ┌──────┬───────┬────────┐
                │ Name │   Sum │ Remark │
                ├──────┴───────┴────────┤
                │ All                   │
                │ Ada  │  1.25 │ short  │
                │ Bob  │ 20    │        │
                ├╌╌╌╌╌╌┼╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌┤
                │ Char │  3    │ long   │
                │ lott │       │ remark │
                │ e    │       │        │
                ├╌╌╌╌╌╌┼╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌┤
                │ Eve  │ 1234. │ x      │
                │      │     5 │        │
                └──────┴───────┴────────┘

                """)
    }

    @Test func `Columns of fixed widths need no sample`() {
        let columns = [GridColumn("A", width: 3...3), GridColumn("B", width: 4...4)]
        var measure = TextMeasure(columns, format: TextFormat())
        #expect(measure.columns.count == 2)
        var line = GridLine()
        SampleLine.fill(&line, with: ["a long text", "b"])
        let layouts = (0..<2).map { _ in
            defer { measure.add(.row, line) }
            let sample = TextSample(GridSample(limit: 0), measure, TextFormat())
            return TextLayout(measure, sample, columns: columns, format: TextFormat(border: .ascii))
        }

        #expect(layouts.map { $0.columns.map(\.width) } == [[3, 4], [3, 4]])
    }

    @Test func `A stacked layout and a layout with omitted columns also accept any row`() throws {
        let rows: [[SampleCell]] = [
            ["a name of a firm", 1.5, "remarkable"], ["x", 2], ["another name", 3, "y"],
        ]

        let stacked = try text(sample: 1, rows: rows, TextFormat(border: .none, width: 17, narrowing: .stack))
        #expect(MeasuredText.lines(stacked).contains("Name    x        "))
        let dropped = try text(
            sample: 1, rows: rows, TextFormat(border: .none, width: 14, narrowing: .drop))
        #expect(dropped.contains("another") && dropped.contains("without"))
        #expect(
            MeasuredText.widths(ofLinesIn: stacked) == [17]
                && MeasuredText.widths(ofLinesIn: dropped).count == 1)
    }
}
