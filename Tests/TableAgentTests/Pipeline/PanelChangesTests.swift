import RandomTesting
import TableAgent
import TableAgentTesting
import Testing

/// Tests that differences are applied as one legal batch.
struct PanelChangesTests {
    struct Note: Identifiable, Equatable {
        var id: Int
        var text: String
    }

    private enum NoteLine: GridLineItem {
        static func fill(_ line: inout GridLine, with note: Note) { line.text(note.text) }
    }

    private enum CountTitle: SectionItem, GridLineItem {
        static func fill(_ line: inout GridLine, with name: String, in section: SectionState) {
            line.text("\(name): \(section.rowCount)")
        }
    }

    private struct NotesReformer: StatelessReformer {
        func reform(_ notes: [String: [Note]]) -> TableInfo {
            TableInfo {
                for (name, notes) in notes.sorted(by: { $0.key < $1.key }) {
                    TableSection(id: name) {
                        Head(name, as: CountTitle.self)
                        Rows(notes, as: NoteLine.self)
                    }
                }
            }
        }
    }

    private let container = RecordingContainer(appliesChanges: true)

    private func agent(
        _ notes: [String: [Note]], panel: Panel = Panel()
    ) throws -> Agent<[String: [Note]]> {
        try Agent(container, rawData: notes, reformer: NotesReformer.self, panel: panel)
    }

    private func notes(_ ids: Int...) -> [Note] { ids.map { Note(id: $0, text: "note \($0)") } }

    @Test func `The first table is a reload, and the next one is applied as changes`() throws {
        let agent = try agent(["a": notes(1, 2, 3)])
        container.removeCalls()
        try agent.reload(["a": [Note(id: 1, text: "new")] + notes(3, 4)])

        var changes = TableChanges()
        changes.rowDeletes = [RowPosition(section: 0, row: 1)]
        changes.removedRows = changes.rowDeletes
        changes.rowInserts = [RowPosition(section: 0, row: 2)]
        changes.rowUpdates = [RowPosition(section: 0, row: 0)]
        #expect(container.calls == [.apply(changes)])
        #expect(container.sections.map(\.texts) == [[["new"], ["note 3"], ["note 4"]]])
        #expect(container.violations.isEmpty)
    }

    @Test func `A head that shows the number of rows is refilled when the number changes`() throws {
        let agent = try agent(["a": notes(1)])
        try agent.reload(["a": notes(1, 2)])
        #expect(container.sections[0].head?.texts == ["a: 2"])
    }

    @Test func `Equal tables do not call the container, and the new data is stored`() throws {
        let agent = try agent(["a": notes(1)])
        container.removeCalls()
        try agent.reload(["a": notes(1)])
        #expect(container.calls.isEmpty)
        #expect(agent.dataSource?.rawData == ["a": notes(1)])
    }

    @Test func `More changes than the limit cause a reload`() throws {
        let agent = try agent(["a": notes(1)])
        agent.panel.changeLimit = 2
        container.removeCalls()
        try agent.reload(["a": notes(1, 2)])
        try agent.reload(["a": notes(1, 2, 3, 4)])
        #expect(container.calls.last == .reload(from: [2], to: [4]))
        #expect(container.calls.count == 2)
    }

    private final class CarelessPanel: Panel {
        override func changes(from old: TableInfo, to new: TableInfo) -> TableChanges? {
            var changes = super.changes(from: old, to: new)
            changes?.rowInserts = []
            return changes
        }
    }

    @Test func `Illegal changes cause a reload and a report`() throws {
        let agent = try agent(["a": notes(1)], panel: CarelessPanel())
        var reports: [String] = []
        agent.eventHandler.report = { reports.append($0) }
        container.removeCalls()
        try agent.reload(["a": notes(1, 2)])
        #expect(container.calls == [.reload(from: [1], to: [2])])
        #expect(container.violations.isEmpty)
        #expect(reports.count == 1)
        #expect(reports.first?.contains("Section 0 would have 1 rows, but the new table has 2") == true)
    }

    @Test func `Different columns cause a reload`() throws {
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(
            container, rawData: TableInfo(columns: ["a"]), reformer: PassingReformer.self)
        try agent.reload(TableInfo(columns: ["b"]))
        #expect(container.calls.last == .reload(from: [], to: []))
    }

    private struct PassingReformer: StatelessReformer {
        func reform(_ info: TableInfo) -> TableInfo { info }
    }

    @Test func `A table that arrives during changes is compared with their result`() throws {
        let agent = try agent(["a": notes(1)])
        container.duringNextUpdate = { _ in
            do { try agent.reload(["a": self.notes(3)]) } catch { Issue.record(error) }
        }
        try agent.reload(["a": notes(1, 2)])
        #expect(container.sections.map(\.texts) == [[["note 3"]]])
        #expect(container.violations.isEmpty)
    }

    @Test func `After any series of reloads, the surface equals a new one`() throws {
        let seed = SeededGenerator.seed
        var random = SeededGenerator(seed: seed)
        let agent = try agent([:])
        for _ in 0..<300 {
            var next: [String: [Note]] = [:]
            for name in ["a", "b", "c", "d"] where Bool.random(using: &random) {
                let ids = (0..<8).shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random))
                next[name] = ids.map { Note(id: $0, text: "\($0)\(Bool.random(using: &random))") }
            }
            try agent.reload(next)
            let fresh = RecordingContainer()
            _ = try Agent(fresh, rawData: next, reformer: NotesReformer.self)
            try #require(container.violations.isEmpty, "TABLE_SEED=\(seed)")
            try #require(container.sections.map(\.texts) == fresh.sections.map(\.texts), "TABLE_SEED=\(seed)")
            try #require(
                container.sections.map { $0.head?.texts } == fresh.sections.map { $0.head?.texts },
                "TABLE_SEED=\(seed)")
        }
    }
}
