#if os(Linux)
    import Foundation
    import ProgramTesting
    import Testing

    /// Tests of the program on a terminal.
    struct TerminalProgramTests {
        private func withFile(_ text: String, name: String = "in.csv", body: (String) throws -> Void) throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            try body(file.path)
        }

        private static let rows = "n,text\n" + (1...100).map { "\($0),a long text of \($0)\n" }.joined()

        @Test func `A long file is a preview that fits the screen`() throws {
            try withFile(Self.rows) { file in
                let run = try ProgramRun([file], columns: 20, lines: 12)
                #expect(
                    run.output == """
                        ┌─────┬────────────┐
                        │   n │ text       │
                        ├─────┼────────────┤
                        │   1 │ a long te… │
                        │   2 │ a long te… │
                        │   3 │ a long te… │
                        │ … 95 more rows   │
                        │  99 │ a long te… │
                        │ 100 │ a long te… │
                        └─────┴────────────┘
                        100 rows, 2 columns

                        """)
            }
        }

        @Test func `All rows and texts are shown on request`() throws {
            try withFile(Self.rows) { file in
                let full = try ProgramRun([file, "--full"], columns: 40, lines: 12).output
                #expect(full.split(separator: "\n").count == 104)
                #expect(full.contains("│ 100 │ a long text of 100 │\n"))
            }
        }

        @Test(arguments: [
            ("in.csv", "1,\"a\"\n", "n,text\n"), ("in.jsonl", "{\"n\": 1, \"text\": \"a\"}\n", ""),
        ])
        func `A large file shows its first rows alone`(name: String, row: String, header: String) throws {
            // The last row is invalid, so the program can't have read it.
            let text = header + String(repeating: row, count: 9_000_000 / row.utf8.count) + "\"{"
            try withFile(text, name: name) { file in
                let run = try ProgramRun([file], columns: 48, lines: 9)
                #expect(run.status == 0 && run.complaint.isEmpty)
                #expect(run.output.split(separator: "\n").count == 8)
                #expect(run.output.contains("│ … more rows; --full shows all of them "))
                let full = try ProgramRun([file, "--full"], columns: 40, lines: 9)
                #expect(full.status == 1)
            }
        }

        @Test func `Types are those of the whole file`() throws {
            let row = "1,\(String(repeating: "x", count: 1000))\n"
            let text = "n,text\n" + String(repeating: row, count: 9000) + "x,y\n"
            try withFile(text) { file in
                let output = try ProgramRun([file, "--types"], columns: 40, lines: 9).output
                #expect(output.contains("│ n    │ text "), "\(output)")
                #expect(output.contains("│ text │ text "), "\(output)")
            }
        }
    }
#endif
