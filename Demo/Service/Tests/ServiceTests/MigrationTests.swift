import Foundation
import GRDB
import Orders
import TableAgent
import Testing

@testable import OrdersService

/// Tests of a database that an earlier version has created, without sort keys, notes, and sums of payments.
struct MigrationTests {
    /// Checks the orders of the earlier version, and that the database works.
    private func check(_ address: String) async throws {
        let state = try await OrderStore.open(address, sampleCount: 100).database.changes(after: nil).state
        // The migration happens once.
        let store = try await OrderStore.open(address, sampleCount: 100)
        #expect(try await store.database.changes(after: state).changes == [])
        var query = OrderQuery()
        query.table.sorts = [.ascending("customer")]
        let orders = try await store.page(query).orders
        #expect(orders.map(\.id) == [3, 2, 1] && orders.map(\.received) == [0, 0, 500])
        #expect(orders.map(\.customer.name) == ["anna", "Zoë", "Zoë"] && orders.allSatisfy { $0.note == "" })
        try await store.carryOut(OrderCommand(.ship, order: 1))
        try await store.carryOut(OrderCommand(.setNote("x", from: ""), order: 2))
        try await store.carryOut(OrderCommand(.pay, order: 3))
        let changes = try await store.database.changes(after: state).changes
        #expect(
            changes == [
                .order(1, of: 1, from: .paid, to: .shipped), .order(2, of: 1, from: .refunded, to: .refunded),
                .order(3, of: 2, from: .open, to: .paid), .order(3, of: 2, from: .paid, to: .paid),
            ])
        query.table.sorts = [.descending("received")]
        #expect(try await store.page(query).orders.map(\.received) == [500, 300, 0])
    }

    private static let rows = """
        INSERT INTO customers (id, name, city) VALUES (1, 'Zoë', 'Oslo'), (2, 'anna', '');
        INSERT INTO orders (id, customerID, placed, total, status)
            VALUES (1, 1, '2026-01-01', 500, 'paid'), (2, 1, '2026-01-01', 700, 'refunded'), (3, 2, '2026-01-02', 300, 'open');
        INSERT INTO payments (orderID, cents) VALUES (1, 500), (2, 700), (2, -700);
        """

    /// Passes a closure the path of a file that an earlier version has created.
    private func withOldFile(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "orders \(UUID()).sqlite")
            .path(percentEncoded: false)
        defer {
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        }
        try await DatabasePool(path: path).write { db in
            try db.execute(
                sql: """
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('orders'), ('secrets'), ('requests'), ('changes');
                    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL) STRICT;
                    CREATE TABLE orders (
                        id INTEGER PRIMARY KEY, customerID INTEGER NOT NULL REFERENCES customers (id),
                        placed TEXT NOT NULL, total INTEGER NOT NULL, status TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE payments (
                        id INTEGER PRIMARY KEY, orderID INTEGER NOT NULL REFERENCES orders (id),
                        cents INTEGER NOT NULL, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
                    ) STRICT;
                    CREATE INDEX ordersByStatus ON orders (status);
                    CREATE INDEX ordersByCustomer ON orders (customerID, status);
                    CREATE INDEX paymentsByOrder ON payments (orderID, cents);
                    CREATE TABLE secrets (tokenKey BLOB NOT NULL) STRICT;
                    INSERT INTO secrets VALUES (randomblob(32));
                    CREATE TABLE requests (
                        id TEXT PRIMARY KEY, content TEXT NOT NULL, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE changes (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, orderID TEXT NOT NULL DEFAULT '',
                        customerID TEXT NOT NULL DEFAULT '', old TEXT NOT NULL DEFAULT '', new TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    \(Self.rows)
                    CREATE TRIGGER orderUpdated AFTER UPDATE ON orders
                    BEGIN INSERT INTO changes (orderID) VALUES ('old'); END;
                    CREATE TRIGGER paymentInserted AFTER INSERT ON payments
                    BEGIN INSERT INTO changes (orderID) VALUES ('old'); END;
                    """)
        }
        try await body(path)
    }

    @Test(.enabled(if: !Fixture.isOnPostgreSQL, "There is no SQLite."))
    func `A file of an earlier version keeps its orders`() async throws {
        try await withOldFile { try await check($0) }
    }

    @Test(.enabled(if: !Fixture.isOnPostgreSQL, "There is no SQLite."))
    func `Payments that another program adds during the migration are in the sums`() async throws {
        try await withOldFile { path in
            // Takes each moment in which the migration holds no lock.
            var configuration = Configuration()
            configuration.busyMode = .callback { _ in true }
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.write { db in
                try db.execute(
                    sql: """
                        WITH RECURSIVE n (id) AS (SELECT 4 UNION ALL SELECT id + 1 FROM n WHERE id < 20000)
                        INSERT INTO orders (id, customerID, placed, total, status) SELECT id, 1, '', 1, 'open' FROM n
                        """)
            }
            let writer = Task {
                while !Task.isCancelled {
                    try await other.write {
                        try $0.execute(sql: "INSERT INTO payments (orderID, cents) VALUES (3, 1)")
                    }
                    try? await Task.sleep(for: .milliseconds(5))
                }
            }
            let store = try await OrderStore.open(path, sampleCount: 0)
            writer.cancel()
            _ = await writer.result
            let wrong = try await store.database.read { try $0.integer(Fixture.wrongSums) }
            #expect(wrong == 0)
        }
    }

    #if PostgreSQL
        @Test(.enabled(if: Fixture.isOnPostgreSQL, "There is no PostgreSQL."))
        func `A database of an earlier version keeps its orders`() async throws {
            let address = try await Fixture.newSchema(in: Fixture.postgreSQL ?? "")
            let connection = PostgreSQLConnection(address)
            let function =
                "RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO changes DEFAULT VALUES; RETURN NULL; END $$"
            let statements =
                [
                    "CREATE TABLE customers (id bigint PRIMARY KEY, name text NOT NULL, city text NOT NULL)",
                    """
                    CREATE TABLE orders (
                        id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                        customerID bigint NOT NULL REFERENCES customers (id),
                        placed text COLLATE "und-x-icu" NOT NULL, total bigint NOT NULL, status text NOT NULL)
                    """,
                    """
                    CREATE TABLE payments (
                        id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                        orderID bigint NOT NULL REFERENCES orders (id),
                        cents bigint NOT NULL, at timestamptz NOT NULL DEFAULT now())
                    """,
                    """
                    CREATE TABLE requests (
                        id text PRIMARY KEY, content text NOT NULL, at timestamptz NOT NULL DEFAULT now())
                    """,
                    "CREATE TABLE secrets (tokenKey bytea NOT NULL)",
                    "INSERT INTO secrets VALUES (decode(repeat('0a', 32), 'hex'))",
                    """
                    CREATE TABLE changes (
                        xid xid8 NOT NULL DEFAULT pg_current_xact_id(), orderID text NOT NULL DEFAULT '',
                        customerID text NOT NULL DEFAULT '', old text NOT NULL DEFAULT '', new text NOT NULL DEFAULT '')
                    """,
                    "CREATE INDEX ordersByStatus ON orders (status, id)",
                    "CREATE INDEX ordersByCustomer ON orders (customerID, id)",
                    "CREATE INDEX ordersByCustomerAndStatus ON orders (customerID, status, id)",
                ] + Self.rows.split(separator: ";\n").map(String.init)
                + ["orderChanged", "paymentReceived", "anythingChanged"].map {
                    "CREATE FUNCTION \($0)() \(function)"
                }
                + [
                    """
                    CREATE TRIGGER orderChanged AFTER INSERT OR UPDATE OR DELETE ON orders
                    FOR EACH ROW EXECUTE FUNCTION orderChanged()
                    """,
                    """
                    CREATE TRIGGER paymentReceived AFTER INSERT ON payments
                    FOR EACH ROW EXECUTE FUNCTION paymentReceived()
                    """,
                    "CREATE TRIGGER customersChanged AFTER UPDATE ON customers EXECUTE FUNCTION anythingChanged()",
                ]
            for statement in statements { try await connection.execute(statement) }
            // An instance of the earlier version has prepared a statement, and goes on working.
            func oldOrders() async throws -> [String] {
                let sql = "SELECT placed, status FROM orders WHERE id > $1 ORDER BY id"
                return try await connection.rows(sql, [0]) { "\(try $0.text(0)) \(try $0.text(1))" }
            }
            let old = ["2026-01-01 paid", "2026-01-01 refunded", "2026-01-02 open"]
            #expect(try await oldOrders() == old)
            _ = try await OrderStore.open(address, sampleCount: 0)
            #expect(try await oldOrders() == old)
            try await check(address)
            // Dates are sorted by their bytes, whatever the collation of the column. An earlier version has changed it.
            try await connection.execute(
                "UPDATE orders SET placed = CASE id WHEN 1 THEN 'a' WHEN 2 THEN 'B' ELSE 'C' END")
            for sql in ["SELECT 1", "ALTER TABLE orders ALTER COLUMN placed TYPE text COLLATE \"C\""] {
                try await connection.execute(sql)
                var query = OrderQuery()
                query.table.sorts = [.ascending("placed")]
                query.table.filters = [.not(.column("placed", .isEmpty))]
                let store = try await OrderStore.open(address, sampleCount: 0)
                #expect(try await store.page(query).orders.map(\.id) == [2, 3, 1], "\(sql)")
            }
        }
    #endif
}
