import TableAgent
import TableSurfaces
import Testing

private final class EventLog: EventDelegate {
    var events: [CellEvent] = []

    func didReceive(_ event: CellEvent) { events.append(event) }
}

struct GridContainerTests {
    private let sink = MemorySink()

    private func agent(
        _ container: GridContainer<CSVFormat>, _ table: TableInfo = .store, log: EventLog? = nil
    ) throws -> Agent<TableInfo> {
        try Agent(container, rawData: table, reformer: SameTable.self, eventDelegate: log)
    }

    @Test func `A grid container shows an agent's table`() throws {
        let agent = try agent(GridContainer(.csv, to: sink))

        #expect(sink.text == "Item,Count\r\nApple,3\r\nFig,12\r\nNail,100\r\n")
        #expect(agent.tableInfo.rowCount == 3)
    }

    @Test func `A reload writes the whole new table`() throws {
        let agent = try agent(GridContainer(.csv, to: sink))
        try agent.reload(TableInfo(["One"], rows: [["a"]]))

        #expect(sink.text == "One\r\na\r\n")
        #expect(agent.tableInfo.rowCount == 1)
    }

    @Test func `Clearing the table writes an empty one`() throws {
        let agent = try agent(GridContainer(.csv, to: sink))
        try agent.reload(nil)

        #expect(sink.text == "")
        #expect(agent.tableInfo.sections.isEmpty)
    }

    @Test func `The format can change between two tables`() throws {
        let container = GridContainer(.csv, to: sink)
        let agent = try agent(container)
        container.format.includesTitles = false
        try agent.reload(.store)

        #expect(sink.text == "Apple,3\r\nFig,12\r\nNail,100\r\n")
    }

    @Test func `The surface is named after its format`() {
        #expect(GridContainer(JSONLinesFormat(), to: sink).surfaceName == "the JSON Lines surface")
    }

    @Test func `An update is committed once, after the sink has received the table`() throws {
        let sink = CountingSink()
        let container = GridContainer(CSVFormat(), to: sink)
        var finishCounts: [Int] = []
        let update = TableUpdate(from: TableInfo(), to: .store) { _ in finishCounts.append(sink.finishCount) }

        try container.reload(update)

        #expect(update.isCommitted)
        #expect(finishCounts == [1])
        #expect(sink.discardCount == 0)
    }

    @Test func `A sink that refuses a block keeps the old table visible`() throws {
        let sink = CountingSink()
        let agent = try agent(GridContainer(.csv, to: sink))
        sink.refusedBlock = 3

        #expect(throws: CountingSink.Refusal(block: 3)) { try agent.reload(.long) }

        #expect(sink.discardCount == 1)
        #expect(sink.finishCount == 1)
        #expect(agent.tableInfo.rowCount == 3)

        sink.refusedBlock = nil
        try agent.reload(.long)
        #expect(agent.tableInfo.rowCount == 10_000)
        #expect(sink.finishCount == 2)
        #expect(sink.discardCount == 1)
    }

    @Test func `A sink that can't finish a table keeps the old one visible`() throws {
        let sink = CountingSink()
        let agent = try agent(GridContainer(.csv, to: sink))
        sink.refusesFinish = true

        #expect(throws: CountingSink.Refusal(block: -1)) { try agent.reload(.long) }

        #expect(sink.discardCount == 1)
        #expect(agent.tableInfo.rowCount == 3)
    }

    @Test func `A table that the format refuses keeps the old one visible`() throws {
        let agent = try agent(GridContainer(.csv, to: sink))
        let old = sink.text

        #expect(throws: TableError.self) { try agent.reload(TableInfo(["One"], rows: [["a", "b"]])) }

        #expect(sink.text == old)
        #expect(agent.tableInfo.rowCount == 3)
    }

    @Test func `An item of another surface is refused with its name and position before the write`() throws {
        let sink = CountingSink()
        let agent = try agent(GridContainer(.csv, to: sink))
        let blocks = sink.blockSizes
        var table = TableInfo.store
        table.sections[1].rows.append([Row("odd", id: "odd", as: OddItem.self)])

        let error = #expect(throws: TableError.self) { try agent.reload(table) }

        #expect(error?.code == .itemNotShown)
        #expect(error?.position == RowPosition(section: 1, row: 1))
        #expect(error?.description.contains("OddItem") == true)
        #expect(error?.description.contains("the CSV surface") == true)
        #expect(error?.description.contains("section 1, row 1") == true)
        #expect(sink.blockSizes == blocks)
        #expect(sink.finishCount == 1)
        #expect(sink.discardCount == 0)
        #expect(agent.tableInfo.rowCount == 3)
    }

    @Test func `A grid container can show only grid items`() {
        let container = GridContainer(.csv, to: sink)

        #expect(container.canShow(SampleLine.self))
        #expect(container.canShow(GridTitle.self))
        #expect(!container.canShow(OddItem.self))
    }

    @Test func `Selecting a row posts an event with its position and data`() throws {
        let container = GridContainer(.csv, to: sink)
        let log = EventLog()
        let agent = try agent(container, log: log)
        try agent.select(.at(section: 0, row: 1))

        let event = try #require(log.events.first)
        #expect(log.events.count == 1)
        #expect(event.isNamed(.select))
        #expect(event.position == RowPosition(section: 0, row: 1))
        #expect(event.sectionID == "fruit")
        #expect(event.data(as: [SampleCell].self)?.count == 2)
        #expect(agent.panel.container != nil)
    }

    @Test(arguments: [(0, 2), (2, 0), (0, -1), (-1, 0), (1, 1)])
    func `Selecting a missing row is an error`(section: Int, row: Int) throws {
        let container = GridContainer(.csv, to: sink)
        let log = EventLog()
        let agent = try agent(container, log: log)
        let position = RowPosition(section: section, row: row)

        let error = #expect(throws: TableError.self) { try agent.select(.at(position)) }

        #expect(error?.code == .positionOutOfRange)
        #expect(error?.position == position)
        #expect(log.events.isEmpty)
        #expect(agent.panel.container != nil)
    }
}
