/// The events of an agent as a sequence to wait for.
///
/// ```swift
/// let events = agent.events                    // taken here, so that the loop does not keep the agent
/// for await event in events {
///     if case .cell(let cell) = event, cell.isNamed(.select) { print(cell.rowID) }
/// }
/// ```
///
/// It takes the events from when it was made, and keeps them until they are asked for. Each sequence gets
/// every event. It ends when the agent is released or the task is cancelled, and keeps no agent alive. It is
/// used in the isolation domain of its agent, since business data does not leave that.
public struct AgentEvents: AsyncSequence {
    /// What the sequence consists of.
    public typealias Element = AgentEvent

    private let queue: EventQueue

    init(_ queue: EventQueue) {
        self.queue = queue
    }

    /// Takes the events one after the other; the iterators of one sequence share them.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let queue: EventQueue

        /// Waits for the next event.
        ///
        /// - Returns: The event, or `nil` when the agent was released or the task cancelled.
        public mutating func next() async -> AgentEvent? {
            await queue.next()
        }

        /// Waits for the next event on an actor.
        ///
        /// - Parameter actor: The actor that the agent is used on.
        /// - Returns: The event, or `nil` when the agent was released or the task cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> AgentEvent? {
            await queue.next()
        }
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(queue: queue)
    }
}
