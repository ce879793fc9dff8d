/// An event of a row, of a head or foot, or of a table.
public enum AgentEvent {
    /// A row sent it.
    case cell(CellEvent)
    /// A head or foot sent it.
    case section(SectionEvent)
    /// The table sent it.
    case table(TableEvent)

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

    var content: EventContent {
        switch self {
        case .cell(let event): event.content
        case .section(let event): event.content
        case .table(let event): event.content
        }
    }

    var reception: EventReception {
        switch self {
        case .cell(let event): event.reception
        case .section(let event): event.reception
        case .table(let event): event.reception
        }
    }

    /// The event with its place as it is now.
    var renewed: AgentEvent {
        switch self {
        case .cell(let event): event.source.map { .cell($0.event(event.content)) } ?? self
        case .section(let event): event.source.map { .section($0.event(event.content)) } ?? self
        case .table: self
        }
    }

    var isHandledByItem: Bool {
        switch self {
        case .cell(let event): event.isHandledByItem
        case .section(let event): event.isHandledByItem
        case .table: false
        }
    }
}

extension AgentEvent: CustomStringConvertible {
    /// The event and where it came from, in words.
    public var description: String {
        switch self {
        case .cell(let event):
            "\(name) of row \(event.rowID) in section \(event.sectionID), "
                + (event.position.map { "at \($0)" } ?? "which is gone")
        case .section(let event):
            "\(name) of the \(event.kind.rawValue) of section \(event.sectionID)"
                + (event.isGone ? ", which is gone" : "")
        case .table: "\(name) of the table"
        }
    }
}
