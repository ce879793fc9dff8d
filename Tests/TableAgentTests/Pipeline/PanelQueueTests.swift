import TableAgent
import TableAgentTesting
import Testing

/// Reloads during a reload are queued, and the latest one wins.
struct PanelQueueTests {
    private let container = RecordingContainer { $0.viewType == GridLine.self }
    private let agent = Agent<TableInfo>()
    private let record = EventRecord()

    init() throws {
        try agent.attach(
            container, dataSource: DataSource(.numbers(0), reformer: TableReformer()), eventDelegate: record)
        container.removeCalls()
    }

    /// Reloads during the next update of the container.
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

    @Test func `Of several waiting tables, only the latest is shown`() throws {
        duringNextUpdate(.numbers(1, 2, 3), .numbers(1, 2, 3, 4), .numbers(5))
        try agent.reload(.numbers(1, 2))
        #expect(container.calls == [.reload(from: [1], to: [2]), .reload(from: [2], to: [1])])
        #expect(agent.tableInfo.numbers == [5])
    }

    @Test func `Clearing during an update takes effect after it`() throws {
        container.duringNextUpdate = { [agent] _ in
            do { try agent.reload(nil) } catch { Issue.record(error) }
        }
        try agent.reload(.numbers(1, 2))
        #expect(container.sections.isEmpty)
        #expect(agent.tableInfo.sections.isEmpty)
        #expect(agent.dataSource?.rawData == nil)
    }

    @Test func `A waiting table is shown even if the previous one failed`() throws {
        duringNextUpdate(.numbers(1, 2, 3))
        container.nextOutcome = .failBeforeCommit(Refused())
        #expect(throws: Refused()) { try agent.reload(.numbers(1, 2)) }
        #expect(agent.tableInfo.numbers == [1, 2, 3])
    }

    @Test func `An item that can't be shown in a waiting table is refused immediately`() throws {
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

    private func row(_ number: Int) -> Row { Row(number, id: number, as: NumberLine.self) }

    private var failures: [String] {
        get { record.tableEvents.compactMap { $0.payload(of: .updateFailed) }.map { "\($0)" } }
    }

    @Test func `An edit during an update starts from its table and returns before it is shown`() throws {
        var count: Int?
        container.duringNextUpdate = { [agent, row] _ in
            do {
                count = try agent.edit { edit in
                    try edit.append([row(3)])
                    return edit.table.rowCount
                }
            } catch { Issue.record(error) }
            #expect(agent.tableInfo.numbers == [0])
        }
        try agent.reload(.numbers(1, 2))
        #expect(count == 3)
        #expect(container.calls == [.reload(from: [1], to: [2]), .reload(from: [2], to: [3])])
        #expect(agent.tableInfo.numbers == [1, 2, 3])
        #expect(agent.dataSource?.rawData?.numbers == [1, 2])
    }

    @Test func `Edits during an update build on each other and on a waiting table`() throws {
        container.duringNextUpdate = { [agent, row] _ in
            do {
                try agent.reload(.numbers(7))
                try agent.edit { try $0.append([row(8)]) }
                try agent.edit { try $0.append([row(9)]) }
            } catch { Issue.record(error) }
        }
        try agent.reload(.numbers(1, 2))
        #expect(container.calls == [.reload(from: [1], to: [2]), .reload(from: [2], to: [3])])
        #expect(agent.tableInfo.numbers == [7, 8, 9])
        #expect(agent.dataSource?.rawData?.numbers == [7])
    }

    @Test func `An edit of a table that the container refuses fails with it and sends an event`() throws {
        container.duringNextUpdate = { [agent, row] _ in
            do { try agent.edit { try $0.append([row(3)]) } } catch { Issue.record(error) }
        }
        container.nextOutcome = .failBeforeCommit(Refused(reason: "full"))
        #expect(throws: Refused(reason: "full")) { try agent.reload(.numbers(1, 2)) }
        #expect(agent.tableInfo.numbers == [0])
        #expect(failures == ["Refused(reason: \"full\")"])
    }

    @Test func `A reload during a failing update is shown, including later edits`() throws {
        container.duringNextUpdate = { [agent, row] _ in
            do {
                try agent.reload(.numbers(4))
                try agent.edit { try $0.append([row(5)]) }
            } catch { Issue.record(error) }
        }
        container.nextOutcome = .failBeforeCommit(Refused())
        #expect(throws: Refused()) { try agent.reload(.numbers(1, 2)) }
        #expect(agent.tableInfo.numbers == [4, 5])
        #expect(failures == [])
    }

    @Test func `An edit of a table that fails after its commit is shown`() throws {
        container.duringNextUpdate = { [agent, row] _ in
            do { try agent.edit { try $0.append([row(3)]) } } catch { Issue.record(error) }
        }
        container.nextOutcome = .failAfterCommit(Refused())
        #expect(throws: Refused()) { try agent.reload(.numbers(1, 2)) }
        #expect(agent.tableInfo.numbers == [1, 2, 3])
    }

    @Test func `A waiting table that fails sends an event, and the outer call succeeds`() throws {
        container.duringNextUpdate = { [agent, container] _ in
            do { try agent.reload(.numbers(5)) } catch { Issue.record(error) }
            container.nextOutcome = .skipCommit
        }
        try agent.reload(.numbers(1, 2))
        #expect(agent.tableInfo.numbers == [1, 2])
        #expect(agent.dataSource?.rawData?.numbers == [1, 2])
        #expect(failures.count == 1)
        #expect(failures.first?.contains("without calling commit()") == true)
    }

    @Test(arguments: ["nobody", "a delegate without the method"])
    func `A failed waiting table without a listener is reported`(listener: String) throws {
        final class Deaf: EventDelegate {}
        let deaf = Deaf()
        agent.eventDelegate = listener == "nobody" ? nil : deaf
        var reports: [String] = []
        agent.eventHandler.report = { reports.append($0) }
        container.duringNextUpdate = { [agent, container] _ in
            do { try agent.reload(.numbers(5)) } catch { Issue.record(error) }
            container.nextOutcome = .failBeforeCommit(Refused())
        }
        try agent.reload(.numbers(1, 2))
        #expect(reports.count == 1)
        #expect(reports.first?.hasPrefix("A waiting table could not be shown: Refused") == true)
        withExtendedLifetime(deaf) {}
    }

    @Test func `A reload from an event waits only if the event belongs to an update`() throws {
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, rawData: .numbers(1, 2), reformer: TableReformer.self)
        var during: [[Int]] = []
        for name in [EventName.removed, .select] {
            agent.on(name) { [agent] (_: CellEvent) in
                do { try agent.reload(.numbers(9)) } catch { Issue.record(error) }
                during.append(agent.tableInfo.numbers)
            }
        }
        try agent.edit { try $0.removeRow(.id(1)) }
        #expect(agent.tableInfo.numbers == [9])
        try agent.reload(.numbers(3))
        try container.select(RowPosition(section: 0, row: 0))
        #expect(during.first == [2])
        #expect(during.last == [9])
    }

    @Test func `An edit during a refused first update never shows the refused data`()
        throws
    {
        let other = RecordingContainer()
        let source = DataSource(.numbers(1), reformer: TableReformer())
        other.nextOutcome = .failBeforeCommit(Refused())
        other.duringNextUpdate = { [agent] _ in
            do { try agent.edit { try $0.append([Row(2, id: 2, as: NumberLine.self)]) } } catch {
                Issue.record(error)
            }
        }
        #expect(throws: Refused()) { try agent.attach(other, dataSource: source) }
        #expect(agent.tableInfo.numbers == [])
        #expect(throws: TableError.self) { try agent.edit { try $0.removeRow(.id(1)) } }
        #expect(other.sections.isEmpty)
    }
}
