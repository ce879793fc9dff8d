import Foundation
import Testing

/// The demo as a process.
struct ProgramTests {
    @Test func `Without a file, the demo prints the ledger and the received events`() throws {
        let run = try ProgramRun([])
        #expect(run.status == 0)
        #expect(run.complaint.isEmpty)
        #expect(run.output.contains("│ 株式会社さくら商店, 東京 · 2 orders                                  │"))
        #expect(
            run.output.contains("│        │            │ Total              │  15 │ €2,662.30 │         │"))
        let steps = [
            ["select?", "A-1001", "section 0, row 0", "refuses, the order is paid"],
            ["select", "A-1015", "section 1, row 1", "opens 120 × 湯呑み（青磁）"],
            ["pay", "A-1012", "section 0, row 2", "books €349.00"],
            ["fold", "C-23", "section 1", "collapses it"],
            ["collapse", "C-23", "section 1", "no orders visible"],
            ["fold", "C-23", "section 1", "expands it"],
            ["expand", "C-23", "section 1", "2 orders visible"],
            ["delete", "A-1009", "section 2, row 0", "removes the row"],
            ["didEndDisplay", "A-1009", "gone", "releases its image"],
        ]
        let lines = run.output.split(separator: "\n").suffix(10).dropLast().map { line in
            line.split(separator: "│").map { $0.trimmingCharacters(in: .whitespaces) }.suffix(4)
        }
        #expect(lines == steps.map { $0[...] })
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func `The ledger as data contains no other text`() throws {
        let run = try ProgramRun(["--to", "json"])
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect((object?["sections"] as? [Any])?.count == 3)
    }

    @Test func `The demo reads standard input and prints a group with its sum`() throws {
        let run = try ProgramRun(
            ["-", "--group-by", "k", "--sum", "n", "--to", "jsonl"], input: "k,n\r\na,0.1\r\nb,\"5\"\r\n")
        #expect(run.output == "{\"k\": \"a\", \"n\": 0.1}\n{\"k\": \"b\", \"n\": 5}\n")
    }

    @Test func `Colors appear on request`() throws {
        let run = try ProgramRun(["--color", "always"])
        #expect(run.output.contains("\u{1B}[38;5;29mpaid\u{1B}[m"))
    }

    @Test func `The demo prints its version`() throws {
        let run = try ProgramRun(["--version"])
        #expect(run.status == 0)
        #expect(run.output == "TableDemo 1.0.0\n")
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
        #expect(run.output.contains("--group-by COLUMN"))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: [
        ("a,b\n1\n", "standard input:2: the row has 1 field where the header has 2"),
        ("a,b\n1,\"x\n", "standard input:2: a quote is opened here that is never closed"),
        ("", "standard input: the file is empty; its first line must name the columns"),
        ("[{\"a\":1},2]", "standard input:1: expected an object as element 2 of the array, found a number"),
        ("[{\"a\":1}", "standard input:1: "),
    ])
    func `Invalid input is one line on standard error and status 1`(input: String, complaint: String) throws {
        let run = try ProgramRun(["-"], input: input)
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(run.complaint.hasPrefix("TableDemo: \(complaint)"))
        #expect(run.complaint.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: [["--hepl"], ["--width", "0"], ["--group-by", "x"], ["a.csv", "b.csv"]])
    func `An invalid command line is one line on standard error and status 2`(arguments: [String]) throws {
        let run = try ProgramRun(arguments)
        #expect(run.status == 2)
        #expect(run.complaint.filter { $0 == "\n" }.count == 1)
    }

    @Test func `The error names a missing file`() throws {
        let run = try ProgramRun(["no-such-file.csv"])
        #expect(run.status == 1)
        #expect(run.complaint == "TableDemo: no-such-file.csv: there is no such file\n")
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
        let run = try ProgramRun(["--output", "/no-such-folder/out.txt"])
        #expect(run.status == 1)
        #expect(
            run.complaint
                == "TableDemo: /no-such-folder/out.txt: the output can't be written: "
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

    @Test func `Dates and order numbers are not broken in a narrow terminal`() throws {
        let run = try ProgramRun(["--width", "64"])
        #expect(run.output.contains("│ A-1001 │ 2026-09-02 │"))
        #expect((run.output.split(separator: "\n").first?.count ?? 99) <= 64)
    }

    @Test func `In a very narrow terminal, the table lists omitted columns or is stacked`()
        throws
    {
        for options in [[], ["--narrow", "drop"]] {
            let dropped = try ProgramRun(["--width", "40"] + options).output
            #expect(dropped.contains("\n8 rows, 6 columns (3 shown, without\nArticle, Qty, Amount)\n"))
        }
        let stacked = try ProgramRun(["--width", "40", "--narrow", "stack"]).output
        #expect(stacked.contains("├─ 1 ") && stacked.contains("│ Order   │ A-1001  "))
    }

    @Test func `Data in a pipe is shown without a file name, and is never replaced by the ledger`() throws {
        let orders = "id,amount\n1,5\n2,7\n"
        #expect(try ProgramRun(["--to", "csv"], input: orders).output == "id,amount\r\n1,5\r\n2,7\r\n")
        #expect(try ProgramRun(["--sum", "amount"], input: orders).output.contains("12"))
        let empty = try ProgramRun(["--to", "csv"], input: "")
        #expect(empty.status == 1 && empty.output.isEmpty)
        #expect(empty.complaint.contains("standard input: the file is empty"))
    }

    @Test func `A closed reader ends the demo without a message`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let program = ProgramRun.program.path
        process.arguments = [
            "-c", "{ { seq 1 200000 | '\(program)' -; echo \"status $?\" >&2; } | head -n 1; } 2>&1",
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

/// The demo as a process, with its output and exit status.
struct ProgramRun {
    let output: String
    let complaint: String
    let status: Int32

    /// Runs the demo from the folder of the tests.
    init(_ arguments: [String], input: String? = nil) throws {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(["COLORTERM": "truecolor"]) { $1 }
        process.executableURL = Self.program
        process.arguments = arguments
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (stdout, stderr)
        process.standardInput = input == nil ? FileHandle.nullDevice : stdin
        try process.run()
        if let input { try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
        try stdin.fileHandleForWriting.close()
        output = String(decoding: try stdout.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        complaint = String(decoding: try stderr.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// The folder of the test bundle is also the folder of the products, on Linux and on macOS.
    static var program: URL {
        let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (products ?? Bundle.main.bundleURL.appendingPathComponent("-"))
            .deletingLastPathComponent().appendingPathComponent("TableDemo")
    }
}
