/// Receives the events of a table; an agent holds it weakly.
///
/// Every method has a default that does nothing, so a delegate implements those that it needs. The class that
/// names the conformance has to implement them: a method that only its subclass has is never called.
public protocol EventDelegate: AnyObject {
    /// A row sent an event. The default does nothing.
    ///
    /// - Parameter event: The event, with the row's id, data and position.
    func didReceive(_ event: CellEvent)

    /// A section's head or foot sent an event. The default does nothing.
    ///
    /// - Parameter event: The event, with the section's id and number.
    func didReceive(_ event: SectionEvent)

    /// The table sent an event. The default does nothing.
    ///
    /// - Parameter event: The event.
    func didReceive(_ event: TableEvent)

    /// Whether a row may be selected. The default is yes.
    ///
    /// - Parameter event: The row, in an event with the name `select`.
    func shouldSelect(_ event: CellEvent) -> Bool

    /// Whether a row may be deselected. The default is yes.
    ///
    /// - Parameter event: The row, in an event with the name `deselect`.
    func shouldDeselect(_ event: CellEvent) -> Bool
}

extension EventDelegate {
    /// Default implementation. Does nothing, and does not count as listening.
    public func didReceive(_ event: CellEvent) { event.reception.pass(self) }

    /// Default implementation. Does nothing, and does not count as listening.
    public func didReceive(_ event: SectionEvent) { event.reception.pass(self) }

    /// Default implementation. Does nothing, and does not count as listening.
    public func didReceive(_ event: TableEvent) { event.reception.pass(self) }

    /// Default implementation. Returns `true`.
    public func shouldSelect(_ event: CellEvent) -> Bool { true }

    /// Default implementation. Returns `true`.
    public func shouldDeselect(_ event: CellEvent) -> Bool { true }
}
