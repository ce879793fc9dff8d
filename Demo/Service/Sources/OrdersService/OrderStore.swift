import Crypto
import Foundation
import GRDB
package import Orders
package import TableLive

/// The orders in an SQLite database.
///
/// Readers and the writer don't block each other (WAL). All statements are constant text, compiled once for
/// each connection. Values from requests are bound as parameters.
package struct OrderStore: Sendable {
    /// The sessions and tokens of viewers. Their key is in the database, so they stay valid after a restart.
    let tokens: LiveTokens

    private let pool: DatabasePool

    /// Opens a database file, or creates it. An empty database is filled with sample orders.
    package init(path: String, sampleCount: Int) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        pool = try DatabasePool(path: path, configuration: configuration)
        try Self.migrator.migrate(pool)
        try pool.write { db in
            if try Int.fetchOne(db, sql: "SELECT count(*) FROM customers") == 0 {
                try Self.insert(SampleOrders(count: sampleCount), db)
            }
        }
        tokens = try pool.read(Self.tokens)
    }

    /// Reads the orders of one page, the newest first. A query of all orders reads the newest ones.
    ///
    /// - Returns: The page. Its query begins after an order, so that it stays the same when orders arrive.
    /// - Throws: ``Orders/OrderError`` for a customer that does not exist.
    package func page(_ query: OrderQuery) async throws -> OrdersPage {
        try await pool.read { db in
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
        return try await pool.read { try Self.anchored(query, $0) }
    }

    /// Returns all orders of a query, the newest first, in batches that are read on demand.
    ///
    /// Each batch is a separate read, so that a slow consumer does not block the database.
    package func batches(of query: OrderQuery) -> OrderBatches { OrderBatches(store: self, query: query) }

    fileprivate func batch(of query: OrderQuery, before id: Order.ID) async throws -> [Order] {
        try await pool.read { try Self.orders(query, before: id, limit: 1000, $0) }
    }

    /// Performs a command in one transaction, which reads the order again.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - number: The number of the request. A request with the same number is carried out only once.
    /// - Returns: The change, or `nil` if the request was carried out before.
    /// - Throws: ``Orders/OrderError`` if the business does not allow the command. The database is then
    ///   unchanged.
    @discardableResult
    package func carryOut(_ command: OrderCommand, number: LiveNumber? = nil) async throws -> OrderChange? {
        try await pool.write { db in
            if let number {
                guard try !Self.isCarriedOut(number, db) else { return nil }
                try db.cachedStatement(sql: "INSERT INTO requests (id, content) VALUES (?, ?)")
                    .execute(arguments: [number.id, number.content])
                try db.cachedStatement(sql: "DELETE FROM requests WHERE at < datetime('now', '-7 days')")
                    .execute()
            }
            var order = try Self.order(command.order, db)
            let old = order.status
            let payment = try order.carryOut(command.action)
            try db.cachedStatement(sql: "UPDATE orders SET status = ? WHERE id = ?")
                .execute(arguments: [order.status.rawValue, order.id])
            if payment != 0 {
                try db.cachedStatement(sql: Self.insertPayment).execute(arguments: [order.id, payment])
            }
            return .order(order.id, of: order.customer.id, from: old, to: order.status)
        }
    }

    /// Returns whether a request with a number was carried out.
    func isCarriedOut(_ number: LiveNumber) async throws -> Bool {
        try await pool.read { try Self.isCarriedOut(number, $0) }
    }

    private static func isCarriedOut(_ number: LiveNumber, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT content FROM requests WHERE id = ?")
        guard let content = try String.fetchOne(statement, arguments: [number.id]) else { return false }
        try number.checkRepetition(of: content)
        return true
    }

    /// Checks whether the business would allow a command, without changing anything.
    func check(_ command: OrderCommand) async throws {
        var order = try await pool.read { try Self.order(command.order, $0) }
        _ = try order.carryOut(command.action)
    }

    /// Checks whether the database answers.
    func check() async throws {
        _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT 1") }
    }

    // MARK: Statements

    /// The columns of an order, followed by those of its customer, which are read by index.
    private static let select = """
        SELECT o.id, o.placed, o.total, o.status,
            (SELECT coalesce(sum(cents), 0) FROM payments WHERE orderID = o.id), c.id, c.name, c.city
        FROM orders o JOIN customers c ON c.id = o.customerID
        """

    private static let insertPayment = "INSERT INTO payments (orderID, cents) VALUES (?, ?)"

    private static func orders(
        _ query: OrderQuery, before id: Order.ID, limit: Int, _ db: Database
    ) throws -> [Order] {
        let (filter, arguments) = filter(query)
        let sql = select + " WHERE o.id < ?\(filter) ORDER BY o.id DESC LIMIT ?"
        let rows = try Row.fetchCursor(
            try db.cachedStatement(sql: sql), arguments: [id] + arguments + [limit])
        return try Array(rows.map(Order.init))
    }

    /// Counts the orders that are newer than those of a page, up to the limit of the page.
    private static func newerCount(_ query: OrderQuery, _ db: Database) throws -> Int {
        let (filter, arguments) = filter(query)
        let sql = "SELECT count(*) FROM (SELECT 1 FROM orders o WHERE o.id >= ?\(filter) LIMIT ?)"
        let count = try Int.fetchOne(
            try db.cachedStatement(sql: sql), arguments: [query.start] + arguments + [OrdersPage.mostNewer])
        return count ?? 0
    }

    private static func anchored(_ query: OrderQuery, _ db: Database) throws -> OrderQuery {
        var result = query
        switch query.position {
        case .after, .all: return query
        case .before(let order):
            let (filter, arguments) = filter(query)
            let sql = "SELECT o.id FROM orders o WHERE o.id > ?\(filter) ORDER BY o.id LIMIT 1 OFFSET ?"
            let first = try Int.fetchOne(
                try db.cachedStatement(sql: sql), arguments: [order] + arguments + [OrderQuery.pageSize - 1])
            if let first {
                result.position = .after(first + 1)
                return result
            }
        case .newest: break
        }
        let newest = try Int.fetchOne(try db.cachedStatement(sql: "SELECT max(id) FROM orders"))
        result.position = .after((newest ?? 0) + 1)
        return result
    }

    private static func filter(_ query: OrderQuery) -> (sql: String, arguments: StatementArguments) {
        var (sql, arguments): (String, StatementArguments) = ("", [])
        if let status = query.status {
            sql += " AND o.status = ?"
            arguments += [status.rawValue]
        }
        if let customer = query.customer {
            sql += " AND o.customerID = ?"
            arguments += [customer]
        }
        return (sql, arguments)
    }

    private static func order(_ id: Order.ID, _ db: Database) throws -> Order {
        let row = try Row.fetchOne(try db.cachedStatement(sql: select + " WHERE o.id = ?"), arguments: [id])
        guard let order = try row.map(Order.init) else { throw OrderError.noSuchOrder(id) }
        return order
    }

    private static func customer(_ id: Customer.ID, _ db: Database) throws -> Customer {
        let sql = "SELECT id, name, city FROM customers WHERE id = ?"
        let row = try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: [id])
        guard let row else { throw OrderError.noSuchCustomer(id) }
        return Customer(row, from: 0)
    }

    private static func tokens(_ db: Database) throws -> LiveTokens {
        guard let secret = try Data.fetchOne(db, sql: "SELECT tokenKey FROM secrets") else {
            throw DatabaseError(message: "The database has no key for tokens.")
        }
        let key = SymmetricKey(data: secret)
        return LiveTokens(isSecure: false) { HMAC<SHA256>.authenticationCode(for: $0, using: key) }
    }

    private static func insert(_ samples: SampleOrders, _ db: Database) throws {
        for customer in samples.customers {
            try db.cachedStatement(sql: "INSERT INTO customers (id, name, city) VALUES (?, ?, ?)")
                .execute(arguments: [customer.id, customer.name, customer.city])
        }
        let insertOrder = try db.cachedStatement(
            sql: "INSERT INTO orders (id, customerID, placed, total, status) VALUES (?, ?, ?, ?, ?)")
        let insertPayment = try db.cachedStatement(sql: insertPayment)
        try samples.forEachOrder { order in
            try insertOrder.execute(arguments: [
                order.id, order.customer.id, order.placed, order.total, order.status.rawValue,
            ])
            switch order.status {
            case .paid, .shipped: try insertPayment.execute(arguments: [order.id, order.total])
            case .refunded:
                try insertPayment.execute(arguments: [order.id, order.total])
                try insertPayment.execute(arguments: [order.id, -order.total])
            case .open, .cancelled: break
            }
        }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("orders") { db in
            try db.execute(
                sql: """
                    CREATE TABLE customers (
                        id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE orders (
                        id INTEGER PRIMARY KEY,
                        customerID INTEGER NOT NULL REFERENCES customers (id),
                        placed TEXT NOT NULL, total INTEGER NOT NULL, status TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE payments (
                        id INTEGER PRIMARY KEY,
                        orderID INTEGER NOT NULL REFERENCES orders (id),
                        cents INTEGER NOT NULL, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
                    ) STRICT;
                    CREATE INDEX ordersByStatus ON orders (status);
                    CREATE INDEX ordersByCustomer ON orders (customerID, status);
                    CREATE INDEX paymentsByOrder ON payments (orderID, cents);
                    """)
        }
        migrator.registerMigration("secrets") { db in
            try db.execute(sql: "CREATE TABLE secrets (tokenKey BLOB NOT NULL) STRICT")
            let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
            try db.execute(sql: "INSERT INTO secrets (tokenKey) VALUES (?)", arguments: [key])
        }
        migrator.registerMigration("requests") { db in
            try db.execute(
                sql: """
                    CREATE TABLE requests (
                        id TEXT PRIMARY KEY, content TEXT NOT NULL, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX requestsByTime ON requests (at);
                    """)
        }
        return migrator
    }
}

extension Order {
    fileprivate init(_ row: Row) throws {
        guard let status = OrderStatus(rawValue: row[3]) else {
            throw DatabaseError(message: "The order \(row[0] as Int) has an unknown status.")
        }
        self.init(
            id: row[0], customer: Customer(row, from: 5), placed: row[1], total: row[2], status: status,
            received: row[4])
    }
}

extension Customer {
    fileprivate init(_ row: Row, from column: Int) {
        self.init(id: row[column], name: row[column + 1], city: row[column + 2])
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
