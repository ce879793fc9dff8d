import Crypto
import Foundation
import GRDB
import Orders

/// The orders in an SQLite file.
///
/// Readers and the writer don't block each other (WAL). Each connection compiles a statement once.
struct SQLiteDatabase: OrderDatabase {
    let tokenKey: [UInt8]

    private let pool: DatabasePool

    /// Opens a database file, or creates it. An empty database is filled with sample orders.
    init(path: String, sampleCount: Int) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        pool = try DatabasePool(path: path, configuration: configuration)
        try Self.migrator.migrate(pool)
        try pool.write { db in
            if try Int.fetchOne(db, sql: "SELECT count(*) FROM customers") == 0 {
                try Self.insert(SampleOrders(count: sampleCount), db)
            }
        }
        guard let key = try pool.read({ try Data.fetchOne($0, sql: "SELECT tokenKey FROM secrets") }) else {
            throw OrderDatabaseError("The database has no key for tokens.")
        }
        tokenKey = Array(key)
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any OrderConnection) throws -> Result
    ) async throws -> Result {
        try await pool.read { try body(SQLiteConnection(db: $0)) }
    }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any OrderConnection) throws -> Result
    ) async throws -> Result {
        try await pool.write { try body(SQLiteConnection(db: $0)) }
    }

    private static func insert(_ samples: SampleOrders, _ db: Database) throws {
        for customer in samples.customers {
            try db.cachedStatement(sql: "INSERT INTO customers (id, name, city) VALUES (?, ?, ?)")
                .execute(arguments: [customer.id, customer.name, customer.city])
        }
        let insertOrder = try db.cachedStatement(
            sql: "INSERT INTO orders (id, customerID, placed, total, status) VALUES (?, ?, ?, ?, ?)")
        let insertPayment = try db.cachedStatement(
            sql: "INSERT INTO payments (orderID, cents) VALUES (?, ?)")
        try samples.forEachOrder { order in
            try insertOrder.execute(arguments: [
                order.id, order.customer.id, order.placed, order.total, order.status.rawValue,
            ])
            for cents in order.samplePayments { try insertPayment.execute(arguments: [order.id, cents]) }
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

/// A connection to an SQLite file during a transaction.
private struct SQLiteConnection: OrderConnection {
    let db: Database

    func rows<Value>(
        _ sql: String, _ values: [OrderValue], _ body: (any OrderRow) throws -> Value
    ) throws -> [Value] {
        let arguments = StatementArguments(
            values.map { value -> any DatabaseValueConvertible in
                switch value {
                case .integer(let number): number
                case .text(let text): text
                }
            })
        let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: arguments)
        var result: [Value] = []
        while let row = try rows.next() { result.append(try body(SQLiteRow(row: row))) }
        return result
    }

    /// SQLite has one writer at a time.
    func lock(_ order: Order.ID) {}
}

private struct SQLiteRow: OrderRow {
    let row: Row

    func integer(_ column: Int) -> Int { row[column] }
    func text(_ column: Int) -> String { row[column] }
}
