package import Orders
import TableAgent
import TableLive

// The orders that queries ask for.

extension OrderStore {
    /// Reads the orders of one page.
    ///
    /// A page before an order with too few orders before it is the first one. A page after all orders is the
    /// last one.
    ///
    /// - Throws: `LiveRefusal` for a query that orders don't have, and for a page that takes too long.
    package func page(_ query: OrderQuery) async throws -> OrdersPage {
        let selection = try OrderSelection(query)
        return try await read { [countTime, pageTime] db in
            let customers = try Self.customers(selection, db)
            let found = try db.within(pageTime) {
                try Self.page(of: query, selection: selection, customers: customers, db)
            }
            guard var page = found else { throw LiveRefusal.tooSlow }
            try Self.count(&page, selection: selection, customers: customers, within: countTime, db)
            return page
        }
    }

    /// Reads some orders, in any order. Orders that don't exist are left out.
    package func orders(_ ids: [Order.ID]) async throws -> [Order] {
        try await database.read { try Self.orders(ids, $0) }
    }

    /// Returns all orders of a query, in batches that are read on demand.
    ///
    /// Each batch is a separate read, so that a slow consumer does not block the database.
    package func batches(of query: OrderQuery) -> OrderBatches { OrderBatches(store: self, query: query) }

    /// Reads the orders of a query that follow the order of a text.
    fileprivate func batch(
        of query: OrderQuery, after text: String?
    ) async throws -> (orders: [Order], last: String?) {
        var query = query
        query.table.page = TableQuery.Page(size: 1_000, start: text.map { .after($0) } ?? .first)
        let selection = try OrderSelection(query)
        return try await read { db in
            let orders = try Self.orders(selection, of: try Self.customers(selection, db), limit: 1_000, db)
            return (orders, orders.last.map(selection.text))
        }
    }

    // MARK: Sort keys

    /// Reads the database when all customers have sort keys.
    private func read<Result: Sendable>(
        _ body: @escaping @Sendable (any OrderConnection) throws -> Result
    ) async throws -> Result {
        while true {
            let result = try await database.read { db in
                try Self.customersWithoutKeys(limit: 1, db).isEmpty ? try body(db) : nil
            }
            if let result { return result }
            try await addSortKeys()
        }
    }

    /// Adds the sort keys and the folded texts of customers that another program has added or changed.
    func addSortKeys() async throws {
        var last: Customer.ID?
        while let first = try await database.read({ try Self.customersWithoutKeys(limit: 1, $0).first?.id }) {
            // A text that another program has written may be read as another one, so that its row is found only by its id.
            let isStuck = first == last
            last = first
            try await database.write { db in
                for customer in try Self.customersWithoutKeys(limit: 1_000, db) {
                    let name = customer.name
                    let city = customer.city
                    try db.execute(
                        """
                        UPDATE customers SET nameKey = $1, cityKey = $2, nameFolded = $3, cityFolded = $4
                        WHERE id = $5 AND ((name = $6 AND city = $7) OR $8 = 1)
                        """,
                        [
                            .sortKey(of: name), .sortKey(of: city), .text(TableQuery.folded(name)),
                            .text(TableQuery.folded(city)),
                            .integer(customer.id), .text(name), .text(city), .integer(isStuck ? 1 : 0),
                        ])
                }
            }
        }
    }

    private static func customersWithoutKeys(limit: Int, _ db: any OrderConnection) throws -> [Customer] {
        try db.rows(
            """
            SELECT id, name, city FROM customers WHERE nameKey IS NULL OR cityKey IS NULL ORDER BY id LIMIT $1
            """, [.integer(limit)]
        ) { try Customer($0, from: 0) }
    }

    // MARK: Pages

    private static func page(
        of query: OrderQuery, selection: OrderSelection, customers: [Customer.ID]?,
        _ db: any OrderConnection
    ) throws -> OrdersPage {
        let size = query.table.page?.size ?? OrderQuery.pageSize ?? 50
        var start = query.table.page?.start ?? .first
        func orders(_ selection: OrderSelection, isBackward: Bool = false) throws -> [Order] {
            // One additional order tells whether there is another page.
            try Self.orders(selection, of: customers, isBackward: isBackward, limit: size + 1, db)
        }
        var isBackward = false
        switch start {
        case .last, .before: isBackward = true
        case .first, .after, .offset: break
        }
        var all = try orders(selection, isBackward: isBackward)
        if isBackward ? all.count < size && start != .last : all.isEmpty && start != .first {
            // There are too few orders before the start, or no orders after it.
            start = isBackward ? .first : .last
            isBackward.toggle()
            all = try orders(selection.atFirst, isBackward: isBackward)
        }
        let hasMore = all.count > size
        var page: OrdersPage
        if isBackward {
            page = OrdersPage(query, all.prefix(size).reversed())
            page.previous = hasMore ? page.orders.first.map(selection.text) : nil
            page.next = start == .last ? nil : page.orders.last.map(selection.text)
        } else {
            page = OrdersPage(query, Array(all.prefix(size)))
            page.previous = start == .first ? nil : page.orders.first.map(selection.text)
            page.next = hasMore ? page.orders.last.map(selection.text) : nil
            page.following = hasMore ? all.last?.id : nil
        }
        page.customers = customers.map(Set.init)
        page.statuses = selection.statuses
        return page
    }

    /// Counts the orders of a page's query, up to a limit, and for at most some time.
    private static func count(
        _ page: inout OrdersPage, selection: OrderSelection, customers: [Customer.ID]?,
        within time: Duration, _ db: any OrderConnection
    ) throws {
        let limit = OrdersPage.countLimit + 1
        let all = "SELECT count(*) FROM (SELECT 1 FROM orders LIMIT $1) orders"
        page.totalCount = try db.integer(all, [.integer(limit)]) ?? 0
        if page.previous == nil, page.next == nil {
            page.count = page.orders.count
        } else if let statement = selection.count(of: customers, upTo: limit) {
            let count = try db.within(time) { try db.rows(statement) { try $0.integer(0) }.first ?? 0 }
            if let count {
                page.count = count
            } else {
                // There are more orders than those of the page.
                page.countLimit = page.orders.count
                page.count = page.countLimit + 1
            }
        } else {
            page.count = page.totalCount
        }
    }

    /// The customers of a query, or `nil` for all or very many.
    private static func customers(
        _ selection: OrderSelection, _ db: any OrderConnection
    ) throws -> [Customer.ID]? {
        let limit = 1_000
        guard let statement = selection.customers(upTo: limit + 1) else { return nil }
        let customers = try db.rows(statement) { try $0.integer(0) }
        return customers.count > limit ? nil : customers
    }

    private static func orders(
        _ selection: OrderSelection, of customers: [Customer.ID]?, isBackward: Bool = false, limit: Int,
        _ db: any OrderConnection
    ) throws -> [Order] {
        let few = 1_000
        let count = try selection.countOfStatuses(upTo: few + 1).flatMap { statement in
            try db.rows(statement) { try $0.integer(0) }.first
        }
        let hasFewOrders = count.map { $0 <= few } ?? false
        var ids: [Order.ID] = []
        for part in selection.parts(isBackward: isBackward) where ids.count < limit {
            let statement = selection.ids(
                in: part, of: customers, hasFewOrders: hasFewOrders, limit: limit - ids.count)
            ids += try db.rows(statement) { try $0.integer(0) }
        }
        return try orders(ids, db)
    }

    private static func orders(_ ids: [Order.ID], _ db: any OrderConnection) throws -> [Order] {
        guard !ids.isEmpty else { return [] }
        let list = OrderStatement(ids.map { "\(.integer($0))" }, separator: ", ")
        let orders = try db.rows("\(Order.select) WHERE o.id IN (\(list))", as: Order.init)
        let byID = Dictionary(orders.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }
    }
}

extension LiveRefusal {
    fileprivate static let tooSlow = LiveRefusal(503, "queryTooSlow") {
        $0.text(
            "Reading these orders takes too long. Sort by another column, or add a filter.",
            "Es dauert zu lange, diese Bestellungen zu lesen. Sortieren Sie nach einer anderen Spalte, oder fügen Sie einen Filter hinzu."
        )
    }
}

extension Order {
    /// The columns of an order, followed by those of its customer, which are read by index.
    static let select: OrderStatement = """
        SELECT o.id, o.placed, o.total, o.status, o.received, o.note, c.id, c.name, c.city
        FROM orders o JOIN customers c ON c.id = o.customerID
        """

    init(_ row: any OrderRow) throws {
        let id = try row.integer(0)
        let name = try row.text(3)
        guard let status = OrderStatus(rawValue: name) else {
            throw OrderDatabaseError("The order \(id) has the unknown status \(name).")
        }
        self.init(
            id: id, customer: try Customer(row, from: 6), placed: try row.text(1),
            total: try row.integer(2), status: status, received: try row.integer(4), note: try row.text(5))
    }
}

extension Customer {
    init(_ row: any OrderRow, from column: Int) throws {
        self.init(
            id: try row.integer(column), name: try row.text(column + 1), city: try row.text(column + 2))
    }
}

/// All orders of a query, in batches.
package struct OrderBatches: AsyncSequence, Sendable {
    fileprivate let store: OrderStore
    fileprivate let query: OrderQuery

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(batches: self) }

    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let batches: OrderBatches
        private var last: String?
        private var isAtEnd = false

        fileprivate init(batches: OrderBatches) { self.batches = batches }

        package mutating func next() async throws -> [Order]? {
            guard !isAtEnd else { return nil }
            let batch = try await batches.store.batch(of: batches.query, after: last)
            last = batch.last
            isAtEnd = batch.orders.isEmpty
            return isAtEnd ? nil : batch.orders
        }
    }
}
