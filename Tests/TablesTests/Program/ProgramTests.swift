import Foundation
import ProgramTesting
import Testing

@testable import tables

/// The program as a process.
struct ProgramTests {
    @Test func `The program reads standard input and prints a group with its sum`() throws {
        let run = try ProgramRun(
            ["-", "--group-by", "k", "--sum", "n", "--totals", "--to", "jsonl"],
            input: "k,n\r\na,0.1\r\nb,\"5\"\r\n")
        #expect(run.output == "{\"k\": \"a\", \"n\": 0.1}\n{\"k\": \"b\", \"n\": 5}\n")
    }

    @Test func `Colors appear on request`() throws {
        let run = try ProgramRun(["--color", "always"], input: "a\n1\n")
        #expect(run.output.contains("\u{1B}[1ma\u{1B}[m"))
    }

    @Test func `The program prints its version`() throws {
        let run = try ProgramRun(["--version"])
        #expect(run.status == 0)
        #expect(run.output == "tables 1.0.0\n")
    }

    @Test func `Totals are rows in formats without heads and feet`() throws {
        let run = try ProgramRun(
            ["-", "--group-by", "k", "--sum", "n", "--totals", "--to", "tsv"],
            input: "k,n,x\na,0.1,\nb,5,\na,0.2,\n")
        #expect(run.output == "k\tn\na\t0.3\nb\t5\n")
    }

    @Test func `Help is printed to standard output`() throws {
        let run = try ProgramRun(["--help"])
        #expect(run.status == 0)
        #expect(run.output == Options.jobs)
        #expect(try ProgramRun(["--help", "all"]).output == Options.usage)
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: [
        ("a,b\n1\n", "standard input:2: the row has 1 field where the header has 2"),
        ("a,b\n1,\"x\n", "standard input:2: a quote is opened here that is never closed"),
        ("", "standard input: the file is empty; its first line must name the columns"),
        ("[{\"a\":1},2]", "standard input:1: expected an object as element 2 of the array, found '2'"),
        ("[{\"a\":1}", "standard input:1: "),
    ])
    func `Invalid input is one line on standard error and status 1`(input: String, complaint: String) throws {
        let run = try ProgramRun(["-"], input: input)
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(run.complaint.hasPrefix("tables: \(complaint)"))
        #expect(run.complaint.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: [["--hepl"], ["--width", "0"], ["-", "--totals"], ["a.csv", "b.csv"]])
    func `An invalid command line is one line on standard error and status 2`(arguments: [String]) throws {
        let run = try ProgramRun(arguments)
        #expect(run.status == 2)
        #expect(run.complaint.filter { $0 == "\n" }.count == 1)
    }

    @Test func `The error names a missing file`() throws {
        let run = try ProgramRun(["no-such-file.csv"])
        #expect(run.status == 1)
        #expect(run.complaint == "tables: no-such-file.csv: there is no such file\n")
    }

    @Test func `A failed run keeps the output file`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("out.json")

        let good = try ProgramRun(["-", "--to", "json", "--output", file.path], input: "a\n1\n")
        #expect(good.status == 0)
        #expect(good.output.isEmpty)
        let before = try Data(contentsOf: file)
        let bad = try ProgramRun(
            ["-", "--to", "json", "--sum", "a", "--output", file.path], input: "a\n1\nx\n")
        #expect(bad.status == 1)
        #expect(try Data(contentsOf: file) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.json"])
    }

    @Test func `An unwritable output is an error with the reason`() throws {
        let run = try ProgramRun(["--output", "/no-such-folder/out.txt"], input: "a\n1\n")
        #expect(run.status == 1)
        #expect(
            run.complaint
                == "tables: /no-such-folder/out.txt: the output can't be written: "
                + "No such file or directory\n")
    }

    @Test func `The input is refused as the output and kept`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("a,b\n1,2\n".utf8).write(to: file)
        let run = try ProgramRun([file.path, "--output", file.path])
        #expect(run.status == 2)
        #expect(run.complaint.contains("is the input, too; give another --output"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "a,b\n1,2\n")
    }

    @Test(arguments: [
        "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n", "{}\n{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n",
        "[{\"a\":1}]\n[{\"a\":2}]\n", "[[\"a\"],[1],[2]]",
    ])
    func `JSON of any shape in a pipe is a table`(text: String) throws {
        let run = try ProgramRun(["--to", "csv", "--where", "a > 0"], input: text)
        #expect(run.output == "a\n1\n2\n")
    }

    @Test func `JSON Lines in a file named json are read, and a path is refused`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("{\"a\":[1]}\n{\"a\":2}\n".utf8).write(to: file)
        #expect(try ProgramRun([file.path, "--to", "jsonl"]).output == "{\"a\": [1]}\n{\"a\": 2}\n")
        for format in ["json", "jsonl"] {
            let run = try ProgramRun([file.path, "--from", format, "--path", "a"])
            #expect(run.complaint.hasSuffix(":2: expected only one object with --path, found '{'\n"))
        }
    }

    @Test func `Data in a pipe is shown without a file name`() throws {
        let orders = "id,amount\n1,5\n2,7\n"
        #expect(try ProgramRun(["--to", "csv"], input: orders).output == "id,amount\n1,5\n2,7\n")
        #expect(try ProgramRun(["--sum", "amount"], input: orders).output.contains("12"))
        let empty = try ProgramRun(["--to", "csv"], input: "")
        #expect(empty.status == 1 && empty.output.isEmpty)
        #expect(empty.complaint.contains("standard input: the file is empty"))
    }

    @Test func `A closed reader ends the program without a message`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let program = ProgramRun.program().path
        process.arguments = [
            "-c",
            "{ { { echo n; seq 1 200000; } | '\(program)' -; echo \"status $?\" >&2; } | head -n 1; } 2>&1",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map { String($0) }
        #expect(Set(lines) == ["┌────────┐", "status 0"])
    }
}
