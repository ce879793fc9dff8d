import Orders
import TableLive

extension OrderQuery {
    /// Reads a query from the fields `status`, `customer` and `page`.
    ///
    /// - Parameter allowsAll: Whether the page may be `all`.
    init(_ fields: [String: String], allowsAll: Bool = false) throws(LiveRefusal) {
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

    /// The query of an address in a canonical form: `status=open&page=2`.
    var text: String {
        var fields: [String] = []
        if let status { fields.append("status=\(status.rawValue)") }
        if let customer { fields.append("customer=\(customer)") }
        if page != 1 { fields.append("page=\(page.map(String.init) ?? "all")") }
        return fields.joined(separator: "&")
    }

    /// Returns an address with the query.
    func address(_ path: String) -> String { text.isEmpty ? path : "\(path)?\(text)" }
}
