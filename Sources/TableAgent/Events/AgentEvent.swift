/// An event of a row, of a head or foot, or of the table.
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
///
/// An event has the properties of its ``origin``, which is a ``RowOrigin``, a ``SectionOrigin``, or a
/// ``TableOrigin``. In code that receives events of all kinds, the origin is an ``EventOrigin``.
@dynamicMemberLookup
public struct AgentEvent<Origin: EventOriginProtocol> {
    let message: EventMessage

    /// The row, head, or foot whose data the event carries.
    let row: Row?

    /// The source that finds the origin again for a listener that receives the event later.
    let source: EventSource

    /// The sender of the event.
    public let origin: Origin

    /// The event's name, which a `switch` can match.
    public var name: AnyEventName { message.name }

    /// Returns whether the event has a name.
    public func isNamed<Payload>(_ name: EventName<Payload>) -> Bool {
        message.isNamed(name)
    }

    /// Returns the payload of the event.
    ///
    /// - Returns: The payload, or `nil` if the event has another name.
    public func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        message.payload(of: name)
    }

    /// Returns the business data of the row, head, or foot.
    ///
    /// - Returns: The data, or `nil` if it has another type or the section has no such head or foot.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        row?.data(as: type)
    }

    /// A property of the origin, such as a row's position.
    public subscript<Value>(dynamicMember property: KeyPath<Origin, Value>) -> Value {
        origin[keyPath: property]
    }

    /// Returns the event with another type of origin.
    func with<Other>(_ origin: Other) -> AgentEvent<Other> {
        AgentEvent<Other>(message: message, row: row, source: source, origin: origin)
    }
}

/// An event of a row.
public typealias CellEvent = AgentEvent<RowOrigin>

/// An event of a section's head or foot.
public typealias SectionEvent = AgentEvent<SectionOrigin>

/// An event of the table or its foot.
///
/// An event of the foot carries the data of the foot, as in `event.data(as: Int.self)`.
public typealias TableEvent = AgentEvent<TableOrigin>

/// The sender of an event: a row, a head or foot, the table, or any of the three.
///
/// The conforming types are ``RowOrigin``, ``SectionOrigin``, ``TableOrigin``, and ``EventOrigin``. The type
/// determines which events a closure of `Agent.on(_:perform:)` receives.
public protocol EventOriginProtocol {
    /// Creates an origin of this type, or returns `nil` if the sender is of another kind.
    init?(_ origin: EventOrigin)
}

/// The row that sent an event.
public struct RowOrigin: EventOriginProtocol, CustomStringConvertible {
    /// The row's id.
    public let rowID: AnyID

    /// The id of the row's section.
    public let sectionID: AnyID

    /// The row's position at delivery; `nil` if the row was removed.
    ///
    /// The position is correct even if rows before it were inserted or deleted since the view was filled.
    public let position: RowPosition?

    /// A description of the row and its position.
    public var description: String {
        "row \(rowID) in section \(sectionID), " + (position.map { "at \($0)" } ?? "which is gone")
    }
}

extension RowOrigin {
    /// Creates the origin of an event that a row sent.
    public init?(_ origin: EventOrigin) {
        guard case .row(let row) = origin else { return nil }
        self = row
    }
}

/// The head or foot that sent an event.
public struct SectionOrigin: EventOriginProtocol, CustomStringConvertible {
    /// The part of the section that sent the event.
    public let kind: HeadFootKind

    /// The section's id.
    public let sectionID: AnyID

    /// The section's index at delivery; `nil` if the section was removed.
    public let index: Int?

    /// A description of the head or foot.
    public var description: String {
        "the \(kind.rawValue) of section \(sectionID)" + (index == nil ? ", which is gone" : "")
    }
}

extension SectionOrigin {
    /// Creates the origin of an event that a head or foot sent.
    public init?(_ origin: EventOrigin) {
        guard case .section(let section) = origin else { return nil }
        self = section
    }
}

/// The table as the sender of an event.
public struct TableOrigin: EventOriginProtocol, CustomStringConvertible {
    /// A description of the table.
    public var description: String { "the table" }
}

extension TableOrigin {
    /// Creates the origin of an event that the table sent.
    public init?(_ origin: EventOrigin) {
        guard case .table = origin else { return nil }
    }
}

/// The sender of an event, for events of all kinds.
///
/// ```swift
/// for await event in events {
///     if case .row(let row) = event.origin, event.isNamed(.select) { print(row.rowID) }
/// }
/// ```
public enum EventOrigin: EventOriginProtocol, CustomStringConvertible {
    /// A row sent the event.
    case row(RowOrigin)
    /// A head or foot sent the event.
    case section(SectionOrigin)
    /// The table sent the event.
    case table

    /// Creates the same origin.
    public init(_ origin: EventOrigin) { self = origin }

    /// A description of the sender.
    public var description: String {
        switch self {
        case .row(let row): row.description
        case .section(let section): section.description
        case .table: TableOrigin().description
        }
    }
}

extension AgentEvent: CustomStringConvertible {
    /// A description of the event and its sender.
    public var description: String { "\(name) of \(origin)" }
}

/// The name and the payload of an event, without the payload's type.
final class EventMessage {
    let name: AnyEventName
    let payload: Any
    let isRoutine: Bool

    /// The delegate whose default implementation received the event. The default does not count as listening.
    weak var defaultedDelegate: (any EventDelegate)?

    init<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        self.name = AnyEventName(name)
        self.payload = payload
        self.isRoutine = name.isRoutine
    }

    /// Whether a view begins its display.
    var beginsDisplay: Bool { isNamed(.willDisplay) || isNamed(.willDisplaySupplement) }

    /// Whether a view ends its display.
    var endsDisplay: Bool { isNamed(.didEndDisplay) || isNamed(.didEndDisplaySupplement) }

    func isNamed<Payload>(_ name: EventName<Payload>) -> Bool {
        name ~= self.name
    }

    func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        isNamed(name) ? payload as? Payload : nil
    }
}
