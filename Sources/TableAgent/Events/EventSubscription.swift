/// A closure's subscription to an event, as `Agent.on(_:perform:)` and its siblings return it.
///
/// The closure receives events until the subscription is cancelled or the agent is released. Dropping the subscription
/// does not cancel it.
///
/// ```swift
/// let subscription = agent.on(.pay, of: Order.self) { order, payment, _ in book(payment, for: order) }
/// subscription.cancel()
/// ```
public struct EventSubscription {
    private let onCancel: () -> Void

    init(onCancel: @escaping () -> Void) {
        self.onCancel = onCancel
    }

    /// Removes the closure from the agent. Cancelling again has no effect.
    ///
    /// A closure that is cancelled during the delivery of an event does not receive that event any more.
    public func cancel() { onCancel() }
}
