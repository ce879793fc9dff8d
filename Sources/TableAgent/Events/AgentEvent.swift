/// An event of a row, of a head or foot, or of the table.
///
/// ```swift
/// func didReceive(_ event: CellEvent) {
///     if let amount = event.payload(of: .pay) { charge(amount, to: event.rowID) }
///     if event.isNamed(.select), let order = event.data(as: Order.self) { open(order) }
/// }
/// ```
///
/// An event has the properties of its ``origin``, which is a ``RowOrigin`` or a ``SectionOrigin``. In code
/// that receives events of all kinds, the origin is an ``EventOrigin``.
@dynamicMemberLookup
public struct AgentEvent<Origin> {
    let message: EventMessage

    /// The row, head, or foot whose data the event carries.
    let row: Row?

    /// The source that finds the origin again for a listener that receives the event later.
    let source: EventSource

    /// The sender of the event.
    public let origin: Origin

    /// The text of the event's name.
    public var name: String { message.name }

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
public typealias TableEvent = AgentEvent<Void>

/// The row that sent an event.
public struct RowOrigin {
    /// The row's id.
    public let rowID: AnyID

    /// The id of the row's section.
    public let sectionID: AnyID

    /// The row's position at delivery; `nil` if the row was removed.
    ///
    /// The position is correct even if rows before it were inserted or deleted since the view was filled.
    public let position: RowPosition?
}

/// The head or foot that sent an event.
public struct SectionOrigin {
    /// The part of the section that sent the event.
    public let kind: HeadFootKind

    /// The section's id.
    public let sectionID: AnyID

    /// The section's index at delivery; `nil` if the section was removed.
    public let index: Int?
}

/// The sender of an event, in code that receives events of all kinds.
///
/// ```swift
/// for await event in events {
///     if case .row(let row) = event.origin, event.isNamed(.select) { print(row.rowID) }
/// }
/// ```
public enum EventOrigin {
    /// A row sent the event.
    case row(RowOrigin)
    /// A head or foot sent the event.
    case section(SectionOrigin)
    /// The table sent the event.
    case table

    /// Returns the origin as a type, or `nil` if the origin has another type.
    func typed<Origin>(_ type: Origin.Type) -> Origin? {
        switch self {
        case .row(let origin): origin as? Origin ?? self as? Origin
        case .section(let origin): origin as? Origin ?? self as? Origin
        case .table: () as? Origin ?? self as? Origin
        }
    }
}

extension AgentEvent: CustomStringConvertible {
    /// A description of the event and its sender.
    public var description: String {
        switch origin {
        case let row as RowOrigin: describe(.row(row))
        case let section as SectionOrigin: describe(.section(section))
        case let origin as EventOrigin: describe(origin)
        default: describe(.table)
        }
    }

    private func describe(_ origin: EventOrigin) -> String {
        switch origin {
        case .row(let row):
            "\(name) of row \(row.rowID) in section \(row.sectionID), "
                + (row.position.map { "at \($0)" } ?? "which is gone")
        case .section(let section):
            "\(name) of the \(section.kind.rawValue) of section \(section.sectionID)"
                + (section.index == nil ? ", which is gone" : "")
        case .table: "\(name) of the table"
        }
    }
}

/// The content of an event: its name and its payload, with their types erased.
final class EventMessage {
    let name: String
    /// The `EventName` that the event was posted with.
    private let key: AnyHashable
    let payload: Any
    let isRoutine: Bool

    /// The delegate whose default implementation received the event. The default does not count as listening.
    weak var defaultedDelegate: (any EventDelegate)?

    init<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        self.name = name.text
        self.key = AnyHashable(name)
        self.payload = payload
        self.isRoutine = name.isRoutine
    }

    /// Creates a message that is sent once more, such as the message of an action.
    init(_ other: EventMessage) {
        (name, key, payload, isRoutine) = (other.name, other.key, other.payload, other.isRoutine)
    }

    func isNamed<Payload>(_ name: EventName<Payload>) -> Bool {
        key.base as? EventName<Payload> == name
    }

    func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        isNamed(name) ? payload as? Payload : nil
    }
}
