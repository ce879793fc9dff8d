import Crypto
import Foundation
package import Orders
package import TableLive

/// The orders in a database, and the rules by which they change.
///
/// All statements are constant text. Values from requests are parameters.
package struct OrderStore: Sendable {
    let database: any OrderDatabase

    /// Opens a database, and creates its tables if necessary. A missing SQLite file is created. An empty database is filled
    /// with sample orders.
    ///
    /// - Parameters:
    ///   - name: The path of an SQLite file, or the address of a PostgreSQL database: `postgres://user@host/name`.
    ///   - sampleCount: The number of sample orders.
    ///   - usesNotifications: Whether PostgreSQL notifies other services of changes.
    /// - Throws: ``OrderDatabaseError`` if the program was built without PostgreSQL, and errors of the database.
    package static func open(
        _ name: String, sampleCount: Int, usesNotifications: Bool = true
    ) async throws -> Self {
        guard name.hasPrefix("postgres://") || name.hasPrefix("postgresql://") else {
            return Self(try SQLiteDatabase(path: name, sampleCount: sampleCount))
        }
        #if PostgreSQL
            return Self(
                try await PostgreSQLDatabase(
                    name, sampleCount: sampleCount, usesNotifications: usesNotifications))
        #else
            throw OrderDatabaseError.withoutPostgreSQL
        #endif
    }

    /// Uses the orders of a database.
    init(_ database: any OrderDatabase) { self.database = database }

    /// Returns the sessions and tokens of viewers. Their key is in the database, so they are valid in every process that
    /// uses the database, and after a restart.
    ///
    /// - Parameter isSecure: Whether browsers use HTTPS.
    func tokens(isSecure: Bool) -> LiveTokens {
        let key = SymmetricKey(data: database.tokenKey)
        return LiveTokens(isSecure: isSecure) { HMAC<SHA256>.authenticationCode(for: $0, using: key) }
    }

    /// Reads the orders of one page, the newest first. A query of all orders reads the newest ones.
    ///
    /// - Returns: The page. Its query begins after an order, so that it stays the same when orders arrive.
    /// - Throws: ``Orders/OrderError`` for a customer that does not exist.
    package func page(_ query: OrderQuery) async throws -> OrdersPage {
        try await database.read { db in
            let customer = try query.customer.map { try Self.customer($0, db) }
            let query = try Self.anchored(query, db)
            // One additional order tells whether there is a next page.
            let orders = try Self.orders(query, before: query.start, limit: OrderQuery.pageSize + 1, db)
            return OrdersPage(
                query: query, customer: customer, orders: Array(orders.prefix(OrderQuery.pageSize)),
                next: orders.count > OrderQuery.pageSize ? orders[OrderQuery.pageSize].id : nil,
                newerCount: query.position == .all ? 0 : try Self.newerCount(query, db))
        }
    }

    /// Returns a query for the same page that begins after an order.
    func anchored(_ query: OrderQuery) async throws -> OrderQuery {
        if case .after = query.position { return query }
        return try await database.read { try Self.anchored(query, $0) }
    }

    /// Returns all orders of a query, the newest first, in batches that are read on demand.
    ///
    /// Each batch is a separate read, so that a slow consumer does not block the database.
    package func batches(of query: OrderQuery) -> OrderBatches { OrderBatches(store: self, query: query) }

    fileprivate func batch(of query: OrderQuery, before id: Order.ID) async throws -> [Order] {
        try await database.read { try Self.orders(query, before: id, limit: 1000, $0) }
    }

    /// Performs a command in one transaction, which reads the order again.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - key: The key of the request. A request with the same key is carried out only once.
    /// - Throws: ``Orders/OrderError`` if the business does not allow the command. The database is then
    ///   unchanged.
    package func carryOut(_ command: OrderCommand, once key: IdempotencyKey? = nil) async throws {
        try await database.write { db in
            if let key, try !Self.record(key, db) { return }
            try db.lock(command.order)
            var order = try Self.order(command.order, db)
            let payment = try order.carryOut(command.action)
            try db.execute(
                "UPDATE orders SET status = $1 WHERE id = $2",
                [.text(order.status.rawValue), .integer(order.id)])
            if payment != 0 {
                try db.execute(
                    "INSERT INTO payments (orderID, cents) VALUES ($1, $2)",
                    [.integer(order.id), .integer(payment)])
            }
        }
    }

    /// Stores the key of a request for seven days, and returns whether it was not stored before.
    private static func record(_ key: IdempotencyKey, _ db: any OrderConnection) throws -> Bool {
        // An equal request at the same time waits here until this one ends.
        let new = try db.integer(
            "INSERT INTO requests (id, content) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1",
            [.text(key.id), .text(key.fingerprint)])
        guard new != nil else { return try !key.isRepetition(of: fingerprint(of: key, db)) }
        let old = Date.now.addingTimeInterval(-7 * 86_400)
        try db.execute(
            "DELETE FROM requests WHERE at < $1",
            [.text(old.formatted(.iso8601.dateTimeSeparator(.space)))])
        return true
    }

    /// Returns the stored fingerprint of a request that was carried out, or `nil` if it was not carried out.
    func fingerprint(of key: IdempotencyKey) async throws -> String? {
        try await database.read { try Self.fingerprint(of: key, $0) }
    }

    private static func fingerprint(of key: IdempotencyKey, _ db: any OrderConnection) throws -> String? {
        try db.text("SELECT content FROM requests WHERE id = $1", [.text(key.id)])
    }

    /// Checks whether the business would allow a command, without changing anything.
    func check(_ command: OrderCommand) async throws {
        var order = try await database.read { try Self.order(command.order, $0) }
        _ = try order.carryOut(command.action)
    }

    /// Checks whether the database answers.
    func ping() async throws {
        _ = try await database.read { try $0.integer("SELECT 1") }
    }

    // MARK: Statements

    /// The columns of an order, followed by those of its customer, which are read by index.
    private static let select = """
        SELECT o.id, o.placed, o.total, o.status,
            (SELECT coalesce(sum(cents), 0) FROM payments WHERE orderID = o.id), c.id, c.name, c.city
        FROM orders o JOIN customers c ON c.id = o.customerID
        """

    private static func orders(
        _ query: OrderQuery, before id: Order.ID, limit: Int, _ db: any OrderConnection
    ) throws -> [Order] {
        var (filter, values) = filter(query, after: [.integer(id)])
        values.append(.integer(limit))
        return try db.rows(
            select + " WHERE o.id < $1\(filter) ORDER BY o.id DESC LIMIT $\(values.count)", values,
            as: Order.init)
    }

    /// Counts the orders that are newer than those of a page, up to the limit of the page.
    private static func newerCount(_ query: OrderQuery, _ db: any OrderConnection) throws -> Int {
        var (filter, values) = filter(query, after: [.integer(query.start)])
        values.append(.integer(OrdersPage.mostNewer))
        let newer = "SELECT 1 FROM orders o WHERE o.id >= $1\(filter) LIMIT $\(values.count)"
        return try db.integer("SELECT count(*) FROM (\(newer)) newer", values) ?? 0
    }

    private static func anchored(_ query: OrderQuery, _ db: any OrderConnection) throws -> OrderQuery {
        var result = query
        switch query.position {
        case .after, .all: return query
        case .before(let order):
            var (filter, values) = filter(query, after: [.integer(order)])
            values.append(.integer(OrderQuery.pageSize - 1))
            let first = try db.integer(
                """
                SELECT o.id FROM orders o WHERE o.id > $1\(filter)
                ORDER BY o.id LIMIT 1 OFFSET $\(values.count)
                """, values)
            if let first {
                result.position = .after(first + 1)
                return result
            }
        case .newest: break
        }
        let newest = try db.integer("SELECT coalesce(max(id), 0) FROM orders") ?? 0
        result.position = .after(newest + 1)
        return result
    }

    /// Returns the conditions of a query, whose parameters follow other ones.
    private static func filter(
        _ query: OrderQuery, after values: [OrderValue]
    ) -> (sql: String, values: [OrderValue]) {
        var (sql, values) = ("", values)
        if let status = query.status {
            values.append(.text(status.rawValue))
            sql += " AND o.status = $\(values.count)"
        }
        if let customer = query.customer {
            values.append(.integer(customer))
            sql += " AND o.customerID = $\(values.count)"
        }
        return (sql, values)
    }

    private static func order(_ id: Order.ID, _ db: any OrderConnection) throws -> Order {
        let order = try db.rows(select + " WHERE o.id = $1", [.integer(id)], as: Order.init).first
        guard let order else { throw OrderError.noSuchOrder(id) }
        return order
    }

    private static func customer(_ id: Customer.ID, _ db: any OrderConnection) throws -> Customer {
        let customer = try db.rows("SELECT id, name, city FROM customers WHERE id = $1", [.integer(id)]) {
            try Customer($0, from: 0)
        }
        guard let customer = customer.first else { throw OrderError.noSuchCustomer(id) }
        return customer
    }
}

extension Order {
    fileprivate init(_ row: any OrderRow) throws {
        let (id, status) = (try row.integer(0), try row.text(3))
        guard let status = OrderStatus(rawValue: status) else {
            throw OrderDatabaseError("The order \(id) has the unknown status \(status).")
        }
        self.init(
            id: id, customer: try Customer(row, from: 5), placed: try row.text(1),
            total: try row.integer(2), status: status, received: try row.integer(4))
    }
}

extension Customer {
    fileprivate init(_ row: any OrderRow, from column: Int) throws {
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
        private var last = Order.ID.max

        fileprivate init(batches: OrderBatches) { self.batches = batches }

        package mutating func next() async throws -> [Order]? {
            let orders = try await batches.store.batch(of: batches.query, before: last)
            last = orders.last?.id ?? last
            return orders.isEmpty ? nil : orders
        }
    }
}
