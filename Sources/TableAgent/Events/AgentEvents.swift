/// The events of an agent as an asynchronous sequence.
///
/// ```swift
/// let events = agent.events                    // made here, so that the loop does not keep the agent alive
/// for await event in events {
///     if case .row(let row) = event.origin, event.isNamed(.select) { print(row.rowID) }
/// }
/// ```
///
/// It receives the events from when it was made and keeps them until they are taken. Each sequence receives
/// every event. It ends when the agent is released or the task is cancelled, and keeps no agent alive. Use it
/// in the isolation domain of its agent, which business data does not leave.
public struct AgentEvents: AsyncSequence, AsyncIteratorProtocol {
    private let queue: EventQueue

    init(_ queue: EventQueue) {
        self.queue = queue
    }

    /// Waits for the next event.
    ///
    /// - Returns: The event, or `nil` when the agent was released or the task cancelled.
    public mutating func next() async -> AgentEvent<EventOrigin>? {
        await queue.next()
    }

    /// Waits for the next event on an actor.
    ///
    /// - Parameter actor: The actor that the agent is used on.
    /// - Returns: The event, or `nil` when the agent was released or the task cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> AgentEvent<EventOrigin>? {
        await queue.next()
    }

    /// Returns the sequence itself, whose iterators share its events.
    public func makeAsyncIterator() -> AgentEvents {
        self
    }
}

/// The events that wait for their consumers, in the isolation domain of the agent.
///
/// Events hold business data, which can't leave that domain. So they wait here, and only signals, which carry
/// nothing, go through streams that tasks can wait for.
final class EventQueue {
    private typealias Event = AgentEvent<EventOrigin>

    /// The events by number, ascending; those before `first` were taken.
    private var events: [(number: Int, event: Event?)] = []
    private var first = 0
    private let limit: Int?
    /// One for each consumer that waits: when its task is cancelled, the others go on.
    private var signals: [Int: AsyncStream<Void>.Continuation] = [:]
    private var latestSignal = 0
    private var isFinished = false

    /// - Parameter limit: How many events wait at most, beside one for each consumer that waits for one; the oldest of
    ///   them are dropped.
    init(limit: Int?) {
        self.limit = limit
    }

    /// Adds an event before those that its listeners caused, which have higher numbers.
    func append(_ event: AgentEvent<EventOrigin>, _ number: Int) {
        var index = events.count
        while index > first, events[index - 1].number > number { index -= 1 }
        events.insert((number, event), at: index)
        trim()
        wakeAll()
    }

    /// Drops the oldest events that are too many, but not the first ones, which the waiting consumers take.
    private func trim() {
        while let limit, events.count - first > limit + signals.count {
            for index in (first..<first + signals.count).reversed() { events.swapAt(index, index + 1) }
            _ = takeFirst()
        }
    }

    /// Ends the sequence after the events that wait.
    func finish() {
        isFinished = true
        wakeAll()
    }

    /// The next event, with its origin as it is then; `nil` at the end, or when the task is cancelled.
    nonisolated(nonsending) func next() async -> AgentEvent<EventOrigin>? {
        while first == events.count, !isFinished, !Task.isCancelled {
            let (stream, signal) = AsyncStream<Void>.makeStream()
            latestSignal += 1
            let number = latestSignal
            signals[number] = signal
            var iterator = stream.makeAsyncIterator()
            _ = await iterator.next(isolation: #isolation)
            signals[number] = nil
        }
        guard !Task.isCancelled else {
            trim()
            return nil
        }
        guard let event = takeFirst() else { return nil }
        return event.source.event(event.message, last: event.row)
    }

    private func wakeAll() {
        for signal in signals.values { signal.finish() }
    }

    private func takeFirst() -> Event? {
        guard first < events.count else { return nil }
        let event = events[first].event
        events[first].event = nil
        first += 1
        // So that taking one event does not walk over the others.
        if first * 2 >= events.count {
            events.removeFirst(first)
            first = 0
        }
        return event
    }
}
