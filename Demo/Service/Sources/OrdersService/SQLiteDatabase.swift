import Crypto
import Foundation
import GRDB
import GRDBSQLite
import Orders

/// The orders in an SQLite file.
///
/// Readers and the writer don't block each other (WAL). Each connection compiles a statement once.
struct SQLiteDatabase: OrderDatabase {
    let tokenKey: [UInt8]

    private let pool: DatabasePool

    /// Opens a database file, or creates it with sample orders.
    init(path: String, sampleCount: Int) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        pool = try DatabasePool(path: path, configuration: configuration)
        try Self.migrator(sampleCount: sampleCount).migrate(pool)
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
            sql:
                "INSERT INTO orders (id, customerID, placed, total, status, received) VALUES (?, ?, ?, ?, ?, ?)"
        )
        let insertPayment = try db.cachedStatement(
            sql: "INSERT INTO payments (orderID, cents) VALUES (?, ?)")
        try samples.forEachOrder { order in
            try insertOrder.execute(arguments: [
                order.id, order.customer.id, order.placed, order.total, order.status.rawValue, order.received,
            ])
            for cents in order.samplePayments { try insertPayment.execute(arguments: [order.id, cents]) }
        }
    }

    /// The steps that create the tables, each of which is a transaction.
    private static func migrator(sampleCount: Int) -> DatabaseMigrator {
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
        migrator.registerMigration("queries") { db in
            try db.execute(
                sql: """
                    ALTER TABLE customers ADD COLUMN nameKey TEXT;
                    ALTER TABLE customers ADD COLUMN cityKey TEXT;
                    ALTER TABLE customers ADD COLUMN nameFolded TEXT;
                    ALTER TABLE customers ADD COLUMN cityFolded TEXT;
                    ALTER TABLE orders ADD COLUMN received INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE orders ADD COLUMN note TEXT NOT NULL DEFAULT '';
                    CREATE INDEX ordersByPlaced ON orders (placed);
                    CREATE INDEX ordersByTotal ON orders (total);
                    CREATE INDEX ordersByReceived ON orders (received);
                    DROP INDEX ordersByCustomer;
                    CREATE INDEX ordersByCustomer ON orders (customerID);
                    """)
            for index in OrderTables.indexes { try db.execute(sql: index) }
        }
        // No other program can change an order between the sums and the triggers that keep them.
        migrator.registerMigration("triggers") { db in
            // Triggers of an earlier version would add a change for each order.
            for trigger in triggers { try db.execute(sql: "DROP TRIGGER IF EXISTS \(trigger.name)") }
            try db.execute(
                sql: """
                    CREATE TABLE replacedPayments (orderID INTEGER NOT NULL) STRICT;
                    UPDATE orders SET received = (SELECT coalesce(sum(cents), 0) FROM payments WHERE orderID = orders.id);
                    """)
            if try Int.fetchOne(db, sql: "SELECT count(*) FROM customers") == 0 {
                try insert(SampleOrders(count: sampleCount), db)
            }
            for trigger in triggers { try db.execute(sql: "CREATE TRIGGER \(trigger.name) \(trigger.sql)") }
        }
        return migrator
    }

    /// The triggers that add to `changes`, sum payments, and remove outdated sort keys.
    private static let triggers: [(name: String, sql: String)] = {
        var triggers: [(name: String, sql: String)] = []
        func trigger(_ name: String, event: String, when condition: String = "true", body: String) {
            triggers.append((name, "\(event) WHEN \(condition) BEGIN \(body); END"))
        }
        let any = "INSERT INTO changes (orderID) VALUES ('')"
        let change = "INSERT INTO changes (orderID, customerID, old, new) VALUES"
        // A page does not learn the old values of other columns.
        let isSame =
            "(old.id, old.customerID, old.placed, old.total) = (new.id, new.customerID, new.placed, new.total)"
        trigger(
            "orderInserted", event: "AFTER INSERT ON orders",
            body: "\(change) (new.id, new.customerID, '', new.status)")
        trigger(
            "orderUpdated", event: "AFTER UPDATE ON orders", when: isSame,
            body: "\(change) (new.id, new.customerID, old.status, new.status)")
        trigger("orderMoved", event: "AFTER UPDATE ON orders", when: "NOT (\(isSame))", body: any)
        trigger(
            "orderDeleted", event: "AFTER DELETE ON orders",
            body: "\(change) (old.id, old.customerID, old.status, '')")
        func sum(of orders: String) -> String {
            """
            UPDATE orders SET received = (SELECT coalesce(sum(cents), 0) FROM payments WHERE orderID = orders.id)
            WHERE id IN (\(orders))
            """
        }
        trigger(
            "paymentInserted", event: "AFTER INSERT ON payments",
            body: sum(of: "SELECT new.orderID UNION SELECT orderID FROM replacedPayments")
                + "; DELETE FROM replacedPayments")
        trigger(
            "paymentUpdated", event: "AFTER UPDATE ON payments", body: sum(of: "old.orderID, new.orderID"))
        trigger("paymentDeleted", event: "AFTER DELETE ON payments", body: sum(of: "old.orderID"))
        // REPLACE keeps the payments of an order.
        trigger(
            "orderReplaced", event: "AFTER INSERT ON orders",
            when: "EXISTS (SELECT 1 FROM payments WHERE orderID = new.id)", body: sum(of: "new.id"))
        trigger("customerInserted", event: "AFTER INSERT ON customers", body: any)
        trigger("customerUpdated", event: "AFTER UPDATE OF id, name, city ON customers", body: any)
        for column in ["name", "city"] {
            trigger(
                "\(column)Changed", event: "AFTER UPDATE OF \(column) ON customers",
                when: "new.\(column) <> old.\(column) AND new.\(column)Key IS old.\(column)Key",
                body: "UPDATE customers SET \(column)Key = NULL WHERE id = new.id")
        }
        // REPLACE deletes a row without its trigger, after this one. An INSERT that ignores conflicts leaves the row.
        for table in ["orders", "payments", "customers"] {
            let old = "INSERT INTO replacedPayments SELECT orderID FROM payments WHERE id = new.id"
            trigger(
                "\(table)Replaced", event: "BEFORE INSERT ON \(table)",
                when: "EXISTS (SELECT 1 FROM \(table) WHERE id = new.id)",
                body: table == "payments" ? "\(any); \(old)" : any)
        }
        return triggers
    }()
}

/// A connection to an SQLite file during a transaction.
private struct SQLiteConnection: OrderConnection {
    let db: Database

    func rows<Value>(
        _ sql: String, _ values: [OrderValue], isKept: Bool, as body: (any OrderRow) throws -> Value
    ) throws -> [Value] {
        let arguments = StatementArguments(
            values.map { value -> any DatabaseValueConvertible in
                switch value {
                case .integer(let number): number
                case .text(let text): text
                }
            })
        let statement = try isKept ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var result: [Value] = []
        while let row = try rows.next() { result.append(try body(SQLiteRow(row: row))) }
        return result
    }

    func within<Result>(_ time: Duration, _ body: () throws -> Result) throws -> Result? {
        var end = ContinuousClock.now + time
        return try withUnsafeMutablePointer(to: &end) { end in
            // SQLite calls this between its instructions, and ends the statement if the result is not 0.
            sqlite3_progress_handler(
                db.sqliteConnection, 1_000,
                { $0?.load(as: ContinuousClock.Instant.self) ?? .now < .now ? 1 : 0 }, end)
            defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
            do {
                return try body()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
                return nil
            }
        }
    }

    /// SQLite has one writer at a time.
    func lock(_ order: Order.ID) {}
}

private struct SQLiteRow: OrderRow {
    let row: Row

    func integer(_ column: Int) -> Int { row[column] }
    func text(_ column: Int) -> String { row[column] }
}
