import Foundation
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// What the examples print is kept for the tests.
private func print(_ text: String) { Printed.line(text) }

extension ReadmeTests {
    @Test func `The container of the README shows lines and passes the conformance suite`() throws {
        let container = LinesContainer()
        let agent = try Agent(container, rawData: stock, reformer: StockReformer(threshold: 0))
        #expect(container.lines == ["Nail | 500 pcs", "Bolt | 0 pcs"])
        #expect(agent.isAttached)
        try ContainerConformance.check(
            parts: [],
            shown: { $0.lines.joined(separator: "\n") },
            select: { try $0.panel?.source(.row(at: $1)).select() }
        ) { LinesContainer() }
    }

    @Test func `Tables go to a file and to a string as the README has it`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("stock.html")
        let file = HTMLContainer(to: FileSink(url))
        let agent = try Agent(file, rawData: stock, reformer: StockReformer(threshold: 10))
        let csv = try CSVFormat().string(of: agent.tableInfo)
        #expect(csv == "Article,Count\r\nBolt,0\r\nNail,500\r\n")
        #expect(try String(contentsOf: url, encoding: .utf8).contains("Order soon"))
    }

    @Test func `The reformer lists what to order first`() throws {
        let table = try StockReformer(threshold: 10).reform(stock)

        #expect(
            try TextFormat().string(of: table) == """
                ┌──────────┬─────────┐
                │ Article  │   Count │
                ├──────────┴─────────┤
                │ Order soon         │
                ├──────────┬─────────┤
                │ Bolt     │   0 pcs │
                ├──────────┼─────────┤
                │ Articles │       1 │
                ├──────────┼─────────┤
                │ Nail     │ 500 pcs │
                └──────────┴─────────┘

                """)
        #expect(try StockReformer(threshold: 0).reform(stock).sections.map(\.id) == ["rest"])
    }

    @Test func `The item gives people a unit and JSON a number`() throws {
        let table = try StockReformer(threshold: 0).reform(stock)

        #expect(
            try JSONLinesFormat().string(of: table) == """
                {"Article": "Nail", "Count": 500}
                {"Article": "Bolt", "Count": 0}

                """)
    }

    @Test func `The delegate hears of its own event and of a selected row`() async throws {
        let container = CSVContainer(to: MemorySink())
        // block: delegate
        let controller = StockController()
        let agent = try Agent(
            container, rawData: stock, reformer: StockReformer(threshold: 10), eventDelegate: controller)
        // end of block
        let lines = try await Printed.lines {
            // block: post
            try agent.post(.restock, 20, from: .row("B1"))
            try container.select(RowPosition(section: 1, row: 0))
            // end of block
        }

        #expect(lines == ["order 20 of B1", "open Nail of rest"])
        #expect(agent.eventHandler.delegate === controller)
    }

    @Test func `The format of the README's wiki writes rows between bars`() throws {
        let sink = MemorySink()
        let container = GridContainer(WikiFormat(), to: sink)
        let agent = try Agent(container, rawData: stock, reformer: StockReformer(threshold: 0))

        #expect(sink.text == "|Nail|500 pcs|\n|Bolt|0 pcs|\n")
        #expect(agent.isAttached)
    }

    @Test func `Rows are streamed as the README has it`() async throws {
        let sink = MemorySink()
        let lines = try await Printed.lines {
            // block: stream
            let report = try CSVFormat().write(
                stock.lazy.filter { $0.count > 0 }, as: ArticleLine.self, columns: ["Article", "Count"],
                to: sink)
            print("\(report.rowCount) rows")
            // end of block
        }
        #expect(lines == ["1 rows"])
        #expect(sink.text == "Article,Count\r\nNail,500\r\n")
    }
}
