/// The events that wait for one consumer, in the isolation domain of the agent.
///
/// Events hold business data that can't leave that domain. So they wait here, and only a signal, which carries
/// nothing, goes through a stream that a task can wait for.
final class EventQueue {
    private var events: [AgentEvent] = []
    private let limit: Int?
    private let signal: AsyncStream<Void>
    private let signaler: AsyncStream<Void>.Continuation

    /// - Parameter limit: How many events wait at most; the oldest make way.
    init(limit: Int?) {
        self.limit = limit
        (signal, signaler) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func append(_ event: AgentEvent) {
        events.append(event)
        if let limit, events.count > limit { events.removeFirst(events.count - limit) }
        signaler.yield()
    }

    /// Lets the consumer come to its end, after the events that wait.
    func finish() {
        signaler.finish()
    }

    /// The next event; `nil` at the end, or when the task is cancelled.
    nonisolated(nonsending) func next() async -> AgentEvent? {
        var iterator = signal.makeAsyncIterator()
        while events.isEmpty {
            guard !Task.isCancelled, await iterator.next(isolation: #isolation) != nil else { break }
        }
        return events.isEmpty || Task.isCancelled ? nil : events.removeFirst()
    }
}
