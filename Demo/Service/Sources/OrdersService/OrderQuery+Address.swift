package import Orders
import TableLive

extension OrderQuery: LiveQuery {
    /// Reads a query from the fields `status`, `customer`, and `page`.
    package init(_ fields: [String: String]) throws { try self.init(fields, allowsAll: false) }

    package var fields: [String: String] {
        var fields: [String: String] = [:]
        fields["status"] = status?.rawValue
        fields["customer"] = customer.map { "\($0)" }
        if page != 1 { fields["page"] = page.map { "\($0)" } ?? "all" }
        return fields
    }

    /// Reads a query from the same fields.
    ///
    /// - Parameter allowsAll: Whether the page may be `all`.
    init(_ fields: [String: String], allowsAll: Bool) throws(LiveRefusal) {
        self.init()
        if let text = fields["status"] {
            guard let status = OrderStatus(rawValue: text) else {
                let known = OrderStatus.allCases.map(\.rawValue).joined(separator: ", ")
                throw LiveRefusal(400, "invalidStatus", "The status must be one of \(known).")
            }
            self.status = status
        }
        if let text = fields["customer"] {
            guard let id = Int(text), id > 0 else {
                throw LiveRefusal(400, "invalidCustomer", "The customer must be a number.")
            }
            customer = id
        }
        if let text = fields["page"] {
            page = Int(text)
            if allowsAll, text == "all" { return }
            guard let page, 1...1_000_000 ~= page else {
                let all = allowsAll ? ", or “all”" : ""
                throw LiveRefusal(400, "invalidPage", "The page must be a number from 1\(all).")
            }
        }
    }
}
