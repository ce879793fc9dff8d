import TableAgent
import TableAgentTesting
import Testing

/// Duplicate ids are told apart, reported with both positions, or refused.
struct DuplicateIDsTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let agent = Agent<KeyValuePairs<String, [Int]>>()

    /// The place where each duplicate is found again, and the beginning of what is said about it.
    private let duplicates: [(position: RowPosition?, text: String)] = [
        (nil, "The id \"a\" is found at section 0 and again at section 2;"),
        (
            RowPosition(section: 0, row: 3),
            "The id 2 is found at section 0, row 1 and again at section 0, row 3;"
        ),
        (
            RowPosition(section: 0, row: 4),
            "The id 2 is found at section 0, row 1 and again at section 0, row 4;"
        ),
        (
            RowPosition(section: 1, row: 1),
            "The id 7 is found at section 1, row 0 and again at section 1, row 1;"
        ),
    ]

    private func expectDuplicates(_ found: [TableError], at location: SourceLocation = #_sourceLocation) {
        #expect(found.map(\.position) == duplicates.map(\.position), sourceLocation: location)
        for (error, duplicate) in zip(found, duplicates) {
            #expect(error.code == .duplicateID, sourceLocation: location)
            #expect(error.description.hasPrefix(duplicate.text), "\(error)", sourceLocation: location)
        }
    }

    private func attach(_ data: KeyValuePairs<String, [Int]>) throws {
        try agent.attach(container, dataSource: DataSource(data, reformer: EditSample.Board()))
    }

    @Test func `A table finds its duplicates, with both places`() {
        let table = EditSample.table(["a": [1, 2, 3, 2, 2], "b": [7, 7], "a": [2]])
        expectDuplicates(table.duplicateIDs())
        #expect(EditSample.table(["a": [1, 2], "b": [1, 2]]).duplicateIDs().isEmpty)
    }

    @Test func `Without a closure they are told apart in order, and no row is lost`() throws {
        try attach(["a": [1, 1, 2]])
        try agent.reload(["a": [1, 2, 1, 1]])
        #expect(container.sections[0].texts.count == 4)
        #expect(container.violations.isEmpty)
    }

    @Test func `They are reported, and shown all the same`() throws {
        nonisolated(unsafe) var reports: [[TableError]] = []
        agent.panel.onDuplicateIDs = { reports.append($0) }
        try attach(["a": [1, 2, 3, 2, 2], "b": [7, 7], "a": [2]])
        #expect(reports.count == 1)
        expectDuplicates(reports[0])
        #expect(container.sections.map(\.rows.count) == [5, 2, 1])
        try agent.reload(["a": [1]])
        #expect(reports.count == 1)
        try agent.edit { try $0.append([EditSample.row(1)]) }
        #expect(reports.count == 2)
    }

    @Test func `They are refused with an error that names both places, and what is on show stays`() throws {
        agent.panel.onDuplicateIDs = { throw $0[0] }
        try attach(["a": [1]])
        let error = #expect(throws: TableError.self) { try agent.reload(["a": [1, 2], "b": [3, 4, 3]]) }

        #expect(error?.code == .duplicateID)
        #expect(error?.position == RowPosition(section: 1, row: 2))
        #expect(
            error?.description.hasPrefix(
                "The id 3 is found at section 1, row 0 and again at section 1, row 2;") == true)
        #expect(container.sections.map(\.texts) == [[["note 1"]]])
        #expect(agent.dataSource?.rawData?.first?.value == [1])
        let edit = #expect(throws: TableError.self) {
            try agent.edit { try $0.append([EditSample.row(1)]) }
        }
        #expect(edit?.code == .duplicateID)
        #expect(agent.tableInfo.noteIDs == ["a: 1"])
    }

    @Test func `They are reported before anything is shown`() throws {
        try attach(["a": [1]])
        var visible: [[String]] = []
        agent.panel.onDuplicateIDs = { [unowned agent] _ in visible.append(agent.tableInfo.noteIDs) }
        try agent.reload(["a": [1, 1]])
        #expect(visible == [["a: 1"]])
        #expect(agent.tableInfo.noteIDs == ["a: 1 1"])
    }

    @Test func `What was edited into a table goes when the table is refused`() throws {
        try attach(["a": [1]])
        agent.panel.onDuplicateIDs = { [unowned agent] duplicates in
            try agent.edit { try $0.removeRow(.id(1)) }
            throw duplicates[0]
        }
        #expect(throws: TableError.self) { try agent.reload(["a": [1, 1]]) }
        #expect(agent.tableInfo.noteIDs == ["a: 1"])
        try agent.reload(["a": [2]])
        #expect(agent.tableInfo.noteIDs == ["a: 2"])
    }

    @Test func `A table that the closure repairs is shown`() throws {
        enum Gauge: TableItem {
            static func fill(_ view: inout Int, with number: Int) { view = number }
        }
        let odd = TableInfo {
            TableSection(id: "a") {
                EditSample.rows(1)
                Row(7, id: 1, as: Gauge.self)
            }
        }
        try attach(["a": [1]])
        container.canShowItem = { $0.viewType == GridLine.self }
        func showOdd() throws {
            try agent.edit { edit in
                edit.removeAllSections()
                edit.append(odd.sections[0])
            }
        }
        #expect(throws: TableError.self) { try showOdd() }
        agent.panel.onDuplicateIDs = { [unowned agent] _ in try agent.edit { try $0.removeRow(.at(0, 1)) } }
        try showOdd()
        #expect(agent.tableInfo.noteIDs == ["a: 1"])
        #expect(container.sections.map(\.texts) == [[["note 1"]]])
    }

    @Test func `A closure may attach another container, which then shows its own table`() throws {
        try attach(["a": [1]])
        let other = RecordingContainer()
        agent.panel.onDuplicateIDs = { [unowned agent] _ in
            agent.panel.onDuplicateIDs = nil
            try agent.attach(other, dataSource: DataSource(["b": [5]], reformer: EditSample.Board()))
        }
        let error = #expect(throws: TableError.self) { try agent.reload(["a": [1, 1]]) }
        #expect(error?.code == .notAttached)
        #expect(agent.tableInfo.noteIDs == ["b: 5"])
        #expect(other.sections.map(\.texts) == [[["note 5"]]])
    }

    @Test func `The caller learns that the surface failed to show what was edited into its table`() throws {
        struct Failure: Error {}
        try attach(["a": [1]])
        agent.panel.onDuplicateIDs = { [unowned agent] _ in
            try agent.edit { try $0.removeRow(.id(5)) }
        }
        container.nextOutcome = .failBeforeCommit(Failure())
        #expect(throws: Failure.self) { try agent.reload(["a": [5, 5]]) }
        #expect(agent.tableInfo.noteIDs == ["a: 1"])
        try agent.reload(["a": [5, 5]])
        #expect(agent.tableInfo.noteIDs == ["a: 5"])
        #expect(agent.dataSource?.rawData?.first?.value == [5, 5])
    }
}
