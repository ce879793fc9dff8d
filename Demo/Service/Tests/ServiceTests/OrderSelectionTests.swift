import HTTPTypes
import HummingbirdTesting
import Orders
import TableAgent
import TableLive
import TableSurfaces
import Testing

@testable import OrdersService

/// The statements of queries beside tables in memory that have the same orders.
struct OrderSelectionTests {
    /// Returns orders with equal values, with names that differ in case and accents, and with empty cities.
    private func fixture(_ random: inout SeededGenerator) async throws -> Fixture {
        let fixture = try await Fixture(count: 300)
        let names = [
            "Zoë", "zoe", "ZOE 9", "Zoë 10", "zoe 010", "Łukasik, Sons", "a%b_c\\d", "Ünal", "=1", "-", "東京",
            "",
        ]
        let cities = ["Zürich", "zurich", "", "Århus", "Aarhus 2", "aarhus 10", "Łódź"]
        var changes: [(sql: String, values: [OrderValue])] = []
        for id in 1...14 {
            let name = names.randomElement(using: &random) ?? ""
            let city = cities.randomElement(using: &random) ?? ""
            changes.append(
                (
                    "UPDATE customers SET name = $1, city = $2 WHERE id = $3",
                    [.text(name), .text(city), .integer(id)]
                ))
        }
        for id in 1...300 {
            changes.append(
                (
                    "UPDATE orders SET customerID = $1, total = $2, placed = $3 WHERE id = $4",
                    [
                        .integer(.random(in: 1...14, using: &random)),
                        .integer(.random(in: 500...530, using: &random)),
                        .text(
                            "202\(Int.random(in: 5...6, using: &random))-0\(Int.random(in: 1...3, using: &random))-1\(id % 10)"
                        ),
                        .integer(id),
                    ]
                ))
        }
        try await fixture.database.write { [changes] db in
            for change in changes { try db.execute(change.sql, change.values) }
        }
        return fixture
    }

    private func condition(_ column: String, _ random: inout SeededGenerator) -> TableQuery.Condition {
        func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
        let values =
            switch column {
            case "id": ["7", "100", "150.5", "-3", "299"]
            case "total", "received": ["5.05", "5.1", "5.123", "0", "5.30"]
            case "placed": ["2025", "2025-02", "2026-03-14", "2026-01", "2025-01-10"]
            case "status": ["open", "paid", "cancelled", "shipped"]
            case "customer": ["Zoë", "zoe", "Łukasik, Sons", "a%b_c\\d", "zoe 010", "-", "東京", "nobody"]
            default: ["Zürich", "Aarhus 2", "Łódź", "aarhus", "z"]
            }
        let isText = ["customer", "city", "status"].contains(column)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .isOneOf([pick(values)])
        case 1: return .isOneOf([pick(values), pick(values)])
        case 2: return .from(pick(values))
        case 3: return .above(pick(values))
        case 4: return .through(pick(values))
        case 5: return .below(pick(values))
        case 6 where isText || column == "id":
            return .contains(
                pick(isText ? ["o", "Ö", "e 1", "%", "_", "\\", "ur", "pe", "9"] : ["1", "20"]))
        case 7 where isText || column == "id":
            return .begins(pick(isText ? ["z", "Z", "łu", "a%", "aar", "o", "O"] : ["1", "2"]))
        default: return .isEmpty
        }
    }

    private func query(_ random: inout SeededGenerator) -> TableQuery {
        let columns = ["id", "placed", "customer", "city", "total", "received", "status"]
        var query = TableQuery(page: TableQuery.Page(size: .random(in: 7...60, using: &random)))
        for _ in 0..<(Int.random(in: 0...5, using: &random) / 2) {
            let column = columns.randomElement(using: &random) ?? ""
            let condition = condition(column, &random)
            let filter = TableQuery.Filter.column(column, condition)
            query.filters.append(.random(using: &random) ? filter : .not(filter))
        }
        for column in columns.shuffled(using: &random).prefix(.random(in: 0...3, using: &random)) {
            query.sorts.append(TableQuery.Sort(column, isDescending: .random(using: &random)))
        }
        let words = ["zoe", "10", "Å", "zürich", "7", "ł o", "a%", "1 z", "東"]
        if Int.random(in: 0..<4, using: &random) == 0 {
            query.search = words.randomElement(using: &random) ?? ""
        }
        return query
    }

    /// Returns the ids of the orders that a table in memory shows.
    private func ids<Line: OrderItem>(
        _ query: TableQuery, of orders: [Order], as line: Line.Type
    ) throws -> [Order.ID] {
        let container = GridContainer(CSVFormat(), to: MemorySink())
        let agent = try Agent(container, rawData: orders) { orders in
            TableInfo(columns: OrdersReformer.columns(in: line.language)) {
                TableSection(id: "orders") { Rows(orders, as: line) }
            }
        }
        var query = query
        query.page = nil
        if !query.search.isEmpty { query.columns = ["id", "customer", "city"] }
        try agent.show(query)
        return agent.tableInfo.sections.flatMap { $0.rows.compactMap { $0.data(as: Order.self)?.id } }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `Pages of the database, forward and backward, are the table in memory`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try await fixture(&random)
        let orders = try await fixture.contents()
        for step in 0..<60 {
            let language: OrderLanguage? = step % 3 == 0 ? .german : nil
            var query = OrderQuery(query(&random), language: language)
            let expected =
                try language == nil
                ? ids(query.table, of: orders, as: OrderLine.self)
                : ids(query.table, of: orders, as: GermanOrderLine.self)
            let place: Comment = "seed \(seed), step \(step): \(query)"
            let size = query.table.page?.size ?? 0
            var forward: [Order.ID] = []
            var start: TableQuery.Page.Start? = .first
            while let next = start {
                query.table.page?.start = next
                let page = try await fixture.store.page(query)
                #expect(page.count == expected.count && page.totalCount == 300, place)
                #expect(page.orders.count == size || page.next == nil, place)
                forward += page.orders.map(\.id)
                start = page.next.map { .after($0) }
                try #require(forward.count <= 300, place)
            }
            try #require(forward == expected, place)
            var backward: [Order.ID] = []
            start = .last
            while let next = start {
                query.table.page?.start = next
                let page = try await fixture.store.page(query)
                #expect(page.count == expected.count, place)
                // The first page is full, so it has orders of the page after it.
                let new = page.orders.map(\.id).filter { !backward.contains($0) }
                backward = new + backward
                start = page.previous.map { .before($0) }
            }
            try #require(backward == expected, place)
            let batches = try await fixture.store.batches(of: query).reduce(into: []) { $0 += $1.map(\.id) }
            #expect(batches == expected, place)
        }
    }

    @Test(arguments: [
        "status=new", "status=open%2Cold", "total=much", "total=1e2", "id=x", "placed=today",
        "placed=2026-13",
        "placed=2026-02-30", "placed=2026-01-01T12:00Z", "total=~5", "received=^5", "note=~x", "sort=note",
        "sort=id,nothing", "start=50", "after=x", "after=", "after=1,2", "sort=total&after=7",
        "sort=total&after=7,x", "sort=customer&after=7,a%00", "sort=status&after=7,new", "before=1&after=2",
        "customer=~a%00", "q=a%00b", "q=1+2+3+4+5+6+7+8+9", "columns=id,nothing", "size=1001", "size=0",
        "start=last&size=x",
    ])
    func `A query that orders don't have is refused with a sentence`(address: String) async throws {
        let request = LiveRequest(
            method: "GET", target: "/?\(address)&of=\(try of(address))", host: "", headers: [],
            body: [UInt8]())
        guard address != "after=" else {
            _ = try OrderQuery(request.query())
            return
        }
        let error = #expect(throws: (any Error).self) { try OrderQuery(request.query()) }
        let refusal = error.flatMap { LiveRefusal($0) }
        #expect(
            refusal?.status == 400 && refusal?.message(in: TableWords.english).hasSuffix(".") == true,
            "\(address)")
        #expect(refusal?.message(in: TableWords.german).isEmpty == false)
    }

    /// The list of an address, without which a page would be the first one.
    private func of(_ address: String) throws -> String {
        let fields = address.split(separator: "&").filter { $0.hasPrefix("sort=") }
        let sorts = fields.flatMap { $0.dropFirst(5).split(separator: ",") }.map {
            TableQuery.Sort(String($0))
        }
        let query = TableQuery(sorts: sorts, page: TableQuery.Page(size: 1, start: .offset(1)))
        return try query.addressFields().first { $0.name == "of" }?.value ?? ""
    }

    @Test(arguments: [
        [:], ["status": "open"], ["sort": "-total"], ["sort": "customer,placed"], ["q": "nobody"],
    ])
    func `A page after all orders is the last page`(fields: [String: String]) async throws {
        let fixture = try await Fixture(count: 120)
        var query = try OrderQuery(fields)
        query.table.page?.start = .last
        let last = try await fixture.store.page(query)
        let end = try last.orders.last.map { try OrderSelection(query).text(of: $0) }
        query.table.page?.start = .after(end ?? "1")
        let page = try await fixture.store.page(query)
        #expect(page.orders == last.orders && page.count == last.count)
        #expect(page.previous == last.previous && page.next == nil)
        // Unlike on other pages, the orders before the start can be on this one.
        var many = page
        (many.count, many.totalCount) = (10_001, 10_001)
        #expect(many.isTouched(by: .order(119, of: 1, from: nil, to: .open)) || fields == ["q": "nobody"])
    }

    @Test func `A page of orders with a rare status is found by the status`() async throws {
        var store = try await Fixture(count: 2_000).store
        try await store.database.write {
            try $0.execute("UPDATE orders SET status = 'open'")
            try $0.execute("UPDATE orders SET status = 'paid' WHERE id IN (3, 1234)")
        }
        let query = try OrderQuery(["status": "paid,shipped", "sort": "-id"])
        // SQLite checks the time only in statements that read many orders.
        if !Fixture.isOnPostgreSQL { store.pageTime = .zero }
        #expect(try await store.page(query).orders.map(\.id) == [1234, 3])
    }

    @Test func `A page that takes too long is refused`() async throws {
        let fixture = try await Fixture(count: 20_000)
        var store = fixture.store
        store.pageTime = .milliseconds(1)
        let service = OrdersService(store: store, logger: fixture.logger)
        try await fixture.withRouter(of: service) { client in
            for (language, text) in [
                ("en", "Sort by another column"), ("de", "Sortieren Sie nach einer anderen"),
            ] {
                let address = "/?id=~99999&sort=city&language=\(language)"
                let page = try await client.execute(uri: address, method: .get)
                #expect(page.status == .serviceUnavailable && page.text.contains(text), "\(page.text)")
            }
            let file = try await client.execute(uri: "/?id=~99999&sort=city&format=json", method: .get)
            #expect(file.code == "queryTooSlow")
        }
    }

    @Test func `Counts above 10,000 are not named`() async throws {
        let fixture = try await Fixture(count: 10_001)
        func counts(_ fields: [String: String]) async throws -> [String] {
            let page = try await fixture.store.page(try OrderQuery(fields))
            return ["en", "de"].map {
                OrderQuery(language: OrderLanguage(rawValue: $0)).words.page.controls
                    .count(page.count, page.totalCount, page.countLimit)
            }
        }
        let many = ["more than 10,000 orders", "mehr als 10.000 Bestellungen"]
        for fields in [[:], ["id": "1.."], ["start": "last"]] { #expect(try await counts(fields) == many) }
        let part = ["10,000 of more than 10,000 orders", "10.000 von mehr als 10.000 Bestellungen"]
        #expect(try await counts(["id": "2.."]) == part)
        #expect(try await counts(["id": "20000.."]) == ["0 of \(many[0])", "0 von \(many[1])"])
        try await fixture.database.write { db in
            try db.execute("DELETE FROM payments WHERE orderID = 7")
            try db.execute("DELETE FROM orders WHERE id = 7")
        }
        for fields in [[:], ["id": "1.."], ["start": "last"]] {
            #expect(try await counts(fields) == ["10,000 orders", "10.000 Bestellungen"])
        }
    }

    @Test func `Each value of a query is a parameter`() throws {
        let text = "x'; DROP TABLE orders; --"
        let table = TableQuery(
            search: text,
            filters: [
                .column("customer", .isOneOf([text])), .not(.column("city", .contains(text))),
                .column("customer", .from(text)), .column("id", .begins(text)),
                .column("placed", .contains(text)),
            ],
            sorts: [.ascending("customer"), .descending("placed")],
            page: TableQuery.Page(size: 5, start: .after("7,\(text.replacing(",", with: "")),\(text)")))
        let selection = try OrderSelection(OrderQuery(table))
        var statements = selection.parts().map { selection.ids(in: $0, of: nil, limit: 1) }
        statements += [selection.count(of: nil, upTo: 1), selection.customers(upTo: 1)].compactMap { $0 }
        #expect(statements.count > 4)
        for statement in statements {
            #expect(!statement.sql.contains("DROP"))
            #expect(statement.sql.matches(of: /\$[0-9]+/).count == statement.values.count)
        }
    }
}
