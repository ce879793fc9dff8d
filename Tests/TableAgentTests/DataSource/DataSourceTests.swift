import TableAgent
import TableAgentTesting
import Testing

/// F9: a data source that tells the agent; also F13.
@Suite struct DataSourceTests {
    private struct Numbers: Reformer {
        func reform(_ numbers: [Int]) throws -> TableInfo {
            if numbers.contains(-1) { throw Refused() }
            return TableInfo {
                TableSection(id: "numbers") { Rows(numbers, id: \.self, as: NumberLine.self) }
            }
        }
    }

    /// Plays the agent's part.
    private final class Listener: DataSourceDelegate {
        var tables: [[Int]] = []
        var onRefresh: (() throws -> Void)?

        func dataSourceDidRefresh(_ tableInfo: TableInfo) throws {
            tables.append(tableInfo.numbers)
            let action = onRefresh
            onRefresh = nil
            try action?()
        }
    }

    private let source = DataSource(reformer: Numbers())
    private let listener = Listener()

    init() {
        source.delegate = listener
    }

    @Test("A new data source has neither data nor table")
    func startsEmpty() {
        #expect(source.rawData == nil)
        #expect(source.tableInfo.sections.isEmpty)
        #expect(listener.tables.isEmpty)
    }

    @Test("A refresh reforms the data and tells the delegate")
    func refreshes() throws {
        try source.refresh([1, 2])
        #expect(source.rawData == [1, 2])
        #expect(source.tableInfo.numbers == [1, 2])
        #expect(listener.tables == [[1, 2]])
    }

    @Test("A refresh with nothing leaves an empty table")
    func clears() throws {
        try source.refresh([1])
        try source.refresh(nil)
        #expect(source.rawData == nil)
        #expect(source.tableInfo.sections.isEmpty)
        #expect(listener.tables == [[1], []])
    }

    @Test("Data that can't be reformed leaves the former data, and the delegate hears nothing")
    func keepsDataWhenReformFails() throws {
        try source.refresh([1])
        #expect(throws: Refused()) { try source.refresh([2, -1]) }
        #expect(source.rawData == [1])
        #expect(source.tableInfo.numbers == [1])
        #expect(listener.tables == [[1]])
    }

    @Test("A table that can't be shown leaves the former data")
    func keepsDataWhenDelegateFails() throws {
        try source.refresh([1])
        listener.onRefresh = { throw Refused() }
        #expect(throws: Refused()) { try source.refresh([2]) }
        #expect(source.rawData == [1])
        #expect(source.tableInfo.numbers == [1])
    }

    @Test("The latest of two refreshes wins when one comes from inside the other's delegate")
    func nestedRefresh() throws {
        listener.onRefresh = { [source] in try source.refresh([9]) }
        try source.refresh([1])
        #expect(source.rawData == [9])
        #expect(source.tableInfo.numbers == [9])
        #expect(listener.tables == [[1], [9]])
    }

    @Test("A refresh that fails after a nested one does not undo the nested one")
    func nestedRefreshBeforeFailure() throws {
        listener.onRefresh = { [source] in
            try source.refresh([9])
            throw Refused()
        }
        #expect(throws: Refused()) { try source.refresh([1]) }
        #expect(source.rawData == [9])
        #expect(source.tableInfo.numbers == [9])
    }

    @Test("A refresh without a delegate keeps the data")
    func refreshesWithoutDelegate() throws {
        source.delegate = nil
        try source.refresh([4])
        #expect(source.tableInfo.numbers == [4])
    }

    @Test("A data source keeps no delegate alive")
    func delegateIsWeak() throws {
        do {
            let other = Listener()
            source.delegate = other
            #expect(source.delegate === other)
        }
        #expect(source.delegate == nil)
    }
}

@Suite("DataSource: with an agent") struct DataSourceWithAgentTests {
    private let container = RecordingContainer()
    private let source = DataSource(reformer: TableReformer())
    private let agent = Agent<TableInfo>()

    @Test("Code that knows only the data source moves the table")
    func agentFollows() throws {
        try agent.attach(container, dataSource: source)
        #expect(container.calls == [.attach])
        try source.refresh(.numbers(1, 2, 3))
        #expect(container.calls.last == .reload(from: [], to: [3]))
        try source.refresh(nil)
        #expect(container.calls.last == .reload(from: [3], to: []))
        #expect(agent.dataSource === source)
    }

    @Test("Data that was there before the agent is shown at once")
    func agentShowsEarlierData() throws {
        try source.refresh(.numbers(5))
        try agent.attach(container, dataSource: source)
        #expect(agent.tableInfo.numbers == [5])
    }

    @Test("A detached agent does not follow any more")
    func detachedAgentStays() throws {
        try agent.attach(container, dataSource: source)
        agent.detach()
        container.removeCalls()
        try source.refresh(.numbers(1))
        #expect(container.calls.isEmpty)
        #expect(source.tableInfo.numbers == [1])
    }

    @Test("A data source that went on to another agent follows that one when the first is detached")
    func sourceMovesOn() throws {
        let other = Agent<TableInfo>()
        let otherContainer = RecordingContainer()
        try agent.attach(container, dataSource: source)
        try other.attach(otherContainer, dataSource: source)
        agent.detach()
        try source.refresh(.numbers(8))
        #expect(other.tableInfo.numbers == [8])
    }

    @Test("Data that could not be shown is let go")
    func freesFailedData() throws {
        final class Note {}
        enum Line: GridLineItem {
            static func fill(_ line: inout GridLine, with note: Note) {}
        }
        try agent.attach(container, dataSource: source)
        weak var note: Note?
        do {
            let kept = Note()
            note = kept
            container.nextOutcome = .failBeforeCommit(Refused())
            let table = TableInfo { TableSection(id: 0) { Row(kept, id: 0, as: Line.self) } }
            #expect(throws: Refused()) { try source.refresh(table) }
        }
        #expect(note == nil)
    }

    @Test("Attached to another container in the midst of a refresh, the new data is shown there")
    func attachesDuringRefresh() throws {
        let other = RecordingContainer()
        try agent.attach(container, dataSource: source)
        try source.refresh(.numbers(1))
        container.duringNextUpdate = { [agent, source] _ in
            do { try agent.attach(other, dataSource: source) } catch { Issue.record(error) }
        }
        try source.refresh(.numbers(2, 3))
        #expect(agent.tableInfo.numbers == [2, 3])
        #expect(source.tableInfo.numbers == [2, 3])
        #expect(other.sections.map(\.texts) == [[["2"], ["3"]]])
    }

    /// Each way to fail with what is on show afterwards.
    @Test(
        "Whatever fails, data source and agent agree about the table on show",
        arguments: [
            "before the commit", "after the commit", "without a commit", "after a nested reload",
            "in a nested reload",
        ])
    func agreesAfterFailure(_ way: String) throws {
        try agent.attach(container, dataSource: source)
        try source.refresh(.numbers(1))
        switch way {
        case "before the commit": container.nextOutcome = .failBeforeCommit(Refused())
        case "after the commit": container.nextOutcome = .failAfterCommit(Refused())
        case "without a commit": container.nextOutcome = .skipCommit
        case "after a nested reload":
            container.nextOutcome = .failBeforeCommit(Refused())
            container.duringNextUpdate = { [source] _ in
                do { try source.refresh(.numbers(3)) } catch { Issue.record(error) }
            }
        default:
            container.duringNextUpdate = { [source, container] _ in
                do { try source.refresh(.numbers(3)) } catch { Issue.record(error) }
                container.nextOutcome = .failBeforeCommit(Refused())
            }
        }
        #expect(throws: (any Error).self) { try source.refresh(.numbers(2)) }
        #expect(source.tableInfo.numbers == agent.tableInfo.numbers)
        #expect(source.rawData?.numbers == agent.tableInfo.numbers)
    }
}
