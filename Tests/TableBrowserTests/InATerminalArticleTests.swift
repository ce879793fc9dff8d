import ArticleTesting
import TableAgent
import TableSurfaces
import Testing

@_spi(Internals) @testable import TableBrowser

// The business types of the article. Types with the same names in other files are separate.
private struct Order: Identifiable {
    let id: String
    let customer: String
    let cents: Int
    let isPaid: Bool

    static let samples = [
        Order(id: "A-1", customer: "Müller & Söhne", cents: 123_450, isPaid: true),
        Order(id: "A-7", customer: "Müller & Söhne", cents: 7_880, isPaid: false),
        Order(id: "A-3", customer: "株式会社さくら商店", cents: 130_000, isPaid: false),
    ]
}

/// Returns an amount in a readable form: `1,234.50`.
private func money(_ cents: Int) -> String {
    "\(TableWords.grouped(cents / 100, by: ",")).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
}

private enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.text(order.id)
        line.text(order.customer)
        line.decimal(order.cents, scale: 2, shown: money(order.cents))
        line.text(order.isPaid ? "paid" : "open")
    }
}

// block: actions
extension EventName<Int> {
    static var refund: Self { Self("refund") }
}

extension OrderLine: EventItem {
    static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
        guard place == .menu else { return [] }
        let limit = 1...order.cents
        var refund = RowAction(
            "Refund", .refund, asking: .amount("cents", label: "Amount in €", in: limit, scale: 2))
        refund.isEnabled = order.isPaid
        return [refund, RowAction("Cancel", .cancel, confirmation: "Cancel order \(order.id)?")]
    }
}
// end of block

private enum CustomerTitle: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with name: String, in section: SectionState) {
        line.text("\(name) (\(section.rowCount))")
    }
}

private enum TotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with cents: Int) {
        line.empty(shown: "Total")
        line.empty()
        line.decimal(cents, scale: 2, shown: money(cents))
    }
}

private struct OrdersReformer: StatelessReformer {
    func reform(_ orders: [Order]) -> TableInfo {
        TableInfo(columns: ["Order", "Customer", GridColumn("Amount", alignment: .decimal), "Status"]) {
            for (name, orders) in [("Müller & Söhne", orders.prefix(2)), ("株式会社さくら商店", orders.dropFirst(2))] {
                TableSection(id: name) {
                    Head(name, as: CustomerTitle.self)
                    Rows(orders, as: OrderLine.self)
                    Foot(of: Order.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.cents } }
                }
            }
        }
    }
}

extension EventName<Void> {
    fileprivate static var remind: Self { Self("remind") }
    fileprivate static var cancel: Self { Self("cancel") }
}

// block: desk
private final class OrderDesk: EventDelegate {
    let browser: TableBrowser

    init(_ browser: TableBrowser) { self.browser = browser }

    func shouldSelect(_ event: CellEvent) -> Bool {
        event.data(as: Order.self)?.isPaid == false
    }

    func didReceive(_ event: CellEvent) {
        if let cents = event.payload(of: .refund) {
            browser.show("Refunded \(cents) cents of \(event.rowID).")
        } else if event.isNamed(.select) {
            browser.show("\(event.rowID) is open.")
        }
    }
}
// end of block

// block: screen
private actor OrderScreen {
    private let browser = TableBrowser()
    private let agent: Agent<[Order]>

    init(_ orders: [Order]) throws {
        agent = try Agent(browser, rawData: orders, reformer: OrdersReformer.self)
    }

    func browse(_ newOrders: AsyncStream<[Order]>) async throws {
        let updates = Task {
            for await orders in newOrders { try self.agent.reload(orders) }
        }
        defer { updates.cancel() }
        try await browser.run()
    }
}
// end of block

struct InATerminalArticleTests {
    private let article: DocumentedCode

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableBrowser/TableBrowser.docc/In-a-terminal.md", test: #filePath)
    }

    // Compiled, but not run: a test has no terminal.
    private func browse(_ orders: [Order], _ desk: OrderDesk) async throws {
        // block: run
        let browser = TableBrowser()
        let agent = try Agent(browser, rawData: orders, reformer: OrdersReformer.self, eventDelegate: desk)
        try await browser.run()
        // end of block
        // block: binding
        browser.bindings["r"] = .post(.remind)
        // end of block
        withExtendedLifetime(agent) {}
    }

    private func pick(from table: TableInfo) async throws -> [Order] {
        // block: pick
        let chosen = try await TableBrowser.pick(from: table).compactMap { $0.data(as: Order.self) }
        // end of block
        return chosen
    }

    @Test func `The article's examples are the compiled code, in order`() {
        let names = ["run", "actions", "desk", "binding", "screen", "pick"]
        #expect(
            names.map { article.compiled[$0]?.replacing("private ", with: "", maxReplacements: 1) }
                == article.swift)
    }

    @Test func `The article's picture is a screen`() throws {
        var state = BrowserState(OrdersReformer().reform(Order.samples), width: 80, height: 11)
        state.type("jjl")
        let picture = article.blocks.first { $0.language == "text" }?.code
        #expect(state.paintedLines().joined(separator: "\n") == picture)
        let spoken = article.blocks.last { $0.language == "text" }?.code
        #expect(state.spokenLine == spoken)
    }
}
