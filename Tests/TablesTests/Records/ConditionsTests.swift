import RandomTesting
import TableAgent
import Testing

@testable import tables

struct ConditionsTests {
    private func rows(_ condition: String, _ csv: String) throws -> [Int] {
        try RowSelection(conditions: [condition]).rows(of: InputFixture.table(csv, as: .csv)).map { $0 + 1 }
    }

    private static let orders = """
        title,status,amount
        Pride or Prejudice,open,10
        "Salt, Fat",paid,9.5
        Tom and Jerry,,-2
        Men in Black,late,
        it's,OPEN,1e1

        """

    @Test(arguments: [
        ("status = open or status = paid", [1, 2]),
        ("status = open OR amount = 10.0 or status = late", [1, 4, 5]),
        ("amount >= 9 and amount < 10", [2]), ("amount > 0  And  status != paid and title ~ or", [1]),
        ("status in open, paid", [1, 2]), ("status IN (open,paid )", [1, 2]), ("status in(late)", [4]),
        ("status not in open, paid", [3, 4, 5]), ("status Not In ('open', \"paid\")", [3, 4, 5]),
        ("amount in 10, -2.0", [1, 3, 5]), ("status in late, ''", [3, 4]),
        ("status not in ''", [1, 2, 4, 5]),
        ("title in \"Salt, Fat\", it's", [2, 5]), ("title in 'it's', x or amount = 9.5", [2, 5]),
        ("status in (open, 'paid') and amount in (9.5)", [2]),
        ("title = Pride or Prejudice", [1]),
        ("title = 'Pride or Prejudice' or status = late", [1, 4]), ("title = Tom and Jerry", [3]),
        ("status = late or title = Tom and Jerry", [3, 4]), ("title in Men in Black", [4]),
        ("amount = or status = open", [1, 4]), ("title != 'tis", [1, 2, 3, 4, 5]),
        ("title = 'it's' or title ~ 'n B'", [4, 5]),
    ])
    func `Words combine conditions`(condition: String, expected: [Int]) throws {
        #expect(try rows(condition, Self.orders) == expected)
    }

    @Test(arguments: [
        ("d > 2025", [4, 5]), ("d >= 2025", [2, 3, 4, 5]), ("d < 2026-01", [1, 2, 3]),
        ("d <= 2025", [1, 2, 3]),
        ("d > 2025-02", [3, 4, 5]), ("d <= 2025-02", [1, 2]), ("d > 2025-02-01", [3, 4, 5]),
        ("d = 2025-02-01", [2]), ("d = 2025", [2, 3]), ("d != 2025", [1, 4, 5]),
        ("d in 2025-02-01, 2026-03-05", [2, 5]), ("d ~ 2025", [2, 3]),
    ])
    func `A year or a month of dates in ISO 8601 is a period`(condition: String, expected: [Int]) throws {
        let dates = "d\n2024-12-31\n2025-02-01\n2025-12-31\n2026-01-01\n2026-03-05\n"
        #expect(try rows(condition, dates) == expected)
        let times = "d\n2025-02-01T10:00:00\n2025-02-02T00:00:00\n"
        #expect(try rows("d > 2025-02-01", times) == [2])
        #expect(try rows("d <= 2025-02-01", times) == [1])
    }

    @Test(arguments: [
        ("t >= '2024-05-01 10:45'", [2, 4]), ("t < 2024-05-01T10:45", [1, 3]),
        ("t > 2024-05-01T10:45:00Z", [2, 4]), ("t = 2024-05-01T10:30Z", [3]),
        ("t = 2024-05-01", [1, 2, 3, 4]),
        ("t >= 2024-05-01T12:45+02:00", [2, 4]), ("t > 2024-05-01", []),
    ])
    func `Instants are compared by value, whatever their zone and the sign before the time`(
        condition: String, expected: [Int]
    ) throws {
        let times =
            "t\n2024-05-01T12:00+02:00\n2024-05-01 11:00+00:00\n2024-05-01T10:30Z\n2024-05-01T08:00-05:00\n"
        #expect(try rows(condition, times) == expected)
    }

    @Test(arguments: [
        (
            "status = open or amount > 3 and title ~ a",
            "in: the condition 'status = open or amount > 3 and title ~ …' has 'and' beside 'or', which has two readings: "
                + "if 'or' comes first, write --where 'status = open or amount > 3' --where 'title ~ a'; if 'and' comes first, "
                + "write A or (B and C) as --where 'A or B' --where 'A or C'"
        ),
        (
            "status = 'open'and amount = 1",
            "in: the value ''open'and amount = 1' goes on after its quotes; write a space before 'and' or 'or', and a value "
                + "with quotes in the other ones"
        ),
        (
            "status='open'or amount = '1'",
            "in: the value ''open'or amount = '1'' goes on after its quotes; write a space before 'and' or 'or', and a value "
                + "with quotes in the other ones"
        ),
        (
            "status = open or paid",
            "in: no value of 'status' is 'open or paid'; for several values write 'in A, B', and write a text like this in "
                + "quotes"
        ),
        (
            "status != open, paid",
            "in: no value of 'status' is 'open, paid'; for several values write 'in A, B', and write a text like this in "
                + "quotes"
        ),
        (
            "status in late, 'a, b'c",
            "in: the value ''a, b'c' goes on after its quotes; write a space before 'and' or 'or', and a value with quotes in "
                + "the other ones"
        ),
        (
            "title = Pride or Prejudice or status = late",
            "in: there is no column 'Prejudice or status'; the columns are title, status, amount"
        ),
        (
            "status = 'open' or 'paid'",
            "in: the condition ''paid'' needs a column and a comparison: = != < <= > >= ~ =~ !~ in or not in"
        ),
        (
            "amount > 1 and stauts = open",
            "in: there is no column 'stauts'; did you mean 'status'? The columns are title, status, amount"
        ),
        (
            "status in open,",
            "in: a value should follow 'in', found ''; write = != < <= > >= ~ =~ !~ in or not in and a value, or a "
                + "value in quotes such as ''"
        ),
        (
            "status not  in",
            "in: a value should follow 'not  in', found ''; write = != < <= > >= ~ =~ !~ in or not in and a value, or a "
                + "value in quotes such as ''"
        ),
        (
            "status in (open, paid",
            "in: the values of 'status' need a comma between two, and a ')' if they begin with '('; write a value with such a "
                + "sign in quotes"
        ),
        (
            "title in (a (b), c)",
            "in: the values of 'title' need a comma between two, and a ')' if they begin with '('; write a value with such a "
                + "sign in quotes"
        ),
        (
            "title = 'a', b",
            "in: the values of 'title' need a comma between two, and a ')' if they begin with '('; write a value with such a "
                + "sign in quotes"
        ),
        (
            "amount > or amount < 3",
            "in: a value should follow '>', found ''; write = != < <= > >= ~ =~ !~ in or not in and a value, or a "
                + "value in quotes such as ''"
        ),
    ])
    func `An error names the wrong part of a condition`(condition: String, message: String) {
        let error = #expect(throws: InputError.self) { try rows(condition, Self.orders) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("a or b = 1", [1]), ("a = 2 or a or b = 3", [2, 3]), ("b in c in 1, 3", [1, 3]), ("b in c = 2", [2]),
        ("a = 1 or b in c not in 1, 2", [1, 3]), ("a=b = 3", [3]),
    ])
    func `The longest name of a column is the column`(condition: String, expected: [Int]) throws {
        #expect(try rows(condition, "a,b,a or b,b in c,a=b\n1,,1,1,1\n2,,2,2,2\n3,,3,3,3\n") == expected)
    }

    @Test func `A list has no comma between digits if values have one`() throws {
        let csv = "p;v\n34,5;1\n5,0;2\n34;3\n"
        #expect(throws: InputError.self) { try rows("p in 34,5", csv) }
        #expect(try rows("p in '34,5'", csv) == [1])
        #expect(try rows("p in 34, 5", csv) == [2, 3])
        #expect(try rows("v in 1,3", csv) == [1, 3])
    }

    @Test func `Other lines of JSON can have the column of a condition`() throws {
        let table = try InputFixture.table("{\"a\": 1}\n{\"a\": 2}\n", as: .jsonl)
        let selection = RowSelection(conditions: ["later in x, y or a = 2"])
        #expect(try selection.rows(of: table, isPart: true) == [1])
        #expect(throws: InputError.self) { try selection.rows(of: table) }
    }

    @Test func `Combined conditions are saved as a query`() throws {
        let table = try InputFixture.table(Self.orders, as: .csv)
        let selection = RowSelection(conditions: [
            "status in a, '' or amount < 3", "amount > 1 and title !~ x",
        ])
        let query = try selection.query(of: table)
        #expect(
            query.filters == [
                .any([
                    .any([.column("status", .isOneOf(["a"])), .column("status", .isEmpty)]),
                    .column("amount", .below("3")),
                ]),
                .column("amount", .above("1")), .not(.column("title", .matches("x"))),
            ])
    }
}

/// Random conditions from a model, compared with a plain evaluation of the model.
struct RandomConditionsTests {
    /// A comparison of a column with values.
    private struct Comparison {
        let column: String
        let sign: String
        let values: [String]

        func holds(for cell: String) -> Bool {
            let value = values[0]
            func isLess(_ left: String, _ right: String) -> Bool {
                (Double(left) ?? .nan) < (Double(right) ?? .nan)
            }
            return switch sign {
            case "=", "in": values.contains(cell)
            case "!=", "not in": !values.contains(cell)
            case "~": cell.lowercased().contains(value.lowercased())
            case "<": isLess(cell, value)
            case ">": isLess(value, cell)
            case "<=": isLess(cell, value) || cell == value && !cell.isEmpty
            default: isLess(value, cell) || cell == value && !cell.isEmpty
            }
        }

        /// Returns the text of the comparison with random spaces, cases, quotes, and parentheses.
        func text(_ random: inout SeededGenerator) -> String {
            func space() -> String { Bool.random(using: &random) ? " " : "  " }
            func quoted(_ value: String) -> String {
                let isPlain = !["", "'", "\"", ",", ")", " or ", " and "].contains {
                    $0.isEmpty ? value.isEmpty : value.contains($0)
                }
                if isPlain, Bool.random(using: &random) { return value }
                let quote = value.contains("'") ? "\"" : "'"
                return quote + value + quote
            }
            let sign = Bool.random(using: &random) ? sign.uppercased() : sign
            var list = values.map { quoted($0) }.joined(separator: Bool.random(using: &random) ? "," : " , ")
            if sign.lowercased().hasSuffix("in"), Bool.random(using: &random) { list = "(\(list))" }
            return column + space() + sign + space() + list
        }
    }

    private static let texts = [
        "", "open", "Pride or Prejudice", "a, b", "it's", "Tom and Jerry", "x in y", "say \"so\"", "(z)",
        "a or n = 1",
    ]
    private static let numbers = ["", "0", "-1.5", "2", "10", "3000"]

    private func comparison(_ random: inout SeededGenerator) -> Comparison {
        let isText = Bool.random(using: &random)
        let values = isText ? Self.texts : Self.numbers
        let signs =
            isText ? ["=", "!=", "in", "not in", "~"] : ["=", "!=", "in", "not in", "<", "<=", ">", ">="]
        let sign = signs.randomElement(using: &random) ?? "="
        let count = sign.hasSuffix("in") ? Int.random(in: 1...3, using: &random) : 1
        let allowed = ["<", "<=", ">", ">=", "~"].contains(sign) ? Array(values.dropFirst()) : values
        return Comparison(
            column: isText ? ["t", "t or n"].randomElement(using: &random) ?? "t" : "n", sign: sign,
            values: (0..<count).map { _ in allowed.randomElement(using: &random) ?? "" })
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `Rows equal those of a plain evaluation`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rows = (0..<30).map { _ in
            [
                "t": Self.texts.randomElement(using: &random) ?? "",
                "t or n": Self.texts.randomElement(using: &random) ?? "",
                "n": Self.numbers.randomElement(using: &random) ?? "",
            ]
        }
        func field(_ text: String?) -> String { "\"\((text ?? "").replacing("\"", with: "\"\""))\"" }
        let csv = rows.map { "\(field($0["t"])),\(field($0["t or n"])),\(field($0["n"]))\n" }.joined()
        let table = try InputFixture.table("t,t or n,n\n" + csv + "open,open,5\n", as: .csv).prefix(
            rows.count)
        for _ in 0..<20 {
            let comparisons = (0..<Int.random(in: 1...4, using: &random)).map { _ in comparison(&random) }
            let word = Bool.random(using: &random) ? "or" : "AND"
            let condition = comparisons.map { $0.text(&random) }.joined(separator: " \(word) ")
            let expected = rows.indices.filter { row in
                let results = comparisons.map { $0.holds(for: rows[row][$0.column] ?? "") }
                return word == "or" ? results.contains(true) : !results.contains(false)
            }
            #expect(try RowSelection(conditions: [condition]).rows(of: table) == expected, "\(condition)")
        }
    }
}
