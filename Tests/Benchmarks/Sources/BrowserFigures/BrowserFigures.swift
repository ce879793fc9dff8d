import Foundation
import TableAgent
@_spi(Internals) import TableBrowser
import TableSurfaces

/// Prints the times, the bytes, and the memory of the terminal browser's state and screens, without a terminal.
///
/// The figures are absolute, so compare them on one machine only.
@main
struct BrowserFigures {
    static func main() throws {
        var report = Report()
        let orders = (0..<1_000_000).map { Order($0) }
        for count in [1_000, 1_000_000] {
            let table = Order.table(orders[..<count])
            report.measure("first paint of \(count) rows", goal: 5) { firstPaint(table) }
        }
        let table = Order.table(orders)
        let memory = residentBytes()
        var state = BrowserState()
        state.update(nil, to: table)
        var shown = TerminalScreen(width: 80, height: 24)
        state.paint(&shown)
        report.add(
            "memory beyond a table of 1,000,000 rows", Double(residentBytes() - memory) / 1e6, "MB", goal: 1)

        let many = Order.table(orders, sections: 100_000)
        report.measure("first paint of 100,000 sections", goal: 30) { firstPaint(many) }
        report.keys("cursor key within the screen", state, [.up, .up, .down, .down], goal: 150)
        report.keys("cursor key that scrolls", state, [.down], goal: 150)
        report.keys("cursor key to another column", state, [.right, .right, .left, .left], goal: 150)
        report.keys("page key", state, [.pageDown], goal: nil)
        report.keys(
            "cursor key, 200 x 50", state, [.up, .up, .down, .down], width: 200, height: 50, goal: 150)

        var grouped = BrowserState()
        grouped.update(nil, to: many)
        report.measure("G and g in 100,000 sections", goal: 5) {
            for key in ["G", "g"] as [BrowserKey] {
                _ = grouped.handle(key)
                grouped.paint(&shown)
            }
        }
        report.work("search of 1,000,000 x 6 for an absent text", state, "g/absent text\n", goal: 1_000)
        report.work("search backward", state, "g?absent text\n", goal: 1_000)
        report.work("search in 100,000 sections", grouped, "g/absent text\n", goal: 1_000)
        report.work("filter of 1,000,000 rows", state, "&article 77\n", goal: 1_000)
        report.work("sort of 1,000,000 rows by a number", state, "lllls", goal: 1_000)
        report.work("sort of 1,000,000 rows by a text", state, "ls", goal: 1_000)
        report.updates(orders)
        try report.print()
    }

    private static func firstPaint(_ table: TableInfo) {
        var state = BrowserState()
        state.update(nil, to: table)
        var screen = TerminalScreen(width: 80, height: 24)
        state.paint(&screen)
        precondition(!screen.repaint().isEmpty)
    }
}

/// An order with six cells.
struct Order: Identifiable, Equatable, Sendable {
    let id: Int
    var customer: String
    var article: String
    var quantity: Int
    var cents: Int
    var isPaid: Bool

    init(_ number: Int) {
        let names = ["Ada", "Grace", "Linus", "Edsger", "Barbara", "Donald"]
        id = number
        (customer, article) = ("\(names[number % 6]) \(number % 97)", "Article \(number &* 7919 % 1000)")
        (quantity, cents, isPaid) = (number % 13, number &* 7919 % 1_000_000, number % 3 == 0)
    }

    static func table(_ orders: some RandomAccessCollection<Order>, sections count: Int = 1) -> TableInfo {
        let orders = Array(orders)
        let columns: [GridColumn] = [
            "Order", "Customer", "Article", "Qty", GridColumn("Amount", alignment: .decimal), "Status",
        ]
        guard count > 1 else {
            return TableInfo(columns: columns) { TableSection(id: 0) { Rows(orders, as: OrderLine.self) } }
        }
        let size = orders.count / count
        return TableInfo(columns: columns) {
            for number in 0..<count {
                TableSection(id: number) {
                    Head("Batch \(number)", as: GridTitle.self)
                    Rows(orders[number * size..<(number + 1) * size], as: OrderLine.self)
                    Foot(of: Order.self, as: SumLine.self) { $0.reduce(0) { $0 + $1.cents } }
                }
            }
        }
    }
}

enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.integer(order.id)
        line.text(order.customer)
        line.text(order.article)
        line.integer(order.quantity)
        line.decimal(order.cents, scale: 2, role: order.cents < 1_000 ? .negative : .plain)
        line.text(order.isPaid ? "paid" : "open", role: .muted)
    }
}

enum SumLine: GridLineItem {
    static func fill(_ line: inout GridLine, with cents: Int) {
        line.empty(shown: "Total")
        for _ in 0..<3 { line.empty() }
        line.decimal(cents, scale: 2)
    }
}
