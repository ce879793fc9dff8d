/// A language of the people who read orders.
package enum OrderLanguage: String, Hashable, Sendable {
    case english = "en"
    case german = "de"

    /// Returns one of two texts.
    package func text(_ english: String, _ german: String) -> String { self == .english ? english : german }

    /// Returns an amount in a readable form, such as "€1,234.50" or "1.234,50 €".
    package func amount(_ cents: Int) -> String {
        let text = euros(cents)
        guard self == .german else { return text }
        let digits = text.filter { $0 != "€" }
            .map { $0 == "," ? "." : $0 == "." ? "," : $0 }
        return String(digits) + "\u{A0}€"
    }

    /// Returns a number of orders, such as "2 orders".
    func orders(_ count: Int) -> String {
        text("\(count) \(count == 1 ? "order" : "orders")", "\(count) Bestellung\(count == 1 ? "" : "en")")
    }
}

extension OrderStatus {
    /// Returns all statuses in the order of their words.
    package static func sorted(in language: OrderLanguage) -> [OrderStatus] {
        allCases.sorted { $0.word(in: language) < $1.word(in: language) }
    }

    /// Returns the status as a word within a sentence, such as "open".
    package func word(in language: OrderLanguage) -> String {
        guard language == .german else { return rawValue }
        return switch self {
        case .open: "offen"
        case .paid: "bezahlt"
        case .shipped: "versandt"
        case .refunded: "erstattet"
        case .cancelled: "storniert"
        }
    }

    /// Returns the status as a title, such as "Open".
    package func title(in language: OrderLanguage) -> String {
        let word = word(in: language)
        return word.prefix(1).uppercased() + word.dropFirst()
    }
}
