package import TableAgent

/// The orders that a table contains, and the language of their page.
package struct OrderQuery: Hashable, Sendable {
    /// The number of orders of a page if no field of the address names one.
    package static let pageSize: Int? = 50

    /// The order, the filters, the search, the columns, and the page; all orders without a page.
    ///
    /// Without a sort, the newest order is the first one.
    package var table: TableQuery

    /// The language of the address, or `nil` for English.
    package var language: OrderLanguage?

    /// Creates a query, by default that of the newest orders.
    package init(
        _ table: TableQuery = TableQuery(page: TableQuery.Page(size: 50)), language: OrderLanguage? = nil
    ) {
        self.table = table
        self.language = language
    }
}

/// The orders of one page of a query.
package struct OrdersPage: Sendable {
    package let query: OrderQuery
    package let orders: [Order]
    /// The numbers of orders with and without the filters of the query.
    package var count = 0, totalCount = 0
    /// The number to which orders are counted. A greater number means more than the limit.
    package var countLimit = OrdersPage.countLimit
    /// The texts of the pages beside this one, or `nil` without such a page.
    package var previous, next: String?

    /// The order after the page, if it is known.
    package var following: Order.ID?
    /// The customers and statuses of the orders that the query can find; `nil` for all or very many customers.
    package var customers: Set<Customer.ID>?
    package var statuses = Set(OrderStatus.allCases)

    /// The number to which orders are counted if there is time enough.
    package static let countLimit = 10_000

    package init(_ query: OrderQuery, _ orders: [Order]) {
        self.query = query
        self.orders = orders
    }
}

// MARK: Changes

extension OrdersPage {
    /// Returns whether a change can change this page: one of its orders, their list, or the numbers of orders.
    ///
    /// A change names the statuses of an order. The amount that it has received, and its note, may have changed as well.
    package func isTouched(by change: OrderChange) -> Bool {
        guard case .order(let order, let customer, let old, let new) = change else { return true }
        if orders.contains(where: { $0.id == order }) || order == following { return true }
        // A new order, or one that is deleted, changes the number of all orders.
        if (old == nil) != (new == nil), totalCount <= Self.countLimit { return true }
        guard customers?.contains(customer) ?? true else { return false }
        let table = query.table
        let was = old.map(statuses.contains) ?? false
        let remains = new.map(statuses.contains) ?? false
        guard was || remains else { return false }
        let columns = Set(table.sorts.map(\.column) + table.filters.flatMap(\.columns))
        if was, remains {
            // The order meets the filters as before, and has the same place, unless they depend on what has changed.
            return columns.contains("received")
                || (old != new && table.sorts.contains { $0.column == "status" })
        }
        if count <= countLimit || !table.sorts.isEmpty { return true }
        // Without a sort, an order after the page changes nothing on it.
        switch table.page?.start {
        case .first: return next == nil || order > orders.last?.id ?? .min
        case .after(let text):
            // The last page is also shown for a start that no order follows.
            return next == nil || (order < Int(text) ?? .max && order > orders.last?.id ?? .min)
        case .before, .last, .offset, nil: return true
        }
    }
}

extension TableQuery.Filter {
    /// The keys of the columns that the filter depends on.
    fileprivate var columns: [String] {
        switch self {
        case .column(let key, _): [key]
        case .not(let filter): filter.columns
        case .any(let filters): filters.flatMap(\.columns)
        }
    }
}
