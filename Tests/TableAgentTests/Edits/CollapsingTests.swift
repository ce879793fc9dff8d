import TableAgent
import TableAgentTesting
import Testing

/// A section collapses and expands as a batch, and its rows are not visible while it is collapsed.
struct CollapsingTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let agent: Agent<KeyValuePairs<String, [Int]>>

    init() throws {
        agent = try Agent(
            container, rawData: ["a": [1, 2], "b": [3]], reformer: EditSample.Board.self)
        container.removeCalls()
    }

    @Test func `Collapsing a section deletes its visible rows, and expanding inserts them`() throws {
        let rows = [0, 1].map { RowPosition(section: 0, row: $0) }
        try agent.edit { try $0.collapseSection(.id("a")) }

        var changes = TableChanges()
        changes.rowDeletes = rows
        changes.headUpdates = [0]
        changes.collapsedSections = [0]
        #expect(container.calls == [.apply(changes)])
        #expect(agent.tableInfo.sections[0].visibleRows.count == 0)
        #expect(agent.tableInfo.sections[0].rows.count == 2)
        #expect(container.sections[0].head?.texts == ["a: 2, hidden"])

        try agent.edit { try $0.expandSection(.at(0)) }
        changes = TableChanges()
        changes.rowInserts = rows
        changes.headUpdates = [0]
        changes.expandedSections = [0]
        #expect(container.calls.last == .apply(changes))
        #expect(container.violations.isEmpty)
        #expect(container.sections[0].texts == [["note 1"], ["note 2"]])
    }

    @Test func `New data keeps the collapsed state of an edit`() throws {
        try agent.edit { try $0.collapseSection(.id("a")) }
        try agent.reload(["b": [3], "a": [1, 2, 4]])

        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, true])
        try agent.reload(["b": [3], "a": [1]])
        try agent.edit { try $0.expandSection(.id("a")) }
        try agent.reload(["a": [1, 2]])
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false])
        #expect(container.violations.isEmpty)
    }

    @Test func `A section that the reformer collapses stays expanded after an edit expands it`() throws {
        struct Collapsed: StatelessReformer {
            func reform(_ ids: [Int]) -> TableInfo {
                TableInfo { TableSection(id: "a", isCollapsed: true) { EditSample.section("a", ids).rows } }
            }
        }
        let agent = try Agent(container, rawData: [1, 2], reformer: Collapsed.self)
        #expect(container.sections[0].rows.isEmpty)
        try agent.edit { try $0.expandSection(.id("a")) }
        try agent.reload([1, 2, 3])
        #expect(container.sections[0].rows.count == 3)
    }

    @Test func `A section that is removed and inserted again has the reformer's state`() throws {
        try agent.edit { try $0.collapseSection(.id("a")) }
        try agent.reload(["b": [3]])
        try agent.reload(["a": [1], "b": [3]])
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, false])
    }

    @Test func `A section that an edit removes and inserts keeps the edit's state in new data`()
        throws
    {
        for removal in [
            { (edit: inout TableEdit) in try edit.removeSection(.id("a")) },
            { (edit: inout TableEdit) in edit.removeAllSections() },
        ] {
            try agent.edit { try $0.collapseSection(.id("a")) }
            try agent.edit { edit in
                try removal(&edit)
                try edit.insert(EditSample.section("a", [1]), at: 0)
            }
            #expect(agent.tableInfo.sections.first?.isCollapsed == false)
            try agent.reload(["a": [1, 2], "b": [3]])
            #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, false])
        }
    }

    @Test func `Rows of a collapsed section can be edited`() throws {
        try agent.edit { try $0.collapseSection(.id("a")) }
        container.removeCalls()
        try agent.edit { table in
            try table.removeRow(.id(1))
            try table.append(EditSample.rows(5, 6), to: .id("a"))
        }
        var changes = TableChanges()
        changes.headUpdates = [0]
        #expect(container.calls == [.apply(changes)])
        try agent.edit { try $0.expandSection(.id("a")) }
        #expect(container.sections[0].texts == [["note 2"], ["note 5"], ["note 6"]])
    }

    @Test func `Each of several sections with the same id keeps its state from the edit`() throws {
        try agent.reload(["a": [1], "a": [2]])
        try agent.edit { try $0.toggleSection(.at(1)) }
        try agent.reload(["a": [1], "a": [2]])
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, true])
        try agent.edit { try $0.toggleSection(.at(1)) }
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, false])
    }

    @Test(arguments: [false, true])
    func `An edit of a waiting reload receives the sections as they will be shown`(runningFails: Bool) throws
    {
        try agent.reload(["a": [1], "b": [2], "c": [3]])
        try agent.edit { try $0.collapseSection(.id("a")) }
        var collapsed: [[Bool]] = []
        if runningFails { container.nextOutcome = .failBeforeCommit(CancellationError()) }
        container.duringNextUpdate = { [agent] _ in
            try? agent.reload(["a": [1, 4], "b": [2], "c": [3]])
            for id in ["a", "b"] {
                try? agent.edit {
                    collapsed.append($0.table.sections.map(\.isCollapsed))
                    try $0.toggleSection(.id(id))
                }
            }
        }
        try? agent.edit { try $0.collapseSection(.id("c")) }
        #expect(collapsed == [[true, false, true], [false, false, true]])
        #expect(agent.tableInfo.rowCount == 4)
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, true, !runningFails])
    }

    @Test func `A collapse follows its section, also among sections with one id`() throws {
        try agent.reload(["a": [1], "a": [2]])
        try agent.edit { edit in
            try edit.collapseSection(.at(0))
            try edit.moveSection(.at(0), after: .at(1))
        }
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, true])
        try agent.edit { try $0.insert(EditSample.section("a", [3]), at: 0) }
        try agent.reload(["a": [3], "a": [2], "a": [1]])
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, false, true])
    }

    @Test func `A new section in place of one that a waiting reload dropped is not collapsed`() throws {
        try agent.edit { try $0.collapseSection(.id("a")) }
        container.duringNextUpdate = { [agent] _ in
            try? agent.reload(["b": [3]])
            try? agent.edit { $0.append(EditSample.section("a", [5])) }
        }
        try agent.edit { try $0.removeRow(.id(3)) }
        #expect(agent.tableInfo.noteIDs == ["b: 3", "a: 5"])
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, false])
    }

    @Test func `A reload does not keep the collapse of a failed update, though an edit waits with it`()
        throws
    {
        container.nextOutcome = .failBeforeCommit(CancellationError())
        container.duringNextUpdate = { [agent] _ in
            try? agent.reload(["a": [1], "b": [3]])
            try? agent.edit { try $0.append(EditSample.rows(4), to: .id("b")) }
        }
        #expect(throws: CancellationError.self) { try agent.edit { try $0.collapseSection(.id("a")) } }
        #expect(agent.tableInfo.noteIDs == ["a: 1", "b: 3 4"])
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, false])
    }

    @Test func `A state that the reformer sets is not treated as an edit`() throws {
        struct Folding: StatelessReformer {
            func reform(_ isCollapsed: Bool) -> TableInfo {
                var section = EditSample.section("a", [1])
                section.isCollapsed = isCollapsed
                return TableInfo(sections: [section])
            }
        }
        let agent = try Agent(container, rawData: true, reformer: Folding.self)
        try agent.reload(false)
        #expect(!agent.tableInfo.sections[0].isCollapsed)
    }

    @Test func `A section collapsed during a concurrent reload stays collapsed`() async throws {
        struct Lists: StatelessReformer, Sendable {
            func reform(_ ids: [Int]) -> TableInfo { TableInfo(sections: [EditSample.section("a", ids)]) }
        }
        let agent = try Agent(RecordingContainer(), rawData: [1, 2], reformer: Lists.self)
        try agent.edit { try $0.collapseSection(.id("a")) }
        _ = try await agent.reload(concurrently: [1, 2, 3], by: Lists())
        #expect(agent.tableInfo.sections[0].isCollapsed)
        #expect(agent.tableInfo.rowCount == 3)
    }

    @Test func `A section without rows or head also sends the collapse event`() throws {
        struct Bare: StatelessReformer {
            func reform(_ names: [String]) -> TableInfo {
                TableInfo(sections: names.map { TableSection(id: $0) })
            }
        }
        let record = EventRecord()
        let agent = try Agent(container, rawData: ["a", "b"], reformer: Bare.self, eventDelegate: record)
        try agent.edit { table in
            try table.collapseSection(.id("b"))
            try table.moveSection(.id("b"), before: .at(0))
        }
        try agent.edit { try $0.expandSection(.id("b")) }
        #expect(record.sectionEvents.map(\.name.text) == ["collapse", "expand"])
        #expect(record.sectionEvents.map(\.index) == [0, 0])
    }
}
