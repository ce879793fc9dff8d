import TableAgent
import TableAgentTesting
import Testing

/// Tests of the events that the panel sends after updates.
struct PanelNewsTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let record = EventRecord()
    private let agent: Agent<Sections>

    init() throws {
        agent = try Agent(
            container, rawData: ["a": [1, 2, 3], "b": [4, 5]], reformer: EditSample.Board.self,
            eventDelegate: record)
        agent.eventHandler.report = { _ in }
    }

    private var told: [String] {
        record.cellEvents.map { "\($0.name) \($0.rowID)" }
            + record.sectionEvents.map { "\($0.name) \($0.sectionID)" }
    }

    @Test func `A row removed from a section that collapses, too, sends removed`() throws {
        try agent.edit { table in
            try table.removeRow(.id(2))
            try table.collapseSection(.id("a"))
        }
        #expect(told == ["removed 2", "collapse a"])
    }

    @Test func `A row that moved to a collapsed section is not removed`() throws {
        try agent.edit { try $0.collapseSection(.id("b")) }
        (record.cellEvents, record.sectionEvents) = ([], [])
        try agent.edit { try $0.moveRow(.id(1), toEndOf: .id("b")) }
        #expect(agent.tableInfo.noteIDs == ["a: 2 3", "b: 4 5 1"])
        #expect(told == [])
    }

    @Test func `A row that moved to a new section is not removed`() throws {
        try agent.edit { table in
            try table.insert(EditSample.section("c", []), at: 2)
            try table.moveRow(.id(1), toEndOf: .id("c"))
        }
        #expect(told == [])
    }

    @Test func `A row that moved to a section that moves is not removed`() throws {
        try agent.edit { table in
            try table.moveSection(.id("b"), before: .at(0))
            try table.moveRow(.id(1), toEndOf: .id("b"))
        }
        #expect(agent.tableInfo.noteIDs == ["b: 4 5 1", "a: 2 3"])
        #expect(told == [])
    }

    @Test func `A row that moved to another section and got another item is not removed`() throws {
        try agent.edit { table in
            try table.moveRow(.id(1), toEndOf: .id("b"))
            try table.replaceRow(.id(1), with: [Row("one", id: 1, as: EditSample.TextLine.self)])
        }
        #expect(told == [])
    }

    @Test func `A row removed from a moved section sends removed`() throws {
        try agent.edit { table in
            try table.moveSection(.id("b"), before: .at(0))
            try table.removeRow(.id(5))
        }
        #expect(told == ["removed 5"])
    }

    @Test func `Inserting a section before sections with its id collapses and expands no section`() throws {
        try agent.reload(["a": [1], "a": [2]])
        try agent.edit { try $0.collapseSection(.at(0)) }
        (record.cellEvents, record.sectionEvents) = ([], [])
        try agent.edit { try $0.insert(EditSample.section("z", [9]), at: 0) }
        #expect(told == [])
    }

    @Test func `A removed section with the id of a moved section sends removed`() throws {
        try agent.reload(["a": [1], "a": [2, 3, 4], "b": [5, 6, 7]])
        (record.cellEvents, record.sectionEvents) = ([], [])
        try agent.reload(["b": [5, 6, 7], "a": [1]])
        #expect(told == ["removed a"])
    }

    @Test func `A removed row with the id of a row that gets another item sends removed`() throws {
        try agent.reload(["a": [1, 1]])
        (record.cellEvents, record.sectionEvents) = ([], [])
        try agent.edit { table in
            try table.replaceRow(
                .at(section: 0, row: 0), with: [Row("one", id: 1, as: EditSample.TextLine.self)])
            try table.removeRow(.at(section: 0, row: 1))
        }
        #expect(told == ["removed 1"])
    }

    @Test func `Removed events are sent even if the container throws after its commit`() throws {
        container.nextOutcome = .failAfterCommit(Refused())
        #expect(throws: Refused.self) { try agent.edit { try $0.removeRow(.id(2)) } }
        try #require(agent.tableInfo.noteIDs == ["a: 1 3", "b: 4 5"])
        #expect(told == ["removed 2"])
    }

    @Test func `An agent that an event of an update detaches receives no further events`() throws {
        agent.eventDelegate = nil
        var heard: [AnyID] = []
        agent.on(.removed) { [agent] (event: CellEvent, _) in
            heard.append(event.rowID)
            agent.detach()
        }
        try agent.edit {
            try $0.removeRow(.id(1)); try $0.removeRow(.id(2))
        }
        #expect(heard == [1])
    }

    @Test func `A delegate of another table receives no events of the previous table`() throws {
        agent.eventDelegate = nil
        let later = EventRecord()
        var isDone = false
        agent.on(.removed) { [agent] (_: CellEvent, _) in
            guard !isDone else { return }
            isDone = true
            #expect(throws: Never.self) {
                try agent.attach(
                    RecordingContainer(), dataSource: DataSource(["x": [1]], reformer: EditSample.Board()),
                    eventDelegate: later)
            }
        }
        try agent.edit {
            try $0.removeRow(.id(1)); try $0.removeRow(.id(2))
        }
        #expect(later.cellEvents.map(\.rowID) == [])
    }
}
