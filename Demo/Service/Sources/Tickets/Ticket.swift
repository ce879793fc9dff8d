import TableAgent
import TableLive

/// A question of a customer.
struct Ticket: Identifiable, Hashable, Sendable {
    let id: Int
    /// The date, in ISO 8601.
    let opened: String
    let customer: String
    let subject: String
    let priority: Priority
    var assignee = ""
    var isOpen = true

    enum Priority: String, CaseIterable, Sendable { case low, normal, high }

    static let people = ["Amara", "Jonas", "Mei", "Zoë"]

    /// What people do with a ticket.
    enum Change: Sendable { case close, assign(String) }

    mutating func carryOut(_ change: Change) throws(TicketError) {
        guard isOpen else { throw TicketError(message: "Ticket \(id) is closed already.") }
        switch change {
        case .close: isOpen = false
        case .assign(let person): assignee = person
        }
    }
}

struct TicketError: RefusalConvertible {
    let message: String

    var refusal: LiveRefusal { LiveRefusal(409, "ticketUnchanged", message) }
}

// MARK: The table

extension EventName<Void> {
    static var close: Self { Self("close") }
}

extension EventName<String> {
    static var assign: Self { Self("assign") }
}

extension Ticket.Change {
    /// Creates the change that an event asks for.
    init?(_ event: AgentEvent) {
        if event.isNamed(.close) {
            self = .close
        } else if let person = event.payload(of: .assign) {
            self = .assign(person)
        } else {
            return nil
        }
    }
}

enum TicketLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with ticket: Ticket) {
        line.integer(ticket.id)
        line.date(ticket.opened)
        line.text(ticket.customer)
        line.text(ticket.subject)
        line.text(ticket.priority.rawValue, role: ticket.priority == .high ? .negative : .plain)
        line.text(ticket.assignee)
        line.text(ticket.isOpen ? "open" : "closed", role: ticket.isOpen ? .warning : .muted)
    }

    static func actions(_ place: RowAction.Placement, for ticket: Ticket) -> [RowAction] {
        guard place == .trailing, ticket.isOpen else { return [] }
        let people = ActionField.choice(
            "person", label: "Person", Ticket.people.map { (title: $0, value: $0) })
        return [
            RowAction("Close", .close, accessibilityLabel: "Close ticket \(ticket.id)", allowsMany: true),
            RowAction(
                "Assign", .assign, asking: people, accessibilityLabel: "Assign ticket \(ticket.id)",
                allowsMany: true),
        ]
    }
}

struct TicketsReformer: StatelessReformer {
    static let columns = [
        GridColumn("Ticket", key: "id", alignment: .right), GridColumn("Opened", key: "opened"),
        GridColumn("Customer", key: "customer"), GridColumn("Subject", key: "subject"),
        GridColumn("Priority", key: "priority"), GridColumn("Assignee", key: "assignee"),
        GridColumn("Status", key: "status"),
    ]

    func reform(_ tickets: [Ticket]) -> TableInfo {
        TableInfo(caption: "Tickets", columns: Self.columns) {
            TableSection(id: "tickets") { Rows(tickets, as: TicketLine.self) }
        }
    }
}
