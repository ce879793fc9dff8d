import Orders
import TableAgent
import TableSurfaces
import Testing

struct OrderTests {
    private static func order(_ status: OrderStatus, total: Int = 1000, received: Int = 0) -> Order {
        Order(
            id: 7, customer: Customer(id: 1, name: "Peña y Ibáñez", city: "A Coruña"), placed: "2026-03-01",
            total: total, status: status, received: received)
    }

    @Test func `An order is paid, partially refunded, and then refunded`() throws {
        var order = Self.order(.open)
        #expect(try order.carryOut(.pay) == 1000)
        #expect((order.status, order.received) == (.paid, 1000))
        #expect(try order.carryOut(.refund(cents: 400)) == -400)
        #expect((order.status, order.received) == (.paid, 600))
        #expect(try order.carryOut(.refund(cents: 600)) == -600)
        #expect((order.status, order.received) == (.refunded, 0))
    }

    @Test(arguments: OrderStatus.allCases)
    func `An order allows exactly the actions that its row offers`(status: OrderStatus) {
        let order = Self.order(status, received: status == .paid ? 1000 : 0)
        let offered = Set(OrderLine.actions(.trailing, for: order).map { $0.title.lowercased() })
        let actions: [(String, OrderCommand.Action)] = [
            ("pay", .pay), ("cancel", .cancel), ("ship", .ship), ("refund", .refund(cents: 1000)),
        ]
        for (name, action) in actions {
            var changed = order
            do throws(OrderError) {
                _ = try changed.carryOut(action)
                #expect(offered.contains(name))
            } catch {
                #expect(!offered.contains(name))
                #expect(error.kind == .conflict)
                #expect(changed == order)
            }
        }
    }

    @Test(arguments: [0, -1, Int.min, 1001, Int.max])
    func `A refund is above zero and at most the remaining amount`(cents: Int) throws {
        var order = Self.order(.paid, received: 1000)
        let error = try #require(throws: OrderError.self) { _ = try order.carryOut(.refund(cents: cents)) }
        #expect(error.kind == .invalid)
        #expect(error.code == (cents > 0 ? "refundTooLarge" : "refundNotPositive"))
        #expect(order == Self.order(.paid, received: 1000))
    }

    @Test func `A page has a section for each status, totals, and a grand total`() throws {
        let orders = [Self.order(.open), Self.order(.paid, total: 123_456, received: 123_456)]
        var page = OrdersPage(OrderQuery(), orders)
        (page.count, page.totalCount) = (2, 2)
        let text = try TextFormat().string(of: OrdersReformer().reform(page))
        #expect(
            text == """
                Orders
                ┌───────┬────────────┬────────────────────┬──────────┬────────────────────────┬───────────┬────────┬──────┐
                │ Order │ Placed     │ Customer           │ City     │     Total              │  Received │ Status │ Note │
                ├───────┴────────────┴────────────────────┴──────────┴────────────────────────┴───────────┴────────┴──────┤
                │ Open · 1 order                                                                                          │
                │     7 │ 2026-03-01 │ Peña y Ibáñez      │ A Coruña │    €10.00 ╸            │     €0.00 │ open   │      │
                ├───────┼────────────┼────────────────────┼──────────┼────────────────────────┼───────────┼────────┼──────┤
                │       │            │ Total open         │          │    €10.00              │     €0.00 │        │      │
                ├───────┴────────────┴────────────────────┴──────────┴────────────────────────┴───────────┴────────┴──────┤
                │ Paid · 1 order                                                                                          │
                │     7 │ 2026-03-01 │ Peña y Ibáñez      │ A Coruña │ €1,234.56 ━━━━━━━━━━   │ €1,234.56 │ paid   │      │
                ├───────┼────────────┼────────────────────┼──────────┼────────────────────────┼───────────┼────────┼──────┤
                │       │            │ Total paid         │          │ €1,234.56              │ €1,234.56 │        │      │
                ├───────┼────────────┼────────────────────┼──────────┼────────────────────────┼───────────┼────────┼──────┤
                │       │            │ Total of this page │          │ €1,244.56              │ €1,234.56 │        │      │
                └───────┴────────────┴────────────────────┴──────────┴────────────────────────┴───────────┴────────┴──────┘

                """)
    }

    @Test func `Sample orders are always the same, and cover many scripts`() {
        var first: [Order] = []
        SampleOrders(count: 3000).forEachOrder { first.append($0) }
        var second: [Order] = []
        SampleOrders(count: 3000).forEachOrder { second.append($0) }
        #expect(first == second)
        let digest = first.reduce(into: UInt64(14_695_981_039_346_656_037)) { hash, order in
            let text = "\(order.id) \(order.customer) \(order.placed) \(order.total) \(order.status)"
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        }
        #expect(digest == 11_692_109_894_825_883_656)
        let customers = SampleOrders(count: 0).customers
        #expect(customers.count == 500)
        #expect(Set(customers.map(\.name)).count == 500)
        #expect(customers.contains { $0.name.contains("株式会社") })
        #expect(customers.contains { $0.name.contains("ü") })
        #expect(Set(first.map(\.status)) == Set(OrderStatus.allCases))
        #expect(first.allSatisfy { $0.total >= 500 && $0.placed.hasPrefix("202") })
    }
}
