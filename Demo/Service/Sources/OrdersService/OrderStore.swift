import Crypto
import Foundation
package import Orders
import TableAgent
package import TableLive

/// The orders in a database, and the rules by which they change.
///
/// All statements are constant text. Values from requests are parameters. `OrderSelection` makes the statements of queries.
package struct OrderStore: Sendable {
    let database: any OrderDatabase

    /// The time in which the orders of a page's query are counted. After this time, the page says that there are more than it shows.
    var countTime = Duration.milliseconds(50)

    /// The time in which the orders of a page are read. After this time, the page is refused.
    var pageTime = Duration.seconds(5)

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
            let store = Self(try SQLiteDatabase(path: name, sampleCount: sampleCount))
            try await store.addSortKeys()
            return store
        }
        #if PostgreSQL
            let store = Self(
                try await PostgreSQLDatabase(
                    name, sampleCount: sampleCount, usesNotifications: usesNotifications))
            try await store.addSortKeys()
            return store
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
            try Self.carryOut(command, db)
        }
    }

    /// Performs commands in one transaction: those that the business allows.
    ///
    /// - Parameters:
    ///   - commands: The commands, each for another order.
    ///   - key: The key of the request. A request with the same key is carried out only once.
    ///   - outcome: The outcome of the rows that the page has refused.
    /// - Returns: The outcome of all rows, which is stored with the key.
    package func carryOut(
        _ commands: [OrderCommand], once key: IdempotencyKey, after outcome: LiveOutcome
    ) async throws -> LiveOutcome {
        try await database.write { db in
            guard try Self.record(key, db) else {
                return try key.outcome(of: Self.fingerprint(of: key, db)) ?? outcome
            }
            var outcome = outcome
            // Transactions that lock orders in the same order don't wait for each other in a circle.
            for command in commands.sorted(by: { $0.order < $1.order }) {
                do {
                    try Self.carryOut(command, db)
                } catch let error as OrderError {
                    outcome.refuse(command.order, because: error.refusal)
                }
            }
            try db.execute(
                "UPDATE requests SET content = $1 WHERE id = $2",
                [.text(key.fingerprint(with: outcome)), .text(key.id)])
            return outcome
        }
    }

    /// Performs a command.
    ///
    /// - Throws: ``Orders/OrderError`` if the business does not allow the command. Nothing is changed then.
    private static func carryOut(_ command: OrderCommand, _ db: any OrderConnection) throws {
        try db.lock(command.order)
        let old = try order(command.order, db)
        var order = old
        let payment = try order.carryOut(command.action)
        if order.customer.city != old.customer.city { try move(old.customer, to: order.customer.city, db) }
        if (order.status, order.note) != (old.status, old.note) {
            try db.execute(
                "UPDATE orders SET status = $1, note = $2 WHERE id = $3",
                [.text(order.status.rawValue), .text(order.note), .integer(order.id)])
        }
        if payment != 0 {
            try db.execute(
                "INSERT INTO payments (orderID, cents) VALUES ($1, $2)",
                [.integer(order.id), .integer(payment)])
        }
    }

    /// Changes the city of a customer, which the order of a command does not lock.
    private static func move(_ customer: Customer, to city: String, _ db: any OrderConnection) throws {
        let moved = try db.integer(
            """
            UPDATE customers SET city = $1, cityKey = $2, cityFolded = $3 WHERE id = $4 AND city = $5 RETURNING 1
            """,
            [
                .text(city), .sortKey(of: city), .text(TableQuery.folded(city)),
                .integer(customer.id), .text(customer.city),
            ])
        guard moved == nil else { return }
        throw OrderError.changed(
            to: try db.text("SELECT city FROM customers WHERE id = $1", [.integer(customer.id)]) ?? "")
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

    private static func order(_ id: Order.ID, _ db: any OrderConnection) throws -> Order {
        let order = try db.rows("\(Order.select) WHERE o.id = \(.integer(id))", as: Order.init).first
        guard let order else { throw OrderError.noSuchOrder(id) }
        return order
    }
}
