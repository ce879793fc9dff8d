import TableAgent
import TableAgentTesting
import Testing

extension EventName<Int> {
    fileprivate static var count: Self { Self("count") }
}

/// Tests of the listeners of an event, its order, and its report.
struct EventDeliveryTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let hook = EventHook()
    private let agent: Agent<Sections>

    init() throws {
        agent = try Agent(
            container, rawData: ["a": [1, 2, 3], "b": [4, 5]], reformer: EditSample.Board.self,
            eventDelegate: hook)
        agent.eventHandler.report = { _ in }
    }

    @Test func `A closure that the delegate adds receives the next event`() throws {
        var heard: [Int] = []
        var isSet = false
        hook.onCell = { [agent] _ in
            guard !isSet else { return }
            isSet = true
            agent.on(.count) { (_: CellEvent, count) in heard.append(count) }
        }
        try container.panel?.source(.row(.at(section: 0, row: 0))).post(.count, 1)
        try container.panel?.source(.row(.at(section: 0, row: 0))).post(.count, 2)
        #expect(heard == [2])
    }

    @Test func `Rows that a person has chosen together are one call for a listener of many rows`()
        async throws
    {
        var (many, single, delegated) = ([[Int]](), [Int](), 0)
        hook.onCell = { _ in delegated += 1 }
        let events = agent.events()
        agent.on(.count, ofMany: EditSample.Note.self) { many.append($0.map { $0.payload + $0.data.id }) }
        let subscription = agent.on(.count, ofMany: String.self) { _ in Issue.record("No row has a text.") }
        agent.on(.count, of: EditSample.Note.self) { item, count, _ in single.append(item.id + count) }
        try agent.post(.count, 10, fromRows: [.id(2), .at(section: 1, row: 0)])
        try agent.post(.count, 20, from: .row(5))
        #expect(many == [[12, 14], [25]] && single == [12, 14, 25] && delegated == 3)
        #expect(throws: TableError.self) { try agent.post(.count, 1, fromRows: [.id(1), .id(99)]) }
        #expect(many.count == 2)
        subscription.cancel()
        try agent.post(.count, 1, fromRows: [])
        #expect(many.count == 2)
        var iterator = events.makeAsyncIterator()
        for id in [2, 4, 5] {
            guard case .cell(let event)? = await iterator.next() else { throw CancellationError() }
            #expect(event.rowID == AnyID(id))
        }
    }

    @Test func `A sequence that a listener creates begins with the next event`() async throws {
        var events: AgentEvents?
        hook.onCell = { [agent] _ in events = events ?? agent.events() }
        try container.panel?.source(.row(.at(section: 0, row: 0))).post(.count, 1)
        try container.panel?.source(.row(.at(section: 0, row: 0))).post(.count, 2)
        var iterator = try #require(events).makeAsyncIterator()
        #expect(await iterator.next()?.payload(of: .count) == 2)
    }

    @Test func `A sequence contains an event before the events that its listeners cause`() async throws {
        let events = agent.events()
        hook.onCell = { [agent] event in
            guard event.isNamed(.count) else { return }
            _ = try? agent.edit { try $0.removeRow(.id(event.rowID)) }
        }
        try container.panel?.source(.row(.at(section: 0, row: 0))).post(.count, 1)
        var iterator = events.makeAsyncIterator()
        let names = [await iterator.next()?.name.text, await iterator.next()?.name.text]
        #expect(names == ["count", "removed"])
    }

    @Test func `A report contains no control characters`() throws {
        struct Hostile: Error, CustomStringConvertible {
            let description = "\u{1B}]0;title\u{7}\nTableAgent: forged"
        }
        var reports: [String] = []
        agent.eventDelegate = nil
        agent.eventHandler.report = { reports.append($0) }
        container.duringNextUpdate = { [agent, container] _ in
            do { try agent.reload(["a": [5]]) } catch { Issue.record(error) }
            container.nextOutcome = .failBeforeCommit(Hostile())
        }
        try agent.reload(["a": [1]])
        let scalars = try #require(reports.first).unicodeScalars
        #expect(!scalars.contains { $0.value < 32 })
    }

    private final class SelectingContainer: TableContainer {
        weak var panel: Panel?
        var deselected: [RowPosition] = []

        func canShow(_ item: any TableItem.Type) -> Bool { true }
        func reload(_ update: TableUpdate) { update.commit() }
        func deselect(_ position: RowPosition) { deselected.append(position) }
    }

    @Test func `A row that is hidden by its own selection is not deselected on the surface`()
        throws
    {
        let container = SelectingContainer()
        let agent = try Agent(container, rawData: ["a": [1, 2]], reformer: EditSample.Board.self)
        agent.panel.deselectsAutomatically = true
        agent.on(.select) { [agent] (_: CellEvent, _) in try? agent.edit { try $0.collapseSection(.id("a")) }
        }
        try container.panel?.source(.row(.at(section: 0, row: 1))).post(.select)
        #expect(container.deselected == [])
    }

    @Test func `An agent that is released during a question sends no event`() throws {
        let container = RecordingContainer()
        let hook = EventHook()
        var agent: Agent<Sections>? = try Agent(
            container, rawData: ["a": [1, 2]], reformer: EditSample.Board.self, eventDelegate: hook)
        _ = agent
        var heard = 0
        hook.mayBeSelected = { _ in
            agent = nil
            return true
        }
        hook.onCell = { _ in heard += 1 }
        try container.panel?.source(.row(.at(section: 0, row: 0))).select()
        #expect(heard == 0)
    }

    @Test func `A swipe with a listener for its action is not reported`() throws {
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
        var reports: [String] = []
        agent.eventHandler.report = { reports.append($0) }
        agent.on(.count) { (_: CellEvent, _) in }
        try container.choose("Count", .trailing, at: at(0, 0))
        #expect(reports == [])
    }

    @Test func `A second touch of a row with a listener for its selection is not reported`() throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: ["a": [1]], reformer: EditSample.Board.self)
        var reports: [String] = []
        agent.eventHandler.report = { reports.append($0) }
        agent.on(.select) { (_: CellEvent, _) in }
        try container.touch(at(0, 0))
        try container.touch(at(0, 0))
        #expect(reports == [])
    }

    @Test func `A delegate that an item attaches does not receive the event of the previous table`() throws {
        final class Box: Identifiable {
            let id = 1
            var act: () -> Void = {}
        }
        enum BoxLine: GridLineItem, EventItem {
            static func fill(_ line: inout GridLine, with box: Box) {}
            static func handle(_ event: CellEvent, with box: Box) -> Bool {
                box.act()
                return false
            }
        }
        let (box, hook) = (Box(), EventHook())
        var heard = 0
        hook.onCell = { _ in heard += 1 }
        let container = RecordingContainer()
        let agent = try Agent(
            container, rawData: .init { TableSection(id: 1) { Row(box, as: BoxLine.self) } },
            reformer: TableReformer.self)
        box.act = { [agent] in
            try? agent.attach(
                RecordingContainer(), dataSource: DataSource(TableInfo(), reformer: TableReformer()),
                eventDelegate: hook)
        }
        try container.panel?.source(.row(.at(section: 0, row: 0))).post(.count, 1)
        #expect(heard == 0)
    }
}

/// Tests of items on the main actor that handle events and offer actions.
@MainActor struct MainActorItemTests {
    final class Note: Identifiable {
        let id = 1
        var count = 0
    }

    enum MainLine: @MainActor GridLineItem, @MainActor EventItem {
        @MainActor static func fill(_ line: inout GridLine, with note: Note) { line.integer(note.count) }
        @MainActor static func handle(_ event: CellEvent, with note: Note) -> Bool {
            note.count += event.payload(of: .count) ?? 0
            return event.isNamed(.count)
        }
        @MainActor static func actions(_ place: RowAction.Placement, for note: Note) -> [RowAction] {
            [RowAction("Count", .count, 3)]
        }
    }

    @Test func `An item on the main actor handles events and offers actions there`() throws {
        let note = Note()
        let container = RecordingContainer()
        let agent = try Agent(
            container, rawData: .init { TableSection(id: 1) { Row(note, as: MainLine.self) } },
            reformer: TableReformer.self)
        try container.choose("Count", .menu, at: at(0, 0))
        #expect(note.count == 3)
        withExtendedLifetime(agent) {}
    }
}
