import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// A surface writes a table as if the columns for other readers, and their cells, were not there.
struct ColumnAudienceTests {
    private static let columns = [
        GridColumn("Secret", audience: .programs), "Item",
        GridColumn("Customer", key: "customer", audience: .programs),
        GridColumn("Count", alignment: .decimal, bar: .automatic), GridColumn("Note", audience: .people),
    ]

    /// Returns a table with cells for all columns, or without the columns and cells that some readers don't see.
    private static func table(for audience: GridColumn.Audience?) -> TableInfo {
        let shown = columns.indices.filter { index in
            guard let audience else { return true }
            return [audience, .everyone].contains(columns[index].audience)
        }
        func cells(_ cells: [SampleCell]) -> [SampleCell] {
            shown.filter { $0 < cells.count }.map { cells[$0] }
        }
        let rows: [[SampleCell]] = [
            ["s1", "Apple", "Ada", 3, "ripe"], ["s2", "Fig", "Bo", 12], ["s3"], [], ["s4", nil, "Cy", -5.5],
            [
                .text("s5", shown: "five", link: "/5"), .text("Plum", shown: "plums", link: "/plum"),
                SampleCell(.series([1, 2]), link: "/series"),
                SampleCell(.double(7), shown: "seven", link: "/7"),
                .text("", shown: "–", role: .muted),
            ],
        ]
        return TableInfo(
            caption: "Store", columns: shown.map { columns[$0] },
            sections: [
                TableSection(
                    "fruit", head: ["Fruit"], rows: rows.map(cells),
                    foot: cells([nil, .word("Total"), nil, 9.5])),
                TableSection("metal", rows: [cells(["s5", "Nail", "Di", 100])], isCollapsed: true),
            ],
            foot: Foot(cells([nil, .word("All"), "4", 109.5, "checked"]), as: SampleLine.self))
    }

    @Test(arguments: [
        TextFormat() as any TextualFormat & Sendable, TextFormat(width: 20), TextFormat(rows: .ends(1)),
        MarkdownFormat(), HTMLFormat(), HTMLFormat(styling: .inline), CSVFormat(),
        TSVFormat(usesEscapes: true),
        JSONFormat(), JSONLinesFormat(),
    ])
    func `A format writes the columns of its readers`(format: any TextualFormat & Sendable) throws {
        let reduced = try format.string(of: Self.table(for: format.showsCollapsedRows ? .programs : .people))
        let text = try format.string(of: Self.table(for: nil))
        #expect(text == reduced)
        #expect(text.contains("Cy") == format.showsCollapsedRows)
        #expect(text.contains("ripe") != format.showsCollapsedRows)
    }

    /// Returns the rows of the first section as a stream writes them.
    private func streamed(_ table: TableInfo, _ format: some TextualFormat) throws -> String {
        let sink = MemorySink()
        let stream = GridStream(format, columns: table.columns, to: sink)
        for row in table.sections[0].rows {
            try stream.append(row.data(as: [SampleCell].self) ?? [], as: SampleLine.self)
        }
        try stream.finish()
        return sink.text
    }

    @Test(arguments: [TextFormat() as any TextualFormat & Sendable, HTMLFormat(), CSVFormat(), JSONFormat()])
    func `A stream writes the columns of its readers`(format: any TextualFormat & Sendable) throws {
        let audience = format.showsCollapsedRows ? GridColumn.Audience.programs : .people
        #expect(try streamed(Self.table(for: nil), format) == streamed(Self.table(for: audience), format))
    }

    @Test(arguments: [
        TextFormat() as any TextualFormat & Sendable, MarkdownFormat(), HTMLFormat(), CSVFormat(),
    ])
    func `A table and a stream have the columns of a query`(format: any TextualFormat & Sendable) throws {
        let rows: [[SampleCell]] = [["Apple", "Ada", 3], ["Fig", "Bo"], ["Plum"]]
        let agent = try Agent(
            RecordingContainer(), rawData: TableInfo(["Item", "Customer", "Count"], rows: rows)
        ) { $0 }
        try agent.show(TableQuery(columns: ["Count", "Item"]))
        let reduced = TableInfo(["Count", "Item"], rows: rows.map { [$0.count > 2 ? $0[2] : nil, $0[0]] })
        let text = try format.string(of: agent.tableInfo)
        #expect(!text.contains("Ada") && text.contains("Plum"))
        #expect(try streamed(agent.tableInfo, format) == streamed(reduced, format))
        #expect(try text == format.string(of: reduced))
    }

    @Test func `A row with too many cells is refused with the numbers that the item knows`() {
        let table = TableInfo(Self.columns, rows: [["1", "2", "3", "4", "5", "6"]])
        for format in [CSVFormat() as any TextualFormat, TextFormat()] {
            let error = #expect(throws: TableError.self) { try format.string(of: table) }
            #expect(error?.code == .tooManyCells)
            #expect(error?.description.contains("6 cells") == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("5 columns") == true)
        }
    }

    @Test func `A table without a column for its readers has rows without cells`() throws {
        let table = TableInfo([GridColumn("A", audience: .people)], rows: [["1"], ["2"]])
        #expect(try JSONLinesFormat().string(of: table) == "{}\n{}\n")
    }

    @Test func `A line of one's own leaves out the columns for programs, but not a cell that spans`() {
        let table = Self.table(for: nil)
        var line = GridLine(columns: table.columns)
        table.sections[0].rows[0].fill(&line)
        #expect(line.cells.indices.map { line.shown(at: $0) } == ["Apple", "3", "ripe"])
        table.sections[0].head?.fill(&line)
        #expect(line.cells.indices.map { line.shown(at: $0) } == ["Fruit"])
        line = GridLine(columns: table.columns, audience: .programs)
        table.sections[0].rows[0].fill(&line)
        #expect(line.cells.indices.map { line.value(at: $0) } == ["s1", "Apple", "Ada", "3"])
    }
}
