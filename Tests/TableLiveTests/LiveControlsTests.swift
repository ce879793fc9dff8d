import RandomTesting
import TableAgent
import TableLive
import TableSurfaces
import Testing

/// The count, the pages, and the empty state of a live table with a query.
struct LiveControlsTests {
    private struct Order: Identifiable, Equatable {
        let id: Int
        var total: Int
    }

    private enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id)
            line.integer(order.total)
        }
    }

    private static let columns = [GridColumn("No.", key: "id"), GridColumn("Total", key: "total")]

    private struct OrdersReformer: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo(caption: "Orders", columns: columns) {
                TableSection(id: "orders") { Rows(orders, as: OrderLine.self) }
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `A live table with a query equals a fresh one after any change`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var patchCount = 0
        for query in [
            TableQuery(filters: [.column("total", .from("50"))], sorts: [.descending("total")]),
            TableQuery(sorts: [.ascending("total")], page: TableQuery.Page(size: 4, start: .offset(4))),
            TableQuery(filters: [.column("total", .below("5"))], page: TableQuery.Page(size: 4)),
        ] {
            let controls = try HTMLControls(query, result: QueryResult(), sizes: [4, 8], files: ["csv"])
            let container = LiveContainer(HTMLFormat(controls: controls))
            let orders = (0..<12).map { Order(id: $0, total: Int.random(in: 0...100, using: &random)) }
            let agent = try Agent(container, rawData: orders, reformer: OrdersReformer())
            try agent.show(query)
            var ids = Array(0..<12)
            var page = PatchedPage()
            _ = try await page.update(from: container.feed)
            for step in 0..<40 {
                let order = Order(id: 100 + step, total: Int.random(in: 0...100, using: &random))
                let index = Int.random(in: 0...ids.count, using: &random)
                try agent.edit { edit in
                    if index == ids.count || Int.random(in: 0...2, using: &random) == 0 {
                        try edit.append(Rows([order], as: OrderLine.self), to: .id("orders"))
                        ids.append(order.id)
                    } else if Bool.random(using: &random) {
                        try edit.removeRow(.id(ids.remove(at: index)))
                    } else {
                        try edit.replaceData(
                            ofRow: .id(ids[index]), with: Order(id: ids[index], total: order.total))
                    }
                }
                var format = HTMLFormat(isKeyed: true, controls: controls)
                format.controls?.result = agent.queryResult
                let fresh = try format.string(of: agent.tableInfo)
                #expect(container.feed.table.data == fresh, "seed \(seed), step \(step)")
                guard Bool.random(using: &random) else { continue }
                if try await page.update(from: container.feed) == .patches { patchCount += 1 }
                #expect(page.html == fresh, "seed \(seed), step \(step)")
            }
        }
        #expect(patchCount > 10)
    }

    @Test func `A row that the query hides changes the count alone`() async throws {
        let query = TableQuery(filters: [.column("total", .from("50"))])
        let container = LiveContainer(HTMLFormat(controls: try HTMLControls(query, result: QueryResult())))
        let orders = [Order(id: 1, total: 60), Order(id: 2, total: 10), Order(id: 3, total: 70)]
        let agent = try Agent(container, rawData: orders, reformer: OrdersReformer())
        try agent.show(query)
        let id = container.feed.id
        try agent.edit {
            try $0.append(Rows([Order(id: 4, total: 1)], as: OrderLine.self), to: .id("orders"))
        }
        var messages = container.feed.messages(after: id).makeAsyncIterator()
        let message = try #require(await messages.next())
        #expect(message.kind == .patches && message.data.contains("2 of 4 rows"))
        #expect(!message.data.contains("data-row"))
    }

    @Test func `A default size is left out of addresses, and only a file has all rows`() async throws {
        let service = PagedService()
        func get(_ target: String) async throws -> (status: Int, text: String, location: String?) {
            let response = await service.response(
                to: LiveRequest(method: "GET", target: target, host: "orders.example"))
            return (response.status, try await response.text, response["Location"])
        }
        let page = try await get("/?sort=-total&language=de")
        #expect(page.text.contains("1–2 of 3") && !page.text.contains("name=\"size\""))
        #expect(page.text.contains("href=\"/?language=de&amp;sort=-total&amp;size=all&amp;format=csv\""))
        #expect(page.text.contains("href=\"/?language=de&amp;sort=-total&amp;size=3\""))
        #expect(
            try await get("/?sort=-total&size=all&format=csv").text == "id,total\r\n3,9\r\n2,8\r\n1,7\r\n")
        #expect(try await get("/?sort=-total&format=csv").text == "id,total\r\n3,9\r\n2,8\r\n")
        #expect(try await get("/?size=all").status == 400)
        #expect(
            try await get("/?form=query&language=de&q=&size=2&id.from=2").location == "/?id=2..&language=de")
    }

    @Test func `Canonically equivalent addresses have pages of their own`() async throws {
        let service = PagedService()
        for text in ["%C3%A9", "e%CC%81"] {
            let response = await service.response(
                to: LiveRequest(method: "GET", target: "/?q=\(text)", host: "orders.example"))
            #expect(try await response.text.contains("/live?q=\(text)\""))
        }
    }
}

private let pagedTokens = LiveTokens { bytes in bytes + [UInt8](repeating: 7, count: 24) }

private struct PagedQuery: LiveQuery {
    static let pageSize: Int? = 2
    static let columns = [GridColumn("No.", key: "id"), GridColumn("Total", key: "total")]
    var table: TableQuery
    var language: String?

    init(_ fields: [String: String]) throws {
        language = fields["language"]
        table = try TableQuery(
            fields: fields, without: ["language"], columns: Self.columns, size: Self.pageSize)
    }

    var fields: [String: String] {
        var fields = table.fields(size: Self.pageSize)
        fields["language"] = language
        return fields
    }
}

private actor PagedPage: LivePage {
    nonisolated let feed: LiveFeed
    private let agent: Agent<[[Int]]>
    private let container: LiveContainer
    private let query: PagedQuery

    private enum NumbersLine: GridLineItem {
        static func fill(_ line: inout GridLine, with numbers: [Int]) {
            for number in numbers { line.integer(number) }
        }
    }

    init(_ query: PagedQuery) throws {
        self.query = query
        let controls = try query.controls(query.table, sizes: [2, 3], files: ["csv"])
        container = LiveContainer(HTMLFormat(controls: controls))
        feed = container.feed
        agent = try Agent(container, rawData: [[1, 7], [2, 8], [3, 9]]) { rows in
            TableInfo(columns: PagedQuery.columns) {
                TableSection(id: 0) { Rows(rows, id: \.[0], as: NumbersLine.self) }
            }
        }
        try agent.show(query.table)
    }

    func update(after changes: [Int]) {}

    func html(_ notice: LiveNotice?) throws -> LiveMarkup {
        let page = HTMLPage("Numbers", top: try container.controls())
        return LiveMarkup(feed.page(page, of: query, notice: notice), tokens: pagedTokens)
    }

    func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }
}

private struct PagedService: LiveService {
    let pages = LivePages<PagedQuery, PagedPage> { try PagedPage($0) }
    let tokens = pagedTokens
    let origin = LiveOrigin(hosts: ["orders.example"])

    func storedFingerprint(of key: IdempotencyKey) -> String? { nil }

    func report(_ error: any Error) { Issue.record(error) }
}
