import Foundation
import Testing

@testable import TableDemo

struct InputFileTests {
    private static let folder = FileManager.default.temporaryDirectory

    /// Runs a test with the path of a file that has some content.
    private func withFile(
        _ bytes: [UInt8], extension: String = "csv", _ body: (String) throws -> Void
    ) throws {
        let url = Self.folder.appendingPathComponent("\(UUID().uuidString).\(`extension`)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(url.path)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func `A file is read whole, whatever its size`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        try withFile(bytes) { path in
            let file = try InputFile(path: path)
            #expect(file.bytes == bytes)
            #expect(file.name == path)
        }
    }

    @Test func `A file with no size of its own is read to the end`() throws {
        // Device files and pipes say they have no bytes.
        #expect(try InputFile(path: "/dev/null").bytes == [])
        guard FileManager.default.fileExists(atPath: "/proc/self/status") else { return }
        #expect(try !InputFile(path: "/proc/self/status").bytes.isEmpty)
    }

    @Test func `A file beyond the limit is an error`() throws {
        try withFile([1, 2, 3, 4]) { path in
            let file = try InputFile(path: path, limit: 4)
            #expect(file.bytes == [1, 2, 3, 4])
            let error = #expect(throws: InputError.self) { try InputFile(path: path, limit: 3) }
            #expect(error?.reason == "the file has more than 3 bytes; split it")
        }
    }

    @Test func `A missing file and a folder are errors`() throws {
        let missing = Self.folder.path + "/no such file.csv"
        #expect(throws: InputError(file: missing, reason: "there is no such file")) {
            try InputFile(path: missing)
        }
        #expect(throws: InputError(file: Self.folder.path, reason: "this is a folder; give a file")) {
            try InputFile(path: Self.folder.path)
        }
        #expect(throws: InputError(file: "", reason: "there is no such file")) { try InputFile(path: "") }
    }

    @Test func `A file without permission is an error`() throws {
        #expect(InputFile.reason(forError: EACCES) == "there is no permission to read the file")
        #expect(InputFile.reason(forError: EIO).hasPrefix("the file cannot be read: "))
        // The superuser may read every file.
        guard geteuid() != 0 else { return }
        try withFile([1]) { path in
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            let error = #expect(throws: InputError.self) { try InputFile(path: path) }
            #expect(error?.reason == "there is no permission to read the file")
        }
    }

    @Test(arguments: [("csv", "a\n1\n"), ("json", "[{\"a\":1}]"), ("txt", "{\"a\":1}"), ("", "[{\"a\":1}]")])
    func `The format is found by the extension, else by the first character`(
        extension: String, text: String
    ) throws {
        try withFile(Array(text.utf8), extension: `extension`) { path in
            let table = try SourceTable(contentsOf: path)
            #expect(table.columns == ["a"])
            #expect(table.texts == [["1"]])
            #expect(table.file == path)
        }
    }

    @Test func `A format that is asked for wins over the extension`() throws {
        try withFile(Array("a\tb\n1\t2\n".utf8), extension: "csv") { path in
            let table = try SourceTable(contentsOf: path, format: .tsv)
            #expect(table.columns == ["a", "b"])
        }
    }
}
