import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// Every portable surface conforms.
struct SurfaceConformanceTests {
    private func check(
        _ format: some TextualFormat, showsHeadsAndFeet: Bool = true, showsHiddenRows: Bool = false
    ) throws {
        try ContainerConformance.check(
            showsHeadsAndFeet: showsHeadsAndFeet, showsTableFoot: showsHeadsAndFeet,
            showsHiddenRows: showsHiddenRows,
            shown: { container in (container.sink as? MemorySink)?.text ?? "no memory" },
            select: { try $0.panel?.source(.row(.at($1))).select() },
            { GridContainer(format, to: MemorySink()) })
    }

    @Test(arguments: TextFormat.Border.allCases)
    func `Text conforms with every border`(border: TextFormat.Border) throws {
        try check(TextFormat(border: border))
    }

    @Test func `Text conforms in color`() throws {
        try check(TextFormat(palette: .extended))
    }

    @Test(arguments: [60, 80], TextFormat.Border.allCases)
    func `Text conforms within a terminal's width`(width: Int, border: TextFormat.Border) throws {
        try check(TextFormat(border: border, width: width))
    }

    @Test(arguments: [1, 8, 20], TextFormat.Overflow.allCases)
    func `Text conforms when words are broken or cut`(width: Int, overflow: TextFormat.Overflow) throws {
        // The output is not read back, because the words of the rows are split.
        try ContainerConformance.check {
            GridContainer(TextFormat(width: width, overflow: overflow), to: MemorySink())
        }
    }

    @Test func `Markdown conforms`() throws {
        try check(MarkdownFormat())
    }

    @Test(arguments: [nil, "A <page> & more"])
    func `HTML conforms as a fragment and as a page`(pageTitle: String?) throws {
        try check(HTMLFormat(page: pageTitle.map { HTMLPage($0) }))
    }

    @Test(arguments: [true, false])
    func `CSV and TSV conform with and without titles`(includesTitles: Bool) throws {
        let csv = CSVFormat(includesTitles: includesTitles)
        try check(csv, showsHeadsAndFeet: false, showsHiddenRows: true)
        let tsv = TSVFormat(includesTitles: includesTitles)
        try check(tsv, showsHeadsAndFeet: false, showsHiddenRows: true)
    }

    @Test func `JSON and JSON Lines conform`() throws {
        try check(JSONFormat(), showsHiddenRows: true)
        try check(JSONLinesFormat(), showsHeadsAndFeet: false, showsHiddenRows: true)
    }
}
