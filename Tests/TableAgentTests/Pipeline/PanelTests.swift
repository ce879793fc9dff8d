import TableAgent
import TableAgentTesting
import Testing

/// Tests of panel subclasses.
struct PanelTests {
    private let container = RecordingContainer()

    /// Adds a note below every table, and refuses large tables.
    private final class NotingPanel: Panel {
        override func prepare(_ table: TableInfo) throws -> TableInfo {
            if table.rowCount > 2 { throw Refused(reason: "too large") }
            var table = table
            table.sections.append(TableSection(id: "note") { Row("noted", id: 0, as: NoteLine.self) })
            return table
        }
    }

    @Test func `A subclass can change the tables of reformers`() throws {
        let agent = try Agent(
            container, rawData: .numbers(1), reformer: TableReformer.self, panel: NotingPanel())
        #expect(container.sections.map(\.texts) == [[["1"]], [["noted"]]])
        try agent.reload(nil)
        #expect(container.sections.map(\.id) == ["note"])
        #expect(agent.tableInfo.rowCount == 1)
        #expect(agent.dataSource?.rawData == nil)
    }

    @Test func `A table that a subclass refuses keeps table and data unchanged`() throws {
        let agent = try Agent(
            container, rawData: .numbers(1), reformer: TableReformer.self, panel: NotingPanel())
        #expect(throws: Refused(reason: "too large")) { try agent.reload(.numbers(1, 2, 3)) }
        #expect(agent.tableInfo.numbers == [1])
        #expect(agent.dataSource?.rawData?.numbers == [1])
    }

    @Test func `An edit starts from the subclass's table, which is not prepared again`() throws {
        let agent = try Agent(
            container, rawData: .numbers(1), reformer: TableReformer.self, panel: NotingPanel())
        try agent.edit { try $0.append([Row(2, id: 2, as: NumberLine.self)], to: .id("numbers")) }
        #expect(container.sections.map(\.texts) == [[["1"], ["2"]], [["noted"]]])
    }

    /// Shows its own table instead of the reformer's.
    private final class CountingPanel: Panel {
        override func prepare(_ table: TableInfo) -> TableInfo {
            TableInfo { TableSection(id: "count") { Row(table.rowCount, id: 0, as: NumberLine.self) } }
        }
    }

    @Test func `A panel can show its own table, and the data source still has the data`() throws {
        let agent = try Agent(
            container, rawData: .numbers(5, 6), reformer: TableReformer.self, panel: CountingPanel())
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

    @Test func `A panel owns its container until its agent is detached`() throws {
        let agent = try Agent(container, rawData: .numbers(1), reformer: TableReformer.self)
        let panel = try #require(container.panel)
        #expect(panel === agent.panel)
        #expect(panel.container === container)
        agent.detach()
        #expect(panel.container == nil)
        #expect(container.panel == nil)
    }
}
