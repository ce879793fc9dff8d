import TableAgent
import TableAgentTesting
import Testing

/// Tests that an edit is one batch on the surface.
struct AgentEditTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let agent: Agent<KeyValuePairs<String, [Int]>>

    init() throws {
        agent = try Agent(
            container, rawData: ["a": [1, 2, 3], "b": [4, 5]], reformer: EditSample.Board.self)
        container.removeCalls()
    }

    @Test func `Several verbs are one batch`() throws {
        try agent.edit { table in
            try table.removeRow(.id(1))
            try table.append([EditSample.row(6)], to: .id("a"))
            try table.replaceData(ofRow: .id(5), with: EditSample.Note(5, "new"))
            try table.append([EditSample.row(7)], to: .id("c"), creatingIfNeeded: true)
        }

        var changes = TableChanges()
        changes.sectionInserts = [2]
        changes.rowDeletes = [RowPosition(section: 0, row: 0)]
        changes.removedRows = changes.rowDeletes
        changes.rowInserts = [RowPosition(section: 0, row: 2)]
        changes.rowUpdates = [RowPosition(section: 1, row: 1)]
        #expect(container.calls == [.apply(changes)])
        #expect(container.violations.isEmpty)
        #expect(
            container.sections.map(\.texts)
                == [["note 2", "note 3", "note 6"], ["note 4", "new"], ["note 7"]].map { $0.map { [$0] } })
        #expect(agent.tableInfo.noteIDs == ["a: 2 3 6", "b: 4 5", "c: 7"])
    }

    @Test func `Changes that cancel each other out are no changes`() throws {
        try agent.edit { table in
            try table.append([EditSample.row(6)], to: .id("a"))
            try table.removeRow(.id(6))
            try table.moveRow(.id(1), after: .id(2))
            try table.moveRow(.id(1), before: .id(2))
        }
        #expect(container.calls.isEmpty)
    }

    @Test func `A failed edit changes nothing`() throws {
        #expect(throws: TableError.self) {
            try agent.edit { table in
                try table.removeRow(.id(1))
                try table.removeRow(.id(99))
            }
        }
        #expect(container.calls.isEmpty)
        #expect(agent.tableInfo.noteIDs == ["a: 1 2 3", "b: 4 5"])
        #expect(agent.tableInfo.position(of: .id(3)) == RowPosition(section: 0, row: 2))
    }

    @Test func `A failed surface keeps the old table for the next edit`() throws {
        struct Failure: Error {}
        container.nextOutcome = .failBeforeCommit(Failure())
        #expect(throws: Failure.self) { try agent.edit { try $0.removeRow(.id(1)) } }
        #expect(agent.tableInfo.noteIDs == ["a: 1 2 3", "b: 4 5"])
        try agent.edit { try $0.removeRow(.id(2)) }
        #expect(agent.tableInfo.noteIDs == ["a: 1 3", "b: 4 5"])
    }

    @Test func `Edits build on each other, and the next reload replaces them`() throws {
        try agent.edit { try $0.removeRow(.id(1)) }
        try agent.edit { try $0.removeRow(.id(2)) }
        #expect(agent.tableInfo.noteIDs == ["a: 3", "b: 4 5"])
        try agent.reload(["a": [1, 3], "b": [4]])
        #expect(agent.tableInfo.noteIDs == ["a: 1 3", "b: 4"])
        #expect(container.violations.isEmpty)
    }

    @Test func `A table can consist of edits alone`() throws {
        try agent.reload(nil)
        try agent.edit { try $0.append(EditSample.rows(1, 2), to: .id("x"), creatingIfNeeded: true) }
        #expect(agent.tableInfo.noteIDs == ["x: 1 2"])
        #expect(container.sections.map(\.texts) == [[["note 1"], ["note 2"]]])
        #expect(agent.dataSource?.rawData == nil)
    }

    @Test func `An edit during an update is applied after it`() throws {
        let agent = agent
        container.duringNextUpdate = { _ in
            #expect(throws: Never.self) {
                try agent.edit { try $0.removeRow(.id(6)) }
                try agent.edit { try $0.append([EditSample.row(8)], to: .id("b")) }
            }
        }
        try agent.reload(["a": [1, 6, 7], "b": [4]])

        #expect(agent.tableInfo.noteIDs == ["a: 1 7", "b: 4 8"])
        #expect(container.violations.isEmpty)
        #expect(container.sections.map(\.texts) == [[["note 1"], ["note 7"]], [["note 4"], ["note 8"]]])
    }

    @Test func `Without a container an edit is an error`() {
        agent.detach()
        let error = #expect(throws: TableError.self) { try agent.edit { _ in } }
        #expect(error?.code == .notAttached)
    }

    @Test func `A reloaded row is filled again with the same data`() throws {
        try agent.edit { try $0.reloadRow(.id(2)) }

        var changes = TableChanges()
        changes.rowUpdates = [RowPosition(section: 0, row: 1)]
        #expect(container.calls == [.apply(changes)])
        try agent.edit { try $0.removeRow(.id(1)) }
        changes = TableChanges()
        changes.rowDeletes = [RowPosition(section: 0, row: 0)]
        changes.removedRows = changes.rowDeletes
        changes.headUpdates = [0]
        #expect(container.calls.last == .apply(changes))
    }

    @Test func `A reloaded section fills its head and rows again`() throws {
        try agent.edit { try $0.reloadSection(.id("b")) }

        var changes = TableChanges()
        changes.rowUpdates = [0, 1].map { RowPosition(section: 1, row: $0) }
        changes.headUpdates = [1]
        #expect(container.calls == [.apply(changes)])
    }

    @Test func `An unedited row is not filled again, even if its data can't be compared`() throws {
        struct Memo: Identifiable {
            let id: Int
            var text = ""
        }
        enum MemoLine: GridLineItem {
            static func fill(_ line: inout GridLine, with memo: Memo) { line.text(memo.text) }
        }
        let agent = try Agent(container, list: (0..<5).map { Memo(id: $0) }, as: MemoLine.self)
        container.removeCalls()
        try agent.edit { table in
            try table.replaceData(ofRow: .id(1), with: Memo(id: 1, text: "new"))
            try table.removeRow(.id(3))
            try table.moveRow(.id(4), before: .id(0))
        }

        var changes = TableChanges()
        changes.rowDeletes = [RowPosition(section: 0, row: 3)]
        changes.removedRows = changes.rowDeletes
        changes.rowMoves = [.init(from: RowPosition(section: 0, row: 4), to: RowPosition(section: 0, row: 0))]
        changes.rowUpdates = [RowPosition(section: 0, row: 2)]
        #expect(container.calls == [.apply(changes)])
        #expect(container.violations.isEmpty)
    }
}
