/// An order of a customer, with its amounts in cents.
package struct Order: Identifiable, Hashable, Sendable {
    package let id: Int
    package private(set) var customer: Customer
    /// The date of the order, in ISO 8601.
    package let placed: String
    package let total: Int
    package private(set) var status: OrderStatus
    /// The received amount: payments minus refunds.
    package private(set) var received: Int
    /// A note about the order in one line, which can be empty.
    package private(set) var note: String

    package init(
        id: Int, customer: Customer, placed: String, total: Int, status: OrderStatus, received: Int,
        note: String = ""
    ) {
        self.id = id
        self.customer = customer
        self.placed = placed
        self.total = total
        self.status = status
        self.received = received
        self.note = note
    }
}

package struct Customer: Identifiable, Hashable, Sendable {
    package let id: Int
    package let name: String
    package fileprivate(set) var city: String

    package init(id: Int, name: String, city: String) {
        self.id = id
        self.name = name
        self.city = city
    }
}

/// The status of an order, in the order in which tables group orders.
package enum OrderStatus: String, CaseIterable, Sendable {
    case open, paid, shipped, refunded, cancelled
}

/// A change of an order that a person or a program requests.
package struct OrderCommand: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case pay, ship, cancel
        case refund(cents: Int)
        /// Changes the note of the order, or the city of its customer. The old text is the one that the person has seen.
        case setNote(String, from: String)
        case setCity(String, from: String)
    }

    package let order: Order.ID
    package let action: Action

    package init(_ action: Action, order: Order.ID) {
        self.order = order
        self.action = action
    }
}

/// A change of the orders, by which a page knows whether its table can change.
package enum OrderChange: Hashable, Sendable {
    /// One order, with its statuses before and after the change. The status is `nil` before an order is created, and after it
    /// is deleted.
    case order(Order.ID, of: Customer.ID, from: OrderStatus?, to: OrderStatus?)
    /// Any orders, for example after a change of a customer's name.
    case any
}

extension Order {
    /// Performs an action if the rules of the business allow it.
    ///
    /// - Returns: The payment in cents: negative for a refund, and 0 without a payment.
    /// - Throws: The reason for a refusal. The order is then unchanged.
    package mutating func carryOut(_ action: OrderCommand.Action) throws(OrderError) -> Int {
        switch (action, status) {
        case (.pay, .open):
            status = .paid
            received = total
            return total
        case (.cancel, .open):
            status = .cancelled
            return 0
        case (.ship, .paid):
            status = .shipped
            return 0
        case (.refund(let cents), .paid):
            guard cents > 0 else { throw .refundNotPositive }
            guard cents <= received else { throw .refundTooLarge(rest: received) }
            received -= cents
            if received == 0 { status = .refunded }
            return -cents
        case (.setNote(let text, let seen), _):
            guard note == seen || note == text else { throw .changed(to: note) }
            note = try Self.line(text, upTo: 200)
            return 0
        case (.setCity(let text, let seen), _):
            guard customer.city == seen || customer.city == text else { throw .changed(to: customer.city) }
            guard text.contains(where: { !$0.isWhitespace }) else { throw .emptyCity }
            customer.city = try Self.line(text, upTo: 80)
            return 0
        default:
            throw .conflict(id, status)
        }
    }

    /// Returns a text that is at most one line of some characters.
    private static func line(_ text: String, upTo length: Int) throws(OrderError) -> String {
        let hasControl = text.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value }
        guard text.count <= length, !hasControl else { throw .textTooLong(length) }
        return text
    }
}

/// The reason for a refusal of the business: a code for programs, and a sentence for people in each language.
package struct OrderError: Error, Hashable, Sendable {
    package enum Kind: Sendable {
        /// The order does not exist.
        case notFound
        /// The order's status does not allow the action.
        case conflict
        /// The action is never possible.
        case invalid
    }

    package let kind: Kind
    package let code: String
    private let messages: [OrderLanguage: String]

    private init(kind: Kind, code: String, _ english: String, _ german: String) {
        self.kind = kind
        self.code = code
        messages = [.english: english, .german: german]
    }

    /// The sentence in English.
    package var message: String { message(in: .english) }

    /// Returns the sentence in a language.
    package func message(in language: OrderLanguage) -> String { messages[language] ?? code }

    package static func noSuchOrder(_ id: Order.ID) -> Self {
        Self(
            kind: .notFound, code: "noSuchOrder", "There is no order \(id).",
            "Die Bestellung \(id) gibt es nicht.")
    }

    static func conflict(_ id: Order.ID, _ status: OrderStatus) -> Self {
        guard status != .open else {
            return Self(
                kind: .conflict, code: "orderIsOpen", "Order \(id) is still open; it must be paid before.",
                "Die Bestellung \(id) ist noch offen und muss vorher bezahlt werden.")
        }
        let word = status.word(in: .german)
        return Self(
            kind: .conflict, code: "orderIs\(status.title)",
            "Order \(id) is \(status) already, so that this can't be done any more.",
            "Die Bestellung \(id) ist schon \(word), deshalb ist das nicht mehr möglich.")
    }

    /// Another person has changed a text since it was seen.
    package static func changed(to text: String) -> Self {
        Self(
            kind: .conflict, code: "textChanged",
            text.isEmpty
                ? "Somebody has removed this text in the meantime."
                : "Somebody has changed this to “\(text)”.",
            text.isEmpty
                ? "Jemand hat diesen Text inzwischen entfernt." : "Jemand hat das in „\(text)“ geändert.")
    }

    static var emptyCity: Self {
        Self(
            kind: .invalid, code: "emptyCity", "A customer has a city; write its name.",
            "Ein Kunde hat einen Ort. Geben Sie ihn an.")
    }

    static func textTooLong(_ length: Int) -> Self {
        Self(
            kind: .invalid, code: "textTooLong", "Write one line of at most \(length) characters.",
            "Schreiben Sie eine Zeile mit höchstens \(length) Zeichen.")
    }

    static var refundNotPositive: Self {
        Self(
            kind: .invalid, code: "refundNotPositive", "A refund must be more than nothing.",
            "Eine Erstattung muss mehr als nichts sein.")
    }

    static func refundTooLarge(rest: Int) -> Self {
        Self(
            kind: .invalid, code: "refundTooLarge",
            "No more than \(euros(rest)) can be refunded of this order.",
            "Von dieser Bestellung können höchstens \(OrderLanguage.german.amount(rest)) erstattet werden.")
    }
}

extension OrderStatus {
    /// The status as a word for people, such as "Open".
    package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// Returns an amount in a readable form, such as "€1,234.50".
package func euros(_ cents: Int) -> String {
    let digits = String(cents.magnitude / 100)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
        grouped.append(digit)
    }
    let rest = cents.magnitude % 100
    return "\(cents < 0 ? "-" : "")€\(grouped).\(rest < 10 ? "0" : "")\(rest)"
}
