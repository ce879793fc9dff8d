import RandomTesting
import TableAgent
import Testing

@testable import tables

struct RowSelectionTests {
    private let table: SourceTable

    init() throws {
        table = try InputFixture.table(
            """
            id,status,amount,note,code
            1,open,10,Größe,007
            2,paid,9.5,,7
            3,open,,a < b,x
            4,late,-2,LARGE,10
            5,open,10.0,n/a,9

            """, as: .csv)
    }

    private func ids(_ conditions: String..., sorted sorting: [String] = []) throws -> [Int] {
        try RowSelection(conditions: conditions, order: RowOrder(columns: sorting)).rows(of: table).map {
            $0 + 1
        }
    }

    @Test(arguments: [
        ("status = open", [1, 3, 5]), ("status=open", [1, 3, 5]), ("status != open", [2, 4]),
        ("amount = 10", [1, 5]), ("amount > 9", [1, 2, 5]), ("amount >= 10", [1, 5]),
        ("amount < 10", [2, 4]),
        ("amount <= 9.5", [2, 4]), ("amount != 10", [2, 3, 4]), ("amount =", [3]),
        ("amount !=", [1, 2, 4, 5]),
        ("note ~ größe", [1]), ("note ~ LARG", [4]), ("note ~ large", [4]), ("note = a < b", [3]),
        ("status > late", [1, 2, 3, 5]), ("status < open", [4]), ("status >= open", [1, 2, 3, 5]),
        // A code that is no number is a text.
        ("code = 007", [1]), ("code = 7", [2]), ("code = x", [3]), ("code > b", [3]),
        ("status == open", [1, 3, 5]), ("amount <> 10", [2, 3, 4]), ("status = 'open'", [1, 3, 5]),
        ("note =~ ^[a-z]", [3, 5]), ("note !~ (?i)[r<]", [2, 5]), ("code =~ ^0*7$", [1, 2]),
        ("note = 'a < b'", [3]), ("note != 'a or b = c'", [1, 2, 3, 4, 5]),
        ("status = \"open\"", [1, 3, 5]),
    ])
    func `A condition selects rows`(condition: String, expected: [Int]) throws {
        #expect(try ids(condition) == expected)
    }

    @Test func `Rows meet all conditions`() throws {
        #expect(try ids("status = open", "amount > 0") == [1, 5])
        #expect(try ids("code = 9", "code < m") == [5])
        #expect(try ids() == [1, 2, 3, 4, 5])
    }

    @Test(arguments: [
        (
            "state = open",
            "in: there is no column 'state'; did you mean 'status'? The columns are id, status, amount, note, code"
        ),
        (
            "status",
            "in: the condition 'status' needs a column and a comparison: = != < <= > >= ~ =~ !~ in or not in"
        ),
        (
            "amount => 1",
            "in: a value should follow '=', found '> 1'; write = != < <= > >= ~ =~ !~ in or not in and a value, or a "
                + "value in quotes such as ''"
        ),
        (
            "amount >",
            "in: a value should follow '>', found ''; write = != < <= > >= ~ =~ !~ in or not in and a value, or a "
                + "value in quotes such as ''"
        ),
        (
            "amount > 1,000",
            "in: a filter of the column “amount” has “1,000”; the column has numbers; write one as 1234.50"
        ),
        (
            "amount = abc",
            "in: a filter of the column “amount” has “abc”; the column has numbers; write one as 1234.50"
        ),
        ("note =~ (", "in: a filter of the column “note” has “(”, which is no regular expression"),
        (
            "code > 8",
            "in:2: column 'code' can't be compared with '8': '007' is no decimal number; to compare texts, add --text 'code'"
        ),
        // Text 7 is no text 7.0, and a person who asks for the number would miss it.
        (
            "code = 7.0",
            "in:2: column 'code' can't be compared with '7.0': '007' is no decimal number; to compare texts, add --text "
                + "'code'"
        ),
        (
            "note > 8",
            "in:2: column 'note' can't be compared with '8': 'Größe' is no decimal number; if it means a missing value, "
                + "add --null 'Größe'; to compare texts, add --text 'note'"
        ),
    ])
    func `An invalid condition is an error`(condition: String, message: String) {
        let error = #expect(throws: InputError.self) { try ids(condition) }
        #expect(error?.description == message)
    }

    @Test func `Spaces around the name of a column are ignored`() throws {
        let table = try InputFixture.table("id, amount\n1, 5\n2,7\n", as: .csv)
        #expect(try RowSelection(conditions: ["amount = 7"]).rows(of: table) == [1])
    }

    @Test func `The name of a column can contain a comparison`() throws {
        let table = try InputFixture.table("a=b,c\n1,2\n3,4\n", as: .csv)
        #expect(try RowSelection(conditions: ["a=b = 3"]).rows(of: table) == [1])
    }

    @Test(arguments: [
        (["amount"], [4, 2, 1, 5, 3]), (["amount:desc"], [1, 5, 2, 4, 3]), (["status"], [4, 1, 3, 5, 2]),
        (["status:desc"], [2, 1, 3, 5, 4]), (["status", "amount:desc"], [4, 1, 5, 3, 2]),
        // A column has one order, and digits in texts count by their value.
        (["code"], [1, 2, 5, 4, 3]), (["note"], [3, 1, 4, 5, 2]),
    ])
    func `Rows are sorted by columns, and missing values come last`(sorting: [String], expected: [Int]) throws
    {
        #expect(try ids(sorted: sorting) == expected)
    }

    @Test func `A number with a comma is not sorted as text`() throws {
        let prices = try InputFixture.table("p;q\n1,2,3;a\n99,00;b\n", as: .csv)
        let error = #expect(throws: InputError.self) {
            try RowSelection(order: RowOrder(columns: ["q", "p:desc"])).rows(of: prices)
        }
        #expect(
            error?.description
                == "in:2: column 'p' can't be sorted: '1,2,3' is no decimal number; to compare texts, add --text 'p'"
        )
        // A column with other texts is sorted as text.
        let tags = try InputFixture.table("t;u\n3;a\nred;b\n1,2;c\n", as: .csv)
        #expect(try RowSelection(order: RowOrder(columns: ["t"])).rows(of: tags) == [2, 0, 1])
        let places = try InputFixture.table("p;q\nRome, 5;a\n1.10.2;b\n-;c\n", as: .csv)
        #expect(try RowSelection(order: RowOrder(columns: ["p"])).rows(of: places) == [2, 1, 0])
    }

    @Test func `Codes with zeros before them are sorted as texts by the values of their digits`() throws {
        let zips = try InputFixture.table("zip\n98765\n00501\n12345\n01234\n", as: .csv)
        #expect(try RowSelection(order: RowOrder(columns: ["zip"])).rows(of: zips) == [1, 3, 2, 0])
    }

    @Test func `Columns that look the same are two columns`() throws {
        let table = try InputFixture.table("caf\u{e9},cafe\u{301}\n1,4\n2,3\n", as: .csv)
        #expect(try RowSelection(order: RowOrder(columns: ["caf\u{e9}"])).rows(of: table) == [0, 1])
        #expect(try RowSelection(order: RowOrder(columns: ["cafe\u{301}"])).rows(of: table) == [1, 0])
        #expect(try RowSelection(conditions: ["cafe\u{301} = 3"]).rows(of: table) == [1])
    }

    @Test func `A saved query holds together with other options`() throws {
        let saved = TableQuery(
            search: "open", filters: [.column("amount", .from("1"))], sorts: [.descending("id")],
            page: TableQuery.Page(size: 1, start: .offset(1)))
        func ids(_ selection: RowSelection) throws -> [Int] { try selection.rows(of: table).map { $0 + 1 } }
        #expect(try ids(RowSelection(saved: saved)) == [1])
        #expect(try ids(RowSelection(saved: saved, order: RowOrder(limit: 9))) == [5, 1])
        let sorted = RowSelection(saved: saved, order: RowOrder(columns: ["amount", "note"], limit: 9))
        #expect(try ids(sorted) == [1, 5])
        #expect(
            try ids(RowSelection(saved: saved, conditions: ["note = n/a"], order: RowOrder(limit: 9))) == [5])
        let query = try sorted.query(of: table)
        #expect(query.sorts == [.ascending("amount"), .ascending("note"), .descending("id")])
        #expect(throws: InputError.self) {
            try ids(RowSelection(saved: TableQuery(sorts: [.ascending("x")])))
        }
    }

    @Test func `Numbers of many digits are compared exactly`() throws {
        let table = try InputFixture.table(
            #"[{"n": 9007199254740993}, {"n": 9007199254740992}, {"n": 1e3}, {"n": 999.9999999999999999}]"#,
            as: .json)
        #expect(try RowSelection(order: RowOrder(columns: ["n"])).rows(of: table) == [3, 2, 1, 0])
        #expect(try RowSelection(conditions: ["n = 9007199254740992"]).rows(of: table) == [1])
        #expect(try RowSelection(conditions: ["n = 1000"]).rows(of: table) == [2])
        let digits = String(repeating: "1", count: 39)
        let long = try InputFixture.table("n\n\(digits)1\n\(digits)2\n1e99\n1e400\n", as: .csv)
        #expect(try RowSelection(conditions: ["n = \(digits)2"]).rows(of: long) == [1])
        #expect(try RowSelection(conditions: ["n = 1e400"]).rows(of: long) == [3])
        let small = try InputFixture.table("p\n0.04\n1e-100\n0.5\n3e-12\n", as: .csv)
        #expect(
            try RowSelection(conditions: ["p < 0.05"], order: RowOrder(columns: ["p"])).rows(of: small) == [
                1, 3, 0,
            ])
    }
}

struct AggregateTests {
    private func values(
        _ function: Aggregate.Function, _ text: String, by group: String? = nil
    ) throws -> [String?] {
        let table = try InputFixture.table(text, as: .csv)
        let aggregate = Aggregate(function: function, column: "n")
        return try table.totals(of: [aggregate], by: group).totals()[0].map { $0?.value }
    }

    private static let numbers = "k,n\na,1.50\nb,2\na,\na,-3.25\nb,10\nc,\n"

    @Test(
        arguments: [
            (.count, ["3", "2", "1", "6"]), (.sum, ["-1.75", "12", "0", "10.25"]),
            (.mean, ["-0.8750", "6.0000", nil, "2.5625"]), (.min, ["-3.25", "2", nil, "-3.25"]),
            (.max, ["1.50", "10", nil, "10"]),
        ] as [(Aggregate.Function, [String?])])
    func `Each group and all groups have a value`(function: Aggregate.Function, expected: [String?]) throws {
        #expect(try values(function, Self.numbers, by: "k") == expected)
    }

    @Test(arguments: [
        ("1,2", "1.50"), ("1,1,2", "1.33"), ("1,2,2", "1.67"), ("0.05", "0.0500"), ("-1,-1,-2", "-1.33"),
        ("-1,0,0", "-0.33"), ("0,0", "0.00"), ("99,100", "99.50"), ("9.99,10.00,10.01", "10.0000"),
        ("0.001,0.002", "0.00150"), ("-0.001,0.000,0.000", "-0.00033"), ("2,1,1,1,1,1,1,1", "1.13"),
        ("12345678901234567890123456789012345678,0", "6172839450617283945061728394506172839.00"),
    ])
    func `A mean is rounded to two digits more than its column has`(numbers: String, mean: String) throws {
        let rows = numbers.replacing(",", with: "\n")
        #expect(try values(.mean, "n\n\(rows)\n").last == mean)
    }

    @Test func `Each of many groups has a mean`() throws {
        let rows = (0..<60_000).map { "\($0),\($0)\n" }.joined()
        let means = try values(.mean, "k,n\n" + rows, by: "k")
        #expect(means.count == 60_001 && means[59_999] == "59999.00" && means.last == "29999.50")
    }

    @Test func `Random means are the nearest numbers`() throws {
        var random = SeededGenerator(seed: SeededGenerator.seed)
        for _ in 0..<200 {
            let numbers = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                Int.random(in: -999...999, using: &random)
            }
            let text = try values(.mean, "n\n" + numbers.map { "\($0)\n" }.joined()).last ?? nil
            let exact = Double(numbers.reduce(0, +)) / Double(numbers.count)
            #expect(abs((Double(text ?? "") ?? .nan) - exact) < 0.00500001, "\(numbers)")
        }
    }

    @Test(arguments: [
        ("1,23,4", "'1,23,4' is no decimal number"), ("€5", "'€5' is no decimal number"),
        ("n/a", "'n/a' is no decimal number; if it means a missing value, add --null 'n/a'"),
        ("5 apples", "'5 apples' is no decimal number"),
    ])
    func `A value that is no number is an error with advice`(value: String, problem: String) {
        for function in [Aggregate.Function.sum, .mean, .min, .max] {
            let verb = [.min, .max].contains(function) ? "compared" : "summed"
            let error = #expect(throws: InputError.self) { try values(function, "n;k\n1;a\n\(value);b\n") }
            #expect(error?.description == "in:3: column 'n' can't be \(verb): \(problem)")
        }
    }
}
