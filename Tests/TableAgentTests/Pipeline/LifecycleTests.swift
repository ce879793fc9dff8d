import TableAgent
import TableAgentTesting
import Testing

/// All parts are released in the end, in any order of release and during any activity.
@MainActor struct LifecycleTests {
    enum Part: CaseIterable {
        case agent, panel, container, delegate, source, events
    }

    /// The activity during the release of the parts.
    enum Situation: CaseIterable, CustomTestStringConvertible {
        case reload, listening, both

        var testDescription: String { "\(self)" }
    }

    @Test func `In any order of release, each part lives as long as its owners`() throws {
        for order in Part.allCases.orders {
            var parts = try Parts()
            let traces = parts.traces
            var rest = Set(Part.allCases)
            for part in order {
                parts.release(part)
                rest.remove(part)
                try parts.use()
                #expect((traces.agent != nil) == rest.contains(.agent), "\(order)")
                #expect((traces.delegate != nil) == rest.contains(.delegate), "\(order)")
                #expect((traces.panel != nil) != rest.isDisjoint(with: [.agent, .panel]), "\(order)")
                #expect((traces.observed != nil) != rest.isDisjoint(with: [.agent, .panel]), "\(order)")
                #expect(
                    (traces.container != nil) != rest.isDisjoint(with: [.agent, .container]), "\(order)")
            }
        }
    }

    @Test func `A detached agent keeps its panel alive, but not its container`() throws {
        for order in Part.allCases.orders {
            var parts = try Parts()
            let traces = parts.traces
            parts.agent?.detach()
            #expect(traces.agent != nil && traces.panel != nil && traces.container != nil)
            var rest = Set(Part.allCases)
            for part in order {
                parts.release(part)
                rest.remove(part)
                try parts.use()
                #expect((traces.panel != nil) != rest.isDisjoint(with: [.agent, .panel]), "\(order)")
                #expect((traces.container != nil) == rest.contains(.container), "\(order)")
            }
            #expect(traces.areGone)
        }
    }

    @Test(arguments: Situation.allCases, [Part.agent, .panel, .container, .delegate].orders)
    func `Parts that are released in any order during an activity are released when it ends`(
        _ situation: Situation, _ order: [Part]
    ) async throws {
        var parts = try Parts()
        let traces = parts.traces
        let (starts, started) = AsyncStream<Void>.makeStream()
        var tasks: [Task<Void, any Error>] = []
        if situation != .listening, let agent = parts.agent {
            tasks.append(
                Task { [weak agent] in
                    started.yield()
                    _ = try await agent?.reload(concurrently: Array(0..<5_000), by: SlowReformer())
                })
        }
        var heard = 0
        if situation != .reload, let events = parts.events {
            tasks.append(
                Task {
                    started.yield()
                    for await _ in events { heard += 1 }
                })
        }
        // The first part of a task, up to its first suspension, runs before the next line.
        for await _ in starts.prefix(tasks.count) {}
        try parts.container?.touch(RowPosition(section: 0, row: 0))
        for part in order + [.source, .events] {
            parts.release(part)
            try parts.use()
        }
        for task in tasks { try await task.value }
        #expect(traces.areGone)
        #expect(situation == .reload || heard >= 3)
    }
}

/// An agent with all of its parts.
@MainActor private struct Parts {
    typealias Traces = LifecycleTests.Traces

    var agent: Agent<[Int]>?
    var panel: Panel?
    var container: RecordingContainer?
    var delegate: EventRecord?
    var source: EventSource?
    var events: AgentEvents?
    let traces: Traces

    init() throws {
        let container = RecordingContainer(appliesChanges: true, height: 5)
        let delegate = EventRecord()
        let agent = try Agent(
            container, rawData: Array(0..<10), reformer: SlowReformer.self, eventDelegate: delegate)
        let observed = EventRecord()
        agent.on(.select) { (event: CellEvent, _) in observed.cellEvents.append(event) }
        agent.eventHandler.report = { _ in }
        self.agent = agent
        self.container = container
        self.delegate = delegate
        panel = agent.panel
        source = try agent.panel.source(.row(.at(section: 0, row: 1)))
        events = agent.events()
        traces = Traces(
            agent: agent, panel: agent.panel, container: container, delegate: delegate, observed: observed)
    }

    mutating func release(_ part: LifecycleTests.Part) {
        switch part {
        case .agent: agent = nil
        case .panel: panel = nil
        case .container: container = nil
        case .delegate: delegate = nil
        case .source: source = nil
        case .events: events = nil
        }
    }

    /// Uses the remaining parts, which may do nothing but must not fail.
    func use() throws {
        source?.post(.select)
        if container?.panel != nil { try container?.scroll(to: RowPosition(section: 0, row: 3)) }
        try panel?.source(.table).post(.select)
        if agent?.panel.container != nil {
            try agent?.edit { try $0.moveRow(.last(), to: RowPosition(section: 0, row: 0)) }
        }
    }
}

extension LifecycleTests {
    /// Checks whether parts are alive, without keeping them alive.
    @MainActor final class Traces {
        private(set) weak var agent: Agent<[Int]>?
        private(set) weak var panel: Panel?
        private(set) weak var container: RecordingContainer?
        private(set) weak var delegate: EventRecord?
        private(set) weak var observed: EventRecord?

        init(
            agent: Agent<[Int]>, panel: Panel?, container: RecordingContainer, delegate: EventRecord,
            observed: EventRecord
        ) {
            self.agent = agent
            self.panel = panel
            self.container = container
            self.delegate = delegate
            self.observed = observed
        }

        var areGone: Bool {
            agent == nil && panel == nil && container == nil && delegate == nil && observed == nil
        }
    }
}

/// A reformer that waits, so that a reload is active while a test continues.
private struct SlowReformer: StatelessReformer {
    enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    func reform(_ numbers: [Int]) -> TableInfo {
        let sorted = numbers.sorted { ($0 &* 7_919) % 10_007 < ($1 &* 7_919) % 10_007 }
        return TableInfo { TableSection(id: 0) { Rows(Array(sorted.prefix(10)), id: \.self, as: Line.self) } }
    }
}

extension Array {
    /// Returns all orders of the elements.
    fileprivate var orders: [[Element]] {
        guard count > 1 else { return [self] }
        return indices.flatMap { index in
            var rest = self
            let element = rest.remove(at: index)
            return rest.orders.map { [element] + $0 }
        }
    }
}
