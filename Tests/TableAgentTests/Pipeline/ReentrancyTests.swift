import Dispatch
import TableAgent
import TableAgentTesting
import Testing

/// Tests of calls during an update, an edit, an event, or a release.
@MainActor struct ReentrancyTests {
    private let container = RecordingContainer(appliesChanges: true)

    private struct NumbersReformer: StatelessReformer {
        func reform(_ numbers: [Int]) -> TableInfo {
            TableInfo { TableSection(id: "numbers") { Rows(numbers, id: \.self, as: NumberLine.self) } }
        }
    }

    /// A reformer that waits for permission.
    private struct GatedReformer: Reformer, Sendable {
        let gate = DispatchSemaphore(value: 0)

        func reform(_ numbers: [Int]) -> TableInfo {
            gate.wait()
            return NumbersReformer().reform(numbers)
        }
    }

    /// An object that performs an action when it is released, such as a subscription.
    private final class Token {
        let onDeinit: () -> Void
        init(onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }
        deinit { onDeinit() }
    }

    private static func sections(_ ids: String...) -> TableInfo {
        TableInfo {
            for id in ids {
                TableSection(id: id) { Rows([1, 2], id: \.self, as: NumberLine.self) }
            }
        }
    }

    private static func attempt(_ action: () throws -> Void) {
        do { try action() } catch { Issue.record(error) }
    }

    // MARK: The queue and collapsed sections

    @Test func `A section that a refused edit collapsed is not collapsed by the waiting reload`() throws {
        let agent = try Agent(container, rawData: Self.sections("a"), reformer: TableReformer.self)
        container.duringNextUpdate = { [agent] _ in
            Self.attempt { try agent.reload(Self.sections("a", "b")) }
        }
        container.nextOutcome = .failBeforeCommit(Refused())
        #expect(throws: Refused()) { try agent.edit { try $0.collapseSection(.id("a")) } }
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, false])
    }

    @Test func `A section that an edit of a refused table collapsed is not collapsed by a later reload`()
        throws
    {
        let agent = try Agent(container, rawData: Self.sections("a"), reformer: TableReformer.self)
        container.duringNextUpdate = { [agent] _ in
            Self.attempt {
                try agent.edit { try $0.collapseSection(.id("a")) }
                try agent.reload(Self.sections("a", "b", "c"))
            }
        }
        container.nextOutcome = .failBeforeCommit(Refused())
        #expect(throws: Refused()) { try agent.reload(Self.sections("a", "b")) }
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [false, false, false])
    }

    @Test func `A refused table does not expand a section in the waiting reload`()
        throws
    {
        let agent = try Agent(container, rawData: Self.sections("a"), reformer: TableReformer.self)
        try agent.edit { try $0.collapseSection(.id("a")) }
        container.duringNextUpdate = { [agent] _ in
            Self.attempt { try agent.reload(Self.sections("a", "c")) }
        }
        container.nextOutcome = .failBeforeCommit(Refused())
        #expect(throws: Refused()) { try agent.reload(Self.sections("b")) }
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [true, false])
    }

    // MARK: Losing a container or data source to another agent

    @Test func `Data that the container refused on attaching is not shown by a later edit`() throws {
        let dataSource = DataSource(Self.sections("refused"), reformer: TableReformer())
        let agent = Agent<TableInfo>()
        container.duringNextUpdate = { [agent] _ in
            Self.attempt { try agent.reload(Self.sections("a")) }
        }
        container.nextOutcome = .failBeforeCommit(Refused())
        #expect(throws: Refused()) { try agent.attach(container, dataSource: dataSource) }
        #expect(container.sections.map(\.id) == ["a"])

        try agent.edit { $0.append(Self.sections("b").sections[0]) }
        #expect(container.sections.map(\.id) == ["a", "b"])
        #expect(dataSource.rawData?.sections.map(\.id) == ["a"])
    }

    @Test func `Data that is refused on attaching, and a waiting edit of that data, leave an empty table`()
        throws
    {
        let dataSource = DataSource(Self.sections("refused"), reformer: TableReformer())
        let agent = Agent<TableInfo>()
        container.duringNextUpdate = { [agent] _ in
            Self.attempt { try agent.edit { try $0.collapseSection(.id("refused")) } }
        }
        container.nextOutcome = .failBeforeCommit(Refused())
        agent.eventHandler.report = { _ in }
        #expect(throws: Refused()) { try agent.attach(container, dataSource: dataSource) }
        #expect(agent.tableInfo.sections.isEmpty && container.sections.isEmpty)

        try agent.edit { $0.append(Self.sections("b").sections[0]) }
        #expect(container.sections.map(\.id) == ["b"])
    }

    @Test func `An agent that lost its container is detached, without data source and delegate`() throws {
        let delegate = EventRecord()
        let first = try Agent(
            container, rawData: [1], reformer: NumbersReformer.self, eventDelegate: delegate)
        let second = try Agent(container, rawData: [2], reformer: NumbersReformer.self)
        #expect(second.panel.container != nil)
        #expect(first.panel.container == nil)
        #expect(first.dataSource == nil)
        #expect(first.eventDelegate == nil)
    }

    @Test func `An agent that lost its data source is detached, without data source and delegate`() throws {
        let delegate = EventRecord()
        let source = DataSource([1], reformer: NumbersReformer())
        let (first, second) = (Agent<[Int]>(), Agent<[Int]>())
        try first.attach(container, dataSource: source, eventDelegate: delegate)
        try second.attach(RecordingContainer(), dataSource: source)
        #expect(first.panel.container == nil)
        #expect(first.dataSource == nil)
        #expect(first.eventDelegate == nil)
    }

    @Test func `A data source whose agent lost its container keeps the latest data, as after detaching`()
        throws
    {
        let source = DataSource([1], reformer: NumbersReformer())
        let first = Agent<[Int]>()
        try first.attach(container, dataSource: source)
        let second = try Agent(container, rawData: [2], reformer: NumbersReformer.self)
        #expect(throws: Never.self) { try source.refresh([3]) }
        #expect(source.rawData == [3])
        #expect(second.tableInfo.numbers == [2])
    }

    @Test func `A concurrent reload of an agent that loses its container is superseded`() async throws {
        let first = try Agent(container, rawData: [1], reformer: NumbersReformer.self)
        let reformer = GatedReformer()
        let (starts, started) = AsyncStream<Void>.makeStream()
        let task = Task {
            started.yield()
            return try await first.reload(concurrently: [3], by: reformer)
        }
        for await _ in starts.prefix(1) {}
        let second = try Agent(container, rawData: [2], reformer: NumbersReformer.self)
        reformer.gate.signal()
        #expect(try await !task.value)
        #expect(second.tableInfo.numbers == [2])
    }

    @Test func `Data that is reformed while the data source is being attached is shown`() async throws {
        let source = DataSource(reformer: NumbersReformer())
        let reformer = GatedReformer()
        let (starts, started) = AsyncStream<Void>.makeStream()
        let task = Task {
            started.yield()
            return try await source.refresh(concurrently: [3], by: reformer)
        }
        for await _ in starts.prefix(1) {}
        let agent = Agent<[Int]>()
        try agent.attach(container, dataSource: source)
        reformer.gate.signal()
        #expect(try await task.value)
        #expect(agent.tableInfo.numbers == [3])
    }

    // MARK: Calls during an update

    private final class CallingPanel: Panel {
        var duringPrepare: (() -> Void)?
        var duringChanges: (() -> Void)?

        override func prepare(_ table: TableInfo) throws -> TableInfo {
            let action = duringPrepare
            duringPrepare = nil
            action?()
            return table
        }

        override func changes(from old: TableInfo, to new: TableInfo) -> TableChanges? {
            let action = duringChanges
            duringChanges = nil
            action?()
            return super.changes(from: old, to: new)
        }
    }

    @Test func `A table that was prepared for one container is not shown on another`() throws {
        let panel = CallingPanel()
        let agent = try Agent(container, rawData: [1], reformer: NumbersReformer.self, panel: panel)
        let other = RecordingContainer()
        panel.duringPrepare = {
            Self.attempt {
                try agent.attach(other, dataSource: DataSource([9], reformer: NumbersReformer()))
            }
        }
        try? agent.reload([2])
        #expect(agent.dataSource?.rawData == [9])
        #expect(agent.tableInfo.numbers == [9])
        #expect(other.sections.map(\.texts) == [[["9"]]])
    }

    @Test func `An edit of one container's table is not shown on another`() throws {
        let agent = try Agent(container, rawData: [1], reformer: NumbersReformer.self)
        let other = RecordingContainer()
        try? agent.edit { edit in
            try agent.attach(other, dataSource: DataSource(reformer: NumbersReformer()))
            try edit.append([Row(2, id: 2, as: NumberLine.self)])
        }
        #expect(agent.dataSource?.rawData == nil)
        #expect(agent.tableInfo.numbers == [])
        #expect(other.sections.isEmpty)
    }

    @Test func `A container that is detached while changes are computed receives no further calls`() throws {
        let panel = CallingPanel()
        let agent = try Agent(container, rawData: [1], reformer: NumbersReformer.self, panel: panel)
        container.removeCalls()
        panel.duringChanges = { agent.detach() }
        try? agent.reload([1, 2])
        #expect(container.calls == [.detach])
    }

    @Test func `A container that another agent takes while changes are computed shows that agent's table`()
        throws
    {
        let panel = CallingPanel()
        let agent = try Agent(container, rawData: [1], reformer: NumbersReformer.self, panel: panel)
        let other = Agent<[Int]>()
        panel.duringChanges = { [container] in
            Self.attempt {
                try other.attach(container, dataSource: DataSource([9], reformer: NumbersReformer()))
            }
        }
        try? agent.reload([1, 2])
        #expect(other.tableInfo.numbers == [9])
        #expect(container.sections.map(\.texts) == [[["9"]]])
    }

    @Test func `A reload in the closure of an edit stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let agent = try Agent(
                RecordingContainer(), rawData: .numbers(1), reformer: TableReformer.self)
            try agent.edit { _ in try agent.reload(.numbers(2)) }
        }
    }

    @Test func `A reload in a container's check of an item stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let container = RecordingContainer()
            let agent = Agent<TableInfo>()
            try agent.attach(container, dataSource: DataSource(reformer: TableReformer()))
            container.canShowItem = { _ in (try? agent.reload(.numbers(2))) != nil }
            try agent.reload(.numbers(1))
        }
    }

    // MARK: Events

    @Test func `A view of the previous table sends no event to the next table`() throws {
        let agent = try Agent(container, rawData: [1, 2], reformer: NumbersReformer.self)
        let source = try agent.panel.source(.row(2))
        let delegate = EventRecord()
        try agent.attach(
            RecordingContainer(), dataSource: DataSource([2, 3], reformer: NumbersReformer()),
            eventDelegate: delegate)
        source.post(.select)
        #expect(!source.select())
        #expect(delegate.cellEvents.isEmpty)
    }

    @Test func `A question that attaches the agent elsewhere selects no row there`() throws {
        let hook = EventHook()
        let next = EventRecord()
        let agent = try Agent(
            container, rawData: [1, 2], reformer: NumbersReformer.self, eventDelegate: hook)
        hook.mayBeSelected = { _ in
            Self.attempt {
                try agent.attach(
                    RecordingContainer(), dataSource: DataSource([2, 3], reformer: NumbersReformer()),
                    eventDelegate: next)
            }
            return true
        }
        let isSelected = try agent.panel.source(.row(2)).select()
        #expect(!isSelected)
        #expect(next.cellEvents.isEmpty)
    }

    @Test func `A waiting event has the data from when it was posted, and no older data`() async throws {
        func table(_ customer: String) -> TableInfo {
            TableInfo { TableSection(id: 0) { Row(Order(id: 1, customer: customer), as: OrderLine.self) } }
        }
        let agent = try Agent(container, rawData: table("old"), reformer: TableReformer.self)
        let delegate = EventRecord()
        agent.eventDelegate = delegate
        let source = try agent.panel.source(.row(1))
        try agent.reload(table("new"))
        var events = agent.events()
        source.post(.select)
        try agent.edit { try $0.removeRow(.id(1)) }
        let event = await events.next(isolation: #isolation)
        #expect(delegate.cellEvents.first?.data(as: Order.self)?.customer == "new")
        #expect(event?.data(as: Order.self)?.customer == "new")
    }

    @Test func `A cancelled subscription may release an object that cancels another one`() async {
        await #expect(processExitsWith: .success) {
            let agent = try Agent(
                RecordingContainer(), rawData: .numbers(1), reformer: TableReformer.self)
            let inner = agent.on(.deselect) { (_: CellEvent) in }
            let outer = {
                let token = Token { inner.cancel() }
                return agent.on(.select) { (_: CellEvent) in withExtendedLifetime(token) {} }
            }()
            outer.cancel()
        }
    }

    private enum TokenLine: GridLineItem {
        static func fill(_ line: inout GridLine, with token: Token) {}
    }

    @Test func `Data that is released with a table may read the agent`() async {
        await #expect(processExitsWith: .success) {
            let agent = Agent<TableInfo>()
            try agent.attach(RecordingContainer(), dataSource: DataSource(reformer: TableReformer()))
            try agent.edit {
                $0.append(
                    TableSection(id: 0) {
                        Row(
                            Token { [weak agent] in _ = agent?.tableInfo.rowCount }, id: 0,
                            as: TokenLine.self)
                    })
            }
            withExtendedLifetime(agent) { agent.detach() }
        }
    }

    @Test func `Raw data that is released may read its data source`() async {
        struct TokenReformer: StatelessReformer {
            func reform(_ token: Token) -> TableInfo { TableInfo() }
        }
        await #expect(processExitsWith: .success) {
            let source = DataSource<Token>(reformer: TokenReformer())
            try source.refresh(Token { [weak source] in _ = source?.rawData })
            try source.refresh(nil)
            withExtendedLifetime(source) {}
        }
    }

    // MARK: Animations

    @Test(arguments: [50, 150])
    func `A deleted row leaves with its verb's animation, whatever the number of rows`(_ count: Int) throws {
        let agent = try Agent(container, rawData: Array(0..<count), reformer: NumbersReformer.self)
        var animation: RowAnimation?
        container.duringNextUpdate = { animation = $0.animation(ofDeletedRow: at(0, 0)) }
        try agent.edit { edit in
            try edit.removeRow(.id(0), animation: .left)
            try edit.replaceRows(
                of: .id("numbers"), with: [Row(-1, id: -1, as: NumberLine.self)], animation: .fade)
        }
        #expect(animation == .left)
    }

    @Test func `Expanding an expanded section does not change the animations of its rows`() throws {
        let agent = try Agent(container, rawData: [0], reformer: NumbersReformer.self)
        var animation: RowAnimation?
        container.duringNextUpdate = { animation = $0.animation(ofInsertedRow: at(0, 1)) }
        try agent.edit { edit in
            try edit.append([Row(1, id: 1, as: NumberLine.self)], animation: .left)
            try edit.expandSection(.id("numbers"))
        }
        #expect(animation == .left)
    }
}
