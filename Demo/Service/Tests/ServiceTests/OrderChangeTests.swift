import Orders
import TableAgent
import TableLive
import Testing

@testable import OrdersService

/// Tests of the pages that a change can touch.
struct OrderChangeTests {
    @Test(arguments: 0..<4)
    func `A page that a change does not touch equals the page that is read again`(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let fixture = try await Fixture(count: 700)
        try await fixture.shareOrders(amongCustomers: 3)
        var pages: [OrderQuery: OrdersPage] = [:]
        let sorts: [[TableQuery.Sort]] = [
            [], [.descending("total")], [.ascending("received")],
            [.ascending("status"), .descending("placed")],
            [.ascending("customer")],
        ]
        let names = try await fixture.contents().map(\.customer.name)
        for sort in sorts {
            for status in [nil] + OrderStatus.allCases {
                for customer in [nil] + Set(names).sorted() as [String?] {
                    var query = OrderQuery(status: status, customer: customer)
                    query.table.sorts = sort
                    query.table.page?.size = sort.isEmpty ? 50 : 20
                    if Int.random(in: 0..<4, using: &random) == 0 {
                        query.table.filters.append(.column("received", .from("100")))
                    }
                    var starts: [TableQuery.Page.Start] = [.first, .last]
                    while let start = starts.popLast() {
                        query.table.page?.start = start
                        let page = try await fixture.store.page(query)
                        pages[query] = page
                        if let next = page.next, start != .last, pages.count % 4 > 0 {
                            starts.append(.after(next))
                        }
                    }
                }
            }
        }
        var (touched, changed, untouched) = (0, 0, 0)
        for step in 0..<40 {
            let status = Bool.random(using: &random) ? OrderStatus.open : .paid
            let orders = try await fixture.contents().filter { $0.status == status }
            let order = try #require(orders.randomElement(using: &random))
            let part = Int.random(in: 1...max(1, order.received), using: &random)
            let actions: [OrderCommand.Action] =
                status == .open
                ? [.pay, .cancel] : [.ship, .refund(cents: part), .refund(cents: order.received)]
            let command = OrderCommand(try #require(actions.randomElement(using: &random)), order: order.id)
            let customer = Int.random(in: 1...3, using: &random)
            let changes = try await fixture.changes {
                switch step % 8 {
                case 3: try await fixture.addOrders(1, customer: customer)
                case 6: try await fixture.deleteOrder()
                default: try await fixture.store.carryOut(command)
                }
            }
            #expect(!changes.isEmpty && !changes.contains(.any))
            for (query, old) in pages {
                let new = try await fixture.store.page(query)
                let isEqual =
                    old.orders == new.orders && old.next == new.next && old.previous == new.previous
                    && old.count == new.count && old.totalCount == new.totalCount
                if changes.contains(where: old.isTouched) {
                    touched += 1
                    changed += isEqual ? 0 : 1
                    pages[query] = new
                } else {
                    untouched += 1
                    try #require(isEqual, "seed \(seed), step \(step): \(changes) changed \(query)")
                }
            }
        }
        #expect(
            touched > 0 && changed > 0 && untouched > touched,
            "seed \(seed): \(untouched), \(touched), \(changed)")
    }

    @Test func `A payment touches neither other customers nor other statuses`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        let customer = order.customer
        let orders = try await fixture.contents()
        let other = try #require(orders.first { $0.customer.id != customer.id }).customer.name
        var byTotal = OrderQuery(status: .shipped)
        byTotal.table.sorts = [.descending("total")]
        var cheapest = OrderQuery()
        cheapest.table.sorts = [.ascending("total")]
        var byReceived = OrderQuery()
        byReceived.table.sorts = [.descending("received")]
        var search = OrderQuery()
        search.table.search = other
        let queries = [
            (OrderQuery(), true), (OrderQuery(status: .open), true), (OrderQuery(status: .paid), true),
            (OrderQuery(customer: customer.name), true),
            (OrderQuery(status: .paid, customer: customer.name), true), (OrderQuery(customer: other), false),
            (OrderQuery(status: .open, customer: other), false), (OrderQuery(status: .shipped), false),
            (OrderQuery(status: .cancelled, customer: customer.name), false),
            (OrderQuery(.after("\(order.id)")), false),
            (OrderQuery(status: .open, .after("\(order.id)")), true),
            (byTotal, false), (byReceived, true), (search, false),
        ]
        let change = OrderChange.order(order.id, of: customer.id, from: .open, to: .paid)
        for (query, isTouched) in queries {
            let page = try await fixture.store.page(query)
            #expect(page.isTouched(by: change) == isTouched, "\(page.query)")
            #expect(page.isTouched(by: .any))
        }
        let page = try await fixture.store.page(cheapest)
        #expect(page.isTouched(by: change) == page.orders.contains { $0.id == order.id })
    }

    @Test func `Only a new order in a long list touches the pages that can show it`() async throws {
        var page = OrdersPage(OrderQuery(.after("50")), [])
        page.next = "10"
        (page.count, page.totalCount) = (10_001, 10_001)
        let new = { OrderChange.order($0, of: 1, from: nil, to: .open) }
        #expect(!page.isTouched(by: new(100)) && page.isTouched(by: new(20)))
        page = OrdersPage(OrderQuery(), [])
        (page.count, page.totalCount) = (10_001, 10_001)
        #expect(page.isTouched(by: new(100)))
        page.count = 10_000
        page.totalCount = 10_000
        #expect(page.isTouched(by: new(1)))
    }

    @Test func `A page is read again only after a change that touches it`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        let other = try #require(try await fixture.contents().first { $0.customer.id != order.customer.id })
        let page = try await LiveOrders(
            OrderQuery(customer: other.customer.name), in: fixture.store, tokens: fixture.service.tokens,
            heartbeat: .seconds(15), metrics: fixture.service.metrics,
            failures: ReadFailures())
        let version = page.feed.id
        // A page that is read again shows the new name.
        try await fixture.database.write { try $0.execute("UPDATE customers SET city = 'Changed'") }
        let change = OrderChange.order(order.id, of: order.customer.id, from: .open, to: .paid)
        try await page.update(after: [change, change])
        #expect(page.feed.id == version)
        try await page.update(after: [change, .any])
        #expect(page.feed.id != version && page.feed.table.data.contains("Changed"))
    }
}
