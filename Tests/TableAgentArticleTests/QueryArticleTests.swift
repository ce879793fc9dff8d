import ArticleTesting
import TableAgent
import TableAgentTesting
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
}

struct QueryArticleTests {
    private typealias Sale = QueryExample.Sale
    private let columns = QueryExample.columns
    private let article: DocumentedCode
    private let agent: Agent<[QueryExample.Sale]>
    private let container = RecordingContainer(appliesChanges: true)

    init() throws {
        article = try DocumentedCode(
            document: "Sources/TableAgent/TableAgent.docc/Sort-filter-and-search.md", test: #filePath)
        let sales = [
            Sale(id: 1, city: "Zürich", amount: 20), Sale(id: 2, city: "Bonn", amount: 10),
            Sale(id: 3, city: "Zürich", amount: 30), Sale(id: 4, city: "Köln", amount: 200),
            Sale(id: 5, city: "Köln", amount: 9),
        ]
        agent = try Agent(container, list: sales, as: QueryExample.SaleLine.self, columns: columns)
        // block: show
        try agent.show(
            TableQuery(
                filters: [.column("amount", .from("10"))], sorts: [.ascending("city"), .descending("amount")])
        )
        // end of block
    }

    @Test func `The article's examples are the compiled code, in order`() {
        let names = ["data", "show", "properties", "edit", "columns", "address"]
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
