import RandomTesting
import Foundation
import Testing

@testable import tables

private let advice =
    "if the file is Windows-1252 or Latin-1, add --encoding windows-1252, else save it as UTF-8"

struct InputFileTests {
    private static let folder = FileManager.default.temporaryDirectory

    /// Runs a test with the path of a temporary file.
    private func withFile(
        _ bytes: [UInt8], extension: String = "csv", _ body: (String) throws -> Void
    ) throws {
        let url = Self.folder.appendingPathComponent("\(UUID().uuidString).\(`extension`)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(url.path)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func `A file of any size is read completely`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        try withFile(bytes) { path in
            let file = try InputFile(contentsOf: path)
            #expect(file.bytes == bytes)
            #expect(file.name == path)
        }
    }

    @Test func `A file without a size is read to its end`() throws {
        // Device files and pipes report a size of zero.
        #expect(try InputFile(contentsOf: "/dev/null").bytes == [])
        guard FileManager.default.fileExists(atPath: "/proc/self/status") else { return }
        #expect(try !InputFile(contentsOf: "/proc/self/status").bytes.isEmpty)
    }

    @Test func `A file above the size limit is an error`() throws {
        try withFile([1, 2, 3, 4]) { path in
            var file = try InputFile(path: path)
            try file.loadAll(limit: 4)
            #expect(file.bytes == [1, 2, 3, 4])
            let error = #expect(throws: InputError.self) {
                var file = try InputFile(path: path)
                try file.loadAll(limit: 3)
            }
            #expect(error?.reason == "the file has more than 3 bytes; split it")
        }
    }

    @Test func `A missing file is an error, and so is a folder`() throws {
        let missing = Self.folder.path + "/no such file.csv"
        #expect(throws: InputError(file: missing, reason: "there is no such file")) {
            try InputFile(contentsOf: missing)
        }
        #expect(throws: InputError(file: Self.folder.path, reason: "this is a folder; give a file")) {
            try InputFile(contentsOf: Self.folder.path)
        }
        #expect(throws: InputError(file: "", reason: "there is no such file")) {
            try InputFile(contentsOf: "")
        }
    }

    @Test func `An unreadable file is an error`() throws {
        #expect(InputFile.reason(forError: EACCES) == "there is no permission to read the file")
        #expect(InputFile.reason(forError: EIO).hasPrefix("the file cannot be read: "))
        // The superuser can read every file.
        guard geteuid() != 0 else { return }
        try withFile([1]) { path in
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            let error = #expect(throws: InputError.self) { try InputFile(contentsOf: path) }
            #expect(error?.reason == "there is no permission to read the file")
        }
    }

    @Test(arguments: [
        ("csv", "a\n1\n"), ("json", "[{\"a\":1}]"), ("txt", "{\"a\":1}\n{}"), ("", "[{\"a\":1}]"),
    ])
    func `The extension determines the format, or else the first character`(
        extension: String, text: String
    ) throws {
        try withFile(Array(text.utf8), extension: `extension`) { path in
            let table = try SourceTable(contentsOf: path)
            #expect(table.columns == ["a"])
            #expect(table.texts[0] == ["1"])
            #expect(table.file == path)
        }
    }

    @Test func `A given format takes precedence over the extension`() throws {
        try withFile(Array("a\tb\n1\t2\n".utf8), extension: "csv") { path in
            let table = try SourceTable(contentsOf: path, InputOptions(format: .tsv))
            #expect(table.columns == ["a", "b"])
        }
    }
}

struct InputFileUTF8Tests {
    /// Returns the index of the byte that the error names, or `nil` without an error.
    private func firstInvalid(_ bytes: [UInt8]) -> Int? {
        do {
            try InputFile(name: "in", bytes: bytes).checkUTF8()
            return nil
        } catch {
            let number = error.reason.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            return number.map { $0 - 1 } ?? -1
        }
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x41], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xE2, 0x28, 0xA1], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xFF], [0xF0, 0x9F, 0x98, 0x41], [0xEF, 0xBF],
        ] as [[UInt8]])
    func `An invalid sequence is found at any position`(sequence: [UInt8]) {
        for before in 0..<40 {
            let bytes = [UInt8](repeating: 0x61, count: before) + sequence
            #expect(firstInvalid(bytes) == before)
            #expect(firstInvalid(bytes + [UInt8](repeating: 0x61, count: 40)) == before)
        }
        #expect(firstInvalid(Array("é😀€".utf8) + sequence) == 9)
    }

    @Test func `Every scalar is valid UTF-8`() {
        var bytes: [UInt8] = []
        for value in UInt32(0)...0x10FFFF {
            if let scalar = Unicode.Scalar(value) { bytes += UTF8.encode(scalar).map(Array.init) ?? [] }
        }
        #expect(firstInvalid(bytes) == nil)
        #expect(firstInvalid([]) == nil)
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `The check of random bytes agrees with the standard library`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let starts: [UInt8] = [0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4]
        for _ in 0..<500 {
            let count = Int.random(in: 0...8, using: &random)
            let bytes = (0..<count).map { _ in starts.randomElement(using: &random) ?? 0 }
            // Repairing a text changes it exactly if the text is invalid.
            let isValid = Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes
            #expect((firstInvalid(bytes) == nil) == isValid, "seed \(seed), \(bytes)")
        }
    }

    @Test(arguments: [
        (
            Array("a,b\r\n1,".utf8) + [0xE9, 0x0A],
            "in:2: byte 8 of the file (0xE9) is not UTF-8; \(advice)"
        ),
        (
            [0x61, 0x0D, 0x0A, 0x0D, 0x80],
            "in:3: byte 5 of the file (0x80) is not UTF-8; \(advice)"
        ),
        (
            [0x61, 0x00, 0x2C, 0x00],
            "in:1: the file is UTF-32, or UTF-16 without a byte order mark; save it as UTF-8"
        ),
        (
            [0x00, 0x61, 0x00, 0x2C],
            "in:1: the file is UTF-32, or UTF-16 without a byte order mark; save it as UTF-8"
        ),
        ([0xFF, 0xFE, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00], "in:1: the file is UTF-32; save it as UTF-8"),
        ([0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x61], "in:1: the file is UTF-32; save it as UTF-8"),
        ([0xFF, 0x00, 0x00], "in:1: the file is binary, not text"),
        (
            [0x61, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00, 0x00],
            "in:1: the file is UTF-32, or UTF-16 without a byte order mark; save it as UTF-8"
        ),
        (
            [0x1F, 0x8B, 0x08],
            "in:1: the file is compressed with gzip; use gunzip -c FILE | tables -"
        ),
        (
            Array("PK\u{3}\u{4}x".utf8),
            "in:1: the file is an Excel workbook or a zip archive; save the sheet as CSV"
        ),
        (
            Array("PAR1".utf8) + [0x15, 0x00, 0xFF],
            "in:1: the file is Parquet; use duckdb -csv -c \"from 'FILE'\" | tables -"
        ),
        (
            Array("SQLite format 3\0".utf8),
            "in:1: the file is SQLite; use sqlite3 -csv -header FILE 'select …' | tables -"
        ),
        (
            [0x00, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00, 0x2C],
            "in:1: the file is UTF-32, or UTF-16 without a byte order mark; save it as UTF-8"
        ),
    ])
    func `The error names the line and the byte`(bytes: [UInt8], message: String) {
        let error = #expect(throws: InputError.self) { try InputFixture.table(bytes, as: .csv) }
        #expect(error?.description == message)
    }
}

struct InputFormatTests {
    @Test(arguments: [
        ("a.csv", InputFormat.csv), ("dir.json/a.TSV", .tsv), ("a.tab", .tsv), ("a.b.json", .json),
        ("a.jsonl", .jsonl), ("/x/a.ndjson", .jsonl), ("a.md", .markdown), ("a.Markdown.gz", .markdown),
    ])
    func `An extension determines a format`(path: String, format: InputFormat) {
        #expect(InputFormat(path: path) == format)
    }

    @Test(arguments: ["-", "a", "a.txt", ".csv", "dir.csv/a", "a.", "", "/", "a.text"])
    func `A path without a known extension has no format`(path: String) {
        #expect(InputFormat(path: path) == nil)
    }

    @Test(arguments: [
        ("[{}]", InputFormat.json), (" \r\n\t[", .json), ("\u{FEFF}[", .json), ("{\"a\":1}", .json),
        ("{\"a\":1}\n\n", .json), ("{\"a\":1}\n{\"b\":", .jsonl), (" {\"a\":1} \r\n\r\n {}", .jsonl),
        ("{\"a\":{}\n,\"b\":1}", .json), ("{\"a\":\n{}}", .json), ("{}\r{}", .jsonl), ("{} {}\n", .json),
        ("{}\n{ \r\n\"a\":1}", .json), ("{}\n{", .jsonl),
        ("a,b", .csv), ("", .csv), ("\u{FEFF}", .csv), ("\"[\"", .csv),
        ("| a |\n|-|", .markdown), ("\n a | b\r\n :--- | ---: \r\n", .markdown),
        ("a | b\n-----|--\n1 | 2", .markdown),
        ("a | b\n:--|--:\n1 | 2", .markdown), ("t|u\n--:--|---", .csv), ("t|u\n:|--", .csv),
        ("\u{FEFF}a|b\r--|--", .csv), ("a|b\n--|--\n1|2", .csv), ("a|b\n |--|--|", .markdown),
        ("a,b\n1,[ RECORD 1 ]", .csv), ("+-[ RECORD 1 ]-+\n| a | 1 |", .text),
        ("-[ RECORD 1 ]-\na | 1", .text), ("x\n[ RECORD 1 ]\n", .text),
        ("Expanded display is on.\n-[ RECORD 1 ]-+--", .text),
        ("a|b\n1|2", .csv), ("a|b\n-|-", .csv), ("a\n|--|", .markdown), ("a|b\n--|-x", .csv),
        ("a|b\n\n1|2\n--|--", .csv),
        ("+---+", .text), ("┌", .text), (" ╔═", .text), ("─ a", .text), ("│ a", .text),
        (" a | b \n---+---", .text),
        (" a │ b \n───┼───\n", .text), (" a \n---\n", .text), ("a   b\n--  --", .text),
        ("| a |\n|---+", .text), ("t\n--:--", .csv),
        ("+1,2\n", .csv), ("+-x\n", .csv), ("a\n---", .csv), ("title\n┌─┐", .text), ("title\n+---+", .text),
        ("a,b \n-,-", .csv), ("a \n-", .csv),
        ("a\n-+", .csv),
    ])
    func `The first lines determine the format`(text: String, format: InputFormat) {
        #expect(InputFormat(sniffing: Array(text.utf8)) == format)
    }

    @Test(
        arguments: [
            ("", nil), ("\n ", nil), ("a|b", nil), ("a|b\n", nil), ("a|b\r\n--", nil),
            ("a|b\r\n--|--\r", .csv), ("a|b\r\n---|---\r", .markdown),
            ("a|b\n1|2\n", .csv), ("┌─┐\n│ a │\n", .text), ("{", nil), ("{}", nil), ("{}\n{", .jsonl),
            ("{\n", .json),
            ("[", .json),
        ] as [(String, InputFormat?)])
    func `The format of a pipe is unknown until its first lines are there`(text: String, format: InputFormat?)
    {
        let input = InputFile(name: "", bytes: Array((text + "x").utf8)).prefix(text.utf8.count)
        #expect(InputFormat(sniffingStart: input) == format)
    }
}
