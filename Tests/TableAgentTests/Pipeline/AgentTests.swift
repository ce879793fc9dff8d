import TableAgent
import TableAgentTesting
import Testing

/// Tests of attaching, reloading, and clearing an agent.
struct AgentTests {
    private let container = RecordingContainer()

    @Test func `One call attaches all parts and shows the table`()
        throws
    {
        let record = EventRecord()
        let agent = Agent<Ledger>()
        try agent.attach(
            container, dataSource: DataSource(.sample, reformer: LedgerReformer()), eventDelegate: record)

        #expect(agent.panel.container != nil)
        #expect(container.calls == [.attach, .reload(from: [], to: [2, 0])])
        #expect(container.sections[0].texts == [["Ada", "1"], ["Ada", "5"]])
        #expect(container.sections[0].foot?.texts == ["pays late"])
        try container.select(RowPosition(section: 0, row: 1))
        #expect(record.cellEvents.map(\.rowID) == [2])
    }

    @Test func `Two agents can't share a panel until the first one is released`() async {
        await #expect(processExitsWith: .failure) {
            let panel = Panel()
            let first = Agent<Int>(panel: panel)
            withExtendedLifetime(first) { _ = Agent<Int>(panel: panel) }
        }
        let panel = Panel()
        _ = Agent<Int>(panel: panel)
        #expect(Agent<Int>(panel: panel).panel === panel)
    }

    @Test func `Without raw data, nothing is shown until the first reload`() throws {
        let agent = try Agent<Ledger>(container, reformer: LedgerReformer.self)
        #expect(agent.panel.container != nil)
        #expect(container.calls == [.attach])
        #expect(agent.tableInfo.sections.isEmpty)

        try agent.reload(.sample)
        #expect(container.calls == [.attach, .reload(from: [], to: [2, 0])])
    }

    @Test func `A reload reforms the new raw data and replaces the visible table`() throws {
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        try agent.reload(Ledger(customers: [Customer(id: "alan", orders: [Order(id: 9, customer: "Alan")])]))
        #expect(container.calls.last == .reload(from: [2, 0], to: [1]))
        #expect(container.sections.map(\.id) == ["alan"])
        #expect(agent.tableInfo.rowCount == 1)
        #expect(agent.dataSource?.rawData?.customers.count == 1)
    }

    @Test func `A reload with nil clears the table`() throws {
        let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
        try agent.reload(nil)
        #expect(container.calls.last == .reload(from: [2, 0], to: []))
        #expect(container.sections.isEmpty)
        #expect(agent.tableInfo.sections.isEmpty)
        #expect(agent.dataSource?.rawData == nil)
    }

    @Test func `Optional raw data of nil is distinguished from no data`() throws {
        struct Reformer: StatelessReformer {
            func reform(_ number: Int?) -> TableInfo { .numbers(number ?? -1) }
        }
        let agent = try Agent<Int?>(container, reformer: Reformer.self)
        try agent.reload(.some(nil))
        #expect(agent.tableInfo.numbers == [-1])
        try agent.reload(nil)
        #expect(agent.tableInfo.sections.isEmpty)
    }

    @Test func `A reload without a container is an error`() {
        let agent = Agent<Ledger>()
        let error = #expect(throws: TableError.self) { try agent.reload(.sample) }
        #expect(error?.code == .notAttached)
        #expect(agent.panel.container == nil)
    }

    @Test func `An error of the reformer keeps the visible table and reaches the caller unchanged`()
        throws
    {
        struct Picky: Reformer {
            func reform(_ number: Int) throws -> TableInfo {
                if number < 0 { throw Refused(reason: "\(number)") }
                return .numbers(number)
            }
        }
        let agent = try Agent(container, rawData: 1, reformer: Picky())
        container.removeCalls()
        #expect(throws: Refused(reason: "-1")) { try agent.reload(-1) }
        #expect(container.calls.isEmpty)
        #expect(agent.tableInfo.numbers == [1])
        #expect(agent.dataSource?.rawData == 1)

        try agent.reload(2)
        #expect(container.sections.first?.texts == [["2"]])
    }

    @Test func `An agent whose first raw data can't be reformed stays attached and can be reloaded`() throws {
        struct Picky: Reformer {
            func reform(_ number: Int) throws -> TableInfo {
                if number < 0 { throw Refused() }
                return .numbers(number)
            }
        }
        let agent = Agent<Int>()
        #expect(throws: Refused()) {
            try agent.attach(container, dataSource: DataSource(-1, reformer: Picky()))
        }
        #expect(agent.panel.container != nil)
        #expect(agent.tableInfo.sections.isEmpty)
        try agent.reload(3)
        #expect(agent.tableInfo.numbers == [3])
    }

    @Test func `A reformer can be an instance with dependencies`() throws {
        struct Greeter: Reformer {
            let greeting: String
            func reform(_ names: [String]) -> TableInfo {
                let greetings = names.map { "\(greeting), \($0)" }
                return TableInfo {
                    TableSection(id: 0) { Rows(greetings, id: \.self, as: NoteLine.self) }
                }
            }
        }
        let agent = try Agent(container, rawData: ["Ada"], reformer: Greeter(greeting: "Hello"))
        #expect(container.sections.first?.texts == [["Hello, Ada"]])
        try agent.attach(container, dataSource: DataSource(["Ada"], reformer: Greeter(greeting: "Salut")))
        #expect(container.sections.first?.texts == [["Salut, Ada"]])
    }
}
