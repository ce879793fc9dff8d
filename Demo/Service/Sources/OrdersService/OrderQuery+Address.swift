package import Orders
import TableLive

extension OrderQuery: LiveQuery {
    /// Reads a query from the fields `status`, `customer`, and either `after` or `before`.
    package init(_ fields: [String: String]) throws { try self.init(fields, allowsAll: false) }

    package var fields: [String: String] {
        var fields: [String: String] = [:]
        fields["status"] = status?.rawValue
        fields["customer"] = customer.map { "\($0)" }
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
        let positions = fields.filter { ["after", "before", "page"].contains($0.key) }
        guard let (name, text) = positions.first else { return }
        switch (positions.count, name, Int(text)) {
        case (1, "after", let order?) where order > 0: position = .after(order)
        case (1, "before", let order?) where order >= 0: position = .before(order)
        case (1, "page", nil) where allowsAll && text == "all": position = .all
        default:
            let all = allowsAll ? ", or “page=all”" : ""
            throw LiveRefusal(
                400, "invalidPosition",
                "A page begins after or ends before an order, such as “after=7” or “before=7”\(all).")
        }
    }
}
