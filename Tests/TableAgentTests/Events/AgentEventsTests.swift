import TableAgent
import TableAgentTesting
import Testing

extension EventName<Int> {
    fileprivate static var count: Self { Self("count") }
}

/// Returns the events as a sequence.
@Suite(.serialized) struct AgentEventsTests {
    private let container = RecordingContainer()
    private let agent: Agent<KeyValuePairs<String, [Int]>>

    init() throws {
        agent = try Agent(container, rawData: ["a": [1, 2]], reformer: EditSample.Board.self)
        agent.eventHandler.report = { _ in }
    }

    private func post(_ numbers: Int...) throws {
        for number in numbers {
            try agent.post(.count, number, from: .row(.at(section: 0, row: 0)))
        }
    }

    @Test func `Events wait until they are consumed, and each sequence receives all of them`() async throws {
        let events = agent.events()
        try post(1, 2)
        let later = agent.events()
        try post(3)

        var first: [Int?] = []
        var iterator = events.makeAsyncIterator()
        for _ in 0..<3 { first.append(await iterator.next()?.payload(of: .count)) }
        #expect(first == [1, 2, 3])
        var other = later.makeAsyncIterator()
        #expect(await other.next()?.payload(of: .count) == 3)
    }

    @Test func `A sequence with a limit keeps the newest events`() async throws {
        var iterator = agent.events(buffering: .newest(2)).makeAsyncIterator()
        try post(1, 2, 3, 4)
        #expect(await iterator.next()?.payload(of: .count) == 3)
        #expect(await iterator.next()?.payload(of: .count) == 4)
        try post(5)
        #expect(await iterator.next()?.payload(of: .count) == 5)
    }

    @Test func `A sequence with a limit of 0 keeps no event`() async throws {
        var agent: Agent<KeyValuePairs<String, [Int]>>? = try Agent(
            container, rawData: ["a": [1]], reformer: EditSample.Board.self)
        let events = try #require(agent).events(buffering: .newest(0))
        try agent?.post(.count, 1, from: .row(.at(section: 0, row: 0)))
        agent = nil
        var count = 0
        for await _ in events { count += 1 }
        #expect(count == 0)
    }

    @Test func `A sequence ends after the waiting events when the agent is released`() async throws {
        var agent: Agent<KeyValuePairs<String, [Int]>>? = try Agent(
            container, rawData: ["a": [1]], reformer: EditSample.Board.self)
        let events = try #require(agent).events()
        try container.panel?.source(.row(.at(section: 0, row: 0))).post(.count, 7)
        weak let loose = agent
        agent = nil
        #expect(loose == nil)
        var numbers: [Int?] = []
        for await event in events { numbers.append(event.payload(of: .count)) }
        #expect(numbers == [7])
    }

    @Test func `An actor receives the events of its own agent`() async throws {
        actor Service {
            let container = RecordingContainer()
            private var agent: Agent<KeyValuePairs<String, [Int]>>?

            func numbers() async throws -> [Int] {
                let agent = try Agent(container, rawData: ["a": [1]], reformer: EditSample.Board.self)
                self.agent = agent
                var iterator = agent.events().makeAsyncIterator()
                var numbers: [Int] = []
                for number in 1...3 {
                    try container.panel?.source(.row(.at(section: 0, row: 0))).post(
                        .count, number)
                    if let event = await iterator.next() { numbers.append(event.payload(of: .count) ?? -1) }
                }
                return numbers
            }
        }
        #expect(try await Service().numbers() == [1, 2, 3])
    }
}

/// The same test on the main actor.
@MainActor @Suite(.serialized) struct AgentEventsOnMainActorTests {
    @Test func `A waiting task on the main actor receives events`() async throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: ["a": [1]], reformer: EditSample.Board.self)
        let events = agent.events()
        let task = await started {
            var numbers: [Int] = []
            for await event in events {
                numbers.append(event.payload(of: .count) ?? -1)
                if numbers.count == 3 { break }
            }
            return numbers
        }
        for number in 1...3 {
            try container.panel?.source(.row(.at(section: 0, row: 0))).post(.count, number)
        }
        #expect(await task.value == [1, 2, 3])
    }

    @Test func `A sequence ends when its task is cancelled`() async throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: ["a": [1]], reformer: EditSample.Board.self)
        let events = agent.events()
        let task = await started {
            for await _ in events {}
            return true
        }
        task.cancel()
        #expect(await task.value)
    }
}
