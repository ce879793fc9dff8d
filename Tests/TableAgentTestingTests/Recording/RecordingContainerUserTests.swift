import TableAgent
import TableAgentTesting
import Testing

/// Tests of a user's actions on a recording container.
struct RecordingContainerUserTests {
    private enum TaskLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with name: String) { line.text(name) }

        static func actions(_ place: RowAction.Placement, for name: String) -> [RowAction] {
            switch place {
            case .trailing: [RowAction("Remove", .remove, isDestructive: true)]
            case .menu: [RowAction("Copy", .copy, name)]
            case .leading: []
            }
        }
    }

    private struct Tasks: StatelessReformer {
        func reform(_ names: [String]) -> TableInfo {
            TableInfo {
                TableSection(id: "tasks") {
                    Head("Tasks", as: TitleLine.self)
                    Rows(names, id: \.self, as: TaskLine.self)
                }
            }
        }
    }

    private let container = RecordingContainer(appliesChanges: true)
    private let agent: Agent<[String]>
    private let record = EventWords()
    private let first = RowPosition.at(0, 0)

    init() throws {
        agent = try Agent(
            container, rawData: ["a", "b", "c"], reformer: Tasks.self, eventDelegate: record)
    }

    @Test func `A touch highlights and selects a row, and another touch deselects it`() throws {
        try container.touch(first)
        #expect(record.events == ["highlight a", "unhighlight a", "select a"])
        #expect(container.selectedRows == [first])
        record.events = []
        try container.touch(first)
        #expect(record.events == ["highlight a", "unhighlight a", "deselect a"])
        #expect(container.selectedRows.isEmpty)
    }

    @Test func `A touch neither selects nor deselects a row if the delegate refuses`() throws {
        record.refuses = true
        try container.touch(first)
        #expect(record.events == ["highlight a", "unhighlight a"])
        #expect(container.selectedRows.isEmpty)
        record.refuses = false
        try container.touch(first)
        record.refuses = true
        try container.touch(first)
        #expect(container.selectedRows == [first])
    }

    @Test func `The selection follows rows that are inserted, moved, and removed`() throws {
        try container.touch(first)
        try container.touch(.at(0, 1))
        try agent.edit { try $0.insert([Row("z", id: "z", as: TaskLine.self)], before: .id("a")) }
        #expect(container.selectedRows.map(\.row) == [1, 2])
        try agent.edit { try $0.removeRow(.id("a")) }
        #expect(container.selectedRows.map(\.row) == [1])
    }

    @Test func `The agent can deselect a row`() throws {
        agent.panel.deselectsAutomatically = true
        try container.touch(first)
        #expect(record.events == ["highlight a", "unhighlight a", "select a"])
        #expect(container.selectedRows.isEmpty)
    }

    @Test func `A row that is removed while it is touched is not selected`() throws {
        agent.on(.unhighlight) { [weak agent] (_: CellEvent) in
            try? agent?.edit { try $0.removeRow(.id("a")) }
        }
        try container.touch(first)
        #expect(record.events == ["highlight a", "unhighlight a", "removed a"])
        #expect(container.selectedRows.isEmpty)
    }

    @Test func `A swipe sends editing events around its action, and a menu does not`() throws {
        agent.on(.remove) { [weak agent] (event: CellEvent) in
            try? agent?.edit { try $0.removeRow(.id(event.rowID, in: .id(event.sectionID))) }
        }
        try container.choose("Remove", .trailing, at: first)
        #expect(record.events == ["beginEditing a", "remove a", "removed a", "endEditing a"])
        #expect(container.sections[0].texts == [["b"], ["c"]])
        record.events = []
        try container.choose("Copy", .menu, at: first)
        #expect(record.events == ["copy b"])
    }

    @Test func `An action that the row does not offer throws an error with the offered actions`() throws {
        let error = #expect(throws: TableError.self) {
            try container.choose("Pay", .trailing, at: first)
        }
        #expect(error?.code == .actionNotOffered)
        #expect(
            error?.description
                == "The row at section 0, row 0 offers no trailing action “Pay”; it offers Remove.")
    }

    @Test func `An action without an agent or a row throws an error`() throws {
        #expect(throws: TableError.self) { try container.touch(.at(0, 3)) }
        agent.detach()
        #expect(throws: TableError.self) { try container.touch(first) }
    }
}

extension EventName<Void> {
    fileprivate static var remove: Self { Self("remove") }
}

extension EventName<String> {
    fileprivate static var copy: Self { Self("copy") }
}
