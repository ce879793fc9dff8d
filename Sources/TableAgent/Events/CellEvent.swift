/// An event of a row.
///
/// ```swift
/// func didReceive(_ event: CellEvent) {
///     if let amount = event.payload(of: .pay) { charge(amount, to: event.rowID) }
///     if event.isNamed(.select), let order = event.data(as: Order.self) { open(order) }
/// }
/// ```
public struct CellEvent {
    let content: EventContent
    let row: Row
    /// Whether anyone was listening.
    let reception = EventReception()

    /// The id of the row's section.
    public let sectionID: AnyID

    /// The row's position at delivery; `nil` when the row is gone.
    ///
    /// Taken at delivery, it is right also when rows came or went above since the view was filled. A sequence
    /// delivers an event when it is asked for it.
    public let position: RowPosition?

    /// Finds the row again for who gets the event later.
    var source: RowSource?

    /// The event's name in text.
    public var name: String { content.name }

    /// Whether the row is no longer in the table.
    public var isGone: Bool { position == nil }

    /// The row's id.
    public var rowID: AnyID { row.id }

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

    /// Returns the row's business data.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` when it is of another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        row.data(as: type)
    }
}
