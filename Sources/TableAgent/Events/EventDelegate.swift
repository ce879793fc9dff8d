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
