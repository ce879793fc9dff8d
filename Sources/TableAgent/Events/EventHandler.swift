#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Receives the events of a table; an agent holds it weakly.
///
/// Every method has a default that does nothing, so a delegate implements those that it needs. Implement them in
/// the class that declares the conformance: a method that only its subclass has is never called.
public protocol EventDelegate: AnyObject {
    /// A row sent an event. The default does nothing.
    func didReceive(_ event: CellEvent)

    /// A section's head or foot sent an event. The default does nothing.
    func didReceive(_ event: SectionEvent)

    /// The table sent an event. The default does nothing.
    func didReceive(_ event: TableEvent)

    /// Returns whether a row may be selected. The default is `true`.
    func shouldSelect(_ event: CellEvent) -> Bool

    /// Returns whether a row may be deselected. The default is `true`.
    func shouldDeselect(_ event: CellEvent) -> Bool
}

extension EventDelegate {
    /// Default implementation. Does nothing, and does not count as listening.
    public func didReceive(_ event: CellEvent) { event.message.defaultedDelegate = self }

    /// Default implementation. Does nothing, and does not count as listening.
    public func didReceive(_ event: SectionEvent) { event.message.defaultedDelegate = self }

    /// Default implementation. Does nothing, and does not count as listening.
    public func didReceive(_ event: TableEvent) { event.message.defaultedDelegate = self }

    /// Default implementation. Returns `true`.
    public func shouldSelect(_ event: CellEvent) -> Bool { true }

    /// Default implementation. Returns `true`.
    public func shouldDeselect(_ event: CellEvent) -> Bool { true }
}

/// Asks and delivers: the one place that knows who is asked, and in which order listeners receive an event.
///
/// Each event is delivered in this order:
///
/// 1. The item of the row, head, or foot, if it is an ``EventItem``. What it handles goes no further.
/// 2. The ``delegate``.
/// 3. The closures of `Agent.on(_:perform:)` and its siblings, in the order in which they were added.
/// 4. The sequences of `Agent.events`, which have events in the order in which they were posted.
///
/// The ``delegate`` alone is asked whether a row may be selected or deselected, before the row sends the event. An event
/// handler decides nothing, and keeps no delegate alive.
public final class EventHandler {
    /// The object that receives every event.
    public weak var delegate: (any EventDelegate)?

    /// Receives a sentence about each event that nobody listened to, except routine ones.
    ///
    /// The default writes it to standard error in debug builds, and does nothing in others.
    public var report: (String) -> Void = { EventHandler.writeInDebugBuilds($0) }

    private var observers: [EventObserver] = []
    /// The number of observers that were cancelled, and stay in the list until they are half of it.
    private var cancelledCount = 0
    private var queues: [WeakQueue] = []
    /// The number of queues at which those that were released are removed.
    private var queueLimit = 16
    private var eventCount = 0

    init() {}

    deinit {
        finish()
    }

    /// Asks the delegate whether a row may send an event.
    ///
    /// - Returns: The delegate's answer; `true` without a delegate, and for each event but `select` and `deselect`.
    func allows(_ event: CellEvent) -> Bool {
        guard let delegate else { return true }
        if event.isNamed(.select) { return delegate.shouldSelect(event) }
        if event.isNamed(.deselect) { return delegate.shouldDeselect(event) }
        return true
    }

    /// Delivers an event to its current listeners. A listener that is added meanwhile receives the next event.
    ///
    /// - Parameter isHeard: Whether the sender handles the event, too, so that it needs no other listener.
    func deliver(_ event: AgentEvent<EventOrigin>, isHeard: Bool = false) {
        let (delegate, observers, queues) = (delegate, observers, queues.compactMap(\.queue))
        if 2 * queues.count < self.queues.count { self.queues.removeAll { $0.queue == nil } }
        // Taken before the listeners, so that the events that they cause come later in the sequences.
        eventCount += 1
        let number = eventCount
        if event.isHandledByItem { return }
        var isHeard = isHeard
        if let delegate {
            switch event.origin {
            case .row(let row): delegate.didReceive(event.with(row))
            case .section(let section): delegate.didReceive(event.with(section))
            case .table: delegate.didReceive(event.with(()))
            }
            if event.message.defaultedDelegate !== delegate { isHeard = true }
        }
        for observer in observers {
            if let action = observer.action, action(event) { isHeard = true }
        }
        for queue in queues {
            queue.append(event, number)
            isHeard = true
        }
        if !isHeard, !event.message.isRoutine {
            report("Nobody listens to \(event.description.withVisibleControls).")
        }
    }

    /// Adds a closure that listens to events, and returns one that removes it.
    ///
    /// - Parameter action: Receives each event; returns whether it listens to it.
    func observe(_ action: @escaping (AgentEvent<EventOrigin>) -> Bool) -> () -> Void {
        let observer = EventObserver(action)
        observers.append(observer)
        return { [weak self, weak observer] in
            guard let observer, let action = observer.action else { return }
            // Released only after the removal, for a deinit of what a closure captured may remove another one.
            withExtendedLifetime(action) {
                observer.action = nil
                self?.removeCancelledObservers()
            }
        }
    }

    /// Takes note that an observer was cancelled.
    private func removeCancelledObservers() {
        cancelledCount += 1
        guard 2 * cancelledCount >= observers.count else { return }
        observers.removeAll { $0.action == nil }
        cancelledCount = 0
    }

    /// Makes a queue that receives every event from now on.
    func makeQueue(limit: Int?) -> EventQueue {
        let queue = EventQueue(limit: limit)
        if queues.count >= queueLimit {
            queues.removeAll { $0.queue == nil }
            queueLimit = max(16, 2 * queues.count)
        }
        queues.append(WeakQueue(queue: queue))
        return queue
    }

    /// Ends the sequences after the events that they hold.
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
    /// `nil` once it is cancelled, also for an event that is being delivered, which has the observers that it began
    /// with.
    var action: ((AgentEvent<EventOrigin>) -> Bool)?

    init(_ action: @escaping (AgentEvent<EventOrigin>) -> Bool) {
        self.action = action
    }
}

private struct WeakQueue {
    private(set) weak var queue: EventQueue?
}
