import Foundation
import ProgramTesting
import Testing

@testable import tables

/// Tests of files that are read part by part.
struct CSVPartsTests {
    /// Reads a file part by part, and returns its rows, the lines of the rows, and the number of parts.
    private func read(
        _ text: String, as format: InputFormat = .csv, _ options: InputOptions = InputOptions()
    ) throws -> (rows: [[String]], lines: [Int], parts: Int) {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        var file = try InputFile(path: url.path)
        try file.load(upTo: CSVReader.partSize)
        try file.checkUTF8()
        var reader = try CSVReader(detectingSeparatorOf: file, as: format, options)
        var (rows, lines, parts): ([[String]], [Int], Int) = ([], [], 0)
        while let part = try reader.readNextPart() {
            rows += part.texts
            lines += part.lines
            parts += 1
        }
        return (rows, lines, parts)
    }

    /// Returns a text of more than one part, whose records cross the ends of the parts at any place.
    private func large(_ record: (Int) -> String) -> String {
        var (text, number) = ("a,b\n", 0)
        while text.utf8.count < 5 << 19 {
            text += record(number)
            number += 1
        }
        return text
    }

    @Test(
        arguments: [
            { "\($0),text \($0)\n" }, { "\($0),\"quoted \"\"\($0)\"\"\nin lines\"\r\n" },
            { "\"\"\"\($0)\"\"\",\"\"\r\n\r\n" }, { "😀漢\($0),\"é\"\"é\"\n" },
            { $0 == 3 ? "x,\"\(String(repeating: "long ", count: 300_000))\"\n" : "\($0),y\n" },
        ] as [@Sendable (Int) -> String])
    func `All parts together are the whole file`(record: @Sendable (Int) -> String) throws {
        let text = large(record)
        let parts = try read(text)
        let whole = try InputFixture.table(text, as: .csv)
        #expect(parts.parts > 1)
        #expect(parts.rows == whole.texts)
        #expect(parts.lines == whole.lines)
    }

    @Test func `Escapes across parts are decoded`() throws {
        let text = large { "\($0)\\t\\\\n\tb\\n\n" }.replacing("a,b", with: "a\tb")
        #expect(try read(text, as: .tsvEscaped).rows == InputFixture.table(text, as: .tsvEscaped).texts)
    }

    @Test(arguments: ["#x,\"y\"zzz", "#\"x", "#1,2", "#1,2\r", "#"])
    func `A comment that crosses the end of a part is skipped`(start: String) throws {
        let rows = String(repeating: "1,2\n", count: CSVReader.partSize / 4 - 4)
        let padding = String(repeating: "\n", count: 12 - start.utf8.count)
        let text = "a,b\n" + rows + padding + start + "\n3,4\n"
        let parts = try read(text, as: .csv, InputOptions(comment: "#"))
        #expect(parts.parts == 2)
        #expect(parts.rows.suffix(2) == [["1", "2"], ["3", "4"]])
        #expect(parts.lines.last == text.utf8.count { $0 == 10 })
    }

    @Test(arguments: [
        ("1,2,3\n", "the row has 3 fields where the header has 2"),
        ("1,\"x\n", "a quote is opened here that is never closed"),
    ])
    func `An error in a later part names its line`(end: String, message: String) throws {
        let text = large { "\($0),x\n" }
        let line = text.utf8.count { $0 == 10 } + 1
        let error = #expect(throws: InputError.self) { try read(text + end) }
        #expect(error?.line == line && error?.reason.hasPrefix(message) == true)
    }

    @Test func `Invalid UTF-8 in a later part names its line and byte`() throws {
        var data = Data(large { "\($0),x\n" }.utf8)
        let (count, line) = (data.count, data.count { $0 == 10 } + 1)
        data += [0x31, 0x2C, 0xFF, 0x0A]
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let run = try ProgramRun([url.path, "--to", "tsv"])
        #expect(run.status == 1)
        #expect(run.complaint.contains(":\(line): byte \(count + 3) of the file (0xFF) is not UTF-8"))
    }

    @Test func `A header that crosses the end of the first part is read whole`() throws {
        let texts = [
            "#" + String(repeating: "x", count: CSVReader.partSize - 7) + "\nlongname,b\n1,2\n",
            String(repeating: "#\n", count: CSVReader.partSize / 2) + "a,b\n1,2\n",
            "\"" + String(repeating: "x", count: CSVReader.partSize) + "\",b\n1,2\n",
        ]
        for (number, text) in texts.enumerated() {
            let options = ["-", "--from", "csv", "--comment", "#", "--columns", "b", "--to", "csv"]
            #expect(try ProgramRun(options, input: text).output == "b\n2\n", "text \(number)")
        }
    }

    @Test func `The separator is found if a row crosses the end of the sample`() throws {
        let text =
            "text;id;v\n" + (0..<12).map { String(repeating: "x", count: 120_000) + ";\($0);y\n" }.joined()
        #expect(try read(text).rows.map { $0[1] } == (0..<12).map { "\($0)" })
    }

    @Test func `Comments, skipped lines, and names of columns are optional`() throws {
        let text = "made by hand\n# comment\n1,2\n# 3,4\n\n5,6\n#"
        let options = InputOptions(hasHeader: false, skippedLines: 1, comment: "#")
        let table = try InputFixture.table(text, as: .csv, options)
        #expect(table.columns == ["column_1", "column_2"])
        #expect(table.texts == [["1", "2"], ["5", "6"]])
        #expect(table.lines == [3, 6])
        #expect(try read(text, as: .csv, options).rows == table.texts)
        #expect(
            try InputFixture.table("a\r\nb\r\n1\r\n", as: .csv, InputOptions(skippedLines: 1)).texts == [
                ["1"]
            ])
        #expect(
            InputFixture.message("a\n", as: .csv, InputOptions(skippedLines: 5))
                == "in: the file is empty; its first line must name the columns")
    }

    @Test func `A quoted first record without names is kept as it is`() throws {
        let table = try InputFixture.table("\"a\"\"b\",1\n", as: .csv, InputOptions(hasHeader: false))
        #expect(table.texts == [["a\"b", "1"]])
    }
}
