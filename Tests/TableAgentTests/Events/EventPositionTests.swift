import TableAgent
import TableAgentTesting
import Testing

extension EventName<Int> {
    fileprivate static var count: Self { Self("count") }
}

/// Tests of positions and data at delivery, even if a listener changed the table.
struct EventPositionTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let hook = EventHook()
    private let agent: Agent<Sections>

    init() throws {
        agent = try Agent(
            container, rawData: ["a": [1, 2, 3], "b": [4, 5]], reformer: EditSample.Board.self,
            eventDelegate: hook)
        agent.eventHandler.report = { _ in }
    }

    @Test func `A row is selected even if the delegate inserts another row before it when asked`() throws {
        var selected: [AnyID] = []
        hook.mayBeSelected = { [agent] _ in
            #expect(throws: Never.self) {
                try agent.edit { try $0.insert(EditSample.rows(9), at: 0, in: .id("a")) }
            }
            return true
        }
        hook.onCell = { if $0.isNamed(.select) { selected.append($0.rowID) } }
        try #require(container.panel).source(.row(.at(section: 0, row: 0))).select()
        #expect(selected == [1])
    }

    @Test func `The recorder selects the row that the delegate was asked about`() throws {
        hook.mayBeSelected = { [agent] _ in
            #expect(throws: Never.self) {
                try agent.edit { try $0.insert(EditSample.rows(9), at: 0, in: .id("a")) }
            }
            return true
        }
        try container.select(at(0, 0))
        #expect(container.selectedRows == [at(0, 1)])
    }

    @Test func `A touch of a row that the delegate removes when asked sends no event`() throws {
        var selected: [AnyID] = []
        hook.mayBeSelected = { [agent] _ in
            #expect(throws: Never.self) { try agent.edit { try $0.removeRow(.id(5)) } }
            return true
        }
        hook.onCell = { if $0.isNamed(.select) { selected.append($0.rowID) } }
        #expect(throws: Never.self) { try container.panel?.source(.row(.at(section: 1, row: 1))).select() }
        #expect(selected == [])
    }

    @Test func `A deselection asks the delegate about the same row`() throws {
        try container.select(at(0, 0))
        hook.mayBeDeselected = { [agent] _ in
            #expect(throws: Never.self) {
                try agent.edit { try $0.insert(EditSample.rows(9), at: 0, in: .id("a")) }
            }
            return true
        }
        try container.touch(at(0, 0))
        #expect(container.selectedRows == [])
    }

    @Test func `A touch sends no event if the delegate detaches the agent when asked`() throws {
        var heard = 0
        agent.on(.select, of: EditSample.Note.self) { _ in heard += 1 }
        let panel = container.panel
        hook.mayBeSelected = { [agent] _ in
            agent.detach()
            return true
        }
        try container.select(at(0, 0))
        withExtendedLifetime(panel) {
            #expect(heard == 0)
            #expect(container.selectedRows == [])
        }
    }

    @Test func `A touch sends no further events if a listener detaches the agent on highlight`() throws {
        var heard: [String] = []
        agent.on(.highlight) { [agent] (_: CellEvent, _) in
            heard.append("highlight")
            agent.detach()
        }
        agent.on(.unhighlight) { (_: CellEvent, _) in heard.append("unhighlight") }
        try container.touch(at(0, 0))
        #expect(heard == ["highlight"])
    }

    @Test func `A swipe does nothing if a listener detaches the agent when the swipe begins`() throws {
        enum ActionLine: GridLineItem, EventItem {
            static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
            static func actions(_ place: RowAction.Placement, for data: String) -> [RowAction] {
                [RowAction("Count", .count, 1)]
            }
        }
        let container = RecordingContainer()
        let agent = try Agent(
            container,
            rawData: .init {
                TableSection(id: 1) { Row("x", id: "x", as: ActionLine.self) }
            }, reformer: TableReformer.self)
        var heard: [String] = []
        agent.on(.beginEditing) { (_: CellEvent, _) in agent.detach() }
        agent.on(.count) { (_: CellEvent, _) in heard.append("count") }
        try container.choose("Count", .trailing, at: at(0, 0))
        #expect(heard == [])
    }

    @Test func `A row that moved to another section is not removed`() throws {
        let source = try #require(container.panel).source(.row(.at(section: 0, row: 0)))
        try agent.edit { try $0.moveRow(.id(1), toEndOf: .id("b")) }
        guard case .apply(let changes)? = container.calls.last else { return }
        try #require(changes.rowMoves.count == 1 && changes.rowUpdates.isEmpty)
        #expect(changes.removedRows.isEmpty)
        #expect(source.isGone, "The view has a new source.")
    }

    @Test func `A selected row that moved to another section stays selected`() throws {
        try container.select(at(0, 0))
        try agent.edit { try $0.moveRow(.id(1), toEndOf: .id("b")) }
        #expect(container.selectedRows == [at(1, 2)])
    }

    @Test func `A row in the second of sections with one id is found after an insertion`() throws {
        try agent.reload(["a": [1], "a": [2]])
        let source = try #require(container.panel).source(.row(.at(section: 1, row: 0)))
        try agent.edit { try $0.insert(EditSample.section("z", [9]), at: 0) }
        #expect(source.position == at(2, 0))
    }

    @Test func `A head in the second of sections with one id is not confused with the first`() throws {
        try agent.reload(["a": [1], "a": [2]])
        let source = try #require(container.panel).source(.head(.at(1)))
        try agent.edit { try $0.insert(EditSample.section("z", [9]), at: 0) }
        let hook = EventHook()
        agent.eventDelegate = hook
        var indices: [Int?] = []
        hook.onSection = { indices.append($0.index) }
        source.post(.expand)
        #expect(indices == [2])
    }

    @Test func `An event of a sequence has the row's position when it is consumed`()
        async throws
    {
        let events = agent.events()
        try container.panel?.source(.row(.at(section: 0, row: 1))).post(.count, 1)
        try agent.edit { try $0.insert(EditSample.rows(9), at: 0, in: .id("a")) }
        var iterator = events.makeAsyncIterator()
        guard case .cell(let event)? = await iterator.next() else { throw Refused() }
        #expect(event.position == at(0, 2))
    }

    @Test func `An automatic deselection does not affect the table of another agent`() throws {
        agent.panel.deselectsAutomatically = true
        let other = Agent<Sections>()
        hook.onCell = { [agent, container] event in
            guard event.isNamed(.select) else { return }
            agent.detach()
            #expect(throws: Never.self) {
                try other.attach(container, dataSource: DataSource(["x": [7]], reformer: EditSample.Board()))
                try container.select(at(0, 0))
            }
        }
        try container.select(at(0, 0))
        #expect(container.selectedRows == [at(0, 0)])
    }

    @Test func `A row that is selected twice is one selected row`() throws {
        try container.select(at(0, 0))
        try container.select(at(0, 0))
        #expect(container.selectedRows == [at(0, 0)])
    }

    @Test func `A hidden row can't be touched`() throws {
        try container.select(at(0, 0))
        try agent.edit { try $0.collapseSection(.id("a")) }
        #expect(container.selectedRows == [])
        #expect(throws: TableError.self) { try container.touch(at(0, 0)) }
    }

    @Test func `A reload of the whole surface clears the selection as a table view does`() throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: ["a": [1, 2]], reformer: EditSample.Board.self)
        agent.eventHandler.report = { _ in }
        try container.select(at(0, 0))
        try agent.reload(["a": [1, 2]])
        #expect(container.selectedRows == [])
    }

    @Test func `A line that a listener removes first sends no willDisplay event`() throws {
        let container = RecordingContainer(appliesChanges: true, height: 4)
        let agent = Agent<Sections>()
        var gone: [AnyID] = []
        var hasActed = false
        agent.on(.willDisplay) { (event: CellEvent, _) in
            if event.position == nil { gone.append(event.rowID) }
            if !hasActed {
                hasActed = true
                container.panel.map { _ in _ = try? agent.edit { try $0.removeRow(.id(2)) } }
            }
        }
        try agent.attach(container, dataSource: DataSource(["a": [1, 2, 3]], reformer: EditSample.Board()))
        try agent.edit { try $0.insert(EditSample.rows(7, 8), at: 0, in: .id("a")) }
        hasActed = false
        try agent.reload(["b": [1, 2, 3]])
        #expect(gone == [])
    }

    @Test func `A removed head has no data, and its item handles no event`() throws {
        let container = RecordingContainer(appliesChanges: true)
        let record = EventRecord()
        let agent = try Agent(
            container, rawData: ["a": [1]], reformer: EditSample.Board.self, eventDelegate: record)
        let source = try #require(container.panel).source(.head(.at(0)))
        try agent.edit { try $0.setHead(nil, of: .id("a")) }
        source.post(.select)
        #expect(record.sectionEvents.last?.index != nil)
        #expect(record.sectionEvents.last?.data(as: String.self) == nil)
    }
}
