import RandomTesting
import TableAgent
import Testing

@testable import tables

struct ColumnSummaryTests {
    /// Describes the only column of a CSV file.
    private func summary(of values: [String], limit: Int = ValueCounts.mostValues) throws -> ColumnSummary {
        let quoted = values.map { "\"\($0)\"\n" }.joined()
        let table = try InputFixture.table("a\n" + quoted, as: .csv)
        return ColumnSummary(of: table, column: 0, rows: Array(table.rows.indices), limit: limit)
    }

    /// Describes the column `a` of objects.
    private func summary(ofJSON values: [String]) throws -> ColumnSummary {
        let objects = values.map { "{\"a\": \($0)}" }.joined(separator: ",")
        let table = try InputFixture.table("[\(objects)]", as: .json)
        return ColumnSummary(of: table, column: 0, rows: Array(table.rows.indices))
    }

    // MARK: Types and counts

    @Test(arguments: [
        (["1", "-2", ""], ColumnSummary.ValueType.integer), (["1", "2.5"], .decimal),
        (["1e3", "0.5"], .decimal), (["1e3"], .text),
        (["", ""], .empty), (["a", "1"], .text), (["007", "8"], .text), (["nan"], .text), (["inf"], .text),
        (["2026-02-28", "", "2024-02-29T08:30:00Z"], .date), (["2026-02-28", "2026-02-30"], .text),
    ])
    func `A column of CSV has the type of all of its values`(values: [String], type: ColumnSummary.ValueType)
        throws
    {
        #expect(try summary(of: values).type == type)
    }

    @Test(arguments: [
        (["1", "null", "2"], ColumnSummary.ValueType.integer), (["true", "false"], .boolean),
        (["[1]", "{}"], .json),
        (["1", "\"1\""], .mixed), (["true", "1"], .mixed), (["\"2026-10-19\""], .date), (["null"], .empty),
        (["\"2026-10-19\"", "1"], .mixed), (["\"\""], .empty),
    ])
    func `A column of JSON has the type of all of its values`(values: [String], type: ColumnSummary.ValueType)
        throws
    {
        #expect(try summary(ofJSON: values).type == type)
    }

    @Test func `Empty cells are no values`() throws {
        let found = try summary(of: ["x", "", "y", "x", ""])
        #expect(found.emptyCount == 2 && found.distinctCount == 2 && !found.isUnique)
        #expect(try summary(ofJSON: ["null", "\"\"", "3"]).emptyCount == 2)
    }

    @Test func `Values are equal if their bytes and their kinds are equal`() throws {
        #expect(try summary(of: ["1", "1.0", "1"]).distinctCount == 2)
        #expect(try summary(of: ["é", "e\u{301}"]).distinctCount == 2)
        #expect(try summary(ofJSON: ["1", "\"1\"", "1"]).distinctCount == 2)
    }

    @Test(arguments: [
        (["a", "b"], true), (["a", "b", ""], false), (["a", "b", "a"], false), (["a"], false),
    ])
    func `A column is unique if all of several rows have different values`(values: [String], isUnique: Bool)
        throws
    {
        #expect(try summary(of: values).isUnique == isUnique)
    }

    @Test func `Beyond the limit of different values, counts are unknown and numbers are exact`() throws {
        let values = (1...3000).map { String($0 % 2000) }
        let found = try summary(of: values, limit: 1999)
        #expect(found.distinctCount == nil && found.mostCommon == nil && !found.isUnique)
        #expect(found.min == "0" && found.max == "1999" && found.median == "750")
        #expect(found.mean == "833.17")
        #expect(found.shape?.shares.first == (399 / 3000 * 1e6).rounded() / 1e6)
        let counted = try summary(of: values, limit: 2000)
        #expect(counted.distinctCount == 2000 && counted.mean == "833.17" && counted.median == "750")
        #expect(try summary(of: ["x", "x", "y", "z"], limit: 2).shape == nil)
    }

    @Test func `The most common value is the first one of equally common values`() throws {
        let found = try summary(of: ["c", "a", "b", "a", "b", "b", "a"])
        #expect(found.mostCommon?.text == "a" && found.mostCommon?.count == 3)
        #expect(try summary(of: ["a", "b"]).mostCommon == nil)
        #expect(try summary(ofJSON: ["1", "\"1\"", "\"1\""]).mostCommon?.kind == .text)
    }

    // MARK: Numbers

    @Test(arguments: [
        (["3", "1", "2"], "1", "2", "3", "2.00"),
        (["1", "2"], "1", "1.5", "2", "1.50"),
        (["1.50", "2.50"], "1.50", "2.00", "2.50", "2.0000"),
        (["1.5", "2"], "1.5", "1.75", "2", "1.750"),
        (["-1", "-3"], "-3", "-2", "-1", "-2.00"),
        (["0", "0"], "0", "0", "0", "0.00"),
        (["1", "1", "2"], "1", "1", "2", "1.33"),
        (["1.0e3", "2e3"], "1.0e3", "1500", "2e3", "1500.00"),
        (
            ["9007199254740993", "9007199254740992"], "9007199254740992", "9007199254740992.5",
            "9007199254740993",
            "9007199254740992.50"
        ),
        (
            ["123456789012345.001", "123456789012345.002", "123456789012345.003"],
            "123456789012345.001", "123456789012345.002", "123456789012345.003", "123456789012345.00200"
        ),
    ])
    func `Numbers are exact`(values: [String], min: String, median: String, max: String, mean: String) throws
    {
        let found = try summary(of: values)
        #expect(found.min == min && found.max == max)
        #expect(found.median == median && found.mean == mean)
    }

    @Test func `Numbers beyond the range of Double are compared`() throws {
        let numbers = ["2e400", "1e400", "-1e400", "3e-400", "1e-400", "-2e-400", "12345678901234567890123"]
        let found = try summary(ofJSON: numbers)
        #expect(found.min == "-1e400" && found.max == "2e400" && found.median == "3e-400")
        #expect(found.mean == nil && found.shape == nil)
        #expect(try summary(ofJSON: ["1e400", "2e400"]).median == nil)
    }

    @Test func `Texts and mixed values have no least and no greatest value`() throws {
        for found in try [
            summary(of: ["b", "a"]), summary(ofJSON: ["1", "\"a\""]), summary(ofJSON: ["true"]),
        ] {
            #expect(found.min == nil && found.max == nil && found.median == nil && found.mean == nil)
        }
    }

    @Test func `Dates have a least and a greatest value and a shape`() throws {
        let found = try summary(of: [
            "2026-10-19T00:30:00+02:00", "2026-10-18", "2026-10-18T23:00:00Z", "2026-10-28",
        ])
        #expect(found.min == "2026-10-18" && found.max == "2026-10-28")
        #expect(found.median == nil && found.mean == nil)
        #expect(found.shape?.shares == [0.75, 0, 0, 0, 0, 0, 0, 0, 0, 0.25])
        #expect(
            try summary(of: ["2026-10-19T00:30:00+02:00", "2026-10-18T22:00Z"]).min == "2026-10-18T22:00Z")
    }

    @Test func `Times have a least and a greatest value as the file writes them, and a shape`() throws {
        let found = try summary(of: ["8:59 PM", "", "9:00 AM", "12:00 pm", "9:00 AM"])
        #expect(found.type == .time && found.distinctCount == 3)
        #expect(found.min == "9:00 AM" && found.max == "8:59 PM" && found.mostCommon?.text == "9:00 AM")
        #expect(found.median == nil && found.mean == nil)
        #expect(found.shape?.shares == [0.5, 0, 0.25, 0, 0, 0, 0, 0, 0, 0.25])
    }

    // MARK: Shapes

    @Test func `Numbers are in ten ranges of equal width, and an end belongs to the upper range`() throws {
        let found = try summary(of: (0...10).map { "0.\($0 == 10 ? "99" : "\($0)0")" } + ["1.00"])
        // 0.99 and 1.00 are in the last range, with 0.90.
        #expect(
            found.shape?.shares == [1, 1, 1, 1, 1, 1, 1, 1, 1, 3].map { (($0 / 12) * 1e6).rounded() / 1e6 })
        #expect(
            found.shape?.words
                == "10 equal ranges from 0.00 to 1.00: 8%, 8%, 8%, 8%, 8%, 8%, 8%, 8%, 8%, 25%")
    }

    @Test func `Ends of ranges are exact`() throws {
        // As Double, 0.3 - 0.1 is less than 0.2.
        let found = try summary(of: ["0.1", "0.3", "0.3", "2.1"])
        #expect(found.shape?.shares == [0.25, 0.5, 0, 0, 0, 0, 0, 0, 0, 0.25])
    }

    @Test func `A number that is little less than an end is below it`() throws {
        // The second range begins at 1,000,000,000.9. More than half of the numbers are below it, so the ranges grow.
        let numbers = [
            "1", "1", "10", "10", "100", "1000000000", "10000000000", "10000000000", "10000000000",
        ]
        let words = try #require(try summary(of: numbers).shape?.words)
        #expect(words.hasPrefix("10 ranges from 1 to 10000000000, each 10 times"), "\(words)")
        // The numbers are so large beside the width that 1000000.3 is as near to the end as a Double can be.
        let found = try summary(of: ["1000000.1", "1000000.3", "1000000.3", "1000002.1"])
        #expect(
            found.shape?.words
                == "10 equal ranges from 1000000.1 to 1000002.1: 25%, 50%, 0%, 0%, 0%, 0%, 0%, 0%, 0%, 25%")
    }

    @Test func `Skewed positive numbers are in ranges that grow by a factor`() throws {
        let found = try summary(of: ["1", "10", "100", "1000", "10000", "10000000000"])
        #expect(
            found.shape?.shares.map { $0 > 0 } == [true, true, true, true, true] + [
                false, false, false, false, true,
            ])
        #expect(
            found.shape?.words
                == "10 ranges from 1 to 10000000000, each 10 times as wide as the one before: "
                + "17%, 17%, 17%, 17%, 17%, 0%, 0%, 0%, 0%, 17%")
        // Numbers of one magnitude are comparable.
        #expect(
            try summary(of: ["1", "1", "1", "9.999999999"]).shape?.words.hasPrefix("10 equal ranges") == true)
        #expect(try summary(of: ["1", "1", "1", "10"]).shape?.words.contains("each 1.26 times") == true)
        #expect(try summary(of: ["0.07", "0.07", "0.07", "0.7"]).shape?.words.contains("each") == true)
        // Half of the numbers is not more than half.
        #expect(try summary(of: ["1", "2", "99", "100"]).shape?.shares.first == 0.5)
        #expect(try summary(of: ["0", "1", "2", "1000"]).shape?.shares.first == 0.75)
        #expect(try summary(of: ["-1", "1", "2", "1000"]).shape?.shares.first == 0.75)
    }

    @Test(arguments: [
        ["5", "5"], ["0", "0"], ["-3", "-3"], ["7"], ["1.0", "1.00"], ["1e400", "1"], ["5e-324", "1e-323"],
        ["1.7976931348623157e308", "-1.7976931348623157e308"], ["1.7976931348623157e308", "5e-324", "1"],
        ["1", "1.0000000000000002", "1.00000000000000021"], ["0", "-0", "0.0"], ["1e-400", "2e-400"],
        ["-1.7976931348623157e308", "0", "1", "1.7976931348623157e308"],
    ])
    func `Extreme numbers have a shape of all values, or none`(values: [String]) throws {
        let found = try summary(ofJSON: values)
        let sum = found.shape?.shares.reduce(0, +) ?? 1
        #expect(abs(sum - 1) < 1e-5)
        #expect((found.shape == nil) == values.contains("1e400"))
        if Set(values).count == 1 { #expect(found.shape?.words == "all \(values[0])") }
    }

    @Test func `Extreme numbers are in different ranges`() throws {
        let far = try summary(ofJSON: ["-1.7976931348623157e308", "0", "1.7976931348623157e308"])
        #expect(far.shape?.shares == [0.333333, 0, 0, 0, 0, 0.333333, 0, 0, 0, 0.333333])
        let near = try summary(ofJSON: ["0", "5e-324"])
        #expect(near.shape?.shares == [0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0.5])
    }

    @Test func `The shape of text has the eight most common values and the rest`() throws {
        let values = "abcdefghij".flatMap { Array(repeating: String($0), count: $0 == "a" ? 11 : 1) }
        let found = try summary(of: values)
        #expect(found.shape?.shares == [0.55] + Array(repeating: 0.05, count: 7) + [0.1])
        #expect(found.shape?.words == "a 55%, b 5%, c 5%, d 5%, e 5%, f 5%, g 5%, h 5%, others 10%")
        #expect(try summary(of: ["a", "b", "a"]).shape?.words == "a 67%, b 33%")
        #expect(try summary(of: ["a", "b"]).shape == nil)
        let rare = try summary(of: Array(repeating: "a", count: 999) + ["b"])
        #expect(rare.shape?.words == "a >99%, b <1%")
    }

    // MARK: Random values

    @Test(arguments: SeededGenerator.seeds(24))
    func `Counts equal those of a dictionary`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let kinds = Int.random(in: 1...3000, using: &random)
        let values = (0..<Int.random(in: 1...3000, using: &random)).map { _ in
            let number = Int.random(in: 0..<kinds, using: &random)
            return number == 0 ? "" : "value \(number)"
        }
        let found = try summary(of: values)
        let counts = Dictionary(values.filter { !$0.isEmpty }.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(found.distinctCount == counts.count)
        #expect(found.emptyCount == values.count { $0.isEmpty })
        #expect((found.mostCommon?.count ?? 1) == counts.values.max() ?? 1)
        if let common = found.mostCommon { #expect(counts[common.text] == common.count) }
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `The ends, the middle, and the mean are those of the exact numbers`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let mostDigits = Int.random(in: 1...20, using: &random)
        let values = (0...Int.random(in: 0..<100, using: &random) * 2).map { _ in
            let fraction = (0..<mostDigits).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
            let exponents = mostDigits < 10 ? [""] : ["", "", "e3", "e-2"]
            return "\(Int.random(in: -99...99, using: &random))."
                + fraction.prefix(Int.random(in: 1...mostDigits, using: &random))
                + exponents[Int.random(in: 0..<exponents.count, using: &random)]
        }
        var sum = DecimalSum()
        for value in values { try Array(value.utf8).withUnsafeBufferPointer { try sum.add($0) } }
        func number(_ text: String?) -> ExactDecimal? {
            text.map { Array($0.utf8).withUnsafeBufferPointer { ExactDecimal($0) } }
        }
        let sorted = values.compactMap { number($0) }.sorted()
        let found = try summary(ofJSON: values)
        #expect(number(found.min) == sorted.first)
        #expect(number(found.median) == sorted[sorted.count / 2])
        #expect(number(found.max) == sorted.last)
        #expect(found.mean == sum.mean(of: values.count, places: sum.fractionDigits + 2))
    }

    // The sum of the positive numbers alone has too many digits.
    @Test(arguments: [["6e37", "5e37", "-9e37", "0"], ["-9e37", "0", "6e37", "5e37"]])
    func `The mean of many digits does not depend on the order of the rows`(values: [String]) throws {
        #expect(try summary(ofJSON: values).mean == "5\(String(repeating: "0", count: 36)).00")
    }
}
