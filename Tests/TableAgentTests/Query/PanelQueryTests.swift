import Foundation
import TableAgentTesting
import TableSurfaces
import Testing

@testable import TableAgent

/// Queries beside waiting tables, failures, pages, heads, and feet.
struct PanelQueryTests {
    private struct Sale: Identifiable, Equatable {
        let id: Int
        var city: String
        var amount: Int
    }

    private enum SaleLine: GridLineItem {
        static func fill(_ line: inout GridLine, with sale: Sale) {
            line.integer(sale.id)
            line.text(sale.city)
            line.integer(sale.amount)
        }
    }

    private enum TotalLine: GridLineItem {
        static func fill(_ line: inout GridLine, with total: Int) {
            line.text("Total")
            line.empty()
            line.integer(total)
        }
    }

    private static let columns: [GridColumn] = [
        GridColumn("No.", key: "id"), GridColumn("City", key: "city"),
        GridColumn("Amount", key: "amount", isSortable: false),
    ]

    private let sales = [
        Sale(id: 1, city: "Ulm", amount: 30), Sale(id: 2, city: "Bonn", amount: 10),
        Sale(id: 3, city: "Ulm", amount: 20), Sale(id: 4, city: "Köln", amount: 5),
    ]

    private func agent(
        _ container: any TableContainer, columns: [GridColumn] = Self.columns, isCollapsed: Bool = false
    ) throws -> Agent<[Sale]> {
        try Agent(container, rawData: sales) { sales in
            TableInfo(columns: columns, foot: Foot("no sum", as: GridTitle.self)) {
                TableSection(id: "sales", isCollapsed: isCollapsed) {
                    Head(of: Sale.self, as: GridTitle.self) { "\($0.count) sales" }
                    Rows(sales, as: SaleLine.self)
                    Foot(of: Sale.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.amount } }
                }
                TableSection(id: "none", empty: "No sales") {}
            }
        }
    }

    @Test func `An agent that is attached with a query never shows the other rows`() throws {
        let reformer = ClosureReformer { (sales: [Sale]) in
            TableInfo(columns: Self.columns) { TableSection(id: "sales") { Rows(sales, as: SaleLine.self) } }
        }
        let source = DataSource(sales, reformer: reformer)
        let container = RecordingContainer(appliesChanges: true)
        let agent = Agent<[Sale]>()
        let query = TableQuery(
            filters: [.column("city", .isOneOf(["Ulm"]))], sorts: [.descending("id")],
            page: TableQuery.Page(size: 1))
        try agent.attach(container, dataSource: source, query: query)
        #expect(container.calls == [.attach, .reload(from: [], to: [1])])
        #expect(container.sections[0].rows.map(\.id) == [AnyID(3)])
        #expect(agent.query == query && agent.wholeTable.rowCount == 4)
        #expect(agent.queryResult.matchingRowCount == 2)
        try agent.reload(sales.dropLast(2))
        #expect(container.sections[0].rows.map(\.id) == [AnyID(1)])
        #expect(throws: TableError.self) {
            try agent.attach(container, dataSource: source, query: TableQuery(sorts: [.ascending("amount")]))
        }
        #expect(agent.tableInfo.rowCount == 0)
    }

    /// The rows of a page, as a database answers a query with them.
    private struct Answer {
        var query: TableQuery
        var sales: [Sale]
        var first: Int?
    }

    @Test func `The answer of a business is shown as it is, by its columns`() throws {
        var answer = Answer(
            query: TableQuery(
                search: "nothing", sorts: [.ascending("city")], columns: ["city", "id"],
                page: TableQuery.Page(size: 2, start: .after("x"))),
            sales: Array(sales[1...2]), first: 17)
        let agent = try Agent(RecordingContainer(appliesChanges: true), rawData: answer) { answer in
            TableInfo(columns: Self.columns, foot: Foot("a sum", as: GridTitle.self)) {
                TableSection(id: "sales") { Rows(answer.sales, as: SaleLine.self) }
            }
            .answering(answer.query, matching: 40, of: 99, from: answer.first)
        }
        #expect(agent.query == answer.query)
        #expect(try CSVFormat().string(of: agent.tableInfo) == "city,id\r\nBonn,2\r\nUlm,3\r\n")
        #expect(agent.tableInfo.hasFoot)
        #expect(
            agent.queryResult == QueryResult(matchingRowCount: 40, rowCount: 99, page: 17..<19))
        // An edit by id keeps the answer, and a position is refused.
        try agent.edit { try $0.replaceData(ofRow: .id(3), with: Sale(id: 3, city: "Aalen", amount: 1)) }
        #expect(try CSVFormat().string(of: agent.tableInfo) == "city,id\r\nBonn,2\r\nAalen,3\r\n")
        #expect(throws: TableError.self) {
            try agent.edit { try $0.removeRow(.at(RowPosition(section: 0, row: 0))) }
        }
        try agent.edit { try $0.removeRow(.id(2)) }
        #expect(agent.queryResult == QueryResult(matchingRowCount: 39, rowCount: 98, page: 17..<18))
        try agent.reload(answer)
        // Only the columns can be others.
        var query = answer.query
        query.columns = nil
        try agent.show(query)
        #expect(try CSVFormat().string(of: agent.tableInfo).hasPrefix("id,city,amount\r\n2,Bonn,10\r\n"))
        #expect(agent.query == query && agent.queryResult.page == 17..<19)
        try agent.edit { try $0.replaceData(ofRow: .id(3), with: Sale(id: 3, city: "Ulm", amount: 1)) }
        #expect(agent.query == query && agent.tableInfo.columns.count == 3)
        query.sorts = []
        let error = #expect(throws: TableError.self) { try agent.show(query) }
        #expect(error?.code == .queryNotAnswered && error?.description.contains("Reload the agent") == true)
        query.columns = ["none"]
        #expect(throws: TableError.self) { try agent.show(query) }
        // The next answer brings its own query.
        answer = Answer(query: TableQuery(page: TableQuery.Page(size: 3, start: .last)), sales: sales)
        try agent.reload(answer)
        #expect(agent.query == answer.query && agent.queryResult.page == 36..<40)
    }

    @Test func `The rows of another answered page are not removed`() throws {
        var query = TableQuery(page: TableQuery.Page(size: 2))
        var removed: [AnyID] = []
        let agent = try Agent(
            RecordingContainer(appliesChanges: true), rawData: Answer(query: query, sales: sales)
        ) { answer in
            TableInfo(columns: Self.columns) {
                TableSection(id: "sales") { Rows(answer.sales, as: SaleLine.self) }
            }
            .answering(answer.query, matching: 4)
        }
        agent.on(.removed) { (event: CellEvent) in removed.append(event.rowID) }
        query.page?.start = .offset(2)
        try agent.reload(Answer(query: query, sales: Array(sales[2...])))
        #expect(removed.isEmpty)
        // A row that goes to another page is not removed either.
        try agent.reload(Answer(query: query, sales: [sales[0], sales[2]]))
        #expect(removed.isEmpty)
        try agent.edit { try $0.removeRow(.id(3)) }
        #expect(removed == [AnyID(3)])
    }

    @Test func `A page that only a database knows is refused for a table in memory`() throws {
        let agent = try Agent(RecordingContainer(), rawData: true) { answers in
            let table = TableInfo(columns: Self.columns) {
                TableSection(id: "sales") { Rows(self.sales, as: SaleLine.self) }
            }
            let page = TableQuery.Page(size: 2, start: .after("x"))
            return answers ? table.answering(TableQuery(page: page), matching: 4) : table
        }
        let error = #expect(throws: TableError.self) { try agent.reload(false) }
        #expect(error?.code == .invalidQuery && agent.tableInfo.rowCount == 4)
        try agent.reload(nil)
        #expect(agent.tableInfo.rowCount == 0)
    }

    @Test func `A table that answers no query again is shown by the query in memory`() async throws {
        let agent = try Agent(RecordingContainer(appliesChanges: true), rawData: true) { answers in
            let table = TableInfo(columns: Self.columns) {
                TableSection(id: "sales") { Rows(self.sales, as: SaleLine.self) }
            }
            let query = TableQuery(sorts: [.descending("id")])
            return answers ? table.answering(query, matching: 4) : table
        }
        func ids() -> [AnyID] { agent.tableInfo.sections[0].rows.map(\.id) }
        #expect(ids() == [1, 2, 3, 4].map { AnyID($0) })
        try agent.reload(false)
        #expect(ids() == [4, 3, 2, 1].map { AnyID($0) })
    }

    private func ids(_ agent: Agent<[Sale]>) -> [[AnyID]] {
        agent.tableInfo.sections.map { $0.rows.map(\.id) }
    }

    @Test func `A query and its table change together, and the table without it stays readable`() throws {
        let agent = try agent(RecordingContainer())
        let query = TableQuery(filters: [.column("city", .contains("ö"))])
        try agent.show(query)
        #expect(agent.query == query)
        #expect(ids(agent) == [[AnyID(2), AnyID(4)]])
        #expect(agent.queryResult == QueryResult(matchingRowCount: 2, rowCount: 4, page: 0..<2))
        #expect(agent.wholeTable.rowCount == 4)
        try agent.show(TableQuery())
        #expect(agent.tableInfo.rowCount == 4 && agent.tableInfo.sections.count == 2)
        #expect(agent.queryResult == QueryResult(matchingRowCount: 4, rowCount: 4, page: 0..<4))
    }

    @Test
    func `Computed heads and feet are those of the rows that meet the filters, and given ones do not lie`()
        throws
    {
        let agent = try agent(RecordingContainer())
        try agent.show(TableQuery(sorts: [.ascending("city")]))
        #expect(agent.tableInfo.foot?.data(as: String.self) == "no sum")
        try agent.show(
            TableQuery(filters: [.column("city", .isOneOf(["Ulm"]))], page: TableQuery.Page(size: 1)))
        let section = try #require(agent.tableInfo.sections.first)
        #expect(section.rows.map(\.id) == [AnyID(1)])
        #expect(section.head?.data(as: String.self) == "2 sales")
        #expect(section.foot?.data(as: Int.self) == 50)
        #expect(agent.tableInfo.foot == nil || agent.tableInfo.foot?.data(as: String.self) == nil)
        try agent.edit { try $0.replaceData(ofRow: .id(3), with: Sale(id: 3, city: "Ulm", amount: 21)) }
        #expect(agent.tableInfo.sections[0].foot?.data(as: Int.self) == 51)
    }

    @Test func `Pages follow each other, and one beyond the end is the last one`() throws {
        let agent = try agent(RecordingContainer())
        func page(_ start: TableQuery.Page.Start, size: Int = 3) throws -> ([Int], Range<Int>) {
            try agent.show(
                TableQuery(sorts: [.descending("id")], page: TableQuery.Page(size: size, start: start)))
            return (ids(agent).flatMap(\.self).compactMap { $0.base as? Int }, agent.queryResult.page)
        }
        #expect(try page(.first) == ([4, 3, 2], 0..<3))
        #expect(try page(.offset(2)) == ([2, 1], 2..<4))
        #expect(try page(.offset(400)) == ([1], 3..<4))
        #expect(try page(.last) == ([1], 3..<4))
        #expect(try page(.last, size: 2) == ([2, 1], 2..<4))
        #expect(try page(.first, size: 100) == ([4, 3, 2, 1], 0..<4))
        #expect(throws: TableError.unknownPage) { try page(.after("x")) }
        #expect(agent.query.page?.size == 100)
    }

    @Test func `Rows of a collapsed section are on no page`() throws {
        let agent = try agent(RecordingContainer(), isCollapsed: true)
        try agent.show(TableQuery(page: TableQuery.Page(size: 3)))
        #expect(
            agent.queryResult == QueryResult(matchingRowCount: 4, rowCount: 4, page: 0..<0, pagedRowCount: 0))
        #expect(agent.tableInfo.sections.map(\.isCollapsed) == [true, false])
    }

    @Test(arguments: [
        (TableQuery(sorts: [.ascending("town")]), "A sort names the column “town”"),
        (TableQuery(sorts: [.ascending("amount")]), "is not sortable"),
        (TableQuery(filters: [.not(.column("town", .isEmpty))]), "A filter names the column “town”"),
        (TableQuery(columns: ["town"]), "The list of columns names the column “town”"),
        (TableQuery(columns: []), "The list of columns is empty"),
        (TableQuery(filters: [.any([.column("amount", .from("ten"))])]), "“ten”; the column has numbers"),
        (
            TableQuery(filters: [.column("id", .isOneOf(["1", "2026-10"]))]),
            "“1”, “2026-10”; the column has numbers"
        ),
    ])
    func `A query that does not fit is refused, and the visible one stays`(query: TableQuery, words: String)
        throws
    {
        let agent = try agent(RecordingContainer())
        try agent.show(TableQuery(search: "ulm"))
        let error = #expect(throws: TableError.self) { try agent.show(query) }
        #expect(
            error?.code == .invalidQuery && error?.description.contains(words) == true,
            "\(error?.description ?? "")")
        #expect(agent.query == TableQuery(search: "ulm"))
        #expect(ids(agent) == [[AnyID(1), AnyID(3)]])
    }

    @Test func `A column that becomes one of texts makes a range of numbers empty, and nothing fails`() throws
    {
        let agent = try agent(RecordingContainer())
        let query = TableQuery(filters: [.column("amount", .from("10"))])
        try agent.show(query)
        #expect(agent.tableInfo.rowCount == 3)
        try agent.edit { try $0.append([Row("some", id: "text", as: TextLine.self)], to: .id("sales")) }
        #expect(agent.query == query && agent.tableInfo.rowCount == 0 && agent.tableInfo.sections.isEmpty)
        try agent.edit { try $0.removeRow(.id("text")) }
        #expect(ids(agent) == [[1, 2, 3].map { AnyID($0) }])
        try agent.edit { try $0.append([Row("some", id: "text", as: TextLine.self)], to: .id("sales")) }
        try agent.show(query)
        #expect(ids(agent) == [[1, 2, 3].map { AnyID($0) } + [AnyID("text")]])
    }

    @Test func `A column is one of numbers again when its section of texts goes`() throws {
        let agent = try Agent(RecordingContainer(), rawData: 0) { _ in
            TableInfo(columns: ["id", "city", "amount"].map { GridColumn($0) }) {
                TableSection(id: "texts") { Row("some", id: "text", as: TextLine.self) }
            }
        }
        try agent.show(TableQuery(sorts: [.ascending("amount")]))
        let numbers = [Sale(id: 1, city: "Ulm", amount: -3), Sale(id: 2, city: "Ulm", amount: -5)]
        try agent.edit { $0.append(TableSection(id: "numbers") { Rows(numbers, as: SaleLine.self) }) }
        #expect(agent.tableInfo.sections[1].rows.map(\.id) == [1, 2].map { AnyID($0) })
        try agent.edit { try $0.removeSection(.id("texts")) }
        #expect(agent.tableInfo.sections[0].rows.map(\.id) == [2, 1].map { AnyID($0) })
    }

    private enum TextLine: GridLineItem {
        static func fill(_ line: inout GridLine, with text: String) {
            line.empty()
            line.empty()
            line.text(text)
        }
    }

    @Test func `Edits name rows by their ids while a query is shown`() throws {
        let agent = try agent(RecordingContainer())
        try agent.show(TableQuery(sorts: [.descending("id")]))
        let edits: [(inout TableEdit) throws -> Void] = [
            { try $0.removeRow(.at(section: 0, row: 0)) },
            { try $0.removeRow(.last(in: .id("sales"))) },
            { try $0.removeRow(.id(1, in: .at(0))) },
            { try $0.moveRow(.id(1), to: RowPosition(section: 0, row: 1)) },
            { try $0.moveRow(.id(1), before: .at(section: 0, row: 0)) },
            { try $0.insert(Rows(), at: 1, in: .id("sales")) },
            { try $0.replaceRows(of: .at(0), with: Rows()) },
            { try $0.append(Rows(), to: .at(1), creatingIfNeeded: true) },
            { try $0.removeSection(.at(0)) },
            { try $0.collapseSection(.at(0)) },
        ]
        for edit in edits {
            let error = #expect(throws: TableError.self) { try agent.edit { try edit(&$0) } }
            #expect(error?.code == .positionInQuery)
        }
        try agent.edit {
            try $0.append(Rows([Sale(id: 9, city: "Aalen", amount: 1)], as: SaleLine.self), to: .id("sales"))
            try $0.moveRow(.id(9), before: .id(1))
            try $0.collapseSection(.id("none"))
        }
        #expect(ids(agent)[0] == [9, 4, 3, 2, 1].map { AnyID($0) })
        #expect(agent.wholeTable.sections[0].rows.map(\.id) == [9, 1, 2, 3, 4].map { AnyID($0) })
        try agent.show(TableQuery(columns: ["id"]))
        try agent.edit { try $0.removeRow(.at(section: 0, row: 0)) }
        #expect(agent.tableInfo.rowCount == 4)
    }

    @Test func `A query waits with its table, survives a reload in its place, and falls with its update`()
        throws
    {
        let container = FailingContainer()
        let agent = try agent(container)
        container.onUpdate = { [sales] in
            container.onUpdate = nil
            try agent.show(TableQuery(sorts: [.descending("id")]))
            try agent.reload(Array(sales.dropLast()))
        }
        try agent.reload(sales)
        #expect(ids(agent)[0] == [3, 2, 1].map { AnyID($0) })
        container.fails = true
        #expect(throws: FailingContainer.Failure.self) { try agent.show(TableQuery(search: "ulm")) }
        container.fails = false
        #expect(agent.query == TableQuery(sorts: [.descending("id")]))
        try agent.reload(sales)
        #expect(ids(agent)[0] == [4, 3, 2, 1].map { AnyID($0) })
    }

    @Test func `A query that no longer fits when its turn comes fails as an event`() throws {
        let container = FailingContainer()
        let agent = try agent(container)
        var failures: [any Error] = []
        agent.on(.updateFailed) { (_: TableEvent, error) in failures.append(error) }
        container.onUpdate = {
            container.onUpdate = nil
            try agent.show(TableQuery(filters: [.column("city", .from("A")), .column("amount", .from("x"))]))
        }
        try agent.reload(sales)
        #expect((failures.first as? TableError)?.code == .invalidQuery)
        #expect(agent.query == TableQuery() && agent.tableInfo.rowCount == 4)
    }

    @Test func `Columns are shown in the order of the query, in every format`() throws {
        let agent = try agent(RecordingContainer())
        try agent.show(TableQuery(sorts: [.descending("id")], columns: ["amount", "id", "amount"]))
        #expect(agent.tableInfo.columns.map(\.key) == ["amount", "id"])
        #expect(try CSVFormat().string(of: agent.tableInfo) == "amount,id\r\n5,4\r\n20,3\r\n10,2\r\n30,1\r\n")
        #expect(
            try JSONLinesFormat().string(of: agent.tableInfo).split(separator: "\n").first
                == #"{"amount": 5, "id": 4}"#)
        let text = try TextFormat(border: .none).string(of: agent.tableInfo)
        #expect(text.contains("Amount    No.") && text.contains("65  Total"), Comment(rawValue: text))
        let markdown = try MarkdownFormat().string(of: agent.tableInfo)
        #expect(markdown.contains("| Amount | No. |"), "\(markdown)")
        let html = try HTMLFormat().string(of: agent.tableInfo)
        #expect(!html.contains("Ulm") && html.contains(">5<"))
    }

    @Test func `A search looks at the visible columns alone`() throws {
        let columns = [
            GridColumn("No.", key: "id"), GridColumn("City", key: "city", audience: .programs),
            GridColumn("Amount", key: "amount"),
        ]
        let agent = try agent(RecordingContainer(), columns: columns)
        try agent.show(TableQuery(search: "ulm"))
        #expect(agent.tableInfo.rowCount == 0)
        try agent.show(TableQuery(search: "ulm", columns: ["city"]))
        #expect(agent.tableInfo.rowCount == 2)
    }

    /// Counts the lines that are filled.
    private enum CountedLine: GridLineItem {
        static let count = Count()

        static func fill(_ line: inout GridLine, with number: Int) {
            count.add()
            line.integer(number)
        }
    }

    private final class Count: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func add() { lock.withLock { count += 1 } }

        func take() -> Int {
            lock.withLock {
                defer { count = 0 }
                return count
            }
        }
    }

    private struct NumbersReformer: StatelessReformer {
        func reform(_ numbers: [Int]) -> TableInfo {
            TableInfo(columns: ["n"]) {
                TableSection(id: "n") { Rows(numbers, id: \.self, as: CountedLine.self) }
            }
        }
    }

    @Test @MainActor func `A concurrent reload sorts with the reformer, and only once`() async throws {
        let container = FailingContainer()
        let agent = try Agent(container, rawData: [3, 1, 2], reformer: NumbersReformer.self)
        try agent.show(TableQuery(filters: [.column("n", .above("1"))], sorts: [.descending("n")]))
        let request = try #require(agent.panel.queryRequest)
        _ = CountedLine.count.take()
        try await agent.reload(concurrently: (1...500).map { $0 * 7 % 501 }, by: NumbersReformer())
        // The first row is read again, once the kind of the column is known.
        #expect(CountedLine.count.take() == 501)
        #expect(agent.tableInfo.sections[0].rows.map(\.id) == (2...500).reversed().map { AnyID($0) })
        // Another page has another query, and the same rows.
        try agent.show(
            TableQuery(
                filters: [.column("n", .above("1"))], sorts: [.descending("n")],
                page: TableQuery.Page(size: 9)))
        _ = CountedLine.count.take()
        try await agent.reload(concurrently: Array(1...500), by: NumbersReformer())
        #expect(CountedLine.count.take() == 501)
        #expect(agent.tableInfo.rowCount == 9)
        try agent.show(TableQuery(filters: [.column("n", .above("1"))], sorts: [.descending("n")]))
        _ = CountedLine.count.take()
        // Of many new rows, each is read once, and of few, some others with them.
        try agent.reload((1...500).map { 1_000 + $0 * 11 % 503 })
        #expect(CountedLine.count.take() == 500)
        try agent.edit { try $0.append(Rows([1_600], id: \.self, as: CountedLine.self), to: .id("n")) }
        #expect(1...40 ~= CountedLine.count.take())
        // Another query that was shown meanwhile counts, and so does another table.
        let table = NumbersReformer().reform([5, 4, 6])
        let shown = try request.show(table)
        try agent.show(TableQuery(sorts: [.ascending("n")]))
        try agent.panel.show(table, shown: shown, Transition()) {}
        #expect(agent.tableInfo.sections[0].rows.map(\.id) == [4, 5, 6].map { AnyID($0) })
        let other = try #require(agent.panel.queryRequest).show(table)
        try agent.panel.show(NumbersReformer().reform([9, 8]), shown: other, Transition()) {}
        #expect(agent.tableInfo.sections[0].rows.map(\.id) == [8, 9].map { AnyID($0) })
    }

    /// An item that offers its action only to a clerk.
    private enum ClerkLine: GridLineItem, ContextItem, EventItem {
        static func fill(_ line: inout GridLine, with sale: Sale, context isClerk: Bool) {
            line.integer(sale.id)
            line.text(isClerk ? "clerk" : "guest")
        }

        static func actions(
            _ placement: RowAction.Placement, for sale: Sale, context isClerk: Bool
        ) -> [RowAction] {
            isClerk ? [RowAction("Refund", EventName<Void>("refund"))] : []
        }
    }

    @Test func `Each sorted row has its own context`() throws {
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, rawData: true) { [sales] isClerk in
            TableInfo(columns: ["id", "reader"]) {
                TableSection(id: 0) {
                    Rows(sales.prefix(2), as: ClerkLine.self, with: false)
                    Rows(sales.suffix(2), as: ClerkLine.self, with: isClerk)
                }
            }
        }
        func check(_ actions: [Int]) {
            let rows = agent.tableInfo.sections[0].rows
            #expect(rows.map { $0.actions(.menu).count } == actions)
            #expect(container.sections[0].rows.map { $0.texts[1] == "clerk" ? 1 : 0 } == actions)
        }
        try agent.show(TableQuery(sorts: [.descending("id")]))
        check([1, 1, 0, 0])
        let page = TableQuery.Page(size: 3)
        try agent.show(TableQuery(sorts: [.ascending("reader"), .ascending("id")], page: page))
        check([1, 1, 0])
        try agent.reload(false)
        check([0, 0, 0])
        try agent.reload(true)
        check([1, 1, 0])
        try agent.show(TableQuery())
        check([0, 0, 1, 1])
    }

    @Test func `Rows that a query hides are not removed, and removed ones are`() throws {
        let agent = try agent(RecordingContainer(appliesChanges: true))
        var removed: [AnyID] = []
        agent.on(.removed) { (event: CellEvent) in removed.append(event.rowID) }
        try agent.show(TableQuery(search: "ulm"))
        #expect(removed == [])
        try agent.edit { try $0.replaceData(ofRow: .id(1), with: Sale(id: 1, city: "Rom", amount: 1)) }
        #expect(removed == [] && ids(agent) == [[AnyID(3)]])
        try agent.edit { try $0.removeRow(.id(3)) }
        #expect(removed == [AnyID(3)])
    }
}

/// A surface that can fail, and calls a closure in its updates.
private final class FailingContainer: TableContainer {
    struct Failure: Error {}

    weak var panel: Panel?
    var fails = false
    var onUpdate: (() throws -> Void)?

    func canShow(_ item: any TableItem.Type) -> Bool { true }

    func reload(_ update: TableUpdate) throws {
        try onUpdate?()
        if fails { throw Failure() }
        update.commit()
    }
}
