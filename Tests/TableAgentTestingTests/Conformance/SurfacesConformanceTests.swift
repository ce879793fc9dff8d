import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// Every portable surface goes through the conformance suite.
@Suite("ContainerConformance: portable surfaces") struct SurfacesConformanceTests {
    private func check(
        _ format: some GridFormat, parts: ContainerConformance.Parts = .headsAndFeet
    ) throws {
        try ContainerConformance.check(
            parts: parts,
            shown: { container in (container.sink as? MemorySink)?.text ?? "no memory" },
            select: { try $0.select($1) },
            { GridContainer(format, to: MemorySink()) })
    }

    @Test("Text conforms with every border", arguments: TextBorder.allCases)
    func text(_ border: TextBorder) throws {
        try check(TextFormat(border: border))
    }

    @Test("Text conforms in colour")
    func colouredText() throws {
        try check(TextFormat(isColored: true))
    }

    @Test("Text conforms in a terminal's width", arguments: [60, 80], TextBorder.allCases)
    func text(width: Int, _ border: TextBorder) throws {
        try check(TextFormat(border: border, width: width))
    }

    @Test("Text conforms where words have to be broken or cut", arguments: [1, 8, 20], TextOverflow.allCases)
    func narrowText(width: Int, _ overflow: TextOverflow) throws {
        // Not read back, since the words of the rows are not in one piece.
        try ContainerConformance.check {
            GridContainer(TextFormat(width: width, overflow: overflow), to: MemorySink())
        }
    }

    @Test("Markdown conforms")
    func markdown() throws {
        try check(MarkdownFormat())
    }

    @Test("HTML conforms, as a fragment and as a page")
    func html() throws {
        try check(HTMLFormat())
        try check(HTMLFormat(pageTitle: "A <page> & more"))
    }

    @Test("CSV and TSV conform, with and without titles", arguments: [true, false])
    func delimited(_ includesTitles: Bool) throws {
        try check(CSVFormat(includesTitles: includesTitles), parts: .hiddenRows)
        try check(TSVFormat(includesTitles: includesTitles), parts: .hiddenRows)
    }

    @Test("JSON and JSON Lines conform")
    func json() throws {
        try check(JSONFormat(), parts: [.headsAndFeet, .hiddenRows])
        try check(JSONLinesFormat(), parts: .hiddenRows)
    }
}
