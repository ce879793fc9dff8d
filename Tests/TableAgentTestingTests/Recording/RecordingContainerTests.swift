import TableAgent
import TableAgentTesting
import Testing

struct RecordingContainerTests {
    private let container = RecordingContainer()
    private let agent: Agent<TableInfo>

    init() throws {
        agent = try Agent(container, rawData: .numbers(1, 2), reformer: TableReformer.self)
    }

    @Test func `Calls are recorded in order, with the old and the new visible rows`() throws {
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

    @Test func `Sections, columns, heads, and rows are recorded with their cells`() throws {
        let section = try #require(container.sections.first)
        #expect(container.columns.map(\.title) == ["Number", "Note"])
        #expect(section.id == "numbers")
        #expect(!section.isCollapsed)
        #expect(section.head?.texts == ["Numbers (2)"])
        #expect(section.head?.height == 30)
        #expect(section.head?.item is TitleLine.Type)
        #expect(section.head?.data(as: String.self) == "Numbers")
        #expect(section.foot == nil)
        #expect(section.texts == [["#1", ""], ["#2", ""]])
        let row = try #require(section.rows.last)
        #expect(row.id == 2)
        #expect(row.height == 44)
        #expect(row.item is NumberLine.Type)
        #expect(row.data(as: Int.self) == 2)
        #expect(row.data(as: String.self) == nil)
        #expect(
            row.cells == [
                RecordedCell(.integer, "2", shown: "#2"), RecordedCell(.empty, "", role: .muted),
            ])
    }

    @Test func `For an item that is not a grid item, the data is recorded without cells`() throws {
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

    @Test func `A collapsed section has no visible rows, and its head shows their number`() throws {
        var table = TableInfo.numbers(1, 2, 3)
        table.sections[0].isCollapsed = true
        try agent.reload(table)
        #expect(container.calls.last == .reload(from: [2], to: [0]))
        #expect(container.sections[0].isCollapsed)
        #expect(container.sections[0].rows.isEmpty)
        #expect(container.sections[0].head?.texts == ["Numbers (3)"])
    }

    @Test func `The container refuses the items that a test specifies`() {
        container.canShowItem = { $0 != NumberLine.self }
        container.removeCalls()
        let error = #expect(throws: TableError.self) { try agent.reload(.numbers(3)) }
        #expect(error?.code == .itemNotShown)
        #expect(container.calls.isEmpty)
        #expect(container.sections[0].rows.count == 2)
        #expect(RecordingContainer { _ in false }.canShow(NumberLine.self) == false)
        #expect(RecordingContainer().canShow(LabelItem.self))
    }

    @Test func `A selection reaches the agent`() throws {
        var selected: [Int] = []
        agent.on(.select, of: Int.self) { selected.append($0) }
        try container.select(RowPosition(section: 0, row: 1))
        #expect(selected == [2])
    }

    @Test func `Selecting without an agent or a row throws an error`() {
        var error = #expect(throws: TableError.self) {
            try container.select(RowPosition(section: 0, row: 2))
        }
        #expect(error?.code == .positionOutOfRange)
        agent.detach()
        error = #expect(throws: TableError.self) { try container.select(RowPosition(section: 0, row: 0)) }
        #expect(error?.code == .notAttached)
        #expect(error?.description.contains("RecordingContainer") == true)
    }

    @Test func `The container does not keep its panel alive`() throws {
        let other = RecordingContainer()
        do {
            let agent = try Agent(other, rawData: .numbers(1), reformer: TableReformer.self)
            #expect(other.panel?.tableInfo.rowCount == agent.tableInfo.rowCount)
        }
        #expect(other.panel == nil)
    }

    @Test func `The collapse of an empty section is recorded, although no line changes`() throws {
        func table(isCollapsed: Bool) -> TableInfo {
            TableInfo {
                TableSection(id: "empty", isCollapsed: isCollapsed) {}
                TableSection(id: "other") { Row(1, id: 1, as: NumberLine.self) }
            }
        }
        container.appliesChanges = true
        try agent.reload(table(isCollapsed: false))
        container.removeCalls()
        try agent.reload(table(isCollapsed: true))
        #expect(container.calls.isEmpty)
        #expect(container.sections.map(\.isCollapsed) == [true, false])
        agent.detach()
        #expect(container.sections.map(\.isCollapsed) == [true, false])
    }

    @Test func `Rows that are missing in the changes keep their content`() throws {
        let old = TableInfo.numbers(1, 2, 3)
        try agent.reload(old)
        var changes = TableChanges()
        changes.rowDeletes = [.at(0, 0)]
        changes.rowInserts = [.at(0, 1)]
        try container.apply(changes, in: TableUpdate(from: old, to: .numbers(2, 7, 8)) { _ in })
        #expect(container.sections[0].texts == [["#2", ""], ["#7", ""], ["#3", ""]])
        #expect(container.violations.map(\.kind) == [.staleContent])
    }

    @Test func `The visible rows are the rows of expanded sections`() throws {
        #expect(container.visibleRows == [.at(0, 0), .at(0, 1)])
        try agent.edit { try $0.collapseSection(.id("numbers")) }
        #expect(container.visibleRows.isEmpty)
    }
}
