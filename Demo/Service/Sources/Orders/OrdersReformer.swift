package import TableAgent

/// The orders that a table contains.
package struct OrderQuery: Hashable, Sendable {
    /// The number of orders on a page.
    package static let pageSize = 100

    /// The status to filter by, or `nil` for any status.
    package var status: OrderStatus?

    /// The customer to filter by, or `nil` for all customers.
    package var customer: Customer.ID?

    /// The language of the address, or `nil` for English.
    package var language: OrderLanguage?

    /// The orders that the page contains.
    package var position: Position

    package init(
        status: OrderStatus? = nil, customer: Customer.ID? = nil, language: OrderLanguage? = nil,
        _ position: Position = .newest
    ) {
        self.status = status
        self.customer = customer
        self.language = language
        self.position = position
    }

    /// The place of a page among all orders of a query, which begin with the newest one.
    ///
    /// A place names an order and not a number of a page, so that a page stays where it is when orders arrive, and costs
    /// the same wherever it is.
    package enum Position: Hashable, Sendable {
        /// The page of the newest orders.
        case newest
        /// The page of the orders that are older than an order. Only such a page is live.
        case after(Order.ID)
        /// The page of the orders that are just newer than an order; with 0, the page of the oldest orders.
        case before(Order.ID)
        /// All orders, which can only be streamed.
        case all
    }

    /// Returns whether an order with a status is part of the query. An order that does not exist has no status.
    func includes(_ status: OrderStatus?) -> Bool {
        status != nil && (self.status == nil || self.status == status)
    }

    /// The order that the orders of the page follow.
    package var start: Order.ID {
        if case .after(let order) = position { order } else { .max }
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
    /// The number of newer orders of the query, of which at most ``mostNewer`` are counted.
    package let newerCount: Int

    /// The number of orders of a page, so that the second page is far from the newest orders.
    package static let mostNewer = OrderQuery.pageSize

    package init(
        query: OrderQuery, customer: Customer?, orders: [Order], next: Order.ID?, newerCount: Int
    ) {
        self.query = query
        self.customer = customer
        self.orders = orders
        self.next = next
        self.newerCount = newerCount
    }

    /// Whether the page is far from the newest orders, whose number is then not known.
    package var isFarFromNewest: Bool { newerCount == Self.mostNewer }

    /// Returns whether a change can change this page: one of its orders, the orders that newer pages leave to it, the
    /// order after it, or the number of newer orders.
    package func isTouched(by change: OrderChange) -> Bool {
        guard case .order(let order, let customer, let old, let new) = change else { return true }
        guard query.customer == nil || query.customer == customer else { return false }
        let (was, remains) = (query.includes(old), query.includes(new))
        if was, remains { return orders.contains { $0.id == order } }
        guard was || remains else { return false }
        return order < query.start ? order >= next ?? .min : !isFarFromNewest
    }
}

/// Makes a table from a page of orders: a section with a total for each status, and a total of the whole
/// table.
package struct OrdersReformer: StatelessReformer {
    package static let columns = columns(in: .english)

    package static func columns(in language: OrderLanguage) -> [GridColumn] {
        [
            GridColumn(language.text("Order", "Bestellung"), key: "id", alignment: .right),
            GridColumn(language.text("Placed", "Datum"), key: "placed"),
            GridColumn(
                language.text("Customer", "Kunde"), key: "customer", alignment: .left, width: 12...40),
            GridColumn(language.text("City", "Ort"), key: "city", alignment: .left),
            GridColumn(
                language.text("Total", "Betrag"), key: "total", alignment: .right, bar: .automatic),
            GridColumn(language.text("Received", "Erhalten"), key: "received", alignment: .right),
            GridColumn("Status", key: "status", alignment: .left),
        ]
    }

    package init() {}

    package func reform(_ page: OrdersPage) -> TableInfo {
        switch page.query.language {
        case .english, nil: reform(page, in: .english, as: OrderLine.self)
        case .german: reform(page, in: .german, as: GermanOrderLine.self)
        }
    }

    private func reform(
        _ page: OrdersPage, in language: OrderLanguage, as line: (some OrderItem).Type
    ) -> TableInfo {
        let groups = Dictionary(grouping: page.orders, by: \.status)
        let total = Foot(of: Order.self, as: TotalLine.self) { orders in
            let title = language.text("Total of this page", "Summe dieser Seite")
            return OrdersTotal(of: orders, title: title, language: language)
        }
        let columns = Self.columns(in: language)
        return TableInfo(caption: Self.caption(of: page), columns: columns, foot: total) {
            if page.newerCount > 0, !page.isFarFromNewest {
                TableSection(id: "newer") {
                    Head(NewerOrders(page), as: NewerOrdersLine.self)
                }
            }
            for status in OrderStatus.allCases {
                if let orders = groups[status] {
                    TableSection(id: status.rawValue) {
                        Head(of: Order.self, as: GridTitle.self) { orders in
                            "\(status.title(in: language)) · \(language.orders(orders.count))"
                        }
                        Rows(orders, as: line)
                        Foot(of: Order.self, as: TotalLine.self) { orders in
                            let title = "\(language.text("Total", "Summe")) \(status.word(in: language))"
                            return OrdersTotal(of: orders, title: title, language: language)
                        }
                    }
                }
            }
        }
    }

    /// Returns the caption of a page, such as "Open orders of Peña y Ibáñez, 4711 and older".
    package static func caption(of page: OrdersPage) -> String {
        let language = page.query.language ?? .english
        let all = language.text("All orders", "Alle Bestellungen")
        let status = page.query.status.map { $0.orders(in: language) } ?? all
        let customer = page.customer.map { " \(language.text("of", "von")) \($0.name)" } ?? ""
        let older = language.text("and older", "und ältere")
        let place = page.isFarFromNewest ? ", \(page.query.start - 1) \(older)" : ""
        return status + customer + place
    }
}

/// The row of an order, which offers the order's possible actions in a language.
package protocol OrderItem: GridLineItem, EventItem, SendableMetatype where Data == Order, Context == Void {
    static var language: OrderLanguage { get }
}

/// The row of an order in English.
package enum OrderLine: OrderItem {
    package static let language = OrderLanguage.english
}

/// The row of an order in German.
package enum GermanOrderLine: OrderItem {
    package static let language = OrderLanguage.german
}

extension OrderItem {
    package static func fill(_ line: inout GridLine, with order: Order) {
        line.integer(order.id)
        line.date(order.placed)
        let address = "/?customer=\(order.customer.id)" + (language == .english ? "" : "&language=de")
        line.text(order.customer.name, link: address)
        line.text(order.customer.city)
        line.decimal(order.total, scale: 2, shown: language.amount(order.total))
        let isPaid = order.received == order.total
        line.decimal(
            order.received, scale: 2, shown: language.amount(order.received), role: isPaid ? .plain : .muted)
        line.text(order.status.rawValue, shown: order.status.word(in: language), role: order.status.role)
    }

    package static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
        func label(_ english: String, _ german: String) -> String {
            let name = "\(order.id), \(order.customer.name)"
            return language.text("\(english) order \(name)", "Bestellung \(name) \(german)")
        }
        let cancel = label("Cancel", "stornieren")
        return switch (place, order.status) {
        case (.trailing, .open):
            [
                RowAction(
                    language.text("Pay", "Bezahlen"), .pay, accessibilityLabel: label("Pay", "bezahlen")),
                RowAction(
                    language.text("Cancel", "Stornieren"), .cancel, isDestructive: true,
                    confirmation: "\(cancel)?", accessibilityLabel: cancel),
            ]
        case (.trailing, .paid):
            [
                RowAction(
                    language.text("Ship", "Versenden"), .ship, accessibilityLabel: label("Ship", "versenden"))
            ] + (order.received > 0 ? [refund(order, label("Refund", "erstatten"))] : [])
        default: []
        }
    }

    private static func refund(_ order: Order, _ label: String) -> RowAction {
        let most = language.amount(order.received)
        return RowAction(
            language.text("Refund", "Erstatten"), .refund,
            asking: .amount(
                "amount", label: language.text("Amount, at most \(most)", "Betrag, höchstens \(most)"),
                in: 1...order.received, scale: 2),
            isDestructive: true, accessibilityLabel: label)
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
    package init?(_ event: AgentEvent) {
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
    /// - Returns: The command, or `nil` if the event is not a command. The command of a refund has an amount of one cent.
    package init?(eventNamed event: String, order: Order.ID) {
        switch event {
        case EventName.pay.text: self.init(.pay, order: order)
        case EventName.ship.text: self.init(.ship, order: order)
        case EventName.cancel.text: self.init(.cancel, order: order)
        case EventName.refund.text: self.init(.refund(cents: 1), order: order)
        default: return nil
        }
    }
}

/// Orders that have arrived since a page was opened.
struct NewerOrders: Equatable {
    let count: Int
    /// The filters of the page, whose newest orders the line links to.
    let status: OrderStatus?
    let customer: Customer.ID?
    let language: OrderLanguage?

    init(_ page: OrdersPage) {
        count = page.newerCount
        status = page.query.status
        customer = page.query.customer
        language = page.query.language
    }

    var address: String {
        let fields = [
            status.map { "status=\($0)" }, customer.map { "customer=\($0)" },
            language.map { "language=\($0.rawValue)" },
        ].compactMap { $0 }
        return "/" + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }
}

/// The line above the orders that leads to newer ones.
enum NewerOrdersLine: GridLineItem {
    static func fill(_ line: inout GridLine, with newer: NewerOrders) {
        let isOne = newer.count == 1
        let text = (newer.language ?? .english).text(
            "newer \(isOne ? "order" : "orders")", "neuere Bestellung\(isOne ? "" : "en")")
        line.text("↑ \(newer.count) \(text)", link: newer.address, role: .strong)
    }
}

/// Amounts of several orders.
struct OrdersTotal: Equatable {
    let title: String
    let language: OrderLanguage
    let total: Int
    let received: Int

    init(of orders: [Order], title: String, language: OrderLanguage) {
        self.title = title
        self.language = language
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
        let language = amounts.language
        line.decimal(amounts.total, scale: 2, shown: language.amount(amounts.total))
        line.decimal(amounts.received, scale: 2, shown: language.amount(amounts.received))
    }
}

extension OrderStatus {
    /// Returns the orders with the status, such as "Open orders".
    package func orders(in language: OrderLanguage) -> String {
        let title = title(in: language)
        return language.text("\(title) orders", "\(title)e Bestellungen")
    }

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
