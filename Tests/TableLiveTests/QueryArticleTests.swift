import ArticleTesting
import TableAgent
import TableAgentTesting
import TableLive
import TableSurfaces
import Testing

/// The examples of the article about queries.
enum QueryExample {
    // block: data
    struct Sale: Identifiable, Equatable {
        let id: Int
        var city: String
        var amount: Int
    }

    enum SaleLine: GridLineItem {
        static func fill(_ line: inout GridLine, with sale: Sale) {
            line.text(sale.city)
            line.integer(sale.amount)
        }
    }

    static let columns = [GridColumn("City", key: "city"), GridColumn("Amount", key: "amount")]
    // end of block

    struct OrdersReformer: StatelessReformer {
        static let columns = QueryExample.columns

        func reform(_ sales: [Sale]) -> TableInfo {
            TableInfo(columns: Self.columns) {
                TableSection(id: "sales") { Rows(sales, as: SaleLine.self) }
            }
        }
    }

    // block: page query
    struct OrderQuery: LiveQuery {
        var isOpen = false
        var table = TableQuery()

        init(_ fields: [String: String]) throws {
            guard ["yes", "no", "", nil].contains(fields["open"]) else {
                throw LiveRefusal(400, "invalidQuery", "The field “open” must be yes or no.")
            }
            isOpen = fields["open"] == "yes"
            table = try TableQuery(fields: fields, without: ["open"], columns: OrdersReformer.columns)
        }

        var fields: [String: String] { table.fields().merging(isOpen ? ["open": "yes"] : [:]) { $1 } }
    }
    // end of block

    /// The page of the service, whose initializer ends with the line of the article.
    actor OrdersPage: LivePage {
        nonisolated let feed: LiveFeed
        private let agent = Agent<[Sale]>()
        private let container: LiveContainer
        private let query: OrderQuery

        init(_ query: OrderQuery, _ sales: [Sale]) throws {
            self.query = query
            // block: page controls
            let controls = try query.controls(query.table, files: ["csv"])
            container = LiveContainer(HTMLFormat(actions: query.actions(tokens), controls: controls))
            // end of block
            feed = container.feed
            let source = DataSource(sales, reformer: OrdersReformer())
            // block: page show
            try agent.attach(container, dataSource: source, query: query.table)
            // end of block
        }

        func update(after changes: [Int]) {}

        func html(_ notice: LiveNotice?) throws -> LiveMarkup {
            // block: page top
            let page = HTMLPage("Sales", top: try container.controls())
            // end of block
            return LiveMarkup(feed.page(page, of: query, notice: notice), tokens: tokens)
        }

        func bytes(in format: any GridFormat) throws -> [UInt8] { try format.bytes(of: agent.tableInfo) }
    }

    static let tokens = LiveTokens { bytes in bytes + [UInt8](repeating: 7, count: 24) }

    struct OrdersService: LiveService {
        let pages: LivePages<OrderQuery, OrdersPage>
        let tokens = QueryExample.tokens
        let origin = LiveOrigin(hosts: ["orders.example"])

        init(_ sales: [Sale]) {
            pages = LivePages { try OrdersPage($0, sales) }
        }

        func storedFingerprint(of key: IdempotencyKey) -> String? { nil }

        func report(_ error: any Error) { Issue.record(error) }
    }

    // block: answer
    struct SalesPage {
        let query: TableQuery
        let sales: [Sale]
        let count: Int  // on all pages
    }

    struct SalesPageReformer: StatelessReformer {
        func reform(_ page: SalesPage) -> TableInfo {
            TableInfo(columns: columns) {
                TableSection(id: "sales") { Rows(page.sales, as: SaleLine.self) }
            }
            .answering(page.query, matching: page.count)
        }
    }
    // end of block

    /// A database that sorts by amounts.
    struct Database {
        let sales: [Sale]

        func page(for query: TableQuery) throws -> SalesPage {
            #expect(query.sorts == [.descending("amount")])
            let sorted = sales.sorted { $0.amount > $1.amount }
            return SalesPage(
                query: query, sales: Array(sorted.prefix(query.page?.size ?? .max)), count: sales.count)
        }
    }
}

struct QueryArticleTests {
    private typealias Sale = QueryExample.Sale
    private let columns = QueryExample.columns
    private let article: DocumentedCode
    private let sales = [
        QueryExample.Sale(id: 1, city: "Zürich", amount: 20),
        QueryExample.Sale(id: 2, city: "Bonn", amount: 10),
        QueryExample.Sale(id: 3, city: "Zürich", amount: 30),
        QueryExample.Sale(id: 4, city: "Köln", amount: 200),
        QueryExample.Sale(id: 5, city: "Köln", amount: 9),
    ]
    private let agent: Agent<[QueryExample.Sale]>
    private let container = RecordingContainer(appliesChanges: true)

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Sort-filter-and-search.md", test: #filePath)
        agent = try Agent(container, list: sales, as: QueryExample.SaleLine.self, columns: columns)
        // block: show
        try agent.show(
            TableQuery(
                filters: [.column("amount", .from("10"))], sorts: [.ascending("city"), .descending("amount")])
        )
        // end of block
    }

    @Test func `The article's examples are the compiled code, in order`() {
        let names = [
            "data", "show", "properties", "search", "edit", "columns", "address", "page query", "page show",
            "page controls", "page top", "answer", "answered",
        ]
        let compiled = names.map {
            article.compiled[$0]?.replacing("static let columns", with: "let columns")
        }
        #expect(compiled == article.swift)
    }

    @Test func `The table of the article is that of the query, applied as changes`() throws {
        let document = try #require(article.blocks.first { $0.language == "text" }).code + "\n"
        #expect(try TextFormat().string(of: agent.tableInfo) == document)
        guard case .apply? = container.calls.last else {
            Issue.record("\(container.calls)")
            return
        }
    }

    @Test func `An agent says what its query found`() {
        // block: properties
        let query = agent.query  // that of the visible table
        let visible = agent.tableInfo
        let whole = agent.wholeTable  // the table without the query
        let count = agent.queryResult.matchingRowCount  // on all pages
        // end of block
        #expect(query.sorts.count == 2 && visible.rowCount == 4 && whole.rowCount == 5 && count == 4)
    }

    @Test func `A search is shown with the order and the filters`() throws {
        // block: search
        func search(_ text: String) throws {
            var query = agent.query
            query.search = text
            try agent.show(query)
        }
        // end of block
        try search("zur")
        #expect(agent.tableInfo.sections[0].rows.map(\.id) == [3, 1].map { AnyID($0) })
    }

    @Test func `A page has a query in its address`() throws {
        let query = try QueryExample.OrderQuery(["open": "yes", "sort": "-amount", "city": "=~ü"])
        #expect(query.table.sorts == [.descending("amount")] && query.isOpen)
        #expect(try QueryExample.OrderQuery(query.fields) == query)
        for (fields, isRight) in [
            (["city": "~"], false), (["city": "^"], false), (["amount": ">"], false), (["city": ","], false),
            (["city": "Bonn,"], false), (["city": "!"], false),
            (["amount.from": "10", "amount.to": "50"], true),
            (["amount.from": "1", "amount.has": "5"], false),
        ] {
            do {
                let query = try QueryExample.OrderQuery(fields)
                #expect(try isRight && QueryExample.OrderQuery(query.fields) == query, "\(fields)")
            } catch {
                #expect(!isRight && LiveRefusal(error)?.status == 400, "\(fields)")
            }
        }
        let error = #expect(throws: TableError.self) {
            try QueryExample.OrderQuery(["amount": "x..y", "cty": "a"])
        }
        let refusal = try LiveRefusal(#require(error))
        #expect(
            refusal?.status == 400 && refusal?.code == "invalidQuery"
                && refusal?.message.contains("cty") == true)
    }

    @Test func `A service sorts, filters, and searches by its address`() async throws {
        let service = QueryExample.OrdersService(sales)
        func get(_ target: String) async throws -> (status: Int, text: String) {
            let response = await service.response(
                to: LiveRequest(method: "GET", target: target, host: "orders.example"))
            return (response.status, try await response.text)
        }
        for (address, rows) in [
            ("", ["Zürich,20", "Bonn,10", "Zürich,30", "Köln,200", "Köln,9"]),
            ("sort=-amount&", ["Köln,200", "Zürich,30", "Zürich,20", "Bonn,10", "Köln,9"]),
            ("amount=10..50&sort=city,amount&", ["Bonn,10", "Zürich,20", "Zürich,30"]),
            ("q=KOLN&open=yes&", ["Köln,200", "Köln,9"]), ("city=Bonn&columns=city&", ["Bonn"]),
        ] {
            let title = address.contains("columns") ? "city" : "city,amount"
            let csv = ([title] + rows).map { $0 + "\r\n" }.joined()
            #expect(try await get("/?\(address)format=csv") == (200, csv), "\(address)")
            let page = try await get("/?\(address)format=html")
            #expect(page.status == 200 && page.text.contains("data-live=\"/live"), "\(address)")
        }
        let page = try await get("/?open=yes&sort=-amount").text
        #expect(page.contains("<form class=\"tools\"") && page.contains("5 rows</span></caption>"))
        let form =
            "form=query&open=yes&q=&sort=-amount&city=Bonn&city=K%C3%B6ln&amount.from=&amount.to=100&sort=city"
        let sent = await service.response(
            to: LiveRequest(method: "GET", target: "/?" + form, host: "orders.example"))
        #expect(sent.status == 303)
        #expect(sent["Location"] == "/?amount=..100&city=Bonn%2CK%C3%B6ln&open=yes&sort=city%2C-amount")
        for address in [
            "form=query&cty=a", "city=~", "amount=x..y", "cty=a", "sort=price", "amount=1&amount=2",
        ] {
            #expect(try await get("/?\(address)").status == 400, "\(address)")
        }
    }

    @Test func `A database answers a query itself`() throws {
        let database = QueryExample.Database(sales: sales)
        let agent = try Agent(
            RecordingContainer(appliesChanges: true),
            rawData: QueryExample.SalesPage(query: TableQuery(), sales: sales, count: 5),
            reformer: QueryExample.SalesPageReformer())
        // block: answered
        let query = TableQuery(sorts: [.descending("amount")], page: TableQuery.Page(size: 2))
        try agent.reload(try database.page(for: query))
        let isSame = agent.query == query
        let pageRows = agent.queryResult.page  // 0..<2
        // end of block
        #expect(isSame && pageRows == 0..<2 && agent.queryResult.matchingRowCount == 5)
        #expect(agent.tableInfo.sections[0].rows.map(\.id) == [4, 3].map { AnyID($0) })
    }

    @Test func `An edited row moves to its place`() throws {
        // block: edit
        try agent.edit { try $0.replaceData(ofRow: .id(3), with: Sale(id: 3, city: "Aachen", amount: 30)) }
        // end of block
        #expect(agent.tableInfo.sections[0].rows.map(\.id) == [3, 2, 4, 1].map { AnyID($0) })
    }

    @Test func `Columns are chosen, and a query is kept`() throws {
        // block: columns
        try agent.show(TableQuery(columns: ["amount", "city"]))
        // end of block
        #expect(try CSVFormat().string(of: agent.tableInfo).hasPrefix("amount,city\r\n20,Zürich\r\n"))
        // block: address
        let query = TableQuery(
            search: "zürich", filters: [.column("amount", .from("10")), .column("amount", .through("50"))],
            sorts: [.descending("amount")], page: TableQuery.Page(size: 50))
        let fields = try query.addressFields()  // sort=-amount, q=zürich, amount=10..50, size=50
        let same = try TableQuery(addressFields: fields, columns: columns)
        // end of block
        #expect(same == query)
        let text = fields.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
        #expect(article.compiled["address"]?.contains("// \(text)") == true)
    }
}
