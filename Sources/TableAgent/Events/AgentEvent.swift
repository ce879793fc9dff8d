/// An event of a row, of a head or foot, or of the table as a whole.
///
/// ```swift
/// func didReceive(_ event: CellEvent) {
///     if let amount = event.payload(of: .pay) { charge(amount, to: event.rowID) }
///     if event.isNamed(.select), let order = event.data(as: Order.self) { open(order) }
/// }
/// ```
///
/// The properties of its ``origin`` are the event's own: ``RowOrigin``, ``SectionOrigin``, or, where events of
/// all kinds come together, ``EventOrigin``.
@dynamicMemberLookup
public struct AgentEvent<Origin> {
    let message: EventMessage

    /// The row, head, or foot whose data the event carries.
    let row: Row?

    /// Finds the origin again for a listener that receives the event later.
    let source: EventSource

    /// Where the event came from.
    public let origin: Origin

    /// The event's name in text.
    public var name: String { message.name }

    /// Returns whether the event has a name.
    public func isNamed<Payload>(_ name: EventName<Payload>) -> Bool {
        message.isNamed(name)
    }

    /// Returns what the event carries.
    ///
    /// - Returns: The payload, or `nil` when the event has another name.
    public func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        message.payload(of: name)
    }

    /// Returns the business data of the row, head, or foot.
    ///
    /// - Returns: The data, or `nil` when it is of another type, or the section has no such head or foot.
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

/// An event of the table as a whole, or of its foot.
///
/// An event of the foot carries the data of the foot, as in `event.data(as: Int.self)`.
public typealias TableEvent = AgentEvent<Void>

/// The row that sent an event.
public struct RowOrigin {
    /// The row's id.
    public let rowID: AnyID

    /// The id of the row's section.
    public let sectionID: AnyID

    /// The row's position at delivery; `nil` when the row is gone.
    ///
    /// It is right also when rows were inserted or deleted above since the view was filled.
    public let position: RowPosition?
}

/// The head or foot that sent an event.
public struct SectionOrigin {
    /// Whether the head or the foot sent it.
    public let kind: HeadFootKind

    /// The section's id.
    public let sectionID: AnyID

    /// The section's index at delivery; `nil` when the section is gone.
    public let index: Int?
}

/// Where an event came from, where events of all kinds come together.
///
/// ```swift
/// for await event in events {
///     if case .row(let row) = event.origin, event.isNamed(.select) { print(row.rowID) }
/// }
/// ```
public enum EventOrigin {
    /// A row sent it.
    case row(RowOrigin)
    /// A head or foot sent it.
    case section(SectionOrigin)
    /// The table sent it.
    case table

    /// The origin as one of a type; `nil` when it is of another.
    func typed<Origin>(_ type: Origin.Type) -> Origin? {
        switch self {
        case .row(let origin): origin as? Origin ?? self as? Origin
        case .section(let origin): origin as? Origin ?? self as? Origin
        case .table: () as? Origin ?? self as? Origin
        }
    }
}

extension AgentEvent: CustomStringConvertible {
    /// The event and where it came from, in words.
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

/// What an event says: its name and what it carries, with the type of that forgotten.
final class EventMessage {
    let name: String
    /// The `EventName` that the event was posted with.
    private let key: AnyHashable
    let payload: Any
    let isRoutine: Bool

    /// The delegate that left the event to the default implementation, which does not count as listening.
    weak var defaultedDelegate: (any EventDelegate)?

    init<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        self.name = name.text
        self.key = AnyHashable(name)
        self.payload = payload
        self.isRoutine = name.isRoutine
    }

    /// A message that is sent once more, such as that of an action.
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
