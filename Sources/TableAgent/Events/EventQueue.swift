/// The events that wait for their consumers, in the isolation domain of the agent.
///
/// Events hold business data that can't leave that domain. So they wait here, and only signals, which carry
/// nothing, go through streams that tasks can wait for.
final class EventQueue {
    /// Those before `first` were taken.
    private var events: [AgentEvent?] = []
    private var first = 0
    private let limit: Int?
    /// One for each consumer that waits: when its task is cancelled, the others go on.
    private var signals: [Int: AsyncStream<Void>.Continuation] = [:]
    private var latestSignal = 0
    private var isFinished = false

    /// - Parameter limit: How many events wait at most; the oldest make way.
    init(limit: Int?) {
        self.limit = limit
    }

    func append(_ event: AgentEvent) {
        events.append(event)
        if let limit, events.count - first > limit { _ = takeFirst() }
        wakeAll()
    }

    /// Lets the consumers come to their end, after the events that wait.
    func finish() {
        isFinished = true
        wakeAll()
    }

    /// The next event with its place as it is then; `nil` at the end, or when the task is cancelled.
    nonisolated(nonsending) func next() async -> AgentEvent? {
        while first == events.count, !isFinished, !Task.isCancelled {
            let (stream, signal) = AsyncStream<Void>.makeStream()
            latestSignal += 1
            let number = latestSignal
            signals[number] = signal
            var iterator = stream.makeAsyncIterator()
            _ = await iterator.next(isolation: #isolation)
            signals[number] = nil
        }
        return Task.isCancelled ? nil : takeFirst()?.renewed
    }

    private func wakeAll() {
        for signal in signals.values { signal.finish() }
    }

    private func takeFirst() -> AgentEvent? {
        guard first < events.count else { return nil }
        let event = events[first]
        events[first] = nil
        first += 1
        // So that taking one costs no walk over the others.
        if first * 2 >= events.count {
            events.removeFirst(first)
            first = 0
        }
        return event
    }
}
