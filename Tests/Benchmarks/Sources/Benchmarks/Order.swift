import TableAgent

/// The row data of the format benchmarks.
struct Order: Identifiable {
    static let titles = ["Order", "Customer", "Region", "Quantity", "Total", "Note"]

    let id: Int
    let customer: String
    let region: String
    let quantity: Int
    let total: Double
    let note: String

    /// Orders of customers with Chinese and Japanese names. One of ten notes needs quotes or escapes.
    static func sample(_ count: Int) -> [Order] {
        var random = SeededGenerator()
        let customers = ["株式会社さくら商店", "北京茶叶有限公司", "東京急須", "山田太郎", "上海贸易", "大阪湯呑み"]
        let regions = ["North", "South", "East", "West", "Overseas"]
        let notes = ["", "paid in advance", "deliver to the back door", "call before delivery", "gift"]
        return (0..<count).map { index in
            Order(
                id: 100_000 + index,
                customer: customers[Int.random(in: 0..<customers.count, using: &random)],
                region: regions[Int.random(in: 0..<regions.count, using: &random)],
                quantity: Int.random(in: 1..<500, using: &random),
                total: Double(Int.random(in: 100..<1_000_000, using: &random)) / 100,
                note: random.isOne(in: 10)
                    ? "\"fragile\", <keep> upright"
                    : notes[Int.random(in: 0..<notes.count, using: &random)])
        }
    }

    /// Returns the order with another customer.
    func ordered(by customer: String) -> Order {
        Order(id: id, customer: customer, region: region, quantity: quantity, total: total, note: note)
    }

    static func table(_ orders: [Order]) -> TableInfo {
        TableInfo(columns: titles.map { GridColumn($0) }) {
            TableSection(id: "orders") { Rows(orders, as: OrderLine.self) }
        }
    }

    /// Returns a table of orders with bars beside the totals.
    static func withBars(_ table: TableInfo) -> TableInfo {
        var table = table
        table.columns[4].bar = .automatic
        return table
    }
}

enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.integer(order.id)
        line.text(order.customer)
        line.text(order.region)
        line.integer(order.quantity)
        line.decimal(order.total)
        line.text(order.note)
    }
}
