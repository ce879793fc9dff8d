import Foundation
import ProgramTesting
import Testing

/// Tests of the program with options for reading files, and with several files.
struct FilesProgramTests {
    /// Calls a closure with the paths of files with the given contents.
    private func withFiles(_ contents: (name: String, data: Data)..., body: ([String]) throws -> Void) throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = try contents.map { file in
            let url = folder.appendingPathComponent(file.name)
            try file.data.write(to: url)
            return url.path
        }
        try body(paths)
    }

    /// Returns the text as gzip compresses it.
    private func compressed(_ text: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-c"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        return try output.fileHandleForReading.readToEnd() ?? Data()
    }

    @Test func `A file that gzip has compressed is read`() throws {
        let data = try compressed("a,b\n1,2\n")
        try withFiles(
            ("orders.csv.gz", data), ("cut.csv.gz", data.dropLast(9)),
            ("rows.json.gz", try compressed("[{\"a\": 1}]") + Data("rest".utf8))
        ) {
            #expect(try ProgramRun([$0[0], "--to", "jsonl"]).output == "{\"a\": 1, \"b\": 2}\n")
            #expect(try ProgramRun([$0[2], "--to", "jsonl"]).output == "{\"a\": 1}\n")
            for format in ["jsonl", "csv"] {
                let run = try ProgramRun([$0[1], "--to", format, "--output", $0[0] + ".out"])
                #expect(run.status == 1)
                #expect(
                    run.complaint.contains(
                        "cut.csv.gz: gzip can't decompress the file; it is damaged or incomplete"))
            }
            #expect(!FileManager.default.fileExists(atPath: $0[0] + ".out"))
        }
    }

    @Test func `Members of nested objects become columns on request`() throws {
        let json =
            #"[{"id": 1, "owner": {"login": "a", "plan": {"name": "x"}}}, {"id": 2, "owner": {"login": "b", "plan": {}}}]"#
        #expect(
            try ProgramRun(["--flatten", "--to", "csv"], input: json).output
                == "id,owner.login,owner.plan.name,owner.plan\n1,a,x,\n2,b,,{}\n")
        let twice = try ProgramRun(["--flatten"], input: #"[{"a.b": 1, "a": {"b": 2}}]"#)
        #expect(twice.complaint.contains("the key 'a.b' appears twice in one object"))
    }

    @Test func `A saved query gives the same rows again`() throws {
        let orders = "k,n,z\na,1,x\nb,20,y\na,3,x\nb,100,y\nc,,x\n"
        try withFiles(
            ("orders.csv", Data(orders.utf8)), ("other.json", Data(#"{"sort": []}"#.utf8)),
            ("page.json", Data(#"{"page": {"size": 2, "offset": 2}, "search": "Y b"}"#.utf8)),
            ("hidden.json", Data(#"{"columns": ["k"]}"#.utf8)),
            ("after.json", Data(#"{"page": {"size": 2, "after": "x"}}"#.utf8))
        ) { paths in
            let view = paths[0] + ".json"
            func run(_ options: String...) throws -> ProgramRun {
                try ProgramRun([paths[0], "--to", "csv"] + options)
            }
            let first = try run(
                "--where", "n > 1", "--sort", "n:desc", "--columns", "n,k", "--limit", "2", "--save-query",
                view)
            #expect(first.output == "n,k\n100,b\n20,b\n")
            let text = try String(contentsOf: URL(fileURLWithPath: view), encoding: .utf8)
            #expect(text.hasSuffix("}\n") && text.contains(#""above" : "1""#))
            #expect(try run("--query", view).output == first.output)
            #expect(try run("--query", view, "--limit", "9").output == first.output + "3,a\n")
            #expect(try run("--query", view, "--sort", "k", "--limit", "1").output == "n,k\n3,a\n")
            #expect(try run("--query", view, "--columns", "z", "--where", "k = a").output == "z\nx\n")
            #expect(
                try run("--query", view, "--sum", "n", "--totals", "--group-by", "k").output
                    == "k,n\nb,120\na,3\n")
            #expect(try run("--columns=-k,-x*", "--save-query", view).status == 1)
            let removed = paths[1] + ".json"
            #expect(
                try run("--columns=-k", "--limit", "1", "--save-query", removed).output == "n,z\n1,x\n")
            #expect(try run("--query", removed, "--sort", "n:desc").output == "n,z\n100,y\n")
            #expect(try run("--query", paths[2], "--columns=-n", "--limit", "1").output == "k,z\nb,y\n")
            #expect(try run("--query", paths[2]).output == "k,n,z\nb,20,y\nb,100,y\n")
            let problem = try run("--query", paths[1])
            #expect(problem.status == 1 && problem.output.isEmpty)
            #expect(
                problem.complaint.hasSuffix(
                    #"other.json: this is no query: A query has no member "sort" here.\#n"#))
            #expect(try run("--query", paths[4]).complaint.contains("is for a database; write an offset"))
            #expect(try run("--query", paths[0]).complaint.contains("orders.csv: this is no query: "))
            #expect(
                try ProgramRun([paths[0], "--query", paths[3], "--sum", "n"]).complaint.contains(
                    "among the columns of --query"))
            #expect(try run("--save-query", paths[0]).status == 2)
            #expect(try run("--where", "n >= x", "--save-query", view).status == 1)
            #expect(try run("--query", view, "--save-query", view, "--limit", "1").status == 0)
            #expect(try run("--query", view).output == "n,k\n100,b\n")
        }
    }

    @Test func `Rows are selected, sorted, and aggregated`() throws {
        let orders = "k,n\na,1\nb,20\na,3\nb,100\nc,\n"
        #expect(
            try ProgramRun(["--where", "n > 1", "--sort", "n:desc", "--to", "csv"], input: orders).output
                == "k,n\nb,100\nb,20\na,3\n")
        #expect(
            try ProgramRun(
                ["--group-by", "k", "--count", "--mean", "n", "--max", "n", "--to", "csv"], input: orders
            ).output
                == "k,count,mean n,max n\na,2,2.00,3\nb,2,60.00,100\nc,1,,\n")
        let text = try ProgramRun(["--group-by", "k", "--count", "--min", "n"], input: orders).output
        #expect(text.contains("│ Grand total │     5 │     1 │"))
    }

    @Test func `The first rows are shown, after sorting`() throws {
        let orders = "k,n\na,1\nb,20\na,3\nb,100\nc,\n"
        func rows(_ arguments: String...) throws -> String {
            try ProgramRun(["--limit", "2"] + arguments, input: orders).output
        }
        #expect(try rows("--to", "csv") == "k,n\na,1\nb,20\n")
        #expect(try rows("--to", "csv", "--sort", "n:desc") == "k,n\nb,100\nb,20\n")
        #expect(try rows("--to", "jsonl") == "{\"k\": \"a\", \"n\": 1}\n{\"k\": \"b\", \"n\": 20}\n")
        #expect(try rows("--sum", "n").contains("│ Total │ 21 │"))
        // The rest of a large file is not read.
        let large = orders + String(repeating: "a,1\n", count: 3_000_000) + "a,1,2\n"
        try withFiles(("large.csv", Data(large.utf8))) { paths in
            for format in ["csv", "text"] {
                let run = try ProgramRun(paths + ["--limit", "2", "--to", format])
                #expect(run.status == 0 && run.complaint.isEmpty && !run.output.contains("100"))
            }
        }
    }

    @Test func `Totals are sorted by their own columns`() throws {
        let orders = "k,n\na,1\nb,20\na,3\nb,100\nc,\nd,-2\n"
        func totals(_ arguments: String...) throws -> String {
            try ProgramRun(["--group-by", "k"] + arguments + ["--to", "csv"], input: orders).output
                .replacing("\n", with: " ")
        }
        #expect(try totals("--sum", "n", "--totals", "--sort", "n:desc") == "k,n b,120 a,4 c,0 d,-2 ")
        #expect(
            try totals("--count", "--sort", "count:desc", "--sort", "k:desc") == "k,count b,2 a,2 d,1 c,1 ")
        // Groups are sorted as rows are. A sum of the grouped column has another title.
        let codes = "k,n\n10,1\n2,2\nx,3\n10,4\n"
        let sorted = ["--sort", "k", "--group-by", "k", "--count", "--to", "csv"]
        #expect(try ProgramRun(sorted, input: codes).output == "k,count\n2,1\n10,2\nx,1\n")
        let sums = ["--group-by", "n", "--sum", "n", "--totals", "--to", "csv", "--sort"]
        #expect(try ProgramRun(sums + ["n:desc"], input: "n\n3\n2\n2\n").output == "n,sum n\n3,3\n2,4\n")
        #expect(try ProgramRun(sums + ["sum n:desc"], input: "n\n3\n2\n2\n").output == "n,sum n\n2,4\n3,3\n")
        // Groups have the type of the whole column.
        let zips = "z,n\n10001,5\n01234,6\n"
        for condition in [[], ["--where", "n = 5"]] {
            let run = try ProgramRun(
                ["--group-by", "z", "--count", "--to", "jsonl"] + condition, input: zips)
            #expect(run.output.hasPrefix("{\"z\": \"10001\", "))
        }
        // Groups without a mean are the last ones.
        #expect(
            try totals("--mean", "n", "--sort", "mean n", "--limit", "3")
                == "k,mean n d,-2.00 a,2.00 b,60.00 ")
        #expect(
            try totals("--count", "--where", "n > 0", "--sort", "k:desc", "--limit", "1") == "k,count b,2 ")
        let text = try ProgramRun(["--group-by", "k", "--count", "--limit", "1"], input: orders).output
        #expect(!text.contains("Grand total"))
        let unknown = try ProgramRun(["--group-by", "k", "--count", "--sort", "n"], input: orders)
        #expect(unknown.complaint.contains("there is no column 'n'; the columns are k, count"))
    }

    @Test func `Totals of a pipe whose first row is longer than a part are those of the whole`() throws {
        let long = String(repeating: "x", count: 1 << 20)
        let rows = (1..<2000).map { "y,$\($0).00\n" }.joined()
        let text = String(repeating: "a", count: 2000) + ",v\n\(long),$5.00\n" + rows
        let run = try ProgramRun(["-", "--totals", "--sum", "v", "--count", "--to", "csv"], input: text)
        #expect(run.output == "v,count\n1999005.00,2000\n")
    }

    @Test func `Given notations hold for totals, too`() throws {
        let run = try ProgramRun(
            ["--decimal", ",", "--sum", "a", "--totals", "--to", "csv"], input: "a\n1.234\n")
        #expect(run.output == "a\n1234\n")
        #expect(try ProgramRun(["--text", "b", "--to", "csv"], input: "a\n1\n").status == 1)
    }

    @Test func `Totals of a large file are those of all its parts`() throws {
        let keys = ["a", "b", "\"c\nd\"", "5", ""]
        let rows: [(key: String, n: Int?)] = (0..<400_000).map { row in
            (keys[row % 7 % 5], row % 9 == 0 ? nil : row % 1000)
        }
        func text(_ rows: [(key: String, n: Int?)]) -> String {
            rows.reduce(into: "k,n\n") { $0 += "\($1.key),\($1.n.map { String($0) } ?? "")\n" }
        }
        let arguments = ["--group-by", "k", "--sum", "n", "--count", "--min", "n", "--max", "n", "--to"]
        let expected = keys.map { key in
            let rows = rows.filter { $0.key == key }
            let numbers = rows.compactMap(\.n)
            return
                "\(key),\(numbers.reduce(0, +)),\(rows.count),\(numbers.min() ?? 0),\(numbers.max() ?? 0)\n"
        }
        #expect(
            try ProgramRun(arguments + ["csv"], input: text(rows)).output
                == "k,n,count,min n,max n\n" + expected.joined())
        let numbers = text(rows.filter { $0.key == "5" })
        #expect(try ProgramRun(arguments + ["jsonl"], input: numbers).output.hasPrefix("{\"k\": 5, "))

        let damaged = try ProgramRun(["--totals", "--sum", "n"], input: text(rows) + "a,x\n")
        #expect(damaged.status == 1 && damaged.output.isEmpty)
        let line = 2 + rows.count { $0.key.contains("\n") } + rows.count
        #expect(
            damaged.complaint.hasPrefix("tables: standard input:\(line): column 'n' can't be summed: 'x' is"))
    }

    @Test func `A grouped table for people does not repeat the column of its titles`() throws {
        let orders = "k,n\na,1\nb,2\n"
        #expect(try !ProgramRun(["--group-by", "k"], input: orders).output.contains("│ a"))
        #expect(
            try ProgramRun(["--group-by", "k", "--columns", "k,n"], input: orders).output.contains(
                "│ a        │ 1 │"))
        #expect(
            try ProgramRun(["--group-by", "k", "--to", "csv"], input: orders).output
                == "k,n\na,1\nb,2\n")
    }

    @Test func `Types are below the titles`() throws {
        let json = #"[{"a": 1, "b": true, "c": "x", "d": {}, "e": null}, {"a": 2, "c": 3}]"#
        #expect(
            try ProgramRun(["--types"], input: json).output.hasPrefix(
                """
                ┌────────┬─────────┬──────────────┬──────┬───┐
                │      a │ b       │ c            │ d    │ e │
                │ number │ boolean │ number, text │ JSON │   │
                ├────────┼
                """))
    }

    @Test(arguments: [["--sum", "n", "--totals"], ["--to", "csv"]])
    func `Hints are given for small files that could be read in parts`(options: [String]) throws {
        let run = try ProgramRun(options, input: "k,n\na,1\nTotal,1\n")
        #expect(run.status == 0 && run.complaint.contains(":3: the last row looks like a total"))
    }

    @Test(arguments: ["--describe", "--to=xlsx"])
    func `A description and a workbook say which columns have two readings`(option: String) throws {
        try withFiles(("in.csv", Data("d,v,w\n1/2/2026,\"1,234\",3\n".utf8))) { paths in
            let run = try ProgramRun([paths[0], option, "--columns", "d,w"])
            #expect(run.status == 0)
            #expect(
                run.complaint.hasSuffix(
                    "column 'd' stays text; add --dates dmy or --dates mdy, because '1/2/2026' has two readings\n"
                ))
        }
    }

    @Test func `Keys of several columns tell rows apart`() throws {
        let old = Data("shop,order,n\nx,1,5\ny,1,6\n\"x,1\",,7\n".utf8)
        let new = Data("shop,order,n\nx,1,5\ny,1,8\n\"x,1\",,7\n".utf8)
        try withFiles(("old.csv", old), ("new.csv", new)) { files in
            for keys in [["--key", "shop,order"], ["--key", "shop", "--key", "order"]] {
                let run = try ProgramRun([files[0], "--compare", files[1], "--summary"] + keys)
                #expect(run.output == "1 changed\n")
                #expect(run.complaint.isEmpty)
            }
            let text = try ProgramRun([files[0], "--compare", files[1], "--key", "shop,order"]).output
            #expect(text.contains("│   │ Old │ New │ shop │ order │ n │"))
        }
    }

    @Test func `A summary counts changes, and order is ignored on request`() throws {
        let old = "k,v\n" + (0..<40).map { "\($0),x\n" }.joined()
        let new = "k,v\n" + (1..<41).reversed().map { "\($0),\($0 % 10 == 0 ? "y" : "x")\n" }.joined()
        let moved = "k,v\n" + (0..<40).reversed().map { "\($0),x\n" }.joined()
        try withFiles(
            ("old.csv", Data(old.utf8)), ("new.csv", Data(new.utf8)), ("moved.csv", Data(moved.utf8))
        ) { files in
            func run(_ file: String, _ options: String...) throws -> ProgramRun {
                try ProgramRun([files[0], "--compare", file, "--key", "k", "--exit-code"] + options)
            }
            #expect(try run(files[1], "--summary").output == "3 changed, 1 added, 1 removed, 35 moved\n")
            #expect(
                try run(files[1], "--summary", "--ignore-order").output == "3 changed, 1 added, 1 removed\n")
            #expect(try run(files[1], "--summary", "--ignore-order").status == 1)
            let same = try run(files[2], "--ignore-order")
            #expect(same.output == "No changes.\n" && same.status == 0)
            #expect(try run(files[2]).status == 1)
            let changes = try run(files[1], "--ignore-order", "--to", "csv").output
            #expect(changes.contains("changed from,31,,30,x\nchanged to,,11,30,y\n"))
        }
    }

    @Test(arguments: ["bash", "zsh"])
    func `A shell completes options and values`(shell: String) throws {
        let script = try ProgramRun(["--completions", shell]).output
        #expect(script.contains("--group-by") && script.contains("candidates='text markdown html"))
        guard shell == "bash", FileManager.default.fileExists(atPath: "/bin/bash") else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c", "\(script)\nCOMP_WORDS=(tables --to js); COMP_CWORD=2; _tables; echo ${COMPREPLY[@]}",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
        #expect(String(decoding: printed, as: UTF8.self) == "json json-rows jsonl\n")
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/bin/bash")),
        arguments: [
            (["--columns", ""], #"id|order\ date|a\\\,b|it\'s|"#), (["--sort", "o"], #"order\ date|"#),
            (["--sum=", "--group-by", "id,i"], #"id,id|id,it\'s|"#),
            (["--where", #"order\ d"#], #"order\ date|"#),
            (["--where", "'order d"], "order date|"), (["--max", "'id,order"], "id,order date|"),
            (["--where", "a"], #"a\,b|"#), (["--key", "x"], ""),
            (["--skip", "'1'", "--sort", ""], "1|2|3|4|"),
            (["--no-header", "--sort", ""], "column_1|column_2|column_3|column_4|"),
        ])
    func `Bash completes the names of the columns of the file`(words: [String], expected: String) throws {
        try withFiles(
            ("my orders.csv", Data("id,order date,\"a,b\",it's\n1,2,3,4\n".utf8)),
            ("out.csv", Data("z\n".utf8))
        ) { paths in
            let line = ["tables", paths[0].replacing(" ", with: "\\ "), "--compare", paths[1]] + words
            let quoted = line.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }.joined(separator: " ")
            let script = try ProgramRun(["--completions", "bash"]).output
            let commands = "COMP_WORDS=(\(quoted)); COMP_CWORD=\(line.count - 1); _tables"
            let url = URL(fileURLWithPath: paths[0] + ".sh")
            try Data(
                "\(script)\n\(commands)\nfor name in \"${COMPREPLY[@]}\"; do printf '%s|' \"$name\"; done"
                    .utf8
            )
            .write(to: url)
            let run = try ProgramRun(
                shell: "bash '\(url.path)'", in: URL(fileURLWithPath: paths[0]).deletingLastPathComponent())
            #expect(run.output == expected)
        }
    }
}
