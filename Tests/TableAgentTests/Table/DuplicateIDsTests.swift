import TableAgent
import TableAgentTesting
import Testing

/// Duplicate ids are distinguished, reported with both positions, or refused.
struct DuplicateIDsTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let agent = Agent<KeyValuePairs<String, [Int]>>()

    /// The position of each duplicate, and the beginning of its error's description.
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

    @Test func `A table returns its duplicates with both positions`() {
        let table = EditSample.table(["a": [1, 2, 3, 2, 2], "b": [7, 7], "a": [2]])
        expectDuplicates(table.duplicateIDs())
        #expect(EditSample.table(["a": [1, 2], "b": [1, 2]]).duplicateIDs().isEmpty)
    }

    @Test func `Rows with equal ids are distinguished by their order, and no row is lost`() throws {
        try attach(["a": [1, 1, 2]])
        try agent.reload(["a": [1, 2, 1, 1]])
        #expect(container.sections[0].texts.count == 4)
        #expect(container.violations.isEmpty)
    }

    /// Passes the errors of equal ids to a closure, which may throw.
    private final class CheckingPanel: Panel {
        var check: ([TableError]) throws -> Void = { _ in }

        override func prepare(_ table: TableInfo) throws -> TableInfo {
            try check(table.duplicateIDs())
            return table
        }
    }

    @Test func `A panel can report equal ids before their table is shown`() throws {
        let panel = CheckingPanel()
        let agent = Agent<KeyValuePairs<String, [Int]>>(panel: panel)
        try agent.attach(container, dataSource: DataSource(["a": [1]], reformer: EditSample.Board()))
        var reports: [[TableError]] = []
        var visible: [[String]] = []
        panel.check = { [unowned agent] duplicates in
            reports.append(duplicates)
            visible.append(agent.tableInfo.noteIDs)
        }
        try agent.reload(["a": [1, 2, 3, 2, 2], "b": [7, 7], "a": [2]])
        #expect(reports.count == 1)
        expectDuplicates(reports[0])
        #expect(visible == [["a: 1"]])
        #expect(container.sections.map(\.rows.count) == [5, 2, 1])
    }

    @Test func `A panel can refuse equal ids, and the table and its data stay`() throws {
        let panel = CheckingPanel()
        let agent = Agent<KeyValuePairs<String, [Int]>>(panel: panel)
        panel.check = { if let duplicate = $0.first { throw duplicate } }
        try agent.attach(container, dataSource: DataSource(["a": [1]], reformer: EditSample.Board()))
        let error = #expect(throws: TableError.self) { try agent.reload(["a": [1, 2], "b": [3, 4, 3]]) }

        #expect(error?.code == .duplicateID)
        #expect(error?.position == RowPosition(section: 1, row: 2))
        #expect(
            error?.description.hasPrefix(
                "The id 3 is found at section 1, row 0 and again at section 1, row 2;") == true)
        #expect(container.sections.map(\.texts) == [[["note 1"]]])
        #expect(agent.dataSource?.rawData?.first?.value == [1])
    }

    @Test func `The closure of an edit can refuse equal ids, and the table stays`() throws {
        try attach(["a": [1]])
        let error = #expect(throws: TableError.self) {
            try agent.edit { edit in
                try edit.append([EditSample.row(1)])
                if let duplicate = edit.table.duplicateIDs().first { throw duplicate }
            }
        }
        #expect(error?.code == .duplicateID)
        #expect(agent.tableInfo.noteIDs == ["a: 1"])
    }
}
