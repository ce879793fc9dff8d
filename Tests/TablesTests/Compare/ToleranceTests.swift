import RandomTesting
import TableAgent
import TableSurfaces
import Testing

@testable import tables

struct EqualNumberTests {
    @Test(arguments: [
        ("10", "10.0", true), ("10", "1.0e1", true), ("-0", "0.0", true), (".5", "0.50", true),
        ("1000000000000000000", "1.0e18", true), ("0.1", "0.10000000000000001", false), ("1", "-1", false),
        ("9007199254740992", "9007199254740993", false), ("123456789012345678.", "123456789012345678", true),
        ("1", "", false),
    ])
    func `Numbers of two CSV files are equal if their values are exactly equal`(
        old: String, new: String, isEqual: Bool
    ) throws {
        #expect(try Comparison("id,n\na,\(old)\n", "id,n\na,\(new)\n").isEmpty == isEqual)
        #expect(try Comparison("id,n\na,\(new)\n", "id,n\na,\(old)\n").isEmpty == isEqual)
    }

    @Test func `In a column that is not numeric in both files, codes differ`() throws {
        let numeric = "id,v\na,1\n"
        let coded = "id,v\na,1.0\nb,1.0b\n"
        #expect(try Comparison(coded, "id,v\na,1\nb,1.0b\n").changes.rowUpdates.pairs == [[0, 0]])
        #expect(try Comparison(numeric, coded).changes.rowUpdates.pairs == [[0, 0]])
        #expect(try Comparison(coded, numeric).changes.rowUpdates.pairs == [[0, 0]])
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1e400", "10E+399", true), ("1", #""1.0""#, false), (#""1""#, #""1.0""#, false),
        ("[1]", "[1.0]", false),
    ])
    func `In JSON, numbers are the values that are written as numbers`(
        old: String, new: String, isEqual: Bool
    ) throws {
        let comparison = try Comparison(
            #"[{"id": "a", "v": \#(old)}]"#, #"[{"id": "a", "v": \#(new)}]"#, as: .json)
        #expect(comparison.isEmpty == isEqual)
    }

    @Test func `A number of CSV equals a number of JSON`() throws {
        let json = #"[{"id": "a", "v": 1.50}, {"id": "b", "v": 2}]"#
        #expect(try Comparison("id,v\na,1.5\nb,2.0\n", json, newFormat: .json).isEmpty)
    }

    @Test func `Keys are texts`() throws {
        #expect(try ChangeReport(Comparison("id\n1\n", "id\n1.0\n")).summary == "1 added, 1 removed")
    }

    @Test func `An equal number is unchanged beside a changed value and in a moved row`() throws {
        let text = try Comparison("id,n,v\na,1,x\nb,2,x\nc,3,x\n", "id,n,v\nc,3.0,x\na,1.0,y\nb,2.0,x\n").text
        #expect(text.contains("| Moved (1 row) "))
        #expect(text.contains("1 unchanged column not shown"))
        #expect(text.contains("1 changed, 1 moved"))
    }

    @Test func `A file that is watched shows each number as it is written`() throws {
        func record(_ text: String) throws -> Record {
            let table = try SourceTable(reading: InputFile(name: "", bytes: Array(text.utf8)), as: .csv)
            return Record(source: Record.Source(table: table, columns: [0]), row: 0)
        }
        #expect(try !RecordLine.isUnchanged(record("n\n1\n"), record("n\n1.0\n")))
    }
}

struct ToleranceTests {
    @Test(arguments: [
        ("1", "1.01", "0.01", true), ("1.01", "1", "0.01", true), ("1", "1.011", "0.01", false),
        ("-0.005", "0.005", "1e-2", true), ("0.1", "0.3", ".2", true),
        ("0.1", "0.30000000000000001", ".2", false),
        ("1e20", "100000000000000000001", "1", true), ("1e60", "10e59", "0.01", true),
        ("1e60", "1.1e60", "1e61", false), ("1e-40", "0", "1", false), ("5", "6", "0", false),
    ])
    func `Numbers are equal if they differ by at most the tolerance`(
        old: String, new: String, tolerance: String, isEqual: Bool
    ) throws {
        let comparison = try Comparison(
            #"[{"id": "a", "v": \#(old)}]"#, #"[{"id": "a", "v": \#(new)}]"#, as: .json,
            tolerance: #require(Tolerance(tolerance)))
        #expect(comparison.isEmpty == isEqual)
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `A tolerance permits the same pairs as arithmetic with integers`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let old = Int.random(in: -3000...3000, using: &random)
            let new = old + Int.random(in: -30...30, using: &random)
            let greatest = Int.random(in: 0...30, using: &random)
            let tolerance = try #require(Tolerance("\(greatest)e-2"))
            let permits = tolerance.permits("\(old)e-2", "\(new)e-2")
            #expect(permits == (abs(new - old) <= greatest), "\(old) \(new) \(greatest), seed \(seed)")
        }
    }

    @Test(arguments: ["0", "0.01", ".5", "1e-3"])
    func `A tolerance is a number from 0 up`(text: String) {
        #expect(Tolerance(text) != nil)
    }

    @Test(arguments: ["", "-1", "-0", "+1", "1%", "0,01", "x", "inf"])
    func `Another text is no tolerance`(text: String) {
        #expect(Tolerance(text) == nil)
    }

    @Test(
        arguments: [
            ("\"$1,000.00\"", "$1000.00", nil, true), ("$10.00", "$10.01", "0.01", true),
            ("$10.00", "$10.02", "0.01", false),
            ("$10.00", "$10.01", nil, false), ("$5.00", "€5.00", nil, false),
            ("1000.00", "\"1,000.00\"", nil, true),
            ("\"1,000.50\"", "1000.5", nil, true), ("5%", "6%", "1", true),
            ("\"5,50\"", "\"5,5\"", nil, true),
            ("01.02.2024", "2024-02-01", nil, false),
        ] as [(String, String, String?, Bool)])
    func `Numbers in the forms of their columns are compared by value`(
        old: String, new: String, tolerance: String?, isEqual: Bool
    ) throws {
        let comparison = try Comparison(
            "id,v\na,\(old)\n", "id,v\na,\(new)\n",
            tolerance: tolerance.map { try #require(Tolerance($0)) } ?? Tolerance())
        #expect(comparison.isEmpty == isEqual)
    }

    @Test func `Changed numbers are shown as in their files`() throws {
        let tolerance = try #require(Tolerance("1"))
        let text = try Comparison(
            "id,v\na,\"$1,000.00\"\nb,$5.00\n", "id,v\na,$1005.00\nb,$5.50\n", tolerance: tolerance
        ).text
        #expect(text.contains("$1,000.00") && text.contains("$1005.00") && !text.contains("$5.50"))
    }

    @Test(arguments: [
        (
            #"[{"id": 1, "p": 1.00}, {"id": 2, "p": "n/a"}]"#,
            #"[{"id": 1, "p": 1.001}, {"id": 2, "p": "n/a"}]"#
        ),
        (#"[{"id": 1, "p": null}]"#, #"[{"id": 1, "p": null}]"#), (#"[{"id": 1}]"#, #"[{"id": 1}]"#),
    ])
    func `A tolerance counts for each number, and not for missing values`(old: String, new: String) throws {
        #expect(try Comparison(old, new, as: .json, tolerance: #require(Tolerance("0.01"))).isEmpty)
    }

    @Test func `A tolerance needs one reading of the numbers`() throws {
        let tolerance = try #require(Tolerance("5"))
        let error = #expect(throws: InputError.self) {
            try Comparison("id,v,w\na,1,\"$1,000\"\n", "id,v,w\na,1,\"$1,001\"\n", tolerance: tolerance)
        }
        #expect(error?.reason.contains("'$1,000' has two readings") == true)
    }

    @Test(arguments: [("$5", "€5"), ("x", "5"), ("2026-10-01", "2026-10-02")])
    func `A tolerance without numbers in both files is an error`(old: String, new: String) throws {
        let tolerance = try #require(Tolerance("1"))
        let error = #expect(throws: InputError.self) {
            try Comparison("id,v\n1,\(old)\n", "id,v\n1,\(new)\n", tolerance: tolerance)
        }
        #expect(
            error?.reason
                == "no column such as 'v' has numbers of one unit in both files, as --tolerance needs"
        )
        #expect(
            try ChangeReport(Comparison("id,v\n", "id,v\n1,5\n", tolerance: tolerance)).summary == "1 added")
    }

    @Test(arguments: [("2026-10-01", "2026-10-02"), ("a1", "a2"), ("true", "false"), ("1", "")])
    func `Values that are no numbers have no tolerance`(old: String, new: String) throws {
        let tolerance = try #require(Tolerance("1000"))
        #expect(try !Comparison("id,v,n\na,\(old),1\n", "id,v,n\na,\(new),1\n", tolerance: tolerance).isEmpty)
    }
}
