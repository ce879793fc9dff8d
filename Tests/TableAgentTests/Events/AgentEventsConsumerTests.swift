import TableAgent
import TableAgentTesting
import Testing

extension EventName<Int> {
    fileprivate static var count: Self { Self("count") }
}

/// Starts a task on the main actor, and returns when the task waits for the first time.
@MainActor func started<Result>(_ consume: @escaping @MainActor () async -> Result) async -> Task<
    Result, Never
> {
    let (stream, start) = AsyncStream<Void>.makeStream()
    let task = Task { @MainActor in
        // The caller continues only when the task suspends.
        start.finish()
        return await consume()
    }
    for await _ in stream {}
    return task
}

/// Tests of sequences and the tasks that consume them.
@MainActor @Suite(.serialized) struct AgentEventsConsumerTests {
    private let container = RecordingContainer()
    private let agent: Agent<Sections>

    init() throws {
        agent = try Agent(container, rawData: ["a": [1, 2]], reformer: EditSample.Board.self)
        agent.eventHandler.report = { _ in }
    }

    private func post(_ number: Int) throws {
        try agent.post(.count, number, from: .row(.at(section: 0, row: 0)))
    }

    @Test func `A cancelled consumer does not end the sequence for another one`() async throws {
        let events = agent.events()
        var heard: [Int] = []
        let first = await started { for await _ in events {} }
        let second = await started {
            for await event in events {
                heard.append(event.payload(of: .count) ?? -1)
                if heard.count == 1 { break }
            }
        }
        first.cancel()
        await first.value
        try post(5)
        await second.value
        #expect(heard == [5])
    }

    @Test func `A sequence whose task was cancelled can be consumed again`() async throws {
        let events = agent.events()
        let first = await started { for await _ in events {} }
        first.cancel()
        await first.value
        var isEnded = false
        let second = await started {
            for await _ in events {}
            isEnded = true
        }
        #expect(!isEnded)
        second.cancel()
        await second.value
    }

    @Test(arguments: [0, 1, 2])
    func `An event for a waiting task is not dropped, whatever the limit`(limit: Int) async throws {
        var iterator = agent.events(buffering: .newest(limit)).makeAsyncIterator()
        let task = await started {
            var heard: [Int?] = []
            for _ in 0...limit { heard.append(await iterator.next()?.payload(of: .count)) }
            return heard
        }
        for number in 1...5 { try post(number) }
        // The event for the waiting task, and the newest event.
        #expect(await task.value == [1] + Array(6 - limit..<6))
    }

    @Test func `Each waiting task receives one event, and a cancelled task receives none`()
        async throws
    {
        let events = agent.events(buffering: .newest(0))
        func next() async -> Task<Int?, Never> {
            await started {
                var iterator = events.makeAsyncIterator()
                return await iterator.next()?.payload(of: .count)
            }
        }
        let tasks = [await next(), await next(), await next()]
        for number in 1...3 { try post(number) }
        tasks[0].cancel()
        var heard: [Int?] = []
        for task in tasks { heard.append(await task.value) }
        #expect(heard[0] == nil)
        #expect(Set(heard).isSubset(of: [nil, 1, 2, 3]) && heard[1] != nil && heard[2] != nil)
    }

    @Test func `An event for a cancelled task is not kept beyond the limit`() async throws {
        let events = agent.events(buffering: .newest(0))
        let first = await started { for await _ in events {} }
        try post(1)
        first.cancel()
        await first.value
        let second = await started {
            var iterator = events.makeAsyncIterator()
            return await iterator.next()?.payload(of: .count)
        }
        try post(2)
        #expect(await second.value == 2)
    }

    /// With a cost for each pair of events, this test would not end.
    @Test func `Many waiting events are consumed in the order in which they were posted`() async throws {
        let events = agent.events()
        for number in 0..<50_000 { try post(number) }
        var iterator = events.makeAsyncIterator()
        for number in 0..<50_000 {
            guard await iterator.next()?.payload(of: .count) == number else {
                Issue.record("Event \(number) is missing.")
                return
            }
        }
    }

    /// With a cost for each kept event, this test would not end.
    @Test func `A sequence with a limit drops the oldest of many events`() async throws {
        var iterator = agent.events(buffering: .newest(50_000)).makeAsyncIterator()
        for number in 0..<100_000 { try post(number) }
        #expect(await iterator.next()?.payload(of: .count) == 50_000)
    }

    @Test func `A sequence ends with its agent, even if the event handler is kept`() async throws {
        let container = RecordingContainer()
        var agent: Agent<Sections>? = try Agent(
            container, rawData: ["a": [1]], reformer: EditSample.Board.self)
        let handler = try #require(agent).eventHandler
        let events = try #require(agent).events()
        let task = await started { for await _ in events {} }
        agent = nil
        await task.value
        withExtendedLifetime(handler) {}
    }
}
