import TableAgent
import TableSurfaces
import Testing

extension ReadmeTests {
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
                │ Bolt     │   0 pcs │
                └──────────┴─────────┘

                """)
        #expect(try StockReformer(threshold: 0).reform(stock).sections.map(\.id) == ["all"])
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
        let controller = StockController()
        let agent = try Agent(
            container, rawData: stock, reformer: StockReformer(threshold: 0), eventDelegate: controller)
        let panel = StandardPanel(container: container, eventHandler: agent.eventHandler)
        try panel.show(agent.tableInfo)

        let lines = try await Printed.lines {
            try container.select(RowPosition(section: 0, row: 1))
            try panel.post(.restock, 20, at: RowPosition(section: 0, row: 0))
        }

        #expect(lines == ["open Bolt, row 1", "order 20 of N1"])
        #expect(agent.eventHandler.delegate === controller)
    }

    @Test func `The format of the README's wiki writes rows between bars`() throws {
        let sink = MemorySink()
        let container = GridContainer(WikiFormat(), to: sink)
        let agent = try Agent(container, rawData: stock, reformer: StockReformer(threshold: 0))

        #expect(sink.text == "|Nail|500 pcs|\n|Bolt|0 pcs|\n")
        #expect(agent.isAttached)
    }
}
