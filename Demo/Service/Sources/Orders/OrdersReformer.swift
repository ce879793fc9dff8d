package import TableAgent
package import TableSurfaces

/// The orders that a table contains.
package struct OrderQuery: Hashable, Sendable {
    /// The number of orders on a page.
    package static let pageSize = 100

    /// The status to filter by, or `nil` for any status.
    package var status: OrderStatus?

    /// The customer to filter by, or `nil` for all customers.
    package var customer: Customer.ID?

    /// The page, from 1, beginning with the newest orders. With `nil`, the query contains all orders, which
    /// can only be streamed.
    package var page: Int?

    package init(status: OrderStatus? = nil, customer: Customer.ID? = nil, page: Int? = 1) {
        self.status = status
        self.customer = customer
        self.page = page
    }
}

/// The orders of one page of a query.
package struct OrdersPage: Sendable {
    package let query: OrderQuery
    /// The customer of the query.
    package let customer: Customer?
    package let orders: [Order]
    /// The first order of the next page, or `nil` if this page is the last one.
    package let next: Order.ID?

    package init(query: OrderQuery, customer: Customer?, orders: [Order], next: Order.ID?) {
        self.query = query
        self.customer = customer
        self.orders = orders
        self.next = next
    }

    /// Returns whether a change can change this page: one of its orders, the orders that earlier pages leave to it, or
    /// the order after it.
    package func isTouched(by change: OrderChange) -> Bool {
        guard case .order(let order, let customer, let old, let new) = change else { return true }
        guard query.customer == nil || query.customer == customer else { return false }
        guard let status = query.status, old != new else { return orders.contains { $0.id == order } }
        return (status == old || status == new) && order >= next ?? .min
    }
}

/// Makes a table from a page of orders: a section with a total for each status, and a total of the whole
/// table.
package struct OrdersReformer: StatelessReformer {
    package static let columns = [
        GridColumn("Order", key: "id", alignment: .right),
        GridColumn("Placed", key: "placed"),
        GridColumn("Customer", key: "customer", alignment: .left, width: 12...40),
        GridColumn("City", key: "city", alignment: .left),
        GridColumn("Total", key: "total", alignment: .right),
        GridColumn("Received", key: "received", alignment: .right),
        GridColumn("Status", key: "status", alignment: .left),
    ]

    package init() {}

    package func reform(_ page: OrdersPage) -> TableInfo {
        let groups = Dictionary(grouping: page.orders, by: \.status)
        let total = Foot(of: Order.self, as: TotalLine.self) { orders in
            OrdersTotal(of: orders, title: "Total of this page")
        }
        return TableInfo(caption: Self.caption(of: page), columns: Self.columns, foot: total) {
            for status in OrderStatus.allCases {
                if let orders = groups[status] {
                    TableSection(id: status.rawValue) {
                        Head(of: Order.self, as: GridTitle.self) { orders in
                            "\(status.title) · \(orders.count) \(orders.count == 1 ? "order" : "orders")"
                        }
                        Rows(orders, as: OrderLine.self)
                        Foot(of: Order.self, as: TotalLine.self) { orders in
                            OrdersTotal(of: orders, title: "Total \(status)")
                        }
                    }
                }
            }
        }
    }

    /// Returns the caption of a page, such as "Open orders of Peña y Ibáñez, page 2".
    package static func caption(of page: OrdersPage) -> String {
        let status = page.query.status.map { "\($0.title) orders" } ?? "All orders"
        let customer = page.customer.map { " of \($0.name)" } ?? ""
        let number = page.query.page.map { $0 > 1 ? ", page \($0)" : "" } ?? ""
        return status + customer + number
    }
}

/// The row of an order, which offers the order's possible actions.
package enum OrderLine: GridLineItem, EventItem {
    package static func fill(_ line: inout GridLine, with order: Order) {
        line.integer(order.id)
        line.date(order.placed)
        line.text(order.customer.name, link: "/?customer=\(order.customer.id)")
        line.text(order.customer.city)
        line.decimal(order.total, scale: 2, shown: euros(order.total))
        let isPaid = order.received == order.total
        line.decimal(
            order.received, scale: 2, shown: euros(order.received), role: isPaid ? .plain : .muted)
        line.text(order.status.rawValue, role: order.status.role)
    }

    package static func actions(_ place: RowActionPlace, for order: Order) -> [RowAction] {
        let name = "order \(order.id), \(order.customer.name)"
        return switch (place, order.status) {
        case (.trailing, .open):
            [
                RowAction("Pay", .pay, accessibilityLabel: "Pay \(name)"),
                RowAction(
                    "Cancel", .cancel, isDestructive: true, confirmation: "Cancel \(name)?",
                    accessibilityLabel: "Cancel \(name)"),
            ]
        case (.trailing, .paid):
            [RowAction("Ship", .ship, accessibilityLabel: "Ship \(name)")]
                + (order.received > 0 ? [refund(order, name)] : [])
        default: []
        }
    }

    private static func refund(_ order: Order, _ name: String) -> RowAction {
        RowAction(
            "Refund", .refund,
            asking: .amount(
                "amount", label: "Amount, at most \(euros(order.received))", in: 1...order.received, scale: 2),
            isDestructive: true, accessibilityLabel: "Refund \(name)")
    }
}

extension EventName<Void> {
    package static var pay: Self { Self("pay") }
    package static var ship: Self { Self("ship") }
    package static var cancel: Self { Self("cancel") }
}

extension EventName<Int> {
    /// Requests a refund of an amount in cents.
    package static var refund: Self { Self("refund") }
}

extension OrderCommand {
    /// Creates the command that an event of an order's row requests, or returns `nil` for other events.
    package init?(_ event: CellEvent) {
        guard let order = event.data(as: Order.self) else { return nil }
        switch event.name {
        case .pay: self.init(.pay, order: order.id)
        case .ship: self.init(.ship, order: order.id)
        case .cancel: self.init(.cancel, order: order.id)
        case .refund:
            guard let cents = event.payload(of: .refund) else { return nil }
            self.init(.refund(cents: cents), order: order.id)
        default: return nil
        }
    }

    /// Creates the command of a viewer with an older page, whose row may no longer exist.
    ///
    /// - Returns: The command, or `nil` if the request does not name an order or a command. The
    ///   command of a refund has an amount of one cent.
    package init?(_ request: HTMLActions.Request?) {
        guard let request, let order = HTMLFormat.rowID(inKey: request.key, as: Order.ID.self) else {
            return nil
        }
        switch request.event {
        case EventName.pay.text: self.init(.pay, order: order)
        case EventName.ship.text: self.init(.ship, order: order)
        case EventName.cancel.text: self.init(.cancel, order: order)
        case EventName.refund.text: self.init(.refund(cents: 1), order: order)
        default: return nil
        }
    }
}

/// Amounts of several orders.
struct OrdersTotal: Equatable {
    let title: String
    let total: Int
    let received: Int

    init(of orders: [Order], title: String) {
        self.title = title
        total = orders.reduce(0) { $0 + $1.total }
        received = orders.reduce(0) { $0 + $1.received }
    }
}

enum TotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with amounts: OrdersTotal) {
        line.empty()
        line.empty()
        line.empty(shown: amounts.title)
        line.empty()
        line.decimal(amounts.total, scale: 2, shown: euros(amounts.total))
        line.decimal(amounts.received, scale: 2, shown: euros(amounts.received))
    }
}

extension OrderStatus {
    var role: GridRole {
        switch self {
        case .open: .warning
        case .paid: .positive
        case .shipped: .plain
        case .refunded: .negative
        case .cancelled: .muted
        }
    }
}
