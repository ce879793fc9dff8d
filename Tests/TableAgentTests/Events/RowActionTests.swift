import TableAgent
import TableAgentTesting
import Testing

extension EventName<Int> {
    fileprivate static var pay: Self { Self("pay") }
}

extension EventName<Void> {
    fileprivate static var delete: Self { Self("delete") }
}

/// Tests of swipe actions and context menus, which are data of the row and send typed events.
struct RowActionTests {
    enum PayableLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with note: EditSample.Note) { line.text(note.text) }

        static func actions(_ place: RowAction.Placement, for note: EditSample.Note) -> [RowAction] {
            switch place {
            case .leading: []
            case .trailing: [RowAction("Delete", .delete, symbol: "trash", isDestructive: true)]
            case .menu: [RowAction("Pay \(note.id)", .pay, note.id * 10), RowAction("Delete", .delete)]
            }
        }
    }

    private let container = RecordingContainer(appliesChanges: true)
    private let record = EventRecord()
    private let agent: Agent<[EditSample.Note]>

    init() throws {
        agent = try Agent(container, list: [1, 2].map { EditSample.Note($0) }, as: PayableLine.self)
        agent.eventDelegate = record
    }

    @Test func `Two rows share an action if they ask for the same inputs`() throws {
        func rename(_ initial: String, label: String = "Name", length: Int = 9) -> RowAction {
            RowAction(
                "Rename", EventName<String>("rename"),
                asking: .text("name", label: label, maximumLength: length, initial: initial))
        }
        #expect(rename("a").shared(with: rename("a"))?.inputs.map(\.initialText) == ["a"])
        #expect(rename("a").shared(with: rename("b"))?.inputs.map(\.initialText) == [""])
        #expect(rename("a").shared(with: rename("a", label: "Title")) == nil)
        #expect(rename("a").shared(with: rename("a", length: 8)) == nil)
        #expect(rename("a").shared(with: RowAction("Rename", EventName<Void>("rename"))) == nil)
    }

    @Test func `A row offers the actions that its item returns for its data`() throws {
        let row = try #require(agent.tableInfo.row(.at(RowPosition(section: 0, row: 1))))
        #expect(row.actions(.leading).isEmpty)
        #expect(row.actions(.trailing).map(\.title) == ["Delete"])
        #expect(row.actions(.trailing).map(\.isDestructive) == [true])
        #expect(row.actions(.trailing).map(\.symbol) == ["trash"])
        #expect(row.actions(.menu).map(\.title) == ["Pay 2", "Delete"])
        #expect(EditSample.row(1).actions(.menu).isEmpty)
    }

    @Test func `A chosen action sends its event with the current position of the row`() throws {
        let source = try #require(container.panel).source(.row(.at(section: 0, row: 1)))
        let actions = try #require(agent.tableInfo.row(.at(RowPosition(section: 0, row: 1)))).actions(.menu)
        try agent.edit { try $0.removeRow(.id(1)) }
        record.cellEvents = []
        for action in actions { try source.perform(action) }

        #expect(record.cellEvents.map { $0.payload(of: .pay) } == [20, nil])
        #expect(record.cellEvents.map { $0.isNamed(.delete) } == [false, true])
        #expect(
            record.cellEvents.allSatisfy { $0.rowID == 2 && $0.position == RowPosition(section: 0, row: 0) })
    }

    @Test func `A disabled action is not performed`() throws {
        let source = try #require(container.panel).source(.row(.at(section: 0, row: 0)))
        var action = RowAction("Pay", .pay, 10)
        #expect(action.isEnabled && action.allowsFullSwipe && action.role == .plain && action.submenu == nil)
        action.isEnabled = false
        let error = #expect(throws: TableError.self) { try source.perform(action) }
        #expect(error?.code == .actionDisabled)
        #expect(error?.description.contains("“Pay” is disabled") == true)
        #expect(record.cellEvents.isEmpty)
        action.isEnabled = true
        try source.perform(action)
        #expect(record.cellEvents.map { $0.payload(of: .pay) } == [10])
    }
}
