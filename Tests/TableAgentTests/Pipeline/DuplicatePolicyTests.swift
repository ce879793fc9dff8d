import TableAgent
import TableAgentTesting
import Testing

/// F24: duplicate ids are told apart, reported with both positions, or refused.
struct DuplicatePolicyTests {
    private let container = RecordingContainer(appliesChanges: true)
    private let agent = Agent<KeyValuePairs<String, [Int]>>()

    private let duplicates: [DuplicateID] = [
        DuplicateID(id: "a", first: .section(0), second: .section(2)),
        DuplicateID(
            id: 2, first: .row(RowPosition(section: 0, row: 1)), second: .row(RowPosition(section: 0, row: 3))
        ),
        DuplicateID(
            id: 2, first: .row(RowPosition(section: 0, row: 1)), second: .row(RowPosition(section: 0, row: 4))
        ),
        DuplicateID(
            id: 7, first: .row(RowPosition(section: 1, row: 0)), second: .row(RowPosition(section: 1, row: 1))
        ),
    ]

    private func attach(_ data: KeyValuePairs<String, [Int]>) throws {
        try agent.attach(container, dataSource: DataSource(data, reformer: EditSample.Board()))
    }

    @Test func `A table finds its duplicates, with both places`() {
        let table = EditSample.table(["a": [1, 2, 3, 2, 2], "b": [7, 7], "a": [2]])
        #expect(table.duplicateIDs() == duplicates)
        #expect(EditSample.table(["a": [1, 2], "b": [1, 2]]).duplicateIDs().isEmpty)
    }

    @Test func `Without a policy they are told apart in order, and no row is lost`() throws {
        try attach(["a": [1, 1, 2]])
        try agent.reload(["a": [1, 2, 1, 1]])
        #expect(container.sections[0].texts.count == 4)
        #expect(container.violations.isEmpty)
    }

    @Test func `They are reported, and shown all the same`() throws {
        nonisolated(unsafe) var reports: [[DuplicateID]] = []
        agent.panel.duplicatePolicy = .report { reports.append($0) }
        try attach(["a": [1, 2, 3, 2, 2], "b": [7, 7], "a": [2]])
        #expect(reports == [duplicates])
        #expect(container.sections.map(\.rows.count) == [5, 2, 1])
        try agent.reload(["a": [1]])
        #expect(reports.count == 1)
        try agent.edit { try $0.append(EditSample.row(1)) }
        #expect(reports.count == 2)
    }

    @Test func `They are refused with an error that names both places, and what is on show stays`() throws {
        agent.panel.duplicatePolicy = .refuse
        try attach(["a": [1]])
        let error = #expect(throws: TableError.self) { try agent.reload(["a": [1, 2], "b": [3, 4, 3]]) }

        #expect(error?.code == .duplicateID)
        #expect(error?.position == RowPosition(section: 1, row: 2))
        #expect(
            error?.description.hasPrefix(
                "The id 3 is found at section 1, row 0 and again at section 1, row 2.") == true)
        #expect(container.sections.map(\.texts) == [[["note 1"]]])
        #expect(agent.dataSource?.rawData?.first?.value == [1])
        let edit = #expect(throws: TableError.self) {
            try agent.edit { try $0.append(EditSample.row(1)) }
        }
        #expect(edit?.code == .duplicateID)
        #expect(agent.tableInfo.noteIDs == ["a: 1"])
    }
}
