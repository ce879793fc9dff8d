#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import TableAgent

/// The business data of the demo: customers, their orders, and payments.
struct Ledger {
    struct Customer: Identifiable, Decodable {
        let id: String
        var name: String
        var city: String
        var orders: [Order]
    }

    struct Order: Identifiable, Decodable {
        enum Status: String, Decodable {
            case paid, open, overdue
        }

        let id: String
        var date: String
        var article: String
        var quantity: Int
        var unitPrice: Decimal
        var status: Status

        var amount: Decimal { unitPrice * Decimal(quantity) }
    }

    var customers: [Customer]

    /// Reads a small sales ledger. It includes names in several scripts, which need care in layout.
    static func sample() throws -> Ledger {
        Ledger(customers: try JSONDecoder().decode([Customer].self, from: Data(PackageResources.ledger_json)))
    }
}

/// Returns an amount of money in a readable form: `-€1,234.50`.
func money(_ amount: Decimal) -> String {
    let parts = "\(amount.magnitude)".split(separator: ".")
    var whole = String(parts[0])
    for end in stride(from: whole.count - 3, to: 0, by: -3) {
        whole.insert(",", at: whole.index(whole.startIndex, offsetBy: end))
    }
    let cents = ((parts.count > 1 ? parts[1] : "") + "00").prefix(2)
    return "\(amount < 0 ? "-" : "")€\(whole).\(cents)"
}

/// Returns a count with its noun: `1 order`, `2 orders`.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension EventName<Decimal> {
    /// The user pays an amount from within a row.
    static var pay: Self { Self("pay") }
}

extension EventName<Void> {
    /// The user taps a customer's title to hide or show the orders.
    static var fold: Self { Self("fold") }

    /// The user deletes an order.
    static var delete: Self { Self("delete") }
}

/// A customer's name and number of orders, above the orders.
enum CustomerTitle: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with customer: Ledger.Customer, in section: SectionState) {
        let orders = counted(section.rowCount, "order")
        line.text(customer.name, shown: "\(customer.name), \(customer.city) · \(orders)", role: .strong)
    }
}

/// One line for an order, and what a person can do with it.
enum OrderLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with order: Ledger.Order) {
        let role: GridRole =
            switch order.status {
            case .paid: .positive
            case .open: .plain
            case .overdue: .warning
            }
        line.text(order.id)
        line.date(order.date, role: .muted)
        line.text(order.article)
        line.integer(order.quantity)
        line.decimal(order.amount, shown: money(order.amount), role: order.amount < 0 ? .negative : .plain)
        line.text(order.status.rawValue, role: role)
    }

    static func actions(_ place: RowAction.Placement, for order: Ledger.Order) -> [RowAction] {
        guard place == .menu else { return [] }
        let amount = money(order.amount)
        let question = "Pay \(amount) for \(order.id)?"
        var pay = RowAction("Pay \(amount)", .pay, order.amount, confirmation: question)
        pay.isEnabled = order.status != .paid
        return [
            pay, RowAction("Delete", .delete, isDestructive: true, confirmation: "Delete order \(order.id)?"),
        ]
    }
}

/// The sums below a customer's orders. They are computed again when an order changes.
enum TotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with orders: [Ledger.Order]) {
        let amount = orders.reduce(0) { $0 + $1.amount }
        let due = orders.reduce(0) { $0 + ($1.status == .paid ? 0 : $1.amount) }
        line.empty()
        line.empty()
        line.empty(shown: "Total", role: .strong)
        line.integer(orders.reduce(0) { $0 + $1.quantity }, role: .strong)
        line.decimal(amount, shown: money(amount), role: .strong)
        line.empty(shown: due == 0 ? nil : "\(money(due)) due", role: .strong)
    }
}

/// The only adapter between the ledger and any surface. It makes a section for each customer.
struct LedgerReformer: StatelessReformer {
    func reform(_ ledger: Ledger) -> TableInfo {
        TableInfo(columns: [
            GridColumn("Order", width: 6...Int.max), GridColumn("Date", width: 10...10), "Article",
            GridColumn("Qty", alignment: .right),
            GridColumn("Amount", alignment: .right, bar: .automatic),
            GridColumn("Status", width: 7...Int.max),
        ]) {
            for customer in ledger.customers {
                TableSection(id: customer.id) {
                    Head(customer, as: CustomerTitle.self)
                    Rows(customer.orders, as: OrderLine.self)
                    Foot(of: Ledger.Order.self, as: TotalLine.self) { $0 }
                }
            }
        }
    }
}
