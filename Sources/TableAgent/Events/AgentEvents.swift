/// The events of an agent as an asynchronous sequence.
///
/// ```swift
/// let events = agent.events()                  // made here, so that the loop does not keep the agent alive
/// for await event in events {
///     if case .cell(let event) = event, event.isNamed(.select) { print(event.rowID) }
/// }
/// ```
///
/// A sequence receives every event that is posted after its creation, and keeps the events until a task consumes
/// them. It ends when the agent is released or the task is cancelled, and does not keep the agent alive. Use it in
/// the isolation domain of its agent, because business data does not leave this domain.
public struct AgentEvents: AsyncSequence, AsyncIteratorProtocol {
    /// The events that a sequence keeps until a task consumes them.
    public enum BufferingPolicy: Hashable, Sendable {
        /// Keeps all events.
        case unbounded
        /// Keeps a number of events and drops the oldest.
        ///
        /// The number must not be negative. With 0, an event reaches only a task that waits for one.
        case newest(Int)
    }

    private let queue: EventQueue

    init(_ queue: EventQueue) {
        self.queue = queue
    }

    /// Waits for the next event.
    ///
    /// - Returns: The event, or `nil` if the agent was released or the task was cancelled.
    public mutating func next() async -> AgentEvent? {
        await queue.next()
    }

    /// Waits for the next event on an actor.
    ///
    /// - Parameter actor: The actor on which the agent is used.
    /// - Returns: The event, or `nil` if the agent was released or the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> AgentEvent? {
        await queue.next()
    }

    /// Returns the sequence itself. All iterators share its events.
    public func makeAsyncIterator() -> AgentEvents {
        self
    }
}

/// The events that wait for their consumers, in the isolation domain of the agent.
///
/// Events hold business data, which can't leave that domain. The events therefore stay in this queue, and
/// tasks wait for streams of signals without data.
final class EventQueue {
    /// The events and their numbers, in ascending order. The events before `first` were already consumed.
    private var events: [(number: Int, event: AgentEvent?)] = []
    private var first = 0
    private let limit: Int?
    /// A signal for each waiting consumer. If the task of one consumer is cancelled, the others continue to
    /// wait.
    private var signals: [Int: AsyncStream<Void>.Continuation] = [:]
    private var latestSignal = 0
    private var isFinished = false

    /// - Parameter limit: The maximum number of waiting events, in addition to one for each waiting consumer.
    ///   The oldest events are dropped.
    init(limit: Int?) {
        self.limit = limit
    }

    /// Adds an event before the events that its listeners caused, which have higher numbers.
    func append(_ event: AgentEvent, number: Int) {
        var index = events.count
        while index > first, events[index - 1].number > number { index -= 1 }
        events.insert((number, event), at: index)
        trim()
        wakeAll()
    }

    /// Drops the oldest events above the limit, but keeps the first events for the waiting consumers.
    private func trim() {
        while let limit, events.count - first > limit + signals.count {
            for index in (first..<first + signals.count).reversed() { events.swapAt(index, index + 1) }
            _ = takeFirst()
        }
    }

    /// Ends the sequence after the remaining events.
    func finish() {
        isFinished = true
        wakeAll()
    }

    /// Returns the next event with its current position, or `nil` at the end or if the task was cancelled.
    nonisolated(nonsending) func next() async -> AgentEvent? {
        while first == events.count, !isFinished, !Task.isCancelled {
            let (stream, signal) = AsyncStream<Void>.makeStream()
            latestSignal += 1
            let number = latestSignal
            signals[number] = signal
            var iterator = stream.makeAsyncIterator()
            _ = await iterator.next()
            signals[number] = nil
        }
        guard !Task.isCancelled else {
            trim()
            return nil
        }
        guard let event = takeFirst() else { return nil }
        let content = event.content
        return content.source.event(content.message, last: content.row)
    }

    private func wakeAll() {
        for signal in signals.values { signal.finish() }
    }

    private func takeFirst() -> AgentEvent? {
        guard first < events.count else { return nil }
        let event = events[first].event
        events[first].event = nil
        first += 1
        // Amortizes the removal, so that consuming one event does not move the others.
        if first * 2 >= events.count {
            events.removeFirst(first)
            first = 0
        }
        return event
    }
}
