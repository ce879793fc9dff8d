import TableAgent
import TableAgentTesting
import Testing

/// Reloads from inside a reload are queued, and the latest wins.
struct PanelQueueTests {
    private let container = RecordingContainer { $0.view == GridLine.self }
    private let agent = Agent<TableInfo>()

    init() throws {
        try agent.attach(container, dataSource: DataSource(.numbers(0), reformer: TableReformer()))
        container.removeCalls()
    }

    /// Reloads from inside the next update of the container.
    private func duringNextUpdate(_ tables: TableInfo...) {
        container.duringNextUpdate = { [agent] _ in
            for table in tables {
                do { try agent.reload(table) } catch { Issue.record(error) }
            }
        }
    }

    @Test func `A table that arrives during an update is shown after it`() throws {
        duringNextUpdate(.numbers(1, 2, 3))
        try agent.reload(.numbers(1, 2))
        #expect(container.calls == [.reload(from: [1], to: [2]), .reload(from: [2], to: [3])])
        #expect(agent.tableInfo.numbers == [1, 2, 3])
    }

    @Test func `Of several tables that wait only the latest is shown`() throws {
        duringNextUpdate(.numbers(1, 2, 3), .numbers(1, 2, 3, 4), .numbers(5))
        try agent.reload(.numbers(1, 2))
        #expect(container.calls == [.reload(from: [1], to: [2]), .reload(from: [2], to: [1])])
        #expect(agent.tableInfo.numbers == [5])
    }

    @Test func `A clearing that arrives during an update is done after it`() throws {
        container.duringNextUpdate = { [agent] _ in
            do { try agent.reload(nil) } catch { Issue.record(error) }
        }
        try agent.reload(.numbers(1, 2))
        #expect(container.sections.isEmpty)
        #expect(agent.tableInfo.sections.isEmpty)
        #expect(agent.dataSource?.rawData == nil)
    }

    @Test func `A table that waits is shown although the one before it failed`() throws {
        duringNextUpdate(.numbers(1, 2, 3))
        container.nextOutcome = .failBeforeCommit(Refused())
        #expect(throws: Refused()) { try agent.reload(.numbers(1, 2)) }
        #expect(agent.tableInfo.numbers == [1, 2, 3])
    }

    @Test func `A wrong item in a table that would wait is refused at once`() throws {
        var code: TableError.Code?
        container.duringNextUpdate = { [agent] _ in
            let wrong = TableInfo { TableSection(id: 0) { Row("x", id: 0, as: BadgeItem.self) } }
            code = #expect(throws: TableError.self) { try agent.reload(wrong) }?.code
        }
        try agent.reload(.numbers(1, 2))
        #expect(code == .itemNotShown)
        #expect(agent.tableInfo.numbers == [1, 2])
    }

    @Test func `A reload from inside an event is shown`() throws {
        agent.on(.select, of: Int.self) { [agent] number in
            do { try agent.reload(.numbers(number + 1)) } catch { Issue.record(error) }
        }
        try container.select(RowPosition(section: 0, row: 0))
        try container.select(RowPosition(section: 0, row: 0))
        #expect(agent.tableInfo.numbers == [2])
    }
}
