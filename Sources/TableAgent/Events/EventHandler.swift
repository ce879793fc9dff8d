/// Forwards the events of a surface to the delegate, then to the closures of `Agent.on(_:of:perform:)`.
///
/// It decides nothing, and it keeps no delegate alive.
public final class EventHandler {
    /// Receives every event; held weakly.
    public weak var delegate: (any EventDelegate)?

    private var observers: [(id: Int, action: (CellEvent) -> Void)] = []
    private var latestObserver = 0

    /// Creates an event handler; an agent makes its own, a test of a panel may need one.
    public init() {}

    func observe(_ action: @escaping (CellEvent) -> Void) -> EventObservation {
        latestObserver += 1
        let id = latestObserver
        observers.append((id, action))
        return EventObservation { [weak self] in
            self?.observers.removeAll { $0.id == id }
        }
    }

    func handle(_ event: CellEvent) {
        delegate?.didReceive(event)
        for observer in observers {
            observer.action(event)
        }
    }

    func handle(_ event: SectionEvent) {
        delegate?.didReceive(event)
    }

    func handle(_ event: TableEvent) {
        delegate?.didReceive(event)
    }
}
