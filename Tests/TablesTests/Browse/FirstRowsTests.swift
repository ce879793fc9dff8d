import Foundation
import TableAgent
import TableSurfaces
import Testing

@testable import tables

/// Tests of the first rows of a large file, which the browser shows before the others.
struct FirstRowsTests {
    private static let header = "n,price,note\n"
    private static let note = String(repeating: "x", count: 2_000)
    private static let row = "1,$1.50,\(note)\n"
    /// The text of a file that is too large to be read at once.
    private static let large = header + String(repeating: row, count: 1_100)

    private func firstRows(
        _ text: String, name: String = "in.csv", encoding: TextEncoding? = nil,
        _ reformer: RecordsReformer = RecordsReformer(use: .browser), keys: [String] = []
    ) async throws -> SourceTable? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent(name).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let input = BrowsedInput(path: path, options: InputOptions(), reformer: reformer, keys: keys)
        var file = try InputFile(path: path, encoding)
        let part = try await input.readFirstRows(of: &file)
        #expect(part?.rows == part.map { Array($0.table.rows.indices) })
        return part?.table
    }

    @Test(arguments: [
        ("in.csv", large), ("in.tsv", large.replacing(",", with: "\t")),
        (
            "in.jsonl",
            String(repeating: "{\"n\": 1, \"price\": \"$1.50\", \"note\": \"\(note)\"}\n", count: 1_100)
        ),
    ])
    func `A large file has first rows, as far as they are whole`(name: String, text: String) async throws {
        let table = try #require(try await firstRows(text, name: name))
        // A mebibyte has fewer rows of this length than are shown at first.
        #expect(table.rows.count == (1 << 20) / (text.utf8.count / 1_100))
        #expect(Set(table.texts) == [["1", "$1.50", Self.note]])
    }

    @Test func `The first rows are at most 1,000`() async throws {
        let table = try await firstRows("n\n" + String(repeating: "12345678\n", count: 300_000))
        #expect(table?.rows.count == 1_000)
    }

    @Test(arguments: [
        ("in.csv", header + row), ("in.csv", header + "\"" + large), ("in.csv", header + "1\n" + large),
        ("in.json", "[" + String(repeating: "{\"n\": \"\(note)\"},", count: 1_100) + "{\"n\": \"\"}]"),
    ])
    func `A small file, JSON, and a file with an error at its start are read whole`(
        name: String, text: String
    )
        async throws
    {
        #expect(try await firstRows(text, name: name) == nil)
    }

    @Test(arguments: [
        RecordsReformer(selection: RowSelection(conditions: ["n = 1"])),
        RecordsReformer(selection: RowSelection(order: RowOrder(columns: ["n"]))),
        RecordsReformer(selection: RowSelection(order: RowOrder(limit: 5))),
        RecordsReformer(selection: RowSelection(groupBy: ["n"])),
        RecordsReformer(sums: [Aggregate(function: .sum, column: "n")]),
    ])
    func `A selection of rows is made from the whole file`(reformer: RecordsReformer) async throws {
        #expect(try await firstRows(Self.large, reformer) == nil)
    }

    @Test func `A watched file is read whole`() async throws {
        #expect(try await firstRows(Self.large, keys: ["n"]) == nil)
    }

    @Test func `An error of the encoding is not lost with the first rows`() async throws {
        await #expect(throws: InputError.self) {
            try await firstRows("\u{FEFF}\(Self.large)", encoding: .windows1252)
        }
    }
}
