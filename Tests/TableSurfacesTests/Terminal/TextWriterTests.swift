import TableAgent
import Testing

@testable import TableSurfaces

struct TextWriterTests {
    private let columns: [GridColumn] = ["Name", GridColumn("Sum", alignment: .decimal), "Remark"]

    private func line(_ cells: [SampleCell]) -> GridLine {
        var line = GridLine()
        SampleLine.fill(&line, with: cells)
        return line
    }

    /// Writes rows by a layout that was made from others.
    private func text(sample: [[SampleCell]], rows: [[SampleCell]], _ format: TextFormat) throws -> String {
        var measure = TextMeasure(columns, spansHeads: true)
        var kept = KeptLines(limit: 0)
        for cells in sample { measure.add(.row, line(cells), keeping: &kept) }
        let layout = TextLayout(measure, columns: columns, border: format.border.strokes, format: format)
        var writer = TextWriter(format: format, layout: layout, columns: columns)
        let sink = MemorySink()
        var output = GridOutput(to: sink)
        try writer.writeTitles(&output)
        writer.beginSection()
        try writer.write(.head, line(["All"]), &output)
        for cells in rows { try writer.write(.row, line(cells), &output) }
        try writer.finish(&output)
        try output.flush()
        sink.finish()
        return sink.text
    }

    @Test func `Rows that were not measured are fitted into the layout of those that were`() throws {
        let sample: [[SampleCell]] = [["Ada", 1.25, "short"], ["Bob", 20, nil]]
        let rows: [[SampleCell]] = [
            ["Ada", 1.25, "short"], ["Charlotte", 3, "long remark"], ["Eve", 1234.5, "x"],
        ]

        #expect(
            try text(sample: sample, rows: rows, TextFormat()) == """
                ┌──────┬───────┬────────┐
                │ Name │   Sum │ Remark │
                ├──────┴───────┴────────┤
                │ All                   │
                ├──────┬───────┬────────┤
                │ Ada  │  1.25 │ short  │
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

    @Test func `Columns of fixed widths need no sample`() throws {
        var measure = TextMeasure(
            [GridColumn("A", width: 3...3), GridColumn("B", width: 4...4)], spansHeads: true)
        #expect(measure.columns.count == 2)
        let columns = [GridColumn("A", width: 3...3), GridColumn("B", width: 4...4)]
        var kept = KeptLines(limit: 0)
        let before = TextLayout(
            measure, columns: columns, border: TextBorder.ascii.strokes, format: TextFormat())
        measure.add(.row, line(["a long text", "b"]), keeping: &kept)
        let after = TextLayout(
            measure, columns: columns, border: TextBorder.ascii.strokes, format: TextFormat())

        #expect(before.columns.map(\.width) == [3, 4])
        #expect(after.columns.map(\.width) == [3, 4])
    }

    @Test func `A row with more cells than the layout has is an error that says so`() {
        let error = #expect(throws: TableError.self) {
            try text(sample: [["a"]], rows: [["a", 1, "b", "too many"]], TextFormat())
        }
        #expect(error?.code == .tooManyCells)
    }

    @Test func `A stacked layout and one with columns left out take any row, too`() throws {
        let sample: [[SampleCell]] = [["a name of a firm", 1.5, "remarkable"]]
        let rows: [[SampleCell]] = [["x", 2], ["another name", 3, "y"]]

        let stacked = try text(sample: sample, rows: rows, TextFormat(border: .none, width: 14))
        #expect(MeasuredText.lines(stacked).dropFirst().first == "Name    x     ")
        let dropped = try text(
            sample: sample, rows: rows, TextFormat(border: .none, width: 14, narrowing: .drop))
        #expect(dropped.contains("another") && dropped.contains(" column"))
        #expect(
            MeasuredText.widths(ofLinesIn: stacked) == [14]
                && MeasuredText.widths(ofLinesIn: dropped).count == 1)
    }
}
