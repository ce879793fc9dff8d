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
        private let page = MemorySink()

        func show(_ orders: ArraySlice<Order>, token: String) throws {
            let format = HTMLFormat(
                page: HTMLPage("Orders", language: "en", stylesheet: .linked("/table.css")),
                actions: HTMLActions(address: "/events", fields: ["token": token]))
            try agent.attach(
                GridContainer(format, to: page), dataSource: DataSource(orders, reformer: OrdersReformer()),
                eventDelegate: self)
        }

        var html: [UInt8] { page.bytes }

        func receive(row key: String, event name: String) throws -> Response {
            let table = agent.tableInfo
            guard let position = HTMLFormat.position(ofRowWithKey: key, in: table),
                let action = table.row(at: position)?.actions(.trailing).first(where: { $0.name == name })
            else { return Response(status: 409) }
            try agent.panel.source(.row(.at(position))).perform(action)
            return Response(status: 303, location: "/orders")
        }

        func didReceive(_ event: CellEvent) {
            guard event.isNamed(.payOrder), var order = event.data(as: Order.self) else { return }
            order.isPaid = true
            try? agent.edit { try $0.replaceData(ofRow: .id(order.id), with: order) }
        }
    }
    // end of block

    // block: answer
    func answer(_ orders: [Order], page: Range<Int>, accept: String?) throws -> Response {
        guard let format = TableFormats.standard.accepted(by: accept) else { return Response(status: 406) }
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
        let page = OrdersPage()
        try await page.show(orders[..<2], token: "t")
        func html() async -> String { String(decoding: await page.html, as: UTF8.self) }
        #expect(await html().contains("<input type=\"hidden\" name=\"token\" value=\"t\">"))
        #expect(await html().components(separatedBy: "<form").count == 3)
        let answer = try await page.receive(row: "orders/2", event: "pay")
        #expect(answer == Response(status: 303, location: "/orders"))
        #expect(await html().components(separatedBy: "<form").count == 2)
        #expect(await html().contains(">30.15</td>"))
        for (row, event) in [("orders/2", "pay"), ("orders/7", "pay"), ("orders/1", "delete"), ("", "")] {
            let answer = try await page.receive(row: row, event: event)
            #expect(answer == Response(status: 409))
        }
    }
}
