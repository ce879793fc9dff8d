import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

@_spi(Internals) @testable import TableBrowser

struct TableBrowserConformanceTests {
    @Test(arguments: [(80, 24), (80, 3), (20, 8), (1, 1)])
    func `The browser conforms on screens of all sizes`(width: Int, height: Int) throws {
        try ContainerConformance.check(
            showsTableFoot: true, shown: { $0.text }, select: { $0.touch($1) },
            scroll: { $0.scroll(to: $1) }
        ) {
            let browser = TableBrowser()
            browser.appear(width: width, height: height)
            return browser
        }
    }

    @Test func `Sections fold while a query omits those before them`() throws {
        let browser = TableBrowser()
        let agent = try Agent(browser, rawData: ["a", "b", "c"]) { (names: [String]) -> TableInfo in
            TableInfo(columns: ["Name"]) {
                for name in names {
                    TableSection(id: name) {
                        Head("Section", as: GridTitle.self)
                        Row("row \(name)", id: name, as: GridTitle.self)
                    }
                }
            }
        }
        try agent.show(TableQuery(filters: [.not(.column("Name", .contains("row a")))]))
        browser.model.perform(.setCollapsed([.at(1)], true))
        #expect(agent.wholeTable.sections.map(\.isCollapsed) == [false, false, true])
        browser.model.perform(.setCollapsed([.at(0), .at(1)], true))
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [true, true])
    }

    @Test func `The foot of a folded section is on display in the line of the head`() throws {
        let browser = TableBrowser()
        browser.appear(width: 80, height: 24)
        let recorder = Recorder()
        let table = TableInfo.orders((0..<4).map { SampleOrder($0) }, sections: 2)
        let agent = try Agent(browser, rawData: table) { $0 }
        agent.eventDelegate = recorder
        browser.model.reportDisplays()
        #expect(recorder.names.isEmpty)
        browser.model.perform(.setCollapsed([.at(0)], true))
        browser.model.reportDisplays()
        #expect(recorder.names == ["didEndDisplay", "didEndDisplay"])
    }

    private final class Recorder: EventDelegate {
        var names: [String] = []

        func didReceive(_ event: CellEvent) { names.append(event.name.text) }
    }
}

extension TableBrowser {
    /// Shows the lines on a screen without a terminal.
    fileprivate func appear(width: Int, height: Int) {
        model.isVisible = true
        model.state.resize(width: width, height: height)
        model.reportDisplays()
    }

    /// The text of all lines, without the cursor, the status, and the widths.
    fileprivate var text: String {
        var grid = GridLine()
        return model.state.lines.all.map { line in
            model.state.lines.fill(&grid, with: line)
            return grid.cells.indices.map { grid.shown(at: $0) }.joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Selects a row that the person sees, as Enter does. Does nothing without such a row.
    fileprivate func touch(_ position: RowPosition) {
        guard model.state.table.row(.at(position)) != nil else { return }
        var screen = TerminalScreen(width: 80, height: 24)
        model.state.paint(&screen)
        scroll(to: position)
        for case .select(let sender) in model.state.perform(.select) { _ = model.select(sender) }
    }

    /// Scrolls to a row by its number.
    fileprivate func scroll(to position: RowPosition) {
        let line = BrowserLine(section: position.section, part: .row(position.row))
        model.state.type(":\(model.state.lines.index(of: line) + 1)\n")
        model.reportDisplays()
    }
}
