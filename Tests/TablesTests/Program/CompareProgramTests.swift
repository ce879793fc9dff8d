import Foundation
import TableSurfaces
import ProgramTesting
import Testing

@testable import tables

/// The program with two versions of a file.
struct CompareProgramTests {
    private let old = "id,name,n\na,Oslo,1\nb,Rome,2\nc,Bari,3\n"
    private let new = "id,name,n\nc,Bari,3\na,Oslo,5\nd,Bern,4\n"

    /// Runs the program in a folder with both versions. The new version is also on standard input.
    private func run(
        _ arguments: [String], old: String? = nil, new: String? = nil, name: String = "new.csv"
    ) throws -> ProgramRun {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let oldFile = folder.appendingPathComponent("old.csv")
        let newFile = folder.appendingPathComponent(name)
        try Data((old ?? self.old).utf8).write(to: oldFile)
        try Data((new ?? self.new).utf8).write(to: newFile)
        return try ProgramRun([oldFile.path, "--compare", newFile.path] + arguments)
    }

    @Test func `The program shows the changes to people`() throws {
        let run = try run(["--key", "id", "--border", "ascii"])
        #expect(run.status == 0)
        #expect(run.complaint.isEmpty)
        #expect(
            run.output == """
                +---+-----+-----+--------------------+---+
                |   | Old | New | id                 | n |
                +---+-----+-----+--------------------+---+
                | Added (1 row)                          |
                | + |     |   3 | d                  | 4 |
                +---+-----+-----+--------------------+---+
                | Removed (1 row)                        |
                | - |   2 |     | b                  | 2 |
                +---+-----+-----+--------------------+---+
                | Moved (1 row)                          |
                | → |   3 |   1 | c                  | 3 |
                +---+-----+-----+--------------------+---+
                | Changed (1 row)                        |
                | - |   1 |     | a                  | 1 |
                | + |     |   2 |                    | 5 |
                +---+-----+-----+--------------------+---+
                | 1 unchanged column not shown           |
                +----------------------------------------+
                | 1 changed, 1 added, 1 removed, 1 moved |
                +----------------------------------------+

                """)
    }

    @Test func `Changed cells are colored`() throws {
        let output = try run(["--key", "id", "--color", "always"]).output
        #expect(output.contains("\u{1B}[38;5;131m1\u{1B}[m \u{1B}[2m│\u{1B}[m\n"))
        #expect(output.contains("\u{1B}[38;5;29m5\u{1B}[m \u{1B}[2m│\u{1B}[m\n"))
        #expect(output.contains("\u{1B}[38;5;29md\u{1B}[m"))
        #expect(output.contains("\u{1B}[38;5;131mb\u{1B}[m"))
        #expect(output.contains("\u{1B}[38;5;243ma\u{1B}[m"))
    }

    @Test func `JSON is one object on one line`() throws {
        let run = try run(["--key", "id", "--to", "json"])
        #expect(run.status == 0)
        #expect(
            run.output
                == #"{"collapsedSections":[],"expandedSections":[],"footUpdates":[],"headUpdates":[],"#
                + #""relocatedRows":[],"removedRows":[[0,1]],"removedSections":[],"rowDeletes":[[0,1]],"rowInserts":[[0,2]],"#
                + #""rowMoves":[{"from":[0,2],"to":[0,0]}],"rowUpdates":[[0,1]],"#
                + #""sectionDeletes":[],"sectionInserts":[],"updatesTableFoot":false}"# + "\n")
    }

    @Test func `JSON of a grouped table names whole sections`() throws {
        let run = try run(["--key", "id", "--to", "json", "--group-by", "name"])
        #expect(
            run.output
                == #"{"collapsedSections":[],"expandedSections":[],"footUpdates":[],"headUpdates":[],"#
                + #""relocatedRows":[],"removedRows":[],"removedSections":[1],"rowDeletes":[],"rowInserts":[],"#
                + #""rowMoves":[],"rowUpdates":[[1,0]],"#
                + #""sectionDeletes":[1,2],"sectionInserts":[0,2],"updatesTableFoot":false}"# + "\n")
    }

    @Test(arguments: ["text", "markdown", "html", "csv", "tsv", "json", "jsonl", "json-rows"])
    func `The table for people ends with the numbers of changes`(format: String) throws {
        let summary = try run(["--key", "id", "--summary"]).output.dropLast()
        #expect(summary == "1 changed, 1 added, 1 removed, 1 moved")
        let isForPeople = ["text", "markdown", "html"].contains(format)
        let output = try run(["--key", "id", "--to", format]).output
        #expect(output.split(separator: "\n").suffix(10).joined().contains(summary) == isForPeople)
    }

    @Test func `Equal numbers are no change, in any output`() throws {
        let new = "id,name,n\na,Oslo,1.0\nb,Rome,2e0\nc,Bari,3.01\n"
        let options = ["--key", "id", "--exit-code"]
        let changed = try run(options + ["--summary"], new: new)
        #expect(changed.output == "1 changed\n")
        #expect(changed.status == 1)
        let json = try run(options + ["--to", "json"], new: new)
        #expect(json.output.contains(#""rowUpdates":[[0,2]]"#))
        let tolerant = try run(options + ["--tolerance", "0.01"], new: new)
        #expect(tolerant.output == "No changes.\n")
        #expect(tolerant.status == 0)
    }

    @Test func `Conditions select rows, and a limit shows the first changes of all that count`() throws {
        let options = ["--key", "id", "--where", "n > 1"]
        #expect(try run(options + ["--summary"]).output == "2 added, 1 removed\n")
        let limited = try run(options + ["--limit", "1", "--exit-code"])
        #expect(limited.output.contains("2 more changes not shown"))
        #expect(limited.output.contains("2 added, 1 removed"))
        #expect(limited.status == 1)
        #expect(try run(options + ["--limit=1", "--to=csv"]).output.split(separator: "\n").count == 2)
    }

    @Test func `Equal versions are one line, with any border`() throws {
        #expect(try run(["--key", "id", "--border=heavy"], new: old).output == "No changes.\n")
        let json = try run(["--key", "id", "--to=json"], new: old).output
        #expect(json.filter { !"[]{}:,\"\n".contains($0) && !$0.isLetter }.isEmpty)
    }

    @Test func `Either version comes from standard input`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
        try Data(old.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let options = ["--key", "id", "--to", "json"]
        let forth = try ProgramRun([file.path, "--compare", "-"] + options, input: new)
        #expect(forth.output.contains(#""rowInserts":[[0,2]]"#))
        let back = try ProgramRun(["-", "--compare", file.path] + options, input: new)
        #expect(back.output.contains(#""rowDeletes":[[0,2]]"#))
    }

    @Test func `The versions can have different formats`() throws {
        let json = #"[{"id": "a", "name": "Oslo", "n": 1}, {"id": "b", "name": "Rome", "n": 2}]"#
        let output = try run(["--key", "id", "--to", "json"], new: json, name: "new.json").output
        #expect(
            output.contains(
                #""removedRows":[[0,2]],"removedSections":[],"rowDeletes":[[0,2]],"rowInserts":[],"#
                    + #""rowMoves":[],"rowUpdates":[],"#))
    }

    @Test func `A key that appears twice is a warning, not an error`() throws {
        let run = try run(["--key", "id", "--to", "json"], new: new + "a,Oslo,6\n")
        #expect(run.status == 0)
        #expect(run.output.contains(#""rowInserts":[[0,2],[0,3]]"#))
        #expect(run.complaint.hasPrefix("tables: warning: "))
        #expect(
            run.complaint.hasSuffix(
                "new.csv:5: the key 'a' is on line 3, too; rows with one key are paired in their order, "
                    + "so add a column to --key that tells them apart\n"))
        #expect(run.complaint.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: [
        (["--key", "nmae"], "old.csv: there is no column 'nmae'; did you mean 'name'? The columns are "),
        (["--key", "id", "--group-by", "x"], "old.csv: there is no column 'x'; the columns are "),
        (["--key", "id", "--columns", "x"], "new.csv: there is no column 'x'; the columns are "),
    ])
    func `A missing column is one line on standard error and status 1`(
        arguments: [String], complaint: String
    ) throws {
        let run = try run(arguments)
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(run.complaint.contains(complaint))
        #expect(run.complaint.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: ["text", "markdown", "html", "csv", "tsv", "json", "jsonl"])
    func `The exit status reports changes in every format`(format: String) throws {
        let options = ["--key", "id", "--exit-code", "--to", format]
        #expect(try run(options).status == 1)
        #expect(try run(options, new: old).status == 0)
        #expect(
            try run(
                options,
                new: "id,name,n,\"\"\n"
                    + old.split(separator: "\n").dropFirst()
                    .map { $0 + ",\n" }.joined()
            ).status == 1)
        #expect(try run(options, new: "x\n1\n").status == 2)
        #expect(try run(options + ["--output", "/no-such-folder/out"]).status == 2)
    }

    @Test func `Data formats contain the changes as rows`() throws {
        #expect(
            try run(["--key", "id", "--to", "jsonl"]).output == """
                {"change": "added", "old_row": null, "new_row": 3, "id": "d", "name": "Bern", "n": 4}
                {"change": "removed", "old_row": 2, "new_row": null, "id": "b", "name": "Rome", "n": 2}
                {"change": "moved", "old_row": 3, "new_row": 1, "id": "c", "name": "Bari", "n": 3}
                {"change": "changed from", "old_row": 1, "new_row": null, "id": "a", "name": "Oslo", "n": 1}
                {"change": "changed to", "old_row": null, "new_row": 2, "id": "a", "name": "Oslo", "n": 5}

                """)
    }

    @Test func `HTML and Markdown have the same sections as text`() throws {
        let page = try run(["--key", "id", "--to", "html"]).output
        #expect(page.contains("<title>old.csv → new.csv</title>"))
        #expect(page.contains("dir=\"auto\">Changed (1 row)</th>"))
        let lines = try run(["--key", "id", "--to", "markdown"]).output.split(separator: "\n")
        #expect(lines.contains("| **Moved (1 row)** | | | | |"))
        #expect(lines.suffix(4).prefix(2) == ["| - | 1 | | a | 1 |", "| + | | 2 | | 5 |"])
        #expect(lines.last == "| **1 changed, 1 added, 1 removed, 1 moved** | | | | |")
    }

    @Test func `The extension determines a file's format, and --from applies to other files`() throws {
        let json = #"[{"id": "a", "name": "Oslo", "n": 1}]"#
        #expect(try run(["--key", "id", "--from", "tsv"], new: json, name: "new.json").status == 0)
        let lines = #"{"id": "a"}"#
        #expect(try run(["--key", "id", "--from", "jsonl"], new: lines, name: "new").status == 0)
        #expect(try run(["--key", "id", "--from", "csv"], new: lines, name: "new").status == 1)
    }

    @Test func `Unchanged columns are shown on request`() throws {
        #expect(try !run(["--key", "id"]).output.contains("Oslo"))
        #expect(try run(["--key", "id", "--all-columns"]).output.contains("Oslo"))
        #expect(try run(["--key", "id", "--columns", "name,n"]).output.contains("Oslo"))
    }

    @Test(arguments: [[], ["--key", "id", "--sum", "n"]])
    func `An invalid command line has status 2`(arguments: [String]) throws {
        let run = try run(arguments)
        #expect(run.status == 2)
        #expect(run.complaint.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: ["text", "json", "csv"])
    func `A failed comparison keeps the output file`(format: String) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let options = ["--key", "id", "--to", format]
        let good = try run(options + ["--output", file.path])
        #expect(good.output.isEmpty)
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(try written == run(options).output)
        #expect(try run(options + ["--output", file.path], new: "x\n1\n").status == 1)
        #expect(try String(contentsOf: file, encoding: .utf8) == written)
    }

    @Test func `The output can't overwrite either version`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
        try Data(old.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let options = ["--key", "id", "--output", file.path]
        for versions in [[file.path, "--compare", "-"], ["-", "--compare", file.path]] {
            let run = try ProgramRun(versions + options, input: new)
            #expect(run.status == 2)
            #expect(run.complaint.contains(" is the input, too; give another --output"))
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == old)
    }

    @Test func `An unwritable output is an error`() throws {
        let run = try run(["--key", "id", "--to", "json", "--output", "/no-such-folder/out.json"])
        #expect(run.status == 1)
        #expect(run.complaint.hasPrefix("tables: /no-such-folder/out.json: the output can't be written: "))
    }
}
