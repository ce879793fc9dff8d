import TableAgent
import TableAgentTesting
import Testing

/// F73: the recording container.
@Suite struct RecordingContainerTests {
    private let container = RecordingContainer()
    private let agent = Agent<TableInfo>()

    init() throws {
        try agent.attach(container, rawData: .numbers(1, 2), reformer: TableReformer.self)
    }

    @Test("Calls are recorded in order, with the rows on show before and after")
    func calls() throws {
        try agent.reload(.numbers(5))
        try agent.reload(nil)
        agent.detach()
        #expect(
            container.calls == [
                .attach, .reload(from: [], to: [2]), .reload(from: [2], to: [1]), .reload(from: [1], to: []),
                .detach,
            ])
        container.removeCalls()
        #expect(container.calls.isEmpty)
    }

    @Test("What would be on show is recorded: sections, columns, heads and rows with their cells")
    func onShow() throws {
        let section = try #require(container.sections.first)
        #expect(container.columns.map(\.title) == ["Number", "Note"])
        #expect(section.id == "numbers")
        #expect(!section.isCollapsed)
        #expect(section.head?.texts == ["Numbers (2)"])
        #expect(section.head?.height == 30)
        #expect(section.head?.item == ItemType(TitleLine.self))
        #expect(section.head?.data(as: String.self) == "Numbers")
        #expect(section.foot == nil)
        #expect(section.texts == [["#1", ""], ["#2", ""]])
        let row = try #require(section.rows.last)
        #expect(row.id == 2)
        #expect(row.height == 44)
        #expect(row.item == ItemType(NumberLine.self))
        #expect(row.data(as: Int.self) == 2)
        #expect(row.data(as: String.self) == nil)
        #expect(
            row.cells == [
                RecordedCell(.integer, "2", shown: "#2"), RecordedCell(.empty, "", role: .muted),
            ])
    }

    @Test("Of an item that is no grid item the data is recorded, and no cells")
    func otherItems() throws {
        let table = TableInfo {
            TableSection(id: 0) {
                Row("text", id: 7, as: LabelItem.self)
                Foot("foot", as: LabelItem.self)
            }
        }
        try agent.reload(table)
        let section = try #require(container.sections.first)
        #expect(section.rows.map(\.id) == [7])
        #expect(section.rows.first?.cells == nil)
        #expect(section.rows.first?.texts == [])
        #expect(section.rows.first?.data(as: String.self) == "text")
        #expect(section.foot?.cells == nil)
        #expect(section.foot?.data(as: String.self) == "foot")
        #expect(container.columns.isEmpty)
    }

    @Test("Of a collapsed section no rows are on show, and its head knows how many there are")
    func collapsed() throws {
        var table = TableInfo.numbers(1, 2, 3)
        table.sections[0].isCollapsed = true
        try agent.reload(table)
        #expect(container.calls.last == .reload(from: [2], to: [0]))
        #expect(container.sections[0].isCollapsed)
        #expect(container.sections[0].rows.isEmpty)
        #expect(container.sections[0].head?.texts == ["Numbers (3)"])
    }

    @Test("Items are refused as a test wants")
    func refusesItems() {
        container.canShowItem = { $0 != ItemType(NumberLine.self) }
        container.removeCalls()
        let error = #expect(throws: TableError.self) { try agent.reload(.numbers(3)) }
        #expect(error?.code == .itemNotShown)
        #expect(container.calls.isEmpty)
        #expect(container.sections[0].rows.count == 2)
        #expect(RecordingContainer { _ in false }.canShow(ItemType(NumberLine.self)) == false)
        #expect(RecordingContainer().canShow(ItemType(LabelItem.self)))
    }

    @Test("A person's selection arrives at the agent")
    func selects() throws {
        var selected: [Int] = []
        agent.on(.select, of: Int.self) { selected.append($0) }
        try container.select(RowPosition(section: 0, row: 1))
        #expect(selected == [2])
    }

    @Test("A selection without an agent, or of no row, is an error")
    func selectsNothing() {
        var error = #expect(throws: TableError.self) {
            try container.select(RowPosition(section: 0, row: 2))
        }
        #expect(error?.code == .positionOutOfRange)
        agent.detach()
        error = #expect(throws: TableError.self) { try container.select(RowPosition(section: 0, row: 0)) }
        #expect(error?.code == .notAttached)
        #expect(error?.description.contains("RecordingContainer") == true)
    }

    @Test("A container keeps no panel alive")
    func panelIsWeak() throws {
        let other = RecordingContainer()
        do {
            let agent = try Agent(other, rawData: .numbers(1), reformer: TableReformer.self)
            #expect(other.panel?.tableInfo.rowCount == agent.tableInfo.rowCount)
        }
        #expect(other.panel == nil)
    }
}
