import RandomTesting
import TableAgent
import TableSurfaces
import Testing

@testable import tables

/// The forms of columns of texts: numbers with units and signs, dates, and times.
struct ValueFormTests {
    private func table(_ values: [String], _ options: ValueOptions = ValueOptions()) throws -> SourceTable {
        let rows = values.map { "\"\($0)\"\n" }.joined()
        return try InputFixture.table("v\n" + rows, as: .csv, InputOptions(delimiter: ",", values: options))
    }

    /// Returns the plain values of a column; `nil` without a form.
    private func plain(_ values: [String], _ options: ValueOptions = ValueOptions()) throws -> [String]? {
        guard let form = try table(values, options).form(ofColumn: 0).form else { return nil }
        return values.map { value in
            let plain = Array(value.utf8).withUnsafeBufferPointer { form.plain($0) }
            return plain.map { String(decoding: $0, as: UTF8.self) } ?? "?"
        }
    }

    @Test(arguments: [
        (["5%", "11%", "100%"], ["5", "11", "100"]), (["$20", "-$5", "$-7"], ["20", "-5", "-7"]),
        (["1,234.50", "999"], ["1234.50", "999"]), (["1.234,50", "9,5"], ["1234.50", "9.5"]),
        (["9,95", "12,50"], ["9.95", "12.50"]), (["0,234", "1,500"], ["0.234", "1.500"]),
        (["1,234,567", "-12"], ["1234567", "-12"]), (["1'234.50", "12"], ["1234.50", "12"]),
        (["1 234,50 €", "0,75 €"], ["1234.50", "0.75"]), (["1\u{202F}234", "5"], ["1234", "5"]),
        (["€ 1.234.567,00"], ["1234567.00"]), (["12,5 %", "", "3 %"], ["12.5", "?", "3"]),
        (["($1,744.54)", "$5.00"], ["-1744.54", "5.00"]), (["3", "(5.00)"], ["3", "-5.00"]),
    ])
    func `Numbers with a unit, grouped digits, or a decimal comma are numbers`(
        values: [String], plain: [String]
    ) throws {
        #expect(try self.plain(values) == plain)
    }

    @Test(arguments: [
        ["5%", "7"], ["$5", "€5"], ["1,234.50", "1234.50"], ["1,23", "1,2345.5"], ["12 kg"], ["#5"], ["007"],
        ["(20)"], ["(1)", "(2)"], ["(5", "3"], ["(-5)", "3"], ["1,23,456"], ["5 %%"], ["1.2.3"], ["$"],
        ["20-"], ["+5", "6"], ["1E5", "2E3"],
        ["abc", "5%"],
        ["$5%"], ["1,234.5.6"], ["1.234,5", "1,234.5"], ["--5%"], ["$05"],
    ])
    func `Values that are not written alike are texts`(values: [String]) throws {
        #expect(try table(values).form(ofColumn: 0).form == nil)
    }

    @Test(arguments: [
        ["1,234", "9,999"], ["$1.234", "$2.500"], ["$1,000"], ["1.234%"],
    ])
    func `Groups of three digits after one sign have two readings, and an option decides`(values: [String])
        throws
    {
        guard case .unclear(let example, let advice) = try table(values).form(ofColumn: 0) else {
            return #expect(Bool(false), "clear")
        }
        #expect(example == values[0] && advice == "add --decimal . or --decimal ,")
        let numbers = try [DecimalSign.point, .comma].map { try plain(values, ValueOptions(decimal: $0)) }
        #expect(numbers[0] != nil && numbers[1] != nil && numbers[0] != numbers[1])
        let error = #expect(throws: InputError.self) {
            try RowSelection(order: RowOrder(columns: ["v"])).rows(of: table(values))
        }
        #expect(error?.reason == "column 'v' can't be sorted: '\(values[0])' has two readings; \(advice)")
    }

    @Test func `A sign before three digits is unclear also beside numbers without groups`() throws {
        guard case .unclear = try table(["$1,234", "$12345"]).form(ofColumn: 0) else {
            return #expect(Bool(false), "clear")
        }
        #expect(
            try table(["$12345", "$1,234"]).form(ofColumn: 0)
                == .unclear(example: "$1,234", advice: "add --decimal . or --decimal ,"))
        #expect(try plain(["$1,234", "$12345"], ValueOptions(decimal: .comma)) == ["1.234", "12345"])
        #expect(try plain(["$1,234", "$12345"], ValueOptions(decimal: .point)) == nil)
        #expect(try plain(["$0,234", "$12345"]) == ["0.234", "12345"])
    }

    @Test func `A decimal comma changes the reading of plain numbers with a point`() throws {
        #expect(try plain(["1.234", "9.999"], ValueOptions(decimal: .comma)) == ["1234", "9999"])
        #expect(
            try table(["1.234", "9"], ValueOptions(decimal: .comma)).kinds.joined().allSatisfy { $0 == .text }
        )
        #expect(try table(["1.5"]).kinds == [[.number]])
    }

    @Test(arguments: [
        (["01.02.2024", "3.12.2023"], ["2024-02-01", "2023-12-03"]),
        (["2015/12/30", "2015/2/3"], ["2015-12-30", "2015-02-03"]), (["2015-1-3"], ["2015-01-03"]),
        (["2024-02-03", "2024-2-1"], ["2024-02-03", "2024-02-01"]),
        (["2024-2-1", "2024-02-03 8:59"], ["2024-02-01", "2024-02-03T08:59:00"]),
        (["2000-Apr-01", "3. Sept 2001"], ["2000-04-01", "2001-09-03"]),
        (["Apr 1 2000", "December 24, 1999"], ["2000-04-01", "1999-12-24"]),
        (["1 Apr 2000", "24-Dec-1999"], ["2000-04-01", "1999-12-24"]),
        (["13/2/2024", "1/12/2023"], ["2024-02-13", "2023-12-01"]),
        (["2/13/2024", "12/1/2023"], ["2024-02-13", "2023-12-01"]),
        (["13-02-2024"], ["2024-02-13"]),
        (["1.2.2024 8:59", "1.2.2024"], ["2024-02-01T08:59:00", "2024-02-01"]),
        (["2/13/2024, 8:59:01.5 PM"], ["2024-02-13T20:59:01.5"]),
        (["2024-01-01", "2024-01-01T10:00Z"], ["2024-01-01", "2024-01-01T10:00Z"]),
        (["8:59", "10:30:05.25"], ["1970-01-01T08:59:00", "1970-01-01T10:30:05.25"]),
        (["12:05 AM", "12:05 pm"], ["1970-01-01T00:05:00", "1970-01-01T12:05:00"]),
    ])
    func `Dates and times in many forms are dates and times`(values: [String], plain: [String]) throws {
        #expect(try self.plain(values) == plain)
    }

    @Test(arguments: [
        ["31.2.2024"], ["1.2.24"], ["2024-13-01"], ["1/2/2024", "1-2-2024"], ["13/13/2024"], ["1.2.2024x"],
        ["24:00", "25:00"], ["8:5"], ["8:59.5"], ["8:59:01."], ["1:02:60"], ["13:00 PM"], ["Foo 1 2000"],
        ["1.2"], ["1/2/2024 x"],
        ["2024/1/2024"], ["Apr 2000 1"], ["2001-02-30"], ["12:30", "noon"], ["1 2 2000"],
    ])
    func `Other dates are texts`(values: [String]) throws {
        #expect(try table(values).form(ofColumn: 0).form == nil)
    }

    @Test func `The order of day and month needs a proof or an option`() throws {
        let values = ["1/2/2024", "3/12/2023"]
        guard case .unclear(_, let advice) = try table(values).form(ofColumn: 0) else {
            return #expect(Bool(false), "clear")
        }
        #expect(advice == "add --dates dmy or --dates mdy")
        #expect(try plain(values, ValueOptions(dates: .dmy)) == ["2024-02-01", "2023-12-03"])
        #expect(try plain(values, ValueOptions(dates: .mdy)) == ["2024-01-02", "2023-03-12"])
        #expect(try plain(["31/1/2024"], ValueOptions(dates: .mdy)) == nil)
        #expect(try plain(["31.1.2024", "1.2.2024"], ValueOptions(dates: .mdy)) == nil)
    }

    @Test(arguments: [
        (["$5", "n/a", "$7"], "n/a", "$5"),
        (["unknown", "01.12.2023", "02.01.2022"], "unknown", "01.12.2023"),
        (["8:59 PM", "noon"], "noon", "8:59 PM"), (["8:59", "7:30", "7:30 PM"], "7:30 PM", "8:59"),
        (["1.2.2024", "1.2.2024 8:59", "2.2.2024 7:30 PM"], "2.2.2024 7:30 PM", "1.2.2024"),
    ])
    func `A value that is written otherwise is refused`(values: [String], odd: String, example: String) throws
    {
        let table = try table(values)
        #expect(table.form(ofColumn: 0) == .mixed(example: example, odd: odd))
        for selection in [
            RowSelection(order: RowOrder(columns: ["v"])), RowSelection(conditions: ["v > \(example)"]),
        ] {
            let error = #expect(throws: InputError.self) { try selection.rows(of: table) }
            #expect(error?.reason.contains("'\(odd)' is not written like '\(example)'") == true)
        }
        #expect(try RowSelection(conditions: ["v ~ 9"]).rows(of: table).count < values.count)
    }

    @Test func `Numbers of JSON are not read in the form of other cells`() throws {
        let table = try InputFixture.table(#"[{"a":1.234},{"a":"2.345,5"}]"#, as: .json)
        #expect(table.form(ofColumn: 0).form == nil)
    }

    @Test func `A value with two readings is refused in a condition`() throws {
        let table = try table(["1.234,5", "2,25"])
        for condition in ["v > 1.234", "v = 1.234", "v in 1.234, 5"] {
            #expect(throws: InputError.self) { try RowSelection(conditions: [condition]).rows(of: table) }
        }
        #expect(try RowSelection(conditions: ["v > 1.000,5"]).rows(of: table) == [0])
        let dates = try self.table(["1/2/2024", "3/4/2024"])
        #expect(throws: InputError.self) { try RowSelection(conditions: ["v = 2024-02-01"]).rows(of: dates) }
        #expect(try RowSelection(conditions: ["v = 1/2/2024"]).rows(of: dates) == [0])
    }

    @Test(arguments: [
        (["03.09.26", "14.01.69"], ["2026-09-03", "1969-01-14"]), (["3/9/26"], ["2026-09-03"]),
        (["03-Sep-26", "1-Jan-00"], ["2026-09-03", "2000-01-01"]),
    ])
    func `Years of two digits need an order`(values: [String], plain: [String]) throws {
        guard case .unclear = try table(values).form(ofColumn: 0) else {
            return #expect(Bool(false), "clear")
        }
        #expect(try self.plain(values, ValueOptions(dates: .dmy)) == plain)
    }

    @Test func `Versions that can be dates do not make other versions an error`() throws {
        let values = ["3.10.12", "3.9.13", "3.8.15", "10.0.1"]
        #expect(try RowSelection(order: RowOrder(columns: ["v"])).rows(of: table(values)) == [2, 1, 0, 3])
    }

    @Test(arguments: [
        ("1.150", "900", ";", true), ("1.150", "0.900", ";", false), ("1.150", "1.5", ";", false),
        ("1.150", "900", ",", false), ("1150", "900", ";", false),
    ])
    func `Points between semicolons can separate groups of digits`(
        first: String, second: String, separator: Character, isUnclear: Bool
    ) throws {
        let text = "k\(separator)v\na\(separator)\(first)\nb\(separator)\(second)\n"
        let table = try InputFixture.table(text, as: .csv)
        #expect(table.isNumeric(1) != isUnclear)
        if case .unclear = table.form(ofColumn: 1) {} else { #expect(!isUnclear) }
        let options = InputOptions(values: ValueOptions(decimal: .point))
        #expect(try InputFixture.table(text, as: .csv, options).isNumeric(1))
    }

    @Test(arguments: [
        ("v > 1000,5", [0]), ("v = 1.500,00", [0]), ("v < 3", [1]), ("v > 1000", [0]), ("v > 1.000", nil),
        ("v = 1.500", nil),
    ])
    func `A given number needs neither a unit nor groups, and has one reading`(
        condition: String, rows: [Int]?
    )
        throws
    {
        let table = try table(["1.500,00 €", "2,50 €", "900,00 €"])
        let found = Result { () throws in try RowSelection(conditions: [condition]).rows(of: table) }
        #expect((try? found.get()) == rows)
    }

    @Test func `A row that is left out does not decide the notation`() throws {
        let csv = "d,v\n30.09.2026,\"10,00\"\n02.09.2026,\"20,50\"\nSumme,n/a\n"
        let selection = RowSelection(conditions: ["d != Summe"], order: RowOrder(columns: ["d"]))
        let sums = [Aggregate(function: .sum, column: "v")]
        let text = try RecordsReformer(selection: selection, sums: sums)
            .reform(InputFixture.table(csv, as: .csv, InputOptions(delimiter: ",")))
        #expect(try CSVFormat().string(of: text).contains("02.09.2026,\"20,50\"\r\n30.09.2026"))
        #expect(try TextFormat().string(of: text).contains("30,50"))
    }

    @Test func `The error of a total that can't be sorted has no line`() throws {
        let csv = "p,q\n\"1,5\",1\n\"1,234.5\",2\n3,4\n"
        let reformer = RecordsReformer(
            selection: RowSelection(order: RowOrder(columns: ["p"]), groupBy: ["p"]),
            sums: [Aggregate(function: .count, column: "")], showsTotals: true)
        let error = #expect(throws: InputError.self) {
            try reformer.reform(InputFixture.table(csv, as: .csv))
        }
        #expect(error?.line == nil && error?.reason.contains("'1,5' is no decimal number") == true)
    }

    @Test func `The titles of totals differ from each other`() throws {
        let table = try InputFixture.table("x,sum x,y\n1,2,3\n", as: .csv)
        let reformer = RecordsReformer(
            selection: RowSelection(groupBy: ["x", "sum x"]), sums: [Aggregate(function: .sum, column: "x")],
            showsTotals: true)
        #expect(try reformer.reform(table).columns.map(\.title) == ["x", "sum x", "sum x_2"])
    }

    @Test func `Bars are drawn for the numbers of a JSON column that has texts, too`() throws {
        let json = #"[{"v": 1}, {"v": 2}, {"v": "5%"}, {"v": "6%"}]"#
        let table = try RecordsReformer(bars: ["v"]).reform(InputFixture.table(json, as: .json))
        #expect(table.columns[0].bar != nil)
    }

    @Test(arguments: [["1E5", "2E3"], ["12345678901234567890", "12345678901234567891"]])
    func `Codes are not added up, unless an option makes them numbers`(values: [String]) throws {
        let sums = [Aggregate(function: .sum, column: "v")]
        let reformer = RecordsReformer(sums: sums)
        let error = #expect(throws: InputError.self) { try reformer.reform(table(values)) }
        #expect(error?.reason.contains("can be a code or a number; for numbers, add --decimal .") == true)
        #expect(throws: Never.self) { try reformer.reform(table(values, ValueOptions(decimal: .point))) }
    }

    @Test(arguments: ["v = 100000", "v in 7, 1e5", "v != 200000"])
    func `A number that another code can mean is refused, unless the column has texts`(condition: String)
        throws
    {
        let values = ["1E5", "2E5", "7", "100000"]
        let selection = RowSelection(conditions: [condition])
        let error = #expect(throws: InputError.self) { try selection.rows(of: table(values)) }
        #expect(
            error?.reason.hasSuffix(
                "'1E5' can be a code or a number; for numbers, add --decimal .; to compare texts, add --text 'v'"
            )
                == true)
        let numbers = try table(values, ValueOptions(decimal: .point))
        #expect(try selection.rows(of: numbers).contains(0))
        #expect(throws: Never.self) { try selection.rows(of: table(values, ValueOptions(texts: ["v"]))) }
        #expect(try RowSelection(conditions: ["v in 1E5, 100000"]).rows(of: table(values)) == [0, 3])
    }

    @Test func `A range of numbers in a column of codes is refused, unless it has texts`() throws {
        let codes = try table(["1E5", "2E5", "7"])
        #expect(throws: InputError.self) { try RowSelection(conditions: ["v < 5"]).rows(of: codes) }
        #expect(try RowSelection(conditions: ["v = 1E5"]).rows(of: codes) == [0])
        let texts = try table(["1E5", "A-12", "7"], ValueOptions(texts: ["v"]))
        #expect(try RowSelection(conditions: ["v = 1E5"]).rows(of: texts) == [0])
        #expect(try RowSelection(conditions: ["v < 5"]).rows(of: texts) == [0])
    }

    @Test func `Given columns of texts have no form`() throws {
        #expect(try table(["5%"], ValueOptions(texts: ["v"])).form(ofColumn: 0) == .plain)
        #expect(try table(["2024-01-01"], ValueOptions(texts: ["v"])).form(ofColumn: 0) == .plain)
    }

    @Test func `A form is found once for the rows of a table`() throws {
        let table = try table(["8:59", "noon"])
        #expect(table.findings.withLock { $0[0] } == nil)
        let mixed = table.form(ofColumn: 0)
        #expect(mixed == .mixed(example: "8:59", odd: "noon"))
        #expect(table.findings.withLock { $0[0] } == mixed)
        #expect(table.prefix(1).form(ofColumn: 0) == .form(.date(DateForm(day: .time))))
    }

    /// The notations of February 13, 2024.
    private static let proofs = [
        "13/2/2024", "2/13/2024", "13.2.2024", "2024-2-13", "13 Feb 2024", "February 13, 2024",
    ]

    @Test(arguments: SeededGenerator.seeds(8), proofs.indices)
    func `A date and a time in a notation are the date and the time`(seed: UInt64, notation: Int) throws {
        var random = SeededGenerator(seed: seed)
        let months = [
            "Jan", "February", "MAR", "apr", "May", "June", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec",
        ]
        let isPadded = Bool.random(using: &random)
        let hasHalves = Bool.random(using: &random)
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        func short(_ number: Int) -> String { isPadded ? digits(number) : "\(number)" }
        var values = [Self.proofs[notation]]
        var plain = ["2024-02-13"]
        for _ in 0..<20 {
            let year = Int.random(in: 1900...2100, using: &random)
            let month = Int.random(in: 1...12, using: &random)
            let day = Int.random(in: 1...28, using: &random)
            let hour = Int.random(in: 0...23, using: &random)
            let minute = Int.random(in: 0...59, using: &random)
            let date = [
                "\(short(day))/\(short(month))/\(year)", "\(short(month))/\(short(day))/\(year)",
                "\(short(day)).\(short(month)).\(year)", "\(year)-\(short(month))-\(short(day))",
                "\(short(day)) \(months[month - 1]) \(year)", "\(months[month - 1]) \(short(day)), \(year)",
            ][notation]
            let half = hour < 12 ? " AM" : "pm"
            let time = short(hasHalves ? (hour + 11) % 12 + 1 : hour) + ":" + digits(minute)
            values.append("\(date) \(time)\(hasHalves ? half : "")")
            plain.append("\(year)-\(digits(month))-\(digits(day))T\(digits(hour)):\(digits(minute)):00")
        }
        #expect(try self.plain(values) == plain, "seed \(seed)")
    }

    @Test(arguments: SeededGenerator.seeds(16))
    func `A number in a form is the number, and is written back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let groupings = ["", ",", ".", "'", " ", "\u{A0}", "’"]
        for _ in 0..<40 {
            let isComma = Bool.random(using: &random)
            let grouping =
                groupings.filter { $0 != (isComma ? "," : ".") }.randomElement(using: &random) ?? ""
            let places = Int.random(in: 1...4, using: &random)
            let units = [("", ""), ("$", ""), ("€ ", ""), ("", "%"), ("", " €")]
            let unit = units.randomElement(using: &random) ?? ("", "")
            func written(_ number: Int, _ fraction: Int) -> String {
                let digits = Array(String(number))
                var whole = ""
                for (index, digit) in digits.enumerated() {
                    if index > 0, (digits.count - index).isMultiple(of: 3) { whole += grouping }
                    whole.append(digit)
                }
                let rest = String(String(fraction + 100_000).suffix(places))
                return unit.0 + whole + (isComma ? "," : ".") + rest + unit.1
            }
            let numbers = [1_234_567] + (0..<5).map { _ in Int.random(in: 0...9_999_999, using: &random) }
            let fractions = numbers.map { _ in Int.random(in: 0..<100_000, using: &random) }
            let values = zip(numbers, fractions).map { written($0, $1) }
            let plain = zip(numbers, fractions).map { "\($0).\(String($1 + 100_000).suffix(places))" }
            let table = try table(values)
            if table.isNumeric(0) { continue }
            guard case .form(.number(let form)) = table.form(ofColumn: 0) else {
                #expect(Bool(false), "seed \(seed): \(values)")
                continue
            }
            let found = values.map { value in
                Array(value.utf8).withUnsafeBufferPointer { form.plain($0) }.map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            #expect(found == plain, "seed \(seed)")
            #expect(plain.map { form.text($0) } == values, "seed \(seed)")
        }
    }
}

/// The use of forms: rows are selected, sorted, added up, and written by their values.
struct ValueFormUseTests {
    private let csv =
        "p,d,t\n\"$1,234.50\",01.02.2024,8:59 PM\n$999.00,03.12.2023,10:30 AM\n,,\n$5.00,24.12.2023,9:00 AM\n"

    private func rows(_ conditions: [String] = [], sort: [String] = []) throws -> [Int] {
        try RowSelection(conditions: conditions, order: RowOrder(columns: sort))
            .rows(of: InputFixture.table(csv, as: .csv))
    }

    @Test func `Rows are sorted by value, and those without a value are last`() throws {
        #expect(try rows(sort: ["p"]) == [3, 1, 0, 2] && rows(sort: ["p:desc"]) == [0, 1, 3, 2])
        #expect(try rows(sort: ["d"]) == [1, 3, 0, 2])
        #expect(try rows(sort: ["t"]) == [3, 1, 0, 2])
    }

    @Test(arguments: [
        ("p > 10", [0, 1]), ("p >= $999", [0, 1]), ("p <= $999.00", [1, 3]), ("p = $5", [3]), ("p = 5", [3]),
        ("p ~ $5", [3]), ("d > 01.01.2024", [0]), ("d = 2023", [1, 3]), ("d < 2023-12-24", [1]),
        ("t > 9:00 AM", [0, 1]),
        ("t <= 10:30", [1, 3]), ("p != ", [0, 1, 3]), ("d =~ ^0", [0, 1]),
    ])
    func `Conditions compare values, in the form of the column or plainly`(condition: String, found: [Int])
        throws
    {
        #expect(try rows([condition]) == found)
    }

    @Test func `A value in another form is an error`() {
        let error = #expect(throws: InputError.self) { try rows(["d > foo"]) }
        #expect(error?.reason == "'foo' is not written like the values of column 'd', such as '01.02.2024'")
    }

    @Test func `Strings of numbers in JSON are sorted as numbers`() throws {
        let table = try InputFixture.table(#"[{"p":"10.5"},{"p":"9.1"},{"p":"100"}]"#, as: .json)
        #expect(try RowSelection(order: RowOrder(columns: ["p"])).rows(of: table) == [1, 0, 2])
        #expect(try RowSelection(conditions: ["p > 10"]).rows(of: table) == [0, 2])
    }

    @Test func `Sums are exact, and the least and greatest dates are written as in the file`() throws {
        let table = try InputFixture.table(csv, as: .csv)
        let aggregates = [
            Aggregate(function: .sum, column: "p"), Aggregate(function: .max, column: "p"),
            Aggregate(function: .min, column: "d"), Aggregate(function: .max, column: "d"),
            Aggregate(function: .min, column: "t"),
        ]
        let texts = try table.totals(of: aggregates).totals().map { $0[0]?.value }
        #expect(texts.dropLast() == ["2238.50", "1234.50", "03.12.2023", "01.02.2024"])
        #expect(texts.last == "9:00 AM")
    }

    @Test func `Times are no amounts, and dates are not compared with numbers`() throws {
        let table = try InputFixture.table("t,m\n8:59 PM,5\n9:00 AM,2024-01-01\n", as: .csv)
        for aggregate in [Aggregate(function: .sum, column: "t"), Aggregate(function: .min, column: "m")] {
            #expect(throws: InputError.self) { try table.totals(of: [aggregate]) }
        }
    }

    @Test(arguments: [
        ("d", ["03.12.2023", "24.12.2023", "01.02.2024", ""]),
        ("p:desc", ["01.02.2024", "03.12.2023", "24.12.2023", ""]),
        ("max d:desc", ["01.02.2024", "24.12.2023", "03.12.2023", ""]),
        ("min t", ["24.12.2023", "03.12.2023", "01.02.2024", ""]),
        ("max p", ["24.12.2023", "03.12.2023", "01.02.2024", ""]),
    ])
    func `Totals are sorted by the values of their columns, and written as in the file`(
        sort: String, expected: [String]
    ) throws {
        let aggregates = [
            Aggregate(function: .max, column: "d"), Aggregate(function: .min, column: "t"),
            Aggregate(function: .max, column: "p"), Aggregate(function: .sum, column: "p"),
        ]
        let totals = try InputFixture.table(csv, as: .csv).totals(of: aggregates, by: "d")
        let info = try TotalsReformer(order: RowOrder(columns: [sort])).reform(totals)
        let lines = try TSVFormat().string(of: info).split(separator: "\n").dropFirst()
        #expect(lines.map { String($0.prefix { $0 != "\t" }) } == expected)
    }

    @Test func `Totals are sorted by the form of the whole column`() throws {
        let table = try InputFixture.table("p,k\n\"1.234,50\",a\n1.234,b\n999,b\n2.500,b\n", as: .csv)
        var totals = try Totals(of: table, [Aggregate(function: .count, column: "")], groupBy: ["p"])
        try totals.add(table, selectedBy: RowSelection(conditions: ["k = b"], groupBy: ["p"]))
        let info = try TotalsReformer(order: RowOrder(columns: ["p"])).reform(totals)
        #expect(try CSVFormat(lineEnd: .lf).string(of: info) == "p,count\n999,1\n1.234,1\n2.500,1\n")
    }

    @Test func `Totals are not sorted by values with two readings`() throws {
        let table = try InputFixture.table("d\n1/2/2024\n3/4/2024\n", as: .csv)
        let totals = try table.totals(of: [Aggregate(function: .count, column: "")], by: "d")
        let error = #expect(throws: InputError.self) {
            try TotalsReformer(order: RowOrder(columns: ["d"])).reform(totals)
        }
        #expect(
            error?.reason.hasSuffix("'1/2/2024' has two readings; add --dates dmy or --dates mdy") == true)
    }

    @Test(arguments: [
        (ValueUse.texts, "$1,234.50", "01.02.2024"), (.json, "$1,234.50", "01.02.2024"),
        (.people, "1234.50", "01.02.2024"), (.workbook, "1234.50", "2024-02-01"),
        (.browser, "1234.50", "2024-02-01"),
    ])
    func `Each surface has the values that it can use`(use: ValueUse, price: String, date: String) throws {
        let info = try RecordsReformer(use: use).reform(InputFixture.table(csv, as: .csv))
        var line = GridLine()
        info.row(.at(section: 0, row: 0))?.fill(&line)
        #expect(line.value(at: 0) == price && line.value(at: 1) == date)
        #expect(line.shown(at: 0) == "$1,234.50" && line.shown(at: 1) == "01.02.2024")
    }

    @Test func `A workbook has times of day`() throws {
        let info = try RecordsReformer(use: .workbook).reform(InputFixture.table(csv, as: .csv))
        var line = GridLine()
        info.row(.at(section: 0, row: 0))?.fill(&line)
        #expect(line.value(at: 2) == "20:59:00" && line.shown(at: 2) == "8:59 PM")
        #expect(line.cells[2].kind == .date)
    }

    @Test func `The types of columns with a form are numbers, dates, and times`() throws {
        for use in [ValueUse.people, .texts] {
            let reformer = RecordsReformer(showsTypes: true, use: use)
            let titles = try reformer.reform(InputFixture.table(csv, as: .csv)).columns.map(\.title)
            #expect(titles == ["p\nnumber", "d\ndate", "t\ntime"])
        }
        let negative = try InputFixture.table("a,b\n(5.00),x\n3,x\n", as: .csv)
        #expect(
            try RecordsReformer(showsTypes: true).reform(negative).columns.map(\.title)
                == ["a\nnumber", "b\ntext"])
        #expect(ColumnSummary(of: negative, column: 0, rows: [0, 1]).min == "-5.00")
        let json = try InputFixture.table(#"[{"a": "2024-01-01", "b": "7"}]"#, as: .json)
        let titles = try RecordsReformer(showsTypes: true).reform(json).columns.map(\.title)
        #expect(titles == ["a\ndate", "b\ntext"])
    }

    @Test func `The titles of a workbook have units and zones`() throws {
        let table = try InputFixture.table("p,u\n5%,2024-01-01T10:00:00Z\n", as: .csv)
        let columns = try RecordsReformer(use: .workbook).reform(table).columns
        #expect(columns.map(\.title) == ["p (%)", "u (UTC)"] && columns.map(\.key) == ["p", "u"])
    }
}
