import TableAgent
import TableAgentTesting
import Testing

/// Tests of a recording container whose listeners change its table.
struct RecordingContainerReentrancyTests {
    @Test func `A row with another item is shown by another view, with events for both views`() throws {
        let container = RecordingContainer(appliesChanges: true, height: 5)
        let hook = EventHook()
        let agent = try Agent(container, rawData: ["a": [1, 2]], reformer: EditSample.Board.self)
        agent.eventDelegate = hook
        var told: [String] = []
        hook.onCell = { told.append("\($0.name) \($0.rowID)") }
        try agent.edit { try $0.replaceRow(.id(2), with: [Row("two", id: 2, as: EditSample.TextLine.self)]) }
        guard case .apply(let changes)? = container.calls.last else { return }
        try #require(changes.rowDeletes == [at(0, 1)] && changes.rowInserts == [at(0, 1)])
        #expect(told == ["didEndDisplay 2", "willDisplay 2"])
    }

    @Test func `A line removed by a listener during scrolling sends no willDisplay event`() throws {
        let container = RecordingContainer(appliesChanges: true, height: 3)
        let agent = try Agent(
            container, rawData: ["a": [1, 2, 3, 4, 5, 6, 7]], reformer: EditSample.Board.self)
        var gone: [AnyID] = []
        var hasActed = false
        agent.on(.willDisplay) { [agent] (event: CellEvent, _) in
            if event.position == nil { gone.append(event.rowID) }
            guard !hasActed else { return }
            hasActed = true
            _ = try? agent.edit { try $0.removeRow(.id(7)) }
        }
        try container.scroll(to: at(0, 6))
        #expect(gone == [])
    }

    @Test func `The recorder detects that its agent is released`() throws {
        let container = RecordingContainer()
        var agent: Agent<Sections>? = try Agent(
            container, rawData: ["a": [1]], reformer: EditSample.Board.self)
        _ = agent
        agent = nil
        #expect(container.panel == nil)
        #expect(container.calls.last == .detach)
    }

    @Test func `A container taken by another agent during an update shows that agent's table`()
        throws
    {
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, rawData: ["a": [1]], reformer: EditSample.Board.self)
        let other = Agent<Sections>()
        container.duringNextUpdate = { [container] _ in
            try? other.attach(container, dataSource: DataSource(["x": [7]], reformer: EditSample.Board()))
        }
        try? agent.reload(["a": [2]])
        #expect(container.panel?.tableInfo.noteIDs == ["x: 7"])
        #expect(container.sections.map(\.id) == ["x"])
    }
}
