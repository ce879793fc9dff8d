import TableAgent
import TableSurfaces
import Testing

/// A short format, as a reader of the documentation would write it.
private struct ShownFormat: TextualFormat, GridWriter {
    let name = "shown"
    let showsHeadsAndFeet = false

    func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {
        output.write("\(position.rowIndex):\(line.shown(at: 0)) ")
    }
}

struct GridFormatTests {
    @Test func `A table can be written as a string without a container`() throws {
        #expect(try ShownFormat().string(of: .store) == "0:Apple 1:Fig 0:Nail ")
    }

    @Test func `A string equals the output of a container`() throws {
        let sink = MemorySink()
        _ = try Agent(GridContainer(ShownFormat(), to: sink), rawData: .store, reformer: SameTable.self)

        #expect(try ShownFormat().string(of: .store) == sink.text)
    }

    @Test func `Writing a table finishes the sink`() throws {
        let sink = MemorySink()
        try ShownFormat().write(.store, to: sink)
        #expect(sink.text == "0:Apple 1:Fig 0:Nail ")
        try CSVFormat().write(.store, to: sink)
        #expect(try sink.text == CSVFormat().string(of: .store))
    }

    @Test func `A table that can't be written leaves the sink as it was`() throws {
        let sink = MemorySink()
        try CSVFormat().write(.store, to: sink)
        var table = TableInfo.store
        table.sections[1] = TableSection("metal", rows: [["Bolt", 2, "too much"]])

        #expect(throws: TableError.self) { try CSVFormat().write(table, to: sink) }
        #expect(try sink.text == CSVFormat().string(of: .store))
        try CSVFormat().write(.store, to: sink)
        #expect(try sink.text == CSVFormat().string(of: .store))
    }

    @Test func `Static members name the formats of containers`() {
        let csv = GridContainer(.csv(guardsFormulas: true))
        let tsv = GridContainer(.tsv(usesEscapes: true))
        let json = GridContainer(.json(layout: .rows))
        let lines = GridContainer(.jsonLines(notFinite: .refuse))
        let mail = GridContainer(.html(styling: .inline, page: "P"))
        let text = GridContainer(.text(border: .ascii, width: 7, rows: .ends(2)))
        let markdown = GridContainer(.markdown(words: .english), to: MemorySink())
        let terminal = GridContainer(.terminal)
        #expect(csv.format.guardsFormulas && tsv.format.usesEscapes)
        #expect(json.format.layout == .rows)
        #expect(lines.format.notFinite == .refuse)
        #expect(mail.format.styling == .inline)
        #expect(text.format.width == 7 && text.format.rows == .ends(2))
        #expect(markdown.format.name == "Markdown")
        #expect(terminal.format.width == TerminalTraits.standardOutput.width)
    }

    static let names: [(@Sendable () -> any TextualFormat, String)] = [
        ({ TextFormat() }, "text"), ({ CSVFormat() }, "CSV"), ({ TSVFormat() }, "TSV"),
        ({ JSONFormat() }, "JSON"), ({ JSONLinesFormat() }, "JSON Lines"),
        ({ MarkdownFormat() }, "Markdown"), ({ HTMLFormat() }, "HTML"),
    ]

    @Test(arguments: names.indices)
    func `Every format has a name`(index: Int) {
        let (format, name) = Self.names[index]
        #expect(format().name == name)
    }

    @Test(arguments: names.indices)
    func `A row with more cells than columns is an error with the item, position, and counts`(index: Int) {
        let format = Self.names[index].0()
        var table = TableInfo.store
        table.sections[1] = TableSection("metal", rows: [["Nail", 100], ["Bolt", 2, "too much"]])

        let error = #expect(throws: TableError.self) { try format.string(of: table) }

        #expect(error?.code == .tooManyCells)
        #expect(error?.position == RowPosition(section: 1, row: 1))
        let description = error?.description ?? ""
        #expect(description.contains("SampleLine"))
        #expect(description.contains("section 1, row 1"))
        #expect(description.contains("3 cells"))
        #expect(description.contains("2 columns"))
    }

    static let headFormats = [0, 3, 5, 6]  // text, JSON, Markdown and HTML show heads and feet

    @Test(arguments: headFormats, TablePart.cases)
    func `A head or foot with more cells than columns is an error with its position`(
        index: Int, kind: TablePart
    ) {
        let format = Self.names[index].0()
        let cells: [SampleCell] = ["a", "b", "c"]
        let table = TableInfo(
            columns: ["One", "Two"],
            sections: [
                TableSection(0),
                TableSection("bad", head: kind == .head ? cells : nil, foot: kind == .foot ? cells : nil),
            ])

        let error = #expect(throws: TableError.self) { try format.string(of: table) }

        #expect(error?.code == .tooManyCells)
        #expect(error?.position == nil)
        #expect(error?.description.contains("SampleLine") == true)
        #expect(error?.description.contains("the \(kind.rawValue) of section 1") == true)
    }

    @Test(arguments: headFormats)
    func `A head that is not a grid item is an error`(index: Int) {
        let format = Self.names[index].0()
        let table = TableInfo(columns: ["One"]) {
            TableSection(id: 0) { Head("odd", as: OddItem.self) }
        }

        let error = #expect(throws: TableError.self) { try format.string(of: table) }

        #expect(error?.code == .itemNotShown)
        #expect(error?.description.contains("OddItem") == true)
        #expect(error?.description.contains("the head of section 0") == true)
    }

    @Test(arguments: names.indices)
    func `A row that is not a grid item is an error`(index: Int) {
        let format = Self.names[index].0()
        let table = TableInfo(columns: ["One"]) {
            TableSection(id: 0) { Row("odd", id: 1, as: OddItem.self) }
        }

        let error = #expect(throws: TableError.self) { try format.string(of: table) }

        #expect(error?.code == .itemNotShown)
        #expect(error?.description.contains("OddItem") == true)
    }
}

extension TablePart {
    fileprivate static let cases: [TablePart] = [.head, .foot]
}
