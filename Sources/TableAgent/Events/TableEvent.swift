/// An event of a table as a whole.
public struct TableEvent {
    let content: EventContent
    /// Whether anyone was listening.
    let reception = EventReception()

    /// The event's name in text.
    public var name: String { content.name }

    /// Whether the event has a name.
    ///
    /// - Parameter name: The name as it was declared.
    public func isNamed<Payload>(_ name: EventName<Payload>) -> Bool {
        content.isNamed(name)
    }

    /// Returns what the event carries.
    ///
    /// - Parameter name: The name as it was declared.
    /// - Returns: The payload, or `nil` when the event has another name.
    public func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        content.payload(of: name)
    }
}
