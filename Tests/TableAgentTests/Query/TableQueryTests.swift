import Foundation
import RandomTesting
import Testing

@testable import TableAgent

/// Queries as JSON and as addresses.
struct TableQueryTests {
    private static let columns: [GridColumn] = ["id", "status", "total", "placed", "customer", "-x,y"]

    private func query(_ address: String) throws -> TableQuery {
        try TableQuery(addressFields: fields(address), columns: Self.columns, maximumSize: 500)
    }

    private func fields(_ address: String) -> [(name: String, value: String)] {
        address.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private func address(_ query: TableQuery) throws -> String {
        try query.addressFields().map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    @Test(arguments: [
        ("", TableQuery()),
        ("sort=-total,customer", TableQuery(sorts: [.descending("total"), .ascending("customer")])),
        ("sort=\\-x\\,y,--x\\,y", TableQuery(sorts: [.ascending("-x,y")])),
        ("q=müller zürich", TableQuery(search: "müller zürich")),
        ("status=open,paid", TableQuery(filters: [.column("status", .isOneOf(["open", "paid"]))])),
        ("status=open&status=paid", TableQuery(filters: [.column("status", .isOneOf(["open", "paid"]))])),
        ("status=!open", TableQuery(filters: [.not(.column("status", .isOneOf(["open"])))])),
        (
            "status=a\\,b,\\!c,-1,\\-",
            TableQuery(filters: [.column("status", .isOneOf(["a,b", "!c", "-1", "-"]))])
        ),
        (
            "total=100..500",
            TableQuery(filters: [.column("total", .from("100")), .column("total", .through("500"))])
        ),
        (
            "total.from=100&total.to=500",
            TableQuery(filters: [.column("total", .from("100")), .column("total", .through("500"))])
        ),
        ("total=..500", TableQuery(filters: [.column("total", .through("500"))])),
        ("placed=2026-10..", TableQuery(filters: [.column("placed", .from("2026-10"))])),
        (
            "total=>100&total=<5",
            TableQuery(filters: [.column("total", .above("100")), .column("total", .below("5"))])
        ),
        ("customer=~a, b", TableQuery(filters: [.column("customer", .contains("a, b"))])),
        ("customer.has=desk", TableQuery(filters: [.column("customer", .contains("desk"))])),
        ("customer=!^\\x", TableQuery(filters: [.not(.column("customer", .begins("\\x")))])),
        ("customer=-", TableQuery(filters: [.column("customer", .isEmpty)])),
        ("customer=!-", TableQuery(filters: [.not(.column("customer", .isEmpty))])),
        ("q=&status=&total.from=", TableQuery()),
        ("columns=id,total&size=50", TableQuery(columns: ["id", "total"], page: TableQuery.Page(size: 50))),
        ("size=50&start=150", TableQuery(page: TableQuery.Page(size: 50, start: .offset(150)))),
        ("size=50&start=last", TableQuery(page: TableQuery.Page(size: 50, start: .last))),
        ("size=50&after=x,y", TableQuery(page: TableQuery.Page(size: 50, start: .after("x,y")))),
    ])
    func `An address is read, and the canonical one is read as the same query`(
        text: String, query: TableQuery
    ) throws {
        let read = try self.query(text)
        #expect(read == query)
        #expect(try self.query(address(read)) == query)
    }

    @Test func `A page of another list becomes the first one`() throws {
        let page = TableQuery(sorts: [.ascending("id")], page: TableQuery.Page(size: 50, start: .offset(100)))
        let address = try address(page)
        #expect(try query(address) == page)
        #expect(try query("customer=~a&" + address).page == TableQuery.Page(size: 50))
        #expect(try query("columns=id&" + address).page == page.page)
    }

    @Test(arguments: [
        ("town=x", "“town”"), ("total.most=3", "“total.most”"), ("size=0", "“size” has “0”"),
        ("size=501", "1 to 500"),
        ("size=x", "“size” has “x”"), ("size=5&start=-1", "“start” has “-1”"), ("start=5", "no size"),
        ("q=a&q=b", "“q” twice"),
        ("size=9&start=1&after=x", "one of start"), ("total=..", "write a value"),
        ("total=!1..2", "a range has no !"),
        ("size=99999999999999999999999", "“size”"),
    ])
    func `A field that does not fit is refused by its name`(address: String, words: String) throws {
        let error = #expect(throws: TableError.self) { try query(address) }
        #expect(
            error?.code == .invalidQuery && error?.description.contains(words) == true,
            "\(error?.description ?? "")")
    }

    @Test(arguments: [
        TableQuery.Filter.any([]), .not(.not(.column("id", .isEmpty))), .not(.column("id", .from("1"))),
        .column("id", .isOneOf([])), .column("id", .isOneOf(["a", ""])), .column("id", .contains("")),
        .column("q", .isEmpty), .column("a.b", .isEmpty),
    ])
    func `What an address can't express is an error`(filter: TableQuery.Filter) {
        let error = #expect(throws: TableError.self) { try TableQuery(filters: [filter]).addressFields() }
        #expect(error?.code == .invalidQuery)
    }

    @Test(arguments: SeededGenerator.seeds(6))
    func `Random queries are the same after a way through JSON and through an address`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let query = Self.query(&random)
            let data = try JSONEncoder().encode(query)
            #expect(try JSONDecoder().decode(TableQuery.self, from: data) == query)
            let address = try address(query)
            #expect(try self.query(address) == query, "\(address)")
        }
    }

    private static func query(_ random: inout SeededGenerator) -> TableQuery {
        let signs = ["a", "!", "~", "^", "-", ".", "..", ",", "\\", "<", ">", "=", "é", "0", " "]
        func text() -> String {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in
                signs[Int.random(in: signs.indices, using: &random)]
            }.joined()
        }
        var query = TableQuery()
        // A second list of one column would join the first one.
        for column in columns where Bool.random(using: &random) {
            let key = column.key
            let isNegated = Bool.random(using: &random)
            let condition: TableQuery.Condition
            switch Int.random(in: 0...8, using: &random) {
            case 0: condition = .isEmpty
            case 1: condition = .contains(text())
            case 2: condition = .begins(text())
            case 3 where !isNegated: condition = .from(text())
            case 4 where !isNegated: condition = .through(text())
            case 5 where !isNegated: condition = .above(text())
            case 6 where !isNegated: condition = .below(text())
            default: condition = .isOneOf((0..<Int.random(in: 1...3, using: &random)).map { _ in text() })
            }
            query.filters.append(isNegated ? .not(.column(key, condition)) : .column(key, condition))
        }
        for column in columns.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)) {
            query.sorts.append(TableQuery.Sort(column.key, isDescending: Bool.random(using: &random)))
        }
        if Bool.random(using: &random) { query.search = text() }
        if Bool.random(using: &random) {
            query.columns = columns.shuffled(using: &random).prefix(2).map(\.key)
        }
        if Bool.random(using: &random) {
            let starts: [TableQuery.Page.Start] = [
                .first, .last, .offset(7), .after(text()), .before(text()),
            ]
            query.page = TableQuery.Page(size: 20, start: starts[Int.random(in: 0...4, using: &random)])
        }
        return query
    }

    @Test func `A saved query is short, and one with an unknown member is refused`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let query = TableQuery(
            filters: [.not(.column("status", .isOneOf(["open"]))), .any([.column("total", .above("5"))])],
            sorts: [.descending("total")], page: TableQuery.Page(size: 5, start: .last))
        let json = String(decoding: try encoder.encode(query), as: UTF8.self)
        #expect(
            json
                == #"{"filters":[{"not":{"column":"status","is":["open"]}},{"any":[{"above":"5","column":"total"}]}],"#
                + #""page":{"last":true,"size":5},"sorts":[{"column":"total","descending":true}]}"#)
        for wrong in [
            #"{"sort": []}"#, #"{"sorts": [{"column": "a", "nulls": "first"}]}"#,
            #"{"filters": [{"column": "a", "is": ["b"], "ignoringCase": true}]}"#,
            #"{"page": {"size": 5, "skip": 1}}"#,
            #"{"filters": [{"column": "a"}]}"#, #"{"filters": [{"column": "a", "from": "1", "below": "2"}]}"#,
            #"{"filters": [{"contains": "a"}]}"#, #"{"page": {"size": 0}}"#,
        ] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(TableQuery.self, from: Data(wrong.utf8))
            }
        }
    }
}
