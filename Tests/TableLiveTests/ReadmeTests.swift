import ArticleTesting
import Foundation
import TableAgent
import TableAgentTesting
import TableBrowser
import TableLive
import TableSurfaces
import Testing

/// Replaces the standard function, so that tests can read the output of the examples.
private func print(_ text: String) { Printed.line(text) }

// swift-format-ignore
// block: reformer
struct Article { var sku: String, name: String, count: Int }

struct StockReformer: Reformer {
    let threshold: Int

    func reform(_ stock: [Article]) throws -> TableInfo {
        let low = stock.filter { $0.count < threshold }
        return TableInfo(columns: ["Article", GridColumn("Count", alignment: .right, width: 5...8)]) {
            if !low.isEmpty {
                TableSection(id: "low") {
                    Head("Order soon", as: GridTitle.self)
                    Rows(low, id: \.sku, as: ArticleLine.self)
                    Foot(low, as: CountLine.self)
                }
            }
            TableSection(id: "rest") {
                Rows(stock.filter { $0.count >= threshold }, id: \.sku, as: ArticleLine.self)
            }
        }
    }
}
// end of block

// swift-format-ignore
// block: item
enum ArticleLine: GridLineItem {
    static func fill(_ line: inout GridLine, with article: Article) {
        line.text(article.name)
        let role: GridRole = article.count == 0 ? .negative : .plain
        line.integer(article.count, shown: "\(article.count) pcs", role: role)
    }
}

enum CountLine: GridLineItem {
    static func fill(_ line: inout GridLine, with articles: [Article]) {
        line.empty(shown: "Articles")  // for people; data surfaces get no value
        line.integer(articles.count)
    }
}
// end of block

// block: events
extension EventName<Int> {
    static var restock: Self { Self("restock") }
}

final class StockController: EventDelegate {
    func didReceive(_ event: CellEvent) {
        if let count = event.payload(of: .restock) {
            print("order \(count) of \(event.rowID)")
        } else if event.isNamed(.select), let article = event.data(as: Article.self) {
            print("open \(article.name) of \(event.sectionID)")
        }
    }
}
// end of block

// swift-format-ignore
// block: live
actor StockPage {
    nonisolated let feed: LiveFeed                       // begins pages, and has what each viewer lacks
    private let container = LiveContainer()
    private let agent: Agent<[Article]>

    init(_ stock: [Article]) throws {
        feed = container.feed
        agent = try Agent(container, rawData: stock, reformer: StockReformer(threshold: 10))
    }

    func show(_ stock: [Article]) throws { try agent.reload(stock) }    // all viewers see what has changed
}
// end of block

extension EventName<Void> {
    fileprivate static var reorder: Self { Self("reorder") }
}

// Compiled, but not run: a test has no terminal.
// swift-format-ignore
// block: terminal
func restock(_ stock: [Article], _ controller: StockController) async throws {
    let browser = TableBrowser()
    let agent = try Agent(
        browser, rawData: stock, reformer: StockReformer(threshold: 10), eventDelegate: controller)
    browser.bindings["r"] = .post(.reorder)                        // an event of your own
    try await browser.run()                                        // until the person leaves
    print("\(agent.tableInfo.rowCount) articles")
}
// end of block

// block: format
struct WikiFormat: TextualFormat, GridWriter {
    let name = "wiki"
    let showsHeadsAndFeet = false

    func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {
        for index in line.cells.indices { output.write("|" + line.shown(at: index)) }
        output.write("|\n")
    }
}
// end of block

// swift-format-ignore
// block: container
final class LinesContainer: TableContainer {
    weak var panel: Panel?
    private(set) var lines: [String] = []

    func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    func reload(_ update: TableUpdate) throws {
        var line = GridLine()
        lines = update.new.sections.flatMap(\.visibleRows).map { row in
            row.fill(line: &line)
            return line.cells.indices.map { line.shown(at: $0) }.joined(separator: " | ")
        }
        update.commit()                              // from here on the panel answers for the new table
    }
}
// end of block

struct ReadmeTests {
    let readme: DocumentedCode
    let stock = [
        Article(sku: "N1", name: "Nail", count: 500), Article(sku: "B1", name: "Bolt", count: 0),
    ]

    init() throws {
        readme = try DocumentedCode(document: "README.md", test: #filePath)
    }

    /// The code of the first example, with a different sink.
    // swift-format-ignore
    private func runFirstExample(_ sink: MemorySink) throws {
        // block: example
        struct Order: Identifiable { var id: Int, customer: String, total: Double }

        enum OrderLine: GridLineItem {                 // how one order fills a line of cells
            static func fill(_ line: inout GridLine, with order: Order) {
                line.integer(order.id)
                line.text(order.customer)
                line.decimal(order.total)
            }
        }

        struct OrdersReformer: StatelessReformer {      // business data → table
            func reform(_ orders: [Order]) -> TableInfo {
                TableInfo(columns: ["Order", "Customer", "Total"]) {
                    TableSection(id: "open") {
                        Head("\(orders.count) open orders", as: GridTitle.self)
                        Rows(orders, as: OrderLine.self)
                    }
                }
            }
        }

        let orders = [
            Order(id: 7, customer: "さくら商店", total: 1776.5), Order(id: 8, customer: "Müller & Söhne", total: 949.9),
        ]
        let agent = try Agent(GridContainer(.text, to: sink), rawData: orders, reformer: OrdersReformer.self)
        // end of block
        #expect(agent.tableInfo.rowCount == 2)
    }

    @Test func `The first example prints the first table`() throws {
        let sink = MemorySink()
        try runFirstExample(sink)
        let table = try #require(readme.blocks.first { $0.language == "text" })

        #expect(sink.text == table.code + "\n")
    }

    @Test func `The first example is compiled, but for its container`() throws {
        let code = try #require(readme.swift.first)

        #expect(
            readme.compiled["example"]
                == code.replacing("GridContainer(.terminal)", with: "GridContainer(.text, to: sink)"))
    }

    @Test(arguments: [
        "reload", "reformer", "item", "edit", "events", "delegate", "post", "listen", "stream", "list",
        "format",
        "container", "terminal",
    ])
    func `The examples are compiled unchanged`(name: String) throws {
        let code = try #require(readme.compiled[name])

        #expect(readme.swift.contains(code), "no block of the README is\n\(code)")
    }

    @Test func `Every Swift block is compiled, except for code of other modules`() {
        let compiled = Set(readme.compiled.values)
        let others = readme.swift.dropFirst().filter { code in
            !compiled.contains(code) && !code.hasPrefix(".package(") && !code.hasPrefix(".target(")
                && !code.contains("UIViewController")  // compiled by the tests in AppleShims
                && !code.contains("ContainerConformance") && !code.contains("FileSink(")
        }

        #expect(others.isEmpty)
    }

    @Test func `Every link of the README to a file of the repository leads to a file`() throws {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let links = text.matches(of: /\]\((?<path>[^):]+)\)/).map { String($0.output.path) }
        let missing = links.filter {
            !FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path)
        }

        #expect(links.count > 10)
        #expect(missing.isEmpty)
    }

    @Test func `The first example works with each container that the README names`() {
        let containers: [any TableContainer] = [
            GridContainer(.terminal), GridContainer(.csv), GridContainer(.json), GridContainer(.html),
        ]

        #expect(containers.allSatisfy { $0.canShow(ArticleLine.self) })
    }

    @Test func `An agent reloads with new data, and with nil to clear the table`() throws {
        let sink = MemorySink()
        let agent = try Agent(
            GridContainer(.csv, to: sink), rawData: stock, reformer: StockReformer(threshold: 0))
        let newOrders: [Article] = []
        // block: reload
        try agent.reload(newOrders)
        try agent.reload(nil)
        // end of block
        #expect(agent.tableInfo.sections.isEmpty)
        #expect(sink.text.isEmpty)
    }

    @Test func `An edit changes rows, by their ids`() throws {
        let sink = MemorySink()
        let agent = try Agent(
            GridContainer(.text, to: sink), rawData: stock, reformer: StockReformer(threshold: 1))
        let nut = Article(sku: "N2", name: "Nut", count: 40)
        let low = stock
        // swift-format-ignore
        do {
            // block: edit
            try agent.edit { edit in
                try edit.replaceData(ofRow: .id("N1"), with: Article(sku: "N1", name: "Nail", count: 480))
                try edit.append([Row(nut, id: nut.sku, as: ArticleLine.self)], to: .id("rest"), animation: .left)
                try edit.moveRow(.id("N1"), toEndOf: .id("rest"))
                try edit.setFoot(Foot(low, as: CountLine.self), of: .id("low"))
                try edit.collapseSection(.id("low"))        // stays so when new data arrives
            }
            // end of block
        }
        let rows = agent.tableInfo.sections.map { $0.rows.map(\.id) }
        #expect(rows == [["B1"], ["N2", "N1"]])
        #expect(agent.tableInfo.sections[0].foot?.data(as: [Article].self)?.count == 2)
        #expect(try agent.tableInfo.data(ofRowWithID: "N1", as: Article.self).count == 480)
        #expect(agent.tableInfo.sections[0].isCollapsed)
    }

    @Test func `A list needs three lines of code`() async throws {
        struct Order: Identifiable {
            var id: Int
        }
        enum OrderLine: GridLineItem {
            static func fill(_ line: inout GridLine, with order: Order) { line.integer(order.id) }
        }
        let container = GridContainer(.csv, to: MemorySink())
        let orders = [Order(id: 7), Order(id: 8)]
        // block: list
        let agent = try Agent(container, list: orders, as: OrderLine.self, columns: ["Order"]) { order in
            print("open \(order.id)")
        }
        // end of block
        let lines = try await Printed.lines { try container.select(RowPosition(section: 0, row: 1)) }

        #expect(lines == ["open 8"])
        #expect(agent.tableInfo.rowCount == 2)
    }

    @Test func `The container of the README shows lines and passes the conformance suite`() throws {
        let container = LinesContainer()
        let agent = try Agent(container, rawData: stock, reformer: StockReformer(threshold: 0))
        #expect(container.lines == ["Nail | 500 pcs", "Bolt | 0 pcs"])
        #expect(agent.panel.container != nil)
        try ContainerConformance.check(
            parts: [],
            shown: { $0.lines.joined(separator: "\n") },
            select: { try $0.panel?.source(.row(.at($1))).select() }
        ) { LinesContainer() }
    }

    @Test func `A table is written to a file and to a string as in the README`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("stock.html")
        let file = GridContainer(.html, to: FileSink(url))
        let agent = try Agent(file, rawData: stock, reformer: StockReformer(threshold: 10))
        let csv = try CSVFormat().string(of: agent.tableInfo)
        #expect(csv == "Article,Count\r\nBolt,0\r\nNail,500\r\n")
        #expect(try String(contentsOf: url, encoding: .utf8).contains("Order soon"))
    }

    @Test func `The reformer lists articles to order first`() throws {
        let table = try StockReformer(threshold: 10).reform(stock)

        #expect(
            try TextFormat().string(of: table) == """
                ┌──────────┬─────────┐
                │ Article  │   Count │
                ├──────────┴─────────┤
                │ Order soon         │
                │ Bolt     │   0 pcs │
                ├──────────┼─────────┤
                │ Articles │       1 │
                ├──────────┼─────────┤
                │ Nail     │ 500 pcs │
                └──────────┴─────────┘

                """)
        #expect(try StockReformer(threshold: 0).reform(stock).sections.map(\.id) == ["rest"])
    }

    @Test func `The item writes a unit for people and a number for JSON`() throws {
        let table = try StockReformer(threshold: 0).reform(stock)

        #expect(
            try JSONLinesFormat().string(of: table) == """
                {"Article": "Nail", "Count": 500}
                {"Article": "Bolt", "Count": 0}

                """)
    }

    @Test func `The delegate receives its own event and the selection of a row`() async throws {
        let container = GridContainer(.csv, to: MemorySink())
        // block: delegate
        let controller = StockController()
        let agent = try Agent(
            container, rawData: stock, reformer: StockReformer(threshold: 10), eventDelegate: controller)
        // end of block
        let lines = try await Printed.lines {
            // block: post
            try agent.post(.restock, 20, from: .row("B1"))
            try container.select(RowPosition(section: 1, row: 0))
            // end of block
        }

        #expect(lines == ["order 20 of B1", "open Nail of rest"])
        #expect(agent.eventHandler.delegate === controller)
    }

    @Test func `The format of the README's wiki writes rows between bars`() throws {
        let sink = MemorySink()
        let container = GridContainer(WikiFormat(), to: sink)
        let agent = try Agent(container, rawData: stock, reformer: StockReformer(threshold: 0))

        #expect(sink.text == "|Nail|500 pcs|\n|Bolt|0 pcs|\n")
        #expect(agent.panel.container != nil)
    }

    @Test func `A page starts and receives changes as in the README`() async throws {
        struct Left: Error {}
        let stockPage = try StockPage(stock)
        let script = "<script src=\"/live.js\" defer></script>"
        let lastEventID = stockPage.feed.id
        var written: [String] = []
        func write(_ bytes: [UInt8]) async throws {
            written.append(String(decoding: bytes, as: UTF8.self))
            throw Left()
        }
        try await stockPage.show([stock[0], Article(sku: "B1", name: "Bolt", count: 7)])
        // swift-format-ignore
        do {
            // block: routes
            // GET /stock
            let page = stockPage.feed.page(HTMLPage("Stock", head: script), address: "/stock/live")

            // GET /stock/live
            for await message in stockPage.feed.messages(after: lastEventID) { try await write(message.serverSentEvent) }
            // end of block
            Issue.record("The viewer has left. \(page)")
        } catch is Left {
            #expect(written.count == 1 && written[0].contains("7 pcs"))
        }
    }

    @Test func `Rows are streamed as in the README`() async throws {
        let sink = MemorySink()
        let lines = try await Printed.lines {
            // block: stream
            let report = try CSVFormat().write(
                stock.lazy.filter { $0.count > 0 }, as: ArticleLine.self, columns: ["Article", "Count"],
                to: sink)
            print("\(report.rowCount) rows")
            // end of block
        }
        #expect(lines == ["1 rows"])
        #expect(sink.text == "Article,Count\r\nNail,500\r\n")
    }
}

/// Tests of the README's listeners on the main actor, where a task may use them.
@MainActor struct ReadmeListeningTests {
    @Test(.timeLimit(.minutes(15))) func `Closures and sequences listen as in the README`() async throws {
        let container = GridContainer(.csv, to: MemorySink())
        let stock = [Article(sku: "N1", name: "Nail", count: 500)]
        let lines = try await Printed.lines(count: 4) {
            var owned: Agent<[Article]>? = try Agent(
                container, rawData: stock, reformer: StockReformer(threshold: 0))
            if let agent = owned {
                // swift-format-ignore
                do {
                // block: listen
                agent.on(.restock, of: Article.self) { article, count, _ in print("order \(count) of \(article.name)") }
                agent.on(.select, of: Article.self) { article in print("open \(article.name)") }

                let events = agent.events()                        // takes what comes from now on, and keeps it until asked
                Task {
                    for await event in events { print("heard \(event)") }   // ends when the agent is released
                }
                // end of block
                }
            }
            let first = RowPosition(section: 0, row: 0)
            try container.panel?.source(.row(.at(first))).post(.restock, 20)
            try container.select(first)
            owned = nil
        }
        #expect(
            lines.sorted() == [
                "heard restock of row N1 in section rest, which is gone",
                "heard select of row N1 in section rest, which is gone", "open Nail", "order 20 of Nail",
            ])
    }
}
