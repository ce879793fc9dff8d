import TableAgent
import TableAgentTesting
import Testing

extension EventName<Int> {
    fileprivate static var count: Self { Self("count") }
}

/// Sequences and their tasks.
@MainActor @Suite(.serialized) struct AgentEventsConsumerTests {
    private let container = RecordingContainer()
    private let agent: Agent<Sections>

    init() throws {
        agent = try Agent(container, rawData: ["a": [1, 2]], reformer: EditSample.Board.self)
        agent.eventHandler.report = { _ in }
    }

    private func post(_ number: Int) throws {
        try agent.post(.count, number, from: .row(.at(0, 0)))
    }

    @Test func `A cancelled consumer does not end the sequence for another one`() async throws {
        let events = agent.events
        var heard: [Int] = []
        let first = Task { @MainActor in for await _ in events {} }
        let second = Task { @MainActor in
            for await event in events {
                heard.append(event.payload(of: .count) ?? -1)
                if heard.count == 1 { break }
            }
        }
        for _ in 0..<10 { await Task.yield() }
        first.cancel()
        await first.value
        for _ in 0..<10 { await Task.yield() }
        try post(5)
        await second.value
        #expect(heard == [5])
    }

    @Test func `A sequence whose task was cancelled is listened to again`() async throws {
        let events = agent.events
        let first = Task { @MainActor in for await _ in events {} }
        for _ in 0..<10 { await Task.yield() }
        first.cancel()
        await first.value
        var isEnded = false
        let second = Task { @MainActor in
            for await _ in events {}
            isEnded = true
        }
        for _ in 0..<10 { await Task.yield() }
        #expect(!isEnded)
        second.cancel()
        await second.value
    }

    @Test func `Many events that wait are taken in a time that grows with their number`() async throws {
        func time(_ count: Int) async throws -> Duration {
            let events = agent.events
            for number in 0..<count { try post(number) }
            let clock = ContinuousClock()
            let start = clock.now
            var iterator = events.makeAsyncIterator()
            for _ in 0..<count { _ = await iterator.next() }
            return clock.now - start
        }
        let few = try await time(2_000)
        let many = try await time(32_000)
        print("2,000: \(few), 32,000: \(many)")
        #expect(many < few * 64)
    }

    @Test func `A sequence that keeps the newest of many costs no more for each event`() throws {
        func time(_ limit: Int) throws -> Duration {
            let events = agent.events(bufferingNewest: limit)
            for number in 0..<limit { try post(number) }
            let clock = ContinuousClock()
            let start = clock.now
            for number in 0..<2_000 { try post(number) }
            return withExtendedLifetime(events) { clock.now - start }
        }
        let few = try time(10)
        let many = try time(20_000)
        print("limit 10: \(few), limit 20,000: \(many)")
        #expect(many < few * 5)
    }

    @Test func `A sequence ends with the agent though its event handler is kept`() async throws {
        let container = RecordingContainer()
        var agent: Agent<Sections>? = try Agent(
            container, rawData: ["a": [1]], reformer: EditSample.Board.self)
        let handler = try #require(agent).eventHandler
        let events = try #require(agent).events
        agent = nil
        var isEnded = false
        let task = Task { @MainActor in
            for await _ in events {}
            isEnded = true
        }
        for _ in 0..<10 { await Task.yield() }
        #expect(isEnded)
        task.cancel()
        await task.value
        withExtendedLifetime(handler) {}
    }
}
