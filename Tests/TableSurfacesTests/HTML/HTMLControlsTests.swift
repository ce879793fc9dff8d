import Foundation
import RandomTesting
import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

/// The controls of a query, as a browser without a script uses them.
struct HTMLControlsTests {
    private struct Order: Identifiable, Equatable {
        let id: Int
        var customer = "Ana"
        var status = "open"
        var cents = 100
        var placed = "2026-10-19"
        var isPaid = false
    }

    private enum OrderLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.id)
            line.text(order.customer)
            line.text(order.status)
            line.decimal(order.cents, scale: 2)
            line.date(order.placed)
            line.boolean(order.isPaid)
        }
    }

    private static let columns: [GridColumn] = [
        GridColumn("No.", key: "id", filter: .none),
        GridColumn("Customer <b>", key: "customer", filter: .text),
        GridColumn("Status", key: "status"), GridColumn("Total", key: "total"),
        GridColumn("Placed", key: "placed"), GridColumn("Paid", key: "paid", isSortable: false),
    ]

    private static let orders = (1...30).map { number in
        Order(
            id: number, customer: ["Ana", "Bo <i>", "Ça, d"][number % 3],
            status: ["open", "paid", "!on hold", "a,b"][number % 4], cents: number * 1_050,
            placed: "2026-10-\(number + 9 > 31 ? 31 : number + 9)", isPaid: number % 4 == 1)
    }

    private func table(_ orders: [Order] = orders) -> TableInfo {
        TableInfo(caption: "Orders", columns: Self.columns) {
            TableSection(id: "orders") { Rows(orders, as: OrderLine.self) }
        }
    }

    private func query(_ address: String, size: Int? = nil) throws -> TableQuery {
        let fields = address.drop { $0 != "?" }.dropFirst().split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.removingPercentEncoding ?? "" }
            return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }.filter { $0.name != "language" && $0.name != "format" }
        return try TableQuery(addressFields: fields, columns: Self.columns, size: size)
    }

    /// A page as a browser reads it: the fields of its form, its buttons, and its links.
    private struct Page {
        private(set) var fields: [(name: String, value: String)] = []
        private(set) var buttons: [String: (name: String, value: String)] = [:]
        private(set) var links: [String: String] = [:]
        private(set) var texts: [String] = []
        /// The values of the list of orders, by their texts.
        private(set) var orders: [String: String] = [:]

        init(_ html: String) throws {
            var isForm = false
            var button: (name: String, value: String)?
            var link: (address: String, label: String?)?
            var list: String?
            var order: String?
            for token in try HTMLReader.tokens(html) {
                switch token {
                case .open("form", _): isForm = true
                case .open("input", let attributes):
                    #expect(isForm)
                    let isChecked = attributes["checked"] != nil
                    guard attributes["type"] != "checkbox" || isChecked, let name = attributes["name"] else {
                        break
                    }
                    fields.append((name, attributes["value"] ?? ""))
                case .open("select", let attributes):
                    #expect(isForm && attributes["aria-label"] == "Sort")
                    list = attributes["name"]
                case .open("option", let attributes):
                    let value = try #require(attributes["value"])
                    order = value
                    if attributes["selected"] != nil { fields.append((try #require(list), value)) }
                case .open("button", let attributes):
                    #expect(isForm || attributes["form"] == "query")
                    if let name = attributes["name"] { button = (name, attributes["value"] ?? "") }
                case .open("a", let attributes):
                    if let address = attributes["href"] { link = (address, attributes["aria-label"]) }
                case .text(let text):
                    texts.append(text)
                    if let button { buttons[text] = button }
                    if let link { links[link.label ?? text] = link.address }
                    if let order { orders[text] = order }
                    (button, link, order) = (nil, nil, nil)
                case .close("form"): isForm = false
                default: break
                }
            }
        }

        /// The query after the form is sent, by a button if one is named.
        func sent(_ title: String? = nil, changing changes: [String: [String]] = [:]) throws -> TableQuery {
            var fields = fields.filter { changes[$0.name] == nil }
            for (name, values) in changes { fields += values.map { (name, $0) } }
            if let title { fields.append(try #require(buttons[title])) }
            return try TableQuery(
                addressFields: fields.filter { $0.name != "language" }, columns: HTMLControlsTests.columns)
        }
    }

    private func page(_ query: TableQuery, _ orders: [Order] = orders) throws -> Page {
        let agent = try Agent(RecordingContainer(), rawData: orders) { table($0) }
        try agent.show(query)
        let controls = try HTMLControls(
            query, result: agent.queryResult, address: "/orders", fields: ["language": "de"], sizes: [5, 10],
            files: ["csv"])
        let markup = try controls.markup(for: agent.wholeTable)
        return try Page(markup + HTMLFormat(controls: controls).string(of: agent.tableInfo))
    }

    // MARK: Tests

    @Test(arguments: [
        "", "q=ana", "status=\\!on hold,open&customer=~bo", "total=10..50&placed=2026-10..", "status=!open",
        "total=>10&customer=^a&sort=-total,customer,id&columns=total,id", "status=-&paid=true",
        "size=5&start=10&sort=-id", "status=a\\,b,closed", "placed=2026-10-12..2026-10-20",
    ])
    func `A form that is sent without a change asks for the same query`(address: String) throws {
        var query = try query("?" + address)
        query.page = query.page ?? TableQuery.Page(size: 5)
        let sent = try page(query).sent()
        #expect(Set(sent.filters) == Set(query.filters))
        #expect(sent.sorts == query.sorts && sent.columns == query.columns && sent.search == query.search)
        #expect(
            sent.page?.size == query.page?.size && query.page != nil)
        // Without filters of several columns, the list of the page is the same, too.
        #expect(query.filters.count > 1 || sent.page == query.page)
    }

    @Test func `A title sorts by its column, then reverses the order, and the others follow`() throws {
        var query = try page(TableQuery()).sent("Total")
        #expect(query.sorts == [.descending("total")])
        query = try page(query).sent("Total")
        #expect(query.sorts == [.ascending("total")])
        query = try page(query).sent("Customer <b>")
        #expect(query.sorts == [.ascending("customer"), .ascending("total")])
        query = try page(try page(query).sent("Placed")).sent("Status")
        #expect(query.sorts == [.ascending("status"), .descending("placed"), .ascending("customer")])
        #expect(try page(query).buttons["Paid"] == nil)
    }

    @Test func `A form has a control for each kind of column, and sends a query`() throws {
        let page = try page(TableQuery())
        let sent = try page.sent(changing: [
            "q": ["ana"], "status": ["open", "a\\,b"], "total.from": ["10"], "total.to": ["500.5"],
            "placed.to": ["2026-10-20"], "customer.has": ["n"], "paid": ["false"],
            "columns": ["total", "id"],
        ])
        #expect(
            Set(sent.filters) == [
                .column("status", .isOneOf(["open", "a,b"])), .column("total", .from("10")),
                .column("total", .through("500.5")), .column("placed", .through("2026-10-20")),
                .column("customer", .contains("n")), .column("paid", .isOneOf(["false"])),
            ])
        #expect(sent.search == "ana" && sent.columns == ["total", "id"])
        let names = Set(page.fields.map(\.name))
        let expected: Set = [
            "form", "language", "q", "customer.has", "total.from", "total.to", "placed.from", "placed.to",
            "columns", "sort",
        ]
        #expect(names == expected)
    }

    @Test func `Choices have the counts of rows that meet the other filters`() throws {
        let query = try query("?status=open&customer=~ana&q=a")
        let markup = try HTMLControls(query, result: QueryResult()).markup(for: table())
        for text in ["open", "paid", "!on hold", "a,b"] {
            let count = Self.orders.count { $0.customer == "Ana" && $0.status == text }
            #expect(markup.contains(">\(text) <span>\(count)</span>"), "\(text)")
        }
        // A choice that no row has any more remains, because it is applied.
        #expect(
            try HTMLControls(self.query("?status=gone"), result: QueryResult()).markup(for: table()).contains(
                "value=\"gone\" checked=\"\">gone"))
    }

    @Test func `Applied filters and orders are links that remove them`() throws {
        let query = try query("?total=10..50&status=!open&customer=~bo&sort=-total,id&size=5")
        let links = try page(query).links
        func removed(_ label: String) throws -> TableQuery {
            try self.query(#require(links["Remove " + label]))
        }
        #expect(try removed("Total 10 to 50").filters.count == query.filters.count - 2)
        #expect(try !removed("Status not open").filters.contains(.not(.column("status", .isOneOf(["open"])))))
        #expect(try removed("Customer <b> contains bo").filters.count == query.filters.count - 1)
        #expect(try removed("Total descending").sorts == [.ascending("id")])
        #expect(try removed("No. ascending").sorts == [.descending("total")])
        #expect(links.values.allSatisfy { $0.hasPrefix("/orders?") && $0.contains("language=de") })
    }

    @Test func `Pages, sizes, and files are links`() throws {
        let query = try query("?size=5&start=10&sort=-id")
        let page = try page(query)
        let links = page.links
        func linked(_ label: String) throws -> TableQuery.Page? {
            try self.query(#require(links[label])).page
        }
        #expect(try linked("Previous page") == TableQuery.Page(size: 5, start: .offset(5)))
        #expect(try linked("Next page") == TableQuery.Page(size: 5, start: .offset(15)))
        #expect(try linked("10") == TableQuery.Page(size: 10) && links["5"] == nil)
        #expect(page.texts.contains("11–15 of 30") && page.texts.contains("30 rows"))
        #expect(links["CSV"]?.contains("format=csv") == true)
        let last = try self.page(self.query("?size=5&start=last"))
        #expect(last.links["Next page"] == nil && last.texts.contains("26–30 of 30"))
        #expect(
            try self.page(self.query("?size=5&start=2")).links["Previous page"]
                == "/orders?language=de&size=5")
    }

    @Test func `Without a row that matches, the table says so and has a way out`() throws {
        let page = try page(try query("?q=nobody&sort=-id&size=5"))
        #expect(page.texts.contains("No row matches the search and the filters."))
        #expect(try query(#require(page.links["Show all rows"])) == query("?sort=-id&size=5"))
        #expect(try !self.page(query("?size=5"), []).texts.contains { $0.contains("No row matches") })
    }

    @Test func `A default size is left out of addresses, and all rows have a size of their own`() throws {
        for address in ["?sort=-id", "?size=20", "?size=all"] {
            let query = try query(address, size: 10)
            #expect(
                try query.addressFields(size: 10).map { "\($0.name)=\($0.value)" } == [
                    String(address.dropFirst())
                ])
        }
        #expect(try query("?start=10", size: 10).page == TableQuery.Page(size: 10, start: .offset(10)))
        #expect(try query("?size=all", size: 10).page == nil && query("?", size: 10).page?.size == 10)
    }

    @Test func `Text of a business is never markup`() throws {
        let hostile = "<script>alert(1)</script>\"'&"
        let columns = [GridColumn(hostile, key: "\(hostile)"), GridColumn("B")]
        let table = TableInfo(caption: hostile, columns: columns) {
            TableSection(id: 1) { Rows([hostile], id: \.self, as: SampleTextLine.self) }
        }
        let query = TableQuery(
            search: hostile, filters: [.column(hostile, .isOneOf([hostile]))], sorts: [.descending(hostile)],
            columns: [hostile], page: TableQuery.Page(size: 5))
        let controls = try HTMLControls(
            query, result: QueryResult(of: table), fields: ["x\(hostile)": hostile], files: ["csv"])
        let words = TableWords()
        let html =
            try controls.markup(for: table, words: words) + HTMLFormat(controls: controls).string(of: table)
        #expect(!html.contains("<script") && html.contains("&lt;script&gt;"))
        #expect(throws: Never.self) { try HTMLReader.tokens(html) }
    }

    @Test func `The list of orders replaces the order, and keeps one by several columns`() throws {
        let plain = try page(TableQuery())
        #expect(plain.fields.filter { $0.name == "sort" }.map(\.value) == [""])
        #expect(plain.orders["Original order"] == "" && plain.orders["Total descending"] == "-total")
        // A column that is not sortable has no order.
        #expect(plain.orders.count == 1 + 2 * 5)
        let sorts: [TableQuery.Sort] = [.descending("total"), .ascending("customer")]
        let page = try page(TableQuery(sorts: sorts))
        #expect(page.orders["Total descending, Customer <b> ascending"] == "-total,customer")
        #expect(page.orders.count == plain.orders.count + 1)
        #expect(try page.sent(changing: ["q": ["ana"]]).sorts == sorts)
        #expect(try page.sent("Placed").sorts == [.descending("placed")] + sorts)
        for (text, chosen) in [
            ("Status ascending", [TableQuery.Sort.ascending("status")]), ("Original order", []),
        ] {
            let value = try #require(page.orders[text])
            #expect(try page.sent(changing: ["sort": [value]]).sorts == chosen)
        }
    }

    @Test func `Without a sortable column, the form keeps the order`() throws {
        let table = TableInfo(columns: [GridColumn("Note", key: "note", isSortable: false)]) {}
        let query = TableQuery(sorts: [.descending("note")])
        let markup = try HTMLControls(query, result: QueryResult()).markup(for: table)
        #expect(markup.contains("<input type=\"hidden\" name=\"sort\" value=\"-note\">"))
        #expect(!markup.contains("<select"))
    }

    @Test func `Cells have the titles of their columns as labels, only in a table with controls`() throws {
        let columns = ["A & B", "", "C", "D"] as [GridColumn]
        let table = TableInfo(columns: columns) {
            TableSection(id: 1) {
                Head("Section", as: SampleTextLine.self)
                Rows(
                    [["1", "2"], ["", "x"]].enumerated().map { Cells(id: $0, texts: $1) }, as: CellsLine.self)
                Foot(Cells(id: 2, texts: ["", "3"]), as: CellsLine.self)
            }
        }
        let controls = try HTMLControls(TableQuery(), result: QueryResult(of: table))
        func rows(_ controls: HTMLControls?) throws -> [Substring] {
            try HTMLFormat(controls: controls).string(of: table).split(separator: "\n")
                .filter { $0.hasPrefix("<tr") && !$0.contains("<th scope=\"col\"") }
        }
        let labels = try rows(controls).map { row in
            row.split(separator: "<t").dropFirst().map { cell in
                cell.contains("data-label=\"")
                    ? String(cell.split(separator: "\"")[cell.hasPrefix("h") ? 3 : 1]) : ""
            }
        }
        let titles = ["A &amp; B", "", "C", "D"]
        #expect(labels.first == [""] && labels.dropFirst().prefix(3) == [titles, titles, titles])
        let plain = try rows(nil)
        #expect(plain.allSatisfy { !$0.contains("data-label") } && plain.count == 4)
    }

    private struct Cells: Identifiable, Equatable {
        let id: Int
        let texts: [String]
    }

    private enum CellsLine: GridLineItem {
        static func fill(_ line: inout GridLine, with cells: Cells) {
            for text in cells.texts { line.text(text) }
        }
    }

    @Test(arguments: [
        TableQuery(filters: [.any([.column("id", .isEmpty)])]),
        TableQuery(filters: [.not(.column("status", .isEmpty)), .column("status", .contains("a"))]),
        TableQuery(filters: [.column("total", .from("1")), .column("total", .above("1"))]),
    ])
    func `A query that the form can't send is refused`(query: TableQuery) {
        let error = #expect(throws: TableError.self) { try HTMLControls(query, result: QueryResult()) }
        #expect(error?.code == .invalidQuery)
    }

    @Test func `A column whose key is no field of an address is refused, and an untitled one has no control`()
        throws
    {
        func markup(_ columns: [GridColumn], fields: [String: String] = [:]) throws -> String {
            let table = TableInfo(columns: columns) {
                TableSection(id: 1) { Rows([Order(id: 1)], as: OrderLine.self) }
            }
            return try HTMLControls(TableQuery(), result: QueryResult(), fields: fields).markup(for: table)
        }
        for key in ["No.", "size", "format", "own"] {
            let error = #expect(throws: TableError.self) {
                try markup([GridColumn(key), "B", "C", "D", "E", "F"], fields: ["own": "1"])
            }
            #expect(error?.code == .invalidQuery && error?.description.contains("“\(key)”") == true)
            #expect(
                try markup([GridColumn(key, filter: .none), "B", "C", "D", "E", "F"]).contains("value=\"B\""))
        }
        let markup = try markup(["", "B", "B", "D", "E", GridColumn("F", filter: .choice(["", "x"]))])
        #expect(markup.components(separatedBy: "name=\"B\"").count == 2 && !markup.contains("name=\"\""))
    }

    @Test func `Rows of collapsed sections are on no page, and the last page has no next one`() throws {
        let query = try query("?size=20&start=20")
        let agent = try Agent(RecordingContainer(), rawData: 0) { _ in
            TableInfo(columns: Self.columns) {
                TableSection(id: 1) { Rows(Self.orders, as: OrderLine.self) }
                TableSection(id: 2, isCollapsed: true) { Rows(Self.orders, as: OrderLine.self) }
            }
        }
        try agent.show(query)
        let controls = try HTMLControls(query, result: agent.queryResult, files: ["csv"])
        let page = try Page(
            controls.markup(for: agent.wholeTable)
                + HTMLFormat(controls: controls).string(of: agent.tableInfo))
        #expect(page.texts.contains("21–30 of 30") && page.links["Next page"] == nil)
        #expect(page.texts.contains("60 rows"))
    }

    @Test func `Columns for programs stay, and a form of all columns that people see asks for none`() throws {
        let columns: [GridColumn] = ["id", "total", GridColumn("cost", audience: .programs)]
        func read(_ fields: [(String, String)]) throws -> [String]? {
            try TableQuery(addressFields: fields.map { (name: $0.0, value: $0.1) }, columns: columns).columns
        }
        #expect(try read([("columns", "id,total")]) == ["id", "total"])
        #expect(try read([("form", "q"), ("columns", "id"), ("columns", "total")]) == nil)
        let table = TableInfo(columns, rows: [[1, 2, 3]])
        let query = TableQuery(columns: ["cost", "total"])
        let page = try Page(HTMLControls(query, result: QueryResult()).markup(for: table))
        #expect(
            try read(page.fields.filter { $0.name != "q" }.map { ($0.name, $0.value) }) == ["cost", "total"])
    }

    @Test func `Texts with other bytes are choices of their own, and one with a line break is no choice`()
        throws
    {
        func markup(_ texts: [String]) throws -> String {
            let orders = texts.enumerated().map { Order(id: $0.offset, status: $0.element) }
            return try HTMLControls(TableQuery(), result: QueryResult()).markup(for: table(orders))
        }
        let composed = try markup(["\u{E9}", "e\u{301}", "\u{E9}"])
        #expect(composed.contains("<span>2</span>") && composed.contains("<span>1</span>"))
        #expect(try markup(["a\nb"]).contains("status.has"))
        let sent = TableQuery.joined([("form", "q"), ("q", "a\r\nb")])
        #expect(sent["q"] == "a\nb")
    }

    @Test func `A long table has a choice of Booleans, and no counts`() throws {
        let orders = (0..<20_001).map { Order(id: $0, isPaid: $0 == 0) }
        let markup = try HTMLControls(TableQuery(), result: QueryResult()).markup(for: table(orders))
        #expect(markup.contains("name=\"paid\" value=\"true\">true</label>") && markup.contains("status.has"))
    }

    @Test(arguments: [2, 15]) func `A given choice has the counts of rows that meet the other filters`(
        count: Int
    ) throws {
        let statuses = (0..<count).map { "s\($0)" } + ["s1"]
        var columns = Self.columns
        columns[2] = GridColumn("Status", key: "status", filter: .choice(statuses))
        let orders = (0..<40).map { Order(id: $0, status: "s\($0 % 7)", isPaid: $0 % 3 == 0) }
        let table = TableInfo(columns: columns) {
            TableSection(id: 1) { Rows(orders.prefix(9), as: OrderLine.self) }
            TableSection(id: 2) { Rows(orders.dropFirst(9), as: OrderLine.self) }
        }
        let query = TableQuery(filters: [
            .column("status", .isOneOf(["s1"])), .column("paid", .isOneOf(["true"])),
        ])
        let markup = try HTMLControls(query, result: QueryResult()).markup(for: table)
        var expected = statuses.map { status in
            "\(status) <span>\(orders.count { $0.status == status && $0.isPaid })</span>"
        }
        expected += [false, true].map { isPaid in
            "\(isPaid) <span>\(orders.count { $0.status == "s1" && $0.isPaid == isPaid })</span>"
        }
        let choices = markup.matches(of: /[a-z0-9]+ <span>[0-9]+<\/span>/).map { String($0.output) }
        #expect(choices == expected)
    }

    @Test func `A hundred filters are the most of an address`() throws {
        let fields = (0..<101).map { (name: "customer", value: "~\($0)") }
        let error = #expect(throws: TableError.self) {
            try TableQuery(addressFields: fields, columns: Self.columns)
        }
        #expect(error?.description.contains("100") == true)
    }
}

private enum SampleTextLine: GridLineItem {
    static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
}
