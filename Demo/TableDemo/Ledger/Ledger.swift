import Foundation

/// The business data of the demo: what customers ordered, and whether they paid.
struct Ledger {
    var customers: [Customer]

    struct Customer: Identifiable {
        let id: String
        var name: String
        var city: String
        var orders: [Order]

        var total: Decimal { orders.reduce(0) { $0 + $1.amount } }
        var quantity: Int { orders.reduce(0) { $0 + $1.quantity } }
    }

    struct Order: Identifiable {
        enum Status: String {
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
}
