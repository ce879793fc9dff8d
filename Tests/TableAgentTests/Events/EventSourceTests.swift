import TableAgent
import TableAgentTesting
import Testing

extension EventName<Int> {
    fileprivate static var pay: Self { Self("pay") }
}

extension EventName<Void> {
    fileprivate static var fold: Self { Self("fold") }
}

/// Tests of sources that find their row, head, or foot at delivery.
struct EventSourceTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let record = EventRecord()
    private let agent: Agent<KeyValuePairs<String, [Int]>>

    init() throws {
        agent = try Agent(
            container, rawData: ["a": [1, 2, 3], "b": [4, 5]], reformer: EditSample.Board.self,
            eventDelegate: record)
    }

    private func source(_ section: Int, _ row: Int) throws -> EventSource {
        try #require(container.panel).source(.row(.at(section: section, row: row)))
    }

    @Test func `A row is found after rows are inserted before it`() throws {
        let source = try source(0, 1)
        source.post(.pay, 1)
        try agent.edit { try $0.insert(EditSample.rows(6, 7), at: 0, in: .id("a")) }
        source.post(.pay, 2)
        try agent.edit { try $0.insert(EditSample.section("z", [9]), at: 0) }
        source.post(.pay, 3)

        #expect(record.cellEvents.map { $0.payload(of: .pay) } == [1, 2, 3])
        #expect(
            record.cellEvents.map(\.position)
                == [
                    RowPosition(section: 0, row: 1), RowPosition(section: 0, row: 3),
                    RowPosition(section: 1, row: 3),
                ])
        #expect(record.cellEvents.allSatisfy { $0.rowID == 2 && $0.sectionID == "a" && $0.position != nil })
    }

    private func index(of source: EventSource, in agent: Agent<TableInfo>) -> Int? {
        var index: Int?
        let subscription = agent.on(.fold) { (event: SectionEvent) in index = event.index }
        source.post(.fold)
        subscription.cancel()
        return index
    }

    @Test func `A head that several sections share is found by the id of its section`() throws {
        let head = Head("Same", as: GridTitle.self)
        let agent = try Agent(
            container,
            rawData: TableInfo {
                for id in ["a", "b", "c"] { TableSection(id: id, head: head) }
            }, reformer: TableReformer.self)
        let source = try #require(container.panel).source(.head(.id("b")))
        try agent.edit { try $0.removeSection(.id("a")) }
        #expect(index(of: source, in: agent) == 0)
        try agent.edit { try $0.removeSection(.id("b")) }
        #expect(index(of: source, in: agent) == nil && source.isGone)
    }

    @Test func `Rows that occur in several sections are found by the id of their section`() throws {
        let rows = EditSample.rows(1, 2)
        let agent = try Agent(
            container,
            rawData: TableInfo {
                for id in ["a", "b", "c"] { TableSection(id: id, rows: rows) }
            }, reformer: TableReformer.self)
        let source = try #require(container.panel).source(.row(.at(section: 1, row: 0)))
        try agent.edit { try $0.removeSection(.id("a")) }
        #expect(source.position == RowPosition(section: 0, row: 0))
        try agent.edit { try $0.insert(EditSample.section("z", [9]), at: 0) }
        #expect(source.position == RowPosition(section: 1, row: 0))
    }

    @Test func `A source whose row moved to another section says that the row is gone`() throws {
        let source = try source(0, 1)
        source.post(.willDisplay)
        #expect(!source.isGone)
        try agent.edit { try $0.moveRow(.id(2), before: .id(4)) }
        #expect(source.isGone)
        source.post(.fold)
        source.post(.didEndDisplay)
        #expect(record.cellEvents.map(\.rowID) == [2, 2, 2])
        #expect(record.cellEvents.map(\.sectionID) == ["a", "a", "a"])
        #expect(record.cellEvents.map(\.position) == [RowPosition(section: 0, row: 1), nil, nil])
        #expect(record.cellEvents.allSatisfy { $0.data(as: EditSample.Note.self)?.id == 2 })
        #expect(!source.select())
        try agent.reload(["a": [1, 2, 3], "b": [4, 5]])
        #expect(source.position == RowPosition(section: 0, row: 1), "The row is back.")
        try agent.reload(["a": [1, 3], "b": [2, 4, 5]])
        #expect(source.isGone)
        #expect(try self.source(1, 0).position == RowPosition(section: 1, row: 0))
    }

    @Test func `Sources of one row are equal, and name its id`() throws {
        let source = try source(0, 1)
        try agent.edit { try $0.insert(EditSample.rows(9), at: 0, in: .id("a")) }
        #expect(try source == self.source(0, 2))
        #expect(try source.hashValue == self.source(0, 2).hashValue)
        #expect(source.rowID == 2 && source.sectionID == "a")
        #expect(try source != self.source(0, 1))
        let panel = try #require(container.panel)
        #expect(try panel.source(.head(.at(0))) == panel.source(.head("a")))
        #expect(try panel.source(.head(.at(0))) != panel.source(.foot(.at(0))))
        #expect(try panel.source(.head(.at(0))).rowID == nil)
        #expect(try panel.source(.table) != panel.source(.tableFoot))
        try agent.edit { try $0.moveRow(.id(2), before: .id(4)) }
        #expect(try source != self.source(1, 0), "The row is in another section.")
        agent.detach()
        try agent.attach(container, dataSource: DataSource(["a": [1, 2]], reformer: EditSample.Board()))
        #expect(try source != self.source(0, 1), "The container was attached again.")
    }

    @Test func `A source is equal to itself after its panel is gone`() throws {
        let container = RecordingContainer()
        var agent: Agent<KeyValuePairs<String, [Int]>>? = Agent()
        try agent?.attach(container, dataSource: DataSource(["a": [1]], reformer: EditSample.Board()))
        let source = try #require(try container.panel?.source(.row(.at(RowPosition(section: 0, row: 0)))))
        let images = [source: "late"]
        agent?.detach()
        agent = nil
        #expect(images[source] == "late")
    }

    @Test func `The display events that a task receives later name the same section, also for supplements`()
        async throws
    {
        let source = try source(0, 1)
        let events = agent.events()
        source.post(.willDisplay)
        source.post(.willDisplaySupplement, "badge")
        try agent.edit { try $0.moveRow(.id(2), before: .id(4)) }
        source.post(.didEndDisplaySupplement, "badge")
        source.post(.didEndDisplay)
        var sections: [AnyID] = []
        for await event in events {
            if case .cell(let event) = event { sections.append(event.sectionID) }
            if event.isNamed(.didEndDisplay) { break }
        }
        #expect(sections == ["a", "a", "a", "a"])
    }

    @Test func `A row that moved far away is found`() throws {
        try agent.reload(["a": Array(0..<500)])
        let source = try source(0, 3)
        try agent.reload(["a": Array(0..<500).reversed()])
        #expect(source.position == RowPosition(section: 0, row: 496))
    }

    @Test(arguments: [true, false])
    func `A row that is gone is not taken for the same row in another section`(appliesChanges: Bool) throws {
        let rows = EditSample.rows(1, 2)
        let table = TableInfo {
            TableSection(id: "all", rows: rows)
            TableSection(id: "open", rows: rows)
        }
        let container = RecordingContainer(appliesChanges: appliesChanges)
        let agent = try Agent(container, rawData: table, reformer: TableReformer.self)
        let first = try agent.panel.source(.row(1, in: .id("open")))
        let second = try agent.panel.source(.row(2, in: .id("open")))
        try agent.edit { try $0.removeRow(.id(1, in: .id("open"))) }
        #expect(first.position == nil)
        #expect(second.position == RowPosition(section: 1, row: 0))
        try agent.edit { try $0.removeSection(.id("open")) }
        #expect(second.position == nil)
        #expect(agent.tableInfo.position(of: .id(2)) == RowPosition(section: 0, row: 1))
    }

    @Test func `A removed row has no position, and its event carries the old data`() throws {
        let source = try source(0, 1)
        try agent.edit { try $0.removeRow(.id(2)) }
        record.cellEvents = []
        source.post(.didEndDisplay)

        let event = try #require(record.cellEvents.first)
        #expect(event.position == nil)
        #expect(event.data(as: EditSample.Note.self) == EditSample.Note(2))
    }

    @Test func `An event carries the current data of a row after the data was replaced`() throws {
        let source = try source(0, 1)
        try agent.edit { try $0.replaceData(ofRow: .id(2), with: EditSample.Note(2, "new")) }
        source.post(.select)
        #expect(record.cellEvents.last?.data(as: EditSample.Note.self)?.text == "new")
    }

    @Test func `Sources of rows with the same id each find their own row, if possible`() throws {
        try agent.reload(["a": [1, 1, 1]])
        #expect(try source(0, 0).position == RowPosition(section: 0, row: 0))
        #expect(try source(0, 2).position == RowPosition(section: 0, row: 2))
    }

    @Test func `A head has its kind and its section, wherever the section is`() throws {
        let head = try #require(container.panel).source(.head(.at(1)))
        head.post(.fold)
        try agent.edit { try $0.moveSection(.id("b"), before: .at(0)) }
        head.post(.fold)
        try agent.edit { try $0.removeSection(.id("b")) }
        head.post(.fold)

        #expect(record.sectionEvents.map(\.name.text) == ["fold", "fold", "removed", "fold"])
        #expect(record.sectionEvents.map(\.index) == [1, 0, nil, nil])
        #expect(record.sectionEvents.map { $0.index == nil } == [false, false, true, true])
        #expect(record.sectionEvents.allSatisfy { $0.sectionID == "b" && $0.part == .head })
        #expect(record.sectionEvents.last?.data(as: String.self) == "b")
    }

    @Test func `A missing row or foot has no source`() throws {
        let panel = try #require(container.panel)
        #expect(throws: TableError.self) { try panel.source(.row(.at(section: 0, row: 3))) }
        #expect(throws: TableError.self) { try panel.source(.foot(.at(2))) }
        #expect(throws: TableError.self) {
            try panel.source(.row(.at(section: 2, row: 0))).post(.select)
        }
    }

    @Test func `A source keeps nothing alive, and sends nothing afterwards`() throws {
        weak var loose: RecordingContainer?
        var source: EventSource?
        do {
            let container = RecordingContainer()
            loose = container
            let agent = try Agent(container, rawData: ["a": [1]], reformer: EditSample.Board.self)
            source = try container.panel?.source(.row(.at(section: 0, row: 0)))
            withExtendedLifetime(agent) { source?.post(.select) }
        }
        #expect(loose == nil)
        source?.post(.select)
        #expect(source?.position == nil && source?.isGone == true)
        #expect(source?.rowID == 1)
    }

    @Test func `An update sends the events of removed rows, and of collapsed and expanded sections`()
        throws
    {
        try agent.edit { table in
            try table.removeRow(.id(1))
            try table.collapseSection(.id("b"))
        }
        #expect(record.cellEvents.map(\.name.text) == ["removed"])
        #expect(record.cellEvents.first?.rowID == 1)
        #expect(record.cellEvents.count == 1)
        #expect(record.cellEvents.first?.position == nil)
        #expect(record.sectionEvents.map(\.name.text) == ["collapse"])
        #expect(record.sectionEvents.map(\.index) == [1])

        try agent.edit { try $0.expandSection(.id("b")) }
        #expect(record.sectionEvents.map(\.name.text) == ["collapse", "expand"])
        #expect(record.cellEvents.count == 1)
    }

    @Test func `A removed section sends one event for all of its rows`() throws {
        try agent.edit { try $0.removeSection(.id("a")) }
        #expect(record.cellEvents.isEmpty)
        #expect(record.sectionEvents.map(\.name.text) == ["removed"])
        #expect(record.sectionEvents.map(\.sectionID) == ["a"])
        #expect(record.sectionEvents.first?.data(as: String.self) == "a")
    }

    @Test func `A row that only moved or has another item is not removed`() throws {
        try agent.edit { try $0.moveSection(.id("b"), before: .at(0)) }
        try agent.edit { table in
            try table.moveRow(.id(1), toEndOf: .id("b"))
            try table.replaceRow(.id(2), with: [Row("two", id: 2, as: EditSample.TextLine.self)])
        }
        #expect(record.cellEvents.isEmpty)
        #expect(record.sectionEvents.isEmpty)
        #expect(container.sections.count == 2)
    }

    @Test func `A sender is named by id or by position, and a missing sender is an error`() throws {
        try agent.post(.pay, 1, from: .row(5))
        try agent.post(.pay, 2, from: .row(5, in: .id("b")))
        try agent.post(.pay, 3, from: .row(.at(section: 1, row: 1)))
        try agent.post(.fold, from: .head("b"))
        try agent.post(.fold, from: .foot("b"))
        try agent.post(.fold, from: .head(.at(0)))
        try agent.post(.fold, from: .foot(.at(0)))
        try agent.post(.fold, from: .table)

        #expect(record.cellEvents.map { $0.payload(of: .pay) } == [1, 2, 3])
        #expect(record.cellEvents.allSatisfy { $0.position == RowPosition(section: 1, row: 1) })
        #expect(record.sectionEvents.map(\.sectionID) == ["b", "b", "a", "a"])
        #expect(record.sectionEvents.map(\.part) == [.head, .foot, .head, .foot])
        #expect(record.tableEvents.count == 1)
        func code(_ place: EventSender) -> TableError.Code? {
            #expect(throws: TableError.self) { try agent.post(.fold, from: place) }?.code
        }
        #expect(code(.row(9)) == .idNotFound)
        #expect(code(.row(5, in: .id("a"))) == .idNotFound)
        #expect(code(.row(5, in: .id("z"))) == .idNotFound)
        #expect(code(.head("z")) == .idNotFound)
        #expect(code(.foot(.at(2))) == .positionOutOfRange)
    }

    /// A surface that shows which rows are selected.
    private final class MarkingContainer: TableContainer {
        weak var panel: Panel?
        var calls: [String] = []

        func canShow(_ item: any TableItem.Type) -> Bool { true }
        func reload(_ update: TableUpdate) { update.commit() }
        func select(_ position: RowPosition, scrolls: Bool) {
            calls.append("select \(position.row)\(scrolls ? ", scrolls" : "")")
        }
        func deselect(_ position: RowPosition) { calls.append("deselect \(position.row)") }
    }

    @Test func `An agent marks the row that it selects before the event, and nothing that is refused`() throws
    {
        final class Refusing: EventDelegate {
            func shouldSelect(_ event: CellEvent) -> Bool { event.rowID != 2 }
        }
        let container = MarkingContainer()
        let agent = Agent<TableInfo>()
        let delegate = Refusing()
        try agent.attach(
            container, dataSource: DataSource(.numbers(1, 2, 3), reformer: TableReformer()),
            eventDelegate: delegate)
        agent.on(.select, of: Int.self) { container.calls.append("event of \($0)") }
        #expect(try agent.select(.id(3), scrolls: true))
        #expect(try !agent.select(.id(2)))
        #expect(try agent.deselect(.id(3)))
        agent.panel.deselectsAutomatically = true
        #expect(try agent.select(.id(1)))
        #expect(
            container.calls == [
                "select 2, scrolls", "event of 3", "deselect 2", "select 0", "event of 1", "deselect 0",
            ])
    }

    @Test func `An agent selects and deselects a row by reference, as a touch does`() throws {
        let hook = EventHook()
        agent.eventDelegate = hook
        var names: [String] = []
        hook.onCell = { names.append("\($0.name) \($0.rowID)") }
        #expect(try agent.select(.id(5)))
        #expect(try agent.deselect(.at(section: 0, row: 1)))
        #expect(names == ["select 5", "deselect 2"])
        #expect(#expect(throws: TableError.self) { try agent.select(.id(9)) }?.code == .idNotFound)
    }

    @Test func `An agent does not select a row that the delegate refuses`() throws {
        let hook = EventHook()
        agent.eventDelegate = hook
        hook.mayBeSelected = { $0.rowID == 1 }
        hook.mayBeDeselected = { _ in false }
        var names: [String] = []
        hook.onCell = { names.append("\($0.name) \($0.rowID)") }
        #expect(try !agent.select(.id(2)))
        #expect(try !agent.deselect(.id(1)))
        #expect(try agent.select(.id(1)))
        #expect(names == ["select 1"])
    }

    @Test func `A sequence contains an event before the events that its listeners cause`() async throws {
        agent.on(.pay) { [agent] (event: CellEvent, _) in
            try? agent.edit { try $0.removeRow(.id(event.rowID)) }
        }
        let events = agent.events()
        try agent.post(.pay, 1, from: .row(2))
        try agent.post(.fold, from: .table)
        agent.eventDelegate = nil
        var iterator = events.makeAsyncIterator()
        var names: [String] = []
        while names.count < 3, let event = await iterator.next() { names.append(event.name.text) }
        #expect(names == ["pay", "removed", "fold"])
    }

    @Test func `The source of a removed row or section sends its data without a position`() throws {
        let (row, head) = (try source(0, 1), try #require(container.panel).source(.head(.id("a"))))
        row.ofRemoved.post(.pay, 1)
        head.ofRemoved.post(.fold)
        #expect(record.cellEvents.map(\.rowID) == [2] && record.cellEvents.map(\.position) == [nil])
        #expect(record.cellEvents.first?.data(as: EditSample.Note.self)?.id == 2)
        #expect(record.sectionEvents.map(\.sectionID) == ["a"] && record.sectionEvents.map(\.index) == [nil])
        row.post(.pay, 2)
        #expect(record.cellEvents.last?.position == RowPosition(section: 0, row: 1), "the row is still there")
        let table = try #require(container.panel).source(.table)
        table.ofRemoved.post(.fold)
        #expect(record.tableEvents.count == 1)
    }

    @Test func `A source keeps the data of its own row alive, and not the others`() throws {
        final class Item: Identifiable { init() {} }
        enum ItemLine: GridLineItem { static func fill(_ line: inout GridLine, with item: Item) {} }
        weak var (first, second): (Item?, Item?)
        let container = IdleContainer()
        var agent: Agent<[Item]>?
        var source: EventSource?
        do {
            let items = [Item(), Item()]
            (first, second) = (items[0], items[1])
            agent = try Agent(container, list: items, as: ItemLine.self)
            source = try agent?.panel.source(.row(.at(section: 0, row: 1)))
        }
        try agent?.reload(nil)
        #expect(first == nil && second != nil)
        #expect(source?.position == nil)
        source = nil
        #expect(second == nil)
    }
}
