import TableAgent

/// The business data of most tests.
struct Order: Identifiable, Equatable, Sendable {
    let id: Int
    var customer: String
    var quantity = 1
}

struct Customer: Identifiable, Sendable {
    let id: String
    var orders: [Order]
    var note: String?
    var isClosed = false
}

struct Ledger: Sendable {
    var customers: [Customer]

    static let sample = Ledger(customers: [
        Customer(
            id: "ada", orders: [Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Ada", quantity: 5)],
            note: "pays late"),
        Customer(id: "grace", orders: [Order(id: 3, customer: "Grace", quantity: 2)], isClosed: true),
    ])
}

enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.text(order.customer)
        line.integer(order.quantity)
    }
}

enum CustomerTitle: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with name: String, in section: SectionState) {
        line.text("\(name): \(section.rowCount)\(section.isCollapsed ? ", hidden" : "")")
    }
}

enum NoteLine: GridLineItem {
    static func fill(_ line: inout GridLine, with note: String) {
        line.text(note)
    }
}

enum NumberLine: GridLineItem {
    static func fill(_ line: inout GridLine, with number: Int) {
        line.integer(number)
    }
}

enum Divider: GridLineItem {
    static func fill(_ line: inout GridLine, with nothing: Void) {}
}

/// An item for a view that is not a line of cells.
struct Badge {
    var text = ""
}

enum BadgeItem: TableItem {
    static func fill(_ badge: inout Badge, with text: String) {
        badge.text = text
    }
}

struct LedgerReformer: StatelessReformer {
    func reform(_ ledger: Ledger) -> TableInfo {
        TableInfo {
            for customer in ledger.customers {
                TableSection(id: customer.id, isCollapsed: customer.isClosed) {
                    Head(customer.id, as: CustomerTitle.self)
                    Rows(customer.orders, as: OrderLine.self)
                    if let note = customer.note {
                        Foot(note, as: NoteLine.self)
                    }
                }
            }
        }
    }
}

/// Returns the raw data, which is already a table.
struct TableReformer: StatelessReformer {
    func reform(_ table: TableInfo) -> TableInfo { table }
}

extension TableInfo {
    /// Returns a table with one section of numbers, which are their own ids.
    static func numbers(_ numbers: Int...) -> TableInfo {
        TableInfo {
            TableSection(id: "numbers") { Rows(numbers, id: \.self, as: NumberLine.self) }
        }
    }

    /// The data of all rows whose data is a number.
    var numbers: [Int] {
        sections.flatMap { $0.rows.compactMap { $0.data(as: Int.self) } }
    }
}

/// An error of the business.
struct Refused: Error, Equatable {
    var reason = "refused"
}
