/// An event of a row.
///
/// ```swift
/// func didReceive(_ event: CellEvent) {
///     switch event.name {
///     case .pay: charge(event.payload(of: .pay), for: event.rowID)
///     case .select: open(event.data(as: Order.self))
///     default: break
///     }
/// }
/// ```
public struct CellEvent: CustomStringConvertible {
    let content: EventContent

    /// The row's id.
    public let rowID: AnyID

    /// The id of the row's section.
    public let sectionID: AnyID

    /// The row's position at delivery; `nil` if the row has left its section.
    ///
    /// The position is correct even if rows before it were inserted or deleted since the view was filled.
    public let position: RowPosition?

    /// The event's name, which a `switch` can match.
    public var name: AnyEventName { content.message.name }

    /// Returns whether the event has a name.
    public func isNamed<Payload>(_ name: EventName<Payload>) -> Bool { content.message.isNamed(name) }

    /// Returns the payload of the event.
    ///
    /// - Returns: The payload, or `nil` if the event has another name.
    public func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        content.message.payload(of: name)
    }

    /// Returns the business data of the row.
    ///
    /// - Returns: The data, or `nil` if it has another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? { content.row?.data(as: type) }

    /// A description of the event, the row, and its position.
    public var description: String {
        "\(name) of row \(rowID) in section \(sectionID), " + (position.map { "at \($0)" } ?? "which is gone")
    }
}

/// An event of a section's head or foot.
public struct SectionEvent: CustomStringConvertible {
    let content: EventContent

    /// The part of the section that sent the event: its head or its foot.
    public let part: TablePart

    /// The section's id.
    public let sectionID: AnyID

    /// The section's index at delivery; `nil` if the section was removed.
    public let index: Int?

    /// The event's name, which a `switch` can match.
    public var name: AnyEventName { content.message.name }

    /// Returns whether the event has a name.
    public func isNamed<Payload>(_ name: EventName<Payload>) -> Bool { content.message.isNamed(name) }

    /// Returns the payload of the event.
    ///
    /// - Returns: The payload, or `nil` if the event has another name.
    public func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        content.message.payload(of: name)
    }

    /// Returns the business data of the head or foot.
    ///
    /// - Returns: The data, or `nil` if it has another type or the section has no such head or foot.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? { content.row?.data(as: type) }

    /// A description of the event and the head or foot.
    public var description: String {
        "\(name) of the \(part.rawValue) of section \(sectionID)" + (index == nil ? ", which is gone" : "")
    }
}

/// An event of the table or its foot.
public struct TableEvent: CustomStringConvertible {
    let content: EventContent

    /// The event's name, which a `switch` can match.
    public var name: AnyEventName { content.message.name }

    /// Returns whether the event has a name.
    public func isNamed<Payload>(_ name: EventName<Payload>) -> Bool { content.message.isNamed(name) }

    /// Returns the payload of the event.
    ///
    /// - Returns: The payload, or `nil` if the event has another name.
    public func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        content.message.payload(of: name)
    }

    /// Returns the business data of the foot of the table, if the foot sent the event.
    ///
    /// - Returns: The data, or `nil` if it has another type or the table as a whole sent the event.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? { content.row?.data(as: type) }

    /// A description of the event.
    public var description: String { "\(name) of the table" }
}

/// An event of any kind, as a sequence of events returns it.
///
/// ```swift
/// for await event in events {
///     if case .cell(let event) = event, event.isNamed(.select) { print(event.rowID) }
/// }
/// ```
public enum AgentEvent: CustomStringConvertible {
    /// An event of a row.
    case cell(CellEvent)
    /// An event of a section's head or foot.
    case section(SectionEvent)
    /// An event of the table or its foot.
    case table(TableEvent)

    /// The event's name, which a `switch` can match.
    public var name: AnyEventName { content.message.name }

    /// Returns whether the event has a name.
    public func isNamed<Payload>(_ name: EventName<Payload>) -> Bool { content.message.isNamed(name) }

    /// Returns the payload of the event.
    ///
    /// - Returns: The payload, or `nil` if the event has another name.
    public func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        content.message.payload(of: name)
    }

    /// Returns the business data of the row, head, or foot that sent the event.
    ///
    /// - Returns: The data, or `nil` if it has another type or the sender has no data.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? { content.row?.data(as: type) }

    /// A description of the event and its sender.
    public var description: String {
        switch self {
        case .cell(let event): event.description
        case .section(let event): event.description
        case .table(let event): event.description
        }
    }

    var content: EventContent {
        switch self {
        case .cell(let event): event.content
        case .section(let event): event.content
        case .table(let event): event.content
        }
    }
}

/// The parts that events of every kind have.
struct EventContent {
    let message: EventMessage

    /// The row, head, or foot whose data the event carries.
    let row: Row?

    /// The source that finds the sender again for a listener that receives the event later.
    let source: EventSource
}

/// The name and the payload of an event, without the payload's type.
final class EventMessage {
    let name: AnyEventName
    private let payload: Any

    /// Whether the delegate has no method for the event. Only the event of a failed table depends on it.
    var isIgnoredByDelegate = false

    init<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        self.name = AnyEventName(name)
        self.payload = payload
    }

    /// Whether a view ends its display.
    var endsDisplay: Bool { isNamed(.didEndDisplay) || isNamed(.didEndDisplaySupplement) }

    func isNamed<Payload>(_ name: EventName<Payload>) -> Bool {
        name ~= self.name
    }

    func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        isNamed(name) ? payload as? Payload : nil
    }
}
