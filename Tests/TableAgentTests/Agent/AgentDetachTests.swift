import TableAgent
import TableAgentTesting
import Testing

@Suite("Agent: detaching") struct AgentDetachTests {
    private let container = RecordingContainer()

    @Test("A detached agent has let go of container, table and data source")
    func detaches() throws {
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        agent.detach()
        #expect(container.calls.last == .detach)
        #expect(container.panel == nil)
        #expect(agent.isAttached == false)
        #expect(agent.dataSource == nil)
        #expect(agent.tableInfo.sections.isEmpty)
        #expect(agent.eventHandler.delegate == nil)
        #expect(throws: TableError.self) { try agent.reload(.sample) }
    }

    @Test("Detaching twice does nothing the second time")
    func detachesOnce() throws {
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        agent.detach()
        agent.detach()
        #expect(container.calls.filter { $0 == .detach }.count == 1)
    }

    @Test("An agent that is attached again detaches its former container first")
    func attachesElsewhere() throws {
        let other = RecordingContainer()
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        try agent.attach(other, dataSource: DataSource(Ledger(customers: []), reformer: LedgerReformer()))
        #expect(container.calls.last == .detach)
        #expect(other.calls == [.attach, .reload(from: [], to: [])])
        try agent.reload(.sample)
        #expect(other.sections.count == 2)
        #expect(container.calls.last == .detach)
    }

    @Test("A container can be attached to the same agent again, and to another one")
    func attachesContainerAgain() throws {
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        try agent.attach(container, dataSource: DataSource(.sample, reformer: LedgerReformer()))
        #expect(container.sections.count == 2)
        agent.detach()

        let other = try Agent(container, rawData: [1, 2], reformer: NumbersReformer.self)
        #expect(container.sections.map(\.texts) == [[["1"], ["2"]]])
        #expect(container.panel?.eventHandler === other.eventHandler)
    }

    @Test("An agent that loses its container to another agent does not cut that one off by detaching")
    func losesContainer() throws {
        let first = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        let second = try Agent(container, rawData: [1, 2], reformer: NumbersReformer.self)
        first.detach()
        #expect(container.panel?.eventHandler === second.eventHandler)
    }

    @Test("An agent that lost its container to another agent can't put anything on it any more")
    func reloadsLostContainer() throws {
        let first = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        let second = try Agent(container, rawData: [1, 2], reformer: NumbersReformer.self)
        #expect(throws: TableError.self) { try first.reload(.sample) }
        #expect(container.sections.map(\.texts) == [[["1"], ["2"]]])
        #expect(second.tableInfo.numbers == [1, 2])
    }

    @Test("An agent that lost its data source to another agent says so and shows nothing on that one")
    func losesDataSource() async throws {
        let source = DataSource(reformer: NumbersReformer())
        let first = Agent<[Int]>()
        let second = Agent<[Int]>()
        try first.attach(container, dataSource: source)
        try second.attach(RecordingContainer(), dataSource: source)
        let error = #expect(throws: TableError.self) { try first.reload([1]) }
        #expect(error?.code == .notAttached)
        await #expect(throws: TableError.self) { try await first.reload(concurrently: [1], by: NumbersReformer()) }
        #expect(second.tableInfo.sections.isEmpty)
    }

    @Test("A table that waits is not shown any more once the agent is detached")
    func detachesWhileShowing() throws {
        let agent = try Agent(container, rawData: .numbers(1), reformer: TableReformer.self)
        container.removeCalls()
        container.duringNextUpdate = { _ in
            do { try agent.reload(.numbers(7, 8, 9)) } catch { Issue.record(error) }
            agent.detach()
        }
        try agent.reload(.numbers(1, 2))
        #expect(!container.calls.contains(.reload(from: [2], to: [3])))
        #expect(agent.tableInfo.sections.isEmpty)
    }

    private struct NumbersReformer: StatelessReformer {
        func reform(_ numbers: [Int]) -> TableInfo {
            TableInfo {
                TableSection(id: 0) { Rows(numbers, id: \.self, as: NumberLine.self) }
            }
        }
    }
}
