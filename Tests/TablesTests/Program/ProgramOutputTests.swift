#if os(Linux)
    import Foundation
    import ProgramTesting
    import Testing

    /// The program with an output that can't be written.
    struct ProgramOutputTests {
        private static let noSpace = "the output can't be written: No space left on device\n"

        /// Runs a shell script in a new folder. The script calls the program as `$TABLES`.
        ///
        /// - Returns: The script's output and error text, and the remaining files.
        private func run(_ script: String) throws -> (printed: String, files: [String]) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", script]
            process.currentDirectoryURL = folder
            process.environment = ProcessInfo.processInfo.environment
                .merging(["TABLES": ProgramRun.program().path]) { $1 }
            let pipe = Pipe()
            (process.standardOutput, process.standardError) = (pipe, pipe)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            return (String(decoding: printed, as: UTF8.self), files)
        }

        @Test(arguments: [
            "text", "markdown", "html", "csv", "tsv", "json", "json-rows", "jsonl",
            "xlsx",
        ])
        func `A full disk is one line and status 1`(format: String) throws {
            let small = try run("printf 'n\\n1\\n' | \"$TABLES\" --to \(format) > /dev/full; echo $?")
            #expect(small.printed == "tables: standard output: \(Self.noSpace)1\n")
            let large = try run(
                "{ echo n; seq 1 30000; } | \"$TABLES\" - --to \(format) > /dev/full; echo $?")
            #expect(large.printed == "tables: standard output: \(Self.noSpace)1\n")
        }

        @Test(arguments: [
            "--help", "old.csv --compare new.csv --key k", "old.csv --compare new.csv --key k --to json",
        ])
        func `A full disk is an error for help and for changes, too`(arguments: String) throws {
            let run = try run(
                "echo k > old.csv; seq 1 2 | sed 1ik > new.csv; \"$TABLES\" \(arguments) > /dev/full; echo $?"
            )
            #expect(run.printed == "tables: standard output: \(Self.noSpace)1\n")
        }

        @Test func `A workbook is written to a file, and to a pipe`() throws {
            let script = "printf 'k,n\\na,1\\nb,2\\n' > in.csv; \"$TABLES\" in.csv --group-by k --sum n"
            let run = try run(
                "\(script) --output out.xlsx; head -c 2 out.xlsx; \(script) --to xlsx | cmp - out.xlsx; echo $?"
            )
            #expect(run.printed == "PK0\n")
            #expect(run.files == ["in.csv", "out.xlsx"])
        }

        @Test func `A full device given as the output is written to directly`() throws {
            let run = try run("echo a | \"$TABLES\" --output /dev/full; echo $?; ls -l /dev/full | cut -c 1")
            #expect(run.printed == "tables: /dev/full: \(Self.noSpace)1\nc\n")
        }

        @Test func `A closed output is also an error`() throws {
            let run = try run("echo a | \"$TABLES\" >&-; echo $?")
            #expect(
                run.printed
                    == "tables: standard output: the output can't be written: Bad file descriptor\n1\n")
        }

        @Test(arguments: ["text", "csv"])
        func `A failed write keeps the old file and leaves no other file`(format: String) throws {
            let run = try run(
                """
                echo former > out; { echo n; seq 1 30000; } > in
                (ulimit -f 64; "$TABLES" in --to \(format) --output out; echo $?)
                cat out
                """)
            #expect(run.printed == "tables: out: the output can't be written: File too large\n1\nformer\n")
            #expect(run.files == ["in", "out"])
        }

        /// Sends a signal to the program as soon as its unfinished file exists beside the old one.
        ///
        /// - Parameter preparation: A shell command that runs the program.
        /// - Returns: The program's exit status, the first line of the file, and all files.
        private func stop(by signal: String, after preparation: String = ":") throws -> (
            printed: String, files: [String]
        ) {
            try run(
                """
                \(preparation)
                echo former > out; { echo n; seq 7 100000; } > in
                "$TABLES" in --to tsv --output out &
                while read -r line < out && [ $line = former ] && set -- .TableAgent-*.tmp && ! [ -e "$1" ]
                do :; done
                kill -\(signal) $! 2> /dev/null; wait $! 2> /dev/null
                echo $? $(head -n 1 out)
                """)
        }

        @Test(arguments: [("HUP", 129), ("TERM", 143)])
        func `A signal during a write ends the program and keeps only the old file`(
            signal: String, status: Int
        ) throws {
            // The program may finish writing before the signal arrives.
            for _ in 0..<20 {
                let end = try stop(by: signal)
                #expect(end.files == ["in", "out"])
                if !end.printed.hasSuffix("0 n\n") {
                    #expect(end.printed.hasSuffix("\(status) former\n"))
                    return
                }
            }
            Issue.record("The program was always too quick.")
        }

        @Test func `An ignored signal does not stop the program during a write`()
            throws
        {
            let end = try stop(by: "HUP", after: "trap '' HUP")
            #expect(end.printed == "0 n\n")
            #expect(end.files == ["in", "out"])
        }

        @Test(arguments: [
            "text", "markdown", "html", "csv", "tsv", "json", "json-rows", "jsonl",
        ])
        func `A closed reader is not an error`(format: String) throws {
            let run = try run(
                "{ { echo n; seq 1 30000; } | \"$TABLES\" - --to \(format); echo \"status $?\" >&2; } | head -n 1 > line; wc -l < line"
            )
            #expect(run.printed.split(separator: "\n").sorted() == ["1", "status 0"])
        }
    }
#endif
