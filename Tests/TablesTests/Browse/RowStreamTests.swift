import Foundation
import TableAgent
import TableSurfaces
import Testing

@testable import tables

/// Tests of rows that are read while they come in, through a pipe whose writer decides about the parts.
struct RowStreamTests {
    /// Writes texts into a pipe, each one after the part of the text before it was read, and returns the parts.
    private func parts(
        _ texts: [String], _ options: InputOptions = InputOptions(), where conditions: [String] = [],
        limit: Int? = nil, columns: [String]? = nil
    ) throws -> [RowStream.Part] {
        let pipe = Pipe()
        let end = pipe.fileHandleForWriting
        var rest = texts[...]
        func writeNext() throws {
            if let text = rest.popFirst() { try end.write(contentsOf: Data(text.utf8)) }
            if rest.isEmpty { try end.close() }
        }
        try writeNext()
        let selection = RowSelection(conditions: conditions, order: RowOrder(limit: limit))
        return try withExtendedLifetime(pipe) {
            var file = try InputFile(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
            var stream = try #require(try RowStream(&file, options, selection: selection, columns: columns))
            var parts: [RowStream.Part] = []
            while true {
                guard let part = try stream.readNextPart() else { return parts }
                parts.append(part)
                try writeNext()
            }
        }
    }

    private func rows(_ parts: [RowStream.Part]) -> [[String]] {
        parts.flatMap { part in part.rows.map { part.table.texts[$0] } }
    }

    @Test func `Complete rows are read while the pipe is open`() throws {
        let parts = try parts(["a,b\n1,x\n", "2,y\n3,\"z\nz\"\n", "4,w\n5", ",v"])
        #expect(parts.map { $0.table.rows.count } == [1, 2, 1, 1])
        #expect(rows(parts) == [["1", "x"], ["2", "y"], ["3", "z\nz"], ["4", "w"], ["5", "v"]])
        #expect(parts.flatMap { $0.table.lines } == [2, 3, 4, 6, 7])
    }

    @Test(arguments: [
        (InputFormat.csv, "a;b,c\n\n# x\n1;\"2\n\"\"3\"\n\n#y\n\n4;\"é😀\"\r\n\r\n5;6\n"),
        (.tsvEscaped, "a\nx\\n\n#c\n\n#d\n#e\ny\n"), (.tsv, "a\tb\n\"so\" x\ty\n1\t\"2\"\n"),
        (.jsonl, "{\"a\":1}\n\n{\"b\":\"é\\n\",\"a\":2}\n{\"c\":[1]}"),
    ])
    func `Parts of any size are the same table as the whole text`(format: InputFormat, text: String) throws {
        let options = InputOptions(format: format, comment: format == .jsonl ? nil : "#")
        let whole = try InputFixture.table(text, as: format, options)
        let bytes = Array(text.utf8)
        for cut in bytes.indices.dropFirst() {
            var (reads, lines): ([[String]], [Int]) = ([], [])
            for part in try pieces(of: bytes, cut: cut, options) {
                let texts = part.table.texts.map {
                    $0 + Array(repeating: "", count: whole.columns.count - $0.count)
                }
                reads += texts
                lines += part.table.lines
                #expect(whole.columns.starts(with: part.table.columns), "cut \(cut)")
            }
            #expect(reads == whole.texts, "cut \(cut)")
            #expect(lines == whole.lines, "cut \(cut)")
        }
    }

    /// Reads bytes that come in two pieces, with a pause between them.
    private func pieces(of bytes: [UInt8], cut: Int, _ options: InputOptions) throws -> [RowStream.Part] {
        let pipe = Pipe()
        let (end, handle) = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting)
        try handle.write(contentsOf: Data(bytes[..<cut]))
        var file = try InputFile(path: "/dev/fd/\(end)")
        try file.loadNext()
        try handle.write(contentsOf: Data(bytes[cut...]))
        try handle.close()
        var stream = try #require(try RowStream(&file, options, selection: RowSelection(), columns: nil))
        var parts: [RowStream.Part] = []
        while let part = try stream.readNextPart() { parts.append(part) }
        return withExtendedLifetime(pipe) { parts }
    }

    @Test func `The first part decides which columns have numbers, and a later text stays text`() throws {
        let parts = try parts(["n,t\n1,x\n2,\n", "x,3\n,4\n007,5\n"])
        #expect(parts[0].table.kinds == [[.number, .text], [.number, .text]])
        #expect(parts[1].table.kinds == [[.text, .text], [.null, .text], [.text, .text]])
        #expect(rows(parts).map { $0[0] } == ["1", "2", "x", "", "007"])
    }

    @Test(arguments: [
        (["a;b,c\n", "1;2\n"], ["a", "b,c"]), (["a;b", ",c\n1;2\n"], ["a", "b,c"]),
        (["a\n", "1,2\n"], ["a"]),
        (["a|b\n", "x\n"], ["a", "b"]),
    ])
    func `The separator is decided by the first row and not by the header alone`(
        texts: [String], columns: [String]
    ) throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(texts[0].utf8))
        var file = try InputFile(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        try file.loadNext()
        try pipe.fileHandleForWriting.write(contentsOf: Data(texts[1].utf8))
        try pipe.fileHandleForWriting.close()
        let stream = try RowStream(&file, InputOptions(), selection: RowSelection(), columns: nil)
        #expect(withExtendedLifetime(pipe) { stream?.header.columns } == columns)
    }

    @Test func `Uneven rows have a note at the end`() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("a,b\n1,2\n3\n".utf8))
        try pipe.fileHandleForWriting.close()
        var file = try InputFile(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        let options = InputOptions(isRagged: true)
        var stream = try #require(try RowStream(&file, options, selection: RowSelection(), columns: nil))
        while try stream.readNextPart() != nil {}
        let note = try #require(withExtendedLifetime(pipe) { stream.notes.first })
        #expect(note.hasSuffix(":3: 1 uneven row filled or cut to 2 fields, the first one here"))
    }

    @Test func `Empty lines of JSON are an error`() throws {
        #expect(throws: InputError.self) { try parts(["\n"], InputOptions(format: .jsonl)) }
    }

    @Test func `Conditions and the maximum number of rows hold across parts`() throws {
        let texts = ["a,b\n1,x\n2,y\n", "3,y\n", "4,y\n5,y\n", "6,y\n"]
        #expect(rows(try parts(texts, where: ["b = y"], limit: 3)).map { $0[0] } == ["2", "3", "4"])
        #expect(rows(try parts(["a\n1\n", "x\n"], where: ["a ~ x"])) == [["x"]])
        #expect(rows(try parts(["a\n1\n", "m\nz\n"], where: ["a > M5"])) == [["z"]])
        #expect(rows(try parts(["a\n1\n", "2\nz\n"], where: ["a < m"])) == [["1"], ["2"]])
        let dates = "t\n2024-05-01\n2024-05-02\n"
        #expect(rows(try parts([dates], where: ["t in (2024-05-01, x)"])) == [["2024-05-01"]])
        #expect(rows(try parts([dates], where: ["t in (2024-05)"])) == [["2024-05-01"], ["2024-05-02"]])
    }

    @Test(arguments: [
        (["d\n05.01.2024\n", "8:59 PM\n"], "d > 01.01.2024"),
        (["d\nnone\n", "5%\n"], "d = 5%"), (["d\n5%\n", "none\n"], "d > 4%"),
    ])
    func `Values that are written otherwise than those before are an error`(
        texts: [String], condition: String
    ) throws {
        let error = #expect(throws: InputError.self) { try parts(texts, where: [condition]) }
        #expect(error?.line == 3 && error?.reason.contains("'d' has other values than before") == true)
    }

    @Test(arguments: [
        (["d\n$5.00\n", "\"$1,234.50\"\n"], "d > 1"), (["d\n10:30\n", "error 0\n"], "d ~ 0"),
        (["d\n2/25/2024\n", "2/26/2024 8:59 PM\n"], "d > 2024-01-01"),
    ])
    func `Values of the same type are compared, whatever their notation`(texts: [String], condition: String)
        throws
    {
        #expect(try parts(texts, where: [condition]).map(\.rows.count) == [1, 1])
    }

    @Test func `A value with a word such as "and" can be in any part`() throws {
        let texts = ["d\nTom\n", "Tom and Jerry\n"]
        #expect(try rows(parts(texts, where: ["d = Tom and Jerry"])) == [["Tom and Jerry"]])
    }

    @Test func `Parts in which all values are written alike are compared by value`() throws {
        let texts = ["d\n05.01.2024\n", "\"\"\n", "03.12.2023\n31.01.2024\n"]
        #expect(try rows(parts(texts, where: ["d > 01.01.2024"])) == [["05.01.2024"], ["31.01.2024"]])
    }

    @Test func `An invalid expression is an error of the first part`() {
        let lines = InputOptions(format: .jsonl)
        #expect(throws: InputError.self) { try parts(["{\"a\":\"x\"}\n"], lines, where: ["a =~ ("]) }
    }

    @Test func `A condition can name a key that only later lines have`() throws {
        let lines = InputOptions(format: .jsonl)
        let texts = ["{\"a\":1}\n", "{\"a\":2,\"level\":\"error\"}\n"]
        #expect(rows(try parts(texts, lines, where: ["level = error"])) == [["2", "error"]])
        #expect(rows(try parts(texts, lines, where: ["level != error"])) == [["1"]])
        let error = #expect(throws: InputError.self) { try parts(texts, lines, where: ["leval = error"]) }
        #expect(error?.reason.hasPrefix("there is no column 'leval'; did you mean 'level'?") == true)
        #expect(throws: InputError.self) { try parts(texts, lines, columns: ["b"]) }
    }

    @Test func `JSON Lines are known by their second line, and an array or a member is read whole`() throws {
        #expect(rows(try parts(["{\"a\":1}\n{", "\"a\":2}\n"])) == [["1"], ["2"]])
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("[{\"a\":1}]".utf8))
        try pipe.fileHandleForWriting.close()
        var file = try InputFile(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        #expect(try RowStream(&file, InputOptions(), selection: RowSelection(), columns: nil) == nil)
        let path = InputOptions(format: .jsonl, path: "a")
        #expect(try RowStream(&file, path, selection: RowSelection(), columns: nil) == nil)
        #expect(withExtendedLifetime(pipe) { file.bytes.count } == 9)
    }

    @MainActor
    @Test(arguments: [nil, ["b", "a"], ["*", "a"], ["-b"]])
    func `Appended parts are one table, whose rows have unique ids, and whose columns can grow`(
        columns: [String]?
    ) throws {
        let texts = ["{\"a\":1}\n", "{\"b\":\"x\",\"a\":2}\n{\"c\":3}\n", "{\"a\":4}\n"]
        let lines = InputOptions(format: .jsonl)
        let reformer = RecordsReformer(columns: columns)
        let browsing = try Browsing("/dev/null", lines, reformer, keys: [], isPlain: false) { _, _ in }
        for part in try parts(texts, lines, columns: columns) { try browsing.append(part) }
        let whole = try reformer.reform(InputFixture.table(texts.joined(), as: .jsonl, lines))
        #expect(browsing.table.columns.map(\.title) == whole.columns.map(\.title))
        #expect(browsing.table.sections.count == 1 && browsing.table.rowCount == 4)
        #expect(browsing.table.duplicateIDs().isEmpty)
        #expect(TableChanges(from: browsing.table, to: whole).isEmpty)
        let rows = JSONFormat(layout: .rows)
        #expect(try rows.bytes(of: browsing.table) == rows.bytes(of: whole))
    }

    @MainActor
    @Test func `A column of the first part keeps its alignment`() throws {
        let browsing = try Browsing("/dev/null", InputOptions(), RecordsReformer(), keys: [], isPlain: false)
        { _, _ in }
        for part in try parts(["n,t\n1,x\n", "x,2\n"]) { try browsing.append(part) }
        #expect(browsing.table.columns.map(\.alignment) == [.decimal, .left])
        #expect(browsing.table.rowCount == 2)
    }

    @Test(arguments: [
        (InputFormat.csv, "a,b\n1,2\n3\n4,5\n", 3, "the row has 1 field where the header has 2"),
        (.csv, "a,b\n1,2\n\"x,4\n", 3, "a quote is opened here that is never closed"),
        (.jsonl, "{\"a\":1}\n{\"a\":}\n{\"a\":3}\n", 2, "expected a value"),
        (.jsonl, "{\"a\":1}\n{\"a\":\"\u{E9}\"}\n{\"a\":3}\n", 2, "byte 15 of the file (0xE9) is not UTF-8"),
        (.jsonl, "{\"a\":1}\n\n\u{E9}", 3, "byte 10 of the file (0xE9) is not UTF-8"),
    ])
    func `The rows before an error are read, and the error names its line`(
        format: InputFormat, text: String, line: Int, reason: String
    ) throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: #require(text.data(using: .isoLatin1)))
        try pipe.fileHandleForWriting.close()
        var file = try InputFile(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        var stream = try #require(
            try RowStream(&file, InputOptions(format: format), selection: RowSelection(), columns: nil))
        let first = try stream.readNextPart()
        #expect(first?.table.rows.count == 1)
        let error = #expect(throws: InputError.self) { try stream.readNextPart() }
        #expect(error?.line == line && error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
        withExtendedLifetime(pipe) {}
    }
}
