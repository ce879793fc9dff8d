import Foundation
import TableAgent

/// A customer's name and number of orders, above the orders.
enum CustomerTitle: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with customer: Ledger.Customer, in section: SectionState) {
        let orders = section.rowCount == 1 ? "1 order" : "\(section.rowCount) orders"
        line.text(
            customer.name, shown: "\(customer.name), \(customer.city) · \(orders)", role: .strong)
    }
}

/// An order in a line.
enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Ledger.Order) {
        line.text(order.id)
        line.date(order.date, role: .muted)
        line.text(order.article)
        line.integer(order.quantity)
        line.decimal(order.amount, shown: money(order.amount), role: order.amount < 0 ? .negative : .plain)
        line.text(order.status.rawValue, role: order.status.role)
    }
}

/// The sums below a customer's orders.
enum TotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with customer: Ledger.Customer) {
        line.empty()
        line.empty()
        line.empty(shown: "Total", role: .strong)
        line.integer(customer.quantity, role: .strong)
        line.decimal(customer.total, shown: money(customer.total), role: .strong)
    }
}

extension Ledger.Order.Status {
    fileprivate var role: GridRole {
        switch self {
        case .paid: .positive
        case .open: .plain
        case .overdue: .warning
        }
    }
}

/// An amount of money, as people read it.
func money(_ amount: Decimal) -> String {
    amount.formatted(.currency(code: "EUR").locale(Locale(identifier: "en_IE")))
}
