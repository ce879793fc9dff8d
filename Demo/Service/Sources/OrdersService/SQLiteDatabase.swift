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
            try Self.createTriggers(db)
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

    // MARK: Changes

    /// The state is the number of the last change. The numbers grow in the order of commits, because SQLite has one writer.
    func changes(after state: String?) async throws -> (changes: Set<OrderChange>, state: String) {
        try await read { db in
            let last = try db.integer("SELECT coalesce(max(id), 0) FROM changes") ?? 0
            guard let state = state.flatMap({ Int($0) }), 0...Self.maximumChangeCount ~= last - state else {
                return ([.any], String(last))
            }
            let changes = try db.rows(
                "SELECT orderID, customerID, old, new FROM changes WHERE id > $1", [.integer(state)]
            ) { try OrderChange($0, from: 0) }
            return (Set(changes), String(last))
        }
    }

    func deleteChanges(through state: String) async throws {
        // The last change stays, because its number is the state.
        try await write { try $0.execute("DELETE FROM changes WHERE id < $1", [.integer(Int(state) ?? 0)]) }
    }

    // MARK: Tables

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
        migrator.registerMigration("changes") { db in
            try db.execute(
                sql: """
                    CREATE TABLE changes (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, orderID TEXT NOT NULL DEFAULT '',
                        customerID TEXT NOT NULL DEFAULT '', old TEXT NOT NULL DEFAULT '', new TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    """)
        }
        return migrator
    }

    /// Creates the triggers that add to `changes`. The sample orders are inserted before.
    private static func createTriggers(_ db: Database) throws {
        func trigger(_ name: String, _ event: String, when condition: String = "true", insert: String) throws
        {
            try db.execute(
                sql: """
                    CREATE TRIGGER IF NOT EXISTS \(name) \(event) WHEN \(condition)
                    BEGIN INSERT INTO changes \(insert); END
                    """)
        }
        let any = "(orderID) VALUES ('')"
        let columns = "(orderID, customerID, old, new)"
        let isSame = "(old.id, old.customerID) = (new.id, new.customerID)"
        try trigger(
            "orderInserted", "AFTER INSERT ON orders",
            insert: "\(columns) VALUES (new.id, new.customerID, '', new.status)")
        try trigger(
            "orderUpdated", "AFTER UPDATE ON orders", when: isSame,
            insert: "\(columns) VALUES (new.id, new.customerID, old.status, new.status)")
        try trigger("orderMoved", "AFTER UPDATE ON orders", when: "NOT (\(isSame))", insert: any)
        try trigger(
            "orderDeleted", "AFTER DELETE ON orders",
            insert: "\(columns) VALUES (old.id, old.customerID, old.status, '')")
        try trigger(
            "paymentInserted", "AFTER INSERT ON payments",
            insert: "\(columns) SELECT id, customerID, status, status FROM orders WHERE id = new.orderID")
        try trigger("paymentUpdated", "AFTER UPDATE ON payments", insert: any)
        try trigger("paymentDeleted", "AFTER DELETE ON payments", insert: any)
        try trigger("customerUpdated", "AFTER UPDATE ON customers", insert: any)
        // REPLACE deletes a row without its trigger.
        for table in ["orders", "payments", "customers"] {
            try trigger(
                "\(table)Replaced", "BEFORE INSERT ON \(table)",
                when: "EXISTS (SELECT 1 FROM \(table) WHERE id = new.id)", insert: any)
        }
    }
}

/// A connection to an SQLite file during a transaction.
private struct SQLiteConnection: OrderConnection {
    let db: Database

    func rows<Value>(
        _ sql: String, _ values: [OrderValue], as body: (any OrderRow) throws -> Value
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
