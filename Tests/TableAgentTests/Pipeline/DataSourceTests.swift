import TableAgent
import TableAgentTesting
import Testing

/// Tests of a data source without an agent.
struct DataSourceTests {
    private struct Numbers: Reformer {
        func reform(_ numbers: [Int]) throws -> TableInfo {
            if numbers.contains(-1) { throw Refused() }
            return TableInfo {
                TableSection(id: "numbers") { Rows(numbers, id: \.self, as: NumberLine.self) }
            }
        }
    }

    private let source = DataSource(reformer: Numbers())

    @Test func `A new data source has the data that it is given`() {
        #expect(source.rawData == nil)
        #expect(DataSource([1], reformer: Numbers()).rawData == [1])
    }

    @Test func `A refresh stores data for a later agent, and a refresh with nil discards it`() throws {
        try source.refresh([1, 2])
        #expect(source.rawData == [1, 2])
        try source.refresh(nil)
        #expect(source.rawData == nil)
    }

    @Test func `Data that can't be reformed keeps the old data`() throws {
        try source.refresh([1])
        #expect(throws: Refused()) { try source.refresh([2, -1]) }
        #expect(source.rawData == [1])
    }

    @Test func `A concurrent refresh also stores the data`() async throws {
        #expect(try await source.refresh(concurrently: [3], by: Numbers()))
        #expect(source.rawData == [3])
        await #expect(throws: Refused()) { try await source.refresh(concurrently: [-1], by: Numbers()) }
        #expect(source.rawData == [3])
    }
}

/// Tests of a data source that is attached to an agent.
struct AttachedDataSourceTests {
    private let container = RecordingContainer()
    private let source = DataSource(reformer: TableReformer())
    private let agent = Agent<TableInfo>()

    @Test func `A refresh of the data source shows the new table`() throws {
        try agent.attach(container, dataSource: source)
        #expect(container.calls == [.attach])
        try source.refresh(.numbers(1, 2, 3))
        #expect(container.calls.last == .reload(from: [], to: [3]))
        try source.refresh(nil)
        #expect(container.calls.last == .reload(from: [3], to: []))
        #expect(agent.dataSource === source)
    }

    @Test func `Data that exists before the agent is shown immediately`() throws {
        try source.refresh(.numbers(5))
        try agent.attach(container, dataSource: source)
        #expect(agent.tableInfo.numbers == [5])
    }

    @Test func `A detached agent ignores further refreshes`() throws {
        try agent.attach(container, dataSource: source)
        agent.detach()
        container.removeCalls()
        try source.refresh(.numbers(1))
        #expect(container.calls.isEmpty)
        #expect(source.rawData?.numbers == [1])
    }

    @Test func `A data source follows its second agent after the first one is detached`()
        throws
    {
        let other = Agent<TableInfo>()
        let otherContainer = RecordingContainer()
        try agent.attach(container, dataSource: source)
        try other.attach(otherContainer, dataSource: source)
        agent.detach()
        try source.refresh(.numbers(8))
        #expect(other.tableInfo.numbers == [8])
    }

    @Test func `Data that could not be shown is released`() throws {
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

    @Test func `After another container is attached during a refresh, it shows the visible data`() throws {
        let other = RecordingContainer()
        try agent.attach(container, dataSource: source)
        try source.refresh(.numbers(1))
        container.duringNextUpdate = { [agent, source] _ in
            do { try agent.attach(other, dataSource: source) } catch { Issue.record(error) }
        }
        try source.refresh(.numbers(2, 3))
        #expect(agent.tableInfo.numbers == [1])
        #expect(source.rawData?.numbers == [1])
        #expect(other.sections.map(\.texts) == [[["1"]]])
    }

    enum Failure: CaseIterable {
        case beforeCommit, afterCommit, withoutCommit, afterNestedReload
    }

    @Test(arguments: Failure.allCases)
    func `A failed update throws to the caller, and data and table stay consistent`(
        failure: Failure
    ) throws {
        try agent.attach(container, dataSource: source)
        try source.refresh(.numbers(1))
        switch failure {
        case .beforeCommit: container.nextOutcome = .failBeforeCommit(Refused())
        case .afterCommit: container.nextOutcome = .failAfterCommit(Refused())
        case .withoutCommit: container.nextOutcome = .skipCommit
        case .afterNestedReload:
            container.nextOutcome = .failBeforeCommit(Refused())
            container.duringNextUpdate = { [source] _ in
                do { try source.refresh(.numbers(3)) } catch { Issue.record(error) }
            }
        }
        #expect(throws: (any Error).self) { try source.refresh(.numbers(2)) }
        let expected = [Failure.afterCommit: [2], .afterNestedReload: [3]][failure] ?? [1]
        #expect(agent.tableInfo.numbers == expected)
        #expect(source.rawData?.numbers == expected)
    }

    @Test func `A waiting table that can't be shown sends an event, and its data is discarded`() throws {
        try agent.attach(container, dataSource: source)
        var failures: [any Error] = []
        agent.on(.updateFailed) { (_: TableEvent, error) in failures.append(error) }
        container.duringNextUpdate = { [source, container] _ in
            do { try source.refresh(.numbers(3)) } catch { Issue.record(error) }
            container.nextOutcome = .failBeforeCommit(Refused())
        }
        try source.refresh(.numbers(2))
        #expect(failures.map { $0 as? Refused } == [Refused()])
        #expect(agent.tableInfo.numbers == [2])
        #expect(source.rawData?.numbers == [2])
    }
}
