import Foundation
import ProgramTesting
import TableAgent
import TableSurfaces
import Testing

@testable import tables

/// Tests of the option `--describe`.
struct DescriptionTests {
    private static let orders = """
        id,date,status,amount,note
        1,2026-10-01,open,10.50,
        2,2026-10-02,paid,9,
        3,2026-10-03,open,1000.25,
        4,2026-10-11,open,20,

        """

    private func described(_ arguments: String...) throws -> String {
        let run = try ProgramRun(["--describe"] + arguments, input: Self.orders)
        #expect(run.complaint == "")
        return run.output
    }

    @Test func `Each column is a row with types in data`() throws {
        let lines = try described("--to", "jsonl").split(separator: "\n")
        #expect(
            lines == [
                #"{"column": "id", "type": "integer", "empty": 0, "distinct": 4, "min": 1, "max": 4, "median": 2.5, "mean": 2.50, "most_common": null, "times": null, "shape": [0.25,0,0,0.25,0,0,0.25,0,0,0.25]}"#,
                #"{"column": "date", "type": "date", "empty": 0, "distinct": 4, "min": "2026-10-01", "max": "2026-10-11", "median": null, "mean": null, "most_common": null, "times": null, "shape": [0.25,0.25,0.25,0,0,0,0,0,0,0.25]}"#,
                #"{"column": "status", "type": "text", "empty": 0, "distinct": 2, "min": null, "max": null, "median": null, "mean": null, "most_common": "open", "times": 3, "shape": [0.75,0.25]}"#,
                #"{"column": "amount", "type": "decimal", "empty": 0, "distinct": 4, "min": 9, "max": 1000.25, "median": 15.25, "mean": 259.9375, "most_common": null, "times": null, "shape": [0.5,0.25,0,0,0,0,0,0,0,0.25]}"#,
                #"{"column": "note", "type": "empty", "empty": 4, "distinct": 0, "min": null, "max": null, "median": null, "mean": null, "most_common": null, "times": null, "shape": null}"#,
            ])
    }

    @Test(arguments: OutputFormat.allCases)
    func `A description has every format`(format: OutputFormat) throws {
        let output = try described("--to", format.rawValue)
        if format == .xlsx { return #expect(output.hasPrefix("PK")) }
        #expect(output.contains("status") && output.contains("259.9375"))
        #expect(output.contains("4 · unique") == format.isForPeople)
        let hasCaption = format.isForPeople || format == .json
        #expect(output.contains("standard input: 4 rows") == hasCaption)
    }

    @Test func `Columns and conditions choose what is described`() throws {
        let text = try described("--columns", "amount,id", "--where", "status = open", "--to", "json")
        #expect(text.contains("\"caption\": \"standard input: 3 of 4 rows\""))
        let amount = text.range(of: "\"column\": \"amount\"")?.lowerBound
        let id = text.range(of: "\"column\": \"id\"")?.lowerBound
        #expect(try #require(amount) < #require(id))
        #expect(!text.contains("status") && text.contains("\"mean\": 343.5833"))
        #expect(try described("--limit", "2", "--to", "json").contains("2 of 4 rows"))
    }

    @Test func `Many columns are described in the order of the table`() throws {
        let columns = 0..<50
        let lines = (0..<20).map { row in columns.map { "\($0 * 1000 + row)" }.joined(separator: ",") }
        let names = columns.map { "c\($0)" }.joined(separator: ",")
        let input = ([names] + lines).joined(separator: "\n")
        let output = try ProgramRun(["--describe", "--to", "jsonl"], input: input).output
        let expected = columns.map { column in
            #"{"column": "c\#(column)", "type": "integer", "empty": 0, "distinct": 20, "#
                + #""min": \#(column * 1000), "max": \#(column * 1000 + 19), "#
        }
        let found = output.split(separator: "\n")
        #expect(found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) })
    }

    @Test(arguments: [
        ("a\n", "\"empty\": 0, \"distinct\": 0"), ("a\n7\n", "\"distinct\": 1, \"min\": 7, \"max\": 7"),
        ("[]", "\"rows\": []"), ("[{\"a\": 1}, {\"b\": 2}]", "\"empty\": 1, \"distinct\": 1, \"min\": 2"),
    ])
    func `Tables without rows or columns are described`(input: String, part: String) throws {
        #expect(try ProgramRun(["--describe", "--to", "json"], input: input).output.contains(part))
    }

    @Test func `More different values than are counted are a text for people and null in data`() throws {
        let table = try InputFixture.table("a\n1\n2\n3\n", as: .csv)
        var line = GridLine()
        SummaryLine.fill(&line, with: ColumnSummary(of: table, column: 0, rows: [0, 1, 2], limit: 2))
        #expect(line.shown(at: 3) == "> 1,000,000" && line.cells[3].kind == .empty)
    }

    @Test(arguments: [40, 80, 120])
    func `A narrow text has no wider line`(width: Int) throws {
        let lines = try described("--width", String(width)).split(separator: "\n")
        #expect(lines.contains { $0.contains("Distinct") } && lines.contains { $0.contains("amount") })
        #expect(lines.allSatisfy { $0.count <= width })
    }

    @Test func `80 columns suffice for long names and numbers of six digits`() throws {
        let rows = (0..<1000).map { "\(100_000 + $0 * 700),\($0 % 7 - 3)\n" }.joined()
        let input = "abcdefghijklmnop,qrstuvwxyzabcdef\n" + rows
        let output = try ProgramRun(["--describe", "--width", "80"], input: input).output
        for title in ["Column", "Type", "Empty", "Distinct", "Min", "Max", "Shape"] {
            #expect(output.contains(" \(title) "))
        }
        #expect(output.contains("unique") && output.contains("▇▇▇▇▇▇▇▇▇▇"))
        #expect(output.contains("without Median, Mean, Most common, Times"))
    }

    @Test(arguments: [
        ["--group-by", "a"], ["--sum", "a"], ["--mean", "a"], ["--min", "a"], ["--max", "a"], ["--count"],
        ["--types"], ["--bars", "a"], ["--totals"],
    ])
    func `An option that a description has no use for is refused`(arguments: [String]) {
        let message = "--describe shows a row for each column; leave out \(arguments[0]) or --describe"
        #expect(throws: UsageError(message)) { try Options(parsing: ["f", "--describe"] + arguments) }
    }

    @Test func `A comparison and a watched file have no description`() {
        #expect(
            throws: UsageError(
                "--describe is for one table, not for changes; leave out --describe or --compare")
        ) { try Options(parsing: ["f", "--describe", "--compare", "g", "--key", "a"]) }
        #expect(throws: UsageError("--describe shows a row for each column; leave out --watch or --describe"))
        {
            try Options(parsing: ["f", "--describe", "--browse", "--watch", "--key", "a"])
        }
    }

    @Test func `An unknown column is an error`() throws {
        let run = try ProgramRun(["--describe", "--columns", "statu"], input: Self.orders)
        #expect(run.status == 1 && run.complaint.contains("did you mean 'status'?"))
    }

    @Test func `Parts of a pipe are described like the whole input`() throws {
        let parts = try ["a,b\n1,\n2,x\n", "a,b\n1,5\n", "a,b\n3.5,6\n"].map {
            try InputFixture.table($0, as: .csv)
        }
        let joined = try SourceTable(joining: parts)
        let summaries = joined.columns.indices.map {
            ColumnSummary(of: joined, column: $0, rows: [0, 1, 2, 3])
        }
        #expect(joined.rows.count == 4 && summaries.map(\.type) == [.decimal, .text])
        #expect(summaries[0].max == "3.5" && summaries[0].mean == "1.875" && summaries[1].emptyCount == 1)
        // The first part has no value in the column, and the other parts have numbers.
        let late = try SourceTable(joining: [InputFixture.table("a,b\n1,\n", as: .csv), parts[1], parts[2]])
        #expect(ColumnSummary(of: late, column: 1, rows: [0, 1, 2]).type == .integer)
        #expect(ColumnSummary(of: late, column: 1, rows: [1, 2]).mean == "5.50")
    }
}
