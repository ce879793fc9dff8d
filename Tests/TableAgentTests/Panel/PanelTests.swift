import TableAgent
import TableAgentTesting
import Testing

/// F8: a panel of one's own, by subclass or by conformance.
@Suite struct PanelTests {
    private let container = RecordingContainer()

    /// Adds a note below every table.
    private final class NotingPanel: StandardPanel {
        override func show(_ tableInfo: TableInfo) throws {
            var noted = tableInfo
            noted.sections.append(TableSection(id: "note") { Row("noted", id: 0, as: NoteLine.self) })
            try super.show(noted)
        }
    }

    /// Shows tables upside down, without any of the standard panel's help.
    private final class ReversingPanel: Panel {
        let container: any TableContainer
        let eventHandler: EventHandler
        private(set) var tableInfo = TableInfo()

        init(container: any TableContainer, eventHandler: EventHandler) {
            self.container = container
            self.eventHandler = eventHandler
        }

        func show(_ tableInfo: TableInfo) throws {
            var reversed = tableInfo
            reversed.sections.reverse()
            let update = TableUpdate(from: self.tableInfo, to: reversed) { self.tableInfo = reversed }
            try container.reload(update)
        }
    }

    @Test("A subclass of the standard panel adds to it")
    func subclass() throws {
        let agent = try Agent(
            container, rawData: .numbers(1), reformer: TableReformer.self, panel: NotingPanel.self)
        #expect(container.sections.map(\.texts) == [[["1"]], [["noted"]]])
        try agent.reload(nil)
        #expect(container.sections.map(\.id) == ["note"])
        #expect(agent.tableInfo.rowCount == 1)
    }

    @Test("A class that conforms to Panel replaces the standard one")
    func ownConformance() throws {
        let record = EventRecord()
        let agent = try Agent(
            container, rawData: .sample, reformer: LedgerReformer.self, panel: ReversingPanel.self,
            eventDelegate: record)
        #expect(container.sections.map(\.id) == ["grace", "ada"])
        #expect(agent.tableInfo.index(ofSection: "ada") == 1)
        try container.select(RowPosition(section: 1, row: 0))
        #expect(record.cellEvents.map(\.sectionID) == ["ada"])
    }

    /// Shows a table of its own making, which has nothing of the one that it is given.
    private final class CountingPanel: StandardPanel {
        override func show(_ tableInfo: TableInfo) throws {
            let count = tableInfo.rowCount
            try super.show(TableInfo { TableSection(id: "count") { Row(count, id: 0, as: NumberLine.self) } })
        }
    }

    @Test("A panel can show a table of its own making, and the data source has the data all the same")
    func ownTable() throws {
        let agent = try Agent(
            container, rawData: .numbers(5, 6), reformer: TableReformer.self, panel: CountingPanel.self)
        #expect(agent.tableInfo.numbers == [2])
        #expect(agent.dataSource?.rawData?.numbers == [5, 6])
        try agent.reload(.numbers(7))
        #expect(agent.tableInfo.numbers == [1])
        #expect(agent.dataSource?.rawData?.numbers == [7])

        container.duringNextUpdate = { _ in
            do { try agent.reload(.numbers(9, 9, 9)) } catch { Issue.record(error) }
        }
        try agent.reload(.numbers(8, 8))
        #expect(agent.tableInfo.numbers == [3])
        #expect(agent.dataSource?.rawData?.numbers == [9, 9, 9])
    }

    @Test("A panel owns its container and shares the agent's event handler")
    func ownership() throws {
        let agent = try Agent(container, rawData: .numbers(1), reformer: TableReformer.self)
        let panel = try #require(container.panel)
        #expect(panel.container === container)
        #expect(panel.eventHandler === agent.eventHandler)
    }
}
