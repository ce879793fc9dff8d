/// An event of a section's head or foot.
public struct SectionEvent {
    let content: EventContent
    /// Whether anyone was listening.
    let reception = EventReception()

    /// Whether the head or the foot sent the event.
    public let kind: HeadFootKind

    let entry: Row?

    /// The section's id.
    public let sectionID: AnyID

    /// The section's number at delivery, from 0; `nil` when the section is gone.
    public let index: Int?

    /// Finds the section again for who gets the event later.
    var source: EntrySource?

    /// Whether the section is no longer in the table.
    public var isGone: Bool { index == nil }

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

    /// Returns the business data of the head or foot.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` when it is of another type or the section has no such entry.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        entry?.data(as: type)
    }
}
