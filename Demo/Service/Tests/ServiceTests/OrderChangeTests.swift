import Orders
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
        for status in [nil] + OrderStatus.allCases {
            for customer in [nil, 1, 2, 3] as [Int?] {
                var query: OrderQuery? = OrderQuery(status: status, customer: customer)
                while let next = query {
                    let page = try await fixture.store.page(next)
                    pages[page.query] = page
                    query = page.orders.last.map { last in
                        OrderQuery(status: status, customer: customer, .after(last.id))
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
                    old.orders == new.orders && old.next == new.next
                    && (old.newerCount == new.newerCount || old.isFarFromNewest)
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
        // The pages of other customers, of other statuses, and of newer orders are not read again.
        #expect(untouched > 3 * touched, "seed \(seed): \(untouched) untouched, \(touched) touched")
        #expect(changed * 10 > touched * 8, "seed \(seed): \(changed) changed of \(touched) touched")
    }

    @Test func `A payment touches neither other customers nor other statuses`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        let customer = order.customer.id
        let other = customer == 1 ? 2 : customer - 1
        let queries = [
            (OrderQuery(), true), (OrderQuery(status: .open), true), (OrderQuery(status: .paid), true),
            (OrderQuery(customer: customer), true), (OrderQuery(status: .paid, customer: customer), true),
            (OrderQuery(customer: other), false), (OrderQuery(status: .open, customer: other), false),
            (OrderQuery(status: .shipped), false),
            (OrderQuery(status: .cancelled, customer: customer), false),
            (OrderQuery(.after(order.id)), false), (OrderQuery(status: .open, .after(order.id)), true),
            (OrderQuery(status: .open, .after(100)), false),
        ]
        var pages: [(OrdersPage, Bool)] = []
        for (query, isTouched) in queries { pages.append((try await fixture.store.page(query), isTouched)) }
        let change = OrderChange.order(order.id, of: customer, from: .open, to: .paid)
        for (page, isTouched) in pages {
            #expect(page.isTouched(by: change) == isTouched, "\(page.query)")
            #expect(page.isTouched(by: .any))
        }
    }

    @Test func `A page is read again only after a change that touches it`() async throws {
        let fixture = try await Fixture()
        let order = try await fixture.order(.open)
        let other = order.customer.id == 1 ? 2 : order.customer.id - 1
        let page = try await LiveOrders(
            OrderQuery(customer: other), in: fixture.store, tokens: fixture.service.tokens,
            heartbeat: .seconds(15), metrics: fixture.service.metrics,
            failures: ReadFailures())
        let version = page.feed.id
        // A page that is read again shows the new name.
        try await fixture.renameCustomers("Changed")
        let change = OrderChange.order(order.id, of: order.customer.id, from: .open, to: .paid)
        try await page.update(after: [change, change])
        #expect(page.feed.id == version)
        try await page.update(after: [change, .any])
        #expect(page.feed.id != version && page.feed.table.data.contains("Changed"))
    }
}
