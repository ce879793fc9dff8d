import Foundation

extension Ledger {
    /// A small sales ledger, with names that take care to show.
    static let sample = Ledger(customers: [
        Customer(
            id: "C-17", name: "Müller & Söhne", city: "Zürich",
            orders: [
                order("A-1001", "2026-09-02", "Walnut desk", 2, 61725, .paid),
                order("A-1007", "2026-09-14", "Desk lamp, brass", 12, 8990, .paid),
                order("A-1012", "2026-10-01", "Filing cabinet", 1, 34900, .overdue),
            ]),
        Customer(
            id: "C-23", name: "株式会社さくら商店", city: "東京",
            orders: [
                order("A-1003", "2026-09-05", "急須セット", 40, 3250, .paid),
                order("A-1015", "2026-10-11", "湯呑み（青磁）", 120, 1480, .open),
            ]),
        Customer(
            id: "C-31", name: "Peña y Ibáñez", city: "A Coruña",
            orders: [
                order("A-1009", "2026-09-20", "Mantel de lino", 25, 4275, .open),
                order("A-1011", "2026-09-28", "Returned: mantel", -3, 4275, .paid),
                order("A-1019", "2026-10-19", "Vajilla, 24 piezas", 6, 18900, .overdue),
            ]),
    ])

    private static func order(
        _ id: String, _ date: String, _ article: String, _ quantity: Int, _ cents: Int, _ status: Order.Status
    ) -> Order {
        Order(
            id: id, date: date, article: article, quantity: quantity, unitPrice: Decimal(cents) / 100,
            status: status)
    }
}
