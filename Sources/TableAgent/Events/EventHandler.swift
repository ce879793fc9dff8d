/// Forwards the events of a surface to whoever listens, each event to all of them in this order:
///
/// 1. The item of the row, head or foot, if it is an ``EventItem``. What it handles goes no further.
/// 2. The ``delegate``.
/// 3. The closures of `Agent.on(_:of:perform:)` and its siblings, in the order in which they were set.
/// 4. The sequences of `Agent.events`.
///
/// It decides nothing, and it keeps no delegate alive.
public final class EventHandler {
    /// Receives every event; held weakly.
    public weak var delegate: (any EventDelegate)?

    /// Takes a sentence about each event that nobody listened to, but for those that come whenever a table is
    /// shown or scrolled.
    ///
    /// The default writes it to the standard error stream in debug builds, and drops it in others.
    public var report: (String) -> Void = { StandardError.debug($0) }

    /// Whether a row is shown as not selected again as soon as its selection has been told. The default is
    /// no.
    public var deselectsAutomatically = false

    private var observers: [EventObserver] = []
    private var queues: [Weak<EventQueue>] = []

    /// Creates an event handler; an agent makes its own, a test of a panel may need one.
    public init() {}

    deinit {
        finish()
    }

    /// - Parameter action: Takes each event; returns whether it was what it listens to.
    func observe(_ action: @escaping (AgentEvent) -> Bool) -> EventObservation {
        let observer = EventObserver(action)
        observers.append(observer)
        return EventObservation { [weak self, weak observer] in
            observer?.isCancelled = true
            self?.observers.removeAll { $0.isCancelled }
        }
    }

    /// A new queue that takes every event from now on.
    func makeQueue(limit: Int?) -> EventQueue {
        let queue = EventQueue(limit: limit)
        queues.removeAll { $0.object == nil }
        queues.append(Weak(queue))
        return queue
    }

    func handle(_ event: CellEvent) { handle(.cell(event)) }
    func handle(_ event: SectionEvent) { handle(.section(event)) }
    func handle(_ event: TableEvent) { handle(.table(event)) }

    /// Lets the sequences come to their ends, after the events that wait.
    func finish() {
        for queue in queues { queue.object?.finish() }
    }

    private func handle(_ event: AgentEvent) {
        // Those who listen now; whoever is added meanwhile hears of the next event.
        let (delegate, observers, queues) = (delegate, observers, queues.compactMap(\.object))
        if event.isHandledByItem { return }
        let reception = event.reception
        // Sequences take it before the events that its listeners may cause.
        for queue in queues { reception.tell(queue) { queue.append(event) } }
        if let delegate {
            reception.tell(delegate) {
                switch event {
                case .cell(let event): delegate.didReceive(event)
                case .section(let event): delegate.didReceive(event)
                case .table(let event): delegate.didReceive(event)
                }
            }
        }
        for observer in observers where !observer.isCancelled {
            reception.tell(observer) { if !observer.action(event) { reception.pass(observer) } }
        }
        if !reception.isHeard, !event.content.isRoutine {
            report("Nobody listens to \(event.description.withVisibleControls).")
        }
    }
}

/// A closure that listens to events.
private final class EventObserver {
    let action: (AgentEvent) -> Bool
    /// Seen also by an event that is being delivered, which goes on with the observers that it began with.
    var isCancelled = false

    init(_ action: @escaping (AgentEvent) -> Bool) {
        self.action = action
    }
}

/// An object that is not kept alive.
private struct Weak<Object: AnyObject> {
    private(set) weak var object: Object?

    init(_ object: Object) {
        self.object = object
    }
}

extension String {
    /// The text with characters that would steer a terminal written as their codes.
    fileprivate var withVisibleControls: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
