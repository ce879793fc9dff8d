import TableAgent
import TableAgentTesting
import Testing

struct AgentDetachTests {
    private let container = RecordingContainer()

    @Test func `A detached agent releases its container, table, and data source`() throws {
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        agent.detach()
        #expect(container.calls.last == .detach)
        #expect(container.panel == nil)
        #expect(agent.panel.container == nil)
        #expect(agent.dataSource == nil)
        #expect(agent.tableInfo.sections.isEmpty)
        #expect(agent.eventDelegate == nil)
        #expect(throws: TableError.self) { try agent.reload(.sample) }
    }

    @Test func `Detaching twice has no further effect`() throws {
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        agent.detach()
        agent.detach()
        #expect(container.calls.filter { $0 == .detach }.count == 1)
    }

    @Test func `Attaching an agent again first detaches its previous container`() throws {
        let other = RecordingContainer()
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        try agent.attach(other, dataSource: DataSource(Ledger(customers: []), reformer: LedgerReformer()))
        #expect(container.calls.last == .detach)
        #expect(other.calls == [.attach, .reload(from: [], to: [])])
        try agent.reload(.sample)
        #expect(other.sections.count == 2)
        #expect(container.calls.last == .detach)
    }

    @Test func `A container can be attached again, to the same agent or another one`() throws {
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        try agent.attach(container, dataSource: DataSource(.sample, reformer: LedgerReformer()))
        #expect(container.sections.count == 2)
        agent.detach()

        let other = try Agent(container, rawData: [1, 2], reformer: NumbersReformer.self)
        #expect(container.sections.map(\.texts) == [[["1"], ["2"]]])
        #expect(container.panel === other.panel)
    }

    @Test func `Detaching an agent that lost its container does not affect the other agent`()
        throws
    {
        let first = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        let second = try Agent(container, rawData: [1, 2], reformer: NumbersReformer.self)
        first.detach()
        #expect(container.panel === second.panel)
    }

    @Test func `An agent that lost its container shows no further tables on it`() throws {
        let first = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        let second = try Agent(container, rawData: [1, 2], reformer: NumbersReformer.self)
        #expect(throws: TableError.self) { try first.reload(.sample) }
        #expect(container.sections.map(\.texts) == [[["1"], ["2"]]])
        #expect(second.tableInfo.numbers == [1, 2])
    }

    @Test func `An agent that lost its data source throws and shows no table of the other agent`()
        async throws
    {
        let source = DataSource(reformer: NumbersReformer())
        let first = Agent<[Int]>()
        let second = Agent<[Int]>()
        try first.attach(container, dataSource: source)
        try second.attach(RecordingContainer(), dataSource: source)
        let error = #expect(throws: TableError.self) { try first.reload([1]) }
        #expect(error?.code == .notAttached)
        await #expect(throws: TableError.self) {
            try await first.reload(concurrently: [1], by: NumbersReformer())
        }
        #expect(second.tableInfo.sections.isEmpty)
    }

    @Test func `A waiting table is not shown after the agent is detached`() throws {
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
