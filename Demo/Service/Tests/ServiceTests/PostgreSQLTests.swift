#if PostgreSQL
    import Foundation
    import NIOConcurrencyHelpers
    import Orders
    import Testing

    @testable import OrdersService

    /// Tests of connections to PostgreSQL.
    @Suite(.enabled(if: Fixture.isOnPostgreSQL, "There is no PostgreSQL."), .timeLimit(.minutes(1)))
    struct PostgreSQLTests {
        private let address = Fixture.postgreSQL ?? ""

        /// Ends the server's side of a connection.
        private func end(_ connection: PostgreSQLConnection) async throws {
            let process = try await connection.rows("SELECT pg_backend_pid()") { try $0.integer(0) }[0]
            try await PostgreSQLConnection(address).execute("SELECT pg_terminate_backend(\(process), 5000)")
        }

        @Test func `A connection that the server has ended is replaced by the next transaction`() async throws
        {
            let connection = PostgreSQLConnection(address)
            try await end(connection)
            #expect(try await connection.transaction("BEGIN") { try $0.integer("SELECT 7") } == 7)
        }

        @Test func `A connection that is lost during a transaction throws DatabaseUnavailable`() async throws
        {
            let (connection, address) = (PostgreSQLConnection(address), address)
            await #expect(throws: DatabaseUnavailable.self) {
                try await connection.transaction("BEGIN") { db in
                    let process = try db.integer("SELECT pg_backend_pid()") ?? 0
                    let end = Task {
                        try await PostgreSQLConnection(address).execute(
                            "SELECT pg_terminate_backend(\(process))")
                    }
                    defer { end.cancel() }
                    try db.execute("SELECT pg_sleep(60)")
                }
            }
            #expect(try await connection.transaction("BEGIN") { try $0.integer("SELECT 7") } == 7)
        }

        @Test func `A statement that takes too long throws DatabaseUnavailable`() async throws {
            let connection = PostgreSQLConnection(address)
            await #expect(throws: DatabaseUnavailable.self) {
                try await connection.transaction("BEGIN") { db in
                    try db.execute("SET LOCAL statement_timeout = 50")
                    try db.execute("SELECT pg_sleep(60)")
                }
            }
        }

        @Test func `An SQL error does not throw DatabaseUnavailable`() async throws {
            let error = await #expect(throws: OrderDatabaseError.self) {
                try await PostgreSQLConnection(address).execute("SELECT nothing")
            }
            #expect(error?.description.hasPrefix("ERROR: column \"nothing\" does not exist") == true)
        }

        @Test func `A server that can't be reached throws DatabaseUnavailable with a reason`() async throws {
            let error = await #expect(throws: DatabaseUnavailable.self) {
                try await PostgreSQLConnection("postgres://orders@127.0.0.1:1/orders").execute("SELECT 1")
            }
            #expect(error?.description.contains("127.0.0.1") == true)
        }

        @Test func `A caller that waits too long for a connection gets an error`() async throws {
            let fixture = try await Fixture(count: 10)
            let database = try await PostgreSQLDatabase(
                fixture.address, sampleCount: 0, connectionCount: 1, acquireTimeout: .seconds(1))
            let (held, isHeld) = AsyncStream.makeStream(of: Void.self)
            let end = DispatchSemaphore(value: 0)
            async let holder: Void = database.read { _ in
                isHeld.yield()
                // Each connection has its own thread, which may wait.
                end.wait()
            }
            for await _ in held { break }
            let error = await #expect(throws: DatabaseUnavailable.self) {
                try await database.read { try $0.execute("SELECT 1") }
            }
            #expect(error?.description.hasPrefix("All connections have been in use") == true)
            end.signal()
            try await holder
            #expect(try await database.read { try $0.integer("SELECT 7") } == 7)
        }

        @Test func `A server that does not answer in time throws DatabaseUnavailable, and is replaced`()
            async throws
        {
            let connection = PostgreSQLConnection(address)
            try await connection.execute("SELECT 1")
            let error = await #expect(throws: DatabaseUnavailable.self) {
                _ = try await connection.rows("SELECT pg_sleep(60)", timeLimit: .milliseconds(50)) { _ in }
            }
            #expect(error?.description.hasPrefix("The server has not answered for") == true)
            #expect(try await connection.rows("SELECT 7") { try $0.integer(0) } == [7])
        }

        @Test func `A transaction with a failed statement is not committed`() async throws {
            let connection = PostgreSQLConnection(address)
            await #expect(throws: OrderDatabaseError.self) {
                try await connection.transaction("BEGIN") { try? $0.execute("SELECT nothing") }
            }
        }

        @Test(arguments: ["40001", "40P01", "55P03"])
        func `A transaction that fails because of another one is repeated`(state: String) async throws {
            let count = NIOLockedValueBox(0)
            func write(failingUntil last: Int) async throws {
                count.withLockedValue { $0 = 0 }
                try await PostgreSQLConnection(address).transaction("BEGIN") { db in
                    guard
                        count.withLockedValue({
                            $0 += 1; return $0 < last
                        })
                    else { return }
                    try db.execute("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '\(state)'; END $$")
                }
            }
            try await write(failingUntil: 3)
            #expect(count.withLockedValue { $0 } == 3)
            await #expect(throws: OrderDatabaseError.self) { try await write(failingUntil: 9) }
            #expect(count.withLockedValue { $0 } == 3)
        }

        @Test func `The error of an invalid address has no part of the address`() async throws {
            let error = await #expect(throws: OrderDatabaseError.self) {
                try await PostgreSQLConnection("postgres://u:50%off@127.0.0.1/orders").execute("SELECT 1")
            }
            #expect(error?.description.hasPrefix("The address is invalid") == true)
        }

        @Test func `A transaction that commits after later ones is not missed`() async throws {
            let fixture = try await Fixture(count: 10)
            let (database, other) = (fixture.database, try await fixture.otherStore().database)
            let state = try await database.changes(after: nil).state
            let (begun, isBegun) = AsyncStream.makeStream(of: Void.self)
            let end = DispatchSemaphore(value: 0)
            async let early: Void = other.write { db in
                try db.execute("UPDATE orders SET note = 'x' WHERE id = 1")
                isBegun.yield()
                // Each connection has its own thread, which may wait.
                end.wait()
            }
            for await _ in begun { break }
            try await fixture.addOrders(1)
            let first = try await database.changes(after: state)
            #expect(first.changes == [.order(11, of: 1, from: nil, to: .open)])
            end.signal()
            try await early
            let second = try await database.changes(after: first.state).changes
            let ids = second.map { if case .order(let id, _, _, _) = $0 { id } else { 0 } }
            #expect(ids == [1])
        }

        @Test func `A listener receives notifications of commits until its connection is lost`() async throws
        {
            let fixture = try await Fixture(count: 10)
            let listener = PostgreSQLConnection(address)
            let stream = try await listener.notifications(on: "orders")
            try await fixture.addOrders(1)
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next() != nil)
            let terminate =
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN orders'"
            try await PostgreSQLConnection(address).execute(terminate)
            while await iterator.next() != nil {}
            // It can listen again.
            let again = try await listener.notifications(on: "orders")
            try await fixture.addOrders(1)
            for await _ in again { break }
        }

        @Test func `Services that start at the same time create the tables once`() async throws {
            let name = try await Fixture.newSchema(in: address)
            let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<6 {
                    group.addTask { try await PostgreSQLDatabase(name, sampleCount: 100).tokenKey }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(keys.count == 1 && keys.first?.count == 32)
        }
    }
#endif
