#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An object that receives the events of a table. An agent holds its delegate weakly.
///
/// Every method has a default that does nothing, so implement only the methods that you need. Implement them
/// in the class that declares the conformance: a method that only a subclass implements is never called.
public protocol EventDelegate: AnyObject {
    /// A row sent an event. The default does nothing.
    func didReceive(_ event: CellEvent)

    /// A section's head or foot sent an event. The default does nothing.
    func didReceive(_ event: SectionEvent)

    /// The table or its foot sent an event. The default does nothing.
    func didReceive(_ event: TableEvent)

    /// Returns whether a row may be selected. The default is `true`.
    func shouldSelect(_ event: CellEvent) -> Bool

    /// Returns whether a row may be deselected. The default is `true`.
    func shouldDeselect(_ event: CellEvent) -> Bool
}

extension EventDelegate {
    /// Default implementation. Does nothing.
    public func didReceive(_ event: CellEvent) {}

    /// Default implementation. Does nothing.
    public func didReceive(_ event: SectionEvent) {}

    /// Default implementation. Does nothing, so that a failed update is reported if no other listener receives it.
    public func didReceive(_ event: TableEvent) { event.content.message.isIgnoredByDelegate = true }

    /// Default implementation. Returns `true`.
    public func shouldSelect(_ event: CellEvent) -> Bool { true }

    /// Default implementation. Returns `true`.
    public func shouldDeselect(_ event: CellEvent) -> Bool { true }
}

/// The part of an agent that delivers events, and that asks the delegate for permission.
///
/// Each event is delivered in this order:
///
/// 1. The item of the row, head, or foot, if it is an ``EventItem``. If the item handles the event, delivery
///    ends.
/// 2. The delegate; see ``Agent/eventDelegate``.
/// 3. The closures of `Agent.on(_:perform:)` and its siblings, in the order in which they were added.
/// 4. The sequences of `Agent.events`, which receive events in the order in which they were posted.
///
/// If a person has chosen several rows together, the closures of `Agent.on(_:ofMany:perform:)` receive all events first.
///
/// Only the delegate is asked whether a row may be selected or deselected, before the row sends the
/// event. An event handler makes no decisions, and keeps no delegate alive.
public final class EventHandler {
    /// The object that receives every event.
    weak var delegate: (any EventDelegate)?

    /// Receives a message about each failure that no listener receives: a waiting table that could not be shown, and
    /// changes that are not legal in one batch.
    ///
    /// By default, debug builds write the message to standard error, and other builds do nothing.
    public var report: (String) -> Void = { EventHandler.writeInDebugBuilds($0) }

    private var observers: [EventObserver] = []
    /// The number of cancelled observers in the list. They are removed when they are half of the list.
    private var cancelledCount = 0
    private var queues: [WeakQueue] = []
    /// The number of queues at which released queues are removed from the list.
    private var queueLimit = 16
    private var eventCount = 0

    init() {}

    deinit {
        finish()
    }

    /// Whether a delegate, a closure, or a sequence may receive events.
    var hasListeners: Bool {
        delegate != nil || observers.count > cancelledCount || queues.contains { $0.queue != nil }
    }

    /// Asks the delegate whether a row may send an event.
    ///
    /// - Returns: The delegate's answer; `true` without a delegate, and for all events except `select` and
    ///   `deselect`.
    func allows(_ event: CellEvent) -> Bool {
        guard let delegate else { return true }
        if event.isNamed(.select) { return delegate.shouldSelect(event) }
        if event.isNamed(.deselect) { return delegate.shouldDeselect(event) }
        return true
    }

    /// Delivers an event to its current listeners. A listener that is added during delivery receives the next
    /// event.
    ///
    /// - Returns: Whether a listener received the event.
    @discardableResult
    func deliver(_ event: AgentEvent) -> Bool {
        let delegate = delegate
        let observers = observers
        let queues = queues.compactMap(\.queue)
        if 2 * queues.count < self.queues.count { self.queues.removeAll { $0.queue == nil } }
        // The number is assigned before delivery, so that events that listeners cause follow in the
        // sequences.
        eventCount += 1
        let number = eventCount
        if event.deliverToItem() { return true }
        var isReceived = !queues.isEmpty
        if let delegate {
            switch event {
            case .cell(let event): delegate.didReceive(event)
            case .section(let event): delegate.didReceive(event)
            case .table(let event): delegate.didReceive(event)
            }
            if !event.content.message.isIgnoredByDelegate { isReceived = true }
        }
        for observer in observers {
            if let action = observer.action, action(event) { isReceived = true }
        }
        for queue in queues { queue.append(event, number: number) }
        return isReceived
    }

    /// Delivers the events of several rows that a person has chosen together, in their order.
    ///
    /// Listeners of many rows receive all of them at once; see `Agent.on(_:ofMany:perform:)`.
    func deliver(together events: [AgentEvent]) {
        let delegate = delegate
        let observers = observers
        let queues = queues.compactMap(\.queue)
        let rest = events.filter { !$0.deliverToItem() }
        for observer in observers where observer.action != nil { observer.performMany?(rest) }
        for old in rest {
            eventCount += 1
            let number = eventCount
            // A listener of an earlier event may have moved the row.
            let event = old.content.source.event(old.content.message, last: old.content.row)
            if case .cell(let event) = event { delegate?.didReceive(event) }
            for observer in observers where observer.performMany == nil { _ = observer.action?(event) }
            for queue in queues { queue.append(event, number: number) }
        }
    }

    /// Adds a closure that listens to events.
    ///
    /// - Parameters:
    ///   - performMany: Receives events that a person has sent together, or `nil` to receive them one by one.
    ///   - action: Receives each event; returns whether it listens to it.
    func observe(
        many performMany: (([AgentEvent]) -> Void)? = nil, _ action: @escaping (AgentEvent) -> Bool
    ) -> EventSubscription {
        let observer = EventObserver(action, performMany)
        observers.append(observer)
        return EventSubscription { [weak self, weak observer] in
            guard let observer, let action = observer.action else { return }
            // The closure is released after the removal, because a deinit in its captures may remove another
            // observer.
            withExtendedLifetime(action) {
                observer.action = nil
                self?.removeCancelledObservers()
            }
        }
    }

    /// Removes cancelled observers if they are half of the list. Call this method after a cancellation.
    private func removeCancelledObservers() {
        cancelledCount += 1
        guard 2 * cancelledCount >= observers.count else { return }
        observers.removeAll { $0.action == nil }
        cancelledCount = 0
    }

    /// Creates a queue that receives every event from now on.
    func makeQueue(limit: Int?) -> EventQueue {
        let queue = EventQueue(limit: limit)
        if queues.count >= queueLimit {
            queues.removeAll { $0.queue == nil }
            queueLimit = max(16, 2 * queues.count)
        }
        queues.append(WeakQueue(queue: queue))
        return queue
    }

    /// Ends the sequences after their remaining events.
    func finish() {
        for queue in queues { queue.queue?.finish() }
    }

    private static func writeInDebugBuilds(_ line: String) {
        #if DEBUG
            var line = "TableAgent: " + line + "\n"
            line.withUTF8 { bytes in _ = write(2, bytes.baseAddress, bytes.count) }
        #endif
    }
}

private final class EventObserver {
    /// The closure; `nil` once the observer is cancelled. A delivery that has already begun then skips the
    /// observer.
    var action: ((AgentEvent) -> Bool)?
    let performMany: (([AgentEvent]) -> Void)?

    init(_ action: @escaping (AgentEvent) -> Bool, _ performMany: (([AgentEvent]) -> Void)?) {
        self.action = action
        self.performMany = performMany
    }
}

private struct WeakQueue {
    private(set) weak var queue: EventQueue?
}
