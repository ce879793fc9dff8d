package import TableAgent

/// Makes a table from a page of orders: a section with a total for each status, and a total of the whole table. Sorted orders
/// are one list.
package struct OrdersReformer: StatelessReformer {
    package static let columns = columns(in: .english)

    package static func columns(in language: OrderLanguage) -> [GridColumn] {
        let statuses = OrderStatus.allCases
        let choice = GridColumn.Filter.choice(
            statuses.map(\.rawValue), shown: statuses.map { $0.word(in: language) })
        return [
            GridColumn(
                language.text("Order", "Bestellung"), key: "id", alignment: .right, filter: .numbers),
            GridColumn(language.text("Placed", "Datum"), key: "placed", filter: .dates),
            GridColumn(
                language.text("Customer", "Kunde"), key: "customer", alignment: .left, width: 12...40,
                filter: .text),
            GridColumn(language.text("City", "Ort"), key: "city", alignment: .left, filter: .text),
            GridColumn(
                language.text("Total", "Betrag"), key: "total", alignment: .right, bar: .automatic,
                filter: .numbers),
            GridColumn(
                language.text("Received", "Erhalten"), key: "received", alignment: .right, filter: .numbers),
            GridColumn("Status", key: "status", alignment: .left, filter: choice),
            GridColumn(
                language.text("Note", "Notiz"), key: "note", alignment: .left, isSortable: false,
                filter: .none),
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
        let total = Foot(of: Order.self, as: TotalLine.self) { orders in
            let title = language.text("Total of this page", "Summe dieser Seite")
            return OrdersTotal(of: orders, title: title, language: language)
        }
        let table = TableInfo(
            caption: language.text("Orders", "Bestellungen"), columns: Self.columns(in: language),
            foot: page.orders.isEmpty ? nil : total
        ) {
            if page.query.table.sorts.isEmpty {
                for status in OrderStatus.allCases { Self.section(status, of: page, in: language, as: line) }
            } else if !page.orders.isEmpty {
                TableSection(id: "orders") { Rows(page.orders, as: line) }
            }
        }
        return table.answering(
            page.query.table, matching: page.count, of: page.totalCount, countingTo: page.countLimit,
            previous: page.previous, next: page.next)
    }

    /// Returns the section of a status, unless the page has no such order.
    @TableBuilder private static func section(
        _ status: OrderStatus, of page: OrdersPage, in language: OrderLanguage,
        as line: (some OrderItem).Type
    ) -> [TableSection] {
        let orders = page.orders.filter { $0.status == status }
        if !orders.isEmpty {
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

/// The row of an order, which offers the order's possible actions in a language. The note of the order, and the city of its
/// customer, can be edited.
package protocol OrderItem: EventItem, DetailItem, SendableMetatype where Data == Order, Context == Void {
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
        line.text(order.customer.name, link: order.customer.address(in: language))
        line.text(order.customer.city)
        line.decimal(order.total, scale: 2, shown: language.amount(order.total))
        let isPaid = order.received == order.total
        line.decimal(
            order.received, scale: 2, shown: language.amount(order.received), role: isPaid ? .plain : .muted)
        line.text(order.status.rawValue, shown: order.status.word(in: language), role: order.status.role)
        line.text(order.note)
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
                    language.text("Pay", "Bezahlen"), .pay, accessibilityLabel: label("Pay", "bezahlen"),
                    allowsMany: true),
                RowAction(
                    language.text("Cancel", "Stornieren"), .cancel, isDestructive: true,
                    confirmation: "\(cancel)?", accessibilityLabel: cancel, allowsMany: true),
            ]
        case (.trailing, .paid):
            [
                RowAction(
                    language.text("Ship", "Versenden"), .ship, accessibilityLabel: label("Ship", "versenden"),
                    allowsMany: true)
            ] + (order.received > 0 ? [refund(order, label("Refund", "erstatten"))] : [])
        default: []
        }
    }

    package static func edits(for order: Order) -> [RowAction] {
        func edit(
            _ column: String, _ label: String, _ old: String, maximumLength: Int, isRequired: Bool,
            _ name: EventName<TextChange>
        ) -> RowAction {
            RowAction(
                editing: column, name,
                asking: .text(
                    column, label: label, isRequired: isRequired, maximumLength: maximumLength, initial: old)
            ) { TextChange(text: $0, old: old) }
        }
        let city = language.text("City", "Ort")
        return [
            edit("city", city, order.customer.city, maximumLength: 80, isRequired: true, .setCity),
            edit(
                "note", language.text("Note", "Notiz"), order.note, maximumLength: 200, isRequired: false,
                .setNote),
        ]
    }

    package static func fill(_ details: inout RowDetails, with order: Order) {
        details.add(language.text("Outstanding", "Ausstehend")) { line in
            let rest = order.total - order.received
            line.decimal(rest, scale: 2, shown: language.amount(rest))
        }
        details.add(language.text("Customer number", "Kundennummer")) { $0.integer(order.customer.id) }
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

/// A new text, and the one that the person has seen.
package struct TextChange: Hashable, Sendable {
    package let text, old: String
}

extension EventName<TextChange> {
    package static var setCity: Self { Self("setCity") }
    package static var setNote: Self { Self("setNote") }
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
        case .setCity:
            guard let city = event.payload(of: .setCity) else { return nil }
            self.init(.setCity(city.text, from: city.old), order: order.id)
        case .setNote:
            guard let note = event.payload(of: .setNote) else { return nil }
            self.init(.setNote(note.text, from: note.old), order: order.id)
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

extension Customer {
    /// Returns the address of the page with the orders of the customer's name.
    package func address(in language: OrderLanguage) -> String {
        var address = "/?customer="
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: address.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                // A backslash takes a sign literally.
                if "\\,.!~^<>-".utf8.contains(byte) { address += "%5C" }
                address += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return address + (language == .english ? "" : "&language=de")
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
