package import Orders
import TableAgent
import TableLive

extension OrderQuery: LiveQuery {
    /// Reads a query from the fields `status`, `customer`, `language`, and either `after` or `before`.
    package init(_ fields: [String: String]) throws { try self.init(fields, allowsAll: false) }

    package var fields: [String: String] {
        var fields: [String: String] = [:]
        fields["status"] = status?.rawValue
        fields["customer"] = customer.map { "\($0)" }
        fields["language"] = language?.rawValue
        switch position {
        case .newest: break
        case .after(let order): fields["after"] = "\(order)"
        case .before(let order): fields["before"] = "\(order)"
        case .all: fields["page"] = "all"
        }
        return fields
    }

    /// Reads a query from the same fields.
    ///
    /// - Parameter allowsAll: Whether the field `page` may be `all`.
    init(_ fields: [String: String], allowsAll: Bool) throws(LiveRefusal) {
        self.init()
        if let text = fields["status"] {
            guard let status = OrderStatus(rawValue: text) else {
                let known = OrderStatus.allCases.map(\.rawValue).joined(separator: ", ")
                throw LiveRefusal(400, "invalidStatus") {
                    $0.text(
                        "The status must be one of \(known).",
                        "Der Status muss einer von diesen sein: \(known).")
                }
            }
            self.status = status
        }
        if let text = fields["customer"] {
            guard let id = Int(text), id > 0 else {
                throw LiveRefusal(400, "invalidCustomer") {
                    $0.text("The customer must be a number.", "Der Kunde muss eine Zahl sein.")
                }
            }
            customer = id
        }
        if let text = fields["language"] {
            guard let language = OrderLanguage(rawValue: text) else {
                throw LiveRefusal(400, "invalidLanguage", "The language must be one of en, de.")
            }
            self.language = language
        }
        let positions = fields.filter { ["after", "before", "page"].contains($0.key) }
        guard let (name, text) = positions.first else { return }
        switch (positions.count, name, Int(text)) {
        case (1, "after", let order?) where order > 0: position = .after(order)
        case (1, "before", let order?) where order >= 0: position = .before(order)
        case (1, "page", nil) where allowsAll && text == "all": position = .all
        default:
            throw LiveRefusal(400, "invalidPosition") {
                let all = allowsAll ? $0.text(", or “page=all”", " oder „page=all“") : ""
                return $0.text(
                    "A page begins after or ends before an order, such as “after=7” or “before=7”\(all).",
                    "Eine Seite beginnt nach einer Bestellung oder endet vor einer, wie „after=7“ oder „before=7“\(all)."
                )
            }
        }
    }

    /// The words of the language.
    var words: TableWords { language == .german ? .german : .english }
}

extension TableWords {
    /// Returns one of two texts.
    func text(_ english: String, _ german: String) -> String {
        (OrderLanguage(rawValue: language) ?? .english).text(english, german)
    }
}
