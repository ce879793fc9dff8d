import Orders
import TableAgent
import Testing

@testable import OrdersService

/// Tests of a database, which is SQLite or, with an address in `TABLE_POSTGRESQL`, PostgreSQL.
struct DatabaseTests {
    @Test func `A change names the order, its customer, and its statuses`() async throws {
        let fixture = try await Fixture(count: 100)
        let order = try await fixture.order(.open)
        var changes = try await fixture.changes {
            try await fixture.store.carryOut(OrderCommand(.pay, order: order.id))
        }
        let customer = order.customer.id
        #expect(
            changes == [
                .order(order.id, of: customer, from: .open, to: .paid),
                .order(order.id, of: customer, from: .paid, to: .paid),
            ])
        changes = try await fixture.changes { try await fixture.addOrders(2, customer: 7) }
        #expect(
            changes == [
                .order(101, of: 7, from: nil, to: .open), .order(102, of: 7, from: nil, to: .open),
            ])
        changes = try await fixture.changes { try await fixture.deleteOrder() }
        #expect(changes == [.order(102, of: 7, from: .open, to: nil)])
    }

    @Test(arguments: [
        "UPDATE customers SET city = 'Oslo' WHERE id = 1",
        "UPDATE orders SET customerID = customerID + 1 WHERE id = 7",
        "INSERT INTO customers (id, name, city) VALUES (1000, 'New', 'Oslo')",
        "UPDATE orders SET total = total + 1 WHERE id = 7",
        "UPDATE orders SET status = 'lost' WHERE id = 7", "UPDATE orders SET placed = ''",
    ])
    func `Changes that can't be named are reported as any change`(sql: String) async throws {
        let fixture = try await Fixture(count: 200)
        let changes = try await fixture.changes { try await fixture.database.write { try $0.execute(sql) } }
        #expect(changes.contains(.any), "\(changes.count) changes")
    }

    @Test(.enabled(if: !Fixture.isOnPostgreSQL, "There is no SQLite."))
    func `A row that is replaced in SQLite is reported as any change`() async throws {
        let fixture = try await Fixture(count: 10)
        for sql in [
            "REPLACE INTO orders SELECT id, customerID, placed, total, 'paid', received, '' FROM orders WHERE id = 7",
            "REPLACE INTO payments SELECT id, orderID, 1, at FROM payments LIMIT 1",
            "REPLACE INTO customers (id, name, city) SELECT id, 'Oslo', city FROM customers WHERE id = 1",
        ] {
            let changes = try await fixture.changes {
                try await fixture.database.write { try $0.execute(sql) }
            }
            #expect(changes.contains(.any), "\(sql)")
        }
    }

    @Test(.enabled(if: !Fixture.isOnPostgreSQL, "There is no SQLite."))
    func `An order that is replaced keeps the sum of its payments`() async throws {
        let fixture = try await Fixture(count: 100)
        let order = try await fixture.order(.shipped)
        try #require(order.received > 0)
        let sql = """
            REPLACE INTO orders (id, customerID, placed, total, status)
            SELECT id, customerID, placed, total, status FROM orders WHERE id = \(order.id)
            """
        try await fixture.database.write { try $0.execute(sql) }
        #expect(try await fixture.order(order.id).received == order.received)
    }

    @Test(.enabled(if: !Fixture.isOnPostgreSQL, "There is no SQLite."))
    func `A payment that is replaced is no longer in the sum of its old order`() async throws {
        let fixture = try await Fixture(count: 100)
        for verb in ["REPLACE", "INSERT OR IGNORE"] {
            try await fixture.database.write {
                try $0.execute(
                    "\(verb) INTO payments (id, orderID, cents) SELECT id, 7, 1 FROM payments LIMIT 9")
            }
            #expect(try await fixture.database.read { try $0.integer(Fixture.wrongSums) } == 0, "\(verb)")
        }
        try await fixture.addOrders(1)
        #expect(try await fixture.order(7).received >= 9)
    }

    @Test(.enabled(if: !Fixture.isOnPostgreSQL, "There is no SQLite."))
    func `A customer whose name is not read as it was written gets a sort key`() async throws {
        let fixture = try await Fixture(count: 10)
        for (id, name) in [(1_000_001, "'ab' || char(0) || 'cd'"), (1_000_002, "CAST(x'4DFC6C' AS TEXT)")] {
            let sql = "INSERT INTO customers (id, name, city) VALUES (\(id), \(name), 'Oslo')"
            try await fixture.database.write { try $0.execute(sql) }
        }
        var query = OrderQuery()
        query.table.sorts = [.ascending("customer")]
        #expect(try await fixture.store.page(query).orders.count == 10)
    }

    @Test func `A very long name has a sort key`() async throws {
        let fixture = try await Fixture(count: 10)
        // No part of these names is like another one, so that an index can't compress their keys.
        var random = SeededGenerator(seed: 1)
        let long = String(
            (0..<6_000).map { _ in "abcdefghijklmnopqrstuvwxyzäß東".randomElement(using: &random) ?? "a" })
        try await fixture.database.write { db in
            for (id, name) in [(1_001, "b" + long), (1_002, "a" + long)] {
                try db.execute(
                    "INSERT INTO customers (id, name, city) VALUES ($1, $2, $3)",
                    [.integer(id), .text(name), .text(name)])
                try db.execute(
                    "UPDATE orders SET customerID = $1 WHERE id = $2", [.integer(id), .integer(id - 1_000)])
            }
        }
        for column in ["customer", "city"] {
            let sorts = [TableQuery.Sort.ascending(column)]
            let filters = [TableQuery.Filter.column("id", .through("2"))]
            var query = OrderQuery(TableQuery(filters: filters, sorts: sorts, page: TableQuery.Page(size: 1)))
            let first = try await fixture.store.page(query)
            query.table.page?.start = .after(try #require(first.next))
            #expect(try await first.orders.map(\.id) + fixture.store.page(query).orders.map(\.id) == [2, 1])
        }
    }

    @Test func `A transaction that is rolled back changes nothing`() async throws {
        let fixture = try await Fixture(count: 10)
        let changes = try await fixture.changes {
            await #expect(throws: OrderDatabaseError.self) {
                try await fixture.database.write { db in
                    try db.execute("UPDATE orders SET total = 1")
                    throw OrderDatabaseError("Enough.")
                }
            }
        }
        #expect(changes == [])
    }

    @Test func `deleteChanges deletes exactly the changes that the state includes`() async throws {
        let fixture = try await Fixture(count: 10)
        let (database, before) = (fixture.database, try await fixture.database.changes(after: nil).state)
        try await fixture.addOrders(1)
        let middle = try await database.changes(after: before).state
        try await fixture.addOrders(1)
        let count = { try await database.read { try $0.integer("SELECT count(*) FROM changes") } }
        #expect(try await count() == 2)
        try await database.deleteChanges(through: before)
        #expect(try await count() == 2)
        try await database.deleteChanges(through: middle)
        #expect(
            try await database.changes(after: middle).changes == [.order(12, of: 1, from: nil, to: .open)])
        // SQLite keeps the change whose number is the state.
        #expect(try await count() == (Fixture.isOnPostgreSQL ? 1 : 2))
    }

    @Test(arguments: 0..<2)
    func `A reader of changes misses none of concurrent writers`(seed: Int) async throws {
        let fixture = try await Fixture(count: 100)
        let (database, start) = (fixture.database, try await fixture.database.changes(after: nil).state)
        let stores = [fixture.store, try await fixture.otherStore()]
        let seen = try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for _ in 0..<10 {
                        try await stores[writer % 2].database.write { db in
                            try db.execute(
                                """
                                INSERT INTO orders (customerID, placed, total, status)
                                VALUES ($1, '2026-12-31', 1000, 'open')
                                """, [.integer(writer + 1)])
                            // Other transactions begin and end meanwhile.
                            for _ in 0..<Int.random(in: 0...20) { try db.execute("SELECT 1") }
                        }
                    }
                }
            }
            var (seen, state) = ([OrderChange](), start)
            while seen.count < 80 {
                let (changes, new) = try await database.changes(after: state)
                seen += changes
                state = new
                try #require(!changes.contains(.any))
            }
            try await group.waitForAll()
            return seen
        }
        #expect(Set(seen).count == 80 && seen.count == 80)
        let orders = Set(try await fixture.contents().map(\.id).filter { $0 > 100 })
        let ids = seen.map { if case .order(let id, _, _, _) = $0 { id } else { 0 } }
        #expect(Set(ids) == orders)
    }
}
