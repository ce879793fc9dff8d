import TableAgent
import TableAgentTesting
import Testing

/// Tests of the display events of a recording container with a limited height.
struct DisplayWindowTests {
    private let container = RecordingContainer(appliesChanges: true, height: 3)
    private let agent: Agent<TableInfo>
    private let record = EventWords()

    init() throws {
        agent = try Agent(
            container, rawData: .numbers(1, 2, 3, 4, 5), reformer: TableReformer.self, eventDelegate: record)
    }

    @Test func `A table shows the lines that fit`() {
        #expect(record.events == ["willDisplay head of numbers", "willDisplay 1", "willDisplay 2"])
        #expect(container.visibleRows.map(\.row) == [0, 1])
    }

    @Test func `Scrolling sends the ends of displays before the new displays`() throws {
        record.events = []
        try container.scroll(to: .at(0, 3))
        #expect(container.visibleRows.map(\.row) == [1, 2, 3])
        #expect(
            record.events == [
                "didEndDisplay head of numbers", "didEndDisplay 1", "willDisplay 3", "willDisplay 4",
            ])
        record.events = []
        try container.scroll(to: .at(0, 2))
        #expect(record.events.isEmpty)
        try container.scroll(to: .at(0, 0))
        #expect(record.events == ["didEndDisplay 4", "willDisplay 1"])
    }

    @Test func `A batch sends the display events of rows that it reveals and hides`() throws {
        record.events = []
        try agent.edit { table in
            try table.removeRow(.id(1))
            try table.insert([Row(9, id: 9, as: NumberLine.self)], before: .id(2))
        }
        #expect(record.events == ["didEndDisplay 1", "willDisplay 9", "removed 1"])
        #expect(container.visibleRows.map(\.row) == [0, 1])
    }

    @Test func `A removed row ends its display with its last data and without a position`() throws {
        try agent.edit { try $0.removeRow(.id(2)) }
        let event = try #require(record.cellEvents.last { $0.isNamed(.didEndDisplay) })
        #expect(event.rowID == 2)
        #expect(event.data(as: Int.self) == 2)
        #expect(event.position == nil)
    }

    @Test func `After a reload, rows end their display with the data that was visible`() throws {
        enum WordLine: GridLineItem {
            static func fill(_ line: inout GridLine, with word: String) { line.text(word) }
        }
        func words(_ words: String...) -> TableInfo {
            TableInfo(columns: words.map { GridColumn($0) }) {
                TableSection(id: "words") {
                    Head(words[0], as: WordLine.self)
                    Row(words[0], id: 1, as: WordLine.self)
                }
            }
        }
        try agent.reload(words("old"))
        record.cellEvents = []
        record.sectionEvents = []
        try agent.reload(words("new", "wide"))
        #expect(record.cellEvents.map(\.name.text) == ["didEndDisplay", "willDisplay"])
        #expect(record.cellEvents.map { $0.data(as: String.self) } == ["old", "new"])
        #expect(record.cellEvents.map { $0.position == nil } == [false, false])
        #expect(record.sectionEvents.map { $0.data(as: String.self) } == ["old", "new"])
    }

    @Test func `A row in a collapsed section can't be scrolled to`() throws {
        try agent.edit { try $0.collapseSection(.id("numbers")) }
        #expect(container.visibleRows.isEmpty)
        let error = #expect(throws: TableError.self) {
            try container.scroll(to: .at(0, 0))
        }
        #expect(error?.code == .rowHidden)
    }

    @Test func `At most one window of rows is visible while ten thousand rows scroll by`() throws {
        try agent.reload(
            TableInfo { TableSection(id: 0) { Rows(Array(0..<10_000), id: \.self, as: NumberLine.self) } })
        record.events = []
        for row in stride(from: 0, to: 10_000, by: 70) {
            try container.scroll(to: .at(0, row))
            #expect(container.visibleRows.count == 3)
            #expect(container.visibleRows.contains(.at(0, row)))
        }
        let comings = record.events.count { $0.hasPrefix("willDisplay") }
        let goings = record.events.count { $0.hasPrefix("didEndDisplay") }
        #expect(comings == goings)
    }

    @Test func `Events of a listener's changes follow the earlier events`() throws {
        var isFirst = true
        agent.on(.willDisplay) { [weak agent] (event: CellEvent) in
            guard isFirst, event.rowID == 3 else { return }
            isFirst = false
            try? agent?.edit { try $0.removeRow(.id(4)) }
        }
        record.events = []
        try container.scroll(to: .at(0, 3))
        #expect(
            record.events == [
                "didEndDisplay head of numbers", "didEndDisplay 1", "willDisplay 3", "removed 4",
                "willDisplay 5",
            ])
    }
}
