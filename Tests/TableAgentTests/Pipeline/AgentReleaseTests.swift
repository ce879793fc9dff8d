import TableAgent
import TableAgentTesting
import Testing

/// Tests of the ownership between the parts.
struct AgentReleaseTests {
    @Test func `Agent, panel, data source, and container are released with the agent's owner`() throws {
        weak var agent: Agent<Ledger>?
        weak var container: RecordingContainer?
        weak var panel: Panel?
        weak var dataSource: DataSource<Ledger>?
        do {
            let surface = RecordingContainer()
            let owned = try Agent(surface, rawData: .sample, reformer: LedgerReformer.self)
            agent = owned
            container = surface
            panel = surface.panel
            dataSource = owned.dataSource
            #expect(panel != nil)
            withExtendedLifetime(owned) {}
        }
        #expect(agent == nil)
        #expect(container == nil)
        #expect(panel == nil)
        #expect(dataSource == nil)
    }

    @Test func `The agent keeps its container alive until it is detached`() throws {
        weak var container: RecordingContainer?
        let agent: Agent<Ledger>
        do {
            let surface = RecordingContainer()
            container = surface
            agent = try Agent(surface, rawData: .sample, reformer: LedgerReformer.self)
        }
        #expect(container != nil)
        agent.detach()
        #expect(container == nil)
        withExtendedLifetime(agent) {}
    }

    @Test func `The container does not keep its panel alive`() throws {
        let container = RecordingContainer()
        do {
            let agent = try Agent(container, rawData: .sample, reformer: LedgerReformer.self)
            withExtendedLifetime(agent) {}
        }
        #expect(container.panel == nil)
    }

    @Test func `The agent does not keep its delegate alive`() throws {
        let container = RecordingContainer()
        weak var delegate: EventRecord?
        let agent: Agent<Ledger>
        do {
            let record = EventRecord()
            delegate = record
            agent = try Agent(
                container, rawData: .sample, reformer: LedgerReformer.self, eventDelegate: record)
            #expect(agent.eventDelegate === record)
        }
        #expect(delegate == nil)
        #expect(agent.eventDelegate == nil)
        try container.select(RowPosition(section: 0, row: 0))
    }

    @Test func `A data source does not keep its agent alive`() throws {
        let dataSource = DataSource(reformer: LedgerReformer())
        weak var agent: Agent<Ledger>?
        do {
            let owned = Agent<Ledger>()
            agent = owned
            try owned.attach(RecordingContainer(), dataSource: dataSource)
        }
        #expect(agent == nil)
        try dataSource.refresh(.sample)
        #expect(dataSource.rawData?.customers.count == 2)
    }

    @Test func `Business data is released when another table is visible`() throws {
        final class Note {}
        enum Line: GridLineItem {
            static func fill(_ line: inout GridLine, with note: Note) { line.text("note") }
        }
        let agent = try Agent<TableInfo>(IdleContainer(), reformer: TableReformer.self)
        weak var note: Note?
        do {
            let kept = Note()
            note = kept
            try agent.reload(TableInfo { TableSection(id: 0) { Row(kept, id: 0, as: Line.self) } })
        }
        #expect(note != nil)
        try agent.reload(.numbers(1))
        #expect(note == nil)
    }
}
