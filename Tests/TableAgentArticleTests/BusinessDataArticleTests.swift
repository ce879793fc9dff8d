import ArticleTesting
import Foundation
import TableAgent
import TableSurfaces
import Testing

/// Replaces the standard function, so that tests can read the output of the examples.
private func print(_ text: String) { Printed.line(text) }

// The examples in the order of the article. Types with the same names in other files are separate.
enum FromBusinessDataToATable {
    // block: business types
    struct Customer: Identifiable {
        let id: Int
        var name: String
        var orders: [Order]
    }

    struct Order: Identifiable {
        let id: String
        var article: String
        var quantity: Int
    }
    // end of block

    // block: items
    enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.text(order.id)
            line.text(order.article)
            line.integer(order.quantity)
        }
    }

    enum CustomerTitle: GridLineItem, SectionItem {
        static func fill(_ line: inout GridLine, with customer: Customer, in section: SectionState) {
            line.text("\(customer.name), \(section.rowCount) open", role: .strong)
        }
    }
    // end of block

    // block: reformer
    struct OpenOrdersReformer: StatelessReformer {
        func reform(_ customers: [Customer]) -> TableInfo {
            TableInfo(columns: ["Order", "Article", "Quantity"]) {
                for customer in customers where !customer.orders.isEmpty {
                    TableSection(id: customer.id) {
                        Head(customer, as: CustomerTitle.self)
                        Rows(customer.orders, as: OrderLine.self)
                    }
                }
            }
        }
    }
    // end of block

    // block: delegate
    final class OrdersController: EventDelegate {
        func didReceive(_ event: CellEvent) {
            if event.isNamed(.select), let order = event.data(as: Order.self) {
                print("selected \(order.article) of customer \(event.sectionID)")
            }
        }
    }
    // end of block
}

// block: event name
extension EventName<Int> {
    static var changeQuantity: Self { Self("changeQuantity") }
}
// end of block

/// Collects the values of a function's expressions.
@resultBuilder
private enum Values {
    static func buildBlock(_ values: Int?...) -> [Int?] { values }
}

struct BusinessDataArticleTests {
    typealias Example = FromBusinessDataToATable

    private let article: DocumentedCode
    private let customers = [
        Example.Customer(
            id: 1, name: "Ada",
            orders: [
                Example.Order(id: "A-1001", article: "Lamp", quantity: 2),
                Example.Order(id: "A-1002", article: "Desk", quantity: 1),
            ]),
        Example.Customer(id: 2, name: "Bob", orders: []),
    ]

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/From-business-data-to-a-table.md", test: #filePath)
    }

    @Test func `The article's examples are the compiled code, in order`() {
        let names = [
            "business types", "items", "reformer", "table", "total", "attach", "reload", "delegate",
            "event name",
        ]

        #expect(names.map { article.compiled[$0] } == article.swift)
    }

    @Test func `The reformer lists the customers with orders`() throws {
        let table = Example.OpenOrdersReformer().reform(customers)

        #expect(
            try TextFormat().string(of: table) == """
                ┌────────┬─────────┬──────────┐
                │ Order  │ Article │ Quantity │
                ├────────┴─────────┴──────────┤
                │ Ada, 2 open                 │
                │ A-1001 │ Lamp    │        2 │
                │ A-1002 │ Desk    │        1 │
                └────────┴─────────┴──────────┘

                """)
    }

    @Test func `The table is read without a surface`() throws {
        typealias OpenOrdersReformer = Example.OpenOrdersReformer
        typealias Order = Example.Order
        @Values func read() -> [Int?] {
            // block: table
            let table = OpenOrdersReformer().reform(customers)
            table.rowCount
            table.row(.id("A-1001"))?.data(as: Order.self)?.quantity
            // end of block
        }
        #expect(read() == [2, 2])
    }

    @Test func `The total of a section follows its rows`() throws {
        typealias Customer = Example.Customer
        typealias Order = Example.Order
        typealias OrderLine = Example.OrderLine
        // block: total
        enum QuantityLine: GridLineItem {
            static func fill(_ line: inout GridLine, with quantity: Int) {
                line.text("")
                line.text("Total")
                line.integer(quantity)
            }
        }

        func section(of customer: Customer) -> TableSection {
            TableSection(id: customer.id) {
                Rows(customer.orders, as: OrderLine.self)
                Foot(of: Order.self, as: QuantityLine.self) { orders in
                    orders.reduce(0) { $0 + $1.quantity }
                }
            }
        }
        // end of block
        var table = TableInfo(
            columns: ["Order", "Article", "Quantity"], sections: [section(of: customers[0])])
        #expect(try TextFormat().string(of: table).contains("│        │ Total   │        3 │\n"))
        try table.edit { try $0.removeRow(.id("A-1001")) }
        #expect(try TextFormat().string(of: table).contains("│        │ Total   │        1 │\n"))
    }

    @Test func `The agent shows and clears the table, and the delegate receives an event`()
        async throws
    {
        typealias OpenOrdersReformer = Example.OpenOrdersReformer
        let sink = MemorySink()
        let container = GridContainer(.csv, to: sink)
        let controller = Example.OrdersController()
        let newCustomers = [customers[1]]

        // block: attach
        let agent = try Agent(
            container, rawData: customers, reformer: OpenOrdersReformer.self, eventDelegate: controller)
        // end of block
        #expect(sink.text == "Order,Article,Quantity\r\nA-1001,Lamp,2\r\nA-1002,Desk,1\r\n")

        let lines = try await Printed.lines { try agent.select(.at(section: 0, row: 1)) }
        #expect(lines == ["selected Desk of customer 1"])
        #expect(agent.eventDelegate === controller)

        // block: reload
        try agent.reload(newCustomers)
        try agent.reload(nil)
        // end of block
        #expect(sink.text.isEmpty)
    }

    @Test func `An event has a payload of its name's type`() throws {
        final class Quantities: EventDelegate {
            var values: [Int] = []

            func didReceive(_ event: CellEvent) {
                if let quantity = event.payload(of: .changeQuantity) { values.append(quantity) }
            }
        }
        let quantities = Quantities()
        let agent = try Agent(
            GridContainer(.csv, to: MemorySink()), rawData: customers,
            reformer: Example.OpenOrdersReformer.self,
            eventDelegate: quantities)

        try agent.post(.changeQuantity, 3, from: .row("A-1001"))

        #expect(quantities.values == [3])
    }
}
