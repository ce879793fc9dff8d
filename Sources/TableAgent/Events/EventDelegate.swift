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
}

extension EventDelegate {
    /// Default implementation. Does nothing.
    public func didReceive(_ event: CellEvent) {}

    /// Default implementation. Does nothing.
    public func didReceive(_ event: SectionEvent) {}

    /// Default implementation. Does nothing.
    public func didReceive(_ event: TableEvent) {}
}
