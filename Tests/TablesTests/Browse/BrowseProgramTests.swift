import Foundation
import ProgramTesting
import TableAgent
import TableSurfaces
import Testing

@testable import tables

struct BrowseProgramTests {
    /// Writes the second and the fourth row of a file in groups as the program writes picked rows.
    private func written(_ format: OutputFormat) throws -> String {
        let table = try InputFixture.table("id,g,v\n1,a,x\n2,b,\n3,a,other\n4,b,é\n", as: .csv)
        let program = try Program(options: Options(parsing: ["f", "--pick", "--to", format.rawValue]))
        let selection = RowSelection(order: RowOrder(columns: ["id:desc"]), groupBy: ["g"])
        let sums = [Aggregate](arrayLiteral: Aggregate(function: .sum, column: "id"))
        let info = try RecordsReformer(selection: selection, sums: sums).reform(table)
        let rows = [0, 1].compactMap { info.row(.at(section: 0, row: $0)) }
        return String(decoding: try program.gridFormat.bytes(of: info.table(of: rows)), as: UTF8.self)
    }

    @Test(arguments: [
        (OutputFormat.csv, "id,g,v\n4,b,é\n2,b,\n"), (.tsv, "id\tg\tv\n4\tb\té\n2\tb\t\n"),
        (
            .jsonRows,
            "[\n  {\"id\": 4, \"g\": \"b\", \"v\": \"é\"},\n  {\"id\": 2, \"g\": \"b\", \"v\": \"\"}\n]\n"
        ),
        (.jsonl, "{\"id\": 4, \"g\": \"b\", \"v\": \"é\"}\n{\"id\": 2, \"g\": \"b\", \"v\": \"\"}\n"),
    ])
    func `Picked rows are written without heads and sums`(format: OutputFormat, text: String) throws {
        #expect(try written(format) == text)
    }

    @Test(arguments: OutputFormat.allCases)
    func `Picked rows have every format`(format: OutputFormat) throws {
        let text = try written(format)
        // The text of a workbook is compressed.
        if format == .xlsx { return #expect(text.hasPrefix("PK")) }
        let shown = text.replacing(/(?s)<style>.*?<\/style>/, with: "")
        #expect(shown.contains("é") && !shown.contains("other") && !shown.contains("rows)"))
    }

    #if os(Linux)
        @Test(arguments: [
            ["f.csv", "--browse"], ["f.csv", "--browse", "--plain"],
            ["f.csv", "--browse", "--watch", "--key=a"],
            ["-", "--browse"], ["f.csv", "--pick"],
        ])
        func `Without a terminal, the program ends with status 2 and an empty output`(arguments: [String])
            throws
        {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try Data("a\n1\n".utf8).write(to: folder.appendingPathComponent("f.csv"))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
            process.arguments = ["--wait", ProgramRun.program().path] + arguments
            process.currentDirectoryURL = folder
            let (output, complaint) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, complaint)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let message = try complaint.fileHandleForReading.readToEnd() ?? Data()
            #expect(try output.fileHandleForReading.readToEnd() ?? Data() == Data())
            process.waitUntilExit()
            #expect(process.terminationStatus == 2)
            let lines = String(decoding: message, as: UTF8.self).split(separator: "\n")
            #expect(lines.count == 1 && lines.first?.contains("terminal") == true, "\(lines)")
        }
    #endif

    #if os(Linux)
        @Test(arguments: [
            (["--browse"], "\u{3}", 130), (["--browse"], "q", 0), (["--pick"], "\u{3}", 130),
            (["--pick"], "q", 130), (["--browse"], "I\u{3}", 130), (["--pick"], "\r", 0),
        ])
        func `^C in the browser ends with status 130, and q with 0 unless a row is picked`(
            arguments: [String], keys: String, status: Int32
        ) throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
            try Data("a\n1\n2\n".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            // The description begins with another frame.
            var typed = [(after: "2 rows read", text: String(keys.prefix(1)))]
            if keys.count > 1 { typed.append((after: "q returns", text: String(keys.dropFirst()))) }
            let run = try ProgramRun([file.path] + arguments, columns: 80, lines: 10, keys: typed)
            #expect(run.status == status)
            #expect(run.output.contains("\u{1B}[?1049l"))
            #expect(run.complaint.isEmpty)
        }

        @Test(arguments: [[], ["--mouse"]])
        func `The terminal sends clicks only on request`(arguments: [String]) throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
            try Data("a\n1\n2\n".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let run = try ProgramRun(
                [file.path, "--browse"] + arguments, columns: 80, lines: 10, keys: [("2 rows read", "q")])
            #expect(run.output.contains("\u{1B}[?1000h") == !arguments.isEmpty)
        }
    #endif

    @Test func `A missing file is an error before the browser starts`() throws {
        let run = try ProgramRun(["no-such-file.csv", "--browse"])
        #expect(run.status == 1)
        #expect(run.complaint == "tables: no-such-file.csv: there is no such file\n")
    }
}
