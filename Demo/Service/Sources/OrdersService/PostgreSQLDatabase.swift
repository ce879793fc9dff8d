#if PostgreSQL
    import Foundation
    import Orders
    import TableLive

    /// The orders in a PostgreSQL database, which any number of services can share.
    actor PostgreSQLDatabase: OrderDatabase {
        nonisolated let tokenKey: [UInt8]

        /// The connections that are not in use.
        private var free: [PostgreSQLConnection]
        /// The callers that wait for a connection, in the order of their arrival.
        private var waiting:
            [(number: Int, continuation: CheckedContinuation<PostgreSQLConnection?, Never>)] = []
        private var lastNumber = 0
        private let acquireTimeout: Duration

        /// The connections that read changes, wait for notifications, and send notifications.
        private let changeConnection, listener, notifier: PostgreSQLConnection
        private var notification: Task<Void, Never>?
        private var isNotificationPending = false

        private let usesNotifications: Bool

        private static let channel = "orders"

        /// Connects to a database, and creates its tables if necessary. An empty database is filled with sample orders.
        ///
        /// - Parameters:
        ///   - address: An address such as `postgres://user@host/database`.
        ///   - connectionCount: The number of connections for reads and writes.
        ///   - acquireTimeout: The maximum time for which a caller waits for a connection.
        ///   - usesNotifications: Whether services notify each other of changes. `NOTIFY` and `LISTEN` don't work through a
        ///     pooler in transaction mode, and neither do prepared statements.
        init(
            _ address: String, sampleCount: Int, connectionCount: Int = 8,
            acquireTimeout: Duration = .seconds(5),
            usesNotifications: Bool = true
        ) async throws {
            self.acquireTimeout = acquireTimeout
            self.usesNotifications = usesNotifications
            free = (0..<connectionCount).map { _ in
                PostgreSQLConnection(address, preparesStatements: usesNotifications)
            }
            changeConnection = PostgreSQLConnection(address, preparesStatements: usesNotifications)
            listener = PostgreSQLConnection(address)
            notifier = PostgreSQLConnection(address)
            let connection = free[0]
            let (key, isOld) = try await Self.step(connection) {
                try Self.prepare($0, sampleCount: sampleCount)
            }
            tokenKey = key
            guard isOld else { return }
            var last: Order.ID? = .min
            while let id = last { last = try await Self.step(connection) { try Self.addSums(after: id, $0) } }
            for sql in Self.newIndexes + ["ANALYZE orders"] {
                try await Self.step(connection) { try $0.execute(sql) }
            }
        }

        /// Reads what was committed before the call. All statements of the closure see the same state.
        nonisolated func read<Result: Sendable>(
            _ body: @escaping @Sendable (any OrderConnection) throws -> Result
        ) async throws -> Result {
            try await withConnection {
                try await $0.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
            }
        }

        nonisolated func write<Result: Sendable>(
            _ body: @escaping @Sendable (any OrderConnection) throws -> Result
        ) async throws -> Result {
            let result = try await withConnection { try await $0.transaction("BEGIN", body) }
            await notify()
            return result
        }

        // MARK: Connections

        var waitingCount: Int { waiting.count }

        private nonisolated func withConnection<Result: Sendable>(
            _ body: (PostgreSQLConnection) async throws -> Result
        ) async throws -> Result {
            let connection = try await acquire()
            do {
                let result = try await body(connection)
                await release(connection)
                return result
            } catch {
                await release(connection)
                throw error
            }
        }

        private func acquire() async throws -> PostgreSQLConnection {
            if let connection = free.popLast() { return connection }
            lastNumber += 1
            let number = lastNumber
            let end = Task { [acquireTimeout] in
                try await Task.sleep(for: acquireTimeout)
                self.cancelWaiter(number)
            }
            defer { end.cancel() }
            let connection = await withCheckedContinuation { waiting.append((number, $0)) }
            guard let connection else {
                throw DatabaseUnavailable(
                    description:
                        "All connections have been in use for \(acquireTimeout / .seconds(1)) seconds.")
            }
            return connection
        }

        private func cancelWaiter(_ number: Int) {
            guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
            waiting.remove(at: index).continuation.resume(returning: nil)
        }

        private func release(_ connection: PostgreSQLConnection) {
            if waiting.isEmpty {
                free.append(connection)
            } else {
                waiting.removeFirst().continuation.resume(returning: connection)
            }
        }

        // MARK: Changes

        /// The state is a snapshot: the transactions that are visible. A transaction that commits later than others with higher
        /// numbers is not visible in the snapshots before its commit, so its changes are not missed.
        func changes(after state: String?) async throws -> (changes: Set<OrderChange>, state: String) {
            // If the server hangs, viewers learn it soon.
            let timeLimit = Duration.seconds(5)
            guard let state else {
                let snapshot = try await changeConnection.rows(
                    "SELECT pg_current_snapshot()", timeLimit: timeLimit
                ) { try $0.text(0) }
                return ([.any], snapshot[0])
            }
            // One statement sees one snapshot.
            let rows = try await changeConnection.rows(
                """
                SELECT pg_current_snapshot()::text, '', '', '', '' UNION ALL (
                    SELECT '', orderID, customerID, old, new FROM changes
                    WHERE xid >= pg_snapshot_xmin($1::pg_snapshot)
                        AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
                    LIMIT \(Self.maximumChangeCount + 1))
                """, [.text(state)], timeLimit: timeLimit
            ) { (snapshot: try $0.text(0), change: try OrderChange($0, from: 1)) }
            let changes = rows.filter(\.snapshot.isEmpty).map(\.change)
            guard let new = rows.first(where: { !$0.snapshot.isEmpty })?.snapshot else {
                throw OrderDatabaseError("PostgreSQL returned no snapshot.")
            }
            return (changes.count > Self.maximumChangeCount ? [.any] : Set(changes), new)
        }

        nonisolated func deleteChanges(through state: String) async throws {
            // Many changes at once would exceed the time of a statement.
            let limit = 10_000
            var count = limit
            while count == limit {
                count = try await withConnection { connection in
                    try await connection.transaction("BEGIN") { db in
                        try db.integer(
                            """
                            WITH deleted AS (
                                DELETE FROM changes WHERE ctid IN (
                                    SELECT ctid FROM changes WHERE xid < pg_snapshot_xmax($1::pg_snapshot)
                                        AND pg_visible_in_snapshot(xid, $1::pg_snapshot)
                                    LIMIT \(limit))
                                RETURNING 1)
                            SELECT count(*) FROM deleted
                            """, [.text(state)]) ?? 0
                    }
                }
            }
        }

        nonisolated func notifications() async throws -> AsyncStream<Void>? {
            usesNotifications ? try await listener.notifications(on: Self.channel) : nil
        }

        /// Notifies all services of a commit, at most 200 times a second.
        ///
        /// A notification is a transaction of its own. In the transaction of a change, it would hold a lock of the whole
        /// server until the commit is on disk. A lost notification only delays the change, because each service also polls
        /// twice a second.
        private func notify() {
            isNotificationPending = true
            guard usesNotifications, notification == nil else { return }
            notification = Task {
                while isNotificationPending {
                    isNotificationPending = false
                    try? await notifier.execute("NOTIFY \(Self.channel)")
                    try? await Task.sleep(for: .milliseconds(5))
                }
                notification = nil
            }
        }

        // MARK: Tables

        /// Calls a closure in a transaction that changes the tables, while other services use them.
        private static func step<Result: Sendable>(
            _ connection: PostgreSQLConnection, _ body: @Sendable (any OrderConnection) throws -> Result
        ) async throws -> Result {
            try await connection.transaction("BEGIN", timeLimit: .seconds(600)) { db in
                // If several services start at once, one creates the tables while the others wait for this lock. The number
                // identifies this program.
                try db.execute("SET LOCAL statement_timeout = '10min'")
                try db.execute("SELECT pg_advisory_xact_lock(7220115)")
                // All others wait behind a step that waits for the lock of a table.
                try db.execute("SET LOCAL lock_timeout = '2s'")
                return try body(db)
            }
        }

        /// Creates what a database lacks.
        ///
        /// - Returns: The key of the tokens, and whether the database of an earlier version lacks sums or indexes.
        private static func prepare(
            _ db: any OrderConnection, sampleCount: Int
        ) throws -> (key: [UInt8], isOld: Bool) {
            let isEmpty =
                try db.integer(
                    "SELECT 1 FROM pg_tables WHERE tablename = 'secrets' AND schemaname = current_schema()")
                == nil
            if isEmpty {
                for statement in tables + columns { try db.execute(statement) }
                try insert(SampleOrders(count: sampleCount), db)
                for statement in indexes + triggers + ["ANALYZE customers, orders, payments"] {
                    try db.execute(statement)
                }
                var random = SystemRandomNumberGenerator()
                let key = (0..<4).map { _ in String(format: "%016lx", random.next()) }.joined()
                try db.execute("INSERT INTO secrets (tokenKey) VALUES (decode($1, 'hex'))", [.text(key)])
            }
            let isOld =
                try db.integer(
                    "SELECT 1 FROM pg_indexes WHERE indexname = 'customerswithoutkeys' AND schemaname = current_schema()"
                ) == nil
            if isOld {
                for statement in oldTriggers + columns + triggers { try db.execute(statement) }
            }
            let digits = Array(try db.text("SELECT encode(tokenKey, 'hex') FROM secrets") ?? "")
            let key = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            guard key.count == 32 else { throw OrderDatabaseError("The database has no key for tokens.") }
            return (key, isOld)
        }

        /// Sums the payments of some orders. The triggers add payments that arrive later.
        ///
        /// - Returns: The last one of the orders, or `nil` if there is none after the id.
        private static func addSums(after id: Order.ID, _ db: any OrderConnection) throws -> Order.ID? {
            // The second statement sees the payments for which the first one has waited.
            let last = try db.rows(
                "SELECT id FROM orders WHERE id > $1 ORDER BY id LIMIT 10000 FOR UPDATE", [.integer(id)]
            ) { try $0.integer(0) }.last
            guard let last else { return nil }
            try db.execute(
                """
                UPDATE orders SET received = payment.sum FROM (
                    SELECT o.id, coalesce(sum(cents), 0) AS sum FROM orders o LEFT JOIN payments ON orderID = o.id
                    WHERE o.id > $1 AND o.id <= $2 GROUP BY o.id) payment
                WHERE payment.id = orders.id AND received <> payment.sum
                """, [.integer(id), .integer(last)])
            return last
        }

        /// Inserts sample orders, thousands in one statement.
        private static func insert(_ samples: SampleOrders, _ db: any OrderConnection) throws {
            func array(_ values: [some CustomStringConvertible]) -> OrderValue {
                .text("{" + values.map { "\"\($0)\"" }.joined(separator: ",") + "}")
            }
            let customers = samples.customers
            try db.execute(
                "INSERT INTO customers (id, name, city) SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[])",
                [array(customers.map(\.id)), array(customers.map(\.name)), array(customers.map(\.city))])
            var orders: [Order] = []
            func flush() throws {
                try db.execute(
                    """
                    INSERT INTO orders (id, customerID, placed, total, status, received)
                    SELECT * FROM
                        unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bigint[])
                    """,
                    [
                        array(orders.map(\.id)), array(orders.map(\.customer.id)),
                        array(orders.map(\.placed)),
                        array(orders.map(\.total)), array(orders.map(\.status.rawValue)),
                        array(orders.map(\.received)),
                    ])
                let payments = orders.flatMap { order in order.samplePayments.map { (order.id, $0) } }
                try db.execute(
                    "INSERT INTO payments (orderID, cents) SELECT * FROM unnest($1::bigint[], $2::bigint[])",
                    [array(payments.map(\.0)), array(payments.map(\.1))])
                orders = []
            }
            try samples.forEachOrder { order in
                orders.append(order)
                if orders.count == 5000 { try flush() }
            }
            try flush()
            try db.execute(
                "SELECT setval(pg_get_serial_sequence('orders', 'id'), $1 + 1, false)",
                [.integer(samples.count)])
        }

        private static let tables = [
            "CREATE TABLE customers (id bigint PRIMARY KEY, name text NOT NULL, city text NOT NULL)",
            """
            CREATE TABLE orders (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                customerID bigint NOT NULL REFERENCES customers (id),
                placed text NOT NULL, total bigint NOT NULL, status text NOT NULL
            )
            """,
            """
            CREATE TABLE payments (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                orderID bigint NOT NULL REFERENCES orders (id),
                cents bigint NOT NULL, at timestamptz NOT NULL DEFAULT now()
            )
            """,
            """
            CREATE TABLE requests (
                id text PRIMARY KEY, content text NOT NULL, at timestamptz NOT NULL DEFAULT now()
            )
            """,
            "CREATE TABLE secrets (tokenKey bytea NOT NULL)",
            """
            CREATE TABLE changes (
                xid xid8 NOT NULL DEFAULT pg_current_xact_id(), orderID text NOT NULL DEFAULT '',
                customerID text NOT NULL DEFAULT '', old text NOT NULL DEFAULT '', new text NOT NULL DEFAULT ''
            )
            """,
        ]

        /// What queries need. The collation "C" compares bytes, as sort keys do.
        private static let columns = [
            """
            ALTER TABLE customers
                ADD COLUMN IF NOT EXISTS nameKey text COLLATE "C",
                ADD COLUMN IF NOT EXISTS cityKey text COLLATE "C",
                ADD COLUMN IF NOT EXISTS nameFolded text COLLATE "C",
                ADD COLUMN IF NOT EXISTS cityFolded text COLLATE "C"
            """,
            """
            ALTER TABLE orders ADD COLUMN IF NOT EXISTS received bigint NOT NULL DEFAULT 0,
                ADD COLUMN IF NOT EXISTS note text NOT NULL DEFAULT ''
            """,
        ]

        private static let indexes =
            [
                "CREATE INDEX ordersByStatus ON orders (status, id)",
                "CREATE INDEX ordersByCustomer ON orders (customerID, id)",
                "CREATE INDEX paymentsByOrder ON payments (orderID, cents)",
                "CREATE INDEX requestsByTime ON requests (at)",
                "CREATE INDEX changesByTransaction ON changes (xid)",
            ] + newIndexes

        private static let newIndexes =
            [
                "CREATE INDEX IF NOT EXISTS ordersByPlaced ON orders (placed COLLATE \"C\", id)",
                "CREATE INDEX IF NOT EXISTS ordersByTotal ON orders (total, id)",
                "CREATE INDEX IF NOT EXISTS ordersByReceived ON orders (received, id)",
            ] + OrderTables.indexes

        /// Removes the triggers of an earlier version.
        private static let oldTriggers = [
            """
            DROP FUNCTION IF EXISTS orderChanged, paymentReceived, paymentsEmptied, anythingChanged, customerChanged CASCADE
            """,
            "DROP INDEX IF EXISTS ordersByCustomerAndStatus",
        ]

        /// The triggers that add to `changes`, sum payments, and remove outdated sort keys, with the rights of the service, so that
        /// programs with other users can change orders. A change that the triggers can't name is a row of empty texts.
        private static let triggers = [
            function(
                "orderChanged",
                """
                IF TG_OP = 'INSERT' THEN
                    INSERT INTO changes (orderID, customerID, new) VALUES (new.id, new.customerID, new.status);
                ELSIF TG_OP = 'DELETE' THEN
                    INSERT INTO changes (orderID, customerID, old) VALUES (old.id, old.customerID, old.status);
                ELSIF (old.id, old.customerID, old.placed, old.total)
                    = (new.id, new.customerID, new.placed, new.total) THEN
                    INSERT INTO changes (orderID, customerID, old, new)
                    VALUES (new.id, new.customerID, old.status, new.status);
                ELSE
                    INSERT INTO changes DEFAULT VALUES;
                END IF;
                RETURN NULL;
                """),
            function(
                "paymentReceived",
                """
                IF TG_OP <> 'INSERT' THEN
                    UPDATE orders SET received = received - old.cents WHERE id = old.orderID;
                END IF;
                IF TG_OP <> 'DELETE' THEN
                    UPDATE orders SET received = received + new.cents WHERE id = new.orderID;
                END IF;
                RETURN NULL;
                """),
            function("paymentsEmptied", "UPDATE orders SET received = 0 WHERE received <> 0; RETURN NULL;"),
            function("anythingChanged", "INSERT INTO changes DEFAULT VALUES; RETURN NULL;"),
            function(
                "customerChanged",
                """
                IF new.name <> old.name AND new.nameKey IS NOT DISTINCT FROM old.nameKey THEN
                    new.nameKey = NULL;
                END IF;
                IF new.city <> old.city AND new.cityKey IS NOT DISTINCT FROM old.cityKey THEN
                    new.cityKey = NULL;
                END IF;
                RETURN new;
                """),
            """
            CREATE TRIGGER orderChanged AFTER INSERT OR UPDATE OR DELETE ON orders
            FOR EACH ROW EXECUTE FUNCTION orderChanged()
            """,
            """
            CREATE TRIGGER paymentReceived AFTER INSERT OR UPDATE OR DELETE ON payments
            FOR EACH ROW EXECUTE FUNCTION paymentReceived()
            """,
            """
            CREATE TRIGGER customerChanged BEFORE UPDATE OF name, city ON customers
            FOR EACH ROW EXECUTE FUNCTION customerChanged()
            """,
            "CREATE TRIGGER ordersEmptied AFTER TRUNCATE ON orders EXECUTE FUNCTION anythingChanged()",
            "CREATE TRIGGER paymentsEmptied AFTER TRUNCATE ON payments EXECUTE FUNCTION paymentsEmptied()",
            """
            CREATE TRIGGER customersChanged AFTER INSERT OR UPDATE OF id, name, city ON customers
            EXECUTE FUNCTION anythingChanged()
            """,
        ]

        private static func function(_ name: String, _ body: String) -> String {
            """
            CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
            BEGIN \(body) END $$
            """
        }
    }
#endif
