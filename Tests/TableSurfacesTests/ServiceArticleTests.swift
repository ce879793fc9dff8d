import Foundation
import TableAgent
import TableSurfaces
import Testing

// block: names
extension EventName<Void> {
    static var payOrder: Self { Self("pay") }
}
// end of block

struct ServiceArticleTests {
    /// What a server offers, as the article uses it.
    struct Response: Equatable, Sendable {
        var status: Int
        var type: String?
        var body: [UInt8] = []
        var location: String?

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The business, which refuses the third order. A test uses one at a time, from one actor.
    final class OrderStore: @unchecked Sendable {
        struct Refusal: Error {}

        private(set) var paid: [Int] = []

        func pay(_ id: Int) throws {
            if id == 3 { throw Refusal() }
            paid.append(id)
        }
    }

    // block: business
    struct Order: Identifiable, Sendable {
        let id: Int
        let customer: String
        let cents: Int
        var isPaid = false
    }

    enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id, link: "/orders/\(order.id)")
            line.text(order.customer)
            line.decimal(order.cents, scale: 2)
            line.boolean(order.isPaid, shown: order.isPaid ? "paid" : "open")
        }

        static func actions(_ place: RowActionPlace, for order: Order) -> [RowAction] {
            place == .trailing && !order.isPaid ? [RowAction("Pay", .payOrder)] : []
        }
    }

    enum TotalLine: GridLineItem {
        static func fill(_ line: inout GridLine, with cents: Int) {
            line.empty(shown: "Total")
            line.empty()
            line.decimal(cents, scale: 2)
        }
    }

    struct OrdersReformer: StatelessReformer {
        static let columns = [
            GridColumn("Order", key: "id"), GridColumn("Customer", key: "customer"),
            GridColumn("Total", key: "total", alignment: .decimal), GridColumn("Status", key: "is_paid"),
        ]

        func reform(_ orders: ArraySlice<Order>) -> TableInfo {
            TableInfo(caption: "Orders", columns: Self.columns) {
                TableSection(id: "orders") {
                    Rows(orders, as: OrderLine.self)
                    Foot(of: Order.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.cents } }
                }
            }
        }
    }
    // end of block

    // block: page
    actor OrdersPage: @preconcurrency EventDelegate {
        private let agent = Agent<ArraySlice<Order>>()
        private let store: OrderStore
        private var failure: (any Error)?

        init(_ store: OrderStore) {
            self.store = store
        }

        func show(_ orders: ArraySlice<Order>) throws {
            let source = DataSource(orders, reformer: OrdersReformer())
            try agent.attach(ServedTable(), dataSource: source, eventDelegate: self)
        }

        func html(token: String) throws -> [UInt8] {
            let actions = HTMLActions(address: "/events", fields: ["token": token])
            return try HTMLFormat(page: "Orders", actions: actions).bytes(of: agent.tableInfo)
        }

        func receive(_ form: [String: String]) throws -> Response {
            guard
                let (position, action) = HTMLActions.action(
                    row: form["row"], event: form["event"], payload: form["payload"], in: agent.tableInfo)
            else { return Response(status: 409) }
            failure = nil
            try agent.panel.source(.row(.at(position))).perform(action)
            if let failure { throw failure }
            return Response(status: 303, location: "/orders")
        }

        func didReceive(_ event: CellEvent) {
            guard event.isNamed(.payOrder), var order = event.data(as: Order.self) else { return }
            do {
                try store.pay(order.id)
                order.isPaid = true
                try agent.edit { try $0.replaceData(ofRow: .id(order.id), with: order) }
            } catch {
                failure = error
            }
        }
    }

    final class ServedTable: TableContainer {
        weak var panel: Panel?

        func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }
        func reload(_ update: TableUpdate) { update.commit() }
    }
    // end of block

    // block: answer
    let formats = TableFormats([HTMLFormat(page: "Orders"), JSONFormat(), CSVFormat()])

    func answer(_ orders: [Order], page: Range<Int>, accept: String?) throws -> Response {
        guard let format = formats.accepted(by: accept) else { return Response(status: 406) }
        let table = OrdersReformer().reform(orders[page.clamped(to: orders.indices)])
        return Response(status: 200, type: format.mediaType, body: try format.bytes(of: table))
    }
    // end of block

    // block: export
    func export(_ batches: some AsyncSequence<[Order], any Error> & Sendable) -> GridBlocks {
        CSVFormat().blocks(of: batches, as: OrderLine.self, columns: OrdersReformer.columns)
    }
    // end of block

    private let orders = (1...4).map { Order(id: $0, customer: "C\($0)", cents: $0 * 1005) }

    @Test func `The examples are compiled as they stand, all of them, in order`() throws {
        let article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/In-a-service.md", test: #filePath)
        let names = ["business", "names", "answer", "export", "page"]
        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `A request is answered in the format that the client wants`() throws {
        let csv = try answer(orders, page: 1..<3, accept: "text/csv")
        #expect(csv.type == "text/csv; charset=utf-8; header=present")
        #expect(csv.text == "id,customer,total,is_paid\r\n2,C2,20.10,false\r\n3,C3,30.15,false\r\n")
        let html = try answer(orders, page: 2..<90, accept: nil)
        #expect(html.text.contains("<a href=\"/orders/3\">3</a>") && html.text.contains(">70.35</td>"))
        #expect(try answer(orders, page: 0..<1, accept: "image/png") == Response(status: 406))
    }

    @Test func `All rows are streamed`() async throws {
        let batches = AsyncThrowingStream<[Order], any Error> { [orders] batch in
            batch.yield(Array(orders[..<3]))
            batch.yield(Array(orders[3...]))
            batch.finish()
        }
        var bytes: [UInt8] = []
        for try await block in export(batches) { bytes += block }
        #expect(String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").count == 5)
    }

    @Test func `An event of a form changes the order, the total and the page`() async throws {
        let store = OrderStore()
        let page = OrdersPage(store)
        try await page.show(orders[..<3])
        func html() async throws -> String {
            String(decoding: try await page.html(token: "t"), as: UTF8.self)
        }
        let before = try await html()
        #expect(before.contains("<input type=\"hidden\" name=\"token\" value=\"t\">"))
        #expect(before.components(separatedBy: "<form").count == 4)
        let answer = try await page.receive(["row": "orders/2", "event": "pay", "token": "t"])
        #expect(answer == Response(status: 303, location: "/orders"))
        let after = try await html()
        #expect(after.components(separatedBy: "<form").count == 3)
        #expect(after.contains(">60.30</td>") && store.paid == [2])
        for (row, event) in [("orders/2", "pay"), ("orders/7", "pay"), ("orders/1", "delete"), ("", "")] {
            let answer = try await page.receive(["row": row, "event": event])
            #expect(answer == Response(status: 409))
        }
    }

    @Test func `A failure of the business reaches the client, and the order stays`() async throws {
        let store = OrderStore()
        let page = OrdersPage(store)
        try await page.show(orders[..<3])
        let before = try await page.html(token: "t")
        await #expect(throws: OrderStore.Refusal.self) {
            try await page.receive(["row": "orders/3", "event": "pay"])
        }
        let after = try await page.html(token: "t")
        #expect(before == after && store.paid == [])
    }
}
