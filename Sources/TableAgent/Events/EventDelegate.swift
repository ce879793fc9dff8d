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

/// An item that handles events of its rows, heads, and feet before anything else does.
///
/// ```swift
/// enum StepperLine: GridLineItem, EventItem {
///     static func handle(_ event: CellEvent, with counter: Counter) -> Bool {
///         guard let step = event.payload(of: .step) else { return false }     // goes on to the delegate
///         counter.value += step
///         return true
///     }
/// }
/// ```
public protocol EventItem<Data, View>: TableItem {
    /// Handles an event of a row. The default handles none.
    ///
    /// - Returns: Whether the event was handled; if not, it goes on to the delegate and the other listeners.
    static func handle(_ event: CellEvent, with data: Data) -> Bool

    /// Handles an event of a head or foot. The default handles none.
    ///
    /// - Returns: Whether the event was handled.
    static func handle(_ event: SectionEvent, with data: Data) -> Bool
}

extension EventItem {
    /// Default implementation. Handles nothing.
    public static func handle(_ event: CellEvent, with data: Data) -> Bool { false }

    /// Default implementation. Handles nothing.
    public static func handle(_ event: SectionEvent, with data: Data) -> Bool { false }

    fileprivate static func offer<Origin>(
        _ event: AgentEvent<Origin>, _ handle: (AgentEvent<Origin>, Data) -> Bool
    ) -> Bool {
        event.data(as: Data.self).map { handle(event, $0) } ?? false
    }
}

extension AgentEvent<EventOrigin> {
    /// A Boolean value that indicates whether the item of the row, head, or foot handled the event.
    var isHandledByItem: Bool {
        func isHandled(by item: (some EventItem).Type) -> Bool {
            switch origin {
            case .row(let row): item.offer(with(row)) { item.handle($0, with: $1) }
            case .section(let section): item.offer(with(section)) { item.handle($0, with: $1) }
            case .table: false
            }
        }
        return (row?.item as? any EventItem.Type).map { isHandled(by: $0) } ?? false
    }
}
