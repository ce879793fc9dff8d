import ArticleTesting
import TableAgent
import TableSurfaces
import Testing

// The business types of the article. Types with the same names in other files are separate.
private struct Order {
    let id: String
    let article: String
    let quantity: Int
}

private enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.text(order.id)
        line.text(order.article)
        line.integer(order.quantity)
    }
}

private enum TotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with total: Int) {
        line.empty()
        line.empty(shown: "Total")
        line.integer(total)
    }
}

private struct Store {
    func orders() -> some Sequence<Order> {
        [("Lamp", 2), ("Desk", 1), ("Filing cabinet", 4)].enumerated().lazy.map { index, order in
            Order(id: "A-\(1001 + index)", article: order.0, quantity: order.1)
        }
    }
}

/// The interface of a server in the article.
private actor Response {
    private(set) var text = ""
    func write(_ block: [UInt8]) throws { text += String(decoding: block, as: UTF8.self) }
}

struct StreamingArticleTests {
    private let article: DocumentedCode
    private let sink = MemorySink()
    private let store = Store()

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Streaming-rows.md", test: #filePath)
    }

    @Test func `The article's examples are the compiled code, in order`() {
        #expect(["sequence", "asynchronous", "pull", "push"].map { article.compiled[$0] } == article.swift)
    }

    @Test func `A sequence is written as CSV`() throws {
        // block: sequence
        try CSVFormat().write(
            store.orders(), as: OrderLine.self, columns: ["Order", "Article", "Quantity"], to: sink)
        // end of block
        #expect(
            sink.text == """
                Order,Article,Quantity\r
                A-1001,Lamp,2\r
                A-1002,Desk,1\r
                A-1003,Filing cabinet,4\r

                """)
    }

    @Test func `An asynchronous sequence is written as JSON Lines`() async throws {
        let arriving = AsyncStream<Order> { arrival in
            for order in Store().orders() { arrival.yield(order) }
            arrival.finish()
        }
        // block: asynchronous
        try await JSONLinesFormat().write(
            arriving, as: OrderLine.self, columns: ["Order", "Article", "Quantity"], to: sink)
        // end of block
        #expect(sink.text.split(separator: "\n").count == 3)
        #expect(sink.text.hasSuffix("\"Article\": \"Filing cabinet\", \"Quantity\": 4}\n"))
    }

    @Test func `A reader pulls the body of a response`() async throws {
        let arriving = AsyncStream<Order> { arrival in
            for order in Store().orders() { arrival.yield(order) }
            arrival.finish()
        }
        let response = Response()
        // block: pull
        let body = CSVFormat().blocks(
            of: arriving, as: OrderLine.self, columns: ["Order", "Article", "Quantity"])
        for try await block in body {
            try await response.write(block)
        }
        // end of block
        let text = await response.text
        #expect(text.split(separator: "\r\n").count == 4 && text.hasSuffix("A-1003,Filing cabinet,4\r\n"))
    }

    @Test func `Pushed rows make the table in the article`() throws {
        // block: push
        let stream = GridStream(
            TextFormat(overflow: .cut), columns: ["Order", "Article", "Quantity"], sample: 2, to: sink)
        var total = 0
        try stream.beginSection(id: "today", head: Head("Orders of today", as: GridTitle.self))
        for order in store.orders() {
            try stream.append(order, as: OrderLine.self)
            total += order.quantity
        }
        try stream.endSection(foot: Foot(total, as: TotalLine.self))
        let report = try stream.finish()
        // end of block
        let shown = article.blocks.first { $0.language == "text" }?.code
        #expect(sink.text == shown.map { $0 + "\n" })
        #expect(report == GridStream.Report(rowCount: 3, overflowCount: 1))
    }
}
